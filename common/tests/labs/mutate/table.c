// The table of how many mutants of each kind and lab were caught.
#include <stdlib.h>

#include "report.h"

// The sum of a lab's mutants of one kind, or of all for MUTATION_COUNT.
static int sum_of(const struct mutated_lab *lab, int mutation, enum count count) {
    int sum = 0;
    for (int i = 0; i < MUTATION_COUNT; i++) {
        sum += mutation == MUTATION_COUNT || mutation == i ? lab->counts[i].numbers[count] : 0;
    }
    return sum;
}

static void print_cell(int caught, int survived) {
    if (caught + survived == 0) {
        printf(" |");
    } else if (survived == 0) {
        printf(" %d |", caught);
    } else {
        printf(" %d of %d |", caught, caught + survived);
    }
}

static void print_row(const char *name, const struct mutated_lab *labs, size_t count, int mutation) {
    int all_caught = 0, all_survived = 0;
    printf("| %s |", name);
    for (size_t i = 0; i < count; i++) {
        int caught = sum_of(&labs[i], mutation, COUNT_CAUGHT);
        int survived = sum_of(&labs[i], mutation, COUNT_SURVIVED);
        print_cell(caught, survived);
        all_caught += caught;
        all_survived += survived;
    }
    print_cell(all_caught, all_survived);
    printf("\n");
}

static void print_others(const char *name, const struct mutated_lab *labs, size_t count, enum count which) {
    int sum = 0;
    printf("| %s |", name);
    for (size_t i = 0; i < count; i++) {
        int number = sum_of(&labs[i], MUTATION_COUNT, which);
        sum += number;
        printf(" %d |", number);
    }
    printf(" %d |\n", sum);
}

static bool was_tried(const struct mutated_lab *lab) {
    return sum_of(lab, MUTATION_COUNT, COUNT_NOT_TRIED) < (int)lab->mutants.count;
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
    print_others("equivalent", labs, count, COUNT_EQUIVALENT);
    print_others("not compiled", labs, count, COUNT_NO_COMPILE);
    print_others("not tried", labs, count, COUNT_NOT_TRIED);
}

// A lab that has not been tried at all is omitted: a new lab must not make a page outdated.
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
