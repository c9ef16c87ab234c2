// A lock on a file, which one process at a time has.
#ifndef LABS_CLI_LOCK_H
#define LABS_CLI_LOCK_H

// Waits until no other process has the lock of this file, which is made if it is not there. After a second, a line on
// stderr says that another build of `what` is waited for. The lock ends with lock_release, or when this process and all
// that it starts meanwhile have ended, however. Returns the open file, or -1: no lock is possible here.
int lock_take(const char *path, const char *what);

void lock_release(int file); // nothing for -1

#endif
