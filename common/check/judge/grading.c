#define _GNU_SOURCE // strdup under -std=c11
#include "check/judge/grading.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/judge/limits.h"

enum { GRADING_LINE = 1200, GRADING_PATH = 1100, GRADING_NAMES = 64 };

// A file that is being read.
struct reader {
    const struct lab *lab;
    bool elsewhere;        // the lines are about another lab
    struct lab_part *part; // that the lines are about; NULL: none yet
    struct lab_limit *limits;
    size_t own; // of these: limits, and budgets with a reason, which come first
    char *error;
    size_t size;
};

// Each returns false with a sentence in `error` if the rest of the line is wrong.

static bool wrong(struct reader *reader, const char *format, const char *word) {
    snprintf(reader->error, reader->size, format, word);
    return false;
}

static struct lab_part *find_part(const struct lab *lab, const char *name) {
    for (size_t i = 0; i < lab->part_count; i++) {
        if (strcmp(lab->parts[i].name, name) == 0) {
            return &lab->parts[i];
        }
    }
    return NULL;
}

// "lab lab03": in a file for several labs
static bool read_lab(struct reader *reader, char *rest) {
    const size_t length = strcspn(reader->lab->name, "-");
    reader->elsewhere =
        strncmp(rest, reader->lab->name, length) != 0 || (rest[length] != '\0' && rest[length] != '-');
    reader->part = NULL;
    return true;
}

static bool read_part(struct reader *reader, char *rest) {
    reader->part = find_part(reader->lab, rest);
    if (reader->part == NULL) {
        return wrong(reader, "the lab has no part '%s'", rest);
    }
    reader->limits = calloc(LIMIT_MAX, sizeof(*reader->limits));
    if (reader->limits == NULL) {
        return wrong(reader, "%s", "no memory");
    }
    reader->part->limits = reader->limits;
    reader->own = 0;
    reader->part->limit_count = limit_budgets(reader->limits);
    return true;
}

// "points result 2, memory 1, technique 3"
static bool read_points(struct reader *reader, char *rest) {
    struct lab_points points = {0};
    char aspect[16];
    int value, used;
    while (sscanf(rest, " %15[a-z] %d%n", aspect, &value, &used) == 2) {
        int *of_aspect = strcmp(aspect, "result") == 0      ? &points.result
                         : strcmp(aspect, "memory") == 0    ? &points.memory
                         : strcmp(aspect, "technique") == 0 ? &points.technique
                                                            : NULL;
        if (of_aspect == NULL || value < 0 || value > 1000) {
            return wrong(reader, "'%s' has no points from 0 to 1000: write result, memory or technique",
                         aspect);
        }
        *of_aspect = value;
        rest += used;
        rest += *rest == ',';
    }
    reader->part->points = points;
    return *rest == '\0' || wrong(reader, "write \"points result 2, memory 1\", not '%s'", rest);
}

static bool is_counted(struct reader *reader, const char *counter) {
    return limit_name(limit_index(counter)) != NULL ||
           wrong(reader, "'%s' is not counted; docs/grading.md lists what is", counter);
}

// Puts the limit at this place.
static bool insert(struct reader *reader, size_t at, struct lab_limit limit) {
    struct lab_part *part = reader->part;
    if (limit.counter == NULL || limit.text == NULL || part->limit_count == LIMIT_MAX) {
        return wrong(reader, "%s", "too many limits");
    }
    memmove(&reader->limits[at + 1], &reader->limits[at], (part->limit_count++ - at) * sizeof(limit));
    reader->limits[at] = limit;
    return true;
}

// "budget warps 3", "budget warps 3: the reason", or "budget warps none". One with a reason, or of what is not usual,
// comes before the usual ones, because it says more.
static bool read_budget(struct reader *reader, char *rest) {
    char counter[40], number[24];
    int used = 0;
    if (sscanf(rest, "%39[a-z_] %23[a-z0-9.]%n", counter, number, &used) != 2 ||
        (rest[used] != '\0' && strncmp(rest + used, ": ", 2) != 0)) {
        return wrong(reader, "write \"budget time 3\" or \"budget time none\", not '%s'", rest);
    }
    char *after;
    const bool none = strcmp(number, "none") == 0;
    const double factor = none ? 0 : strtod(number, &after);
    if (!none && (*after != '\0' || !(factor > 0 && factor <= 1000))) {
        return wrong(reader, "a budget is a factor above 0, such as 2 or 1.5, not '%s'", number);
    }
    size_t at = 0, count = reader->part->limit_count;
    while (at < count &&
           (reader->limits[at].factor <= 0 || strcmp(reader->limits[at].counter, counter) != 0)) {
        at++;
    }
    const bool usual = at < count;
    if (!is_counted(reader, counter) ||
        (none && !usual && !wrong(reader, "there is no budget of '%s' to leave out", counter))) {
        return false;
    }
    if (usual) {
        memmove(&reader->limits[at], &reader->limits[at + 1], (count - at - 1) * sizeof(*reader->limits));
        reader->part->limit_count--;
        reader->own -= at < reader->own;
    }
    if (none) {
        return true;
    }
    struct lab_limit budget = limit_budget(strdup(counter), factor);
    const bool own = rest[used] == ':' || !usual;
    if (rest[used] == ':') {
        budget.text = strdup(rest + used + 2);
    }
    reader->own += own;
    return insert(reader, own ? reader->own - 1 : at, budget);
}

