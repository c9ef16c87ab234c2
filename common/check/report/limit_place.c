// Where a program exceeds a limit.
#include <string.h>

#include "check/judge/limits.h"
#include "check/report/limit_place.h"
#include "check/runner/counter_names.h"
#include "text/translation.h"

static bool is_own(const struct cost *cost, int line) {
    const struct region *region = todo_at(&cost->result->todos, cost->result->todos.path, line);
    return region != NULL && todo_is_own(region, cost->part);
}

// Is the call that of one of these names, each between two blanks, or, NULL, of a function with barriers?
static bool counts(const struct tree *tree, const struct node *call, const char *names) {
    char name[QUESTION_NAME + 2] = " ";
    question_word(tree, call->child->name, name + 1);
    strcat(name, " ");
    for (const struct node *called = NULL;
         names == NULL && (called = question_next_function(tree, called)) != NULL;) {
        if (!called->kernel && question_same_word(tree, called->name, call->child->name)) {
            return question_barrier(tree, called, NULL) != NULL;
        }
    }
    return names != NULL && strlen(name) > 2 && strstr(names, name) != NULL;
}

// In how many loops is it?
static int loops_around(const struct node *node) {
    int count = 0;
    for (; node != NULL; node = node->parent) {
        count += question_is_loop(node);
    }
    return count;
}

// Prints the lines with such calls in functions that have run, and the loop around all of them, unless there are too
// many. Only those in the most loops, because they run most often. `own`: only those in the part's tasks.
static bool print_calls(const struct cost *cost, bool own, const char *names, const char *text) {
    const struct tree *tree = cost->tree;
    int lines[CALLS_SHOWN_MAX + 1], loops = 0; // one more: there are too many
    size_t count = 0;
    for (const struct node *call = NULL;
         tree != NULL && (call = question_call(tree, tree->file, call, NULL)) != NULL;) {
        const int line = question_first_line(tree, call);
        if ((own && !is_own(cost, line)) || !counts(tree, call, names) || loops_around(call) < loops ||
            !limit_in_launch(cost, line)) {
            continue;
        }
        count = loops_around(call) > loops ? 0 : count;
        loops = loops_around(call);
        if (count == 0 || lines[count - 1] != line) {
            count -= count > CALLS_SHOWN_MAX;
            lines[count++] = line;
        }
    }
    if (count > CALLS_SHOWN_MAX) {
        return false;
    }
    struct source_place place = {.line = 0};
    memcpy(place.file, cost->result->todos.path, sizeof(place.file));
    for (size_t i = 0; i < count; i++) {
        place.line = lines[i];
        report_place(cost->terminal, &place, text);
    }
    const struct node *loop = count > 0 ? question_loop(tree, lines, count) : NULL;
    if (loop != NULL) {
        place.line = question_first_line(tree, loop);
        report_place(cost->terminal, &place,
                     count == 1 ? _("this loop repeats it") : _("this loop repeats them"));
    }
    return count > 0;
}

// Prints the branches of the part that are compiled only for one operator.
static void print_branches(const struct cost *cost) {
    const struct tree *tree = cost->tree;
    struct source_place place = {.line = 0};
    memcpy(place.file, cost->result->todos.path, sizeof(place.file));
    for (int i = 0; tree != NULL && i < tree->token_count; i++) {
        place.line = tree->tokens[i].line;
        if (tree_token_is(tree, i, "OPERATOR_IS") && is_own(cost, place.line)) {
            report_place(cost->terminal, &place, _("code for one operator"));
        }
    }
}

