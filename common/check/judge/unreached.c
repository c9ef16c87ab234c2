#include "check/judge/unreached.h"

#include <stdio.h>
#include <string.h>

#include "check/judge/remark.h"

// Has an instruction of these lines of the file accessed memory?
static bool was_run(const struct case_outcome *run, const struct source *source, const char *file, int first,
                    int last) {
    for (size_t i = 0; i < run->place_count; i++) {
        struct source_place place;
        if (source_find(source, run->places[i].pc, &place) && first <= place.line && place.line <= last &&
            strcmp(place.file, file) == 0) {
            return true;
        }
    }
    return false;
}

// The line of a kernel that writes the array, where threads have run the kernel but not come to that line; 0: none.
// (Launches do not tell which kernels have run: a launch by a pointer knows only the pointer's name.)
static int find_line(const struct case_outcome *run, const struct source *source, const char *file,
                     const char *array) {
    const struct tree *tree = tree_of(file);
    const struct node *kernel = NULL;
    while (tree != NULL && (kernel = question_next_function(tree, kernel)) != NULL) {
        const int line = kernel->kernel ? question_assigned(tree, kernel, array) : 0;
        if (line > 0 &&
            was_run(run, source, file, question_first_line(tree, kernel), question_last_line(tree, kernel)) &&
            !was_run(run, source, file, line, line)) {
            return line;
        }
    }
    return 0;
}

// Has an error ended a launch? Then the counts do not say what its threads have done.
static bool was_stopped(const struct case_outcome *run) {
    for (size_t i = 0; i < run->launch_count; i++) {
        if (run->launches[i].record.stopped) {
            return true;
        }
    }
    return false;
}

// Does no launch of this kernel access memory?
static bool is_idle(const struct case_outcome *run, const char *kernel) {
    for (size_t i = 0; i < run->launch_count; i++) {
        const struct launch_record *launch = &run->launches[i].record;
        if (strcmp(launch->kernel, kernel) == 0 &&
            launch->total.warp_instructions + launch->total.polls > 0) {
            return false;
        }
    }
    return true;
}

int unreached_kernel(const struct case_outcome *run, const char *path, size_t *launch,
                     char name[QUESTION_NAME]) {
    const struct tree *tree = tree_of(path);
    const bool counted = run->launch_count == run->launch_total && !was_stopped(run);
    for (size_t i = 0; i < run->launch_count && tree != NULL && counted; i++) {
        const struct node *kernel = question_kernel(tree, run->launches[i].record.kernel);
        if (kernel != NULL && is_idle(run, run->launches[i].record.kernel)) {
            *launch = i;
            question_word(tree, kernel->name, name);
            return question_first_line(tree, tree_child_of_kind(kernel, NODE_BLOCK));
        }
    }
    return 0;
}

void unreached_add(const struct case_outcome *run, const struct source *source, struct finding *finding) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    const char *file = finding->places[0].file;
    char array[sizeof(diagnostic->array)];
    if ((diagnostic->class_ != DIAGNOSTIC_UNSET_READ && diagnostic->class_ != DIAGNOSTIC_OUTPUT_UNWRITTEN) ||
        finding->places[0].line == 0 || run->place_count == RUN_PLACE_MAX || was_stopped(run) ||
        said_has(&diagnostic->message, TOPICS(TOPIC_STORES_UNSET, TOPIC_READS_BEFORE_WRITTEN))) {
        return;
    }
    char kernel[QUESTION_NAME];
    size_t launch;
    const int idle = unreached_kernel(run, file, &launch, kernel);
    if (idle > 0) {
        remark_show(finding, idle, WORDS(TOPIC(NO_THREAD_OF), NAME(kernel)));
        return;
    }
    snprintf(array, sizeof(array), "%.*s", (int)strcspn(diagnostic->array, "["), diagnostic->array);
    const int line = find_line(run, source, file, array);
    if (line > 0) {
        remark_show(finding, line, WORDS(TOPIC(NO_THREAD_HERE)));
    }
}
