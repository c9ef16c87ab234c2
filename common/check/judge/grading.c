#define _GNU_SOURCE // strdup under -std=c11
#include "check/judge/grading.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/judge/limits.h"
#include "text/suggest.h"

enum { GRADING_LINE = 1200, GRADING_PATH = 1100, GRADING_NAMES = 128, NAME_SIZE = 40, NO_POINTS_YET = -1 };

// A file that is being read.
struct reader {
    const struct lab *lab;
    bool elsewhere;        // the lines are about another lab
    struct lab_part *part; // that the lines are about; NULL: none yet
    struct lab_limit *limits;
    size_t own;                  // of these: limits, and budgets with a reason, which come first
    bool budgets[GRADING_NAMES]; // for each counter: has the part a line about its budget?
    char *error;
    size_t size;
};

// Each returns false with a sentence in `error` if the rest of the line is wrong.

static bool wrong(struct reader *reader, const char *format, const char *word) {
    snprintf(reader->error, reader->size, format, word);
    return false;
}

// Reports a word that is not among these names, and suggests the one that may be meant.
static bool misspelt(struct reader *reader, const char *format, const char *word, const char *const *names,
                     size_t count) {
    const char *nearest = suggest(word, names, count), *last = strrchr(word, '_');
    for (size_t i = 0; i < count && nearest == NULL && last != NULL; i++) { // bank_conflicts
        const char *end = strrchr(names[i], '_');
        nearest = end != NULL && strcmp(end, last) == 0 ? names[i] : NULL;
    }
    wrong(reader, format, word);
    const size_t used = strlen(reader->error);
    if (nearest != NULL) {
        snprintf(reader->error + used, reader->size - used, "; did you mean %s?", nearest);
    }
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

// Is it a lab, as "lab03" or "lab03-sequential-addressing", or exercises in a lab's folder, as "uses"? A page's module
// has no other labs: there, it may be.
static bool lab_exists(struct reader *reader, const char *word) {
    static char short_names[GRADING_NAMES][NAME_SIZE];
    const char *names[GRADING_NAMES], *up = strncmp(reader->lab->name, "lab", 3) == 0 ? ".." : "../..";
    char pattern[GRADING_PATH];
    glob_t found;
    size_t count = 0, right = 0;
    for (int inner = 0; inner < 2; inner++) {
        snprintf(pattern, sizeof(pattern), "%s/%s/lab[0-9][0-9]-*/%sgrading.txt", reader->lab->folder, up,
                 inner > 0 ? "*/" : "");
        glob(pattern, inner > 0 ? GLOB_APPEND : 0, NULL, &found);
    }
    for (size_t i = 0; i < found.gl_pathc && count < GRADING_NAMES; i++, count++) {
        *strrchr(found.gl_pathv[i], '/') = '\0';
        const char *name = strrchr(found.gl_pathv[i], '/') + 1;
        snprintf(short_names[count], NAME_SIZE, "%.*s", (int)strcspn(name, "-"), name);
        names[count] = short_names[count];
        right += strcmp(name, word) == 0 || strcmp(names[count], word) == 0;
    }
    globfree(&found);
    return right > 0 || count <= 1 || misspelt(reader, "there is no lab '%s'", word, names, count);
}

// "lab lab03": in a file for several labs
static bool read_lab(struct reader *reader, char *rest) {
    const size_t length = strcspn(reader->lab->name, "-");
    reader->elsewhere =
        strncmp(rest, reader->lab->name, length) != 0 || (rest[length] != '\0' && rest[length] != '-');
    reader->part = NULL;
    return lab_exists(reader, rest);
}

static bool part_exists(struct reader *reader, const char *word) {
    const char *names[GRADING_NAMES];
    size_t count = 0;
    for (; count < reader->lab->part_count && count < GRADING_NAMES; count++) {
        names[count] = reader->lab->parts[count].name;
    }
    return find_part(reader->lab, word) != NULL ||
           misspelt(reader, "the lab has no part '%s'", word, names, count);
}

static bool read_part(struct reader *reader, char *rest) {
    reader->part = find_part(reader->lab, rest);
    if (!part_exists(reader, rest)) {
        return false;
    }
    if (reader->part->limits != NULL) {
        return wrong(reader, "part '%s' has lines already: write these there", rest);
    }
    reader->limits = calloc(LIMIT_MAX, sizeof(*reader->limits));
    if (reader->limits == NULL) {
        return wrong(reader, "%s", "no memory");
    }
    reader->part->limits = reader->limits;
    reader->own = 0;
    memset(reader->budgets, 0, sizeof(reader->budgets));
    reader->part->limit_count = limit_budgets(reader->limits);
    return true;
}

// "points result 2, memory 1, technique 3", or "points none"
static bool read_points(struct reader *reader, char *rest) {
    static const char *const aspects[] = {"result", "memory", "technique"};
    int values[COUNT(aspects)] = {0}, value, used;
    bool more = strcmp(rest, "none") != 0, given[COUNT(aspects)] = {false};
    char aspect[16];
    if (reader->part->points.result != NO_POINTS_YET) {
        return wrong(reader, "part '%s' has its points already: write all in one line", reader->part->name);
    }
    for (const char *at = rest; more; at += used + 1) {
        size_t i = 0;
        if (sscanf(at, " %15[a-z] %d%n", aspect, &value, &used) != 2 ||
            (at[used] != '\0' && at[used] != ',')) {
            return wrong(reader, "write \"points result 2, memory 1\" or \"points none\", not '%s'", rest);
        }
        while (i < COUNT(aspects) && strcmp(aspects[i], aspect) != 0) {
            i++;
        }
        if (i == COUNT(aspects)) {
            return misspelt(reader, "points are for result, memory and technique, not for '%s'", aspect,
                            aspects, COUNT(aspects));
        }
        if (value < 0 || value > 1000) {
            return wrong(reader, "'%s' has from 0 to 1000 points", aspect);
        }
        if (given[i]) {
            return wrong(reader, "'%s' has points twice: write it once", aspect);
        }
        given[i] = true;
        values[i] = value;
        more = at[used] == ',';
    }
    reader->part->points = (struct lab_points){values[0], values[1], values[2]};
    return true;
}

static bool is_counted(struct reader *reader, const char *counter) {
    const char *names[GRADING_NAMES];
    size_t count = 0;
    for (; limit_name(count) != NULL; count++) {
        names[count] = limit_name(count);
    }
    return limit_index(counter) < count ||
           misspelt(reader, "'%s' is not counted; docs/grading.md lists what is", counter, names, count);
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
    if (!none && (*after != '\0' || !(factor > 1 && factor <= 1000))) {
        return wrong(
            reader,
            "a budget is a factor up to 1000, and above 1, because the solution itself takes 1, not '%s'",
            number);
    }
    size_t at = 0, count = reader->part->limit_count;
    while (at < count &&
           (reader->limits[at].factor <= 0 || strcmp(reader->limits[at].counter, counter) != 0)) {
        at++;
    }
    const bool usual = at < count;
    if (!is_counted(reader, counter)) {
        return false;
    }
    bool *const before = &reader->budgets[limit_index(counter)];
    if (*before) {
        return wrong(reader, "the part has a budget of '%s' already: write one line", counter);
    }
    if (none && !usual) {
        return wrong(reader, "there is no budget of '%s' to leave out", counter);
    }
    *before = true;
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
    char counter[40], maximum[16], unit[12];
    int used = 0;
    struct lab_limit limit = {.per = LIMIT_PER_CASE};
    if (sscanf(rest, "%39[a-z_] %15[0-9] per %11[a-z]%n", counter, maximum, unit, &used) != 3) {
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
    if (strncmp(rest, ": ", 2) != 0 || rest[2] == '\0') {
        return wrong(reader, "after the limit on '%s', write a colon and what a student should know",
                     counter);
    }
    if (!is_counted(reader, counter)) {
        return false;
    }
    const enum lab_kind kind = reader->part->kind;
    if (limit.per == LIMIT_PER_SECTION && (kind == LAB_REDUCE || kind == LAB_LOOP)) {
        return wrong(reader, "'%s' per section: only a scan has sections; write per case or per block",
                     counter);
    }
    size_t at = 0;
    while (at < reader->part->limit_count && reader->limits[at].factor <= 0) {
        if (reader->limits[at].per == limit.per && strcmp(reader->limits[at].counter, counter) == 0) {
            return wrong(reader, "the part has a limit on '%s' with that unit already", counter);
        }
        at++;
    }
    limit.counter = strdup(counter);
    limit.text = strdup(rest + 2);
    limit.maximum = strtoull(maximum, NULL, 10);
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
    if (!is_counted(reader, counter) ||
        !(two_words > 0 ? lab_exists(reader, first) : part_exists(reader, first))) {
        return false;
    }
    struct lab_part *part = reader->part;
    struct lab_lesson *more =
        realloc((void *)part->lessons, (part->lesson_count + 1) * sizeof(*part->lessons));
    if (more == NULL) {
        return wrong(reader, "%s", "no memory");
    }
    more[part->lesson_count++] = (struct lab_lesson){.counter = strdup(counter),
                                                     .lab = two_words > 0 ? strdup(first) : "",
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
    if (strncmp(line, "accepted ", strlen("accepted ")) == 0) { // times, for ./lab
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
    for (size_t i = 0; i < lab->part_count; i++) {
        lab->parts[i].limits = NULL;
        lab->parts[i].points.result = NO_POINTS_YET;
    }
    if (!read_file(&reader, path, read_line)) {
        return false;
    }
    for (size_t i = 0; i < lab->part_count; i++) {
        const struct lab_part *part = &lab->parts[i];
        if (part->points.result == NO_POINTS_YET) {
            snprintf(error, size,
                     part->limits == NULL ? "%s says nothing of part '%s' of %s"
                                          : "%s: part '%s' of %s has no line of points: write \"points "
                                            "result 2, memory 1\" or \"points none\"",
                     path, part->name, lab->name);
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
