#define _GNU_SOURCE // memmem
#include "build_log.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "message_letters.h"
#include "text/translation.h"
#include "text_file.h"

// What the compilers' drivers, the assembler, the linkers, the translator, Ninja and shells say.
static const char *const failures[] = {"Killed signal terminated",
                                       "internal compiler error",
                                       "No space left on device",
                                       "Disk quota exceeded",
                                       "Cannot allocate memory",
                                       "annot create temporary file",
                                       "out of memory",
                                       "virtual memory exhausted",
                                       "Resource temporarily unavailable",
                                       "File too large",
                                       "File size limit exceeded",
                                       "CPU time limit exceeded",
                                       "Cannot fork",
                                       "Too many open files",
                                       "final link failed: memory",
                                       "Read-only file system",
                                       "Input/output error",
                                       "Stale file handle",
                                       "error while loading shared",
                                       "unable to execute command",
                                       "no temporary folder"};

// The same of a file that cannot be written, whatever the reason is: a student's file is only read.
static const char *const writing[] = {"cannot write ",
                                      "an't create ",
                                      "for writing: ",
                                      "annot open output file ",
                                      "nable to open output file ",
                                      "opening dependency file ",
                                      "error writing to ",
                                      "error closing "};

static bool has_any(const char *line, size_t length, const char *const *texts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (memmem(line, length, texts[i], strlen(texts[i])) != NULL) {
            return true;
        }
    }
    return false;
}

static bool has_failure(const char *line, size_t length) {
    return has_any(line, length, failures, sizeof(failures) / sizeof(failures[0])) ||
           has_any(line, length, writing, sizeof(writing) / sizeof(writing[0]));
}

// Is the line a message at a place of a file, "starter.cu:57:9: error: ...", or a line of code below one? Both can
// contain any text of the file.
static bool is_from_file(const char *line, size_t length) {
    const char *colon = memchr(line, ':', length), *bar = memmem(line, length, " | ", 3);
    if (bar != NULL && strspn(line, " 0123456789") >= (size_t)(bar - line)) {
        return true;
    }
    if (colon != NULL && colon + 1 < line + length && isdigit((unsigned char)colon[1])) {
        return true;
    }
    return length > 0 && line[0] == ' '; // Clang's lines of code
}

// Does a message at a place of a file say that the compiler was stopped there? Only what the compiler itself says
// counts: what it cannot write, and what the system says, which comes last. "fatal error: NAME: No such file or
// directory" has a name from the file.
static bool stops_at_place(const char *line, size_t length) {
    static const char compiler[] = "internal compiler error", fatal[] = "fatal error: ";
    const char *end = line + length, *message = memmem(line, length, ": ", 2);
    if (message == NULL) {
        return false;
    }
    message += 2;
    if (strncmp(message, fatal, strlen(fatal)) != 0) {
        return strncmp(message, compiler, strlen(compiler)) == 0;
    }
    message += strlen(fatal);
    const char *reason = message;
    for (const char *at = message; (at = memmem(at, (size_t)(end - at), ": ", 2)) != NULL; at += 2) {
        reason = at + 2;
    }
    for (size_t i = 0; i < sizeof(writing) / sizeof(writing[0]); i++) {
        if (strncmp(message, writing[i], strlen(writing[i])) == 0) {
            return true;
        }
    }
    return reason > message &&
           has_any(reason, (size_t)(end - reason), failures, sizeof(failures) / sizeof(failures[0]));
}

bool build_log_says_machine(const char *log) {
    for (const char *line = log; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        if (is_from_file(line, length) ? stops_at_place(line, length) : has_failure(line, length)) {
            return true;
        }
        line += length + (line[length] == '\n');
    }
    return false;
}

static bool says_any(const char *log, const char *const *texts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (strstr(log, texts[i]) != NULL) {
            return true;
        }
    }
    return false;
}

bool build_log_says_damaged(const char *log) {
    static const char *const texts[] = {// also in build.sh
                                        "ninja: error: build.ninja",
                                        "ninja: error: loading",
                                        "file truncated",
                                        "file format not recognized",
                                        "malformed archive",
                                        "malformed or corrupted",
                                        "malformed mach-o"};
    for (const char *line = log; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        if (!is_from_file(line, length) && has_any(line, length, texts, sizeof(texts) / sizeof(texts[0]))) {
            return true;
        }
        line += length + (line[length] == '\n');
    }
    return false;
}

bool build_log_says_starter(const char *log) {
    bool any = false, all = true;
    for (const char *at = log; (at = strstr(at, "FAILED: ")) != NULL; at++) {
        if (at > log && at[-1] != '\n') {
            continue;
        }
        const char *end = at + strcspn(at, "\n"), *starter = strstr(at, "-starter-"),
                   *mixed = strstr(at, "-mixed-");
        any = true;
        all &= (starter != NULL && starter < end) || (mixed != NULL && mixed < end);
    }
    return any && all;
}

