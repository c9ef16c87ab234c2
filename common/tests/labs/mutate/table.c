// The table of how many mutants of each kind and lab were caught.
#include <stdlib.h>
#include <string.h>

#include "report.h"

struct cell {
    int caught, counted;
};

// A mutant counts if it has been tried, compiles and is not listed as harmless.
static void add(struct cell *cell, const struct mutated_lab *lab, size_t i) {
    enum outcome outcome = lab->results[i].outcome;
    bool counts = outcome == OUTCOME_CAUGHT || (outcome == OUTCOME_SURVIVED && lab->reasons[i] == NULL);
    cell->caught += outcome == OUTCOME_CAUGHT;
    cell->counted += counts;
}

static void print_cell(struct cell cell) {
    if (cell.counted == 0) {
        printf(" |");
    } else if (cell.caught == cell.counted) {
        printf(" %d |", cell.counted);
    } else {
        printf(" %d of %d |", cell.caught, cell.counted);
    }
}

static void print_row(const char *name, const struct mutated_lab *labs, size_t count, int mutation) {
    struct cell sum = {0, 0};
    printf("| %s |", name);
    for (size_t i = 0; i < count; i++) {
        struct cell cell = {0, 0};
        for (size_t k = 0; k < labs[i].mutants.count; k++) {
            if (mutation == MUTATION_COUNT || (int)labs[i].mutants.mutants[k].mutation == mutation) {
                add(&cell, &labs[i], k);
            }
        }
        print_cell(cell);
        sum.caught += cell.caught;
        sum.counted += cell.counted;
    }
    print_cell(sum);
    printf("\n");
}

static void print_others(const char *name, const struct mutated_lab *labs, size_t count,
                         enum outcome outcome) {
    int sum = 0;
    printf("| %s |", name);
    for (size_t i = 0; i < count; i++) {
        int number = 0;
        for (size_t k = 0; k < labs[i].mutants.count; k++) {
            number += labs[i].results[k].outcome == outcome &&
                      (outcome != OUTCOME_SURVIVED || labs[i].reasons[k] != NULL);
        }
        sum += number;
        printf(" %d |", number);
    }
    printf(" %d |\n", sum);
}

static bool was_tried(const struct mutated_lab *lab) {
    for (size_t k = 0; k < lab->mutants.count; k++) {
        if (lab->results[k].outcome != OUTCOME_UNKNOWN) {
            return true;
        }
    }
    return false;
}

static void print_table(const struct mutated_lab *labs, size_t count) {
    printf("| |");
    for (size_t i = 0; i < count; i++) {
        printf(" %s |", labs[i].files->name);
    }
    printf(" all |\n|---|");
    for (size_t i = 0; i <= count; i++) {
        printf("---:|");
    }
    printf("\n");
    for (int mutation = 0; mutation < MUTATION_COUNT; mutation++) {
        print_row(mutation_names[mutation], labs, count, mutation);
    }
    print_row("**caught**", labs, count, MUTATION_COUNT);
    print_others("equivalent", labs, count, OUTCOME_SURVIVED);
    print_others("not compiled", labs, count, OUTCOME_NO_COMPILE);
    print_others("not tried", labs, count, OUTCOME_UNKNOWN);
}

// A lab that has not been tried at all is left out: a new one must not make a page outdated.
void report_table(const struct mutated_lab *labs, size_t count) {
    struct mutated_lab *tried = calloc(count + 1, sizeof(*tried));
    size_t tried_count = 0;
    if (tried == NULL) {
        perror("lab-mutate");
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (was_tried(&labs[i])) {
            tried[tried_count++] = labs[i];
        }
    }
    print_table(tried, tried_count);
    free(tried);
}
