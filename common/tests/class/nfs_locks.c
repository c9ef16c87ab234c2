// A library for LD_PRELOAD: locks of another file system, as TEST_LOCKS says. of_nfs: flock() and fcntl() exclude each
// other, also in one process. none: there are no locks.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>

int flock(int file, int operation) {
    struct flock whole = {.l_type = operation & LOCK_UN   ? F_UNLCK
                                    : operation & LOCK_SH ? F_RDLCK
                                                          : F_WRLCK,
                          .l_whence = SEEK_SET};
    const char *locks = getenv("TEST_LOCKS");
    if (locks != NULL && strcmp(locks, "none") == 0) {
        errno = ENOLCK;
        return -1;
    }
    return fcntl(file, operation & LOCK_NB ? F_OFD_SETLK : F_OFD_SETLKW, &whole);
}
