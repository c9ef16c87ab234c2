#define _GNU_SOURCE // nftw
#include "folder.h"

#include <ftw.h>
#include <stdio.h>

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status;
    (void)place;
    (void)kind;
    remove(path);
    return 0;
}

void folder_remove(const char *path) {
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
