#include "check/judge/race_lines.h"

#include <string.h>

#include "check/judge/remark.h"
#include "regions/arguments.h"
#include "regions/around.h"
#include "regions/conditions.h"
#include "regions/statement.h"
#include "regions/structure.h"

// What the access at this place does.
static const char *verb(const struct diagnostic_place *place) {
    return place->act == ACT_WRITES ? "write" : place->act == ACT_UPDATES ? "update" : "read";
}

// With the loop's line: at the condition in it that threads may pass differently often.
static const char decides_barrier[] =
    "in the loop at line %d, this condition decides whether a thread reaches a barrier";

// Do all threads of a block call the function, as far as its callers' conditions say?
static bool called_by_all(const struct structure *structure, const struct block *function, const char *file) {
    for (size_t i = 0; i < structure->count; i++) {
        const struct block *caller = &structure->blocks[i];
        int call = caller->function && caller != function ? structure_call(structure, caller, function) : 0;
        struct around around[4];
        size_t count = call > 0 && !function->kernel ? around_find(file, call, around, 4) : 0;
        for (size_t k = 0; k < count; k++) {
            if (around[k].kind != CONDITION_LOOP) {
                return false;
            }
        }
    }
    return true;
}

// The first barrier of this name from line `first` to line `last`; 0: none.
static int find_barrier(const struct structure *structure, const char *name, int first, int last) {
    for (size_t i = 0; i < structure->barrier_count; i++) {
        const int line = structure->barriers[i].line;
        if (first <= line && line <= last && structure_names(structure, line, name)) {
            return line;
        }
    }
    return 0;
}

// Shows the barrier of one warp that stands where threads of two warps need one of the block: between the two lines, or
// with `next` in the rest of the loop around them. false: there is none.
static bool say_warp_barrier(const struct structure *structure, struct finding *finding, bool next) {
    static const char name[] = "__syncwarp";
    const int a = finding->places[0].line, b = finding->places[1].line, both[] = {a, b},
              first = a < b ? a : b, last = a < b ? b : a;
    const struct block *function = structure_function(structure, a),
                       *loop = structure_loop(structure, both, 2), *own = structure_loop(structure, both, 1);
    const bool apart = function != structure_function(structure, b);
    const struct block *around = apart ? own : a == b ? loop : NULL; // with no barrier of the block
    bool rest = false;
    int line = 0;
    if (finding->diagnostic.topic != TOPIC_NO_BARRIER || function == NULL ||
        !called_by_all(structure, function, finding->places[0].file)) {
        return false;
    }
    if (around != NULL) {
        line = find_barrier(structure, "__syncthreads", around->begin, around->end) > 0
                   ? 0
                   : find_barrier(structure, name, around->begin, around->end);
    } else if (!next && !apart) {
        line = find_barrier(structure, name, first, last);
        rest = line == 0 && a < b && loop != NULL; // the second access is in the next iteration
    }
    if (rest || (around == NULL && next && loop != NULL)) {
        line = find_barrier(structure, name, last, loop->end);
        line = line > 0 ? line : find_barrier(structure, name, loop->begin, first);
    }
    if (line > 0 && !next && around == NULL) {
        remark_missing(finding, ", with only __syncwarp() at line %d between, which waits for one warp",
                       line);
    }
    if (line > 0) {
        remark_show(finding, line, "only the threads of one warp wait for each other here");
    }
    return line > 0;
}

// Says that a fence stands between the two accesses. false: none does.
static bool say_fence(const struct structure *structure, struct finding *finding) {
    int a = finding->places[0].line, b = finding->places[1].line;
    const int lines[] = {a, b};
    const struct block *loop = structure_loop(structure, lines, 2);
    char name[32];
    int first = loop != NULL ? loop->begin : a < b ? a : b, last = loop != NULL ? loop->end : a < b ? b : a;
    int fence = statement_fence(finding->places[0].file, first, last, name, sizeof(name));
    if (fence > 0 && (loop == NULL || !loop->barrier)) {
        remark_missing(finding, ", with only %s() between, and a fence waits for no thread", name);
        remark_show(finding, fence, "only this fence is between");
        finding->diagnostic.topic = TOPIC_ONLY_FENCE;
    }
    return fence > 0 && (loop == NULL || !loop->barrier);
}

