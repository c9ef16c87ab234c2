#include "check/judge/findings.h"

#include "check/judge/error_lines.h"
#include "check/judge/own_lines.h"
#include "check/judge/remark.h"
#include "check/judge/unordered.h"
#include "check/judge/unreached.h"
#include "lang/questions.h"
#include "regions/regions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const diagnostic_names[DIAGNOSTIC_CLASS_COUNT] = {
#define X(name, severity, title, hint) #name,
#include "words/class_list.h"
#undef X
};

const char *const diagnostic_titles[DIAGNOSTIC_CLASS_COUNT] = {
#define X(name, severity, title, hint) title,
#include "words/class_list.h"
#undef X
};

const char *const diagnostic_hints[DIAGNOSTIC_CLASS_COUNT] = {
#define X(name, severity, title, hint) hint,
#include "words/class_list.h"
#undef X
};

const enum diagnostic_severity diagnostic_severities[DIAGNOSTIC_CLASS_COUNT] = {
#define X(name, severity, title, hint) DIAGNOSTIC_##severity,
#include "words/class_list.h"
#undef X
};

// Are they the same line, or the same instruction if the lines are unknown?
static bool same_place(const struct finding *a, int a_index, const struct finding *b, int b_index) {
    const struct source_place *a_place = &a->places[a_index], *b_place = &b->places[b_index];
    if (a_place->line != 0 && b_place->line != 0) {
        return a_place->line == b_place->line && strcmp(a_place->file, b_place->file) == 0;
    }
    return a->diagnostic.places[a_index].pc == b->diagnostic.places[b_index].pc;
}

static bool same_error(const struct finding *a, const struct finding *b) {
    if (a->diagnostic.class_ != b->diagnostic.class_ ||
        strcmp(a->diagnostic.array, b->diagnostic.array) != 0) {
        return false;
    }
    // A thread that has left at a `return` is missing at each barrier behind it.
    if (a->diagnostic.class_ == DIAGNOSTIC_BARRIER && a->diagnostic.places[1].pc == 0 &&
        a->places[1].line > 0 && same_place(a, 1, b, 1)) {
        return true;
    }
    return (same_place(a, 0, b, 0) && same_place(a, 1, b, 1)) ||
           (same_place(a, 0, b, 1) && same_place(a, 1, b, 0));
}

// Errors before notes, and what is in the student's code before what is in tasks that are done for the student.
static int rank(const struct finding *finding) {
    return 2 * (int)diagnostic_severities[finding->diagnostic.class_] + finding->done_for_student;
}

// Was it before the other one, of the same rank? Host code's reports are sent last, in their order, and say how many of
// kernels came before them.
static bool is_earlier(const struct finding *finding, const struct finding *other) {
    return finding->diagnostic.sent_before > 0 && other->diagnostic.sent_before == 0 &&
           other->report >= finding->diagnostic.sent_before - 1;
}

// Stable, unlike qsort. There are only a few.
static void errors_first(struct finding *findings, size_t count) {
    for (size_t i = 1; i < count; i++) {
        for (size_t j = i; j > 0; j--) {
            int more = rank(&findings[j]) - rank(&findings[j - 1]);
            if (more > 0 || (more == 0 && !is_earlier(&findings[j], &findings[j - 1]))) {
                break;
            }
            struct finding moved = findings[j];
            findings[j] = findings[j - 1];
            findings[j - 1] = moved;
        }
    }
}

static bool stands_before(const struct source_place *place, const struct source_place *other) {
    return place->line < other->line || (place->line == other->line && place->column < other->column);
}

// A barrier that only some threads have reached comes first: it causes races between the code before and after it.
static void barriers_before_races(struct finding *findings, size_t count) {
    for (size_t i = 1; i < count; i++) {
        struct finding barrier = findings[i];
        size_t to = i;
        for (size_t k = 0; k < i && to == i && barrier.diagnostic.class_ == DIAGNOSTIC_BARRIER; k++) {
            const struct source_place *places = findings[k].places;
            bool between = stands_before(&places[0], &barrier.places[0]) !=
                           stands_before(&places[1], &barrier.places[0]);
            if (is_said(&findings[k].diagnostic.missing) && !findings[k].diagnostic.two_blocks && between &&
                findings[k].diagnostic.launch == barrier.diagnostic.launch &&
                strcmp(places[0].file, barrier.places[0].file) == 0 &&
                strcmp(places[1].file, barrier.places[0].file) == 0) {
                to = k;
            }
        }
        memmove(&findings[to + 1], &findings[to], (i - to) * sizeof(*findings));
        findings[to] = barrier;
    }
}

