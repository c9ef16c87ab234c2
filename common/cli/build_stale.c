// Removes what was built from another starter.cu, or from other headers beside it. Ninja compares times, and a file
// from an archive or a copy is older than what was built from the one before it.
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

// Can the starter include a file with this name?
static bool is_code(const char *name) {
    static const char *const ends[] = {".h", ".cuh", ".hpp", ".inc", ".inl", ".cu"};
    const char *end = strrchr(name, '.');
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]) && end != NULL; i++) {
        if (strcmp(end, ends[i]) == 0) {
            return true;
        }
    }
    return false;
}

// A number that changes with the content of the files of code in the lab's folder, in any order.
static unsigned long long code_hash(const struct lab *lab) {
    unsigned long long sum = 0, hash;
    DIR *files = opendir(lab->folder);
    for (struct dirent *entry; files != NULL && (entry = readdir(files)) != NULL;) {
        char path[2 * BUILD_PATH_SIZE];
        snprintf(path, sizeof(path), "%s/%s", lab->folder, entry->d_name);
        if (entry->d_name[0] != '.' && is_code(entry->d_name) && progress_file_hash(path, &hash) == 0) {
            for (const char *c = entry->d_name; *c != '\0'; c++) {
                hash = (hash ^ (unsigned char)*c) * 0x100000001b3ull;
            }
            sum += hash;
        }
    }
    if (files != NULL) {
        closedir(files);
    }
    return sum;
}

bool build_forget_old_starter(const char *folder, const struct lab *lab) {
    char path[BUILD_PATH_SIZE], made[32], now[32] = "", before[32] = "";
    FILE *note;
    snprintf(now, sizeof(now), "%llx", code_hash(lab));
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
