// The messages about wrong accesses of kernel threads. access/mistake.c determines the error.
#ifndef SIM_REPORT_ACCESS_H
#define SIM_REPORT_ACCESS_H

#include "sim/memory/target.h"
#include "sim/report/report.h"

// A wrong access: `thread` of the report's block accesses `bytes` at `address` by the instruction `pc`.
struct wrong_access {
    struct report *report;
    unsigned thread;
    uintptr_t address;
    unsigned bytes;
    enum access_kind kind;
    uint32_t pc;
    struct target target; // the array that it is about
    uint32_t barrier_pc;  // of the last barrier that orders the thread and the other one of a race; 0: none
    uint32_t
        flag_pc; // of the write of the flag that the thread has read, if it came before the other one's; or 0
    // As in struct diagnostic.
    uint32_t moment;
    enum diagnostic_order order;
};

// Why is there no order between the two accesses of a race?
enum missing_order {
    NO_WARP_BARRIER,  // in one warp
    ONLY_EXCHANGE,    // in one warp: a shuffle or vote, which orders no memory accesses
    NO_BARRIER,       // in one block
    NO_SCOPE,         // two blocks: one accesses by an atomic that is atomic for its own threads only
    LATE,             // two blocks: one has written the flag first, and then what the other reads
    NO_FENCE,         // two blocks: one has read the other's flag, without a fence after the read
    READ_IN_BLOCK,    // the same, with a fence for the block
    WRITTEN_EARLY,    // two blocks: the writer has written the flag, too, without a fence before that
    WRITTEN_IN_BLOCK, // the same, with a fence for the block
    WRITTEN_BY_LANE, // two blocks: another lane of the writer's warp has written the flag, without a barrier before that
    WRITTEN_BY_THREAD, // the same, a thread of another warp
    READ_BY_LANE, // two blocks: another lane of the reader's warp has read the flag, without a barrier after that
    READ_BY_THREAD, // the same, a thread of another warp
    NO_FLAG_YET,    // two blocks: one has written a value, and no flag since then
    NO_ORDER        // two blocks
};

// How does an access miss its array?
enum stray {
    STRAY_OUTSIDE, // near the target
    STRAY_FREED,   // inside, after cudaFree
    STRAY_FAR,     // far from every array
    STRAY_NOWHERE  // there is no array
};

// What does a pointer outside all arrays point to?
enum wrong_space {
    SPACE_NULL,
    SPACE_HOST,
    SPACE_UNMAPPED,
    SPACE_UNSET,
    SPACE_HOST_STACK,
    SPACE_OTHER_THREAD
};

void report_race(const struct wrong_access *access, enum diagnostic_class class_,
                 const struct access_record *earlier, enum missing_order missing);
// Two lanes store the same value in one instruction.
void report_same_value(const struct wrong_access *access, const struct access_record *earlier);
// A strong read that gets an older value than `write` has left. `lost`: its thread then stores a new one.
void report_stale(const struct wrong_access *access, const struct access_record *write,
                  enum missing_order missing, bool lost);
// A load through the read-only cache of what this launch has written.
void report_read_only(const struct wrong_access *access, const struct access_record *write);
void report_unset(const struct wrong_access *access);
// A strong read that gets what was there before `write`, the first one of all.
void report_unset_older(const struct wrong_access *access, const struct access_record *write,
                        enum missing_order missing);
// An asynchronous copy has begun at copy_pc to write what is read, and its thread has not waited for it.
void report_copy_not_awaited(const struct wrong_access *access, uint32_t copy_pc);
void report_input_written(const struct wrong_access *access);
void report_constant_written(const struct wrong_access *access);
void report_stray(const struct wrong_access *access, enum stray how);
void report_misaligned(const struct wrong_access *access, unsigned alignment); // of the accessed type
void report_wrapped(const struct wrong_access *access);                        // an unsigned index below 0
void report_wrong_space(const struct wrong_access *access, enum wrong_space space);
void report_host_variable(const struct wrong_access *access, const char *name);

#endif
