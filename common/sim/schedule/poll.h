// Threads that poll a volatile word of shared memory until another thread of the block has written it.
//
// Volatile makes no access of shared memory atomic, and threads that exchange values by it without a barrier race. But
// a thread that does nothing but read the word again, until it finds another value, gets the same result whenever the
// other thread writes. Two things tell such a flag from a race:
//
//     the thread polls when the word is written     it has read it so often that it lets others run (LANE_POLL)
//     the word was written before                   the thread gets the value from before the write, and then reads the
//                                                   word again at the same place, before it writes anything or waits
//
// What the flag orders is another question, which race/block_order.h answers as for atomics.
//
// Cost: O(1) per volatile access to shared memory. Memory: STRONG_WRITES_KEPT writes of each word that is so written.
#ifndef SIM_POLL_H
#define SIM_POLL_H

#include "sim/base/limits.h"
#include "sim/report/access.h"

struct worker;

// Only poll.c writes it.
struct poll {
    enum { POLL_NONE, POLL_READ, POLL_WRITE } access; // the volatile access that is being checked
    uintptr_t address;                                // of it
    unsigned bytes;
    // A read that got an older value, and the race that it is unless the thread reads again.
    bool doubted;
    uint32_t newest; // the bytes that it has not got
    struct wrong_access race;
    struct access_record earlier;
    enum missing_order missing;
    uint32_t writes; // number of the last volatile write
    struct poll_thread {
        uintptr_t read_at; // its last volatile access, if that was a read; otherwise 0
        uint64_t steps;    // struct progress, at that time
        uint32_t pc;
        unsigned looks;     // how often it has made that read
        uintptr_t waits_at; // where it polls; 0: it does not
        uintptr_t seen_at;  // the word that it has polled last
        uint32_t seen;      // its writes that the thread knows: up to this number
    } threads[BLOCK_THREADS_MAX];
};

void poll_begin_block(struct worker *worker);

// The running thread is about to make a volatile read or write of shared memory, whose race check follows.
void poll_begin(struct worker *worker, uintptr_t address, unsigned bytes, bool reads, uint32_t pc);

// That check is over. true: the thread has read the word so often that others should run.
bool poll_end(struct worker *worker);
void poll_continue(struct worker *worker); // after they have run

// Is there no race between what is being checked and `earlier`, because one is a flag's write and the other polls it?
bool poll_excuses(const struct worker *worker, const struct access_record *earlier);

// There is a race, unless the thread reads the word again. false: it is a race.
bool poll_doubts(struct worker *worker, const struct wrong_access *race, const struct access_record *earlier,
                 enum missing_order missing);

// A thread that has got an older value has done something else than to read again: reports the race.
void poll_settle(struct worker *worker);

// The running thread pauses. After such a read, this is polling, too.
void poll_pause(struct worker *worker);

#endif
