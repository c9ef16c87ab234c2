#define _GNU_SOURCE // getline under -std=c11
#include "check/judge/lesson.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/judge/limits.h"
#include "check/runner/counter_names.h"

// Opens par.txt of the lab with this short name, "lab01"; "": of the lab itself.
static FILE *open_par(const struct lab *lab, const char *name) {
    char pattern[1100];
    glob_t found = {0};
    snprintf(pattern, sizeof(pattern), *name != '\0' ? "%s/../%s-*/par.txt" : "%s/%spar.txt", lab->folder,
             name);
    FILE *file = glob(pattern, GLOB_NOSORT, NULL, &found) == 0 ? fopen(found.gl_pathv[0], "r") : NULL;
    globfree(&found);
    return file;
}

// Reads n and the counter from the part's first line, "modulo sum 1048576 ... working_warps=192512"; closes the file.
// A counter that is not there is 0.
static bool read_before(FILE *file, const struct lab_lesson *lesson, unsigned long long *n,
                        unsigned long long *value) {
    char part[40], *line = NULL;
    size_t capacity = 0;
    bool found = false;
    while (!found && getline(&line, &capacity, file) > 0) {
        found = sscanf(line, "%39s %*s %llu", part, n) == 2 && strcmp(part, lesson->part) == 0;
    }
    *value = 0;
    for (char *word = found ? strtok(line, " \n") : NULL; word != NULL; word = strtok(NULL, " \n")) {
        const size_t length = strlen(lesson->counter);
        if (strncmp(word, lesson->counter, length) == 0 && word[length] == '=') {
            *value = strtoull(word + length + 1, NULL, 10);
        }
    }
    free(line);
    fclose(file);
    return found;
}

bool lesson_compare(const struct lab *lab, const struct part_result *part, const struct lab_lesson *lesson,
                    struct lesson_numbers *numbers) {
    const struct judgement *largest = part_largest_case(part);
    unsigned long long n = 0, before = 0;
    if (largest == NULL || limit_par(part->part, largest->what.operator_id, largest->what.n) == NULL) {
        return false; // only one small case was run
    }
    FILE *file = open_par(lab, lesson->lab);
    const bool found = file != NULL && read_before(file, lesson, &n, &before);
    const struct lab_limit of_counter = {.counter = lesson->counter};
    const uint64_t now = limit_counter_value(&largest->run, lesson->counter), own = largest->what.n,
                   block = counter_index(lesson->counter) >= 0 ? part->part->elements_per_block : 0;
    if (!found || n == 0 || (block == 0 && n != own)) {
        return false;
    }
    *numbers = (struct lesson_numbers){.title = limit_title(&of_counter),
                                       .values = block,
                                       .now = block > 0 ? (now * block + own / 2) / own : now,
                                       .before = block > 0 ? (before * block + n / 2) / n : before};
    return true;
}
