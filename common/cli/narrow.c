#include "narrow.h"

#include <limits.h>
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
    SHOWN_MAX = 3
};

struct narrowing {
    const struct lab *lab;
    struct failed_case failed;
    struct regions own, solution;   // the starter and the solution
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

static bool is_needed(const void *context, int region) {
    const struct failed_case *failed = context;
    // 0: the given code, which may have been changed
    return region == 0 || (region < FAILED_TODO_MAX && failed->todo[region]);
}

static bool is_any(const void *context, int region) {
    (void)context;
    return region > 0;
}

// A task that has passed, and whose code has not changed since, is not the one to fix: leaves it out, unless there is
// no other one.
static void leave_out_held(const struct lab *lab, struct failed_case *failed) {
    bool others[FAILED_TODO_MAX] = {false}, any = false;
    for (int i = 0; i < FAILED_TODO_MAX; i++) {
        others[i] = failed->todo[i] && strcmp(progress_task(lab, i), "holds") != 0;
        any |= others[i];
    }
    if (any) {
        memcpy(failed->todo, others, sizeof(others));
    }
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
        same =
            regions_differ(&mixed, &narrowing->solution, &one, &other) == 0 &&
            difference_find(&mixed, &narrowing->solution, is_any, NULL, DIFFER_IN_STATEMENTS, left, 1) == 0;
        regions_free(&mixed);
    }
    free(text);
    return same;
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

static bool pieces_pass(struct narrowing *narrowing, const struct piece *pieces, size_t count) {
    if (narrowing->meter.terminal) {
        meter_show(&narrowing->meter, 1 - (double)narrowing->trials.left / TRIALS_MAX,
                   _("looking for the code that makes it fail"));
    }
    return exchange_passes(narrowing->lab, &narrowing->failed, pieces, count);
}

// A trial of a set.
static bool set_passes(void *context, unsigned set) {
    struct narrowing *narrowing = context;
    struct piece pieces[PIECES_MAX];
    return pieces_pass(narrowing, pieces, copy_set(narrowing, set, pieces));
}

// A trial of pieces that are no set of those found.
static bool others_pass(struct narrowing *narrowing, const struct piece *pieces, size_t count) {
    return narrowing->trials.left-- > 0 && pieces_pass(narrowing, pieces, count);
}

// ---- Choosing --------------------------------------------------------------------------------------------

// How many lines are between the piece and the nearest line that the first error names?
static int distance(const struct narrowing *narrowing, const struct piece *piece) {
    const struct failed_case *failed = &narrowing->failed;
    int first, last, column, least = failed->line_count > 0 ? INT_MAX : 0;
    piece_place(&narrowing->own, piece->begin, &first, &column);
    piece_place(&narrowing->own, piece->end, &last, &column);
    for (size_t i = 0; i < failed->line_count; i++) {
        const int line = failed->lines[i], away = line < first ? first - line : line > last ? line - last : 0;
        least = away < least ? away : least;
    }
    return least;
}

// Does this piece tell a student less than the other one? It is not in a task, or farther from the error.
static bool tells_less(const struct narrowing *narrowing, size_t i, size_t k) {
    const struct piece *piece = &narrowing->found[i], *other = &narrowing->found[k];
    if ((piece->region == 0) != (other->region == 0)) {
        return piece->region == 0;
    }
    return distance(narrowing, piece) > distance(narrowing, other);
}

// The numbers of the pieces, of the most telling one last.
static void order_pieces(const struct narrowing *narrowing, size_t order[PIECES_MAX]) {
    for (size_t i = 0; i < narrowing->found_count; i++) {
        size_t at = i;
        for (; at > 0 && tells_less(narrowing, i, order[at - 1]); at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

// Those of the kept pieces that begin in the line in which piece i begins.
static unsigned kept_in_line(const struct narrowing *narrowing, size_t i) {
    int line, other, column;
    unsigned set = 0;
    piece_place(&narrowing->own, narrowing->found[i].begin, &line, &column);
    for (size_t k = 0; k < narrowing->found_count; k++) {
        piece_place(&narrowing->own, narrowing->found[k].begin, &other, &column);
        set |= other == line ? narrowing->kept & 1u << k : 0;
    }
    return set;
}

// Of a line with exchanged operands no piece can be left out alone, because the rest does not compile. Leaves out whole
// lines that make no difference.
static void leave_out_lines(struct narrowing *narrowing, const size_t *order, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const unsigned line = kept_in_line(narrowing, order[i]), rest = narrowing->kept & ~line;
        if (trials_size(line) > 1 && rest != 0 && trials_pass(&narrowing->trials, rest)) {
            narrowing->kept = rest;
        }
    }
}

// Pieces of one task may not compile without each other, but without those of other tasks. Returns the pieces of the
// first task with which alone the case passes, of the most telling ones first; if there is none, all pieces.
static unsigned choose_task(struct narrowing *narrowing, const size_t *order) {
    const unsigned all = (1u << narrowing->found_count) - 1;
    unsigned tried = 0;
    for (size_t i = narrowing->found_count; i-- > 0;) {
        unsigned task = 0;
        for (size_t k = 0; k < narrowing->found_count; k++) {
            task |= narrowing->found[k].region == narrowing->found[order[i]].region ? 1u << k : 0;
        }
        if ((task & tried) == 0 && task != all && trials_pass(&narrowing->trials, task)) {
            return task;
        }
        tried |= task;
    }
    return all;
}

// Keeps the pieces of the set in the order. Returns their number.
static size_t keep_order(size_t order[PIECES_MAX], size_t count, unsigned set) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if ((set >> order[i] & 1) != 0) {
            order[kept++] = order[i];
        }
    }
    return kept;
}

// Leaves out pieces that make no difference: of many, first whole halves. false: it is not known which do.
static bool leave_out(struct narrowing *narrowing) {
    size_t order[PIECES_MAX], count;
    struct trials *trials = &narrowing->trials;
    const unsigned set = (1u << narrowing->found_count) - 1;
    trials->done_count = 0;
    if (is_solution(narrowing)) {
        trials_note(trials, set, true);
    } else if (!trials_pass(trials, set)) {
        return false;
    }
    order_pieces(narrowing, order);
    count = keep_order(order, narrowing->found_count, choose_task(narrowing, order));
    if (count > TRIED_MAX) {
        count = keep_order(order, count, trials_halve(trials, order, count));
    }
    if (count > TRIED_MAX) {
        return false;
    }
    narrowing->kept = trials_leave_out(trials, order, count);
    leave_out_lines(narrowing, order, count);
    narrowing->certain = trials_need_all(trials, narrowing->kept);
    return true;
}

// Finds the pieces that make a difference: the smallest ones, or if these are too many, larger ones.
static bool find_wrong(struct narrowing *narrowing) {
    const size_t most = getenv("LABS_BUILD") == NULL ? PIECES_MAX : 1;
    for (enum difference_level level = DIFFER_IN_EXPRESSIONS; level <= DIFFER_IN_REGIONS; level++) {
        narrowing->found_count = difference_find(&narrowing->own, &narrowing->solution, is_needed,
                                                 &narrowing->failed, level, narrowing->found, PIECES_MAX);
        if (narrowing->found_count > 0 && narrowing->found_count <= most && leave_out(narrowing)) {
            return true;
        }
    }
    return false;
}

// Where only the uses of a variable were exchanged, the mistake may be in the line that sets it: adds that, too.
static void keep_setters(struct narrowing *narrowing) {
    struct piece kept[PIECES_MAX];
    const size_t count = copy_set(narrowing, narrowing->kept, kept);
    for (size_t i = 0; i < narrowing->found_count; i++) {
        for (size_t k = 0; k < count && narrowing->found[i].kind == PIECE_NOTHING; k++) {
            if ((narrowing->kept >> i & 1) == 0 &&
                difference_links(&narrowing->own, &narrowing->solution, &kept[k], &narrowing->found[i])) {
                narrowing->kept |= 1u << i;
                narrowing->certain = false;
            }
        }
    }
}

static bool are_linked(const struct narrowing *narrowing) {
    for (size_t i = 0; i < narrowing->count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (difference_links(&narrowing->own, &narrowing->solution, &narrowing->pieces[k],
                                 &narrowing->pieces[i])) {
                return true;
            }
        }
    }
    return false;
}

