// The line that counts most for a limit that was exceeded.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/judge/limits.h"
#include "check/report/limit_place.h"
#include "check/report/line_counters.h"
#include "check/runner/counter_names.h"
#include "text/translation.h"
#include "words/words.h"

enum { WARP = 32, SECTOR_BYTES = 32 };

// ---- The functions that count ----------------------------------------------------------------------------

// Is it the kernel, or does the kernel call it, itself or by others?
static bool calls(const struct tree *tree, const struct node *kernel, const struct node *function,
                  int depth) {
    char name[QUESTION_NAME];
    bool found = function == kernel;
    question_word(tree, function->name, name);
    for (const struct node *caller = NULL;
         !found && depth > 0 && (caller = question_next_function(tree, caller)) != NULL;) {
        found = caller != function && (caller == kernel || !caller->kernel) &&
                question_call(tree, caller, NULL, name) != NULL && calls(tree, kernel, caller, depth - 1);
    }
    return found;
}

// Is the line in the kernel, or in a function that it calls? Without one, yes.
static bool is_reached(const struct cost *cost, const char *name, int line) {
    enum { CALLS_MAX = 8 };
    const struct node *kernel = name != NULL ? question_kernel(cost->tree, name) : NULL,
                      *function = question_function(cost->tree, line);
    return kernel == NULL || function == NULL || calls(cost->tree, kernel, function, CALLS_MAX);
}

bool limit_in_launch(const struct cost *cost, int line) {
    const struct case_outcome *run = &cost->judgement->run;
    for (size_t i = 0; i < run->launch_count; i++) {
        const struct launch_record *launch = &run->launches[i].record;
        const bool again = i > 0 && strcmp(launch->kernel, run->launches[i - 1].record.kernel) == 0;
        if (!again && is_reached(cost, launch->kernel, line)) {
            return true;
        }
    }
    return false;
}

// ---- The line --------------------------------------------------------------------------------------------

static bool in_tasks(const struct cost *cost, const struct line *line) {
    const struct region *region = todo_at(&cost->result->todos, line->place.file, line->place.line);
    return region != NULL && todo_belongs_to(region, cost->part);
}

// How much a line matters: what it counts, or the lanes that do nothing there if threads should share the work.
static uint64_t weight(const struct cost *cost, const struct line *line, int counter) {
    const struct counters *total = &line->total;
    const uint64_t lanes = total->warp_instructions * WARP,
                   idle = lanes > total->active_lanes ? lanes - total->active_lanes : 0,
                   value = counter_value(total, counter);
    const bool shared =
        counter_index(cost->judgement->limit->counter) != counter; // a limit on time, or on few lanes
    return counter == counter_index("warp_instructions") && shared && idle > 0 ? idle : value;
}

// Is the line a better answer than the one found? One in the tasks is, unless the other weighs more than twice as much.
// With an excess, the least of those without which the limit would hold.
static bool is_better(const struct cost *cost, const struct line *line, const struct line *found, int counter,
                      uint64_t excess) {
    uint64_t value = counter_value(&line->total, counter),
             other = found != NULL ? counter_value(&found->total, counter) : 0;
    if (found == NULL || value == 0) {
        return value > 0;
    }
    bool task = in_tasks(cost, line);
    if (task != in_tasks(cost, found)) {
        return task ? 2 * weight(cost, line, counter) >= weight(cost, found, counter)
                    : weight(cost, line, counter) > 2 * weight(cost, found, counter);
    }
    if (excess > 0 && value >= excess && other >= excess) {
        return value < other;
    }
    return weight(cost, line, counter) > weight(cost, found, counter);
}

// What a limit on requests per block is exceeded by: the other requests are needed.
static uint64_t find_excess(const struct cost *cost, int counter) {
    const struct lab_limit *limit = cost->judgement->limit;
    uint64_t value = counter_value(&cost->judgement->run.total, counter),
             needed = limit->maximum * cost->judgement->run.block_total;
    bool requests = strstr(limit->counter, "_requests") != NULL && limit->per == LIMIT_PER_BLOCK;
    return requests && value > needed ? value - needed : 0;
}

// The threads of a warp that take part, on average.
static double lanes_of(const struct counters *total) {
    return total->warp_instructions == 0 ? WARP
                                         : (double)total->active_lanes / (double)total->warp_instructions;
}

// If they are few: appends how many. Returns whether they are.
static bool say_lanes(double lanes, char *text, size_t size) {
    if (lanes < WARP / 4) {
        char number[16];
        size_t length = strlen(text);
        snprintf(number, sizeof(number), "%.3g", lanes);
        snprintf(text + length, size - length, _("; on average, %s of a warp's 32 threads take part"),
                 number);
    }
    return lanes < WARP / 4;
}

