#include "check/plan/extra.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "text/option_list.h"
#include "text/suggest.h"

enum { LINE_SIZE = 400, WORDS = 4, NAMES_MAX = 64 };

// Says that `word` is no `what` of the lab, with those that there are. Returns -1.
static int unknown(const char *what, const char *word, const char *const *names, size_t count, char *error,
                   size_t size) {
    const char *nearest = suggest(word, names, count);
    int used = snprintf(error, size, "unknown %s '%s'; %s", what, word,
                        nearest != NULL ? "did you mean " : "choose from: *");
    for (size_t i = 0; i < count && used >= 0 && (size_t)used < size && nearest == NULL; i++) {
        used += snprintf(error + used, size - (size_t)used, ", %s", names[i]);
    }
    if (nearest != NULL && used >= 0 && (size_t)used < size) {
        snprintf(error + used, size - (size_t)used, "%s?", nearest);
    }
    return -1;
}

// A word is meant for everything or for one name.
static bool means(const char *word, const char *name) {
    return strcmp(word, "*") == 0 || strcmp(word, name) == 0;
}

// The part's operators that the word means, as bits.
static unsigned operators_meant(const struct lab_part *part, const char *word) {
    unsigned meant = 0;
    for (size_t i = 0; i < (part->operator_count > 0 ? part->operator_count : 1); i++) {
        enum operator_id id = part->operator_count > 0 ? part->operators[i] : OPERATOR_SUM;
        meant |= means(word, operators[id].name) ? 1u << id : 0;
    }
    return meant;
}

static bool is_lab(const char *word) {
    return strcmp(word, "*") == 0 || (strncmp(word, "lab", 3) == 0 && strlen(word) == 5 &&
                                      isdigit((unsigned char)word[3]) && isdigit((unsigned char)word[4]));
}

// Adds what one line's words say. Returns 0, or -1 with a sentence.
static int add(char *const *words, const struct lab *lab, struct extra_size *sizes, int *count, char *error,
               size_t size) {
    const char *names[NAMES_MAX];
    uint64_t n;
    size_t name_count = 0, part_found = 0, added = 0;
    if (!option_number(words[3], UINT64_C(1) << 32, &n)) {
        snprintf(error, size, "the length must be a whole number up to 4294967296, not '%s'", words[3]);
        return -1;
    }
    if (!is_lab(words[0])) {
        snprintf(error, size, "'%s' is not the number of a lab, such as lab04", words[0]);
        return -1;
    }
    size_t short_name = strcspn(lab->name, "-");
    bool this_lab = strncmp(words[0], lab->name, short_name) == 0 && words[0][short_name] == '\0';
    if (!this_lab && strcmp(words[0], "*") != 0) {
        return 0;
    }
    for (size_t i = 0; i < lab->part_count; i++) {
        const struct lab_part *part = &lab->parts[i];
        if (name_count < NAMES_MAX) {
            names[name_count++] = part->name;
        }
        unsigned meant = means(words[1], part->name) ? operators_meant(part, words[2]) : 0;
        part_found += means(words[1], part->name);
        if (meant != 0 && *count == EXTRA_MAX) {
            snprintf(error, size, "a lab can have %d additional cases; this is one more", EXTRA_MAX);
            return -1;
        }
        if (meant != 0) {
            sizes[(*count)++] = (struct extra_size){.part = part, .operators = meant, .n = (size_t)n};
            added++;
        }
    }
    if (part_found == 0 && this_lab) {
        return unknown("part", words[1], names, name_count, error, size);
    }
    if (added == 0 && this_lab) {
        for (name_count = 0; name_count < OPERATOR_COUNT; name_count++) {
            names[name_count] = operators[name_count].name;
        }
        if (operator_named(words[2]) == OPERATOR_COUNT) {
            return unknown("operator", words[2], names, name_count, error, size);
        }
        snprintf(error, size, "part %s is not tested with the operator %s", words[1], words[2]);
        return -1;
    }
    return 0;
}

// Splits a line, without its comment, at spaces. Returns the number of words; what follows the first WORDS counts as
// one more.
static int split(char *line, char **words) {
    int count = 0;
    line[strcspn(line, "#\r\n")] = '\0';
    for (char *word = strtok(line, " \t"); word != NULL && count <= WORDS; word = strtok(NULL, " \t")) {
        if (count < WORDS) {
            words[count] = word;
        }
        count++;
    }
    return count;
}

int extra_read(const char *path, const struct lab *lab, struct extra_size *sizes, char *error, size_t size) {
    char line[LINE_SIZE], *words[WORDS], problem[300] = "";
    int count = 0, number = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        snprintf(error, size, "cannot read the cases file %s: %s", path, strerror(errno));
        return -1;
    }
    while (problem[0] == '\0' && fgets(line, sizeof(line), file) != NULL) {
        number++;
        bool whole = strchr(line, '\n') != NULL || feof(file);
        int word_count = split(line, words);
        if (!whole || (word_count != 0 && word_count != WORDS)) {
            snprintf(problem, sizeof(problem), "a line is LAB PART OPERATOR N, such as lab04 coarse max 777");
        } else if (word_count == WORDS) {
            add(words, lab, sizes, &count, problem, sizeof(problem));
        }
    }
    const int failure = ferror(file) != 0 ? errno : 0;
    fclose(file);
    if (failure != 0) {
        snprintf(error, size, "cannot read the cases file %s: %s", path, strerror(failure));
    } else if (problem[0] != '\0') {
        snprintf(error, size, "%s:%d: %s", path, number, problem);
    }
    return failure == 0 && problem[0] == '\0' ? count : -1;
}
