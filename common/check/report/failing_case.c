// One failing case: its diagnostics, what is wrong with its result, the possible cause, and the command that repeats
// it.
#include <stdlib.h>
#include <string.h>

#include "check/plan/replay.h"
#include "check/report/report.h"
#include "lang/questions.h"
#include "text/translation.h"
#include "words/words.h"

void report_output(const struct terminal *terminal, const struct case_outcome *run, size_t most) {
    size_t begin = run->output_length, lines = 0;
    if (run->output_length == 0) {
        return;
    }
    while (begin > 0 && lines <= most) {
        begin--;
        lines += begin > 0 && run->output[begin - 1] == '\n';
    }
    fputs(begin > 0 ? _("the program printed (only the end is shown, --verbose shows all):\n")
                    : _("the program printed:\n"),
          terminal->out);
    // A line of CUDA_CHECK begins with the path of the source.
    for (const char *line = run->output + begin, *end = run->output + run->output_length, *next; line < end;
         line = next) {
        const char *line_end = memchr(line, '\n', (size_t)(end - line));
        char path[1024];
        next = line_end != NULL ? line_end + 1 : end;
        snprintf(path, sizeof(path), "%.*s", (int)(next - line), line);
        const char *shown = line + (relative_path(path) - path);
        terminal_foreign(terminal, shown, (size_t)(next - shown), "  > ");
    }
}

// Did the program print nothing but one line, and end like CUDA_CHECK, which prints one? The errors that are shown say
// more.
static bool is_consequence(const struct judgement *judgement) {
    const struct case_outcome *run = &judgement->run;
    return judgement->error_count > 0 && case_ended_by_check(run) && run->output_length > 0 &&
           memchr(run->output, '\n', run->output_length) == run->output + run->output_length - 1;
}

// How many excerpts of the source the first screen has room for. A result of more than three lines takes the place of
// some.
static int excerpts_beside(const struct judgement *judgement, bool output) {
    enum { EXCERPTS = 3, COLUMNS = 80 };
    char text[WORDS_SIZE];
    size_t lines = 1 + strlen(words_english(&judgement->reason, text)) / COLUMNS;
    for (size_t i = 0; i < judgement->hypothesis_count; i++) {
        struct said sentence;
        say_after(&sentence, &judgement->actual, &judgement->hypotheses[i]);
        lines += 1 + (strlen(words_english(&sentence, text)) - 1) / COLUMNS;
    }
    const bool behind = judgement->error_count > 0 && judgement->findings[0].behind_count > 1;
    const int left =
        EXCERPTS - (judgement->rows[0][0] != '\0') - output - behind - (lines > 3 ? (int)lines - 2 : 0);
    return left > 0 ? left : 1;
}

// Is the sum of ints wrong by so little that a float may have rounded it?
static bool is_rounded(const struct judgement *judgement) {
    enum { FLOAT_INTS = 1 << 24, PARTS = 1 << 16 };
    char actual[WORDS_SIZE];
    const long long expected = strtoll(judgement->expected, NULL, 10),
                    difference = strtoll(words_english(&judgement->actual, actual), NULL, 10) - expected;
    return judgement->what.operator_id == OPERATOR_SUM && judgement->compared &&
           judgement->mismatch.count > 0 && judgement->hypothesis_count == 0 && judgement->error_count == 0 &&
           llabs(expected) > FLOAT_INTS && llabs(difference) < llabs(expected) / PARTS;
}

// The first variable of the file that keeps its value from one call to the next: outside all functions, or static, and
// not constant. NULL if there is none.
static const struct node *find_kept(const struct tree *tree) {
    static const char *const others[] = {"const", "constexpr", "typedef", "using", "extern"};
    for (const struct node *node = tree->file; node != NULL; node = tree_next(node, tree->file)) {
        const struct node *of = node->parent;
        if (node->kind != NODE_DECLARATOR || of->kind != NODE_DECLARATION || node->name == NO_TOKEN ||
            tree_child_of_kind(node, NODE_PARAMETERS) != NULL) {
            continue;
        }
        bool kept = of->parent->kind == NODE_FILE || of->parent->kind == NODE_NAMESPACE, other = false;
        for (int i = of->first; i < node->name; i++) {
            kept |= tree_token_is(tree, i, "static");
            for (size_t k = 0; k < sizeof(others) / sizeof(others[0]); k++) {
                other |= tree_token_is(tree, i, others[k]);
            }
        }
        if (kept && !other) {
            return node;
        }
    }
    return NULL;
}

// An earlier call matters: which variable may keep its value?
static void print_kept(const struct terminal *terminal, const struct lab_result *result,
                       const struct judgement *judgement) {
    char name[QUESTION_NAME], said[120];
    struct source_place place = {.line = 0};
    if (source_main_file(result->sources[judgement->what.operator_id], place.file, sizeof(place.file))) {
        const struct tree *tree = tree_of(place.file);
        const struct node *kept = tree != NULL ? find_kept(tree) : NULL;
        place.line = kept != NULL ? question_first_line(tree, kept) : 0;
        question_word(tree, kept != NULL ? kept->name : NO_TOKEN, name);
    }
    fputs(_("In a process of its own this case passes, so an earlier call matters."), terminal->out);
    if (place.line > 0) {
        snprintf(said, sizeof(said), _("%s keeps its value from one call to the next"), name);
        fputc('\n', terminal->out);
        report_place(terminal, &place, said);
    } else {
        fputs(_(" Does a variable keep its value between two calls?\n"), terminal->out);
    }
}

