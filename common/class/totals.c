#include "totals.h"

#include <stdio.h>
#include <string.h>

#include "feedback.h"
#include "folder.h"
#include "result.h"
#include "table.h"
#include "text/utf8.h"

enum { SHOWN_MAX = 20, TOTAL_FLAGS_SIZE = LAB_MAX * (FLAGS_SIZE + 20) };

// ---- totals.csv ------------------------------------------------------------------------------------------

// All of a student's flags, each with its lab, and the files that no lab matches.
static void put_flags(FILE *out, const struct class *class, const struct student *student) {
    char all[TOTAL_FLAGS_SIZE] = "", flags[FLAGS_SIZE];
    size_t used = 0;
    for (int lab = 0; lab < class->lab_count; lab++) {
        entry_flags(&student->entries[lab], flags);
        if (flags[0] != '\0') {
            snprintf(all + used, sizeof(all) - used, "%s%s: %s", used > 0 ? "; " : "", class->labs[lab].name,
                     flags);
            used = strlen(all);
        }
    }
    for (size_t i = 0; i < student->unmatched_count && used + 1 < sizeof(all); i++) {
        if (!student->unmatched[i].flagged) {
            snprintf(all + used, sizeof(all) - used, "%s%s %s", used > 0 ? "; " : "",
                     student->unmatched[i].path, student->unmatched[i].why);
            used = strlen(all);
        }
    }
    table_put_text(out, all);
}

// Where no grade is known, neither is the sum.
static void put_student(FILE *out, const struct class *class, const struct student *student) {
    long long sum = 0, most = 0;
    bool known = true;
    table_put_texts(out, 1, student->name);
    for (int lab = 0; lab < class->lab_count; lab++) {
        const json_t *report = entry_report(class, &student->entries[lab], lab);
        most += result_number(class->plain[lab], "points_max");
        if (report != NULL) {
            sum += result_number(report, "points");
            fprintf(out, "%lld", result_number(report, "points"));
        }
        fputc(',', out);
        known = known && report != NULL;
    }
    if (known) {
        fprintf(out, "%lld", sum);
    }
    fprintf(out, ",%lld,", most);
    put_flags(out, class, student);
    fputs("\r\n", out);
}

static int write_totals(const struct class *class) {
    char path[CLASS_PATH_SIZE + 40], head[LAB_MAX * 80] = "student";
    for (int lab = 0; lab < class->lab_count; lab++) {
        size_t used = strlen(head);
        snprintf(head + used, sizeof(head) - used, ",%s", class->labs[lab].name);
    }
    strcat(head, ",points,points_max,flags");
    FILE *out = table_begin(class, "totals.csv", head, path, sizeof(path));
    for (size_t i = 0; i < class->student_count && out != NULL; i++) {
        put_student(out, class, &class->students[i]);
    }
    return out != NULL ? folder_close(out, path) : -1;
}

// ---- changes.csv -----------------------------------------------------------------------------------------

// A table of changes, of which the first are printed, too.
struct changes {
    FILE *out;
    size_t count;
    char path[CLASS_PATH_SIZE + 40];
};

static void print_text(const char *text) {
    while (*text != '\0') {
        text += utf8_put(stdout, (unsigned char)*text < ' ' ? " " : text);
    }
}

// `now`: NULL if the student has no submissions any more.
static void put_change(struct changes *changes, const char *student, const char *lab, const json_t *before,
                       const json_t *now) {
    long long points = result_number(before, "points"), most = result_number(before, "points_max");
    bool same = now != NULL && strcmp(result_text(before, "sha256"), result_text(now, "sha256")) == 0;
    const char *why = same ? "same file" : now != NULL ? "another file" : "no files";
    table_put_texts(changes->out, 2, student, lab);
    fprintf(changes->out, "%lld,%lld,", points, most);
    if (now != NULL) {
        fprintf(changes->out, "%lld", result_number(now, "points"));
    }
    fputc(',', changes->out);
    if (now != NULL) {
        fprintf(changes->out, "%lld", result_number(now, "points_max"));
    }
    fprintf(changes->out, ",%s\r\n", why);
    if (changes->count++ == 0) {
        puts("Points that changed since the last run:");
    }
    if (changes->count <= SHOWN_MAX) {
        fputs("  ", stdout);
        print_text(student);
        printf(" %s: %lld of %lld, now ", lab, points, most);
        if (now != NULL) {
            printf("%lld of %lld", result_number(now, "points"), result_number(now, "points_max"));
        } else {
            fputs("none", stdout);
        }
        printf(" (%s)\n", why);
    }
}

// Compares a student's labs with what is known of them in `known`, and brings that up to date.
static void compare(struct changes *changes, const struct class *class, const struct student *student,
                    json_t *known) {
    for (int lab = 0; lab < class->lab_count; lab++) {
        const struct entry *entry = &student->entries[lab];
        const json_t *report = entry_report(class, entry, lab);
        const char *name = class->labs[lab].name;
        if (report == NULL) {
            continue; // not graded now, so the comparison waits
        }
        json_t *now = json_pack("{s:I, s:I, s:s, s:b}", "points", (json_int_t)result_number(report, "points"),
                                "points_max", (json_int_t)result_number(report, "points_max"), "sha256",
                                entry->hash, "submitted", entry->submitted != SUBMITTED_NOTHING);
        const json_t *before = json_object_get(known, name);
        if (json_is_true(json_object_get(before, "submitted")) &&
            (result_number(before, "points") != result_number(now, "points") ||
             result_number(before, "points_max") != result_number(now, "points_max"))) {
            put_change(changes, student->name, name, before, now);
        }
        json_object_set_new(known, name, now);
    }
}

// Compares all students. Returns what is known now: of each student, under the name of the page, the labs. To be freed.
static json_t *compare_all(struct changes *changes, const struct class *class, json_t *before) {
    json_t *all = json_object(), *labs, *one;
    const char *name, *lab;
    char page[256];
    for (size_t i = 0; i < class->student_count; i++) {
        feedback_name(&class->students[i], page, sizeof(page));
        json_t *known = json_object_get(before, page);
        known = known != NULL ? json_incref(known) : json_object();
        compare(changes, class, &class->students[i], known);
        json_object_set_new(all, page, known);
        json_object_del(before, page);
    }
    json_object_foreach(before, name, labs) {
        json_object_foreach(labs, lab, one) {
            if (json_is_true(json_object_get(one, "submitted"))) {
                put_change(changes, name, lab, one, NULL);
            }
        }
    }
    return all;
}

static int write_changes(const struct class *class) {
    struct changes changes = {.count = 0};
    char path[CLASS_PATH_SIZE + 40];
    snprintf(path, sizeof(path), "%s/state/points.json", class->options.out);
    changes.out = table_begin(class, "changes.csv",
                              "student,lab,points_before,points_max_before,points,points_max,file",
                              changes.path, sizeof(changes.path));
    if (changes.out == NULL) {
        return -1;
    }
    json_t *before = json_load_file(path, 0, NULL), *all = compare_all(&changes, class, before);
    if (changes.count > SHOWN_MAX) {
        printf("  and %zu more: %s\n", changes.count - SHOWN_MAX, changes.path);
    }
    int result = folder_close(changes.out, changes.path);
    if (result == 0 && json_dump_file(all, path, JSON_INDENT(1)) != 0) {
        result = folder_say_unwritable(path);
    }
    json_decref(before);
    json_decref(all);
    return result;
}

int totals_write(const struct class *class) {
    return write_totals(class) == 0 ? write_changes(class) : -1;
}
