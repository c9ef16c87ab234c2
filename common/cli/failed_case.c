#include "failed_case.h"

#include <stdio.h>
#include <string.h>

#include "build.h"

void failed_case_path(const struct lab *lab, char *path) {
    snprintf(path, BUILD_PATH_SIZE, "%s/%s/%s-failed", build_folder(), lab->folder, lab->name);
}

void failed_case_forget(const char *path) {
    FILE *file = fopen(path, "w");
    if (file != NULL) {
        fclose(file);
    }
}

// The words of a row from number `first` on.
static void read_rest(char *row, int first, struct words *words) {
    int i = 0;
    for (char *rest = row, *word; (word = strtok_r(rest, " ", &rest)) != NULL; i++) {
        if (i >= first) {
            words_add(words, word);
        }
    }
}

bool failed_case_read(const char *path, struct failed_case *failed) {
    char line[1100];
    int number;
    FILE *file = fopen(path, "r");
    *failed = (struct failed_case){.todo = {false}};
    while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "part ", 5) == 0) {
            snprintf(failed->part, sizeof(failed->part), "%.*s", PART_NAME_SIZE - 1, line + 5);
        } else if (strncmp(line, "operator ", 9) == 0) {
            snprintf(failed->operator_name, sizeof(failed->operator_name), "%.*s", OPERATOR_NAME_SIZE - 1,
                     line + 9);
        } else if (sscanf(line, "todo %9d", &number) == 1 && number > 0 && number < FAILED_TODO_MAX) {
            failed->todo[number] = true;
        } else if (failed->hint_count < 2 && sscanf(line, "hint %9d", &number) == 1) {
            failed->hints[failed->hint_count++] = number;
        } else if (failed->line_count < FAILED_LINES_MAX && sscanf(line, "line %9d", &number) == 1) {
            failed->lines[failed->line_count++] = number;
        } else if (strncmp(line, "next ", 5) == 0) {
            snprintf(failed->next, sizeof(failed->next), "%.*s", FAILED_NEXT_SIZE - 1, line + 5);
        } else if (strncmp(line, "view ", 5) == 0) {
            read_rest(line, 1, &failed->view);
        } else if (strncmp(line, "./lab check ", 12) == 0) {
            read_rest(line, 3, &failed->options);
        } else if (sscanf(line, "code %llx %9d", &failed->code, &failed->versions) == 2) {
            continue;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return failed->options.count > 0;
}

bool failed_case_count(const char *path, unsigned long long code, const struct failed_case *before,
                       struct failed_case *failed) {
    if (!failed_case_read(path, failed) || failed->versions > 0) {
        return false;
    }
    const bool again =
        strcmp(failed->part, before->part) == 0 && strcmp(failed->operator_name, before->operator_name) == 0;
    failed->code = code;
    failed->versions = again ? before->versions + (code != before->code) : 1;
    FILE *file = fopen(path, "a");
    if (file != NULL) {
        fprintf(file, "code %llx %d\n", failed->code, failed->versions);
        fclose(file);
    }
    return true;
}

void failed_case_free(struct failed_case *failed) {
    words_free(&failed->options);
    words_free(&failed->view);
}