static void print_hypotheses(const struct terminal *terminal, const struct lab_part *part,
                             const struct judgement *judgement) {
    struct said subject = judgement->actual;
    if (part->kind != LAB_REDUCE) {
        say(&subject, WORDS(TOPIC(THE_OUTPUT)));
    }
    for (size_t i = 0; i < judgement->hypothesis_count; i++) {
        char text[WORDS_SIZE];
        struct said sentence;
        say_after(&sentence, &subject, &judgement->hypotheses[i]);
        fprintf(terminal->out, "  %s\n", words(&sentence, text));
    }
}

// Shows next to errors the note that a value was not stored, because they may come from that.
static void print_failed_swap(const struct terminal *terminal, const struct judgement *judgement) {
    for (size_t i = 0; i < judgement->finding_count && judgement->error_count > 0; i++) {
        if (judgement->findings[i].diagnostic.class_ == DIAGNOSTIC_SWAP_FAILED) {
            report_finding(terminal, &judgement->findings[i], true);
            if (terminal->excerpts != NULL) {
                --*terminal->excerpts; // for its hint
            }
            return;
        }
    }
}

void report_failing_case(const struct terminal *terminal, const struct part_result *part,
                         const struct judgement *judgement) {
    fputs(terminal_ink(terminal, INK_BOLD), terminal->out);
    fprintf(terminal->out,
            part_is_stopped(part) ? _("part %s stopped at ")
            : part->assisted      ? _("part %s, with the other tasks done for you, fails at ")
                                  : _("part %s fails at "),
            part->part->name);
    report_case_name(terminal, part->part, &judgement->what, true);
    fprintf(terminal->out, "%s\n", terminal_ink(terminal, INK_PLAIN));
}

// "  expected 25, got 18", and what is known about that value.
static void print_case_result(const struct terminal *terminal, const struct part_result *part,
                              const struct judgement *judgement) {
    char text[WORDS_SIZE];
    fprintf(terminal->out, "  %s\n", words(&judgement->reason, text));
    for (int row = 0; row < SHORT_SCAN_ROWS; row++) {
        if (judgement->rows[row][0] != '\0') {
            fprintf(terminal->out, "  %s\n", judgement->rows[row]);
        }
    }
    print_hypotheses(terminal, part->part, judgement);
}

void report_failure(const struct terminal *terminal, const struct lab_result *result,
                    const struct part_result *part, const struct judgement *judgement) {
    enum { OUTPUT_LINES = 20, OUTPUT_LINES_BRIEFLY = 3 };
    const struct options *options = result->options;
    const bool full = options_full(options), one = options->has_n || options->example != NULL;
    // With a task still to do, only the first finding is shown: the others may come from the missing code.
    const bool unfinished = todo_next_of(&result->todos, part->part) != NULL && !part->assisted;
    const size_t most = options->verbose ? SIZE_MAX : full && !unfinished ? REPORT_FINDINGS_SHOWN : 1;
    const size_t output_lines = options->verbose            ? SIZE_MAX
                                : full || one               ? OUTPUT_LINES
                                : is_consequence(judgement) ? 0
                                                            : OUTPUT_LINES_BRIEFLY;
    int excerpts = excerpts_beside(judgement, judgement->run.output_length > 0 && output_lines > 0);
    struct terminal shown = *terminal;
    char replay[1400];
    shown.excerpts = full ? NULL : &excerpts;
    print_case_result(&shown, part, judgement);
    if (judgement->what.needs_earlier) {
        print_kept(&shown, result, judgement);
    }
    report_limit_place(&shown, result, part->part, judgement);
    if (!unfinished) { // first, because the errors below come from it
        report_swapped_launch(&shown, part->part, judgement->what.n, &judgement->run);
        print_failed_swap(&shown, judgement);
    }
    report_findings(&shown, judgement->findings, judgement->finding_count, REPORT_ERRORS, most);
    // A note names a possible cause of a wrong result. It is not shown next to errors, which are clearer, nor where a
    // float may have rounded a value: what was rounded is not found in later values.
    const bool puzzling = judgement->error_count == 0 && !unfinished && !is_rounded(judgement);
    if (judgement->compared && judgement->mismatch.count > 0 && (options->verbose || puzzling)) {
        report_findings(&shown, judgement->findings, judgement->finding_count, REPORT_NOTES, most);
        report_most_reads(&shown, result, judgement);
    }
    if (output_lines > 0) {
        report_output(&shown, &judgement->run, output_lines);
    }
    if (full) {
        replay_command(options, result->lab, part->part, &judgement->what, replay, sizeof(replay));
        fprintf(terminal->out, _("again: %s"), replay);
        fputs("\n\n", terminal->out);
    }
}
