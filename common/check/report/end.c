// The next step, and the last line.
#include "check/report/report.h"

#include <string.h>

#include "check/plan/replay.h"
#include "text/translation.h"
#include "words/words.h"

const char *report_program_name(const struct lab_result *result) {
    const char *slash = strrchr(result->options->program, '/');
    return slash != NULL ? slash + 1 : result->options->program;
}

// "the simulated GPU", or the device's own name.
static const char *device_name(const struct lab_result *result, char text[WORDS_SIZE]) {
    if (options_simulated(result->options)) {
        return _("the simulated GPU");
    }
    return is_said(&result->device) ? words(&result->device, text) : _("the GPU");
}

// The arguments with which ./lab view shows the case that fails: "--part coarse --n 2049 --seed 9", or the usual case
// of the part, if this one is too long to be recorded.
void report_view_arguments(const struct options *options, const struct part_result *part, char *text,
                           size_t size) {
    enum { LONG_N = 1 << 17 };
    const struct judgement *failed = part->judgements;
    while (failed < &part->judgements[part->run_count] && failed->verdict != VERDICT_FAIL) {
        failed++;
    }
    size_t used = (size_t)snprintf(text, size, "--part %s", part->part->name);
    if (failed == &part->judgements[part->run_count]) {
        return;
    }
    const struct check_case *what = &failed->what;
    if (part->part->operator_count > 0 && what->operator_id != OPERATOR_SUM) {
        used +=
            (size_t)snprintf(text + used, size - used, " --operator %s", operators[what->operator_id].name);
    }
    if (what->example != NULL) {
        snprintf(text + used, size - used, " --example %s", what->example->name);
    } else if (what->n < LONG_N) {
        snprintf(text + used, size - used, " --n %zu --seed %llu", what->n, (unsigned long long)what->seed);
        replay_order(options, what, text, size);
    }
}

size_t report_hinted_tasks(const struct lab_result *result, const struct part_result *part, int numbers[2]) {
    const struct region *tasks[TASKS_NAMED_MAX];
    size_t count = part_named_tasks(result, part, tasks);
    if (count == 0 && (tasks[0] = todo_only_doubtful(&result->todos, part->part)) != NULL) {
        count = 1;
    }
    const size_t first = count == 2 && tasks[1]->number < tasks[0]->number;
    for (size_t i = 0; i < count && count <= 2; i++) {
        numbers[i] = tasks[i ^ first]->number;
    }
    return count <= 2 ? count : 0;
}

void report_what_to_fix(const struct lab_result *result, char text[FIX_TEXT_SIZE]) {
    const struct region *next = next_task(result), *only = NULL;
    const struct part_result *fix = part_to_explain(result), *before = part_to_fix(result);
    char tasks[TODO_TEXT_SIZE];
    text[0] = '\0';
    if (fix == NULL || part_is_stopped(fix) || (next != NULL && before == NULL)) {
        return;
    }
    if (before != NULL && !before->assisted && todo_belongs_to(next, before->part)) {
        return; // it fails because this task is left
    }
    bool certain;
    const struct region *blamed = part_blamed_task(result, fix, &certain);
    const bool of_another = blamed != NULL && !certain && !todo_is_own(blamed, fix->part);
    if (before == NULL || !before->assisted || of_another) {
        snprintf(text, FIX_TEXT_SIZE, _("fix part %s"), fix->part->name);
        return;
    }
    only = blamed == NULL ? todo_only_doubtful(&result->todos, fix->part) : certain ? blamed : NULL;
    if (only != NULL) {
        snprintf(tasks, TODO_TEXT_SIZE, "TODO(%d)", only->number);
        snprintf(text, FIX_TEXT_SIZE, _("fix %s, %s:%d"), tasks, relative_path(result->todos.path),
                 only->begin_line);
    } else { // all that may have the mistake
        todo_text(&result->todos, fix->part, true, tasks);
        snprintf(text, FIX_TEXT_SIZE, _("fix %s"), tasks);
    }
}

