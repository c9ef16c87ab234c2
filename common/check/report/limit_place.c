// Where a program exceeds a limit.
#include <string.h>

#include "check/judge/limits.h"
#include "check/report/limit_place.h"
#include "check/runner/counter_names.h"
#include "regions/regions.h"
#include "text/translation.h"

// Prints these lines, and the loop around all of them, unless there are too many lines.
static bool print_combining(const struct cost *cost, const int *lines, size_t count, const char *text) {
    if (count == 0 || count > CALLS_SHOWN_MAX) {
        return false;
    }
    struct source_place place = {.line = 0};
    memcpy(place.file, cost->result->todos.path, sizeof(place.file));
    for (size_t i = 0; i < count; i++) {
        place.line = lines[i];
        report_place(cost->terminal, &place, text);
    }
    const struct block *loop = cost->structure != NULL ? structure_loop(cost->structure, lines, count) : NULL;
    if (loop != NULL) {
        place.line = loop->head;
        report_place(cost->terminal, &place,
                     count == 1 ? _("this loop repeats it") : _("this loop repeats them"));
    }
    return true;
}

// Prints the calls of a function, and the loop around all of them. Of many, those in loops.
static bool print_listed(const struct cost *cost, const char *function, const char *text) {
    int lines[CALLS_FOUND_MAX];
    size_t count = report_find_calls(cost->result, cost->part, false, function, lines), kept = 0;
    count = count > 0 ? count : report_find_calls(cost->result, cost->part, true, function, lines);
    for (size_t i = 0; i < count && count > CALLS_SHOWN_MAX && cost->structure != NULL; i++) {
        if (structure_loop(cost->structure, &lines[i], 1) != NULL) {
            lines[kept++] = lines[i];
        }
    }
    return print_combining(cost, lines, count > CALLS_SHOWN_MAX ? kept : count, text);
}

// Prints the barriers of the part or, if they are in functions that it calls, these calls.
static bool print_barriers(const struct cost *cost) {
    const struct structure *structure = cost->structure;
    bool printed = print_listed(cost, "__syncthreads", _("a barrier"));
    for (size_t i = 0; i < (printed || structure == NULL ? 0 : structure->count); i++) {
        const struct block *function = &structure->blocks[i];
        if (function->function && !function->kernel && function->barrier) {
            printed |= print_listed(cost, function->name, _("this function has barriers"));
        }
    }
    return printed;
}

// Prints the shuffles and votes, and the loops around them.
static bool print_shuffles(const struct cost *cost) {
    static const char *const functions[] = {"shuffle_down",    "shuffle_up",       "shuffle_from",
                                            "__shfl_sync",     "__shfl_down_sync", "__shfl_up_sync",
                                            "__shfl_xor_sync", "__ballot_sync",    "__any_sync",
                                            "__all_sync",      "__match_any_sync"};
    bool printed = false;
    for (size_t i = 0; i < COUNT(functions); i++) {
        printed |= print_listed(cost, functions[i], _("lanes exchange values here"));
    }
    return printed;
}

// Prints the calls of combine() in the launch in which one thread at a time calls it.
static bool print_serial(const struct cost *cost) {
    int lines[CALLS_FOUND_MAX], counter = counter_index("serial_combines");
    size_t count = report_find_anywhere(cost->result, "combine", lines), kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (limit_in_launch(cost, counter, lines[i])) {
            lines[kept++] = lines[i];
        }
    }
    return print_combining(cost, lines, kept, _("values are combined here"));
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
    cost.structure = structure_of(cost.own);
    const char *counted = judgement->limit->counter;
    bool barriers = strcmp(counted, "barriers") == 0, loads = strcmp(counted, "global_load_sectors") == 0;
    const bool to_host = strcmp(counted, "copied_to_host") == 0;
    if (to_host || strcmp(counted, "copied_on_device") == 0) {
        const struct case_result *run = &judgement->run.result;
        struct source_place place;
        source_find(cost.source, to_host ? run->copied_pc : run->copied_on_device_pc, &place);
        report_place(terminal, &place, _("copied here"));
        return;
    }
    if (limit_is_least(judgement->limit)) {
        print_listed(&cost, "OPERATOR_IS", _("code for one operator"));
        return;
    }
    const bool combines = strcmp(counted, "combines") == 0;
    if ((barriers || combines) && judgement->limit->per == LIMIT_PER_CASE && limit_print_blocks(&cost)) {
        return;
    }
    if (barriers
            ? print_barriers(&cost)
            : strcmp(counted, "warp_barriers") == 0 && print_listed(&cost, "__syncwarp", _("a barrier"))) {
        return;
    }
    if ((combines && print_listed(&cost, "combine", _("values are combined here"))) ||
        (strcmp(counted, "serial_combines") == 0 && print_serial(&cost)) ||
        (strcmp(counted, "shuffles") == 0 && print_shuffles(&cost)) ||
        (strcmp(counted, "early_waits") == 0 &&
         print_wait(&cost, _("here blocks wait for others before they have published anything"))) ||
        (strcmp(counted, "late_waits") == 0 &&
         print_wait(&cost, _("here blocks wait for others that have already published something"))) ||
        (strcmp(counted, "silent_waits") == 0 &&
         print_wait(&cost,
                    _("here blocks read what others have published; afterwards they publish nothing"))) ||
        ((loads || strcmp(counted, "global_sectors") == 0) && limit_print_sectors(&cost, loads))) {
        return;
    }
    // What a line does not count by itself comes from its accesses to shared memory.
    const bool unshared = strcmp(counted, "unshared_loads") == 0;
    int counter = counter_index(unshared ? "global_load_requests" : counted),
        shared = counter_index("shared_load_requests");
    bool launches = counter < 0;
    if (launches ? limit_print_launches(&cost, counted) : limit_print_line(&cost, counter)) {
        return;
    }
    if (launches || !limit_print_line(&cost, shared)) {
        limit_print_launches(&cost, counted);
    }
}
