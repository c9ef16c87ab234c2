#define _GNU_SOURCE
#include "summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_log.h"
#include "feedback.h"
#include "folder.h"
#include "html.h"
#include "intake.h"
#include "mistakes.h"
#include "result.h"
#include "table.h"
#include "text_file.h"

enum { BINS = 11, MISTAKES_SHOWN = 20, MISTAKES_PER_LAB = 3, CODE_SIZE = 200 };

// What one lab's submissions reached.
struct lab_sums {
    size_t submitted, graded, passed;
    double points, most; // of those graded
    size_t bins[BINS];   // by share of the points: below 10 %, below 20 %, ..., all
};

static size_t bin_of(double points, double most) {
    return most <= 0 || points >= most ? BINS - 1 : (size_t)(points / most * (BINS - 1));
}

static struct lab_sums sums_of(const struct class *class, int lab) {
    struct lab_sums sums = {0};
    for (size_t i = 0; i < class->student_count; i++) {
        const struct entry *entry = &class->students[i].entries[lab];
        const json_t *report = json_object_get(entry->result, "report");
        sums.submitted += entry->submitted != SUBMITTED_NOTHING;
        if (report != NULL) {
            double points = (double)result_number(report, "points"),
                   most = (double)result_number(report, "points_max");
            sums.graded++;
            sums.passed += strcmp(result_text(report, "verdict"), "pass") == 0;
            sums.points += points;
            sums.most = most;
            sums.bins[bin_of(points, most)]++;
        }
    }
    return sums;
}

// ---- Points ----------------------------------------------------------------------------------------------

static void put_bin(FILE *out, int bin) {
    if (bin == BINS - 1) {
        fputs("100 %", out);
    } else {
        fprintf(out, "%d-%d %%", 10 * bin, 10 * bin + 10);
    }
}

// A histogram with a label below each bar.
static void put_histogram(FILE *out, const size_t bins[BINS], const char *label) {
    enum { BAR = 44, GAP = 6, HEIGHT = 120, BELOW = 20, ABOVE = 16 };
    size_t most = 1;
    for (int i = 0; i < BINS; i++) {
        most = bins[i] > most ? bins[i] : most;
    }
    fprintf(out, "<div class=\"scroll\"><svg viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\" aria-label=\"%s",
            BINS * (BAR + GAP), HEIGHT + BELOW + ABOVE, BINS * (BAR + GAP), label);
    for (int i = 0; i < BINS; i++) { // the same for those who do not see it
        if (bins[i] > 0) {
            fputs("; ", out);
            put_bin(out, i);
            fprintf(out, ": %zu", bins[i]);
        }
    }
    fputs("\">\n", out);
    for (int i = 0; i < BINS; i++) {
        int x = i * (BAR + GAP), height = (int)(bins[i] * HEIGHT / most);
        fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" class=\"amount\"/>", x,
                ABOVE + HEIGHT - height, BAR, height);
        if (bins[i] > 0) {
            fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%zu</text>", x + BAR / 2,
                    ABOVE + HEIGHT - height - 4, bins[i]);
        }
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" class=\"axis\">", x + BAR / 2,
                ABOVE + HEIGHT + BELOW - 6);
        put_bin(out, i);
        fputs("</text>\n", out);
    }
    fputs("</svg></div>\n", out);
}

// All labs of each student together.
static void put_distribution(FILE *out, const struct class *class) {
    size_t bins[BINS] = {0};
    for (size_t i = 0; i < class->student_count; i++) {
        double points = 0, most = 0;
        bool complete = true;
        for (int lab = 0; lab < class->lab_count; lab++) {
            const json_t *report = entry_report(class, &class->students[i].entries[lab], lab);
            complete &= report != NULL;
            points += (double)result_number(report, "points");
            most += (double)result_number(report, "points_max");
        }
        bins[bin_of(points, most)] += complete;
    }
    fputs("<h2>Distribution</h2>\n<p>Students by their share of all points. A student with a submission that "
          "is not graded is left out. A file that was refused has no points.</p>\n",
          out);
    put_histogram(out, bins, "Students by their share of all points");
}

