#include "narrowed.h"

#include <stdio.h>
#include <string.h>

#include "text/terminal.h"
#include "text/translation.h"

// What the solution has in place of the only piece.
static void say_piece(const struct piece *piece, const char *part) {
    static const char *const sentences[] = {
        [PIECE_CODE] = N_("With other code here, as in the solution, %s passes:"),
        [PIECE_NOTHING] = N_("Without this, as in the solution, %s passes:"),
        [PIECE_CONDITION] = N_("With a condition here, as in the solution, %s passes:"),
        [PIECE_LOOP] = N_("With a loop here, as in the solution, %s passes:"),
        [PIECE_IF] = N_("With an if statement here, as in the solution, %s passes:"),
        [PIECE_ELSE] = N_("With an else branch here, as in the solution, %s passes:"),
        [PIECE_BARRIER] = N_("With a barrier here, as in the solution, %s passes:"),
        [PIECE_CALL] = N_("With a call of %s() here, as in the solution, %s passes:"),
        [PIECE_ASSIGNMENT] = N_("With an assignment to %s here, as in the solution, %s passes:"),
        [PIECE_DECLARATION] = N_("With a declaration of %s here, as in the solution, %s passes:"),
        [PIECE_INITIAL] = N_("With an initial value here, as in the solution, %s passes:"),
        [PIECE_STATEMENT] = N_("With one more statement here, as in the solution, %s passes:"),
        [PIECE_STATEMENTS] = N_("With more statements here, as in the solution, %s passes:"),
        [PIECE_OPERAND] = N_("With one more operand of %s here, as in the solution, %s passes:"),
        [PIECE_OPERANDS] = N_("With more operands here, as in the solution, %s passes:"),
        [PIECE_ARGUMENTS] = N_("With more arguments here, as in the solution, %s passes:"),
        [PIECE_SPECIFIER] = N_("With %s here, as in the solution, %s passes:"),
        [PIECE_LAUNCH] = N_("With a launch of %s here, as in the solution, %s passes:"),
        [PIECE_SIGN] = N_("With one more operator here, as in the solution, %s passes:"),
        [PIECE_INDEX] = N_("With an index here, as in the solution, %s passes:"),
        [PIECE_CAST] = N_("With a cast here, as in the solution, %s passes:"),
        [PIECE_PARENTHESES] = N_("With parentheses here, as in the solution, %s passes:"),
        [PIECE_OPERAND_ORDER] = N_("With the operands in another order here, as in the solution, %s passes:"),
        [PIECE_ARGUMENT_ORDER] =
            N_("With the arguments in another order here, as in the solution, %s passes:"),
        [PIECE_IN_CONDITION] = N_("With a different condition here, as in the solution, %s passes:"),
        [PIECE_IN_LOOP] = N_("With a different loop here, as in the solution, %s passes:"),
        [PIECE_NUMBER] = N_("With a different number here, as in the solution, %s passes:"),
        [PIECE_NAME] = N_("With a different name here, as in the solution, %s passes:"),
        [PIECE_TYPE] = N_("With a different type here, as in the solution, %s passes:"),
        [PIECE_COMPARISON] = N_("With a different comparison here, as in the solution, %s passes:"),
        [PIECE_OPERATOR] = N_("With a different operator here, as in the solution, %s passes:"),
        [PIECE_EXPRESSION] = N_("With a different expression here, as in the solution, %s passes:"),
    };
    const char *sentence = _(sentences[piece->kind]);
    if (piece->name[0] != '\0') {
        printf(sentence, piece->name, part);
    } else {
        printf(sentence, part);
    }
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
static void show_piece(const struct terminal *terminal, const struct regions *own, const struct piece *piece,
                       int shown) {
    size_t begin = piece->begin;
    while (begin > 0 && own->source[begin - 1] != '\n') {
        begin--;
    }
    for (int line = piece_line(own, begin); begin <= piece->end; line++) {
        const char *text = own->source + begin;
        const int length = (int)strcspn(text, "\r\n"), indent = (int)strspn(text, " \t");
        const int from = begin <= piece->begin ? (int)(piece->begin - begin) : indent;
        const int to = (size_t)length < piece->end - begin ? length : (int)(piece->end - begin);
        if (begin <= piece->begin || from < to) {
            show_line(terminal, text, length, line, from, to, line == shown);
        }
        begin += strcspn(text, "\n") + 1;
    }
}

// The task and the lines of the pieces, of which some may be correct.
static void show_task(const struct regions *own, const struct piece *pieces, size_t count, int task) {
    const int first = piece_line(own, pieces[0].begin), last = piece_line(own, pieces[count - 1].end);
    if (task == 0) {
        printf(_("Something is wrong outside the TODOs, in the given code of lines %d to %d.\n"), first,
               last);
    } else if (first == last) {
        printf(_("Something is wrong in TODO(%d), line %d.\n"), task, first);
    } else {
        printf(_("Something is wrong in TODO(%d), lines %d to %d.\n"), task, first, last);
    }
}

int narrowed_show(const struct regions *own, const char *part, const struct piece *pieces, size_t count) {
    const struct terminal terminal = terminal_open(stdout);
    const int task = pieces[0].region;
    bool one = true; // all pieces are in one task, or outside of all
    for (size_t i = 1; i < count; i++) {
        one &= pieces[i].region == task;
    }
    if (part == NULL && !one) { // there is no single task to name
        return 0;
    }
    if (part == NULL) {
        show_task(own, pieces, count, task);
        return task > 0 ? task : -1;
    }
    if (count > 1) {
        printf(_("With the solution's code at these %zu places, %s passes:"), count, part);
    } else {
        say_piece(pieces, part);
    }
    putchar('\n');
    for (size_t i = 0; i < count; i++) {
        show_piece(&terminal, own, &pieces[i], i > 0 ? piece_line(own, pieces[i - 1].end) : 0);
    }
    if (one && task == 0) {
        puts(_("This is outside the TODOs, in code that was given. The hints are about other places."));
    }
    return one && task > 0 ? task : -1;
}
