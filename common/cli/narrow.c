#include "narrow.h"

#include <stdlib.h>
#include <string.h>

#include "build_steps.h"
#include "checker.h"
#include "commands.h"
#include "meter.h"
#include "pieces.h"
#include "regions.h"
#include "text/terminal.h"
#include "text/translation.h"
#include "text_file.h"

enum {
    TRIED_MAX = 6, // programs take about a second each
    SHOWN_MAX = 3,
    TODO_MAX = 64
};

// The case that fails, as the checker wrote it.
struct failed {
    char part[PART_NAME_SIZE], operator_name[OPERATOR_NAME_SIZE];
    bool todo[TODO_MAX]; // by a region's number: the part needs it
    struct words options;
};

struct narrowing {
    const struct lab *lab;
    struct failed failed;
    struct regions own, solution;
    struct piece pieces[TRIED_MAX + 1];
    size_t count;
};

void narrow_begin(char *path) {
    snprintf(path, LAB_PATH_SIZE, "%s/failed", build_folder());
    FILE *file = fopen(path, "w");
    if (file != NULL) {
        fclose(file);
    }
}

// ---- What is known ---------------------------------------------------------------------------------------

static void read_options(char *command, struct words *options) {
    int i = 0;
    for (char *rest = command, *word; (word = strtok_r(rest, " ", &rest)) != NULL; i++) {
        if (i >= 3) { // ./lab check labNN
            words_add(options, word);
        }
    }
}

static bool read_failed(const char *path, struct failed *failed) {
    char line[1100];
    int number;
    FILE *file = fopen(path, "r");
    *failed = (struct failed){.todo = {false}};
    while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "part ", 5) == 0) {
            snprintf(failed->part, sizeof(failed->part), "%.*s", PART_NAME_SIZE - 1, line + 5);
        } else if (strncmp(line, "operator ", 9) == 0) {
            snprintf(failed->operator_name, sizeof(failed->operator_name), "%.*s", OPERATOR_NAME_SIZE - 1,
                     line + 9);
        } else if (sscanf(line, "todo %9d", &number) == 1 && number > 0 && number < TODO_MAX) {
            failed->todo[number] = true;
        } else if (strncmp(line, "./lab ", 6) == 0) {
            read_options(line, &failed->options);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return failed->options.count > 0;
}

static bool is_needed(const void *context, int region) {
    const struct failed *failed = context;
    return region == 0 ||
           (region < TODO_MAX && failed->todo[region]); // 0: the given code, which may have been changed
}

static bool is_any(const void *context, int region) {
    (void)context;
    return region > 0;
}

// Is the program with these pieces exchanged the solution, except for blanks and comments in regions and tasks that are
// left? Then it passes.
static bool is_solution(const struct narrowing *narrowing) {
    struct regions mixed;
    struct piece left[1];
    size_t length;
    char *text =
        pieces_exchange(&narrowing->own, &narrowing->solution, narrowing->pieces, narrowing->count, &length);
    bool same = false;
    if (text != NULL && regions_find(text, length, &mixed) == 0) {
        struct source_line one, other;
        same = regions_differ(&mixed, &narrowing->solution, &one, &other) == 0 &&
               pieces_find(&mixed, &narrowing->solution, is_any, NULL, TRIED_MAX, left, 1) == 0;
        regions_free(&mixed);
    }
    free(text);
    return same;
}

// ---- Trying ----------------------------------------------------------------------------------------------

static void pieces_path(const struct lab *lab, char path[BUILD_PATH_SIZE]) {
    snprintf(path, BUILD_PATH_SIZE, "%s/%s/%s-pieces", build_folder(), lab->folder, lab->name);
}

void narrow_end(const struct lab *lab) {
    char path[BUILD_PATH_SIZE];
    size_t length = 0;
    pieces_path(lab, path);
    char *text = text_file_read(path, &length);
    FILE *file = text != NULL && length > 0 ? fopen(path, "w") : NULL; // an older program is left as it is
    if (file != NULL) {
        fclose(file);
    }
    free(text);
}

// Runs the program that was built last. Do the cases of these options pass?
static bool passes(const struct narrowing *narrowing, const struct words *options) {
    const struct checker_run run = {.program = "starter", .device = "sim", .mixed = true, .quiet = true};
    return checker_run(&run, narrowing->lab, options) == EXIT_PASSED;
}

// The operator whose program runs the part: in a lab with operators, that for the sum runs a part without any.
static const char *operator_of(const struct narrowing *narrowing) {
    const char *name = narrowing->failed.operator_name;
    return name[0] == '\0' && !build_has_runner(narrowing->lab, "mixed", "") ? "sum" : name;
}

