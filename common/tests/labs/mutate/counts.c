#define _XOPEN_SOURCE 700
#include "counts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static enum count count_of(const struct result *result, const char *reason) {
    switch (result->outcome) {
    case OUTCOME_CAUGHT:
        return COUNT_CAUGHT;
    case OUTCOME_SURVIVED:
        return reason != NULL ? COUNT_EQUIVALENT : COUNT_SURVIVED;
    case OUTCOME_NO_COMPILE:
        return COUNT_NO_COMPILE;
    default:
        return COUNT_NOT_TRIED;
    }
}

void counts_make(struct counts *counts, const struct mutants *mutants, const struct result *results,
                 char *const *reasons) {
    for (int mutation = 0; mutation < MUTATION_COUNT; mutation++) {
        counts[mutation] = (struct counts){.hash = UINT64_C(14695981039346656037)};
    }
    for (size_t i = 0; i < mutants->count; i++) {
        struct counts *kind = &counts[mutants->mutants[i].mutation];
        kind->numbers[count_of(&results[i], reasons[i])]++;
        for (const char *at = mutants->mutants[i].change; *at != '\0'; at++) { // FNV-1a
            kind->hash = (kind->hash ^ (unsigned char)*at) * UINT64_C(1099511628211);
        }
    }
}

void counts_write(FILE *file, const char *lab, const struct counts *counts) {
    for (int mutation = 0; mutation < MUTATION_COUNT; mutation++) {
        const int *numbers = counts[mutation].numbers;
        int tried = 0;
        for (int i = 0; i < COUNT_NOT_TRIED; i++) {
            tried += numbers[i];
        }
        if (tried > 0) {
            fprintf(file, "%s\t%s\t%016" PRIx64, lab, mutation_names[mutation], counts[mutation].hash);
            for (int i = 0; i < COUNT_COUNT; i++) {
                fprintf(file, "\t%d", numbers[i]);
            }
            fprintf(file, "\n");
        }
    }
}

int counts_read(const char *path, const char *lab, struct counts *counts) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return -1;
    }
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, file) > 0) {
        for (int mutation = 0; mutation < MUTATION_COUNT; mutation++) {
            char start[128];
            int length = snprintf(start, sizeof(start), "%s\t%s\t%016" PRIx64 "\t", lab,
                                  mutation_names[mutation], counts[mutation].hash);
            if (strncmp(line, start, (size_t)length) == 0) {
                char *at = line + length;
                for (int i = 0; i < COUNT_COUNT; i++) {
                    counts[mutation].numbers[i] = (int)strtol(at, &at, 10);
                }
            }
        }
    }
    free(line);
    fclose(file);
    return 0;
}