// "limit working_warps 13 per block: the first threads add". Limits come before budgets, because they say more.
static bool read_limit(struct reader *reader, char *rest) {
    static const char *const units[] = {[LIMIT_PER_CASE] = "case",
                                        [LIMIT_PER_BLOCK] = "block",
                                        [LIMIT_PER_SECTION] = "section",
                                        [LIMIT_PER_BYTE] = "byte"};
    char counter[40], unit[12];
    unsigned long long maximum;
    int used = 0;
    struct lab_limit limit = {.per = LIMIT_PER_CASE};
    if (sscanf(rest, "%39[a-z_] %llu per %11[a-z]%n", counter, &maximum, unit, &used) != 3) {
        return wrong(reader, "write \"limit barriers 3 per block: the reason\", not '%s'", rest);
    }
    while (limit.per < COUNT(units) && strcmp(units[limit.per], unit) != 0) {
        limit.per++;
    }
    if (limit.per == COUNT(units)) {
        return wrong(
            reader, "a limit is per case, per block, per section or per byte of a value, not per '%s'", unit);
    }
    rest += used;
    static const char halves[] = ", halves count once";
    if (strncmp(rest, halves, strlen(halves)) == 0) {
        limit.halves = true;
        rest += strlen(halves);
    }
    if (strncmp(rest, ": ", 2) != 0 || rest[2] == '\0') {
        return wrong(reader, "after the limit on '%s', write a colon and what a student should know",
                     counter);
    }
    if (!is_counted(reader, counter)) {
        return false;
    }
    limit.counter = strdup(counter);
    limit.text = strdup(rest + 2);
    limit.maximum = maximum;
    size_t at = 0;
    while (at < reader->part->limit_count && reader->limits[at].factor <= 0) {
        at++;
    }
    reader->own++;
    return insert(reader, at, limit);
}

// "lesson working_warps, lab01 modulo" or "lesson warps, first_add": the kernel of that part, moved into this one,
// spends too much of this. Grades do not depend on it; ./lab and the test course.check.ladder read it.
static bool read_lesson(struct reader *reader, char *rest) {
    char counter[40], first[40], second[40];
    int one_word = 0, two_words = 0;
    sscanf(rest, "%39[a-z_], %39[a-z0-9_]%n %39[a-z0-9_]%n", counter, first, &one_word, second, &two_words);
    if (one_word == 0 || rest[two_words > 0 ? two_words : one_word] != '\0') {
        return wrong(reader,
                     "write \"lesson warps, first_add\" or \"lesson warps, lab03 repeated\", not '%s'", rest);
    }
    struct lab_part *part = reader->part;
    struct lab_lesson *more =
        realloc((void *)part->lessons, (part->lesson_count + 1) * sizeof(*part->lessons));
    if (!is_counted(reader, counter) || more == NULL) {
        return false;
    }
    more[part->lesson_count++] = (struct lab_lesson){.counter = strdup(counter),
                                                     .lab = two_words > 0 ? strdup(first) : NULL,
                                                     .part = strdup(two_words > 0 ? second : first)};
    part->lessons = more;
    return true;
}

static bool read_line(struct reader *reader, char *line) {
    static const struct {
        const char *word;
        bool (*read)(struct reader *reader, char *rest);
    } kinds[] = {{"lab", read_lab},       {"part", read_part},     {"points", read_points},
                 {"lesson", read_lesson}, {"budget", read_budget}, {"limit", read_limit}};
    const size_t length = strcspn(line, " ");
    for (size_t i = 0; i < COUNT(kinds); i++) {
        if (strlen(kinds[i].word) == length && strncmp(line, kinds[i].word, length) == 0) {
            char *rest = line + length + strspn(line + length, " ");
            return (reader->elsewhere && i > 0) ? true
                   : reader->part != NULL || i < 2
                       ? kinds[i].read(reader, rest)
                       : wrong(reader, "a line \"part NAME\" comes before '%s'", line);
        }
    }
    line[length] = '\0';
    return reader->elsewhere ||
           wrong(reader, "a line begins with lab, part, points, lesson, budget or limit, not with '%s'",
                 line);
}

