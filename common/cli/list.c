// list: labs, tasks, progress.
#include "commands.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "progress.h"
#include "regions.h"
#include "text/translation.h"
#include "text/width.h"
#include "text/wrap.h"

// Prints a task's text on the rest of a line with `used` columns, shortened if it is too long.
static void print_task(const char *text, int used) {
    enum { ROOM = 80, ROOM_MIN = 10, DOTS = 4 };
    int columns = wrap_width(STDOUT_FILENO), left = columns - used - DOTS;
    size_t length = strlen(text), end = length,
           room = columns == 0      ? ROOM
                  : left < ROOM_MIN ? ROOM_MIN
                                    : (size_t)left;
    if (length > room) {
        end = room;
        while (end > 1 && text[end] != ' ' && text[end] != '\n') {
            end--;
        }
    }
    for (size_t i = 0; i < end; i++) {
        putchar(text[i] == '\n' ? ' ' : text[i]);
    }
    puts(end < length ? " ..." : "");
}

enum detail {
    TASKS_IF_BEGUN, // and not yet passed
    TASKS
};

// Prints a line for the lab, and perhaps one per task. false if its starter cannot be read.
static bool list_lab(const struct lab *lab, enum detail detail) {
    char path[LAB_PATH_SIZE];
    lab_file(lab, "starter.cu", path);
    struct regions regions;
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        printf(_("there is no %s. ./lab reset %s restores it\n"), path, lab->name);
        return false;
    }
    if (regions_read(path, &regions) != 0) {
        printf("%s\n    ", lab->folder);
        if (regions.error_line > 0) {
            printf("%s:%d: ", path, regions.error_line);
        }
        printf("%s\n", regions.error);
        regions_free(&regions);
        return false;
    }
    if (regions.count == 0) {
        printf(_("%s: there are no tasks in it. ./lab reset %s restores them, and keeps your file\n"), path,
               lab->name);
        regions_free(&regions);
        return false;
    }
    size_t filled = 0;
    for (size_t i = 0; i < regions.count; i++) {
        filled += regions.regions[i].filled != 0;
    }
    bool passed = progress_passed(lab);
    printf(passed ? _("%s: passed, %zu of %zu tasks filled\n") : _("%s: %zu of %zu tasks filled\n"), path,
           filled, regions.count);
    bool tasks = detail == TASKS || (filled > 0 && !passed);
    for (size_t i = 0; tasks && i < regions.count; i++) {
        const struct region *region = &regions.regions[i];
        const char *state = region->filled ? progress_task(lab, region->number) : "";
        bool holds = strcmp(state, "holds") == 0, wrong = strcmp(state, "wrong") == 0;
        char begin[120];
        snprintf(begin, sizeof(begin),
                 holds   ? _("    [%c] TODO(%d), line %d, holds: ")
                 : wrong ? _("    [%c] TODO(%d), line %d, wrong: ")
                         : _("    [%c] TODO(%d), line %d: "),
                 wrong            ? '!'
                 : region->filled ? 'x'
                                  : ' ',
                 region->number, region->begin_line);
        fputs(begin, stdout);
        print_task(region->text, width_of_text(begin, begin + strlen(begin)));
    }
    regions_free(&regions);
    return true;
}

int command_list(const struct arguments *arguments) {
    struct lab labs[LAB_MAX], next;
    int count = labs_find(labs);
    bool good = count >= 0, unfinished = progress_first_unfinished(&next);
    for (int i = 0; i < arguments->lab_count; i++) {
        good &= list_lab(&arguments->labs[i], TASKS);
    }
    for (int i = 0; arguments->lab_count == 0 && i < count; i++) {
        bool is_next = unfinished && strcmp(labs[i].folder, next.folder) == 0;
        good &= list_lab(&labs[i], is_next ? TASKS : TASKS_IF_BEGUN);
    }
    if (unfinished) {
        printf(_("\nNext: ./lab check %s\n"), next.name);
    } else if (count > 0) {
        putchar('\n');
        puts(_("You have passed all labs."));
    }
    return good ? EXIT_PASSED : EXIT_WRONG;
}
