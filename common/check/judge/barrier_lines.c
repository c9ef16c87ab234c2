#include "check/judge/barrier_lines.h"

#include <stdio.h>

#include "check/judge/remark.h"
#include "regions/structure.h"

// Where may a thread have left before the barrier: in its function, before the call of that function in a kernel, or,
// if no block is around the barrier, anywhere in the kernel? NULL: nowhere.
static const struct leave *find_leave(const struct structure *structure, const char *kernel_name,
                                      int barrier) {
    const struct block *function = structure_function(structure, barrier),
                       *kernel = structure_kernel(structure, kernel_name);
    const struct leave *leave = structure_leave_before(structure, barrier);
    for (size_t i = 0; i < structure->count && leave == NULL; i++) { // in a function that a kernel calls
        const struct block *caller = &structure->blocks[i];
        if (function != NULL && caller->kernel && caller != function &&
            (kernel == NULL || caller == kernel)) {
            int call = structure_call(structure, caller, function);
            leave = call > 0 ? structure_leave_before(structure, call) : NULL;
        }
    }
    return leave == NULL && kernel != NULL && structure_block(structure, barrier) == NULL
               ? structure_leave_before(structure, kernel->end)
               : leave;
}

void barrier_lines_add(struct finding *finding) {
    struct source_place *left = &finding->places[1];
    struct diagnostic_place *said = &finding->diagnostic.places[1];
    int barrier = finding->places[0].line;
    if (said->text[0] != '\0' || barrier == 0) {
        return;
    }
    *left = finding->places[0];
    left->line = left->column = 0;
    const struct structure *structure = structure_of(left->file);
    if (structure != NULL) {
        static const char *const texts[] = {
            [LEAVE_RETURN] = "a thread that returns never reaches the barrier",
            [LEAVE_BREAK] = "a thread that leaves the loop never reaches the barrier",
            [LEAVE_CONTINUE] = "a thread that continues with the next iteration skips the barrier"};
        const struct block *around = structure_block(structure, barrier);
        const struct leave *leave = find_leave(structure, finding->diagnostic.kernel, barrier);
        if (leave != NULL) {
            left->line = leave->line;
            snprintf(said->text, sizeof(said->text), "%s", texts[leave->kind]);
        } else if (around != NULL) {
            left->line = around->head;
            snprintf(said->text, sizeof(said->text), "the barrier is inside, and not all threads come in%s",
                     around->loop ? " as often" : "");
        }
    }
    if (left->line == 0) {
        *left = (struct source_place){.line = 0};
    }
}

void barrier_lines_put_first(struct finding *finding) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    struct source_place barrier = finding->places[1], call = finding->places[0];
    const struct structure *structure =
        diagnostic->topic == TOPIC_AT_BARRIER && remark_in_one_file(&barrier, &call)
            ? structure_of(barrier.file)
            : NULL;
    const struct block *around = structure == NULL ? NULL : structure_block(structure, barrier.line);
    if (around == NULL || (around->begin <= call.line && call.line <= around->end)) {
        return;
    }
    const struct block *branch = structure_block(structure, call.line);
    bool both =
        branch != NULL && !branch->loop && (barrier.line < branch->begin || branch->end < barrier.line);
    if (both && structure_function(structure, call.line) == structure_function(structure, barrier.line)) {
        return; // each of the two is in a branch of its own
    }
    struct diagnostic_place said = diagnostic->places[0];
    diagnostic->class_ = DIAGNOSTIC_BARRIER;
    diagnostic->topic = TOPIC_TWO_BARRIERS;
    diagnostic->places[0] = diagnostic->places[1];
    diagnostic->places[1] = said;
    finding->places[0] = barrier;
    finding->places[1] = call;
    remark_end(diagnostic, 0, "some threads wait here, and others of the same warp go past this barrier");
}
