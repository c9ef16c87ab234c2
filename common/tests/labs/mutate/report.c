#include "report.h"

#include <stdio.h>
#include <string.h>

static void print_change(const struct mutated_lab *lab, size_t i) {
    const struct mutant *mutant = &lab->mutants.mutants[i];
    const char *name = strstr(lab->path, lab->files->folder);
    printf("%s:%d\n%s", name != NULL ? name : lab->path, mutant->line, mutant->change);
}

void report_list(const struct mutated_lab *labs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < labs[i].mutants.count; k++) {
            const struct result *result = &labs[i].results[k];
            const char *reason = labs[i].reasons[k];
            print_change(&labs[i], k);
            printf("%s%s%s\n", outcome_names[result->outcome], result->how[0] != '\0' ? ": " : "",
                   result->how);
            if (reason != NULL) {
                printf("= %s\n", reason);
            }
            printf("\n");
        }
    }
}

int report_findings(const struct mutated_lab *labs, size_t count) {
    int survived = 0, refuted = 0, broken = 0, caught = 0, equivalent = 0, not_compiled = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < labs[i].mutants.count; k++) {
            const struct result *result = &labs[i].results[k];
            bool listed = labs[i].reasons[k] != NULL;
            caught += result->outcome == OUTCOME_CAUGHT;
            not_compiled += result->outcome == OUTCOME_NO_COMPILE;
            equivalent += result->outcome == OUTCOME_SURVIVED && listed;
            if (result->outcome == OUTCOME_SURVIVED && !listed) {
                survived++;
                print_change(&labs[i], k);
                printf("survived\n\n");
            } else if (result->outcome == OUTCOME_CAUGHT && listed) {
                refuted++;
                print_change(&labs[i], k);
                printf("listed as harmless, but caught: %s\n\n", result->how);
            } else if (result->outcome == OUTCOME_BROKEN) {
                broken++;
                print_change(&labs[i], k);
                printf("broken: %s\n\n", result->how);
            }
        }
    }
    printf("%d mutants: %d caught, %d survived, %d are harmless, %d did not compile, %d broken",
           caught + survived + equivalent + not_compiled + broken, caught, survived, equivalent, not_compiled,
           broken);
    printf(refuted > 0 ? "; %d listed as harmless were caught\n" : "\n", refuted);
    return survived + refuted + broken;
}
