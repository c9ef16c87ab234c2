// The runner's report of an error to the checker: one record per error, not one per thread.
//
// To add a class: one line in DIAGNOSTIC_CLASSES. Its hint is for a student who sees it for the first time,
// and must not give the solution away.
#ifndef LABS_DIAGNOSTIC_H
#define LABS_DIAGNOSTIC_H

#include <stdint.h>

#include "words/said.h"

// X(NAME, severity, text, hint)
//   error: the case fails, whatever its result is.
//   note:  shown only beside a wrong result, to say where to look.
#define DIAGNOSTIC_CLASSES(X)                                                                                \
    X(RACE_SHARED, ERROR, "race in shared memory",                                                           \
      "Nothing orders these two accesses. Which barrier should stand between them? Or should one of "        \
      "them not be there at all?")                                                                           \
    X(RACE_GLOBAL, ERROR, "race in global memory",                                                           \
      "A barrier orders the threads of one block only. Blocks wait for each other only in a cooperative "    \
      "launch: give each its own place, or use atomics.")                                                    \
    X(RACE_FLAG, ERROR, "race in global memory",                                                             \
      "One block passes a value to another here. Does a __threadfence() stand between the value and its "    \
      "flag, on both sides? Is the flag volatile or atomic on both sides?")                                  \
    X(RACE_UPDATE, ERROR, "race in global memory",                                                           \
      "Blocks run in any order. Should host code set this value before the launch, or should each block "    \
      "use an atomic? A flag must be volatile or atomic on both sides.")                                     \
    X(RACE_SCOPE, ERROR, "race in global memory",                                                            \
      "An atomic with the scope of a block, such as atomicAdd_block, is atomic only for the threads of one " \
      "block. Which threads use this address?")                                                              \
    X(RACE_STREAMS, ERROR, "race between streams",                                                           \
      "Different streams work at the same time, or in any order. Which event, or which synchronization, "    \
      "should stand between the two?")                                                                       \
    X(RACE_HOST, ERROR, "race with the host",                                                                \
      "An asynchronous call returns before its work is done. What should the host wait for before it uses "  \
      "this memory?")                                                                                        \
    X(OUT_OF_BOUNDS, ERROR, "out of bounds",                                                                 \
      "Which index is meant here, and which threads have a valid one? Compare it with the length of this "   \
      "array first.")                                                                                        \
    X(USE_AFTER_FREE, ERROR, "use after free", "The memory was freed before its last use.")                  \
    X(DOUBLE_FREE, ERROR, "double free", "Free each allocation exactly once.")                               \
    X(INVALID_FREE, ERROR, "invalid free",                                                                   \
      "Free the pointer that the allocation returned, in the way that belongs to it: malloc needs free, "    \
      "new needs delete, and new[] needs delete[].")                                                         \
    X(LEAK, ERROR, "leak",                                                                                   \
      "Free what you allocate: cudaMalloc needs cudaFree, malloc needs free. A stream, an event or a "       \
      "registration has its own call that ends it.")                                                         \
    X(WRONG_SPACE, ERROR, "wrong memory space",                                                              \
      "Host and device memory are separate. A kernel needs device pointers (d_); host code can read only "   \
      "what cudaMemcpy has copied to the host (h_).")                                                        \
    X(NULL_POINTER, ERROR, "wrong memory space",                                                             \
      "A null pointer points to no memory. Which allocation should have set this one? Did it run before, "   \
      "and did it get its memory?")                                                                          \
    X(UNSET_READ, ERROR, "unset read",                                                                       \
      "New memory does not hold zeros. Which thread should have written this value? In global memory, "      \
      "cudaMemset or cudaMemcpy can do so, too.")                                                            \
    X(READ_ONLY, ERROR, "not read-only",                                                                     \
      "__ldg is for memory that no thread writes while the kernel runs. Does this load read such memory?")   \
    X(MISALIGNED, ERROR, "misaligned access",                                                                \
      "The address of a vector load must be a multiple of its size.")                                        \
    X(BARRIER, ERROR, "divergent barrier",                                                                   \
      "Every thread of the block must reach the same __syncthreads(), even if it has nothing to do.")        \
    X(GRID_BARRIER, ERROR, "divergent barrier",                                                              \
      "Every block of a cooperative launch must reach the same sync() of the grid, even if it has nothing "  \
      "to do. Only cudaLaunchCooperativeKernel() makes such a launch.")                                      \
    X(SHUFFLE, ERROR, "lanes missing",                                                                       \
      "The mask must name all lanes that execute this call, and no others. A lane whose value is read must " \
      "be among them. After a branch, __activemask() need not name all of them.")                            \
    X(ASSERT, ERROR, "assertion failed",                                                                     \
      "The program itself says that this must not happen. What did it expect here?")                         \
    X(ENDLESS_LOOP, ERROR, "endless loop", "What changes in the loop, and can its condition become false?")  \
    X(STOPPED, ERROR, "program stopped",                                                                     \
      "The program was stopped at this place. Does the loop around it end, and must it run that often?")     \
    X(RECURSION, ERROR, "endless recursion",                                                                 \
      "A function that calls itself must reach a case in which it does not. Which case is that here?")       \
    X(LAUNCH, ERROR, "launch refused",                                                                       \
      "How many blocks and threads does this launch request? Both must be at least 1. A division of ints "   \
      "rounds down; and where there is nothing to do, do not launch.")                                       \
    X(CUDA_ERROR, ERROR, "CUDA error",                                                                       \
      "A CUDA call failed. Which of its arguments is not what it needs? CUDA_CHECK(...) around each call "   \
      "shows the first that fails.")                                                                         \
    X(INPUT_CHANGED, ERROR, "input changed", "The input is const: work on a copy.")                          \
    X(OUTPUT_UNWRITTEN, ERROR, "output not written",                                                         \
      "Some thread must write every element of the output. Which thread should write these?")                \
    X(SHIFT, ERROR, "shift too far",                                                                         \
      "A shift must be by fewer bits than the value has, and not by a negative number. C++ leaves the "      \
      "result of any other one undefined, and a CPU and a GPU compute different ones.")                      \
    X(CONVERSION, ERROR, "value out of range",                                                               \
      "An integer type has a smallest and a largest value. C++ leaves the conversion of any other value "    \
      "undefined, and a CPU and a GPU compute different ones. Does the value need a floating-point type?")   \
    X(STACK, ERROR, "stack overflow",                                                                        \
      "A stack is small, above all a kernel thread's. Is the recursion, or the size of a local array, "      \
      "intended?")                                                                                           \
    X(UNSUPPORTED, ERROR, "not in the simulated GPU", "docs/cuda-surface.md lists what it supports.")        \
    X(EXIT, ERROR, "program ended",                                                                          \
      "The function must return, because other cases follow. exit() ends the whole program; CUDA_CHECK "     \
      "calls "                                                                                               \
      "it after an error.")                                                                                  \
    X(CRASH, ERROR, "crash",                                                                                 \
      "A signal stopped the program here. Which value in this line is not what you expect?")                 \
    X(UNREAD_COPY, NOTE, "copied and never read", "The host should use what it copies back.")                \
    X(BYTES_COPIED, NOTE, "as many bytes as elements",                                                       \
      "cudaMemcpy and cudaMemset count bytes. How many bytes does one element have?")                        \
    X(EACH_BYTE_SET, NOTE, "each byte set",                                                                  \
      "cudaMemset sets bytes, not elements. Which value should the elements have, and what can set it?")     \
    X(LOST_VALUE, NOTE, "value never used", "Every partial result must flow into the final result.")         \
    X(LOST_LANE, NOTE, "value never used",                                                                   \
      "Nothing uses this value. Should it be used? Then a step may be missing, for example because a loop "  \
      "begins too late or ends too early.")                                                                  \
    X(ADDED_TWICE, NOTE, "element added twice",                                                              \
      "Each element should be added once. Which thread and which step should add it?")                       \
    X(WRONG_ELEMENT, NOTE, "wrong value",                                                                    \
      "Which elements belong in this value? Which index brings in this one?")                                \
    X(FOREIGN_VALUE, NOTE, "wrong value",                                                                    \
      "Every value must come from elements. Does each variable have a first value, and is it the identity "  \
      "where there is no element?")                                                                          \
    X(LOST_ELEMENT, NOTE, "element missing",                                                                 \
      "Each element must reach the values that should contain it. Which step should pass it on?")            \
    X(ACTIVE_MASK, NOTE, "incomplete active mask",                                                           \
      "Once lanes have taken different paths, __activemask() and coalesced_threads() may leave out some of " \
      "them, even if they run the same code. Let __ballot_sync() find a mask before the branch.")            \
    X(UNREAD_INPUT, NOTE, "input never read", "Some thread must read every element.")                        \
    X(INPUT_IGNORED, NOTE, "input ignored", "The result must come from the input.")                          \
    X(TIME, NOTE, "time not measured",                                                                       \
      "The simulated GPU does not measure time. Fewer sectors, bank conflicts and divergent warps usually "  \
      "mean less of it; only a real GPU can tell.")                                                          \
    X(STALE_READ, NOTE, "older value read",                                                                  \
      "CUDA does not order accesses to two addresses, volatile and atomic ones included. Does a "            \
      "__threadfence() stand between the value and its flag, on both sides?")                                \
    X(LOST_UPDATE, NOTE, "update lost",                                                                      \
      "This thread reads a value and stores a new one, and another thread's update between the two is "      \
      "lost. "                                                                                               \
      "Which atomic reads and stores in one step?")                                                          \
    X(SAME_VALUE, NOTE, "same value stored",                                                                 \
      "CUDA performs one of these stores. That is allowed, as the lanes store the same value. Is one lane "  \
      "meant?")                                                                                              \
    X(SWAP_FAILED, NOTE, "value not stored",                                                                 \
      "atomicCAS() stores only while the value is still the one that it compares with. What should this "    \
      "thread do if it was not?")                                                                            \
    X(REREAD_INPUT, NOTE, "input read again", "Each element should be read exactly once.")