void report_next(const struct terminal *terminal, const struct lab_result *result) {
    const struct todo_list *todos = &result->todos;
    const struct region *next = next_task(result);
    char line[TODO_LINE_SIZE] = "", fix[FIX_TEXT_SIZE], lab[32];
    size_t filled = 0;
    int hints[2] = {0};
    snprintf(lab, sizeof(lab), "%.*s", (int)strcspn(result->lab->name, "-"), result->lab->name);
    for (size_t i = 0; i < todos->regions.count; i++) {
        filled += todos->regions.regions[i].filled != 0;
    }
    if (next != NULL) {
        todo_line(next, line);
    }
    report_what_to_fix(result, fix);
    if (next != NULL && filled > 0 && is_unfinished_only(result)) {
        fprintf(terminal->out, _("%sWell done%s: %zu of %zu tasks\n"), terminal_ink(terminal, INK_GREEN),
                terminal_ink(terminal, INK_PLAIN), filled, todos->regions.count);
    }
    if (fix[0] != '\0' && result->sought) {
        return; // ./lab looks for the code at fault, and then says what is next
    }
    const bool helps = strcmp(result->options->program, "starter") == 0 &&
                       options_simulated(result->options) && todos->regions.count > 0;
    if (fix[0] != '\0' && (next != NULL || helps)) {
        const size_t count = helps ? report_hinted_tasks(result, part_to_explain(result), hints) : 0;
        fprintf(terminal->out, _("%snext: %s%s."), terminal_ink(terminal, INK_BOLD), fix,
                terminal_ink(terminal, INK_PLAIN));
        if (count > 0) {
            fprintf(terminal->out, _(" Help: ./lab hint %s %d, ./lab view %s"), lab, hints[0], lab);
        } else if (helps) {
            fprintf(terminal->out, _(" Help: ./lab view %s"), lab);
        }
        fputc('\n', terminal->out);
    } else if (next != NULL) {
        fprintf(terminal->out, _("%snext: TODO(%d)%s, %s:%d: %s\n"), terminal_ink(terminal, INK_BOLD),
                next->number, terminal_ink(terminal, INK_PLAIN), relative_path(todos->path), next->begin_line,
                line);
    } else if (!todos->known && todos->regions.error_line > 0) {
        fprintf(terminal->out,
                "%s:%d: %s. The TODO comments show which tasks are done, so nothing is said about the next "
                "one. Write the comment again; ./lab reset %s restores all, and keeps your file\n",
                relative_path(todos->path), todos->regions.error_line, todos->regions.error, lab);
    } else if (!todos->known && todos->regions.error[0] != '\0') {
        fprintf(terminal->out, "%s: %s\n", relative_path(todos->path), todos->regions.error);
    }
}

// How far a part is, in the order of the last line: first what needs work, because a narrow screen cuts the line.
enum part_state {
    STATE_FAILS,
    STATE_STOPPED,
    STATE_UNFINISHED,
    STATE_PASSED,
    STATE_NOT_RUN,
    STATE_NOT_STARTED,
    STATE_COUNT
};

static enum part_state state_of(const struct lab_result *result, const struct part_result *part) {
    bool unfinished = part_is_unfinished(result, part) || (part->verdict == VERDICT_PASS && part->assisted);
    if (part->verdict == VERDICT_NOT_RUN || unfinished) {
        return todo_all_untouched(&result->todos, part->part) ? STATE_NOT_STARTED
               : unfinished                                   ? STATE_UNFINISHED
                                                              : STATE_NOT_RUN;
    }
    return part_is_stopped(part)           ? STATE_STOPPED
           : part->verdict == VERDICT_PASS ? STATE_PASSED
           : part->verdict == VERDICT_FAIL ? STATE_FAILS
                                           : STATE_NOT_RUN;
}

// What is said of a lab that has not passed, and its color.
static const char *failure_word(const struct lab_result *result, enum ink *ink) {
    bool fails = false, stopped = false;
    for (size_t i = 0; i < result->part_count; i++) {
        const struct part_result *part = &result->parts[i];
        stopped |= part_is_stopped(part);
        fails |= part->verdict == VERDICT_FAIL && !part_is_stopped(part) && !part_is_unfinished(result, part);
    }
    *ink = is_unfinished_only(result) || (stopped && !fails) ? INK_YELLOW : INK_RED;
    return stopped && !fails ? "STOPPED" : *ink == INK_YELLOW ? "UNFINISHED" : "FAIL";
}

// "parts guard, tree fail, 2 parts passed, 3 parts not started"
static void print_parts_briefly(const struct terminal *terminal, const struct lab_result *result) {
    static const struct {
        const char *one, *several, *counted; // names for a few parts, a number for many
    } texts[STATE_COUNT] = {
        [STATE_FAILS] = {N_("part %s fails"), N_("parts %s fail"), N_("%zu parts fail")},
        [STATE_STOPPED] = {N_("part %s stopped"), N_("parts %s stopped"), NULL},
        [STATE_UNFINISHED] = {N_("part %s unfinished"), N_("parts %s unfinished"), NULL},
        [STATE_PASSED] = {N_("part %s passed"), NULL, N_("%zu parts passed")},
        [STATE_NOT_RUN] = {N_("part %s not run"), NULL, N_("%zu parts not run")},
        [STATE_NOT_STARTED] = {N_("part %s not started"), NULL, N_("%zu parts not started")}};
    const char *comma = "";
    for (int state = 0; state < STATE_COUNT; state++) {
        char names[400] = "";
        size_t count = 0, length = 0;
        for (size_t i = 0; i < result->part_count && length < sizeof(names); i++) {
            if ((int)state_of(result, &result->parts[i]) == state) {
                length += (size_t)snprintf(names + length, sizeof(names) - length, "%s%s",
                                           count > 0 ? ", " : "", result->parts[i].part->name);
                count++;
            }
        }
        if (count == 0) {
            continue;
        }
        fputs(comma, terminal->out);
        comma = ", ";
        if (count > (texts[state].several != NULL ? 2 : 1) && texts[state].counted != NULL) {
            fprintf(terminal->out, translate(texts[state].counted), count);
        } else {
            fprintf(terminal->out, translate(count > 1 ? texts[state].several : texts[state].one), names);
        }
    }
}

