// Tables of the simulated GPU's counters: in total, per block, and step by step (judge/steps.h).
#include "check/report/report.h"

#include <stdlib.h>
#include <string.h>

#include "check/judge/limits.h"
#include "check/judge/steps.h"
#include "check/runner/counter_names.h"
#include "runner/plural.h"

enum { LAUNCHES_SHOWN = 8 };

// Only the simulated GPU counts.
static bool is_counted(const struct lab_result *result) {
    return options_simulated(result->options);
}

// "47" if all blocks can have the same share, else "".
static const char *share(uint64_t total, uint64_t blocks, char text[27]) {
    if (blocks == 0 || total % blocks != 0) {
        return "";
    }
    return format_count(total / blocks, text);
}

// Is a counter worth a line? Not if it is 0, except that no divergence and no bank conflicts are worth knowing.
static bool is_shown(const struct counters *total, int counter) {
    return counter_value(total, counter) > 0 || counter == counter_index("divergent_warps") ||
           (counter == counter_index("shared_load_conflicts") && total->shared_load_requests > 0) ||
           (counter == counter_index("shared_store_conflicts") && total->shared_store_requests > 0);
}

static void print_launch(const struct terminal *terminal, const struct case_launch *launch, size_t number,
                         bool counted) {
    const struct launch_record *record = &launch->record;
    uint64_t blocks = extent_count(record->grid), sum;
    uint64_t threads = extent_count(record->block);
    char total[27], each[27], shared[27], steps[STEPS_TEXT_SIZE];
    fprintf(terminal->out,
            "  launch %zu: %s, %s block%s of %llu thread%s, %s byte%s of shared memory per block", number,
            record->kernel, format_count(blocks, total), plural(blocks), (unsigned long long)threads,
            plural(threads), format_count(record->shared_bytes, shared), plural(record->shared_bytes));
    if (!counted) {
        fprintf(terminal->out, ", %.4f ms\n", record->milliseconds);
        return;
    }
    fprintf(terminal->out, "\n    %-28s %14s %10s  %s\n", "", "total", "per block", "step by step");
    for (int i = 0; i < COUNTER_COUNT; i++) {
        uint64_t value = counter_value(&record->total, i);
        if (!is_shown(&record->total, i)) {
            continue;
        }
        steps_list(launch, i, steps, &sum);
        const char *whose = sum == 0 ? "" : steps_are_alike(launch, i) ? "  " : "  all blocks: ";
        fprintf(terminal->out, "    %-28s %14s %10s%s%s\n", counter_titles[i], format_count(value, total),
                share(value, blocks, each), whose, sum > 0 ? steps : "");
    }
}

void report_launches(const struct terminal *terminal, const struct case_outcome *run, uint64_t only,
                     bool counted) {
    size_t shown = only > 0 || run->launch_count < LAUNCHES_SHOWN ? run->launch_count : LAUNCHES_SHOWN;
    for (size_t k = 0; k < shown; k++) {
        if (only == 0 || only == k + 1) {
            print_launch(terminal, &run->launches[k], k + 1, counted);
        }
    }
    if (only > run->launch_count) {
        fprintf(terminal->out, "  launch %llu: %s\n", (unsigned long long)only,
                only > run->launch_total ? "there is no such launch" : "only the first 64 launches are kept");
    }
    if (only == 0 && run->launch_total > shown) {
        const uint64_t left = run->launch_total - shown;
        fprintf(terminal->out, "  and %llu more launch%s\n", (unsigned long long)left, left == 1 ? "" : "es");
    }
}

// What the counters of these parts mean.
static void print_legend(const struct terminal *terminal, const struct lab_result *result) {
    fputs("A counter that is not listed is 0. \"step by step\" is from block barrier to block barrier.\n",
          terminal->out);
    for (int i = 0; i < COUNTER_COUNT; i++) {
        bool shown = false;
        for (size_t k = 0; k < result->part_count && !shown; k++) {
            const struct judgement *largest = part_largest_case(&result->parts[k]);
            shown = largest != NULL && is_shown(&largest->run.total, i);
        }
        if (shown) {
            fprintf(terminal->out, "  %s: %s\n", counter_titles[i], counter_definitions[i]);
        }
    }
    fputc('\n', terminal->out);
}

void report_counters(const struct terminal *terminal, const struct lab_result *result) {
    bool counted = is_counted(result), any = false;
    char n[27];
    for (size_t i = 0; i < result->part_count; i++) {
        const struct judgement *largest = part_largest_case(&result->parts[i]);
        if (largest == NULL) {
            continue;
        }
        const struct case_outcome *run = &largest->run;
        fprintf(terminal->out, "part %s, n = %s: %s\n", result->parts[i].part->name,
                format_count(largest->what.n, n), counted ? "counters" : "launches");
        report_launches(terminal, run, 0, counted);
        fputc('\n', terminal->out);
        any = true;
    }
    if (counted && any) {
        print_legend(terminal, result);
    }
}

