#define _GNU_SOURCE
#include "table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "result.h"
#include "text/utf8.h"

const char *entry_verdict(const struct entry *entry) {
    if (entry->submitted != SUBMITTED_FILE) {
        return entry->submitted == SUBMITTED_NOTHING ? "missing" : "refused";
    }
    if (entry->result == NULL) {
        return entry->tries > 0 ? "machine failure" : "not graded";
    }
    return result_text(entry->result, "verdict");
}

const json_t *entry_report(const struct class *class, const struct entry *entry, int lab) {
    if (entry->submitted != SUBMITTED_FILE) {
        return class->plain[lab];
    }
    return entry->result != NULL ? json_object_get(entry->result, "report") : NULL;
}

// In UTF-8. A spreadsheet would run one that begins like a formula, so an apostrophe comes first.
// Some take the full-width signs of East Asian keyboards for those of formulas, too.
void table_put_text(FILE *out, const char *text) {
    static const char *const formulas[] = {"=",  "+",      "-",      "@",      "\t",
                                           "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
    fputc('"', out);
    for (size_t i = 0; i < sizeof(formulas) / sizeof(formulas[0]); i++) {
        fputs(strncmp(text, formulas[i], strlen(formulas[i])) == 0 ? "'" : "", out);
    }
    while (*text != '\0') {
        bool control = (unsigned char)*text < ' ';
        if (*text == '"') {
            fputc('"', out);
        }
        text += utf8_put(out, control ? " " : text);
    }
    fputc('"', out);
}

void table_put_texts(FILE *out, int count, ...) {
    va_list texts;
    va_start(texts, count);
    for (int i = 0; i < count; i++) {
        table_put_text(out, va_arg(texts, const char *));
        fputc(',', out);
    }
    va_end(texts);
}

static int exit_code_of(const struct entry *entry) {
    if (entry->submitted != SUBMITTED_FILE) {
        return 1;
    }
    return entry->result != NULL ? (int)result_number(entry->result, "exit_code") : EXIT_MACHINE;
}

void entry_flags(const struct entry *entry, char flags[FLAGS_SIZE]) {
    const char *notes[] = {entry->late ? "late" : "", entry->note, entry->flags};
    flags[0] = '\0';
    for (size_t i = 0; i < sizeof(notes) / sizeof(notes[0]); i++) {
        size_t used = strlen(flags);
        if (notes[i][0] != '\0') {
            snprintf(flags + used, FLAGS_SIZE - used, "%s%s", used > 0 ? "; " : "", notes[i]);
        }
    }
}

static void put_line(FILE *out, const struct class *class, const struct student *student, int lab,
                     const char *part, const char *verdict, const char *aspect, const json_t *points) {
    const struct entry *entry = &student->entries[lab];
    bool known = entry_report(class, entry, lab) != NULL;
    char flags[FLAGS_SIZE];
    entry_flags(entry, flags);
    table_put_texts(out, 4, student->name, class->labs[lab].name, part, aspect);
    if (known) {
        fprintf(out, "%lld", result_number(points, "points"));
    }
    fprintf(out, ",%lld,", result_number(points, "points_max"));
    table_put_texts(out, 1, verdict);
    fprintf(out, "%d,", exit_code_of(entry));
    table_put_text(out, flags);
    fputc(',', out);
    table_put_texts(out, 2, class->seed, entry->hash);
    fprintf(out, "%.2f,", json_real_value(json_object_get(entry->result, "seconds")));
    table_put_text(out, class->version);
    fprintf(out, ",%s,%s\r\n", class->options.gpu ? "gpu" : "sim", class->grader[lab]);
}

// The lines of a student's lab. Its parts and their points at most are known even without a result.
static void put_lab(FILE *out, const struct class *class, const struct student *student, int lab) {
    const struct entry *entry = &student->entries[lab];
    const json_t *report = entry_report(class, entry, lab), *part;
    size_t p;
    bool compiled = report != NULL && report != class->plain[lab] &&
                    strcmp(result_text(report, "verdict"), "does not compile") != 0;
    json_array_foreach(json_object_get(report != NULL ? report : class->plain[lab], "parts"), p, part) {
        for (int i = 0; i < ASPECTS; i++) {
            put_line(out, class, student, lab, result_text(part, "name"),
                     compiled ? result_text(part, "verdict") : entry_verdict(entry), result_aspects[i],
                     result_aspect(part, i));
        }
    }
}

FILE *table_begin(const struct class *class, const char *name, const char *head, char *path, size_t size) {
    snprintf(path, size, "%s/%s", class->options.out, name);
    FILE *out = fopen(path, "w");
    if (out != NULL) {
        fprintf(out, "%s\r\n", head);
    } else {
        folder_say_unwritable(path);
    }
    return out;
}

static int write_failures(const struct class *class) {
    char path[CLASS_PATH_SIZE + 40];
    FILE *out =
        table_begin(class, "machine-failures.csv", "student,lab,tries,graded,why", path, sizeof(path));
    for (size_t i = 0; i < class->student_count && out != NULL; i++) {
        for (int lab = 0; lab < class->lab_count; lab++) {
            const struct entry *entry = &class->students[i].entries[lab];
            if (entry->tries > 0) {
                table_put_texts(out, 2, class->students[i].name, class->labs[lab].name);
                fprintf(out, "%d,%s,", entry->tries, entry->result != NULL ? "yes" : "no");
                table_put_text(out, entry->note);
                fputs("\r\n", out);
            }
        }
    }
    return out != NULL ? folder_close(out, path) : -1;
}

static int write_unmatched(const struct class *class) {
    char path[CLASS_PATH_SIZE + 40];
    FILE *out = table_begin(class, "unmatched.csv", "student,file,why", path, sizeof(path));
    for (size_t i = 0; i < class->student_count && out != NULL; i++) {
        const struct student *student = &class->students[i];
        for (size_t k = 0; k < student->unmatched_count; k++) {
            table_put_texts(out, 2, student->name, student->unmatched[k].path);
            table_put_text(out, student->unmatched[k].why);
            fputs("\r\n", out);
        }
    }
    return out != NULL ? folder_close(out, path) : -1;
}

int table_write(const struct class *class) {
    char path[CLASS_PATH_SIZE + 40];
    FILE *out =
        table_begin(class, "grades.csv",
                    "student,lab,part,aspect,points,points_max,verdict,exit_code,flags,seed,sha256,seconds,"
                    "course_version,device,grader",
                    path, sizeof(path));
    for (size_t i = 0; i < class->student_count && out != NULL; i++) {
        for (int lab = 0; lab < class->lab_count; lab++) {
            put_lab(out, class, &class->students[i], lab);
        }
    }
    return out != NULL && folder_close(out, path) == 0 && write_failures(class) == 0 ? write_unmatched(class)
                                                                                     : -1;
}
