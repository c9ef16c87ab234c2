// The line of a part: "part modulo: fails at n = 257; 8 cases passed before it, 6 were not run".
#include "check/report/report.h"

#include <string.h>

#include "check/judge/lesson.h"
#include "text/translation.h"
#include "words/words.h"

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

static void print_passed(const struct terminal *terminal, const struct part_result *part) {
    char least[27], most[27];
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
}

// Of a part that fails, and whose next task is this one.
static void print_task(const struct terminal *terminal, const struct lab_result *result,
                       const struct part_result *part, const struct region *todo) {
    bool started = todo_is_begun(&result->todos, part->part);
    fputs(part_is_unfinished(result, part) ? _("unfinished; ") : _("fails; "), terminal->out);
    fprintf(terminal->out,
            started ? _("%sTODO(%d) is still to be done%s, %s:%d; the part is judged as a whole after that\n")
                    : _("%sTODO(%d) is still to be done%s, %s:%d\n"),
            terminal_ink(terminal, INK_YELLOW), todo->number, terminal_ink(terminal, INK_PLAIN),
            relative_path(result->todos.path), todo->begin_line);
}

static void print_failed(const struct terminal *terminal, const struct lab_result *result,
                         const struct part_result *part, const struct judgement *failure) {
    if (part_is_stopped(part)) {
        fputs(_("stopped at "), terminal->out);
    } else if (failure->verdict == VERDICT_FAIL) {
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

// Prints what a part that passes has improved: "working warps for 256 values: 12 instead of 47 (lab01 modulo)".
static void print_lessons(const struct terminal *terminal, const struct lab_result *result,
                          const struct part_result *part) {
    for (size_t i = 0; i < part->part->lesson_count; i++) {
        const struct lab_lesson *lesson = &part->part->lessons[i];
        struct lesson_numbers numbers;
        char title[WORDS_SIZE], n[27], now[27], before[27], kernel[100];
        if (!lesson_compare(result->lab, part, lesson, &numbers)) {
            continue;
        }
        words(&numbers.title, title);
        format_count(numbers.now, now);
        format_count(numbers.before, before);
        snprintf(kernel, sizeof(kernel), "%s%s%s", lesson->lab, *lesson->lab != '\0' ? " " : "",
                 lesson->part);
        if (numbers.values > 0) {
            fprintf(terminal->out, _("  %s for %s values: %s instead of %s (%s)\n"), title,
                    format_count(numbers.values, n), now, before, kernel);
        } else {
            fprintf(terminal->out, _("  %s: %s instead of %s (%s)\n"), title, now, before, kernel);
        }
    }
}

void report_part(const struct terminal *terminal, const struct lab_result *result,
                 const struct part_result *part) {
    const struct judgement *failure = part_first_failure(part);
    const struct region *todo = todo_next_of(&result->todos, part->part);
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
    if (part_is_left(result, part)) {
        fputs(todo_all_untouched(&result->todos, part->part) ? _("not started yet\n") : _("not run\n"),
              terminal->out);
    } else if (failure == NULL) {
        print_passed(terminal, part);
        if (!part->assisted && strcmp(result->options->device, "sim") == 0) {
            print_lessons(terminal, result, part);
        }
    } else if (failure->verdict == VERDICT_FAIL && todo != NULL && !part->assisted) {
        print_task(terminal, result, part, todo);
    } else {
        print_failed(terminal, result, part, failure);
    }
}
