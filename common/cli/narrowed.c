#include "narrowed.h"

#include <stdio.h>
#include <string.h>

#include "text/terminal.h"
#include "text/translation.h"

// Is code missing, and not only a part of an expression?
static bool is_missing(const struct piece *piece) {
    return piece->begin == piece->end && piece->kind != PIECE_COMPARISON && piece->kind != PIECE_OPERATOR &&
           piece->kind != PIECE_IN_CONDITION && piece->kind != PIECE_IN_LOOP;
}

// What the solution has in place of the only piece.
static const char *sentence_of(const struct piece *piece) {
    static const char *const sentences[] = {
        [PIECE_CODE] = N_("With other code there, as in the solution, %s passes:"),
        [PIECE_NOTHING] = N_("Without it, as in the solution, %s passes:"),
        [PIECE_CONDITION] = N_("With a condition there, as in the solution, %s passes:"),
        [PIECE_LOOP] = N_("With a loop there, as in the solution, %s passes:"),
        [PIECE_BARRIER] = N_("With a barrier there, as in the solution, %s passes:"),
        [PIECE_CALL] = N_("With one more call there, as in the solution, %s passes:"),
        [PIECE_STATEMENT] = N_("With one more statement there, as in the solution, %s passes:"),
        [PIECE_IN_CONDITION] = N_("With a different condition there, as in the solution, %s passes:"),
        [PIECE_IN_LOOP] = N_("With a different loop there, as in the solution, %s passes:"),
        [PIECE_NUMBER] = N_("With a different number there, as in the solution, %s passes:"),
        [PIECE_NAME] = N_("With a different name there, as in the solution, %s passes:"),
        [PIECE_TYPE] = N_("With a different type there, as in the solution, %s passes:"),
        [PIECE_COMPARISON] = N_("With a different comparison there, as in the solution, %s passes:"),
        [PIECE_OPERATOR] = N_("With a different operator there, as in the solution, %s passes:"),
    };
    return piece->kind == PIECE_CODE && is_missing(piece)
               ? N_("With more code there, as in the solution, %s passes:")
               : sentences[piece->kind];
}

// Shows a line, with carets below its bytes [from, to), and not more of it than fits. Without any: a caret where code
// is missing. `again`: the line above is the same.
static void show_line(const struct terminal *terminal, const char *text, int length, int number, int from,
                      int to, bool again) {
    enum { MARGIN = 8, LEAST = 40, HERE = 10 };
    const int room = terminal->width > LEAST ? terminal->width - MARGIN : length + 1;
    int skipped = 0;
    if (to + 1 > room) { // the line begins too far to the left
        skipped = to + 1 - room < from ? to + 1 - room : from;
    }
    const int shown = length - skipped < room ? length - skipped : room;
    const bool fits = from == to && (terminal->width <= LEAST || from - skipped + HERE < room);
    if (!again || skipped > 0) {
        fprintf(terminal->out, "%5d | %.*s\n", number, shown, text + skipped);
    }
    fprintf(terminal->out, "      | %*s%s", from - skipped, "", terminal_ink(terminal, INK_GREEN));
    for (int at = from; at == from || (at < to && at - skipped < room); at++) {
        fputc(at == from ? '^' : '~', terminal->out);
    }
    fprintf(terminal->out, "%s%s\n", fits ? _(" here") : "", terminal_ink(terminal, INK_PLAIN));
}

// `shown`: the line that is shown above it; 0: none.
static void show_piece(const struct terminal *terminal, const struct lab *lab, const struct regions *own,
                       const struct piece *piece, int shown) {
    char path[LAB_PATH_SIZE];
    int line, column, last, last_column;
    lab_file(lab, "starter.cu", path);
    piece_place(own, piece->begin, &line, &column);
    piece_place(own, piece->end, &last, &last_column);
    if (line != shown) {
        fprintf(terminal->out, "%s:%d\n", path, line);
    }
    size_t begin = piece->begin - (size_t)(column - 1);
    for (int i = line; i <= last; i++) {
        const char *text = own->source + begin;
        const int length = (int)strcspn(text, "\r\n");
        const int indent = (int)strspn(text, " \t");
        const int from = i == line ? column - 1 : indent;
        const int to = i == last ? last_column - 1 : length;
        if (i == line || from < to) {
            show_line(terminal, text, length, i, from, to, i == shown);
        }
        begin += strcspn(text, "\n") + 1;
    }
}

// Has one of the pieces so many lines that most of them are probably correct?
static bool is_long(const struct regions *own, const struct piece *pieces, size_t count) {
    enum { LINES_MAX = 4 };
    for (size_t i = 0; i < count; i++) {
        int first, last, column;
        piece_place(own, pieces[i].begin, &first, &column);
        piece_place(own, pieces[i].end, &last, &column);
        if (last - first >= LINES_MAX) {
            return true;
        }
    }
    return false;
}

static bool is_in_pieces(const struct regions *own, const struct piece *pieces, size_t count, int line) {
    for (size_t i = 0; i < count; i++) {
        int first, last, column;
        piece_place(own, pieces[i].begin, &first, &column);
        piece_place(own, pieces[i].end, &last, &column);
        if (first <= line && line <= last) {
            return true;
        }
    }
    return false;
}

