// Hints, one by one.
#include "commands.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arguments.h"
#include "hints.h"
#include "progress.h"
#include "regions.h"

enum { NEXT_STEP = 0, ALL_STEPS = -1 };

// The lab's hints, or a message and false.
static bool open_hints(const struct lab *lab, struct hints *hints) {
    char path[LAB_PATH_SIZE];
    struct stat status;
    lab_file(lab, "hints.md", path);
    if (hints_read(path, lab->name, hints) == 0) {
        return true;
    }
    if (stat(path, &status) != 0 && errno == ENOENT) {
        fprintf(stderr, "lab: %s has no hints (there is no %s)\n", lab->name, path);
    } else if (hints->error_line > 0) {
        fprintf(stderr, "%s:%d: %s\nlab: the hints are damaged; git checkout %s brings them back\n", path,
                hints->error_line, hints->error, path);
    } else {
        fprintf(stderr, "lab: %s cannot be read: %s\n", path, hints->error);
    }
    return false;
}

// Prints what the hint belongs to, and the hint.
static void show(const struct lab *lab, const struct hint *hint, int steps) {
    printf("%s, TODO(%d), hint %d of %d: %.*s\n\n", lab->name, hint->todo, hint->step, steps,
           (int)hint->title_length, hint->title);
    hint_print(hint, stdout);
    putchar('\n');
}

// One step for a TODO, or all. The exit code.
static int show_steps(const struct lab *lab, const struct hints *hints, int todo, int step) {
    int steps = hints_steps(hints, todo);
    if (steps == 0) {
        fprintf(stderr, "lab: there is no TODO(%d) in %s: its tasks are TODO(1) to TODO(%d)\n", todo,
                lab->name, hints->hints[hints->count - 1].todo);
        return EXIT_BROKEN;
    }
    if (step > steps) {
        fprintf(stderr, "lab: there is no hint %d for TODO(%d) of %s: it has %d\n", step, todo, lab->name,
                steps);
        return EXIT_BROKEN;
    }
    if (step == NEXT_STEP) {
        step = progress_hints(lab, todo) + 1;
    }
    if (step > steps) {
        printf("You have seen all %d hints for TODO(%d) of %s. ./lab hint %s %d --all shows them again;\n"
               "the code itself is in %s/solution.cu.\n",
               steps, todo, lab->name, lab->name, todo, lab->folder);
        return EXIT_PASSED;
    }
    int first = step == ALL_STEPS ? 1 : step, last = step == ALL_STEPS ? steps : step;
    for (int i = first; i <= last; i++) {
        show(lab, hints_find(hints, todo, i), steps);
    }
    if (last < steps) {
        printf("Still stuck? ./lab hint %s %d", lab->name, todo);
        if (progress_hints(lab, todo) > last) { // an earlier one was asked for again
            printf(" --step %d", last + 1);
        }
        printf(" shows the next one, ");
    }
    printf("./lab check %s judges what you have.\n", lab->name);
    fflush(stdout);
    if (progress_record_hint(lab, todo, last) != 0) {
        fprintf(stderr, "lab: it could not be noted in build/progress that this hint was shown (%s)",
                strerror(errno));
        if (last < steps) {
            fprintf(stderr, "; --step %d shows the one after it", last + 1);
        }
        fputc('\n', stderr);
    }
    return EXIT_PASSED;
}

// The task that comes next in the student's file: 0, after a message, where there is none.
static int next_todo(const struct lab *lab, int *code) {
    char path[LAB_PATH_SIZE];
    struct regions regions;
    int todo = 0;
    lab_file(lab, "starter.cu", path);
    *code = EXIT_BROKEN;
    if (regions_read(path, &regions) != 0) {
        if (regions.error_line > 0) {
            fprintf(stderr, "%s:%d: %s\n", path, regions.error_line, regions.error);
        } else {
            fprintf(stderr, "lab: %s\n", regions.error);
        }
        fprintf(stderr, "lab: so which task is next cannot be told; ./lab hint %s 1 is about the first\n",
                lab->name);
    } else if (regions.count == 0) {
        fprintf(stderr, "lab: there are no tasks in %s. ./lab reset %s puts them back, and keeps the file\n",
                path, lab->name);
    } else if (regions_next(&regions) != NULL) {
        todo = regions_next(&regions)->number;
    } else {
        printf(
            "All tasks of %s are filled. ./lab check %s judges them; ./lab hint %s 1 is about the first.\n",
            lab->name, lab->name, lab->name);
        *code = EXIT_PASSED;
    }
    regions_free(&regions);
    return todo;
}

int command_hint(const struct arguments *arguments) {
    struct lab lab = arguments->labs[0];
    int todo = arguments->todo, step = arguments->all_steps ? ALL_STEPS : arguments->step, code = EXIT_BROKEN;
    if (arguments->lab_count == 0 && !progress_first_unfinished(&lab)) {
        puts("All labs are passed. ./lab hint lab01 shows a hint all the same.");
        return EXIT_PASSED;
    }
    struct hints hints;
    if (open_hints(&lab, &hints) && (todo != 0 || (todo = next_todo(&lab, &code)) != 0)) {
        code = show_steps(&lab, &hints, todo, step);
    }
    hints_free(&hints);
    return code;
}

// ---- The course's own test of a lab's hints --------------------------------------------------------------

// labs-cli hints-fit lab01 HINTS SOURCE: three hints for each of the source's TODOs, and no others?
int command_hints_fit(const struct arguments *arguments) {
    char **words = arguments->words.items;
    if (arguments->words.count != 3) {
        return usage_error(arguments->command, "hints-fit needs LAB HINTS SOURCE");
    }
    const char *lab_name = words[0], *hints_path = words[1], *source_path = words[2];
    struct regions regions;
    struct hints hints = {.hints = NULL};
    int code = EXIT_BROKEN;
    if (regions_read(source_path, &regions) != 0) {
        fprintf(stderr, "%s:%d: %s\n", source_path, regions.error_line, regions.error);
    } else if (hints_read(hints_path, lab_name, &hints) != 0) {
        fprintf(stderr, "%s:%d: %s\n", hints_path, hints.error_line, hints.error);
        code = EXIT_WRONG;
    } else {
        int todos = (int)regions.count, last = hints.hints[hints.count - 1].todo;
        code = EXIT_PASSED;
        for (int todo = 1; todo <= (todos > last ? todos : last); todo++) {
            int steps = hints_steps(&hints, todo), wanted = todo <= todos ? HINT_STEPS : 0;
            if (steps != wanted) {
                printf("%s: %d hints for TODO(%d), which needs %d\n", hints_path, steps, todo, wanted);
                code = EXIT_WRONG;
            }
        }
    }
    hints_free(&hints);
    regions_free(&regions);
    return code;
}
