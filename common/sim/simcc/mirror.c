#define _GNU_SOURCE // mkdtemp, nftw, realpath
#include "mirror.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text_file.h"
#include "translate.h"

enum { FOLDERS_OPEN = 16, NAME_SIZE = 1024 };

static char temporary[NAME_SIZE]; // "": not made yet
static struct words done;         // copies that were made
static char *headers;             // the text of those with words of CUDA, but for .cu files; NULL: none yet

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)status, (void)type, (void)place;
    return remove(path);
}

static void remove_folder(void) {
    nftw(temporary, remove_one, FOLDERS_OPEN, FTW_DEPTH | FTW_PHYS);
}

static bool make_folder_in(const char *place) {
    snprintf(temporary, sizeof(temporary), "%s/simcc-XXXXXX", place);
    if (mkdtemp(temporary) == NULL) {
        temporary[0] = '\0';
        return false;
    }
    atexit(remove_folder);
    words_end_by_exit();
    return true;
}

// Like the compilers, it uses /tmp if the folder that TMPDIR names cannot be used.
static const char *folder(void) {
    const char *place = getenv("TMPDIR");
    bool ready = temporary[0] != '\0' || (place != NULL && place[0] == '/' && make_folder_in(place)) ||
                 make_folder_in("/tmp");
    if (!ready) {
        fail("no temporary folder in /tmp: %s", strerror(errno));
    }
    return temporary;
}

const char *mirror_path(const char *path) {
    static struct words paths;
    char *whole = realpath(path, NULL);
    const char *copy = whole == NULL ? NULL : words_add(&paths, "%s%s", folder(), whole);
    free(whole);
    return copy;
}

static void make_folders(const char *path) {
    char part[PATH_MAX];
    for (const char *slash = path + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        snprintf(part, sizeof(part), "%.*s", (int)(slash - path), path);
        mkdir(part, 0700);
    }
}

static bool is_source(const char *path) {
    const char *end = strrchr(path, '.');
    return end != NULL && strcmp(end, ".cu") == 0;
}

// Is there anything for the translator? A header that CUDA programs include needs it, too: it may be missing.
static bool has_cuda(const char *path, const char *text) {
    static const char *const words[] = {"thrust/",      "cub/",        "curand",   "cooperative_groups",
                                        "__global__",   "__device__",  "__host__", "__shared__",
                                        "__constant__", "__managed__", "<<<",      "cuda"};
    bool found = is_source(path);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]) && !found; i++) {
        found = strstr(text, words[i]) != NULL;
    }
    return found;
}

// Writes the copy. Returns 0, or -1 after a message.
static int write_copy(const char *path, const char *copy, const char *text, size_t length,
                      const char *before) {
    struct translation translation = {0};
    FILE *out;
    bool cuda = has_cuda(path, text);
    if (cuda && translate_with(headers != NULL ? headers : "", text, length, path, &translation) != 0) {
        if (translation.error_line > 0) {
            fprintf(stderr, "%s:%d: error: %s\n", path, translation.error_line, translation.error);
        } else {
            fprintf(stderr, "%s: error: %s\n", path, translation.error);
        }
        return -1;
    }
    make_folders(copy);
    out = fopen(copy, "w");
    if (out == NULL) {
        fail("%s: %s", copy, strerror(errno));
    }
    fputs(before, out); // not after the text: it may end within a function
    if (cuda) {
        fwrite(translation.text, 1, translation.length, out);
    } else {
        fprintf(out, "#line 1 \"%s\"\n%s", path, text);
    }
    translation_free(&translation);
    if (ferror(out) | fclose(out)) {
        fail("%s: cannot be written", copy);
    }
    return 0;
}

// Reads the name of an #include in a line: "name" or <name>. Returns the quote, or '\0' if the line is not one.
static char included(const char *line, char name[NAME_SIZE]) {
    line += strspn(line, " \t");
    if (*line != '#') {
        return '\0';
    }
    line += 1 + strspn(line + 1, " \t");
    if (strncmp(line, "include", 7) != 0) {
        return '\0';
    }
    line += 7 + strspn(line + 7, " \t");
    size_t length = *line == '"' || *line == '<' ? strcspn(line + 1, "\">\n") : 0;
    if (length == 0 || length >= NAME_SIZE) {
        return '\0';
    }
    snprintf(name, NAME_SIZE, "%.*s", (int)length, line + 1);
    return *line;
}

static int mirror_included(const char *path, const char *text, const struct words *includes) {
    static struct words tried;
    const char *slash = strrchr(path, '/');
    char name[NAME_SIZE];
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        char quote = included(line, name);
        const char *found = NULL;
        if (quote == '"') {
            found = name[0] == '/' ? words_add(&tried, "%s", name)
                                   : words_add(&tried, "%.*s%s", slash != NULL ? (int)(slash - path + 1) : 0,
                                               path, name);
        }
        for (size_t i = 0;
             i < includes->count && quote != '\0' && (found == NULL || access(found, R_OK) != 0); i++) {
            found = words_add(&tried, "%s/%s", includes->items[i], name);
        }
        if (found != NULL && access(found, R_OK) == 0 && mirror_file(found, includes, "") == NULL) {
            return -1;
        }
    }
    return 0;
}

// What includes a header is translated after it, with its macros.
static void add_header(const char *text) {
    size_t before = headers != NULL ? strlen(headers) : 0, size = before + strlen(text) + 2;
    headers = realloc(headers, size);
    if (headers == NULL) {
        fail("not enough memory");
    }
    snprintf(headers + before, size - before, "%s\n", text);
}

const char *mirror_file(const char *path, const struct words *includes, const char *before) {
    const char *copy = mirror_path(path);
    for (size_t i = 0; i < done.count && copy != NULL; i++) {
        if (strcmp(done.items[i], copy) == 0) {
            return copy;
        }
    }
    size_t length;
    char *text = copy != NULL ? text_file_read(path, &length) : NULL;
    if (text == NULL) {
        fprintf(stderr, "simcc: %s: %s\n", path, strerror(errno));
        return NULL;
    }
    words_add(&done, "%s", copy);
    int failed =
        mirror_included(path, text, includes) != 0 || write_copy(path, copy, text, length, before) != 0;
    if (!failed && !is_source(path) && has_cuda(path, text)) {
        add_header(text);
    }
    free(text);
    return failed ? NULL : copy;
}

void mirror_forget(const char *path) {
    size_t length, name = strlen(temporary);
    char *text = text_file_read(path, &length);
    if (text == NULL) {
        return;
    }
    for (char *found; (found = strstr(text, temporary)) != NULL;) {
        memmove(found, found + name, strlen(found + name) + 1);
    }
    FILE *out = fopen(path, "w");
    bool written = out != NULL && fputs(text, out) >= 0;
    if (out == NULL || fclose(out) != 0 || !written) {
        fail("%s: %s", path, strerror(errno));
    }
    free(text);
}
