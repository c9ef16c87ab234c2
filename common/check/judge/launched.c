#include "check/judge/launched.h"

#include <stdio.h>
#include <string.h>

#include "check/judge/unreached.h"

// Has the grid, or the block, a second or third dimension? A kernel that uses only the first one then does each piece
// of its work several times.
static bool has_rows(const uint32_t extent[3]) {
    return extent[1] > 1 || extent[2] > 1;
}

// Are there other threads than the part is made for, or too few blocks for its input?
static bool is_unusual(const struct lab_part *part, size_t n, uint32_t number,
                       const struct launch_record *launch) {
    uint64_t blocks = extent_count(launch->grid), threads = extent_count(launch->block);
    size_t each = part->elements_per_block;
    return threads != part->block_size || has_rows(launch->grid) || has_rows(launch->block) ||
           (number == 1 && each > 0 && blocks < (n + each - 1) / each);
}

// An error in a given kernel may be due to what the student's launch hands over, and so may a wrong pointer in any
// kernel. A launch of unusual size is shown with its size.
void finding_show_launch(struct finding *finding, const struct todo_list *todos, const struct lab_part *part,
                         const struct judgement *judgement, const struct source *source) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    enum diagnostic_class class_ = diagnostic->class_;
    bool whole = class_ == DIAGNOSTIC_UNREAD_INPUT || class_ == DIAGNOSTIC_INPUT_IGNORED ||
                 class_ == DIAGNOSTIC_OUTPUT_UNWRITTEN; // by all threads
    uint32_t number = whole ? 1 : diagnostic->launch;
    const struct launch_record *launch = number > 0 && number <= judgement->run.launch_count
                                             ? &judgement->run.launches[number - 1].record
                                             : NULL;
    bool error = diagnostic_severities[class_] == DIAGNOSTIC_ERROR || class_ == DIAGNOSTIC_LOST_ELEMENT;
    bool race = diagnostic_is_race(class_),
         unusual = launch != NULL && is_unusual(part, judgement->what.n, number, launch);
    bool pointer = class_ == DIAGNOSTIC_WRONG_SPACE || class_ == DIAGNOSTIC_NULL_POINTER ||
                   class_ == DIAGNOSTIC_INPUT_CHANGED ||
                   (class_ == DIAGNOSTIC_UNSET_READ && !diagnostic->lost.shared);
    struct source_place place;
    if (finding->call.line > 0 || diagnostic->stack[0] != 0 ||
        (!whole && (!error || finding->places[0].line == 0)) ||
        (race && (launch == NULL || (!has_rows(launch->grid) && !has_rows(launch->block)))) ||
        !source_find(source, whole && launch != NULL ? launch->launch_pc : diagnostic->launch_pc, &place)) {
        return;
    }
    bool given = error && !whole &&
                 todo_at(todos, finding->places[0].file, finding->places[0].line) == NULL &&
                 todo_at(todos, place.file, place.line) != NULL;
    if (unusual || (given && class_ != DIAGNOSTIC_LOST_ELEMENT) || pointer) {
        finding->call = place;
        finding->launched = true;
        for (int i = 0; i < 3 && unusual; i++) {
            finding->grid[i] = launch->grid[i];
            finding->block[i] = launch->block[i];
        }
    }
}

// The last launch of a reduction leaves several results. Which loop should launch again, or which copy is too short?
void finding_show_results(struct finding *finding, const struct lab_part *part,
                          const struct judgement *judgement, const struct source *source) {
    const struct case_outcome *run = &judgement->run;
    if (part->kind != LAB_REDUCE || finding->diagnostic.class_ != DIAGNOSTIC_LOST_VALUE ||
        finding->diagnostic.lost.shared || run->launch_count == 0 || run->launch_count != run->launch_total) {
        return;
    }
    const struct launch_record *last = &run->launches[run->launch_count - 1].record;
    unsigned long long left = extent_count(last->grid),
                       copied =
                           run->result.copied_to_host / operators[judgement->what.operator_id].value_size;
    struct source_place place;
    if (left < 2 || copied >= left || !source_find(source, last->launch_pc, &place)) {
        return;
    }
    const struct tree *tree = tree_of(place.file);
    const struct node *loop = tree == NULL ? NULL : question_loop(tree, &place.line, 1);
    if (loop != NULL) {
        place.line = question_first_line(tree, loop);
        place.column = 0;
        say(&finding->said, WORDS(TOPIC(LOOP_ENDS_WITH), NUMBER(left)));
    } else if (source_find(source, run->result.copied_pc, &place)) {
        say(&finding->said, WORDS(TOPIC(RESULTS_COPIED), NUMBER(copied), NUMBER(left)));
    }
    if (is_said(&finding->said)) {
        finding->call = place;
    }
}

