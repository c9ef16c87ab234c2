// Tables of the simulated GPU's counters: in total, per block, and step by step (judge/steps.h).
#include "check/report/report.h"

#include <string.h>

#include "check/judge/steps.h"
#include "check/runner/counter_names.h"
#include "runner/plural.h"

enum { LAUNCHES_SHOWN = 8, SHARE_SIZE = 80 };

// Only the simulated GPU counts.
static bool is_counted(const struct lab_result *result) {
    return strcmp(result->options->device, "sim") == 0;
}

static uint64_t block_count(const struct launch_record *launch) {
    return (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
}

// "47" if all blocks can have the same share, else "".
static const char *share(uint64_t total, uint64_t blocks, char text[27]) {
    if (blocks == 0 || total % blocks != 0) {
        return "";
    }
    return format_count(total / blocks, text);
}

static void print_launch(const struct terminal *terminal, const struct case_launch *launch, size_t number,
                         bool counted) {
    const struct launch_record *record = &launch->record;
    uint64_t blocks = block_count(record), sum;
    uint64_t threads = (uint64_t)record->block[0] * record->block[1] * record->block[2];
    char total[27], each[27], shared[27], steps[STEPS_TEXT_SIZE];
    fprintf(terminal->out,
            "  launch %zu: %s, %s block%s of %llu threads, %s bytes of shared memory per block", number,
            record->kernel, format_count(blocks, total), plural(blocks), (unsigned long long)threads,
            format_count(record->shared_bytes, shared));
    if (!counted) {
        fprintf(terminal->out, ", %.4f ms\n", record->milliseconds);
        return;
    }
    fprintf(terminal->out, "\n    %-28s %14s %10s  %s\n", "", "total", "per block", "step by step");
    for (int i = 0; i < COUNTER_COUNT; i++) {
        uint64_t value = counter_value(&record->total, i);
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
        fprintf(terminal->out, "  and %llu more launches\n", (unsigned long long)(run->launch_total - shown));
    }
}

void report_counters(const struct terminal *terminal, const struct lab_result *result) {
    bool counted = is_counted(result);
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
    }
}

// ---- One row per part ------------------------------------------------------------------------------------

// "192,512 (47 per block)".
static const char *with_share(uint64_t total, uint64_t blocks, char text[SHARE_SIZE]) {
    char in_all[27], each[27];
    format_count(total, in_all);
    if (total > 0 && share(total, blocks, each)[0] != '\0') {
        snprintf(text, SHARE_SIZE, "%s (%s per block)", in_all, each);
    } else {
        snprintf(text, SHARE_SIZE, "%s", in_all);
    }
    return text;
}

// The width of the column of the parts' names: at least 10 characters.
static int name_width(const struct lab_result *result) {
    size_t width = 10;
    for (size_t i = 0; i < result->part_count; i++) {
        size_t length = strlen(result->parts[i].part->name);
        width = length > width ? length : width;
    }
    return (int)width;
}

static void print_row(const struct terminal *terminal, const struct part_result *part, int width,
                      bool counted) {
    const struct judgement *largest = part_largest_case(part);
    const char *verdict = verdict_names[part->verdict];
    char n[27], launches[27], working[SHARE_SIZE], divergent[SHARE_SIZE], conflicts[SHARE_SIZE],
        sectors[SHARE_SIZE];
    if (largest == NULL) {
        fprintf(terminal->out, "%-*s %-8s\n", width, part->part->name, verdict);
        return;
    }
    const struct case_outcome *run = &largest->run;
    const struct counters *total = &run->total;
    uint64_t blocks = run->block_total;
    fprintf(terminal->out, "%-*s %-8s %10s %8s", width, part->part->name, verdict,
            format_count(largest->what.n, n), format_count(run->launch_total, launches));
    if (counted) {
        fprintf(terminal->out, "  %-25s %-25s %-23s %s\n", with_share(total->working_warps, blocks, working),
                with_share(total->divergent_warps, blocks, divergent),
                with_share(total->shared_load_conflicts + total->shared_store_conflicts, blocks, conflicts),
                with_share(total->global_load_sectors + total->global_store_sectors, blocks, sectors));
    } else {
        fprintf(terminal->out, "  %12.4f\n", run->milliseconds);
    }
}

void report_summary(const struct terminal *terminal, const struct lab_result *result) {
    bool counted = is_counted(result);
    int width = name_width(result);
    fprintf(terminal->out, "%-*s %-8s %10s %8s", width, "part", "verdict", "n", "launches");
    if (counted) {
        fprintf(terminal->out, "  %-25s %-25s %-23s %s\n", "working warps", "divergent warps",
                "bank conflicts", "sectors");
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
    fputs("working warps of one block, step by step\n", terminal->out);
    for (size_t i = 0; i < result->part_count; i++) {
        const struct judgement *one = part_one_block_case(&result->parts[i]);
        char steps[STEPS_TEXT_SIZE];
        uint64_t sum;
        if (one == NULL ||
            steps_list(&one->run.launches[0], counter_index("working_warps"), steps, &sum) == 0) {
            continue;
        }
        fprintf(terminal->out, "%-*s n = %-6zu %s = %llu\n", width, result->parts[i].part->name, one->what.n,
                steps, (unsigned long long)sum);
    }
    fputc('\n', terminal->out);
}