// Two threads write one element, and no thread writes another one of that array: the index is wrong, no barrier is
// missing.
static void say_unwritten(struct finding *findings, size_t count) {
    for (size_t i = 0; i < count; i++) {
        struct diagnostic *race = &findings[i].diagnostic;
        for (size_t k = 0; k < count && is_said(&race->missing); k++) {
            const struct diagnostic *other = &findings[k].diagnostic;
            if (race->class_ == DIAGNOSTIC_RACE_GLOBAL && race->places[0].act == ACT_WRITES &&
                race->places[1].act == ACT_WRITES && other->class_ == DIAGNOSTIC_OUTPUT_UNWRITTEN &&
                strcmp(other->array, race->array) == 0) {
                char element[80];
                snprintf(element, sizeof(element), "%s[%llu]", other->array,
                         (unsigned long long)other->lost.index);
                say(&race->missing, WORDS(TOPIC(RACE_OF_INDEX), NAME(element)));
                findings[i].added_count = 0;
            }
        }
    }
}

// The values at the moment of an error by an access: of the thread that has made it.
static void read_variables(const struct source *source, struct finding *finding) {
    const struct diagnostic_stack *stack = &finding->diagnostic.variables;
    const uint32_t class_ = finding->diagnostic.class_;
    if ((class_ == DIAGNOSTIC_OUT_OF_BOUNDS || diagnostic_is_race(class_)) && stack->pc != 0 &&
        stack->pc == finding->diagnostic.places[0].pc && stack->count <= sizeof(stack->last)) {
        finding->variable_count = source_variables(source, stack->pc, stack->last, stack->count,
                                                   finding->variables, FINDING_VARIABLES);
    }
}

void finding_put_own_first(struct finding *finding) {
    struct source_place *places = finding->places, first = places[0];
    bool own = places[1].line != 0 && places[1].done == 0;
    finding->done_for_student = places[0].line != 0 && places[0].done != 0 && !own;
    if (places[0].line == 0 || places[0].done == 0 || !own) {
        return;
    }
    struct diagnostic_place said = finding->diagnostic.places[0];
    places[0] = places[1];
    places[1] = first;
    finding->diagnostic.places[0] = finding->diagnostic.places[1];
    finding->diagnostic.places[1] = said;
}

// Does this line, of which `name` bytes come before the first ':', begin with a place in a task that is done for the
// student?
static bool is_done_line(const char *line, size_t name) {
    char file[64];
    snprintf(file, sizeof(file), "%.*s", (int)name, line);
    return regions_done_number(file) != 0;
}

// "TODO(7), done for you:2: cudaMalloc(...): cudaErrorX (...)" becomes "TODO(7), done for you: cudaErrorX (...)".
void findings_hide_output(struct case_outcome *run) {
    if (run->output_length == 0) {
        return;
    }
    char *from = run->output, *to = from, *end = from + run->output_length;
    while (from < end) {
        const char *line_end = memchr(from, '\n', (size_t)(end - from));
        size_t length = (size_t)((line_end != NULL ? line_end + 1 : end) - from);
        const char *colon = memchr(from, ':', length);
        size_t name = colon != NULL ? (size_t)(colon - from) : length, error = length; // after the last ": "
        while (error > name + 1 && memcmp(from + error - 2, ": ", 2) != 0) {
            error--;
        }
        if (error > name + 1 && is_done_line(from, name)) {
            memmove(to, from, name);
            memcpy(to + name, ": ", 2);
            memmove(to + name + 2, from + error, length - error);
            to += name + 2 + length - error;
        } else {
            memmove(to, from, length);
            to += length;
        }
        from += length;
    }
    run->output_length = (size_t)(to - run->output);
}

// The line that assigns to elements of an array of which one is unset: of the error's kernel, of an error in host code
// the only kernel launched that does; or else of the function around. 0: unknown.
static int written_elsewhere(const struct case_outcome *run, const struct finding *finding) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    const struct tree *tree = tree_of(finding->places[0].file);
    const bool host = diagnostic->kernel[0] == '\0';
    int found = 0;
    for (size_t i = 0; tree != NULL && i < (host ? run->launch_count : 1); i++) {
        const struct node *kernel =
            question_kernel(tree, host ? run->launches[i].record.kernel : diagnostic->kernel);
        const int line = kernel != NULL ? question_assigned(tree, kernel, diagnostic->array) : 0;
        if (line != 0 && found != 0 && line != found) {
            return 0;
        }
        found = line != 0 ? line : found;
    }
    const struct node *function =
        tree != NULL && found == 0 ? question_function(tree, finding->places[0].line) : NULL;
    return function != NULL ? question_assigned(tree, function, diagnostic->array) : found;
}

