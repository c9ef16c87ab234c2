// A thread goes on after a read that cannot happen, to the end of its statement. The order of a statement's reads is
// the compiler's choice, so which of them is found first says nothing: the checker chooses among all of them.
//
// The read gets a value as of an index far outside most arrays. The thread stops before whatever is no read of memory:
// a write, an atomic, a wait, its end; and after some reads, or where it crashes. Then the launch ends.
#ifndef SIM_ASTRAY_H
#define SIM_ASTRAY_H

#include <stdbool.h>
#include <stdint.h>

struct worker;

enum {
    ASTRAY_READS_MAX = 32, // more than most statements have
    ASTRAY_VALUE = 65537,  // as an index it is far outside; a loop that counts to it ends soon
    ASTRAY_NEAR = 64 << 20 // bytes: an address so far above 0, or above shared memory, comes from that value
};

// Only astray.c writes it.
struct astray {
    unsigned left; // reads that the thread may still make; 0: it is not astray
    int error;     // enum launch_error with which the launch will end
};

// The running thread goes on. `error`: of the launch.
void astray_begin(struct worker *worker, int error);

// The running thread, which is astray, makes one more read. Does not return after the last one.
void astray_read(struct worker *worker);

// It is about to do something else.
_Noreturn void astray_leave(struct worker *worker);

// The same for the running thread of this OS thread: where the handler of a crash makes it continue.
_Noreturn void astray_leave_crash(void);

// The thread has left, in whatever way: the launch ends.
void astray_end(struct worker *worker);

#endif
