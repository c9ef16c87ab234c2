#include "narrow.h"

#include <stdlib.h>
#include <string.h>

#include "difference.h"
#include "exchange.h"
#include "failed_case.h"
#include "meter.h"
#include "narrowed.h"
#include "progress.h"
#include "regions.h"
#include "text/translation.h"
#include "trials.h"

enum {
    TRIALS_MAX = 12, // programs take about a second each
    PIECES_MAX = 31, // that differ
    TRIED_MAX = 6,   // that are left out one after the other
    SHOWN_MAX = 3
};

struct narrowing {
    const struct lab *lab;
    struct failed_case failed;
    unsigned long long regions;   // that may be at fault, and 0: the given code, which may have been changed
    struct regions own, solution; // the starter and the solution
    struct piece found[PIECES_MAX]; // where these two differ
    size_t found_count;
    struct trials trials;
    struct meter meter;
    unsigned kept;                   // of these: the piece makes a difference
    struct piece pieces[PIECES_MAX]; // to be shown
    size_t count;
    bool certain; // each of them has to change
};

// ---- What may be exchanged -------------------------------------------------------------------------------

// A task that has passed, and whose code has not changed since, is not the one to fix: leaves it out, unless there is
// no other one.
static unsigned long long regions_at_fault(const struct lab *lab, const struct failed_case *failed) {
    unsigned long long all = 1, others = 1;
    for (int i = 0; i < FAILED_TODO_MAX; i++) {
        const unsigned long long region = failed->todo[i] ? 1ull << i : 0;
        all |= region;
        others |= region != 0 && strcmp(progress_task(lab, i), "holds") != 0 ? region : 0;
    }
    return others != 1 ? others : all;
}

// Is the program with all pieces exchanged the solution, except for blanks and comments in regions and tasks that are
// left? Then it passes.
static bool is_solution(const struct narrowing *narrowing) {
    struct regions mixed;
    struct piece left[1];
    size_t length;
    char *text = pieces_exchange(&narrowing->own, &narrowing->solution, narrowing->found,
                                 narrowing->found_count, &length);
    bool same = false;
    if (text != NULL && regions_find(text, length, &mixed) == 0) {
        struct source_line one, other;
        same = regions_differ(&mixed, &narrowing->solution, &one, &other) == 0 &&
               difference_find(&mixed, &narrowing->solution, ~1ull, DIFFER_IN_STATEMENTS, left, 1) == 0;
        regions_free(&mixed);
    }
    free(text);
    return same;
}

static size_t size_of(unsigned set) {
    size_t size = 0;
    for (; set != 0; set &= set - 1) {
        size++;
    }
    return size;
}

// Copies the pieces of a set. Returns their number.
static size_t copy_set(const struct narrowing *narrowing, unsigned set, struct piece *pieces) {
    size_t count = 0;
    for (size_t i = 0; i < narrowing->found_count; i++) {
        if ((set >> i & 1) != 0) {
            pieces[count++] = narrowing->found[i];
        }
    }
    return count;
}

// A trial of a set.
static bool set_passes(void *context, unsigned set) {
    struct narrowing *narrowing = context;
    struct piece pieces[PIECES_MAX];
    if (narrowing->meter.terminal) {
        meter_show(&narrowing->meter, 1 - (double)narrowing->trials.left / TRIALS_MAX,
                   _("looking for the code that makes it fail"));
    }
    return exchange_passes(narrowing->lab, &narrowing->failed, pieces, copy_set(narrowing, set, pieces));
}

// ---- Choosing --------------------------------------------------------------------------------------------

// How little the piece tells a student: the number of lines between it and the nearest line that the first error names;
// more if it is not in a task.
static int distance(const struct narrowing *narrowing, const struct piece *piece) {
    enum { FAR = 1 << 29 };
    const struct failed_case *failed = &narrowing->failed;
    const int first = piece_line(&narrowing->own, piece->begin),
              last = piece_line(&narrowing->own, piece->end);
    int least = failed->line_count > 0 ? FAR : 0;
    for (size_t i = 0; i < failed->line_count; i++) {
        const int line = failed->lines[i], away = line < first ? first - line : line > last ? line - last : 0;
        least = away < least ? away : least;
    }
    return piece->region == 0 ? FAR + least : least;
}

