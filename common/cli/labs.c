#include "labs.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int lab_named(const char *folder, struct lab *lab) {
    int digits = 0;
    if (strlen(folder) >= sizeof(lab->folder) || sscanf(folder, "lab%*2[0-9]%n", &digits) != 0 ||
        digits != 5 || folder[5] != '-') {
        return -1;
    }
    strcpy(lab->folder, folder);
    memcpy(lab->name, folder, 5);
    lab->name[5] = '\0';
    return 0;
}

static int by_folder(const void *a, const void *b) {
    return strcmp(((const struct lab *)a)->folder, ((const struct lab *)b)->folder);
}

int labs_find(struct lab *labs) {
    DIR *course = opendir(".");
    if (course == NULL) {
        return -1;
    }
    int count = 0;
    for (struct dirent *entry; (entry = readdir(course)) != NULL && count < LAB_MAX;) {
        char file[512];
        snprintf(file, sizeof(file), "%s/CMakeLists.txt", entry->d_name);
        struct stat status;
        if (lab_named(entry->d_name, &labs[count]) == 0 && stat(file, &status) == 0) {
            count++;
        }
    }
    closedir(course);
    qsort(labs, (size_t)count, sizeof(*labs), by_folder);
    return count;
}

void lab_file(const struct lab *lab, const char *name, char *path) {
    snprintf(path, LAB_PATH_SIZE, "%.63s/%.15s", lab->folder, name);
}