// "sequential sum 1048576 time=9728 ..." of par.txt; the operator is - in a lab without.
static bool read_par(struct reader *reader, char *line) {
    static const char accepted[] = "accepted "; // times, for ./lab
    if (strncmp(line, accepted, strlen(accepted)) == 0) {
        return true;
    }
    char name[40], operator_name[24];
    size_t n;
    int used;
    if (sscanf(line, "%39s %23s %zu%n", name, operator_name, &n, &used) != 3) {
        return wrong(reader, "'%s' is not what --par prints", line);
    }
    struct lab_part *part = find_part(reader->lab, name);
    if (part == NULL) {
        return wrong(reader, "the lab has no part '%s'", name);
    }
    struct lab_par par = {
        .operator_id = OPERATOR_SUM, .n = n, .values = calloc(GRADING_NAMES, sizeof(uint64_t))};
    for (int id = 0; id < OPERATOR_COUNT; id++) {
        par.operator_id =
            strcmp(operators[id].name, operator_name) == 0 ? (enum operator_id)id : par.operator_id;
    }
    for (char *word = strtok(line + used, " "); word != NULL && par.values != NULL;
         word = strtok(NULL, " ")) {
        char *equals = strchr(word, '=');
        if (equals == NULL) {
            return wrong(reader, "'%s' is not what --par prints", word);
        }
        *equals = '\0';
        const size_t index = limit_index(word);
        if (limit_name(index) == NULL) {
            return wrong(reader, "'%s' is not counted", word);
        }
        par.values[index] = strtoull(equals + 1, NULL, 10);
    }
    struct lab_par *more = realloc((void *)part->pars, (part->par_count + 1) * sizeof(par));
    if (more == NULL || par.values == NULL) {
        return wrong(reader, "%s", "no memory");
    }
    more[part->par_count++] = par;
    part->pars = more;
    return true;
}

static bool read_file(struct reader *reader, const char *path, bool (*read)(struct reader *, char *)) {
    FILE *file = fopen(path, "r");
    char line[GRADING_LINE], problem[GRADING_LINE] = "";
    if (file == NULL) {
        snprintf(reader->error, reader->size, "cannot read %s: %s", path, strerror(errno));
        return false;
    }
    char *const error = reader->error;
    const size_t size = reader->size;
    reader->error = problem;
    reader->size = sizeof(problem);
    bool good = true;
    for (int number = 1; good && fgets(line, sizeof(line), file) != NULL; number++) {
        line[strcspn(line, "\r\n")] = '\0';
        char *text = line + strspn(line, " \t");
        good = *text == '#' || *text == '\0' || read(reader, text);
        if (!good) {
            snprintf(error, size, "%s, line %d: %s", path, number, *problem != '\0' ? problem : "no memory");
        }
    }
    reader->error = error;
    reader->size = size;
    fclose(file);
    return good;
}

bool grading_read(const struct lab *lab, const char *file, char *error, size_t size) {
    struct reader reader = {.lab = lab, .error = error, .size = size};
    char path[GRADING_PATH];
    if (lab->folder == NULL && file == NULL) {
        return true;
    }
    snprintf(path, sizeof(path), "%s/grading.txt", lab->folder);
    if (file != NULL) {
        snprintf(path, sizeof(path), "%s", file);
    }
    if (!read_file(&reader, path, read_line)) {
        return false;
    }
    for (size_t i = 0; i < lab->part_count; i++) {
        if (lab->parts[i].limit_count == 0 && lab->parts[i].limits == NULL) {
            snprintf(error, size, "%s says nothing of part '%s' of %s", path, lab->parts[i].name, lab->name);
            return false;
        }
    }
    snprintf(path, sizeof(path), "%s/par.txt", lab->folder);
    return read_file(&reader, path, read_par);
}

void grading_print_par(FILE *out, const struct lab_part *part, const struct judgement *judgement) {
    fprintf(out, "%s %s %zu", part->name, operators[judgement->what.operator_id].name, judgement->what.n);
    for (size_t i = 0; limit_name(i) != NULL; i++) {
        const uint64_t value = limit_counter_value(&judgement->run, limit_name(i));
        if (value > 0) {
            fprintf(out, " %s=%llu", limit_name(i), (unsigned long long)value);
        }
    }
    fprintf(out, "\n");
}