// The first error or note may name much code that is correct. Where code is missing, nothing is said. A number in its
// text may be that of a line, too: where the pieces are at such a line, nothing is said either.
static void show_lines_to_change(const struct regions *own, const struct piece *pieces, size_t count,
                                 const struct mentioned_lines *first) {
    int one = 0;
    bool unknown = first->count == MENTIONED_MAX, others = false;
    for (size_t i = 0; i < count; i++) {
        unknown |= is_missing(&pieces[i]);
    }
    for (size_t i = 0; i < first->count; i++) {
        const int line = first->lines[i];
        const bool wrong = is_in_pieces(own, pieces, count, line);
        unknown |= wrong && (!first->certain[i] || (one != 0 && one != line));
        others |= !wrong && first->certain[i];
        one = wrong ? line : one;
    }
    if (unknown || !others) {
        return;
    }
    int begins, ends, column;
    piece_place(own, pieces[0].begin, &begins, &column);
    piece_place(own, pieces[count - 1].end, &ends, &column);
    if (one == 0) {
        puts(_("None of the lines that the first error or note names has to change."));
    } else if (begins == ends) { // changing that line is enough
        printf(_("Of the lines that the first error or note names, only line %d has to change.\n"), one);
    }
}

int narrowed_task(const struct piece *pieces, size_t count) {
    for (size_t i = 1; i < count; i++) {
        if (pieces[i].region != pieces[0].region) {
            return -1;
        }
    }
    return pieces[0].region;
}

// The tasks of pieces in two of them; false: they are in another number of tasks, or some in none.
static bool find_two_tasks(const struct piece *pieces, size_t count, int tasks[2]) {
    tasks[0] = tasks[1] = pieces[0].region;
    for (size_t i = 0; i < count; i++) {
        const int task = pieces[i].region;
        if (task <= 0 || (task != tasks[0] && task != tasks[1] && tasks[0] != tasks[1])) {
            return false;
        }
        tasks[1] = task != tasks[0] ? task : tasks[1];
    }
    return tasks[0] != tasks[1];
}

static void show_hints_of_pieces(const struct lab *lab, const struct piece *pieces, size_t count, bool keys) {
    const int task = narrowed_task(pieces, count);
    int tasks[2];
    if (task > 0 && keys) {
        printf(_("This is TODO(%d): the key h shows a hint\n"), task);
    } else if (task > 0) {
        printf(_("This is TODO(%d): ./lab hint %s %d helps\n"), task, lab->name, task);
    } else if (task == 0) {
        puts(_("This is outside the TODOs, in code that was given. The hints are about other places."));
    } else if (!find_two_tasks(pieces, count, tasks)) {
        return;
    } else if (keys) {
        printf(_("These are TODO(%d) and TODO(%d): the key h shows a hint\n"), tasks[0], tasks[1]);
    } else {
        printf(_("These are TODO(%d) and TODO(%d): ./lab hint %s %d and ./lab hint %s %d help\n"), tasks[0],
               tasks[1], lab->name, tasks[0], lab->name, tasks[1]);
    }
}

bool narrowed_show(const struct lab *lab, const struct regions *own, const char *part,
                   const struct piece *pieces, size_t count, const struct mentioned_lines *first, bool keys) {
    const struct terminal terminal = terminal_open(stdout);
    if (is_long(own, pieces, count)) {
        narrowed_show_task(lab, own, pieces, count, keys);
        return false;
    }
    putchar('\n');
    if (count > 1) {
        printf(_("Something is wrong at %zu places. With the solution's code there, %s passes:"), count,
               part);
    } else {
        fputs(is_missing(pieces)              ? _("Something is missing. ")
              : pieces->kind == PIECE_NOTHING ? _("Something should not be here. ")
                                              : _("Something is wrong here. "),
              stdout);
        printf(_(sentence_of(pieces)), part);
    }
    putchar('\n');
    for (size_t i = 0; i < count; i++) {
        int shown = 0, column;
        if (i > 0) {
            piece_place(own, pieces[i - 1].end, &shown, &column);
        }
        show_piece(&terminal, lab, own, &pieces[i], shown);
    }
    show_lines_to_change(own, pieces, count, first);
    show_hints_of_pieces(lab, pieces, count, keys);
    return true;
}

void narrowed_show_task(const struct lab *lab, const struct regions *own, const struct piece *pieces,
                        size_t count, bool keys) {
    const int task = narrowed_task(pieces, count);
    int first, last, column;
    if (task <= 0) { // there is no single task to name
        return;
    }
    piece_place(own, pieces[0].begin, &first, &column);
    piece_place(own, pieces[count - 1].end, &last, &column);
    if (first == last && keys) {
        printf(_("\nSomething is wrong in TODO(%d), line %d: the key h shows a hint\n"), task, first);
    } else if (first == last) {
        printf(_("\nSomething is wrong in TODO(%d), line %d: ./lab hint %s %d helps\n"), task, first,
               lab->name, task);
    } else if (keys) {
        printf(_("\nSomething is wrong in TODO(%d), lines %d to %d: the key h shows a hint\n"), task, first,
               last);
    } else {
        printf(_("\nSomething is wrong in TODO(%d), lines %d to %d: ./lab hint %s %d helps\n"), task, first,
               last, lab->name, task);
    }
}