// A second place that does not make two errors different: where a value was written last, or other elements are.
static void add_near(const struct case_outcome *run, const struct source *source, struct finding *finding) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    struct source_place place = finding->places[0];
    const bool unset = diagnostic->class_ == DIAGNOSTIC_UNSET_READ;
    if (is_said(&diagnostic->places[1].said) || place.line == 0 ||
        said_topic(&diagnostic->message) == TOPIC_STORES_UNSET) {
        return;
    }
    if (unset) {
        place.line = written_elsewhere(run, finding);
        place.column = 0;
    } else if (diagnostic->near_pc == 0 || !source_find(source, diagnostic->near_pc, &place)) {
        return;
    }
    if (place.line > 0 && place.line != finding->places[0].line) {
        diagnostic->places[1].pc = diagnostic->near_pc;
        finding->places[1] = place;
        say(&diagnostic->places[1].said,
            WORDS(unset ? TOPIC(OTHERS_WRITTEN_HERE) : TOPIC(LAST_WRITTEN_HERE)));
        diagnostic->places[1].form = PLACE_WHOLE;
    }
}

// A kernel that was launched through a pointer gets its own name in place of the pointer's.
static void name_kernel(const struct source *source, struct diagnostic *diagnostic) {
    struct source_place place;
    const struct tree *tree = diagnostic->kernel_pc != 0 && source_find(source, diagnostic->kernel_pc, &place)
                                  ? tree_of(place.file)
                                  : NULL;
    if (tree == NULL || question_kernel(tree, diagnostic->kernel) != NULL) {
        return;
    }
    const struct node *kernel = NULL;
    do {
        kernel = question_next_function(tree, kernel);
    } while (kernel != NULL && !(kernel->kernel && question_last_line(tree, kernel) >= place.line));
    if (kernel != NULL) {
        question_word(tree, kernel->name, diagnostic->kernel);
    }
}

// Two reports of one race at one line: if two threads write an element there, and read it, too, they update it.
static void note_update(struct finding *known, const struct finding *next) {
    const bool one_line = known->places[0].line == known->places[1].line && known->places[0].line > 0;
    const struct diagnostic *reports[] = {&known->diagnostic, &next->diagnostic};
    bool both_write = false, reads = false;
    for (int i = 0; i < 2; i++) {
        const bool first = reports[i]->places[0].act == ACT_WRITES,
                   second = reports[i]->places[1].act == ACT_WRITES;
        both_write |= first && second;
        reads |= first != second;
    }
    known->updates |= diagnostic_is_race(known->diagnostic.class_) && !known->diagnostic.two_blocks &&
                      one_line && both_write && reads;
}

struct finding *findings_make(const struct case_outcome *run, const struct source *source, size_t *count) {
    *count = 0;
    if (run->diagnostic_count == 0) {
        return NULL;
    }
    struct finding *findings = malloc(run->diagnostic_count * sizeof(*findings));
    size_t *order = malloc(run->diagnostic_count * sizeof(*order));
    if (findings == NULL || order == NULL) {
        free(findings);
        free(order);
        return NULL;
    }
    const size_t settled = unordered_settle(run, source, order);
    for (size_t i = 0; i < settled; i++) {
        struct finding *next = &findings[*count]; // reused unless this is a new error
        *next = (struct finding){.diagnostic = run->diagnostics[order[i]], .report = order[i]};
        name_kernel(source, &next->diagnostic);
        next->count = next->diagnostic.count > 0 ? next->diagnostic.count : 1;
        for (int place = 0; place < 2; place++) {
            source_find(source, next->diagnostic.places[place].pc, &next->places[place]);
        }
        own_lines_find(source, next);
        read_variables(source, next);
        error_lines_add(source, next);
        size_t known = 0;
        while (known < *count && !same_error(&findings[known], next)) {
            known++;
        }
        if (known < *count) {
            findings[known].count += next->count;
            note_update(&findings[known], next);
        } else {
            ++*count;
        }
    }
    free(order);
    for (size_t i = 0; i < *count; i++) {
        add_near(run, source, &findings[i]);
        unreached_add(run, source, &findings[i]);
        finding_put_own_first(&findings[i]);
    }
    say_unwritten(findings, *count);
    errors_first(findings, *count);
    barriers_before_races(findings, *count);
    return findings;
}

size_t findings_error_count(const struct finding *findings, size_t count) {
    size_t errors = 0;
    for (size_t i = 0; i < count; i++) {
        errors += diagnostic_severities[findings[i].diagnostic.class_] == DIAGNOSTIC_ERROR;
    }
    return errors;
}
