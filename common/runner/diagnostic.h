// The runner's report of an error to the checker: one record per error, not one per thread.
// Its class is one of words/class_list.h.
#ifndef LABS_DIAGNOSTIC_H
#define LABS_DIAGNOSTIC_H

#include <stdint.h>

#include "words/said.h"

enum diagnostic_severity { DIAGNOSTIC_ERROR, DIAGNOSTIC_NOTE };

enum diagnostic_class {
#define X(name, severity, title, hint) DIAGNOSTIC_##name,
#include "words/class_list.h"
#undef X
    DIAGNOSTIC_CLASS_COUNT
};

// The order of the errors in one statement.
enum diagnostic_order {
    ORDER_FAULT, // the thread could not go on
    ORDER_STRAY, // a read that cannot happen, after which the thread went on
    ORDER_OTHER,
    ORDER_FAR // so far outside all arrays that the index may itself come from a read that cannot happen
};

// Two accesses that nothing orders: the value is then any of several.
static inline int diagnostic_is_race(uint32_t class_) {
    return class_ == DIAGNOSTIC_RACE_SHARED || class_ == DIAGNOSTIC_RACE_GLOBAL ||
           class_ == DIAGNOSTIC_RACE_FLAG || class_ == DIAGNOSTIC_RACE_UPDATE ||
           class_ == DIAGNOSTIC_RACE_SCOPE || class_ == DIAGNOSTIC_RACE_STREAMS ||
           class_ == DIAGNOSTIC_RACE_HOST || class_ == DIAGNOSTIC_STALE_READ ||
           class_ == DIAGNOSTIC_LOST_UPDATE;
}

// What happens at a place.
enum diagnostic_act {
    ACT_OTHER,
    ACT_READS,
    ACT_WRITES,
    ACT_UPDATES // atomically
};

// How what is said of a place is read.
enum place_form {
    PLACE_ALSO, // "the barrier is inside, and not all threads come in", after "also here: "
    PLACE_ACT,  // "thread 3 of block (0,0,0) writes", and "here" where nothing else says that
    PLACE_WHOLE // "allocated here", which says all
};

// One place of an error.
struct diagnostic_place {
    // The key of its file, line and column in the table of places (check/runner/source.h); 0: unknown. The simulated
    // GPU takes the address of the instruction, relative to the executable's load address.
    uint64_t pc;
    uint32_t act;  // enum diagnostic_act
    uint32_t form; // enum place_form
    // What happens there, a phrase without a full stop; nothing if the diagnostic has no such place.
    struct said said;
};

// Which value was never used, for the checker, which judges such notes. The message contains the same in
// words.
struct diagnostic_lost {
    uint64_t index;  // in `array`; also of the first element that OUTPUT_UNWRITTEN is about
    uint64_t block;  // in shared memory: the linear index of the block that left it there
    uint32_t shared; // 1: in shared memory; 0: in global memory; of UNSET_READ, too
};

enum { DIAGNOSTIC_FRAMES = 24, DIAGNOSTIC_CALLS = 16, DIAGNOSTIC_STACK_BYTES = 256 };

// What the function of the first place had on the stack, in code without optimization: its variables.
struct diagnostic_stack {
    uint64_t pc;                          // as in diagnostic_place; 0: unknown
    uint32_t count;                       // of the bytes in `last`
    uint8_t last[DIAGNOSTIC_STACK_BYTES]; // the last bytes below the frame's canonical address (DWARF's CFA)
};

struct diagnostic {
    uint32_t class_;     // enum diagnostic_class
    uint32_t launch;     // 1-based number of the launch within the case; 0: host code
    uint64_t count;      // occurrences, this one included
    uint64_t launch_pc;  // where it was launched, as `pc` below; 0: unknown
    char kernel[64];     // kernel's name as written at its launch; "" in host code
    uint64_t kernel_pc;  // where its code begins, as `pc` below; 0: unknown
    char array[48];      // what it is about: "s_partial", "d_in"; part of what makes two errors the same
    struct said message; // "s_partial[4]: thread 2 of block 0 wrote it and thread 4 of block 0 reads it"
    // Of a race: the topic of the whole sentence, and its end, "with no __syncthreads() between". The checker may know
    // better, by the lines of the source.
    struct said missing;
    struct diagnostic_place places[2]; // nothing is said of the second if there is none
    // Of a race: whether the two accesses are of two blocks. If not, the last barrier before the later access, as `pc`,
    // or 0 if there is none.
    uint32_t two_blocks;
    uint64_t barrier_pc;
    int64_t first_byte; // of an access to an array that is known: from the array's first
    // Of an access outside an array, and of a leak in host memory
    uint64_t array_bytes; // its size, if the message states it in bytes; else 0
    uint32_t host_bytes;  // the bytes of an access to host memory; 0: of another access, or by a call of CUDA
    uint32_t mask;        // of a warp's call that waits for a lane in vain; else 0
    struct diagnostic_lost lost; // only for LOST_VALUE and LOST_LANE; OUTPUT_UNWRITTEN: only the index
    uint32_t loop_ends;          // the loop around the first place may not take the right steps
    uint64_t loop_last; // of an endless loop: with the first place, the first and the last one in it, as `pc`
    uint32_t
        sent_before;  // of an error that is reported later than it happened: 1 + reports before it; else 0
    uint64_t near_pc; // of a thread that waits for a value: the last write there, as `pc`; 0: none
    // C++ leaves the order of a statement's accesses to the compiler. So the checker orders the errors of one thread
    // between two of its writes that are in one statement, whatever the order in which they were found.
    uint32_t block,
        moment;           // equal moments of one block and launch: between the same two writes; 0: no access
    uint32_t order;       // enum diagnostic_order: which of them is the first
    uint32_t after_stray; // 1: found while the thread went on after a read that cannot happen
    // The calls that led to the error, as `pc` above, from the innermost outwards, up to the first 0. If there
    // are any, the checker chooses the places among them: the student's own line, and the call of its function.
    uint64_t stack[DIAGNOSTIC_FRAMES];
    // The same, but the places are known: where the function was called that contains the first.
    uint64_t calls[DIAGNOSTIC_CALLS];
    struct diagnostic_stack variables;
};

#endif
