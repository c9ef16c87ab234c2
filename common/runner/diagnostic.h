// What the runner tells the checker about a mistake: one record per mistake, not one per thread.
//
// To add a class: one line in DIAGNOSTIC_CLASSES; its hint is for the learner who sees it for the first time
// and must not give the solution away.
#ifndef LABS_DIAGNOSTIC_H
#define LABS_DIAGNOSTIC_H

#include <stdint.h>

// X(NAME, severity, text, hint)
//   error: the case fails, whatever its result is.
//   note:  shown only beside a wrong result, to say where to look.
#define DIAGNOSTIC_CLASSES(X)                                                                                \
    X(RACE_SHARED, ERROR, "race in shared memory",                                                           \
      "Two threads meet at one address, one of them writes, and nothing orders them. Which barrier should "  \
      "stand between the two? Or should one of them not be there at all?")                                   \
    X(RACE_GLOBAL, ERROR, "race in global memory",                                                           \
      "Two threads meet at one address, one of them writes, and nothing orders them. Threads of one block "  \
      "can wait for each other; blocks cannot, so each needs a place of its own, or atomics.")               \
    X(RACE_FLAG, ERROR, "race in global memory",                                                             \
      "One block has told another something here. Is what it wrote visible before its flag is, and what "    \
      "the "                                                                                                 \
      "other reads read after the flag (__threadfence())? Is the flag volatile, or atomic, on both sides?")  \
    X(OUT_OF_BOUNDS, ERROR, "out of bounds",                                                                 \
      "Which index is meant here, and which threads have one at all? Compare it with the length of this "    \
      "array before using it.")                                                                              \
    X(USE_AFTER_FREE, ERROR, "use after free", "The memory was given back before its last use.")             \
    X(DOUBLE_FREE, ERROR, "double free", "Each allocation is freed exactly once.")                           \
    X(LEAK, ERROR, "leak", "Whoever allocates also frees: cudaMalloc with cudaFree, malloc with free.")      \
    X(WRONG_SPACE, ERROR, "wrong memory space",                                                              \
      "Host and device memory are two worlds: a kernel gets device pointers (d_), host code reads only "     \
      "what cudaMemcpy brought over (h_).")                                                                  \
    X(NULL_POINTER, ERROR, "wrong memory space",                                                             \
      "A null pointer leads nowhere. Which cudaMalloc has given this one memory, and has it come before "    \
      "the launch?")                                                                                         \
    X(UNSET_READ, ERROR, "unset read",                                                                       \
      "Nothing has written this value yet. Who should have, and has that thread done it?")                   \
    X(MISALIGNED, ERROR, "misaligned access",                                                                \
      "A vector load needs an address that is a multiple of its size.")                                      \
    X(BARRIER, ERROR, "divergent barrier",                                                                   \
      "Every thread of the block has to reach the same __syncthreads(), also those with nothing to do.")     \
    X(SHUFFLE, ERROR, "lanes missing", "Every lane that the mask names has to take part.")                   \
    X(ASSERT, ERROR, "assertion failed",                                                                     \
      "The program says itself that this must not happen. What did it expect here?")                         \
    X(ENDLESS_LOOP, ERROR, "endless loop", "What changes in the loop, and can its condition become false?")  \
    X(LAUNCH, ERROR, "launch refused",                                                                       \
      "How many blocks and threads are asked for here? CUDA_CHECK shows such errors.")                       \
    X(CUDA_ERROR, ERROR, "CUDA error",                                                                       \
      "A CUDA call failed. CUDA_CHECK(...) shows at once which one, and what it gives back.")                \
    X(INPUT_CHANGED, ERROR, "input changed", "The input is const: work on a copy.")                          \
    X(OUTPUT_UNWRITTEN, ERROR, "output not written",                                                         \
      "Every element of the output has to be written. Whose are these?")                                     \
    X(STACK, ERROR, "stack overflow",                                                                        \
      "A kernel thread has little stack. Is a recursion meant here, or a local array as large as that?")     \
    X(UNSUPPORTED, ERROR, "not in the simulated GPU", "docs/cuda-surface.md lists what it knows.")           \
    X(CRASH, ERROR, "crash", "The program ended here by a signal.")                                          \
    X(UNREAD_COPY, NOTE, "copied and never read", "What the host copies back it should also use.")           \
    X(LOST_VALUE, NOTE, "value never used", "Every partial result has to flow into the end result.")         \
    X(LOST_LANE, NOTE, "value never used",                                                                   \
      "Other lanes of its warp are used, or idle: is this one's meant to be used? If so, a step may be "     \
      "missing, as where a loop ends too early.")                                                            \
    X(UNREAD_INPUT, NOTE, "input never read", "Every element has to be somebody's.")                         \
    X(INPUT_IGNORED, NOTE, "input ignored", "A result has to come from the input.")                          \
    X(REREAD_INPUT, NOTE, "input read again", "Every element has to be somebody's, and nobody else's.")

enum diagnostic_severity { DIAGNOSTIC_ERROR, DIAGNOSTIC_NOTE };

enum diagnostic_class {
#define DIAGNOSTIC_ENUM(name, severity, text, hint) DIAGNOSTIC_##name,
    DIAGNOSTIC_CLASSES(DIAGNOSTIC_ENUM)
#undef DIAGNOSTIC_ENUM
        DIAGNOSTIC_CLASS_COUNT
};

// One end of a mistake. `text` is a finished phrase without a full stop: "thread 3 of block (0,0,0) writes".
struct diagnostic_place {
    uint64_t pc;    // address of the instruction, relative to the executable's load address; 0: unknown
    char text[120]; // "" where the diagnostic has no such place
};

// Which value was never used, for who judges such a note; the message says it to people.
struct diagnostic_lost {
    uint64_t index;  // in `array`
    uint64_t block;  // in shared memory: whose thread left it there, counted through in a grid of any shape
    uint32_t shared; // 1: in shared memory; 0: in global memory
};

struct diagnostic {
    uint32_t class_;                   // enum diagnostic_class
    uint32_t launch;                   // 1-based number of the launch within the case; 0: host code
    uint64_t count;                    // how often in all, this one included
    char kernel[64];                   // kernel's name as written at its launch; "" in host code
    char array[48];                    // what it is about: "s_partial", "d_in"; unites reports of one mistake
    char message[240];                 // the sentence: "s_partial[4] is written by thread 2 and read by ..."
    struct diagnostic_place places[2]; // the second is "" where there is none
    struct diagnostic_lost lost;       // of LOST_VALUE and LOST_LANE alone
};

#endif
