// --report and --from: a report that can be shown again, for each aspect, without running anything.
//
// The file begins with a line for the lab and each aspect, "lab01.memory: fail, 0 of 6 points"; then come an empty line
// and the text of the verdict. It is read without a library, and what the student's program printed is below what is
// read.
#include "check/report/report.h"

#include <string.h>

enum { GRADE_LINE_SIZE = 160, WHOLE_LAB = -1, VERDICTS = VERDICT_NOT_COMPILED + 1 };

struct grade {
    enum verdict verdict;
    int points, points_max;
};

// `aspect`: WHOLE_LAB, or the only one.
static struct grade grade_of(const struct lab_result *result, int aspect) {
    struct grade grade = {.verdict = result->verdict};
    for (size_t i = 0; i < result->part_count; i++) {
        for (int k = 0; k < ASPECT_COUNT; k++) {
            if (aspect == WHOLE_LAB || aspect == k) {
                grade.points += part_points(&result->parts[i], k);
                grade.points_max += part_points_max(result->parts[i].part, k);
            }
        }
    }
    if (grade.verdict == VERDICT_FAIL && aspect != WHOLE_LAB && grade.points == grade.points_max) {
        grade.verdict = VERDICT_PASS;
    }
    return grade;
}

enum verdict report_verdict(const struct lab_result *result) {
    return grade_of(result, result->options->aspect).verdict;
}

// "lab01.memory: ", or "lab01: "
static void name_grade(const struct lab *lab, int aspect, char name[GRADE_LINE_SIZE]) {
    snprintf(name, GRADE_LINE_SIZE, "%.*s%s%s: ", (int)strcspn(lab->name, "-"), lab->name,
             aspect == WHOLE_LAB ? "" : ".", aspect == WHOLE_LAB ? "" : aspect_names[aspect]);
}

// "lab01.memory: 0 of 6 points", if there is a verdict on the program.
static void print_grade(FILE *out, const struct lab *lab, int aspect, struct grade grade) {
    char name[GRADE_LINE_SIZE];
    name_grade(lab, aspect, name);
    if (grade.verdict == VERDICT_PASS || grade.verdict == VERDICT_FAIL ||
        grade.verdict == VERDICT_NOT_COMPILED) {
        fprintf(out, "%s%d of %d points\n", name, grade.points, grade.points_max);
    }
}

void report_aspect(FILE *out, const struct lab_result *result) {
    int aspect = result->options->aspect;
    print_grade(out, result->lab, aspect, grade_of(result, aspect));
}

int report_again(FILE *out, const struct lab_result *result) {
    struct terminal terminal = terminal_open(out);
    struct report_text text = {.terminal = &terminal, .result = result};
    for (int aspect = WHOLE_LAB; aspect < ASPECT_COUNT; aspect++) {
        char name[GRADE_LINE_SIZE];
        struct grade grade = grade_of(result, aspect);
        name_grade(result->lab, aspect, name);
        fprintf(out, "%s%s, %d of %d points\n", name, verdict_names[grade.verdict], grade.points,
                grade.points_max);
    }
    fputc('\n', out);
    report_text_end(&text);
    return fflush(out) == 0 && !ferror(out) ? 0 : -1;
}

// Reads the line of an aspect, or of the whole lab.
static bool read_grade(FILE *in, const struct lab *lab, int aspect, struct grade *grade) {
    char line[GRADE_LINE_SIZE], name[GRADE_LINE_SIZE];
    name_grade(lab, aspect, name);
    size_t length = strlen(name);
    if (fgets(line, sizeof(line), in) == NULL || strncmp(line, name, length) != 0) {
        return false;
    }
    for (int verdict = 0; verdict < VERDICTS; verdict++) {
        size_t word = strlen(verdict_names[verdict]);
        if (strncmp(line + length, verdict_names[verdict], word) == 0) {
            grade->verdict = (enum verdict)verdict;
            return sscanf(line + length + word, ", %d of %d points", &grade->points, &grade->points_max) == 2;
        }
    }
    return false;
}

enum verdict report_show_again(const char *path, const struct lab *lab, int aspect) {
    FILE *in = fopen(path, "r");
    struct grade grades[ASPECT_COUNT + 1];
    bool known = in != NULL;
    for (int i = WHOLE_LAB; known && i < ASPECT_COUNT; i++) {
        known = read_grade(in, lab, i, &grades[i + 1]);
    }
    if (known && aspect != WHOLE_LAB) { // first: CTest cuts off the end of a long output
        print_grade(stdout, lab, aspect, grades[aspect + 1]);
    }
    for (int c; known && (c = fgetc(in)) != EOF;) {
        putchar(c);
    }
    if (in != NULL) {
        fclose(in);
    }
    if (!known) {
        fprintf(stderr, "lab: %s is missing, or not a report on %s: write one with --report\n", path,
                lab->name);
    }
    return known ? grades[aspect + 1].verdict : VERDICT_BROKEN;
}