// A small bar for a share from 0 to 1, with the number.
static void put_share(FILE *out, double share) {
    fprintf(out,
            "<td class=\"number\"><span class=\"share\"><span style=\"width: %.0f%%\"></span></span> %.0f %%",
            100 * share, 100 * share);
}

static void put_labs(FILE *out, const struct class *class) {
    fputs("<h2>Labs</h2>\n<p>Passed and mean points: of the submissions that were graded, without those that "
          "were refused.</p>\n<div class=\"scroll\"><table>\n<tr><th>lab<th class=\"number\">submitted<th "
          "class=\"number\">passed<th class=\"number\">mean points</tr>\n",
          out);
    for (int lab = 0; lab < class->lab_count; lab++) {
        struct lab_sums sums = sums_of(class, lab);
        fprintf(out, "<tr><td>%s<td class=\"number\">%zu", class->labs[lab].folder, sums.submitted);
        if (sums.graded == 0) {
            fputs("<td class=\"number\">-<td class=\"number\">-</tr>\n", out);
            continue;
        }
        double graded = (double)sums.graded;
        put_share(out, (double)sums.passed / graded);
        fprintf(out, "<td class=\"number\">%.1f of %.0f</tr>\n", sums.points / graded, sums.most);
    }
    fputs("</table></div>\n", out);
}

// The share of graded submissions with all points of an aspect of a part; -1: there are no points to get.
static double share_of(const struct class *class, int lab, size_t part, int aspect) {
    size_t graded = 0, full = 0;
    long long most = 0;
    for (size_t i = 0; i < class->student_count; i++) {
        const json_t *report = json_object_get(class->students[i].entries[lab].result, "report");
        const json_t *points = result_aspect(json_array_get(json_object_get(report, "parts"), part), aspect);
        if (points != NULL) {
            most = result_number(points, "points_max");
            graded++;
            full += result_number(points, "points") == most;
        }
    }
    return graded == 0 || most == 0 ? -1 : (double)full / (double)graded;
}

static void put_parts(FILE *out, const struct class *class) {
    fputs("<h2>Parts</h2>\n<p>Graded submissions with all points of an aspect.</p>\n<div "
          "class=\"scroll\"><table>\n<tr><th>lab<th>part<th class=\"number\">result<th "
          "class=\"number\">memory<th class=\"number\">technique</tr>\n",
          out);
    for (int lab = 0; lab < class->lab_count; lab++) {
        const json_t *part;
        size_t p;
        json_array_foreach(json_object_get(class->plain[lab], "parts"), p, part) {
            fprintf(out, "<tr><td>%s<td>%s", p == 0 ? class->labs[lab].name : "", result_text(part, "name"));
            for (int aspect = 0; aspect < ASPECTS; aspect++) {
                double share = share_of(class, lab, p, aspect);
                if (share < 0) {
                    fputs("<td class=\"number\">-", out);
                } else {
                    put_share(out, share);
                }
            }
            fputs("</tr>\n", out);
        }
    }
    fputs("</table></div>\n", out);
}

// ---- Mistakes --------------------------------------------------------------------------------------------

// One line of a submitted file, without the blanks around it; "" if there is none.
static void read_line(const struct class *class, const char *hash, int number, char line[CODE_SIZE]) {
    struct entry entry = {0};
    char path[CLASS_PATH_SIZE + HASH_SIZE];
    size_t length;
    snprintf(entry.hash, sizeof(entry.hash), "%s", hash);
    intake_path(class, &entry, path);
    char *text = number > 0 ? text_file_read(path, &length) : NULL, *at = text;
    for (int i = 1; i < number && at != NULL; i++) {
        at = strchr(at, '\n');
        at += at != NULL;
    }
    at = at != NULL ? at + strspn(at, " \t") : "";
    snprintf(line, CODE_SIZE, "%.*s", (int)strcspn(at, "\r\n"), at);
    free(text);
}