// One statement of two threads. false: there is nothing to say about it.
static bool say_statement(const struct structure *structure, struct finding *finding,
                          const struct block *around) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    const char *file = finding->places[0].file;
    int line = finding->places[0].line;
    const struct block *function = structure_function(structure, line);
    bool reads = strcmp(verb(&diagnostic->places[0]), verb(&diagnostic->places[1])) != 0;
    bool between_rounds = around != NULL && !around->barrier && !statement_shares_out(file, around->head) &&
                          (reads || diagnostic->class_ == DIAGNOSTIC_RACE_SHARED);
    int condition = around != NULL && around->barrier ? conditions_of_barriers(structure, around, line) : 0;
    if (statement_updates(file, line)) {
        remark_missing(
            finding,
            ": the statement reads it and writes it back. Use an atomic there, such as atomicAdd(), or give "
            "each thread its own element");
        diagnostic->topic = TOPIC_UPDATE;
    } else if (between_rounds) {
        remark_add(finding, ". No barrier ran between the two accesses in the loop at line %d", around->head);
        remark_names(finding, around->head);
    } else if (condition > 0) {
        remark_show(finding, condition, decides_barrier, around->head);
    } else if (around != NULL || (function != NULL && function->kernel)) {
        int written = structure_written(file, line, diagnostic->kernel, diagnostic->array);
        remark_missing(
            finding, ", in one statement, which no barrier can split. Do two threads share an element here?");
        diagnostic->topic = TOPIC_STATEMENT;
        if (reads && (written == 0 || written < line || around != NULL)) {
            finding->advises = true;
        } else if (reads) {
            remark_add(finding, " Each thread would have to wait for another one's result");
        }
    } else if (!reads && statement_in_one_call(file, line)) {
        remark_missing(finding, ", at one line. Do two threads share an element here?");
        diagnostic->topic = TOPIC_ONE_LINE;
    } else {
        return false;
    }
    return true;
}

// Says that both accesses use a pointer to one of two arrays that change places. false: they do not.
static bool say_changes(struct finding *finding) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    const bool first_reads = strcmp(verb(&diagnostic->places[0]), "read") == 0,
               second_reads = strcmp(verb(&diagnostic->places[1]), "read") == 0;
    const int reads = finding->places[first_reads ? 0 : 1].line,
              writes = finding->places[first_reads ? 1 : 0].line;
    char name[32];
    if (first_reads == second_reads ||
        !arguments_change_places(finding->places[0].file, writes, reads,
                                 diagnostic->class_ != DIAGNOSTIC_RACE_SHARED, name)) {
        return false;
    }
    remark_missing(
        finding,
        ", and both lines use %s, which the loop sets to another array. Should line %d read the other one?",
        name, reads);
    diagnostic->topic = TOPIC_SAME_ARRAY;
    return true;
}

// Says that the two accesses use two pointers that the loop has set to one array. false: they do not.
static bool say_becomes_one(struct finding *finding) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    const bool first_reads = strcmp(verb(&diagnostic->places[0]), "read") == 0,
               second_reads = strcmp(verb(&diagnostic->places[1]), "read") == 0;
    struct same_array found;
    const enum becomes_one one =
        first_reads == second_reads
            ? NOT_ONE
            : arguments_become_one(finding->places[0].file, finding->places[first_reads ? 1 : 0].line,
                                   finding->places[first_reads ? 0 : 1].line,
                                   diagnostic->class_ != DIAGNOSTIC_RACE_SHARED, &found);
    if (one == ONE_BY_BOTH) {
        remark_missing(
            finding,
            ", and %s and %s are one array by then: the loop sets each to the other. Should a variable "
            "keep the first one's old value?",
            found.written, found.read);
    } else if (one != NOT_ONE) {
        remark_missing(finding,
                       ", and %s and %s are one array by then, because the loop sets %s. Should it set both?",
                       found.written, found.read, one == ONE_BY_THE_READ ? found.read : found.written);
    } else {
        return false;
    }
    diagnostic->topic = TOPIC_SAME_ARRAY;
    return true;
}

