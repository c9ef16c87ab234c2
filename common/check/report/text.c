// The verdict as text.
//
//     lab01-naive-reduce, starter, simulated GPU (2 workers)
//     part tree: 15 cases passed, n = 0 to 1,048,576
//     part modulo: fails at n = 257; 8 cases passed before it, 6 were not run
//
//     (the diagnostics, like a compiler's messages)
//
//     modulo, n = 257, seed 9: expected 1234, got 77
//       77 is the sum of in[0] to in[255], that is the first block alone
//     again: ./lab check lab01 --part modulo --n 257 --seed 9
//
//     next: TODO(5), lab01-naive-reduce/starter.cu:57: each thread ...
//     lab01 starter: FAIL (part tree passed, part modulo fails)
#include "check/report/report.h"

#include <stdlib.h>
#include <string.h>

#include "check/judge/consequence.h"
#include "check/plan/replay.h"
#include "check/report/said.h"
#include "regions/structure.h"
#include "text/translation.h"

enum { OUTPUT_LINES_SHOWN = 20 };

// ---- One line per part -----------------------------------------------------------------------------------

// Prints ", with sum, max": the operators of the cases that were run, if the part has more than one. Of many, only
// their number, so that a part that passes takes one line.
static void print_operators(const struct terminal *terminal, const struct part_result *part) {
    enum { NAMED_MAX = 3 };
    const char *names[OPERATOR_COUNT];
    size_t count = 0;
    for (size_t i = 0; i < part->run_count && part->part->operator_count > 1; i++) {
        enum operator_id id = part->judgements[i].what.operator_id;
        size_t k = 0;
        while (k < count && names[k] != operators[id].name) {
            k++;
        }
        names[k] = operators[id].name; // some of the first operator's cases come last
        count += k == count;
    }
    if (count > NAMED_MAX) {
        fprintf(terminal->out, _(", with %zu operators"), count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        fprintf(terminal->out, i == 0 ? _(", with %s") : ", %s", names[i]);
    }
}

void report_case_name(const struct terminal *terminal, const struct lab_part *part,
                      const struct check_case *what, bool with_seed) {
    char n[27];
    if (what->example != NULL) {
        fprintf(terminal->out, _("example %s, "), what->example->name);
    } else if (part->operator_count > 0) {
        fprintf(terminal->out, "%s, ", operators[what->operator_id].name);
    }
    fprintf(terminal->out, "n = %s", format_count(what->n, n));
    if (what->order != NULL) {
        fprintf(terminal->out, _(", schedule %s"), what->order->schedule);
    }
    if (with_seed && what->example == NULL) {
        fprintf(terminal->out, ", seed %llu", (unsigned long long)what->seed);
    }
}

static void print_part(const struct terminal *terminal, const struct lab_result *result,
                       const struct part_result *part) {
    const struct judgement *failure = part_first_failure(part);
    char least[27], most[27];
    bool holds = part->assisted && part->run_count > 0 && failure == NULL;
    if (holds) {
        char text[TODO_TEXT_SIZE];
        bool several = todo_text(&result->todos, part->part, false, text);
        fprintf(terminal->out,
                several ? _("%s%s hold%s: with the other tasks done for you, part %s passes: ")
                        : _("%s%s holds%s: with the other tasks done for you, part %s passes: "),
                terminal_ink(terminal, INK_GREEN), text, terminal_ink(terminal, INK_PLAIN), part->part->name);
    } else {
        fprintf(terminal->out, _("part %s: "), part->part->name);
    }
    if (part->verdict == VERDICT_NOT_RUN ||
        (part_is_unfinished(result, part) && !todo_is_begun(&result->todos, part->part))) {
        fputs(todo_all_untouched(&result->todos, part->part) ? _("not started yet\n") : _("not run\n"),
              terminal->out);
        return;
    }
    if (failure == NULL) {
        size_t smallest = part->judgements[0].what.n, largest = smallest;
        for (size_t i = 1; i < part->run_count; i++) {
            size_t case_n = part->judgements[i].what.n;
            smallest = case_n < smallest ? case_n : smallest;
            largest = case_n > largest ? case_n : largest;
        }
        format_count(smallest, least);
        format_count(largest, most);
        if (largest > smallest) {
            fprintf(terminal->out, _("%zu cases passed, n = %s to %s"), part->passed, least, most);
        } else {
            fprintf(terminal->out,
                    part->passed == 1 ? _("%zu case passed, n = %s") : _("%zu cases passed, n = %s"),
                    part->passed, least);
        }
        print_operators(terminal, part);
        fputc('\n', terminal->out);
        return;
    }
    const struct region *todo = todo_next_of(&result->todos, part->part);
    if (failure->verdict == VERDICT_FAIL && todo != NULL && !part->assisted) {
        bool started = todo_is_begun(&result->todos, part->part);
        fputs(part_is_unfinished(result, part) ? _("unfinished; ") : _("fails; "), terminal->out);
        fprintf(terminal->out,
                started
                    ? _("%sTODO(%d) is still to be done%s, %s:%d; the part is judged as a whole after that\n")
                    : _("%sTODO(%d) is still to be done%s, %s:%d\n"),
                terminal_ink(terminal, INK_YELLOW), todo->number, terminal_ink(terminal, INK_PLAIN),
                relative_path(result->todos.path), todo->begin_line);
        return;
    }
    if (failure->verdict == VERDICT_FAIL) {
        fputs(_("fails at "), terminal->out);
    } else {
        fprintf(terminal->out, _("%s at "), translate(verdict_names[failure->verdict]));
    }
    report_case_name(terminal, part->part, &failure->what, false);
    fputs(part->assisted ? _(" with the other tasks done for you; ") : _("; "), terminal->out);
    if (result->options->all || options_grading(result->options)) {
        fprintf(terminal->out, _("%zu of %zu cases passed\n"), part->passed, part->case_count);
        return;
    }
    size_t left = part->case_count - part->run_count - part->tried;
    fprintf(terminal->out,
            part->passed == 1 ? _("%zu case passed before it, ") : _("%zu cases passed before it, "),
            part->passed);
    fprintf(terminal->out, left == 1 ? _("%zu was not run\n") : _("%zu were not run\n"), left);
}

// Prints the end of the program's output.
static void print_output(const struct terminal *terminal, const struct case_outcome *run, bool all) {
    size_t begin = run->output_length, lines = 0;
    if (run->output_length == 0) {
        return;
    }
    while (begin > 0 && (all || lines <= OUTPUT_LINES_SHOWN)) {
        begin--;
        lines += begin > 0 && run->output[begin - 1] == '\n';
    }
    fputs(begin > 0 ? _("the program printed (only the end is shown):\n") : _("the program printed:\n"),
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

static void print_every_case(const struct terminal *terminal, const struct part_result *part) {
    for (size_t i = 0; i < part->run_count; i++) {
        const struct judgement *judgement = &part->judgements[i];
        fputs("  ", terminal->out);
        report_case_name(terminal, part->part, &judgement->what, true);
        fprintf(terminal->out,
                judgement->run.result.launches == 1 ? _(": %s, %u launch\n") : _(": %s, %u launches\n"),
                translate(verdict_names[judgement->verdict]), judgement->run.result.launches);
        if (judgement->verdict == VERDICT_PASS) { // otherwise print_failure prints it
            print_output(terminal, &judgement->run, true);
        }
    }
}

// When one case was requested, its output is printed even if it passes.
static void print_outputs(const struct terminal *terminal, const struct part_result *part) {
    for (size_t i = 0; i < part->run_count; i++) {
        if (part->judgements[i].verdict == VERDICT_PASS) {
            print_output(terminal, &part->judgements[i].run, false);
        }
    }
}

// ---- One failing case ------------------------------------------------------------------------------------

// The first part because of which `part` fails, if that was explained before; NULL: none.
static const struct part_result *explained_before(const struct lab_result *result,
                                                  const struct part_result *part, enum consequence *how) {
    if (result->options->verbose || result->options->all ||
        (todo_next_of(&result->todos, part->part) != NULL && !part->assisted)) {
        return NULL;
    }
    for (size_t i = 0; i < result->known_count && result->order[i] != part; i++) {
        *how = consequence_of(result, part, result->order[i]);
        if (*how != CONSEQUENCE_NONE) {
            return result->order[i];
        }
    }
    return NULL;
}

// "parts exclusive, append fail at the same line as part inclusive, so fix that first"
static void print_consequences_of(const struct terminal *terminal, const struct lab_result *result,
                                  const struct part_result *cause, enum consequence how) {
    char names[400] = "";
    size_t count = 0, length = 0;
    for (size_t i = 0; i < result->known_count && length < sizeof(names); i++) {
        enum consequence found;
        if (explained_before(result, result->order[i], &found) == cause && found == how) {
            length += (size_t)snprintf(names + length, sizeof(names) - length, "%s%s", count > 0 ? ", " : "",
                                       result->order[i]->part->name);
            count++;
        }
    }
    if (count > 0 && how == CONSEQUENCE_SAME_LINE) {
        fprintf(terminal->out,
                count > 1 ? _("parts %s fail at the same line as part %s, so fix that first\n\n")
                          : _("part %s fails at the same line as part %s, so fix that first\n\n"),
                names, cause->part->name);
    } else if (count > 0) {
        fprintf(terminal->out,
                count > 1 ? _("parts %s use code of part %s, which fails, too, so fix that first\n\n")
                          : _("part %s uses code of part %s, which fails, too, so fix that first\n\n"),
                names, cause->part->name);
    }
}

static void print_consequences(const struct terminal *terminal, const struct lab_result *result) {
    for (size_t i = 0; i < result->known_count; i++) {
        print_consequences_of(terminal, result, result->order[i], CONSEQUENCE_SAME_LINE);
        print_consequences_of(terminal, result, result->order[i], CONSEQUENCE_NEEDED_CODE);
    }
}

// Is the sum of ints wrong by so little that a float may have rounded it?
static bool is_rounded(const struct judgement *judgement) {
    enum { FLOAT_INTS = 1 << 24, PARTS = 1 << 16 };
    const long long expected = strtoll(judgement->expected, NULL, 10),
                    difference = strtoll(judgement->actual, NULL, 10) - expected;
    return judgement->what.operator_id == OPERATOR_SUM && judgement->compared &&
           judgement->mismatch.count > 0 && judgement->hypothesis_count == 0 && judgement->error_count == 0 &&
           llabs(expected) > FLOAT_INTS && llabs(difference) < llabs(expected) / PARTS;
}

// An earlier call matters: which variable may keep its value?
static void print_kept(const struct terminal *terminal, const struct lab_result *result,
                       const struct judgement *judgement) {
    char name[64], said[120];
    struct source_place place = {.line = 0};
    if (source_main_file(result->sources[judgement->what.operator_id], place.file, sizeof(place.file))) {
        place.line = structure_kept(place.file, name, sizeof(name));
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

// Is a part's failure explained? That an unfinished part fails says nothing, unless the student asked for it.
static bool is_explained(const struct lab_result *result, const struct part_result *part) {
    const struct options *options = result->options;
    return !part_is_unfinished(result, part) || options->verbose || options->all || options->part != NULL;
}

static void print_failure(const struct terminal *terminal, const struct lab_result *result,
                          const struct part_result *part, const struct judgement *judgement) {
    const struct options *options = result->options;
    bool verbose = options->verbose;
    // With a task still to do, only the first finding is shown: the others may come from the missing code.
    bool unfinished = todo_next_of(&result->todos, part->part) != NULL && !part->assisted;
    char replay[1400], text[SAID_SIZE];
    report_findings(terminal, judgement->findings, judgement->finding_count, false,
                    verbose      ? SIZE_MAX
                    : unfinished ? 1
                                 : REPORT_FINDINGS_SHOWN);
    fprintf(terminal->out, "%s%s, ", terminal_ink(terminal, INK_BOLD), part->part->name);
    report_case_name(terminal, part->part, &judgement->what, true);
    fprintf(terminal->out, ":%s %s\n", terminal_ink(terminal, INK_PLAIN), said(judgement->reason, text));
    for (int row = 0; row < SHORT_SCAN_ROWS; row++) {
        if (judgement->rows[row][0] != '\0') {
            fprintf(terminal->out, "  %s\n", judgement->rows[row]);
        }
    }
    report_limit_place(terminal, result, part->part, judgement);
    for (size_t i = 0; i < judgement->hypothesis_count; i++) {
        char hypothesis[VALUE_TEXT_SIZE + HYPOTHESIS_SIZE];
        snprintf(hypothesis, sizeof(hypothesis), "%s %s",
                 part->part->kind == LAB_REDUCE ? judgement->actual : "the output", judgement->hypotheses[i]);
        fprintf(terminal->out, "  %s\n", said(hypothesis, text));
    }
    if (judgement->hypothesis_count > 0 &&
        (strstr(judgement->hypotheses[0], " swapped") != NULL ||
         strstr(judgement->hypotheses[0], "reverse order") != NULL) &&
        !report_names_order(judgement)) {
        report_calls(terminal, result, part->part, "combine",
                     _("Is the operand with the earlier elements in front here?"));
    }
    if (judgement->compared && judgement->mismatch.count > 0 && judgement->error_count == 0 &&
        judgement->what.operator_id != OPERATOR_SUM && strcmp(judgement->actual, "0") == 0) {
        report_calls(terminal, result, part->part, NULL, _("0 is identity() only for sums"));
    }
    if (judgement->hypothesis_count > 0 && strstr(judgement->hypotheses[0], "float") != NULL) {
        report_calls(terminal, result, part->part, "float", _("a float"));
        report_calls(terminal, result, part->part, "double", _("a double"));
    }
    bool rounded = is_rounded(judgement);
    if (rounded || (judgement->hypothesis_count == 0 && judgement->finding_count == 0 &&
                    judgement->compared && judgement->mismatch.count > 0)) {
        rounded &= report_calls(terminal, result, part->part, "float",
                                _("a float: above 16,777,216, it does not hold every int"));
    }
    if (judgement->what.needs_earlier) {
        print_kept(terminal, result, judgement);
    }
    // A note names a possible cause of a wrong result. It is not shown next to errors, which are clearer, nor next to a float:
    // what was rounded is not found in later values.
    bool puzzling = judgement->error_count == 0 && !unfinished && !rounded;
    if (judgement->compared && judgement->mismatch.count > 0 && (verbose || puzzling)) {
        fputs(judgement->finding_count > judgement->error_count ? "\n" : "", terminal->out);
        report_findings(terminal, judgement->findings, judgement->finding_count, true,
                        verbose ? SIZE_MAX : REPORT_FINDINGS_SHOWN);
        report_idle_lines(terminal, result, part->part, judgement);
    }
    if (!unfinished) {
        report_swapped_launch(terminal, part->part, judgement->what.n, &judgement->run);
    }
    print_output(terminal, &judgement->run, verbose);
    replay_command(options, result->lab, part->part, &judgement->what, replay, sizeof(replay));
    fprintf(terminal->out, _("again: %s"), replay);
    fputs("\n\n", terminal->out);
}

// ---- All together ----------------------------------------------------------------------------------------

void report_text_parts(struct report_text *text) {
    const struct lab_result *result = text->result;
    const struct terminal *terminal = text->terminal;
    if (text->part_count == 0 && result->known_count > 0) {
        char device[SAID_SIZE];
        fprintf(terminal->out, "%s, %s%s%s\n", result->lab->name, report_program_name(result),
                result->device[0] != '\0' ? ", " : "", said(result->device, device));
    }
    for (; text->part_count < result->known_count; text->part_count++) {
        const struct part_result *part = result->order[text->part_count];
        print_part(terminal, result, part);
        if (result->options->verbose) {
            print_every_case(terminal, part);
        } else if (result->options->has_n || result->options->example != NULL) {
            print_outputs(terminal, part);
        }
        text->in_list = true;
    }
    fflush(terminal->out);
}

static void end_list(struct report_text *text) {
    if (text->in_list) {
        fputc('\n', text->terminal->out);
    }
    text->in_list = false;
}

void report_text_failures(struct report_text *text) {
    const struct lab_result *result = text->result;
    for (; text->explained < text->part_count; text->explained++) {
        const struct part_result *part = result->order[text->explained];
        // without --all only the first failure of a part is shown
        enum consequence how;
        bool shown = !is_explained(result, part) || explained_before(result, part, &how) != NULL;
        for (size_t k = 0; k < part->run_count; k++) {
            if (part->judgements[k].verdict == VERDICT_FAIL && (result->options->all || !shown)) {
                end_list(text);
                print_failure(text->terminal, result, part, &part->judgements[k]);
                shown = true;
            }
        }
    }
    fflush(text->terminal->out);
}

void report_text_end(struct report_text *text) {
    const struct terminal *terminal = text->terminal;
    const struct lab_result *result = text->result;
    const struct options *options = result->options;
    bool silent = options->brief && result->verdict == VERDICT_PASS;
    bool judged = result->verdict == VERDICT_PASS || result->verdict == VERDICT_FAIL;
    if (judged && !silent) {
        report_text_parts(text);
        report_text_failures(text);
    }
    end_list(text);
    if (judged && !silent) {
        print_consequences(terminal, result);
    }
    if (options->counters) {
        report_counters(terminal, result);
    }
    if (options->lines) {
        report_lines(terminal, result);
    }
    if (options->summary) {
        report_summary(terminal, result);
    }
    if ((judged || result->verdict == VERDICT_NOT_COMPILED) && (options->grade || options->aspect >= 0)) {
        report_points(terminal, result);
        for (size_t i = 0; i < result->look.count; i++) {
            fprintf(terminal->out, _("look at this file: %s\n"), result->look.lines[i]);
        }
    }
    if (judged && !silent) {
        report_next(terminal, result);
    }
    report_last_line(terminal, result);
}
