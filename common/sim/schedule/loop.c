#include "sim/schedule/loop.h"

#include <string.h>

#include "sim/schedule/workers.h"

enum {
    ANSWERS = 256,          // a place where a twentieth of the time is spent is missed once in 500,000 times
    ASKED_MAX = 4 * ANSWERS // as some answers come from between two threads
};

// The calls that led to where the thread was at each answer, as in struct diagnostic.
struct answers {
    uint64_t stacks[ANSWERS][DIAGNOSTIC_FRAMES];
    unsigned depths[ANSWERS]; // the calls of each
    unsigned count;
};

static void note_answer(struct answers *answers, const uint64_t *stack) {
    unsigned depth = 0;
    while (depth < DIAGNOSTIC_FRAMES && stack[depth] != 0) {
        depth++;
    }
    if (depth > 0 && depth < DIAGNOSTIC_FRAMES) { // otherwise its outermost calls are unknown
        memcpy(answers->stacks[answers->count], stack, sizeof(answers->stacks[0]));
        answers->depths[answers->count++] = depth;
    }
}

// The call at this depth, from the outermost inwards; 0: none.
static uint64_t call_at(const struct answers *answers, unsigned answer, unsigned depth) {
    return depth < answers->depths[answer] ? answers->stacks[answer][answers->depths[answer] - 1 - depth] : 0;
}

// The outermost call of most answers. Those where the stack cannot be read differ from each other, and may be more than
// half.
static uint64_t find_usual(const struct answers *answers) {
    uint64_t usual = 0;
    unsigned most = 0;
    for (unsigned i = 0; i < answers->count; i++) {
        unsigned alike = 0;
        for (unsigned k = 0; k < answers->count; k++) {
            alike += call_at(answers, k, 0) == call_at(answers, i, 0);
        }
        usual = alike > most ? call_at(answers, i, 0) : usual;
        most = alike > most ? alike : most;
    }
    return usual;
}

// Leaves out the answers with other outermost calls: the thread was interrupted where its stack cannot be read.
static void keep_usual(struct answers *answers) {
    uint64_t usual = find_usual(answers);
    unsigned kept = 0;
    for (unsigned i = 0; i < answers->count; i++) {
        if (call_at(answers, i, 0) == usual) {
            memmove(answers->stacks[kept], answers->stacks[i], sizeof(answers->stacks[0]));
            answers->depths[kept++] = answers->depths[i];
        }
    }
    answers->count = kept;
}

// Finds the outermost call at which the answers differ, and its first and last place.
static void find_places(const struct answers *answers, struct loop *found) {
    unsigned depth = 0;
    uint64_t first, last;
    for (;; depth++) {
        first = UINT64_MAX, last = 0;
        for (unsigned i = 0; i < answers->count; i++) {
            uint64_t call = call_at(answers, i, depth);
            first = call != 0 && call < first ? call : first;
            last = call > last ? call : last;
        }
        if (last == 0) { // all were at one place
            first = last = call_at(answers, 0, --depth);
        }
        if (first != last || depth + 1 >= answers->depths[0]) {
            break;
        }
    }
    memset(found, 0, sizeof(*found));
    found->stack[0] = first;
    found->last = last;
    for (unsigned i = 0; i < depth; i++) {
        found->stack[depth - i] = call_at(answers, 0, i);
    }
}

// The first lane of the running thread's warp that can run.
static unsigned first_running(const struct worker *worker) {
    unsigned current = worker->current, warp = current / WARP_LANES;
    uint32_t lanes = worker->warps[warp].ready | worker->warps[warp].cut | 1u << current % WARP_LANES;
    return warp * WARP_LANES + (unsigned)__builtin_ctz(lanes);
}

static struct answers answers;
static unsigned asked, thread; // thread: the first one that answered

void loop_begin(void) {
    answers.count = 0;
    asked = 0;
    thread = BLOCK_THREADS_MAX;
}

bool loop_ask(struct worker *worker, bool in_kernel) {
    if (asked++ == ASKED_MAX || answers.count == ANSWERS || !signals_ask(worker)) {
        return false; // no answer in time: the earlier ones have to do
    }
    if (!in_kernel || worker->whereabouts.in_kernel) {
        note_answer(&answers, worker->whereabouts.stack);
        const unsigned first = in_kernel ? first_running(worker) : 0;
        thread = first < thread ? first : thread;
    }
    return true;
}

bool loop_find(struct loop *found) {
    keep_usual(&answers);
    if (answers.count == 0) {
        return false;
    }
    find_places(&answers, found);
    found->thread = thread;
    return true;
}
