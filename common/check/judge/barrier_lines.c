#include "check/judge/barrier_lines.h"

#include "check/judge/remark.h"
#include "regions/structure.h"

// Does a condition in the barrier's own statement decide who waits?
static bool barrier_is_chosen(const struct structure *structure, int barrier) {
    for (size_t i = 0; i < structure->barrier_count; i++) {
        if (structure->barriers[i].line == barrier && structure->barriers[i].chosen) {
            return true;
        }
    }
    return false;
}

// The line that calls the lambda, or the kernel's function, that the barrier is in; 0: none.
static int call_to_barrier(const struct structure *structure, const char *kernel_name, int barrier) {
    const struct block *inner = structure_block(structure, barrier),
                       *function = structure_function(structure, barrier),
                       *kernel = structure_kernel(structure, kernel_name);
    if (inner != NULL && inner->lambda && inner->name[0] != '\0' && function != NULL) {
        return structure_call(structure, function, inner);
    }
    return inner == NULL && function != NULL && kernel != NULL && function != kernel
               ? structure_call(structure, kernel, function)
               : 0;
}

void barrier_lines_add(struct finding *finding) {
    static const enum topic topics[] = {[LEAVE_RETURN] = TOPIC_RETURNS_BEFORE_BARRIER,
                                        [LEAVE_BREAK] = TOPIC_BREAKS_BEFORE_BARRIER,
                                        [LEAVE_CONTINUE] = TOPIC_CONTINUES_BEFORE_BARRIER,
                                        [LEAVE_GOTO] = TOPIC_JUMPS_OVER_BARRIER};
    struct source_place *left = &finding->places[1];
    struct diagnostic_place *second = &finding->diagnostic.places[1];
    int barrier = finding->places[0].line;
    if (is_said(&second->said) || barrier == 0) {
        return;
    }
    const struct structure *structure = structure_of(finding->places[0].file);
    if (structure == NULL) {
        *left = (struct source_place){.line = 0};
        return;
    }
    // Where nothing in the function keeps a thread from the barrier, something may keep it from the call.
    const struct leave *leave = structure_leave_before(structure, barrier);
    const int call = leave == NULL ? call_to_barrier(structure, finding->diagnostic.kernel, barrier) : 0;
    leave = call > 0 ? structure_leave_before(structure, call) : leave;
    const struct block *around = structure_block(structure, call > 0 ? call : barrier);
    *left = finding->places[0];
    left->column = 0;
    if (barrier_is_chosen(structure, barrier)) {
        say(&second->said, WORDS(TOPIC(CONDITION_IN_STATEMENT)));
    } else if (leave != NULL) {
        left->line = leave->line;
        say(&second->said, WORDS(A_TOPIC(topics[leave->kind])));
    } else if (around != NULL) {
        left->line = around->head;
        say(&second->said, WORDS(call > 0 && around->loop ? TOPIC(CALL_OF_BARRIER_IN_LOOP)
                                 : call > 0               ? TOPIC(CALL_OF_BARRIER_INSIDE)
                                 : around->loop           ? TOPIC(BARRIER_IN_LOOP)
                                                          : TOPIC(BARRIER_INSIDE)));
    } else {
        *left = (struct source_place){.line = 0};
    }
}

void barrier_lines_put_first(struct finding *finding) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    struct source_place barrier = finding->places[1], call = finding->places[0];
    const struct structure *structure = said_topic(&diagnostic->places[1].said) == TOPIC_WAITS_AT_BARRIER &&
                                                remark_in_one_file(&barrier, &call)
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
    diagnostic->places[0] = diagnostic->places[1];
    diagnostic->places[1] = said;
    finding->places[0] = barrier;
    finding->places[1] = call;
    say(&diagnostic->message, WORDS(TOPIC(OTHERS_GO_PAST_BARRIER)));
}