// Prints what decides how much the line counts.
static void print_causes(const struct cost *cost, const struct line *line, bool few, const char *kernel) {
    const char *counted = cost->judgement->limit->counter;
    if (strstr(counted, "conflicts") != NULL) { // the index decides, not how often the line runs
        return;
    }
    bool threads = strcmp(counted, "working_warps") == 0 || strcmp(counted, "divergent_warps") == 0;
    limit_print_around(cost, &line->place,
                       threads ? LIMIT_THREADS
                       : few   ? LIMIT_LOOP | LIMIT_THREADS
                               : LIMIT_LOOP);
    if (kernel != NULL && !in_tasks(cost, line)) {
        limit_print_calls(cost, &line->place, kernel);
    }
}

// The launch that spends most time; NULL: the limit is on something else.
static const struct launch_record *slowest_launch(const struct cost *cost) {
    const struct case_outcome *run = &cost->judgement->run;
    const char *counted = cost->judgement->limit->counter;
    const struct launch_record *slowest = NULL;
    for (size_t i = 0; i < run->launch_count; i++) {
        const struct launch_record *launch = &run->launches[i].record;
        if (counter_index(counted) < 0 &&
            (slowest == NULL || limit_launch_value(launch, counted) > limit_launch_value(slowest, counted))) {
            slowest = launch;
        }
    }
    return slowest;
}

// `most`: on any line of the file.
static void say_line(const struct cost *cost, const struct line *found, uint64_t most, int counter,
                     uint64_t excess, char *text, size_t size) {
    const struct lab_limit *limit = cost->judgement->limit;
    const struct said what = limit_title(limit);
    char name[WORDS_SIZE];
    const char *title = words(&what, name);
    uint64_t value = counter_value(&found->total, counter);
    const int index = counter_index(limit->counter);
    if (index >= 0 && index != counter) { // not counted by lines
        snprintf(text, size, "%s",
                 value < most ? _("this line often accesses shared memory")
                              : _("this line accesses shared memory most often"));
    } else if (index < 0) {
        snprintf(text, size, "%s", _("this line takes most of it"));
    } else if (value == most) {
        snprintf(text, size, _("most %s are counted here"), title);
    } else if (excess > 0 && value >= excess) {
        snprintf(text, size, _("without the %s of this line, the limit would hold"), title);
    } else {
        snprintf(text, size, _("many %s are counted here"), title);
    }
}

bool limit_print_line(const struct cost *cost, int counter) {
    const struct launch_record *launch = slowest_launch(cost);
    const char *kernel = launch != NULL ? launch->kernel : NULL;
    const uint64_t excess = find_excess(cost, counter);
    const struct line *found = NULL;
    uint64_t most = 0;
    char text[320];
    size_t count;
    struct line *lines = lines_make(&cost->judgement->run, cost->source, &count);
    for (size_t i = 0; i < count; i++) {
        uint64_t value = counter_value(&lines[i].total, counter);
        if (strcmp(lines[i].place.file, cost->own) != 0) {
            continue;
        }
        most = value > most ? value : most;
        if (cost->tree == NULL || is_reached(cost, kernel, lines[i].place.line)) {
            found = is_better(cost, &lines[i], found, counter, excess) ? &lines[i] : found;
        }
    }
    if (found != NULL) {
        say_line(cost, found, most, counter, excess, text, sizeof(text));
        bool few = strstr(cost->judgement->limit->counter, "_requests") == NULL &&
                   say_lanes(lanes_of(&found->total), text, sizeof(text));
        report_place(cost->terminal, &found->place, text);
        print_causes(cost, found, few, kernel);
    }
    free(lines);
    return found != NULL;
}

// ---- Sectors ---------------------------------------------------------------------------------------------

// The accesses of a line to global memory.
struct access {
    struct source_place place;
    uint64_t sectors, requests, lanes, bytes;
};

static uint64_t sectors_of(const struct counters *total, bool loads) {
    return loads ? total->global_load_sectors : total->global_store_sectors;
}

