#define _GNU_SOURCE
#include "feedback.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "html.h"
#include "result.h"
#include "table.h"
#include "text/utf8.h"

enum { LINE_SIZE = 500 };

void feedback_name(const struct student *student, char *name, size_t size) {
    enum { LENGTH_MAX = 200 };   // with the ending, a file's name has at most 255 bytes
    unsigned hash = 2166136261u; // FNV-1a: a name that is changed stays different from all others
    snprintf(name, size, "%.*s", LENGTH_MAX, student->name);
    utf8_clean(name, '_');
    for (char *at = name; *at != '\0'; at++) {
        if ((unsigned char)*at < ' ' || *at == '\\' || (at == name && *at == '.')) {
            *at = '_';
        }
    }
    for (const char *at = student->name; *at != '\0'; at++) {
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    }
    if (strcmp(name, student->name) != 0) {
        size_t length = strlen(name);
        snprintf(name + length, size - length, "-%08x", hash);
    }
}

// Why there is no verdict, in a sentence; "" if there is one.
static void say_without_verdict(const struct entry *entry, char *text, size_t size) {
    const char *verdict = entry_verdict(entry);
    text[0] = '\0';
    if (entry->submitted == SUBMITTED_NOTHING) {
        snprintf(text, size, "No file of this lab was found.");
    } else if (entry->submitted == SUBMITTED_REFUSED) {
        snprintf(text, size, "The submission was not accepted: %s.", entry->note);
    } else if (entry->result == NULL) {
        snprintf(text, size, "The file has no grade yet (%s).", verdict);
    }
}

// What to do next, as the checker's report says; "" for a pass.
static void say_next(const struct lab *lab, const json_t *report, char *text, size_t size) {
    const char *part = result_text(report, "next_part");
    const json_t *todo = json_object_get(report, "next_todo");
    text[0] = '\0';
    if (part[0] != '\0') {
        snprintf(text, size, "Next: fix the part %s. `./lab check %s --part %s` checks it alone.", part,
                 lab->name, part);
    } else if (json_is_object(todo)) {
        int number = (int)result_number(todo, "number");
        snprintf(text, size, "Next: TODO(%d) in line %d. `./lab hint %s %d` gives a hint.", number,
                 (int)result_number(todo, "line"), lab->name, number);
    }
}

// "2 of 4"; "-" if there are no points to get.
static void points_cell(const json_t *part, int aspect, char *cell, size_t size) {
    const json_t *points = result_aspect(part, aspect);
    long long most = result_number(points, "points_max");
    if (most == 0) {
        snprintf(cell, size, "-");
    } else {
        snprintf(cell, size, "%lld of %lld", result_number(points, "points"), most);
    }
}

static void put_lab(FILE *out, const struct class *class, const struct entry *entry, int lab) {
    char text[LINE_SIZE];
    const char *verdict = entry_verdict(entry);
    const json_t *report = entry_report(class, entry, lab), *part;
    size_t p;
    fprintf(out, "<h2>%s: <span class=\"%s\">%s</span></h2>\n", class->labs[lab].folder,
            strcmp(verdict, "pass") == 0              ? "pass"
            : strcmp(verdict, VERDICT_NOT_BEGUN) == 0 ? "dim"
                                                      : "fail",
            verdict);
    say_without_verdict(entry, text, sizeof(text));
    if (text[0] != '\0') {
        fputs("<p>", out);
        html_text(out, text);
        fputs("</p>\n", out);
        return;
    }
    fputs("<div class=\"scroll\"><table>\n<tr><th>part<th>result<th>memory<th>technique<th>verdict</tr>\n",
          out);
    json_array_foreach(json_object_get(report, "parts"), p, part) {
        fprintf(out, "<tr><td>%s", result_text(part, "name"));
        for (int i = 0; i < ASPECTS; i++) {
            points_cell(part, i, text, sizeof(text));
            fprintf(out, "<td>%s", text);
        }
        fprintf(out, "<td>%s</tr>\n", result_text(part, "verdict"));
    }
    fprintf(out, "</table></div>\n<p>%lld of %lld points</p>\n<pre tabindex=\"0\">",
            result_number(report, "points"), result_number(report, "points_max"));
    html_text(out, result_text(entry->result, "text"));
    fputs("</pre>\n", out);
    say_next(&class->labs[lab], report, text, sizeof(text));
    if (text[0] != '\0') {
        fputs("<p>", out);
        html_text(out, text);
        fputs("</p>\n", out);
    }
}

static void put_page(FILE *out, const struct class *class, const struct student *student) {
    html_begin(out, student->name);
    for (int lab = 0; lab < class->lab_count; lab++) {
        put_lab(out, class, &student->entries[lab], lab);
    }
    for (size_t i = 0; i < student->unmatched_count; i++) {
        fputs("<p>Not graded: ", out);
        html_text(out, student->unmatched[i].path);
        fprintf(out, " %s.</p>\n", student->unmatched[i].why);
    }
    fprintf(out, "<p class=\"dim\">Course version %s</p>\n", class->version);
    html_end(out);
}

static int write_page(const struct class *class, const struct student *student) {
    char path[CLASS_PATH_SIZE + 300], name[256];
    feedback_name(student, name, sizeof(name));
    snprintf(path, sizeof(path), "%s/feedback/%s.html", class->options.out, name);
    FILE *out = fopen(path, "w");
    if (out != NULL) {
        put_page(out, class, student);
    }
    return folder_close(out, path);
}

int feedback_write(const struct class *class) {
    int result = 0;
    for (size_t i = 0; i < class->student_count && result == 0; i++) {
        result = write_page(class, &class->students[i]);
    }
    return result;
}
