#define _GNU_SOURCE // readlink, getline
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

enum { PATH_SIZE = 4096 };

// The folder of this executable, with symbolic links followed.
static void own_folder(char *folder, size_t size) {
    char path[PATH_SIZE] = "";
#ifdef __APPLE__
    uint32_t length = sizeof(path);
    _NSGetExecutablePath(path, &length);
    char *whole = realpath(path, NULL);
    snprintf(folder, size, "%s", whole != NULL ? whole : path);
    free(whole);
#else
    ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
    snprintf(folder, size, "%.*s", length > 0 ? (int)length : 0, path);
#endif
    char *slash = strrchr(folder, '/');
    *(slash != NULL ? slash : folder) = '\0';
}

static void set(struct config *config, const char *key, const char *folder, const char *value) {
    struct words single = {0}, *to = strcmp(key, "option") == 0    ? &config->options
                                     : strcmp(key, "include") == 0 ? &config->includes
                                     : strcmp(key, "link") == 0    ? &config->links
                                                                   : &single;
    if (strncmp(value, "./", 2) == 0) {
        words_add(to, "%s/%s", folder, value + 2);
    } else {
        words_add(to, "%s", value);
    }
    const struct {
        const char *key;
        char **field;
    } fields[] = {{"compiler", &config->compiler},
                  {"header", &config->header},
                  {"object", &config->object},
                  {"reporter", &config->reporter}};
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        if (strcmp(key, fields[i].key) == 0) {
            *fields[i].field = single.items[0];
        }
    }
}

void config_read(struct config *config) {
    char own[PATH_SIZE], folder[PATH_SIZE + 16], path[PATH_SIZE + 32], *line = NULL;
    size_t size = 0;
    own_folder(own, sizeof(own));
    snprintf(folder, sizeof(folder), "%s", own);
    snprintf(path, sizeof(path), "%s/simcc.conf", folder);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        snprintf(folder, sizeof(folder), "%s/../lib/simcc", own);
        snprintf(path, sizeof(path), "%s/simcc.conf", folder);
        file = fopen(path, "r");
    }
    if (file == NULL) {
        fail("simcc.conf is neither in %s nor in %s/../lib/simcc", own, own);
    }
    while (getline(&line, &size, file) > 0) {
        char *value = line + strcspn(line, " ");
        value[strcspn(value, "\n")] = '\0';
        if (*value == ' ') {
            *value++ = '\0';
            set(config, line, folder, value);
        }
    }
    free(line);
    fclose(file);
    if (config->compiler == NULL || config->header == NULL || config->object == NULL ||
        config->reporter == NULL) {
        fail("%s is incomplete", path);
    }
}