static void put_mistake(FILE *out, const struct class *class, const struct mistake *mistake) {
    char code[CODE_SIZE];
    fprintf(out, "<tr><td class=\"number\">%zu<td>%s<br><span class=\"dim\">%s</span><td><strong>",
            mistake->students, class->labs[mistake->lab].name, mistake->part);
    html_text(out, mistake->title);
    fputs("</strong><br>", out);
    fputs(mistake->subject, out);
    html_text(out, mistake->example);
    read_line(class, mistake->hash, mistake->line, code);
    if (code[0] != '\0') {
        fputs("<br><code>", out);
        html_text(out, code);
        fputs("</code>", out);
    }
    if (mistake->hint[0] != '\0') {
        fputs("<br><span class=\"dim\">", out);
        html_text(out, mistake->hint);
        fputs("</span>", out);
    }
    fputs("</tr>\n", out);
}

static void put_mistakes(FILE *out, const struct class *class) {
    size_t count, shown[LAB_MAX] = {0}, all = 0;
    struct mistake *mistakes = mistakes_make(class, &count);
    fputs("<h2>Most frequent mistakes</h2>\n<p>In parts that are finished. Each with one student's "
          "case.</p>\n<div class=\"scroll\"><table class=\"mistakes\">\n<tr><th "
          "class=\"number\">students<th>part<th>mistake</tr>\n",
          out);
    for (size_t i = 0; i < count && mistakes != NULL; i++) {
        const struct mistake *mistake = &mistakes[i];
        if (all < MISTAKES_SHOWN || shown[mistake->lab] < MISTAKES_PER_LAB) {
            put_mistake(out, class, mistake);
            shown[mistake->lab]++;
            all++;
        }
    }
    fprintf(out, "</table></div>\n<p class=\"dim\">%zu of %zu different mistake%s</p>\n", all, count,
            count == 1 ? "" : "s");
    free(mistakes);
}

// ---- Students --------------------------------------------------------------------------------------------

static void put_student_link(FILE *out, const struct student *student) {
    char name[256];
    feedback_name(student, name, sizeof(name));
    fputs("<a href=\"feedback/", out);
    html_url(out, name);
    fputs(".html\">", out);
    html_text(out, student->name);
    fputs("</a>", out);
}

// A line of what someone should look at. *any: whether there is one already.
static void put_note(FILE *out, const struct student *student, const char *lab, const char *verdict,
                     const char *text, const char *more, bool *any) {
    if (!*any) {
        fputs("<h2>To look at</h2>\n<div "
              "class=\"scroll\"><table class=\"notes\">\n<tr><th>student<th>lab<th>verdict<th>what</tr>\n",
              out);
    }
    *any = true;
    fputs("<tr><td>", out);
    put_student_link(out, student);
    fprintf(out, "<td>%s<td>%s<td>", lab, verdict);
    html_text(out, text);
    html_text(out, more);
    fputs("</tr>\n", out);
}

// What the compiler says first about a file that does not compile: its first error, otherwise its first line.
static void read_first_error(const struct lab *lab, const struct entry *entry,
                             char error[BUILD_LOG_ERROR_SIZE]) {
    const char *text = result_text(entry->result, "text");
    build_log_first_error(text, lab, error);
    if (error[0] == '\0') {
        snprintf(error, BUILD_LOG_ERROR_SIZE, "%.*s", (int)strcspn(text, "\n"), text);
    }
}

