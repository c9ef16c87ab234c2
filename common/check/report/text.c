// The verdict as text.
//
//     lab01-naive-reduce, starter, simulated GPU (2 workers)
//     part modulo fails at n = 257, seed 9
//       expected 1234, got 77
//       77 is the sum of in[0] to in[255], that is the first block alone
//     (the first diagnostic, like a compiler's message)
//     next: TODO(5), lab01-naive-reduce/starter.cu:57: each thread ...
//     lab01 starter: FAIL (part modulo fails, part tree passed)
//
// Where no part fails, and with options_full(), each part has a line: "part tree: 15 cases passed, n = 0 to 1,048,576".
#include "check/report/report.h"

#include "check/judge/consequence.h"
#include "text/translation.h"
#include "words/words.h"

static void print_every_case(const struct terminal *terminal, const struct part_result *part) {
    static const char *const verdicts[] = {N_("pass"),    N_("fail"),   N_("not run"), // verdict_names
                                           N_("skipped"), N_("broken"), N_("does not compile")};
    for (size_t i = 0; i < part->run_count; i++) {
        const struct judgement *judgement = &part->judgements[i];
        fputs("  ", terminal->out);
        report_case_name(terminal, part->part, &judgement->what, true);
        fprintf(terminal->out,
                judgement->run.result.launches == 1 ? _(": %s, %u launch\n") : _(": %s, %u launches\n"),
                translate(verdicts[judgement->verdict]), judgement->run.result.launches);
        if (judgement->verdict == VERDICT_PASS) { // otherwise report_failure prints it
            report_output(terminal, &judgement->run, SIZE_MAX);
        }
    }
}

// When one case was requested, its output is printed even if it passes.
static void print_outputs(const struct terminal *terminal, const struct part_result *part) {
    enum { LINES = 20 };
    for (size_t i = 0; i < part->run_count; i++) {
        if (part->judgements[i].verdict == VERDICT_PASS) {
            report_output(terminal, &part->judgements[i].run, LINES);
        }
    }
}

// ---- Parts that fail because of others ------------------------------------------------------------------

// The first part because of which `part` fails, if that was explained before; NULL: none.
static const struct part_result *explained_before(const struct lab_result *result,
                                                  const struct part_result *part, enum consequence *how) {
    if (result->options->verbose || result->options->all || !options_full(result->options) ||
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

// ---- All together ----------------------------------------------------------------------------------------

static void begin_text(struct report_text *text) {
    const struct lab_result *result = text->result;
    if (!text->begun && result->known_count > 0) {
        char device[WORDS_SIZE];
        fprintf(text->terminal->out, "%s, %s%s%s\n", result->lab->name, report_program_name(result),
                is_said(&result->device) ? ", " : "", words(&result->device, device));
        text->begun = true;
    }
}

static void print_parts(struct report_text *text) {
    const struct lab_result *result = text->result;
    const struct terminal *terminal = text->terminal;
    begin_text(text);
    for (; text->part_count < result->known_count; text->part_count++) {
        const struct part_result *part = result->order[text->part_count];
        report_part(terminal, result, part);
        if (result->options->verbose) {
            print_every_case(terminal, part);
        } else if (result->options->has_n || result->options->example != NULL) {
            print_outputs(terminal, part);
        }
        text->in_list = true;
    }
}

void report_text_parts(struct report_text *text) {
    const struct part_result *failed = part_to_explain(text->result);
    if (options_full(text->result->options)) { // otherwise only at the end, if no part fails
        print_parts(text);
    } else if (failed != NULL && text->failed == NULL) {
        begin_text(text);
        report_failing_case(text->terminal, failed, part_first_failure(failed));
        text->failed = failed;
    }
    fflush(text->terminal->out);
}

static void end_list(struct report_text *text) {
    if (text->in_list) {
        fputc('\n', text->terminal->out);
    }
    text->in_list = false;
}

void report_text_failures(struct report_text *text) {
    const struct lab_result *result = text->result;
    const bool full = options_full(result->options);
    for (; text->explained < result->known_count; text->explained++) {
        const struct part_result *part = result->order[text->explained];
        if (!full && part != text->failed) {
            continue;
        }
        // without --all only the first failure of a part is shown
        enum consequence how;
        bool shown = !part_is_explained(result, part) || explained_before(result, part, &how) != NULL;
        for (size_t k = 0; k < part->run_count; k++) {
            if (part->judgements[k].verdict == VERDICT_FAIL && (result->options->all || !shown)) {
                end_list(text);
                if (full) {
                    report_failing_case(text->terminal, part, &part->judgements[k]);
                }
                report_failure(text->terminal, result, part, &part->judgements[k]);
                text->failed = part;
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
        if (text->failed == NULL) {
            print_parts(text);
        }
        end_list(text);
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
    if ((judged || result->verdict == VERDICT_NOT_COMPILED) && options->grade) {
        report_points(terminal, result);
        for (size_t i = 0; i < result->look.count && !options->for_student; i++) {
            fprintf(terminal->out, _("look at this file: %s\n"), result->look.lines[i]);
        }
    }
    if (judged && !silent) {
        report_next(terminal, result);
    }
    report_last_line(terminal, result);
}