// Does the case pass with the solution's code in place of these pieces, and the usual ones of its part? A single case could
// pass by chance.
static bool passes_with(const struct narrowing *narrowing, const struct piece *pieces, size_t count) {
    static const struct build_of_starter what = {
        .program = "mixed", .device = "sim", .no_warnings = true, .attempt = true};
    const struct failed *failed = &narrowing->failed;
    struct words part = {0};
    char path[BUILD_PATH_SIZE];
    pieces_path(narrowing->lab, path);
    FILE *file = fopen(path, "w");
    bool written = file != NULL && pieces_write(file, pieces, count);
    if (file != NULL) {
        written &= fclose(file) == 0;
    }
    words_add(&part, "--part");
    words_add(&part, failed->part);
    if (failed->operator_name[0] != '\0') {
        words_add(&part, "--operator");
        words_add(&part, failed->operator_name);
    }
    const bool pass = written && getenv("LABS_BUILD") == NULL &&
                      build_one(narrowing->lab, "mixed", operator_of(narrowing), &what) == EXIT_PASSED &&
                      passes(narrowing, &failed->options) && passes(narrowing, &part);
    words_free(&part);
    return pass;
}

// Leaves out pieces that make no difference, one after the other. false: it is not known which do.
static bool leave_out(struct narrowing *narrowing) {
    struct piece fewer[TRIED_MAX];
    struct meter meter;
    size_t tried = 0;
    const size_t all = narrowing->count;
    if (!is_solution(narrowing) && !passes_with(narrowing, narrowing->pieces, narrowing->count)) {
        return false;
    }
    meter_start(&meter);
    for (size_t i = 0; i < narrowing->count && narrowing->count > 1;) {
        size_t count = 0;
        for (size_t k = 0; k < narrowing->count; k++) {
            if (k != i) {
                fewer[count++] = narrowing->pieces[k];
            }
        }
        if (meter.terminal) {
            meter_show(&meter, (double)tried++ / (double)all, _("looking for the code that makes it fail"));
        }
        if (passes_with(narrowing, fewer, count)) {
            memcpy(narrowing->pieces, fewer, count * sizeof(*fewer));
            narrowing->count = count;
        } else {
            i++;
        }
    }
    meter_clear(&meter);
    return true;
}

// Where many pieces are left, joins those of a region to one, with all code between them. That may contain pieces that made
// no difference.
static void join_in_regions(struct narrowing *narrowing) {
    size_t count = 0;
    for (size_t i = 0; i < narrowing->count; i++) {
        const struct piece *piece = &narrowing->pieces[i];
        if (count > 0 && narrowing->pieces[count - 1].region == piece->region) {
            narrowing->pieces[count - 1].end = piece->end;
            narrowing->pieces[count - 1].other_end = piece->other_end;
            narrowing->pieces[count - 1].kind = PIECE_CODE;
        } else {
            narrowing->pieces[count++] = *piece;
        }
    }
    narrowing->count = count;
}

// Finds the pieces of the part's regions, or if they are too many, of whole regions.
static bool find_pieces(struct narrowing *narrowing) {
    for (size_t region_max = TRIED_MAX; region_max > 0; region_max = region_max > 2 ? 2 : region_max - 1) {
        narrowing->count = pieces_find(&narrowing->own, &narrowing->solution, is_needed, &narrowing->failed,
                                       region_max, narrowing->pieces, TRIED_MAX);
        if (narrowing->count <= TRIED_MAX) {
            break;
        }
    }
    const bool builds = getenv("LABS_BUILD") == NULL;
    return narrowing->count > 0 && narrowing->count <= (builds ? TRIED_MAX : 1);
}

// ---- Showing ---------------------------------------------------------------------------------------------

// What the solution has in place of the only piece.
static const char *sentence_of(enum piece_kind kind) {
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
        [PIECE_COMPARISON] = N_("With a different comparison there, as in the solution, %s passes:"),
        [PIECE_OPERATOR] = N_("With a different operator there, as in the solution, %s passes:"),
    };
    return sentences[kind];
}

// Is code missing, and not only a part of an expression?
static bool is_missing(const struct piece *piece) {
    return piece->begin == piece->end && piece->kind != PIECE_COMPARISON && piece->kind != PIECE_OPERATOR &&
           piece->kind != PIECE_IN_CONDITION && piece->kind != PIECE_IN_LOOP;
}

