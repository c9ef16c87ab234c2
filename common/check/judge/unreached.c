#include "check/judge/unreached.h"

#include <stdio.h>
#include <string.h>

#include "check/judge/remark.h"
#include "regions/structure.h"

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
    const struct structure *structure = structure_of(file);
    for (size_t i = 0; structure != NULL && i < structure->count; i++) {
        const struct block *block = &structure->blocks[i];
        const int line = block->kernel ? structure_assigned(structure, block, array) : 0;
        if (line > 0 && was_run(run, source, file, block->begin, block->end) &&
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

const struct block *unreached_kernel(const struct case_outcome *run, const char *path, size_t *launch) {
    const struct structure *structure = structure_of(path);
    const bool counted = run->launch_count == run->launch_total && !was_stopped(run);
    for (size_t i = 0; i < run->launch_count && structure != NULL && counted; i++) {
        const struct block *kernel = structure_kernel(structure, run->launches[i].record.kernel);
        if (kernel != NULL && is_idle(run, run->launches[i].record.kernel)) {
            *launch = i;
            return kernel;
        }
    }
    return NULL;
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
    size_t launch;
    const struct block *idle = unreached_kernel(run, file, &launch);
    if (idle != NULL) {
        remark_show(finding, idle->head, WORDS(TOPIC(NO_THREAD_OF), NAME(idle->name)));
        return;
    }
    snprintf(array, sizeof(array), "%.*s", (int)strcspn(diagnostic->array, "["), diagnostic->array);
    const int line = find_line(run, source, file, array);
    if (line > 0) {
        remark_show(finding, line, WORDS(TOPIC(NO_THREAD_HERE)));
    }
}