// If one of the two accesses is in a loop with a barrier: shows the condition that decides who reaches that barrier.
static void say_condition_of_own_loop(const struct structure *structure, struct finding *finding) {
    for (int i = 0; i < 2 && finding->said[0] == '\0'; i++) {
        const int *line = &finding->places[i].line;
        const struct block *own = structure_loop(structure, line, 1);
        int condition = own != NULL && own->barrier ? conditions_of_barriers(structure, own, *line) : 0;
        if (condition > 0) {
            remark_show(finding, condition, decides_barrier, own->head);
        }
    }
}

// Between two barriers, a thread executes the lines after the first barrier, and those before it, if any, in the next
// iteration of a loop that contains the barrier.
static void say_order(const struct structure *structure, struct finding *finding, int barrier) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    int later = finding->places[0].line, earlier = finding->places[1].line; // as they were executed
    int lines[] = {later, earlier, barrier};
    const struct block *loop = barrier > 0 ? structure_loop(structure, lines, 3) : NULL,
                       *around = structure_loop(structure, lines, 2);
    if (loop != NULL && (later < barrier) != (earlier < barrier)) {
        int next = later < barrier ? 0 : 1; // which place is in the next iteration
        const char *between = diagnostic->topic == TOPIC_ONLY_EXCHANGE
                                  ? "only a shuffle or vote, which orders no memory accesses,"
                              : diagnostic->topic == TOPIC_NO_WARP_BARRIER
                                  ? "neither __syncthreads() nor __syncwarp()"
                                  : "no __syncthreads()";
        remark_missing(
            finding,
            ": the %s at line %d comes first, the %s at line %d in the next iteration of the loop at line "
            "%d, and %s separates the iterations",
            verb(&diagnostic->places[1 - next]), finding->places[1 - next].line,
            verb(&diagnostic->places[next]), finding->places[next].line, loop->head, between);
        remark_names(finding, loop->head); // besides the two places
        say_warp_barrier(structure, finding, true);
    } else if (say_fence(structure, finding) || say_warp_barrier(structure, finding, false) ||
               (around != NULL && around->barrier && (say_changes(finding) || say_becomes_one(finding))) ||
               (later == earlier && say_statement(structure, finding, around))) {
        return;
    } else if (around != NULL && !around->barrier) {
        remark_add(finding, ". No barrier ran between the two accesses in the loop at line %d", around->head);
        remark_names(finding, around->head);
    } else if (loop != NULL ? structure_in_order(structure, later, earlier)
                            : around == NULL && structure_in_order(structure, later, earlier)) {
        remark_add(finding, ". In program order, line %d comes before line %d", later, earlier);
    }
    if (around == NULL && finding->said[0] == '\0') {
        say_condition_of_own_loop(structure, finding);
    }
}

// Shows the call by which the two accesses use two pointers to one array. false: they do not.
static bool say_same_array(const struct source *source, struct finding *finding) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    const struct source_place *places = finding->places;
    struct source_place launch = {.line = 0};
    struct same_array found;
    bool first_writes = strcmp(verb(&diagnostic->places[0]), "read") != 0,
         second_writes = strcmp(verb(&diagnostic->places[1]), "read") != 0;
    int writes = first_writes ? places[0].line : places[1].line,
        reads = first_writes ? places[1].line : places[0].line;
    source_find(source, diagnostic->launch_pc, &launch);
    if (first_writes == second_writes || !remark_in_one_file(&places[0], &places[1]) ||
        !arguments_same_array(places[0].file, writes, reads, diagnostic->class_ != DIAGNOSTIC_RACE_SHARED,
                              remark_in_one_file(&launch, &places[0]) ? launch.line : 0, &found)) {
        return false;
    }
    finding->diagnostic.topic = TOPIC_SAME_ARRAY;
    if (found.set > 0) {
        remark_show(finding, found.set,
                    "%s and %s are one array in the call at line %d. Should it write to another?",
                    found.written, found.read, found.call);
    } else {
        remark_show(finding, found.call, "%s and %s are one array in this call. Should it write to another?",
                    found.written, found.read);
    }
    return true;
}