// ---- One row per part ------------------------------------------------------------------------------------

// The width of the column of the parts' names: at least 10 characters.
static int name_width(const struct lab_result *result) {
    size_t width = 10;
    for (size_t i = 0; i < result->part_count; i++) {
        size_t length = strlen(result->parts[i].part->name);
        width = length > width ? length : width;
    }
    return (int)width;
}

enum { COLUMNS = 4 }; // of counters; all are at most 80 characters wide

static void print_row(const struct terminal *terminal, const struct part_result *part, int width,
                      bool counted) {
    const struct judgement *largest = part_largest_case(part);
    char n[27], launches[27], in_all[27], each[27];
    bool any = false;
    if (largest == NULL) {
        fprintf(terminal->out, "%-*s %10s\n", width, part->part->name, verdict_names[part->verdict]);
        return;
    }
    const struct case_outcome *run = &largest->run;
    const struct counters *total = &run->total;
    const uint64_t values[COLUMNS] = {total->working_warps, total->divergent_warps,
                                      total->shared_load_conflicts + total->shared_store_conflicts,
                                      total->global_load_sectors + total->global_store_sectors};
    fprintf(terminal->out, "%-*s %10s %8s", width, part->part->name, format_count(largest->what.n, n),
            format_count(run->launch_total, launches));
    if (!counted) {
        fprintf(terminal->out, "  %12.4f\n", run->milliseconds);
        return;
    }
    for (int i = 0; i < COLUMNS; i++) {
        fprintf(terminal->out, " %10s", format_count(values[i], in_all));
        any |= values[i] > 0 && share(values[i], run->block_total, each)[0] != '\0';
    }
    fprintf(terminal->out, any ? "\n%-*s" : "\n", width + 20, "  per block");
    for (int i = 0; i < COLUMNS && any; i++) {
        fprintf(terminal->out, " %10s", values[i] > 0 ? share(values[i], run->block_total, each) : "");
    }
    fputs(any ? "\n" : "", terminal->out);
}

void report_summary(const struct terminal *terminal, const struct lab_result *result) {
    bool counted = is_counted(result);
    int width = name_width(result);
    if (counted) {
        fprintf(terminal->out, "%-*s %10s %10s %10s\n", width + 20, "", "working", "divergent", "bank");
    }
    fprintf(terminal->out, "%-*s %10s %8s", width, "part", "n", "launches");
    if (counted) {
        fprintf(terminal->out, " %10s %10s %10s %10s\n", "warps", "warps", "conflicts", "sectors");
    } else {
        fprintf(terminal->out, "  %12s\n", "milliseconds");
    }
    for (size_t i = 0; i < result->part_count; i++) {
        print_row(terminal, &result->parts[i], width, counted);
    }
    fputc('\n', terminal->out);
    if (!counted) {
        return;
    }
    bool any = false;
    for (size_t i = 0; i < result->part_count; i++) {
        const struct judgement *one = part_one_block_case(&result->parts[i]);
        char steps[STEPS_TEXT_SIZE];
        uint64_t sum;
        if (one == NULL ||
            steps_list(&one->run.launches[0], counter_index("working_warps"), steps, &sum) == 0) {
            continue;
        }
        fputs(any ? "" : "working warps of one block, step by step\n", terminal->out);
        any = true;
        fprintf(terminal->out, "%-*s n = %-6zu %s = %llu\n", width, result->parts[i].part->name, one->what.n,
                steps, (unsigned long long)sum);
    }
    fputs(any ? "\n" : "", terminal->out);
}

// ---- One counter -----------------------------------------------------------------------------------------

// The counter in one step of the first launch, from 1; SIZE_MAX if there is no such step.
static uint64_t count_in_step(const struct case_outcome *run, const char *counter, long step) {
    char list[STEPS_TEXT_SIZE], *at = list;
    uint64_t sum;
    int index = counter_index(counter);
    if (index < 0 || run->launch_count == 0 ||
        (long)steps_list(&run->launches[0], index, list, &sum) < step) {
        return SIZE_MAX;
    }
    for (long i = 1; i < step; i++) {
        at += strcspn(at, " ") + 1;
    }
    return strtoull(at, NULL, 10);
}

int report_count(FILE *out, const struct lab_result *result) {
    char counter[64];
    const char *colon = strchr(result->options->count, ':');
    const struct part_result *part = result->part_count > 0 ? &result->parts[0] : NULL;
    if (part == NULL || part->run_count == 0 || part->judgements[0].verdict != VERDICT_PASS) {
        return -1;
    }
    const struct case_outcome *run = &part->judgements[0].run;
    snprintf(counter, sizeof(counter), "%.*s", (int)strcspn(result->options->count, ":"),
             result->options->count);
    uint64_t value = colon != NULL ? count_in_step(run, counter, strtol(colon + 1, NULL, 10))
                                   : limit_counter_value(run, counter);
    return value != SIZE_MAX && fprintf(out, "%llu\n", (unsigned long long)value) > 0 ? 0 : -1;
}