// What someone should look at: refused and late files, machine failures, flags, and files that no lab matches.
static void put_notes(FILE *out, const struct class *class) {
    bool any = false;
    for (size_t i = 0; i < class->student_count; i++) {
        for (int lab = 0; lab < class->lab_count; lab++) {
            const struct entry *entry = &class->students[i].entries[lab];
            bool failed = entry->submitted == SUBMITTED_FILE && entry->result == NULL;
            bool compiles = strcmp(entry_verdict(entry), "does not compile") != 0;
            char flags[FLAGS_SIZE + 2], error[BUILD_LOG_ERROR_SIZE] = "";
            if (!failed && entry->submitted != SUBMITTED_REFUSED && entry->flags[0] == '\0' && compiles &&
                !entry->late) {
                continue;
            }
            entry_flags(entry, flags);
            if (!compiles) {
                read_first_error(&class->labs[lab], entry, error);
                strcat(flags, flags[0] != '\0' ? "; " : "");
            }
            put_note(out, &class->students[i], class->labs[lab].name, entry_verdict(entry), flags, error,
                     &any);
        }
        for (size_t k = 0; k < class->students[i].unmatched_count; k++) {
            const struct unmatched *file = &class->students[i].unmatched[k];
            char path[CLASS_PATH_SIZE + 2];
            if (file->flagged) {
                continue; // above, with its lab
            }
            snprintf(path, sizeof(path), "%.*s ", CLASS_PATH_SIZE, file->path);
            put_note(out, &class->students[i], "-", "not graded", path, file->why, &any);
        }
    }
    fputs(any ? "</table></div>\n" : "", out);
}

static void put_student(FILE *out, const struct class *class, const struct student *student) {
    long long sum = 0;
    bool complete = true;
    fputs("<tr><td>", out);
    put_student_link(out, student);
    for (int lab = 0; lab < class->lab_count; lab++) {
        const struct entry *entry = &student->entries[lab];
        const json_t *report = entry_report(class, entry, lab);
        if (report == NULL) {
            fputs("<td class=\"number fail\" title=\"not graded\">?", out);
            complete = false;
        } else if (entry->submitted == SUBMITTED_NOTHING) {
            fputs("<td class=\"number dim\">-", out);
        } else {
            long long points = result_number(report, "points");
            sum += points;
            fprintf(out, "<td class=\"number\">%lld", points);
        }
    }
    fprintf(out, "<td class=\"number\">%s%lld</tr>\n", complete ? "" : "at least ", sum);
}

static void put_students(FILE *out, const struct class *class) {
    fputs("<h2>Students</h2>\n<details><summary>Names and points</summary>\n<div "
          "class=\"scroll\"><table>\n<tr><th>student",
          out);
    for (int lab = 0; lab < class->lab_count; lab++) {
        fprintf(out, "<th class=\"number\">%s", class->labs[lab].name);
    }
    fputs("<th class=\"number\">all</tr>\n", out);
    for (size_t i = 0; i < class->student_count; i++) {
        put_student(out, class, &class->students[i]);
    }
    fputs("</table></div></details>\n", out);
}

int summary_write(const struct class *class) {
    char path[CLASS_PATH_SIZE + 40];
    snprintf(path, sizeof(path), "%s/index.html", class->options.out);
    FILE *out = fopen(path, "w");
    if (out != NULL) {
        html_begin(out, "The class");
        fprintf(out, "<p>%zu student%s, %d lab%s. Course version %s, seed %s</p>\n", class->student_count,
                class->student_count == 1 ? "" : "s", class->lab_count, class->lab_count == 1 ? "" : "s",
                class->version, class->seed);
        if (class->options.gpu) {
            fputs("<p>Graded on a real GPU, where only results have points. The driver needs system calls "
                  "that the box refuses elsewhere: the programs could use the network and start "
                  "processes.</p>\n",
                  out);
        }
        put_labs(out, class);
        put_distribution(out, class);
        put_mistakes(out, class);
        put_parts(out, class);
        put_notes(out, class);
        put_students(out, class);
        html_end(out);
    }
    return folder_close(out, path);
}