// Did the linker miss this function?
static bool misses(const char *log, const char *function) {
    char texts[4][PART_NAME_SIZE + 40];
    snprintf(texts[0], sizeof(texts[0]), "undefined reference to `%s'", function);
    snprintf(texts[1], sizeof(texts[1]), "undefined reference to '%s'", function);
    snprintf(texts[2], sizeof(texts[2]), "undefined symbol: %s\n", function);
    snprintf(texts[3], sizeof(texts[3]), "\"_%s\", referenced from", function);
    const char *const all[] = {texts[0], texts[1], texts[2], texts[3]};
    return says_any(log, all, 4);
}

// Prints the lines of a lab.h that declare a function.
static void print_declaration(const char *text, const char *function, FILE *out) {
    for (const char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n"), name_length = strlen(function);
        const char *name = strstr(line, function);
        bool in_line = name != NULL && name > line && name < line + length;
        if (in_line && line[0] != '/' && line[0] != '#' && line[length - 1] == ';' &&
            name[name_length] == '(' && (name[-1] == ' ' || name[-1] == '*')) {
            fprintf(out, "    %.*s\n", (int)length, line);
        }
        line += length + (line[length] != '\0');
    }
}

bool build_log_say_missing(const char *log, const struct lab *lab, FILE *out) {
    char path[LAB_PATH_SIZE], part[PART_NAME_SIZE], function[PART_NAME_SIZE];
    size_t length;
    bool said = false;
    lab_file(lab, "lab.h", path);
    char *text = text_file_read(path, &length);
    const char *at = text;
    while (text != NULL && lab_next_part(&at, part, function)) {
        if (misses(log, function)) {
            said = true;
            fprintf(out, _("%s/starter.cu: this function of lab.h is missing:\n"), lab->folder);
            print_declaration(text, function, out);
        }
    }
    if (said) {
        fprintf(
            out,
            "lab: it must have that name and these parameters. ./lab reset %s restores the file, and keeps "
            "yours\n",
            lab->name);
    }
    free(text);
    return said;
}

bool build_log_name_missing(const char *log, const struct lab *lab, const char *contract, FILE *out) {
    char part[PART_NAME_SIZE], function[PART_NAME_SIZE], names[1000] = "";
    size_t length, used = 0;
    int count = 0;
    char *text = text_file_read(contract, &length);
    const char *at = text;
    while (text != NULL && lab_next_part(&at, part, function)) {
        if (misses(log, function) && used + strlen(function) + 3 < sizeof(names)) {
            used +=
                (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", used > 0 ? ", " : "", function);
            count++;
        }
    }
    free(text);
    if (count > 0) {
        fprintf(out, "%s/starter.cu lacks %s that lab.h declares: %s\n", lab->folder,
                count == 1 ? "the function" : "functions", names);
    }
    return count > 0;
}

bool build_log_say_too_large(const char *log, const struct lab *lab, FILE *out) {
    static const char *const texts[] = {"relocation truncated to fit: R_",
                                        "): relocation R_"}; // GNU's, LLVM's
    if (!says_any(log, texts, sizeof(texts) / sizeof(texts[0]))) {
        return false;
    }
    fprintf(
        out,
        _("%s/starter.cu: its global variables take more than 2 GiB. Allocate a large array with cudaMalloc "
          "or malloc\n"),
        lab->folder);
    return true;
}

bool build_log_blames(const char *log, const char *file) {
    bool blames = false;
    for (const char *at = log; !blames && (at = strstr(at, file)) != NULL; at++) {
        int line, column, end = 0; // the translator, which knows no column, names starter.cu for all lines
        blames = sscanf(at + strlen(file), ":%d:%d: %n", &line, &column, &end) == 2 && end > 0 &&
                 strncmp(at + strlen(file) + end, "error: ", 7) == 0;
    }
    return blames;
}

void build_log_first_error(const char *log, const struct lab *lab, char text[BUILD_LOG_ERROR_SIZE]) {
    static const char mark[] = ": error: ";
    const char *error = strstr(log, mark);
    text[0] = '\0';
    if (error != NULL) {
        const char *place = error;
        while (place > log && place[-1] != '\n') {
            place--;
        }
        const char *folder = strstr(place, lab->folder);
        place = folder != NULL && folder < error ? folder : place;
        bool todo = strncmp(place, "TODO(", 5) == 0; // "TODO(2), done for you:1:20"
        const char *message = error + strlen(mark);
        snprintf(text, BUILD_LOG_ERROR_SIZE, "%.*s: %.*s",
                 (int)(todo ? strcspn(place, ",") : (size_t)(error - place)), place,
                 (int)strcspn(message, "\n"), message);
        message_letters_restore(text);
    }
}
