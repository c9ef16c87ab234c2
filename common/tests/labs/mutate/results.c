#define _XOPEN_SOURCE 700
#include "results.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 8 };

static enum outcome outcome_named(const char *name) {
    for (int i = 0; i < OUTCOME_COUNT; i++) {
        if (strcmp(outcome_names[i], name) == 0) {
            return (enum outcome)i;
        }
    }
    return OUTCOME_UNKNOWN;
}

// Splits a line at its tabs. The number of fields.
static size_t split(char *line, char **fields) {
    size_t count = 0;
    line[strcspn(line, "\n")] = '\0';
    for (char *at = line; count < FIELDS; at++) {
        fields[count++] = at;
        at = strchr(at, '\t');
        if (at == NULL || count == FIELDS) {
            break;
        }
        *at = '\0';
    }
    return count;
}

int results_read(const char *path, const struct lab_files *lab, const struct mutants *mutants,
                 struct result *results) {
    memset(results, 0, mutants->count * sizeof(*results));
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return errno == ENOENT ? 0 : -1;
    }
    char *line = NULL, *fields[FIELDS];
    size_t room = 0;
    while (getline(&line, &room, file) > 0) {
        bool whole = strchr(line, '\n') != NULL; // otherwise the run was interrupted while writing it
        if (!whole || split(line, fields) != FIELDS || strcmp(fields[0], lab->name) != 0 ||
            strtoull(fields[1], NULL, 16) != lab->fingerprint) {
            continue;
        }
        uint64_t hash = strtoull(fields[2], NULL, 16);
        for (size_t i = 0; i < mutants->count; i++) {
            if (mutants->mutants[i].hash != hash) {
                continue;
            }
            results[i].outcome = outcome_named(fields[6]);
            snprintf(results[i].how, HOW_SIZE, "%s", fields[7]);
            if (results[i].outcome == OUTCOME_BROKEN) { // to be tried again
                results[i].outcome = OUTCOME_UNKNOWN;
            }
        }
    }
    free(line);
    fclose(file);
    return 0;
}

int results_add(FILE *file, const struct lab_files *lab, const struct mutant *mutant,
                const struct result *result) {
    fprintf(file, "%s\t%016" PRIx64 "\t%016" PRIx64 "\t%s\t%d\t%d\t%s\t%s\n", lab->name, lab->fingerprint,
            mutant->hash, mutation_names[mutant->mutation], mutant->line, mutant->todo,
            outcome_names[result->outcome], result->how);
    return fflush(file);
}
