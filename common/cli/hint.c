// hint: shows hints, one by one.
#include "commands.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arguments.h"
#include "hints.h"
#include "progress.h"
#include "regions.h"
#include "text/translation.h"
#include "text/wrap.h"

enum { NEXT_STEP = 0, ALL_STEPS = -1 };

// Reads the lab's hints. false after a message.
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
        fprintf(stderr, "%s:%d: %s\nlab: the hints are damaged; git checkout %s restores them\n", path,
                hints->error_line, hints->error, path);
    } else {
        fprintf(stderr, "lab: %s cannot be read: %s\n", path, hints->error);
    }
    return false;
}

// ---- Showing hints ------------------------------------------------------------------------------------

// A lab's hints, and the solution whose code is the last one.
struct source {
    const struct lab *lab;
    struct hints hints;
    struct catalogue catalogue; // of the lab's lesson and hints
    struct regions solution;
};

// The solution's region for a TODO, with code in it; NULL if there is none.
static const struct region *solution_of(const struct source *source, int todo) {
    for (size_t i = 0; i < source->solution.count; i++) {
        const struct region *region = &source->solution.regions[i];
        if (region->number == todo && region->filled) {
            return region;
        }
    }
    return NULL;
}

// The number of hints for a TODO: the last one is the solution's code, perhaps after a written text, which is about
// that code. 0 if there is no such TODO.
static int count_steps(const struct source *source, int todo) {
    int written = hints_steps(&source->hints, todo);
    return written > 0 && solution_of(source, todo) != NULL ? HINT_STEPS
           : written < HINT_STEPS                           ? written
                                                            : HINT_STEPS - 1;
}

// Prints a region's code, indented by four blanks.
static void print_code(const struct regions *regions, const struct region *region) {
    const char *begin = regions->source + region->code_begin, *end = regions->source + region->code_end;
    size_t indentation = SIZE_MAX;
    for (int print = 0; print < 2; print++) { // first measure, then print
        for (const char *line = begin; line < end;) {
            const char *line_end = memchr(line, '\n', (size_t)(end - line));
            size_t length = (size_t)((line_end != NULL ? line_end : end) - line), blanks = strspn(line, " ");
            bool is_blank = blanks >= length;
            if (print) {
                printf("%s%.*s\n", is_blank ? "" : "    ", is_blank ? 0 : (int)(length - indentation),
                       is_blank ? "" : line + indentation);
            } else if (!is_blank && blanks < indentation) {
                indentation = blanks;
            }
            line += length + (line_end != NULL);
        }
    }
}

// The heading of a hint in the student's language; the usual ones are in the catalogue.
static void print_heading(const struct source *source, int todo, int step, int steps) {
    static const char *const usual[HINT_STEPS] = {N_("A nudge"), N_("The idea"), N_("The code")};
    const struct hint *hint = hints_find(&source->hints, todo, step);
    char title[100];
    snprintf(title, sizeof(title), "%s", usual[HINT_STEPS - 1]);
    if (hint != NULL) {
        snprintf(title, sizeof(title), "%.*s", (int)hint->title_length, hint->title);
    }
    printf(_("%s, TODO(%d), hint %d of %d: %s"), source->lab->name, todo, step, steps, translate(title));
    fputs("\n\n", stdout);
}

// Prints one hint, under a heading that says what it is for.
static void show(const struct source *source, int todo, int step, int steps) {
    const struct hint *hint = hints_find(&source->hints, todo, step);
    const struct region *region = step == HINT_STEPS ? solution_of(source, todo) : NULL;
    print_heading(source, todo, step, steps);
    if (hint != NULL) {
        hint_print(hint, stdout, wrap_width(STDOUT_FILENO) > 0, &source->catalogue);
        putchar('\n');
    }
    if (region != NULL) {
        printf(_("%s/solution.cu, line %d:"), source->lab->folder, region->begin_line);
        fputs("\n\n", stdout);
        print_code(&source->solution, region);
        putchar('\n');
    }
}

// Says why a hint cannot be shown. EXIT_BROKEN.
static int no_such_step(const struct lab *lab, int todo, int step, int steps) {
    char path[LAB_PATH_SIZE];
    lab_file(lab, "solution.cu", path);
    if (step == HINT_STEPS) {
        fprintf(stderr,
                "lab: hint %d for TODO(%d) is its code in %s, which this copy of the course does not have\n",
                step, todo, path);
    } else {
        fprintf(stderr, "lab: there is no hint %d for TODO(%d) of %s: it has %d\n", step, todo, lab->name,
                steps);
    }
    return EXIT_BROKEN;
}