// Shows the fence that orders nothing for other blocks, after the write of one block or before the read of the other.
// false: there was none, or it is not found.
static bool say_block_fence(struct finding *finding) {
    static const char fence[] = "__threadfence_block";
    const struct diagnostic *diagnostic = &finding->diagnostic;
    const struct structure *structure =
        diagnostic->topic == TOPIC_BLOCK_FENCE && remark_in_one_file(&finding->places[0], &finding->places[1])
            ? structure_of(finding->places[0].file)
            : NULL;
    for (int i = 0; i < 2 && structure != NULL; i++) {
        const int line = finding->places[i].line;
        const struct block *function = structure_function(structure, line);
        const bool reads = strcmp(verb(&diagnostic->places[i]), "read") == 0;
        const int found = function == NULL
                              ? 0
                              : statement_calls(finding->places[i].file, reads ? function->begin : line,
                                                reads ? line : function->end, fence);
        if (found > 0) {
            remark_show(finding, found, "%s() orders nothing for the threads of other blocks", fence);
            return true;
        }
    }
    return false;
}

// Shows that the kernel declares the array static, so that all blocks have the same one. false: it does not.
static bool say_static(struct finding *finding) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    const int line =
        diagnostic->class_ == DIAGNOSTIC_RACE_GLOBAL && diagnostic->two_blocks
            ? statement_declared_as(finding->places[0].file, "static", diagnostic->kernel, diagnostic->array)
            : 0;
    if (line > 0) {
        remark_show(finding, line,
                    "a static variable is one for all blocks. With __shared__, each block has its own");
    }
    return line > 0;
}

// Two blocks that use no flag, and one statement that reads the element and writes it back. false: it does not.
static bool say_update_of_blocks(struct finding *finding) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    const struct source_place *places = finding->places;
    const uint32_t topic = diagnostic->topic;
    const bool by_flag = topic == TOPIC_NO_FENCE || topic == TOPIC_BLOCK_FENCE || topic == TOPIC_APART ||
                         topic == TOPIC_LATE || diagnostic->class_ == DIAGNOSTIC_STALE_READ ||
                         diagnostic->class_ == DIAGNOSTIC_LOST_UPDATE;
    if (by_flag || !diagnostic->two_blocks || diagnostic->missing[0] == '\0' ||
        places[0].line != places[1].line || !remark_in_one_file(&places[0], &places[1]) ||
        !statement_updates(places[0].file, places[0].line)) {
        return false;
    }
    remark_missing(
        finding,
        ": the statement reads it and writes it back. Use an atomic there, such as atomicAdd(), or give "
        "each thread its own element");
    diagnostic->topic = TOPIC_UPDATE;
    return true;
}

void race_lines_add(const struct source *source, struct finding *finding) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    struct source_place barrier = {.line = 0};
    if (diagnostic->near_pc != 0 && source_find(source, diagnostic->near_pc, &barrier) &&
        remark_in_one_file(&barrier, &finding->places[0])) {
        remark_show(
            finding, barrier.line,
            "the flag is written here, before that value: another block may read the value too early");
        return;
    }
    if (say_same_array(source, finding) || say_block_fence(finding) || say_static(finding) ||
        say_update_of_blocks(finding) || diagnostic->missing[0] == '\0' || diagnostic->two_blocks ||
        !remark_in_one_file(&finding->places[0], &finding->places[1]) ||
        (diagnostic->barrier_pc != 0 && (!source_find(source, diagnostic->barrier_pc, &barrier) ||
                                         !remark_in_one_file(&barrier, &finding->places[0])))) {
        return;
    }
    const struct structure *structure = structure_of(finding->places[0].file);
    if (structure != NULL) {
        say_order(structure, finding, barrier.line);
    }
}