// Prints the access that waits for what another block writes.
static bool print_wait(const struct cost *cost, const char *text) {
    const struct case_outcome *run = &cost->judgement->run;
    struct source_place place, most = {.line = 0};
    uint64_t polls = 0;
    size_t last = run->launch_count;
    for (size_t i = 0; i < run->place_count; i++) {
        if (run->places[i].total.polls > polls && source_find(cost->source, run->places[i].pc, &place) &&
            strcmp(place.file, cost->own) == 0) {
            most = place;
            polls = run->places[i].total.polls;
        }
    }
    if (polls > 0) {
        report_place(cost->terminal, &most, text);
        limit_print_calls(cost, &most, last > 0 ? run->launches[last - 1].record.kernel : "");
    }
    return polls > 0;
}

void report_limit_place(const struct terminal *terminal, const struct lab_result *result,
                        const struct lab_part *part, const struct judgement *judgement) {
    struct cost cost = {.terminal = terminal,
                        .result = result,
                        .part = part,
                        .judgement = judgement,
                        .source = result->sources[judgement->what.operator_id]};
    if (!judgement_is_cost(judgement) || !source_main_file(cost.source, cost.own, sizeof(cost.own))) {
        return;
    }
    cost.tree = tree_of(cost.own);
    const char *counted = judgement->limit->counter;
    const struct counters *total = &judgement->run.total;
    bool barriers = strcmp(counted, "barriers") == 0 || // or most of the time is for these
                    (strcmp(counted, "time") == 0 && 2 * total->barriers > total->critical_path),
         loads = strcmp(counted, "global_load_sectors") == 0;
    static const char exchanges[] =
        " shuffle_down shuffle_up shuffle_from __shfl_sync __shfl_down_sync __shfl_up_sync "
        "__shfl_xor_sync __ballot_sync __any_sync __all_sync __match_any_sync ";
    const bool to_host = strcmp(counted, "copied_to_host") == 0;
    if (to_host || strcmp(counted, "copied_on_device") == 0) {
        const struct case_result *run = &judgement->run.result;
        struct source_place place;
        source_find(cost.source, to_host ? run->copied_pc : run->copied_on_device_pc, &place);
        report_place(terminal, &place, _("copied here"));
        return;
    }
    if (limit_is_least(judgement->limit)) {
        print_branches(&cost);
        return;
    }
    const bool combines = strcmp(counted, "combines") == 0;
    if ((barriers || combines) && judgement->limit->per != LIMIT_PER_BLOCK && limit_print_blocks(&cost)) {
        return;
    }
    if ((barriers && (print_calls(&cost, true, " __syncthreads ", _("a barrier")) ||
                      print_calls(&cost, true, NULL, _("this function has barriers")) ||
                      print_calls(&cost, false, " __syncthreads ", _("a barrier")))) ||
        (combines && print_calls(&cost, true, " combine ", _("values are combined here"))) ||
        (strcmp(counted, "shuffles") == 0 &&
         print_calls(&cost, true, exchanges, _("lanes exchange values here"))) ||
        (strcmp(counted, "early_waits") == 0 &&
         print_wait(&cost, _("here blocks wait for others before they have published anything"))) ||
        (strcmp(counted, "late_waits") == 0 &&
         print_wait(&cost, _("here blocks wait for others that have already published something"))) ||
        (strcmp(counted, "silent_waits") == 0 &&
         print_wait(&cost,
                    _("here blocks read what others have published; afterwards they publish nothing"))) ||
        ((loads || strcmp(counted, "global_store_sectors") == 0) && limit_print_sectors(&cost, loads))) {
        return;
    }
    // What a line does not count by itself comes from its accesses, or from launches.
    const bool slow = strcmp(counted, "time") == 0 || strcmp(counted, "few_lanes") == 0;
    const int counter = slow                                        ? counter_index("warp_instructions")
                        : strcmp(counted, "shared_wavefronts") == 0 ? counter_index("shared_load_wavefronts")
                                                                    : counter_index(counted);
    if ((counter < 0 ? limit_print_launches(&cost, counted) : limit_print_line(&cost, counter)) ||
        (counter >= 0 && limit_print_line(&cost, counter_index("shared_load_requests")))) {
        return;
    }
    limit_print_launches(&cost, counted);
}
