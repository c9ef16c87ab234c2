// Removes what was built from another starter.cu.
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_steps.h"
#include "progress.h"

// Removes the files in a folder whose names have this beginning and end. With `in_folders`: in the folders
// with this beginning, the files with this end.
static void remove_files(const char *folder, const char *beginning, const char *end, bool in_folders) {
    DIR *files = opendir(folder);
    for (struct dirent *entry; files != NULL && (entry = readdir(files)) != NULL;) {
        char path[2 * BUILD_PATH_SIZE];
        size_t length = strlen(entry->d_name), end_length = strlen(end);
        if (strncmp(entry->d_name, beginning, strlen(beginning)) != 0) {
            continue;
        }
        snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        if (in_folders) {
            remove_files(path, "", end, false);
        } else if (length >= end_length && strcmp(entry->d_name + length - end_length, end) == 0) {
            unlink(path);
        }
    }
    if (files != NULL) {
        closedir(files);
    }
}

bool build_forget_old_starter(const char *folder, const struct lab *lab) {
    char path[BUILD_PATH_SIZE], made[32], now[32] = "", before[32] = "";
    unsigned long long hash;
    FILE *note;
    if (progress_starter_hash(lab, &hash) == 0) {
        snprintf(now, sizeof(now), "%llx", hash);
    }
    snprintf(path, sizeof(path), "%s/%s", folder, lab->folder);
    mkdir(path, 0777);
    snprintf(path, sizeof(path), "%s/%s/starter.hash", folder, lab->folder);
    if ((note = fopen(path, "r")) != NULL) {
        if (fgets(before, sizeof(before), note) == NULL) {
            before[0] = '\0';
        }
        fclose(note);
    }
    if (strcmp(now, before) == 0) {
        return false;
    }
    if ((note = fopen(path, "w")) != NULL) { // without it everything is built again each time
        fputs(now, note);
        fclose(note);
    }
    for (int i = 0; i < 2; i++) {
        snprintf(made, sizeof(made), "%s-%s-", lab->name, i == 0 ? "starter" : "mixed");
        snprintf(path, sizeof(path), "%s/%s", folder, lab->folder);
        remove_files(path, made, ".cpp", false);
        snprintf(path, sizeof(path), "%s/%s/CMakeFiles", folder, lab->folder);
        remove_files(path, made, ".cu.o", true);
    }
    return before[0] != '\0';
}
