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