enum diagnostic_severity { DIAGNOSTIC_ERROR, DIAGNOSTIC_NOTE };

enum diagnostic_class {
#define DIAGNOSTIC_ENUM(name, severity, text, hint) DIAGNOSTIC_##name,
    DIAGNOSTIC_CLASSES(DIAGNOSTIC_ENUM)
#undef DIAGNOSTIC_ENUM
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

// What a message is about, where its class does not say that. The checker chooses by it what it adds.
enum diagnostic_about {
    ABOUT_NONE,
    // Of a race: what is missing between its two accesses
    ABOUT_NO_WARP_BARRIER, // in one warp
    ABOUT_ONLY_EXCHANGE,   // in one warp: a shuffle or vote, which orders no memory accesses
    ABOUT_NO_BARRIER,      // in one block
    ABOUT_NO_SCOPE,        // two blocks: one accesses by an atomic that is atomic for its own threads only
    ABOUT_LATE,            // two blocks: one has written the flag first, and then what the other reads
    ABOUT_NO_FENCE,        // two blocks: one has read the other's flag, without a fence after the read
    ABOUT_BLOCK_FENCE,     // the same, or before the flag's write, with a fence for the block
    ABOUT_APART, // two blocks: another thread of one of them accesses the flag, without a barrier between
    ABOUT_NO_FLAG_YET, // two blocks: one has written a value, and no flag since then
    ABOUT_NO_ORDER,    // two blocks
    // Of a race, by the lines of the source
    ABOUT_STATEMENT, // one statement, which no barrier can split
    ABOUT_UPDATE,    // one line, at which both threads write the element and read it
    ABOUT_INDEX,     // no thread writes another element: the index may be wrong
    ABOUT_OVERLAP,   // one copy, whose two sides overlap
    // Of a barrier
    ABOUT_TWO_BARRIERS, // threads of one block wait at different ones, or go past one
    ABOUT_AT_BARRIER,   // of a warp's call: a lane that it names waits at a barrier of the block
    ABOUT_NOT_NAMED, // of a warp's call: its mask does not name the lane itself, or one whose value it reads
    ABOUT_LANE_LEFT, // of a shuffle: the lane whose value it reads has left the kernel, or never was in it
    ABOUT_SHARED_BYTES, // of a launch: it has no room for that much shared memory
    // Of an access
    ABOUT_LENGTH,           // its array has a number of elements
    ABOUT_OF_CALLER,        // a call would free memory that belongs to the caller
    ABOUT_OTHER_WRITTEN,    // nothing has written this element; the second place writes others
    ABOUT_HOST_VARIABLE,    // a kernel uses a variable of host code
    ABOUT_UNSET_VALUE,      // stored: the value of a variable that nothing has set
    ABOUT_OLDER,            // nothing orders the first write of the element before the read
    ABOUT_UNSET_POINTER,    // through a pointer that nothing has set
    ABOUT_VARIABLE_SIZE,    // a copy is longer than a variable of host code
    ABOUT_COPY_NOT_AWAITED, // an asynchronous copy within a kernel may still write it
    // Of elements in a wrong value
    ABOUT_READ_TWICE,    // two threads read the element
    ABOUT_ADDS_READ,     // the values that two lines read are added
    ABOUT_UNREAD,        // no thread reads the element
    ABOUT_PASSED_BY,     // steps add to other words than the one that lacks it
    ABOUT_NOT_HANDED_ON, // a thread has it, and nothing that it writes contains it
    ABOUT_COMPUTED,      // nothing is known but the value, which is computed
    ABOUT_BY_STEP,       // the element gets in by way of registers
    ABOUT_OTHER_WORD,    // a word is copied, and another one contains what belongs there
    ABOUT_NOT_WRITTEN,   // a lane has it, and no thread of its warp writes anything later
    ABOUT_OTHER_WRITES,  // a lane has it, and another thread of its warp writes
    ABOUT_LEFT_OVER,     // a lane gives what it has from an earlier round of shuffles
    ABOUT_OWN_BACK,      // a lane gets its own value back in a shuffle, and adds it
    ABOUT_RETURNED,      // host code reads a value with it, and what it returns lacks it
    ABOUT_RESULTS,       // a loop of launches, or a copy, leaves some of several results
    ABOUT_ORDER,         // operands are exchanged in this line
    ABOUT_ORDER_READ,    // one of the operands is read in this line
    ABOUT_IDLE_KERNEL,   // no thread of this kernel accesses memory
    ABOUT_LATER_LAUNCH   // a later launch adds to the value that this line reads what is missing
};

// What happens at a place.
enum diagnostic_act {
    ACT_OTHER,
    ACT_READS,
    ACT_WRITES,
    ACT_UPDATES, // atomically
    ACT_STEPS    // a loop, which may not take the right steps
};

// How the text of a place is read.
enum place_form {
    PLACE_ALSO, // "the barrier is inside, and not all threads come in", after "also here: "
    PLACE_ACT,  // "thread 3 of block (0,0,0) writes", and "here" where nothing else says that
    PLACE_WHOLE // "allocated here", which says all
};

// One place of an error.
struct diagnostic_place {
    uint64_t pc;   // address of the instruction, relative to the executable's load address; 0: unknown
    uint32_t act;  // enum diagnostic_act
    uint32_t form; // enum place_form
    struct said
        said; // what happens there, a phrase without a full stop; empty if the diagnostic has no such place
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
    uint32_t about;      // enum diagnostic_about
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
    struct diagnostic_place places[2]; // the text of the second is "" if there is none
    // Of a race: whether the two accesses are of two blocks. If not, the last barrier before the later access, as `pc`,
    // or 0 if there is none.
    uint32_t two_blocks;
    uint64_t barrier_pc;
    int64_t first_byte; // of an access to an array that is known: from the array's first
    // Of an access outside an array, and of a leak in host memory
    uint64_t array_bytes; // its size, if the message states it in bytes; else 0
    uint32_t host_bytes;  // the bytes of an access to host memory; 0: of another access, or by a call of CUDA
    uint32_t sized_by_launch;    // 1: it is extern __shared__, and the launch gives its size
    uint32_t mask;               // of a warp's call that waits for a lane in vain; else 0
    uint32_t in_rows, row;       // UNSET_READ: 1 if the array has rows; the element's row
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