// The numbers of the pieces, of the most telling one last.
static void order_pieces(const struct narrowing *narrowing, size_t order[PIECES_MAX]) {
    int distances[PIECES_MAX];
    for (size_t i = 0; i < narrowing->found_count; i++) {
        size_t at = i;
        distances[i] = distance(narrowing, &narrowing->found[i]);
        for (; at > 0 && distances[i] > distances[order[at - 1]]; at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

// Leaves out pieces that make no difference: of many, first whole halves. false: it is not known which do. Of many
// whole statements, some may be correct.
static bool leave_out(struct narrowing *narrowing, enum difference_level level) {
    size_t order[PIECES_MAX];
    const size_t count = narrowing->found_count;
    unsigned tasks[PIECES_MAX] = {0}, lines[PIECES_MAX] = {0}, single[PIECES_MAX], set = (1u << count) - 1;
    struct trials *trials = &narrowing->trials;
    trials->done_count = 0;
    if (is_solution(narrowing)) {
        trials_note(trials, set, true);
    } else if (!trials_pass(trials, set)) {
        return false;
    }
    order_pieces(narrowing, order);
    for (size_t i = 0; i < count; i++) {
        const struct piece *piece = &narrowing->found[order[i]], *other = narrowing->found;
        const int line = piece_line(&narrowing->own, piece->begin);
        single[i] = 1u << order[i];
        for (size_t k = 0; k < count; k++, other++) {
            tasks[i] |= other->region == piece->region ? 1u << k : 0;
            lines[i] |= piece_line(&narrowing->own, other->begin) == line ? 1u << k : 0;
        }
    }
    // Pieces of one task may not compile without each other, but without those of other tasks.
    set = trials_alone(trials, set, tasks, count);
    if (size_of(set) > TRIED_MAX) {
        set = trials_halve(trials, set, single, count);
    }
    if (size_of(set) > TRIED_MAX) {
        narrowing->kept = set;
        narrowing->certain = false;
        return level == DIFFER_IN_STATEMENTS;
    }
    set = trials_alone(trials, set, single + count - 1, 1); // often, the most telling one is enough
    set = trials_leave_out(trials, set, single, count);
    set = trials_alone(trials, set, single, count);
    // Of a line with exchanged operands no piece can be left out alone, because the rest does not compile.
    narrowing->kept = trials_leave_out(trials, set, lines, count);
    narrowing->certain = trials_need_all(trials, narrowing->kept);
    return true;
}

// Finds the pieces that make a difference: the smallest ones, or if these are too many, larger ones.
static bool find_wrong(struct narrowing *narrowing) {
    for (enum difference_level level = DIFFER_IN_EXPRESSIONS; level <= DIFFER_IN_STATEMENTS; level++) {
        narrowing->found_count = difference_find(&narrowing->own, &narrowing->solution, narrowing->regions,
                                                 level, narrowing->found, PIECES_MAX);
        if (narrowing->found_count > 0 && narrowing->found_count <= PIECES_MAX &&
            leave_out(narrowing, level)) {
            return true;
        }
    }
    return false;
}

// Of two pieces of which one sets what the other one uses, either may be the wrong one. Where only the uses of a
// variable were exchanged that the solution does not have, the mistake may be where it is set: keeps that, too.
static void keep_linked(struct narrowing *narrowing) {
    const unsigned kept = narrowing->kept;
    for (size_t i = 0; i < narrowing->found_count; i++) {
        for (size_t k = 0; k < narrowing->found_count; k++) {
            const struct piece *piece = &narrowing->found[i], *other = &narrowing->found[k];
            const bool either = k < i && (kept >> k & 1) != 0;
            if ((kept >> i & 1) != 0 && (either || other->kind == PIECE_NOTHING) &&
                difference_links(&narrowing->own, &narrowing->solution, piece, other)) {
                narrowing->kept |= 1u << k;
                narrowing->certain = false;
            }
        }
    }
}

// ---- Joining ---------------------------------------------------------------------------------------------

// Takes the statements that contain the pieces that are kept. false: these are too many, or contain others, too.
static bool take_statements(struct narrowing *narrowing) {
    struct piece larger[PIECES_MAX];
    const size_t count = difference_find(&narrowing->own, &narrowing->solution, narrowing->regions,
                                         DIFFER_IN_STATEMENTS, larger, PIECES_MAX);
    size_t taken = 0;
    unsigned contained = 0; // of the pieces found
    for (size_t i = 0; i < count && count <= PIECES_MAX; i++) {
        unsigned set = 0;
        for (size_t k = 0; k < narrowing->found_count; k++) {
            const struct piece *piece = &narrowing->found[k];
            set |= larger[i].begin <= piece->begin && piece->end <= larger[i].end ? 1u << k : 0;
        }
        if ((set & narrowing->kept) != 0) {
            contained |= set;
            larger[taken++] = larger[i];
        }
    }
    if (taken == 0 || taken > SHOWN_MAX || contained != narrowing->kept) {
        return false;
    }
    memcpy(narrowing->pieces, larger, sizeof(larger));
    narrowing->count = taken;
    return true;
}

// May some of it be correct? It has many lines, or it is several statements on several lines.
static bool may_be_correct(const struct narrowing *narrowing, const struct piece *piece) {
    enum { LINES_MAX = 4 };
    const char *code = narrowing->own.source + piece->begin;
    const size_t length = piece->end - piece->begin;
    const int first = piece_line(&narrowing->own, piece->begin),
              last = piece_line(&narrowing->own, piece->end);
    return last - first >= LINES_MAX ||
           (last > first && piece->kind == PIECE_CODE && memchr(code, ';', length - 1) != NULL);
}

// Chooses what to show: of many pieces, the statements that contain them.
static void join(struct narrowing *narrowing) {
    keep_linked(narrowing);
    narrowing->count = copy_set(narrowing, narrowing->kept, narrowing->pieces);
    if (narrowing->certain && narrowing->count > SHOWN_MAX) {
        narrowing->certain = take_statements(narrowing);
    }
    for (size_t i = 0; i < narrowing->count; i++) {
        narrowing->certain &= !may_be_correct(narrowing, &narrowing->pieces[i]);
    }
}

// ---- Showing ---------------------------------------------------------------------------------------------

// "part tree with sum"
static void name_part(const struct failed_case *failed, char name[2 * PART_NAME_SIZE]) {
    if (failed->operator_name[0] != '\0') {
        snprintf(name, 2 * PART_NAME_SIZE, _("part %s with %s"), failed->part, failed->operator_name);
    } else {
        snprintf(name, 2 * PART_NAME_SIZE, _("part %s"), failed->part);
    }
}

// Reads a program of the lab, which is to be freed either way.
static bool read_program(const struct lab *lab, const char *name, struct regions *regions) {
    char path[LAB_PATH_SIZE];
    lab_file(lab, name, path);
    return regions_read(path, regions) == 0;
}

int narrow_show(const struct lab *lab, const char *path) {
    struct narrowing narrowing = {.lab = lab};
    int task = 0;
    narrowing.trials = (struct trials){.passes = set_passes, .context = &narrowing, .left = TRIALS_MAX};
    if (failed_case_read(path, &narrowing.failed) && exchange_has_program(lab, &narrowing.failed) &&
        read_program(lab, "starter.cu", &narrowing.own) &&
        read_program(lab, "solution.cu", &narrowing.solution)) {
        narrowing.regions = regions_at_fault(lab, &narrowing.failed);
        fflush(stdout);
        meter_start(&narrowing.meter);
        const bool known = find_wrong(&narrowing);
        meter_clear(&narrowing.meter);
        exchange_end(lab);
        if (known) {
            char part[2 * PART_NAME_SIZE];
            join(&narrowing);
            name_part(&narrowing.failed, part);
            task = narrowed_show(&narrowing.own, narrowing.certain ? part : NULL, narrowing.pieces,
                                 narrowing.count);
        }
    }
    regions_free(&narrowing.own);
    regions_free(&narrowing.solution);
    failed_case_free(&narrowing.failed);
    return task;
}