// Shows a line, with carets below its bytes [from, to), and not more of it than fits. Without any: a caret where code is
// missing.
static void show_line(const struct terminal *terminal, const char *text, int length, int number, int from,
                      int to) {
    enum { MARGIN = 8, LEAST = 40, HERE = 10 };
    const int room = terminal->width > LEAST ? terminal->width - MARGIN : length + 1;
    int skipped = 0;
    if (to + 1 > room) { // the line begins too far to the left
        skipped = to + 1 - room < from ? to + 1 - room : from;
    }
    const int shown = length - skipped < room ? length - skipped : room;
    const bool fits = from == to && (terminal->width <= LEAST || from - skipped + HERE < room);
    fprintf(terminal->out, "%5d | %.*s\n", number, shown, text + skipped);
    fprintf(terminal->out, "      | %*s%s", from - skipped, "", terminal_ink(terminal, INK_GREEN));
    for (int at = from; at == from || (at < to && at - skipped < room); at++) {
        fputc(at == from ? '^' : '~', terminal->out);
    }
    fprintf(terminal->out, "%s%s\n", fits ? _(" here") : "", terminal_ink(terminal, INK_PLAIN));
}

static void show_piece(const struct terminal *terminal, const struct narrowing *narrowing,
                       const struct piece *piece) {
    enum { LINES_MAX = 4 };
    const struct regions *own = &narrowing->own;
    char path[LAB_PATH_SIZE];
    int line, column, last, last_column;
    lab_file(narrowing->lab, "starter.cu", path);
    piece_place(own, piece->begin, &line, &column);
    piece_place(own, piece->end, &last, &last_column);
    if (last - line < LINES_MAX) {
        fprintf(terminal->out, "%s:%d\n", path, line);
    } else {
        fprintf(terminal->out, _("%s, lines %d to %d\n"), path, line, last);
    }
    size_t begin = piece->begin - (size_t)(column - 1);
    for (int i = line; i <= last && i < line + LINES_MAX; i++) {
        const char *text = own->source + begin;
        const int length = (int)strcspn(text, "\r\n");
        const int indent = (int)strspn(text, " \t");
        const int from = i == line ? column - 1 : indent;
        const int to = i == last ? last_column - 1 : length;
        if (i == line || from < to) {
            show_line(terminal, text, length, i, from, to);
        }
        begin += strcspn(text, "\n") + 1;
    }
    if (last - line >= LINES_MAX) {
        fputs("      | ...\n", terminal->out);
    }
}

static void show_pieces(const struct narrowing *narrowing) {
    const struct terminal terminal = terminal_open(stdout);
    const struct failed *failed = &narrowing->failed;
    char part[2 * PART_NAME_SIZE];
    if (failed->operator_name[0] != '\0') {
        snprintf(part, sizeof(part), _("part %s with %s"), failed->part, failed->operator_name);
    } else {
        snprintf(part, sizeof(part), _("part %s"), failed->part);
    }
    putchar('\n');
    if (narrowing->count > 1) {
        printf(_("Something is wrong at %zu places. With the solution's code there, %s passes:"),
               narrowing->count, part);
    } else {
        const struct piece *piece = &narrowing->pieces[0];
        fputs(is_missing(piece)              ? _("Something is missing. ")
              : piece->kind == PIECE_NOTHING ? _("Something should not be here. ")
                                             : _("Something is wrong here. "),
              stdout);
        printf(_(sentence_of(piece->kind)), part);
    }
    putchar('\n');
    for (size_t i = 0; i < narrowing->count; i++) {
        show_piece(&terminal, narrowing, &narrowing->pieces[i]);
    }
}

void narrow_show(const struct lab *lab, const char *path) {
    char file[LAB_PATH_SIZE];
    struct narrowing narrowing = {.lab = lab};
    bool known =
        read_failed(path, &narrowing.failed) && build_has_runner(lab, "mixed", operator_of(&narrowing));
    lab_file(lab, "starter.cu", file);
    const bool own = regions_read(file, &narrowing.own) == 0;
    lab_file(lab, "solution.cu", file);
    const bool solution = regions_read(file, &narrowing.solution) == 0;
    known = known && own && solution && find_pieces(&narrowing);
    if (known) {
        fflush(stdout);
        known = leave_out(&narrowing);
        narrow_end(lab);
        narrowing.count = pieces_join_lines(&narrowing.own, narrowing.pieces, narrowing.count);
        if (narrowing.count > SHOWN_MAX) {
            join_in_regions(&narrowing);
        }
        known &= narrowing.count <= SHOWN_MAX;
    }
    if (known) {
        show_pieces(&narrowing);
    }
    regions_free(&narrowing.own);
    regions_free(&narrowing.solution);
    words_free(&narrowing.failed.options);
}
