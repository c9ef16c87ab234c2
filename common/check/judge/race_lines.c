#include "check/judge/race_lines.h"

#include <string.h>

#include "check/judge/remark.h"
#include "regions/structure.h"

// What the access at this place does.
static const char *verb(const struct diagnostic_place *place) {
    return place->act == ACT_WRITES ? "write" : place->act == ACT_UPDATES ? "update" : "read";
}

// The accesses of two threads at one line. Without a loop, those of a kernel are of one statement. Otherwise they may
// be of two iterations, or of two calls.
static void say_one_line(const struct structure *structure, struct finding *finding,
                         const struct block *loop) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    const struct block *function = structure_function(structure, finding->places[0].line);
    if (loop == NULL && function != NULL && function->kernel && !diagnostic->two_blocks) {
        remark_missing(
            finding, ", in one statement, which no barrier can split. Do two threads share an element here?");
        diagnostic->topic = TOPIC_STATEMENT;
    } else {
        remark_add(finding, ". Do two threads share an element here?");
    }
}

// Between two barriers, a thread executes the lines after the first barrier, and those before it, if any, in the next
// iteration of a loop that contains the barrier.
static void say_order(const struct structure *structure, struct finding *finding, int barrier) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    const bool reads = strcmp(verb(&diagnostic->places[0]), verb(&diagnostic->places[1])) != 0;
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
    } else if (around != NULL && !around->barrier && (reads || later != earlier)) {
        remark_add(finding, ". No barrier ran between the two accesses in the loop at line %d", around->head);
        remark_names(finding, around->head);
    } else if (later == earlier) {
        say_one_line(structure, finding, around);
    } else if ((loop != NULL || around == NULL) && structure_in_order(structure, later, earlier)) {
        remark_add(finding, ". In program order, line %d comes before line %d", later, earlier);
    }
}

bool race_lines_of_one_line(const struct finding *finding) {
    return finding->diagnostic.topic == TOPIC_NO_ORDER &&
           finding->places[0].line == finding->places[1].line &&
           remark_in_one_file(&finding->places[0], &finding->places[1]);
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
    if (diagnostic->missing[0] == '\0' || !remark_in_one_file(&finding->places[0], &finding->places[1]) ||
        (diagnostic->barrier_pc != 0 && (!source_find(source, diagnostic->barrier_pc, &barrier) ||
                                         !remark_in_one_file(&barrier, &finding->places[0])))) {
        return;
    }
    const struct structure *structure = structure_of(finding->places[0].file);
    if (structure != NULL && diagnostic->two_blocks) {
        if (race_lines_of_one_line(finding)) {
            say_one_line(structure, finding, NULL);
        }
    } else if (structure != NULL) {
        say_order(structure, finding, barrier.line);
    }
}