size_t launched_swapped(const struct lab_part *part, size_t n, const struct case_outcome *run) {
    uint64_t wanted =
        part->elements_per_block == 0 ? 0 : (n + part->elements_per_block - 1) / part->elements_per_block;
    for (size_t i = 0; i < run->launch_count; i++) {
        const struct launch_record *launch = &run->launches[i].record;
        uint64_t blocks = extent_count(launch->grid), threads = extent_count(launch->block);
        if (blocks == part->block_size && threads == wanted && threads != blocks) {
            return i + 1;
        }
    }
    return 0;
}

void finding_show_unlaunched(struct finding *finding, const struct todo_list *todos,
                             const struct lab_part *part, const struct judgement *judgement) {
    static const enum topic topics[] = {[DECISION_TRUE] = TOPIC_NO_LAUNCH_IF_FALSE,
                                        [DECISION_FALSE] = TOPIC_NO_LAUNCH_IF_TRUE,
                                        [DECISION_LOOP] = TOPIC_NO_LAUNCH_IN_LOOP};
    enum diagnostic_class class_ = finding->diagnostic.class_;
    struct decision around;
    if (finding->call.line > 0 || judgement->run.launch_total > 0 || !todos->known ||
        (class_ != DIAGNOSTIC_UNREAD_INPUT && class_ != DIAGNOSTIC_INPUT_IGNORED)) {
        return;
    }
    const struct tree *tree = tree_of(todos->path);
    int launch = 0; // the line of the first one in the part's own tasks
    for (const struct node *node = NULL;
         tree != NULL && launch == 0 && (node = question_call(tree, tree->file, node, NULL)) != NULL;) {
        const int line = question_first_line(tree, node);
        const struct region *region = node->kind == NODE_LAUNCH ? todo_at(todos, todos->path, line) : NULL;
        launch = region != NULL && todo_is_own(region, part) ? line : 0;
    }
    if (launch > 0 && question_decisions(tree, launch, &around, 1) > 0) {
        snprintf(finding->call.file, sizeof(finding->call.file), "%s", todos->path);
        finding->call.line = around.line;
        say(&finding->said, WORDS(A_TOPIC(topics[around.kind])));
    }
}

void finding_show_missing_copy(struct finding *finding, const struct source *source) {
    struct source_place launch;
    if (finding->call.line == 0 && said_topic(&finding->diagnostic.message) == TOPIC_WRITTEN_AND_UNCOPIED &&
        source_find(source, finding->diagnostic.launch_pc, &launch)) {
        finding->call = launch;
        say(&finding->said, WORDS(TOPIC(NO_COPY_AFTER_LAUNCH)));
    }
}

bool finding_make_idle(const struct todo_list *todos, const struct judgement *judgement,
                       const struct source *source, struct finding *made) {
    const struct case_outcome *run = &judgement->run;
    bool whole = judgement->what.sample.section == 0; // of a sample, other blocks may access memory
    size_t number;
    struct source_place place;
    char kernel[QUESTION_NAME];
    const int line = todos->known && whole ? unreached_kernel(run, todos->path, &number, kernel) : 0;
    if (line == 0 || !source_find(source, run->launches[number].record.launch_pc, &place)) {
        return false;
    }
    const struct launch_record *launch = &run->launches[number].record;
    *made = (struct finding){.diagnostic = {.class_ = DIAGNOSTIC_WRONG_ELEMENT,
                                            .count = 1,
                                            .launch = (uint32_t)number + 1,
                                            .launch_pc = launch->launch_pc},
                             .places = {{.line = line}},
                             .call = place,
                             .count = 1};
    say(&made->said, WORDS(TOPIC(IT_IS_LAUNCHED_HERE)));
    say(&made->diagnostic.message, WORDS(TOPIC(KERNEL_IDLE), NAME(kernel),
                                         NUMBER(extent_count(launch->grid) * extent_count(launch->block))));
    snprintf(made->places[0].file, sizeof(made->places[0].file), "%s", todos->path);
    return true;
}

void finding_show_later(struct finding *finding, const struct judgement *judgement,
                        const struct source *source) {
    const uint32_t number = finding->later;
    struct source_place own, place;
    if (number == 0 || number > judgement->run.launch_count ||
        !source_find(source, finding->diagnostic.launch_pc, &own)) {
        return;
    }
    const struct launch_record *launch = &judgement->run.launches[number - 1].record;
    const struct tree *tree = tree_of(own.file);
    const struct node *function = tree == NULL ? NULL : question_function(tree, own.line);
    for (int i = -1; i < LAUNCH_CALLS && function != NULL && (i < 0 || launch->calls[i] != 0); i++) {
        if (source_find(source, i < 0 ? launch->launch_pc : launch->calls[i], &place) &&
            strcmp(place.file, own.file) == 0 && question_function(tree, place.line) == function &&
            place.line > own.line) { // the outermost one stays
            finding->call = place;
            say(&finding->said, WORDS(TOPIC(LAUNCH_COMES_FROM_HERE), NUMBER(own.line)));
        }
    }
}