// Shows one hint for a TODO, or all of them. The exit code.
static int show_steps(const struct source *source, int todo, int step) {
    const struct lab *lab = source->lab;
    int steps = count_steps(source, todo);
    if (steps == 0) {
        fprintf(stderr, "lab: there is no TODO(%d) in %s: its tasks are TODO(1) to TODO(%d)\n", todo,
                lab->name, source->hints.hints[source->hints.count - 1].todo);
        return EXIT_BROKEN;
    }
    if (step > steps) {
        return no_such_step(lab, todo, step, steps);
    }
    if (step == NEXT_STEP) {
        step = progress_hints(lab, todo) + 1;
    }
    if (step > steps) {
        printf(_("You have seen all %d hints for TODO(%d) of %s. ./lab hint %s %d --all shows them again.\n"),
               steps, todo, lab->name, lab->name, todo);
        return EXIT_PASSED;
    }
    int first = step == ALL_STEPS ? 1 : step, last = step == ALL_STEPS ? steps : step;
    for (int i = first; i <= last; i++) {
        show(source, todo, i, steps);
    }
    if (last == steps) {
        printf(_("./lab check %s judges what you have.\n"), lab->name);
    } else if (progress_hints(lab, todo) > last) { // an earlier one was asked for again
        printf(_("Still stuck? ./lab hint %s %d --step %d shows the next one, ./lab check %s judges what you "
                 "have.\n"),
               lab->name, todo, last + 1, lab->name);
    } else {
        printf(_("Still stuck? ./lab hint %s %d shows the next one, ./lab check %s judges what you have.\n"),
               lab->name, todo, lab->name);
    }
    fflush(stdout);
    if (progress_record_hint(lab, todo, last) != 0) {
        fprintf(stderr, "lab: build/progress could not record that this hint was shown (%s)",
                strerror(errno));
        if (last < steps) {
            fprintf(stderr, "; --step %d shows the one after it", last + 1);
        }
        fputc('\n', stderr);
    }
    return EXIT_PASSED;
}

// The first task with code that the last check of this file says to fix; otherwise the next one.
static const struct region *task_to_do(const struct lab *lab, const struct regions *regions) {
    for (size_t i = 0; i < regions->count; i++) {
        const struct region *region = &regions->regions[i];
        const char *state = region->filled ? progress_task(lab, region->number) : "";
        if (strcmp(state, "wrong") == 0 || strcmp(state, "doubtful") == 0) {
            return region;
        }
    }
    return regions_next(regions);
}

// The number of that task in the student's file; 0 after a message if there is none.
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
        fprintf(stderr, "lab: so the next task is unknown; ./lab hint %s 1 is about the first\n", lab->name);
    } else if (regions.count == 0) {
        fprintf(stderr, "lab: there are no tasks in %s. ./lab reset %s restores them, and keeps your file\n",
                path, lab->name);
    } else if (task_to_do(lab, &regions) != NULL) {
        todo = task_to_do(lab, &regions)->number;
    } else {
        printf(_("All tasks of %s are filled. ./lab check %s judges them; ./lab hint %s 1 is about the "
                 "first.\n"),
               lab->name, lab->name, lab->name);
        *code = EXIT_PASSED;
    }
    regions_free(&regions);
    return todo;
}

int command_hint(const struct arguments *arguments) {
    struct lab lab = arguments->labs[0];
    char path[LAB_PATH_SIZE];
    int todo = arguments->todo, step = arguments->all ? ALL_STEPS : arguments->step, code = EXIT_BROKEN;
    if (arguments->lab_count == 0 && !progress_first_unfinished(&lab)) {
        fputs(_("You have passed all labs. ./lab hint lab01 shows a hint all the same.\n"), stdout);
        return EXIT_PASSED;
    }
    struct source source = {.lab = &lab};
    char folder[sizeof(lab.folder)];
    snprintf(folder, sizeof(folder), "%.*s", (int)strcspn(lab.folder, "/"), lab.folder);
    translation_catalogue(folder, &source.catalogue);
    lab_file(&lab, "solution.cu", path);
    if (regions_read(path, &source.solution) != 0 && source.solution.error_line > 0) {
        fprintf(stderr, "%s:%d: %s\nlab: so its code cannot be shown; git checkout %s restores the file\n",
                path, source.solution.error_line, source.solution.error, path);
    }
    if (open_hints(&lab, &source.hints) && (todo != 0 || (todo = next_todo(&lab, &code)) != 0)) {
        code = show_steps(&source, todo, step);
    }
    hints_free(&source.hints);
    regions_free(&source.solution);
    catalogue_free(&source.catalogue);
    return code;
}
