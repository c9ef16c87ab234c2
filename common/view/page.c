#define _GNU_SOURCE // getline under -std=c11
#include "view/page.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 1024, NAMES_SIZE = 4096 };

// Each module after those that it imports.
static const char *const modules[] = {"strings", "svg",    "run",      "block", "shared", "global", "lanes",
                                      "flow",    "inputs", "mistakes", "tiles", "draw",   "view",   "app"};

static FILE *open_part(const char *folder, const char *name, const char *end) {
    char path[PATH_SIZE];
    snprintf(path, sizeof(path), "%s/%s%s", folder, name, end);
    return fopen(path, "r");
}

// Adds a name to a list: "a, b".
static void add_name(char *names, const char *name, size_t length) {
    size_t used = strlen(names);
    snprintf(names + used, NAMES_SIZE - used, "%s%.*s", used > 0 ? ", " : "", (int)length, name);
}

// The word after the keyword in "function name(", "const name =" or "class Name {".
static const char *declared_name(const char *text, size_t *length) {
    text += strcspn(text, " ");
    text += strspn(text, " ");
    *length = strcspn(text, " (={;\n");
    return text;
}

// Writes a line of a module. Imports become constants, exports are collected in `names`.
static void write_line(FILE *out, const char *line, char *names) {
    static const char import[] = "import {", from[] = "} from './", export[] = "export ", list[] = "export {";
    const char *end = strncmp(line, import, strlen(import)) == 0 ? strstr(line, from) : NULL;
    if (end != NULL) {
        const char *module = end + strlen(from);
        fprintf(out, "const {%.*s} = module_%.*s;\n", (int)(end - line - strlen(import)),
                line + strlen(import), (int)strcspn(module, "."), module);
    } else if (strncmp(line, list, strlen(list)) == 0) {
        const char *first = line + strlen(list);
        add_name(names, first, strcspn(first, "}"));
    } else if (strncmp(line, export, strlen(export)) == 0) {
        size_t length;
        const char *name = declared_name(line + strlen(export), &length);
        add_name(names, name, length);
        fputs(line + strlen(export), out);
    } else {
        fputs(line, out);
    }
}

// Writes a module as a constant whose members are its exports.
static bool write_module(FILE *out, const char *folder, const char *name) {
    char names[NAMES_SIZE] = "", *line = NULL;
    size_t capacity = 0;
    FILE *in = open_part(folder, name, ".js");
    if (in == NULL) {
        return false;
    }
    fprintf(out, "const module_%s = (() => {\n", name);
    while (getline(&line, &capacity, in) >= 0) {
        write_line(out, line, names);
    }
    fprintf(out, "return { %s };\n})();\n", names);
    free(line);
    return fclose(in) == 0;
}

// Copies a file. As a script, `<` is written so that no text in it can end the script.
static bool copy_file(FILE *out, FILE *in, bool script) {
    if (in == NULL) {
        return false;
    }
    for (int c; (c = getc(in)) != EOF;) {
        if (script && c == '<') {
            fputs("\\u003c", out);
        } else {
            putc(c, out);
        }
    }
    return fclose(in) == 0;
}

static bool write_script(FILE *out, const char *folder, const char **missing) {
    fputs("'use strict';\n", out);
    for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++) {
        if (!write_module(out, folder, modules[i])) {
            *missing = modules[i];
            return false;
        }
    }
    return true;
}

int page_write(FILE *out, const char *folder, const char *const *traces, int count, const char *follow,
               const char **missing) {
    char *line = NULL;
    size_t capacity = 0;
    FILE *in = open_part(folder, "page", ".html");
    bool good = in != NULL;
    *missing = good ? NULL : "page.html";
    while (good && getline(&line, &capacity, in) >= 0) {
        char *mark = strstr(line, "/*");
        const char *end = mark == NULL ? NULL : strstr(mark, "*/");
        if (end == NULL) {
            fputs(line, out);
            continue;
        }
        size_t length = (size_t)(end - mark) + 2;
        fwrite(line, 1, (size_t)(mark - line), out);
        if (strncmp(mark, "/*DRAWING*/", length) == 0) {
            good = copy_file(out, open_part(folder, "drawing", ".css"), false);
            *missing = good ? NULL : "drawing.css";
        } else if (strncmp(mark, "/*STYLE*/", length) == 0) {
            good = copy_file(out, open_part(folder, "style", ".css"), false);
            *missing = good ? NULL : "style.css";
        } else if (strncmp(mark, "/*SCRIPT*/", length) == 0) {
            good = write_script(out, folder, missing);
        } else if (strncmp(mark, "/*FOLLOW*/", length) == 0) {
            fputs(follow, out);
        }
        for (int i = 0; i < count && good && strncmp(mark, "/*TRACES*/", length) == 0; i++) {
            fputs("<script type=\"application/json\">", out);
            good = copy_file(out, fopen(traces[i], "r"), true);
            fputs("</script>\n", out);
            *missing = good ? NULL : traces[i];
        }
        fputs(mark + length, out);
    }
    free(line);
    if (in != NULL) {
        fclose(in);
    }
    return good && fflush(out) == 0 && !ferror(out) ? 0 : -1;
}
