// The reports on a lab: as text, as rows of a table, as JSON.
#ifndef LABS_REPORT_H
#define LABS_REPORT_H

#include "check/judge/lab_result.h"
#include "text/terminal.h"

// The verdict as text, which can be written step by step, while later parts still run. By default it fits one screen:
// the first part that fails with its smallest failing case, or else a line per part; the next step; and a last line for
// the whole lab. With options_full(), a line per part, and every part that fails.
struct report_text {
    const struct terminal *terminal;
    const struct lab_result *result;
    bool begun;        // the first line is written
    size_t part_count; // parts that have their line
    size_t explained;  // parts whose failures were written
    const struct part_result
        *failed;  // the first one that was, or of which only the case is named yet; NULL: none
    bool in_list; // the last line is a part's
};

// Writes the lines of the parts whose verdicts are known, in that order, except for those that have one.
void report_text_parts(struct report_text *text);

// Writes the failures of the parts whose verdicts are known.
void report_text_failures(struct report_text *text);

// Writes all the rest. Nothing need have been written before.
void report_text_end(struct report_text *text);

// The end of the verdict: the points, the next step, and the last line.
void report_points(const struct terminal *terminal, const struct lab_result *result);
void report_next(const struct terminal *terminal, const struct lab_result *result);

// "fix part tree", or "fix TODO(5), lab01-naive-reduce/starter.cu:57": what the next step begins with, after a failure;
// "" if there is none.
enum { FIX_TEXT_SIZE = 640 };
void report_what_to_fix(const struct lab_result *result, char text[FIX_TEXT_SIZE]);

void report_last_line(const struct terminal *terminal, const struct lab_result *result);

// "starter", or the file name of a runner given by its path.
const char *report_program_name(const struct lab_result *result);

// A case: "max, n = 257, seed 8", "max, n = 257, schedule reversed, seed 9" or "example notes, n = 8".
void report_case_name(const struct terminal *terminal, const struct lab_part *part,
                      const struct check_case *what, bool with_seed);

// The line of a part whose verdict is known.
void report_part(const struct terminal *terminal, const struct lab_result *result,
                 const struct part_result *part);

// "part tree fails at n = 8, seed 3", and then what happens in this case.
void report_failing_case(const struct terminal *terminal, const struct part_result *part,
                         const struct judgement *judgement);
void report_failure(const struct terminal *terminal, const struct lab_result *result,
                    const struct part_result *part, const struct judgement *judgement);

// What the program printed: its last lines, at most this many.
void report_output(const struct terminal *terminal, const struct case_outcome *run, size_t lines);

// One diagnostic, in the form of a compiler's message. With the hint of its class if `hint`. If the terminal has room
// for only a few lines of the source, without everything that is not needed to understand it.
void report_finding(const struct terminal *terminal, const struct finding *finding, bool hint);

// The errors or notes among `count` diagnostics, at most `shown_most` of them, or SIZE_MAX. Of a whole program, also
// the error that ended a launch, if the first one may have caused it. Returns whether there are any.
enum { REPORT_FINDINGS_SHOWN = 4 };
enum report_kind { REPORT_ERRORS, REPORT_NOTES, REPORT_PROGRAM_ERRORS };
bool report_findings(const struct terminal *terminal, const struct finding *findings, size_t count,
                     enum report_kind kind, size_t shown_most);

// "file:57:9: ", or nothing if the place is unknown.
void report_place_name(const struct terminal *terminal, const struct source_place *place);

// The line of the source and a caret below the column. Tabs become single spaces, so that the caret fits. A line that
// is too wide for the terminal loses a comment at its end, and continues in further rows. If its round brackets stay
// open, the next lines follow, at most two.
void report_excerpt(const struct terminal *terminal, const struct source_place *place);

// Is there room for one more line of the source? Takes it.
bool report_takes_place(const struct terminal *terminal);

// A line of the source with `text` before it, if it is known and there is room for it.
void report_place(const struct terminal *terminal, const struct source_place *place, const char *text);

// The tasks whose hints may help with the part's first error: those that it names. Of two tasks, either may be wrong;
// of more, none is returned. Returns how many.
size_t report_hinted_tasks(const struct lab_result *result, const struct part_result *part, int numbers[2]);

// The options of ./lab view that show the part's first failing case: "--part modulo --n 31"; without --n if that is too
// large for a page.
void report_view_arguments(const struct options *options, const struct part_result *part, char *text,
                           size_t size);

// After a diagnostic: the conditions under which its lines ran, and what makes its index.
void report_see_also(const struct terminal *terminal, const struct finding *finding);

// Adds "; stride holds only 0 to 255" to a text of `size` bytes, if the line at the place declares so small a variable.
void report_add_range(const struct source_place *place, char *text, size_t size);

// After notes on a wrong result: where the input is read most, if a note is about that and names no line.
void report_most_reads(const struct terminal *terminal, const struct lab_result *result,
                       const struct judgement *judgement);

// If a limit was exceeded: the lines of the source that count most for it, and what decides how much they count.
void report_limit_place(const struct terminal *terminal, const struct lab_result *result,
                        const struct lab_part *part, const struct judgement *judgement);

// A line about the first launch whose numbers of blocks and threads look swapped.
void report_swapped_launch(const struct terminal *terminal, const struct lab_part *part, size_t n,
                           const struct case_outcome *run);

// --counters, --lines, --summary: what the simulated GPU counted.
void report_counters(const struct terminal *terminal, const struct lab_result *result);
void report_lines(const struct terminal *terminal, const struct lab_result *result);
void report_summary(const struct terminal *terminal, const struct lab_result *result);

// The states of the program's tasks, a line "NUMBER STATE HASH" (regions_code_hash) for each that is filled in: "holds"
// if its part passes, or did and its code is the same; "wrong" if its code has the part's first error; else "open".
int report_tasks(FILE *out, const struct lab_result *result);

// Prints the counter that --count names, of the one case that was run. -1 if it is unknown or the case did not pass.
int report_count(FILE *out, const struct lab_result *result);

// The launches of one run, at most 8 of them, or only the launch of that number (0: all); and its lines.
void report_launches(const struct terminal *terminal, const struct case_outcome *run, uint64_t only,
                     bool counted);
void report_run_lines(const struct terminal *terminal, const struct case_outcome *run,
                      const struct source *source);

// --rows: the largest case and the case of one block of each part, for the table over all labs. Returns 0, or
// -1 with errno if it cannot be written.
int report_rows(FILE *out, const struct lab_result *result);

// The verdict on the aspect of --aspect alone, or on the lab; and the line with the aspect's points, of which there are
// none without a verdict on the program.
enum verdict report_verdict(const struct lab_result *result);
void report_aspect(FILE *out, const struct lab_result *result);

// --report: the verdict as text, with what --from shows of it. Returns 0, or -1 with errno if it cannot be written.
int report_again(FILE *out, const struct lab_result *result);

// --from: shows the line with the points of an aspect, -1 for none, and such a report on the lab. Returns the verdict,
// or VERDICT_BROKEN after a message.
enum verdict report_show_again(const char *path, const struct lab *lab, int aspect);

// The case that ./lab check looks into (report/failed.c); nothing if no part fails. The same return value.
int report_failed(FILE *out, const struct lab_result *result);

// --json: at most 1,000,000 bytes, without --json-full. Returns 0, or -1 with errno if it cannot be written.
int report_json(FILE *out, const struct lab_result *result);

#endif