// The points of each part and aspect:
//
//     points                    result   memory   technique
//     tree                      2 of 2   1 of 1      0 of 2
//     all parts, 3 of 5 points
void report_points(const struct terminal *terminal, const struct lab_result *result) {
    int points = 0, points_max = 0;
    fprintf(terminal->out, "%-24s", "points");
    for (int i = 0; i < ASPECT_COUNT; i++) {
        fprintf(terminal->out, "%12s", aspect_names[i]);
    }
    fputc('\n', terminal->out);
    for (size_t k = 0; k < result->part_count; k++) {
        const struct part_result *part = &result->parts[k];
        fprintf(terminal->out, "%-24s", part->part->name);
        for (int i = 0; i < ASPECT_COUNT; i++) {
            char text[32];
            snprintf(text, sizeof(text), "%d of %d", part_points(part, i), part_points_max(part->part, i));
            fprintf(terminal->out, "%12s", text);
            points += part_points(part, i);
            points_max += part_points_max(part->part, i);
        }
        fputc('\n', terminal->out);
    }
    fprintf(terminal->out, "%.*s: %d of %d points\n\n", (int)strcspn(result->lab->name, "-"),
            result->lab->name, points, points_max);
}

// Which check was run; "" for a single case, and on a real GPU.
static const char *check_length(const struct options *options) {
    if (options->has_n || options->example != NULL || !options_simulated(options)) {
        return "";
    }
    return options->long_check ? _(" (long check)") : _(" (short check)");
}

void report_last_line(const struct terminal *terminal, const struct lab_result *result) {
    const char *reason = result->verdict == VERDICT_SKIPPED ? _("the part is not tested with that operator")
                                                            : _("there is nothing to check");
    const char *word;
    enum ink ink;
    char text[WORDS_SIZE];
    size_t cases = 0;
    for (size_t i = 0; i < result->part_count; i++) {
        const struct judgement *failure = part_first_failure(&result->parts[i]);
        cases += result->parts[i].passed;
        if (failure != NULL && failure->verdict == result->verdict) {
            reason = words(&failure->reason, text);
        }
    }
    fprintf(terminal->out, "%.*s %s: ", (int)strcspn(result->lab->name, "-"), result->lab->name,
            report_program_name(result));
    switch (result->verdict) {
    case VERDICT_PASS:
        fprintf(terminal->out,
                cases == 1 ? _("%sPASS%s%s, %zu case on %s") : _("%sPASS%s%s, %zu cases on %s"),
                terminal_ink(terminal, INK_GREEN), terminal_ink(terminal, INK_PLAIN),
                check_length(result->options), cases, device_name(result, text));
        break;
    case VERDICT_SKIPPED:
        fprintf(terminal->out, _("SKIPPED, %s"), reason);
        break;
    case VERDICT_BROKEN:
        fprintf(terminal->out, _("%sNOT CHECKED%s, %s"), terminal_ink(terminal, INK_RED),
                terminal_ink(terminal, INK_PLAIN), reason);
        break;
    case VERDICT_NOT_COMPILED:
        fprintf(terminal->out, _("%sFAIL%s, it does not compile"), terminal_ink(terminal, INK_RED),
                terminal_ink(terminal, INK_PLAIN));
        break;
    default:
        word = failure_word(result, &ink);
        fprintf(terminal->out, "%s%s%s (", terminal_ink(terminal, ink), word,
                terminal_ink(terminal, INK_PLAIN));
        print_parts_briefly(terminal, result);
        fputc(')', terminal->out);
    }
    fputc('\n', terminal->out);
}

int report_tasks(FILE *out, const struct lab_result *result) {
    for (size_t i = 0; result->todos.known && i < result->todos.regions.count; i++) {
        const struct region *region = &result->todos.regions.regions[i];
        bool holds = region->filled, wrong = false, doubtful = false, judged = false;
        for (size_t k = 0; k < result->part_count; k++) {
            const struct part_result *part = &result->parts[k];
            if (todo_is_own(region, part->part)) {
                judged = true;
                holds &= part->verdict == VERDICT_PASS;
                const bool fails = part->verdict == VERDICT_FAIL;
                bool certain;
                const bool blamed = fails && part_blamed_task(result, part, &certain) == region;
                wrong |= blamed && certain;
                doubtful |= blamed || (fails && !part_is_unfinished(result, part) &&
                                       todo_only_doubtful(&result->todos, part->part) == region);
            }
        }
        if (region->filled) {
            // What held still does, unless the error is in its code.
            holds = (holds && judged) || (!wrong && todo_held(&result->todos, region));
            fprintf(out, "%d %s %llx\n", region->number,
                    holds      ? "holds"
                    : wrong    ? "wrong"
                    : doubtful ? "doubtful"
                               : "open",
                    regions_code_hash(&result->todos.regions, region));
        }
    }
    return fflush(out);
}
