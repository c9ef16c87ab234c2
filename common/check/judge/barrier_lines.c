#include "check/judge/barrier_lines.h"

#include <stdio.h>

#include "check/judge/remark.h"
#include "regions/around.h"
#include "regions/origins.h"
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

// Does a condition in the barrier's own statement decide who waits?
static bool barrier_is_chosen(const struct structure *structure, int barrier) {
    for (size_t i = 0; i < structure->barrier_count; i++) {
        if (structure->barriers[i].line == barrier && structure->barriers[i].chosen) {
            return true;
        }
    }
    return false;
}

// Does a condition around the line name the thread? With `loops`, also that of a loop.
static bool depends_on_thread(const char *path, int line, bool loops) {
    enum { AROUND_MAX = 8 };
    struct around around[AROUND_MAX];
    const size_t count = around_find(path, line, around, AROUND_MAX);
    for (size_t i = 0; i < count; i++) {
        if (around[i].threads && (loops || around[i].kind != CONDITION_LOOP)) {
            return true;
        }
    }
    return false;
}

// The line that calls the lambda, or the kernel's function, that the barrier is in; 0: none, or nothing is around it
// either.
static int call_to_barrier(const struct structure *structure, const char *kernel_name, int barrier) {
    const struct block *inner = structure_block(structure, barrier),
                       *function = structure_function(structure, barrier),
                       *kernel = structure_kernel(structure, kernel_name), *called = NULL, *caller = NULL;
    if (inner != NULL && inner->lambda && inner->name[0] != '\0') {
        called = inner;
        caller = function;
    } else if (inner == NULL && function != NULL && function != kernel) {
        called = function;
        caller = kernel;
    }
    int call = called != NULL && caller != NULL ? structure_call(structure, caller, called) : 0;
    return call > 0 && structure_block(structure, call) != NULL ? call : 0;
}

// How threads come to a barrier in a function that is not a kernel.
struct calls_of_function {
    int conditional; // a line that calls it only for some threads; 0: none
    size_t count; // of the functions that may have called it; 0: only code that is done for the student does
    bool alike;   // nothing around the barrier in the function names the thread
};

static struct calls_of_function find_calls(const struct structure *structure, const char *path,
                                           const char *kernel_name, int barrier) {
    struct calls_of_function calls = {.alike = !depends_on_thread(path, barrier, true)};
    const struct block *function = structure_function(structure, barrier),
                       *kernel = structure_kernel(structure, kernel_name);
    if (function == NULL || function->kernel) {
        return (struct calls_of_function){.count = 1};
    }
    for (size_t i = 0; i < structure->count; i++) {
        const struct block *caller = &structure->blocks[i];
        const bool may_call =
            caller != function && (caller->kernel ? kernel == NULL || caller == kernel : caller->function);
        const int call = may_call ? structure_call(structure, caller, function) : 0;
        calls.count += call > 0;
        if (call > 0 && (depends_on_thread(path, call, false) || around_if_is_of_thread(path, call))) {
            calls.conditional = call;
        }
    }
    return calls;
}

static void say_of_barrier(struct diagnostic_place *said, const char *text) {
    snprintf(said->text, sizeof(said->text), "%s", text);
}

void barrier_lines_add(struct finding *finding) {
    static const char *const texts[] = {
        [LEAVE_RETURN] = "a thread that returns never reaches the barrier",
        [LEAVE_BREAK] = "a thread that leaves the loop never reaches the barrier",
        [LEAVE_CONTINUE] = "a thread that continues with the next iteration skips the barrier",
        [LEAVE_GOTO] = "a thread that jumps from here skips the barrier"};
    struct source_place *left = &finding->places[1];
    struct diagnostic_place *said = &finding->diagnostic.places[1];
    const char *kernel = finding->diagnostic.kernel;
    int barrier = finding->places[0].line;
    if (said->text[0] != '\0' || barrier == 0) {
        return;
    }
    const struct structure *structure = structure_of(finding->places[0].file);
    if (structure == NULL) {
        *left = (struct source_place){.line = 0};
        return;
    }
    const struct leave *leave = find_leave(structure, kernel, barrier);
    const char *path = finding->places[0].file;
    const struct calls_of_function calls = find_calls(structure, path, kernel, barrier);
    int call = call_to_barrier(structure, kernel, barrier);
    if (call == 0 && calls.alike && calls.count == 1) {
        call = calls.conditional;
    }
    // Without such a call, the loop may be one that all threads run alike, if all come to it.
    const bool unknown = call == 0 && calls.alike && (calls.count == 0 || calls.conditional > 0);
    const struct block *around = structure_block(structure, call > 0 ? call : barrier);
    *left = finding->places[0];
    left->column = 0;
    if (barrier_is_chosen(structure, barrier)) {
        say_of_barrier(said, "a condition in this statement decides which threads wait");
    } else if (leave != NULL) {
        left->line = leave->line;
        say_of_barrier(said, texts[leave->kind]);
    } else if (around != NULL && !unknown) {
        left->line = around->head;
        say_of_barrier(
            said, call > 0 && around->loop
                      ? "the call that leads to the barrier is inside, and not all threads come in as often"
                  : call > 0     ? "the call that leads to the barrier is inside, and not all threads come in"
                  : around->loop ? "the barrier is inside, and not all threads come in as often"
                                 : "the barrier is inside, and not all threads come in");
    } else {
        *left = (struct source_place){.line = 0};
    }
}

// Does the nearest condition of a `return` depend on the thread: by its own words, or by those that set its variables?
static bool returns_by_thread(const char *path, int line) {
    struct around around;
    struct origins origins = {.count = 0};
    if (around_find(path, line, &around, 1) == 0 || around.kind == CONDITION_LOOP) {
        return false;
    }
    origins_add(path, around.line, ORIGINS_OF_ALL, &around.line, 1, &origins);
    bool found = around.threads;
    for (size_t i = 0; i < origins.count; i++) {
        found |= around_names_thread(path, origins.lines[i].line);
    }
    return found;
}

void barrier_lines_show_return(struct finding *finding) {
    const char *path = finding->places[0].file;
    const struct structure *structure = structure_of(path);
    const struct block *kernel =
        structure != NULL ? structure_kernel(structure, finding->diagnostic.kernel) : NULL;
    const struct leave *leave = kernel != NULL ? structure_leave_before(structure, kernel->end) : NULL;
    if (finding->diagnostic.topic == TOPIC_LANE_LEFT && leave != NULL && leave->kind == LEAVE_RETURN &&
        returns_by_thread(path, leave->line)) {
        remark_show(finding, leave->line, "a thread that returns here does not get to line %d",
                    finding->places[0].line);
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
    snprintf(diagnostic->message, sizeof(diagnostic->message),
             "some threads wait here, and others of the same warp go past this barrier");
}
