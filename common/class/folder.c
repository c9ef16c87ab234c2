#define _GNU_SOURCE // nftw
#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>

#include "text/file_error.h"

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

int folder_say_unwritable(const char *path) {
    const char *advice = errno == ENOSPC || errno == EDQUOT
                             ? "Make room, and run the same command with --resume"
                             : "Give --out a folder that you can write to";
    fprintf(stderr, "class: cannot write %s: %s. %s\n", path, strerror(errno), advice);
    return -1;
}

int folder_close(FILE *file, const char *path) {
    return file_close(file) ? 0 : folder_say_unwritable(path);
}

bool folder_has_entries(const char *path) {
    bool has = false;
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder != NULL && !has && (entry = readdir(folder)) != NULL;) {
        has = strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return has;
}
