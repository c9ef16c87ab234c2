#include "test_costs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct test_cost *)a)->name, ((const struct test_cost *)b)->name);
}

static struct test_cost *find(const struct test_costs *costs, const char *name) {
    struct test_cost key;
    snprintf(key.name, sizeof(key.name), "%s", name);
    return bsearch(&key, costs->tests, (size_t)costs->count, sizeof(key), by_name);
}

void test_costs_add(struct test_costs *costs, const char *name) {
    struct test_cost *more = realloc(costs->tests, ((size_t)costs->count + 1) * sizeof(*more));
    if (more == NULL) {
        return; // the estimate does without it
    }
    costs->tests = more;
    snprintf(more[costs->count].name, sizeof(more->name), "%s", name);
    more[costs->count++].seconds = -1;
}

void test_costs_read(struct test_costs *costs, const char *path) {
    char name[TEST_NAME_SIZE];
    double seconds, known_seconds = 0;
    int known = 0;
    qsort(costs->tests, (size_t)costs->count, sizeof(*costs->tests), by_name);
    FILE *record = fopen(path, "r");
    while (record != NULL && fscanf(record, "%127s %*d %lf", name, &seconds) == 2) { // until "---"
        struct test_cost *test = find(costs, name);
        if (test != NULL && seconds >= 0) {
            test->seconds = seconds;
            known_seconds += seconds;
            known++;
        }
    }
    if (record != NULL) {
        fclose(record);
    }
    for (int i = 0; i < costs->count; i++) {
        struct test_cost *test = &costs->tests[i];
        test->seconds = test->seconds >= 0 ? test->seconds : known > 0 ? known_seconds / known : 1;
        costs->seconds += test->seconds;
    }
}

void test_costs_end(struct test_costs *costs, const char *name) {
    const struct test_cost *test = find(costs, name);
    costs->ended++;
    costs->ended_seconds += test != NULL ? test->seconds : 0;
}

double test_costs_share(const struct test_costs *costs) {
    return costs->seconds > 0 ? costs->ended_seconds / costs->seconds : 0;
}

void test_costs_free(struct test_costs *costs) {
    free(costs->tests);
    *costs = (struct test_costs){0};
}