// Sectors beyond those that the values of the accesses fill.
static uint64_t unused(const struct access *access) {
    uint64_t filled = (access->bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
    return access->sectors > filled ? access->sectors - filled : 0;
}

enum { ACCESSES_MAX = 256 };

// Collects the accesses of the lines of the student's file that access global memory. Returns how many lines there are.
static size_t find_accesses(const struct cost *cost, bool loads, struct access *accesses) {
    const struct case_outcome *run = &cost->judgement->run;
    size_t count = 0;
    for (size_t i = 0; i < run->place_count; i++) {
        const struct counters *total = &run->places[i].total;
        struct access one = {.sectors = sectors_of(total, loads),
                             .requests = loads ? total->global_load_requests : total->global_store_requests,
                             .lanes = total->active_lanes,
                             .bytes = total->active_lanes * run->places[i].bytes};
        size_t at = 0;
        if (one.sectors == 0 || !source_find(cost->source, run->places[i].pc, &one.place) ||
            strcmp(one.place.file, cost->own) != 0) {
            continue;
        }
        while (at < count && accesses[at].place.line != one.place.line) {
            at++;
        }
        if (at == count && count < ACCESSES_MAX) {
            accesses[count++] = one;
        } else if (at < count) {
            accesses[at].sectors += one.sectors;
            accesses[at].requests += one.requests;
            accesses[at].lanes += one.lanes;
            accesses[at].bytes += one.bytes;
        }
    }
    return count;
}

// The line reads or writes too often.
static void print_most_sectors(const struct cost *cost, const struct access *largest) {
    const struct said what = limit_title(cost->judgement->limit);
    char text[640], title[WORDS_SIZE]; // a translation has two bytes for most letters
    snprintf(text, sizeof(text),
             unused(largest) < largest->sectors / 8 ? _("most %s are counted here, and each access of a warp "
                                                        "uses whole sectors. Are elements read or "
                                                        "written more than once?")
                                                    : _("most %s are counted here"),
             words(&what, title));
    report_place(cost->terminal, &largest->place, text);
    limit_print_calls(cost, &largest->place, cost->judgement->run.launches[0].record.kernel);
}

// The values that the line accesses do not fill its sectors. `all`: no line counts more sectors.
static void print_unused_sectors(const struct cost *cost, const struct access *most, bool all) {
    const struct case_outcome *run = &cost->judgement->run;
    const double requests = (double)most->requests, lanes = (double)most->lanes / requests;
    const struct said what = limit_title(cost->judgement->limit);
    char text[320], touched[16], name[WORDS_SIZE];
    const char *title = words(&what, name);
    bool few = lanes < 2;
    if (few) {
        snprintf(text, sizeof(text), all ? _("most %s are counted here") : _("many %s are counted here"),
                 title);
        say_lanes(lanes, text, sizeof(text));
    } else {
        size_t filled = (size_t)((double)most->bytes / requests / SECTOR_BYTES + 0.999);
        snprintf(touched, sizeof(touched), "%.3g", (double)most->sectors / requests);
        snprintf(text, sizeof(text),
                 _("%s: %s for each access of a warp here, whose values would fit into %zu"), title, touched,
                 filled);
    }
    report_place(cost->terminal, &most->place, text);
    if (few) {
        limit_print_around(cost, &most->place, LIMIT_LOOP | LIMIT_THREADS);
    } else if (run->launch_count > 0) {
        limit_print_calls(cost, &most->place, run->launches[0].record.kernel);
    }
}

bool limit_print_sectors(const struct cost *cost, bool loads) {
    const struct case_outcome *run = &cost->judgement->run;
    const struct lab_limit *limit = cost->judgement->limit;
    const uint64_t value = limit_counter_value(run, limit->counter),
                   excess = value - limit_maximum(cost->part, limit, &cost->judgement->what);
    uint64_t all_unused = 0;
    struct access *accesses = calloc(ACCESSES_MAX, sizeof(*accesses));
    struct access *largest = accesses, *most = NULL; // most sectors; most unused ones
    size_t count = accesses != NULL ? find_accesses(cost, loads, accesses) : 0;
    for (size_t i = 0; i < count; i++) {
        largest = accesses[i].sectors > largest->sectors ? &accesses[i] : largest;
        all_unused += unused(&accesses[i]);
        most = most == NULL || unused(&accesses[i]) > unused(most) ? &accesses[i] : most;
    }
    // Where a few lanes access the rest of an array, some sectors of every program are unused.
    const bool matters = most != NULL && unused(most) >= value / 32;
    bool often = run->launch_count == 1 && most != NULL && all_unused < excess;
    bool found = !often && matters && all_unused >= excess && unused(most) >= most->sectors / 8 &&
                 !limit_is_repeated(cost, limit->counter, excess);
    if (often) {
        print_most_sectors(cost, largest);
    } else if (found) {
        print_unused_sectors(cost, most, most->sectors == largest->sectors);
    }
    free(accesses);
    return often || found;
}