// ---- Joining ---------------------------------------------------------------------------------------------

// Takes larger pieces that contain those that are kept. false: these are too many, or it does not pass with them.
static bool take_larger(struct narrowing *narrowing, enum difference_level level) {
    struct piece larger[PIECES_MAX];
    const size_t count = difference_find(&narrowing->own, &narrowing->solution, is_needed, &narrowing->failed,
                                         level, larger, PIECES_MAX);
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
    if (taken == 0 || taken > SHOWN_MAX ||
        (contained != narrowing->kept && !others_pass(narrowing, larger, taken))) {
        return false;
    }
    memcpy(narrowing->pieces, larger, sizeof(larger));
    narrowing->count = taken;
    return true;
}

// Chooses what to show: of many pieces, larger ones that contain them. false: there is too much to show.
static bool join(struct narrowing *narrowing) {
    narrowing->count = copy_set(narrowing, narrowing->kept, narrowing->pieces);
    narrowing->certain = narrowing->certain && !are_linked(narrowing);
    return !narrowing->certain || narrowing->count <= SHOWN_MAX ||
           take_larger(narrowing, DIFFER_IN_STATEMENTS) || take_larger(narrowing, DIFFER_IN_REGIONS);
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

// May some of it be correct? It is several statements on several lines.
static bool may_be_correct(const struct narrowing *narrowing, const struct piece *piece) {
    const char *code = narrowing->own.source + piece->begin;
    const size_t length = piece->end - piece->begin;
    return piece->kind == PIECE_CODE && length > 0 && memchr(code, '\n', length) != NULL &&
           memchr(code, ';', length - 1) != NULL;
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
    bool known = failed_case_read(path, &narrowing.failed) && exchange_has_program(lab, &narrowing.failed);
    known = known && read_program(lab, "starter.cu", &narrowing.own) &&
            read_program(lab, "solution.cu", &narrowing.solution);
    if (known) {
        leave_out_held(lab, &narrowing.failed);
        fflush(stdout);
        meter_start(&narrowing.meter);
        known = find_wrong(&narrowing);
        if (known) {
            keep_setters(&narrowing);
            known = join(&narrowing);
            for (size_t i = 0; i < narrowing.count; i++) {
                narrowing.certain &= !may_be_correct(&narrowing, &narrowing.pieces[i]);
            }
        }
        meter_clear(&narrowing.meter);
        exchange_end(lab);
    }
    bool shown = false; // the pieces themselves
    const int only = known ? narrowed_task(narrowing.pieces, narrowing.count) : -1;
    task = only > 0 ? only : 0;
    if (known && !narrowing.certain) {
        narrowed_show_task(&narrowing.own, narrowing.pieces, narrowing.count);
    } else if (known) {
        char part[2 * PART_NAME_SIZE];
        name_part(&narrowing.failed, part);
        shown = narrowed_show(&narrowing.own, part, narrowing.pieces, narrowing.count);
    }
    if (only == 0 || (only < 0 && shown)) {
        task = -1;
    }
    regions_free(&narrowing.own);
    regions_free(&narrowing.solution);
    failed_case_free(&narrowing.failed);
    return task;
}
