#include "run/files.h"

#include <string.h>

#include "check/report/json_parts.h"
#include "check/trace/trace.h"
#include "text/json_text.h"
#include "words/words.h"

int files_json(FILE *out, const struct run_result *result) {
    const struct case_outcome *run = result->run;
    uint64_t only = result->options->launch;
    char text[WORDS_SIZE];
    fputs("{\"format\": 1, ", out);
    json_field(out, "program", run_program_name(result->options));
    fputs(", ", out);
    json_field(out, "device_name", words_english(&run->device, text));
    fprintf(out, ", \"exit_code\": %d, ", result->code);
    json_field(out, "reason", words_english(&result->reason, text));
    fprintf(out, ",\n\"errors\": %zu, \"launches\": %llu, \"blocks\": %llu, \"milliseconds\": %.6f",
            result->error_count, (unsigned long long)run->launch_total, (unsigned long long)run->block_total,
            run->milliseconds);
    fprintf(
        out,
        ", \"copied_to_host\": %llu, \"copied_to_device\": %llu, \"copied_on_device\": %llu,\n\"counters\": ",
        (unsigned long long)run->result.copied_to_host, (unsigned long long)run->result.copied_to_device,
        (unsigned long long)run->result.copied_on_device);
    json_counters(out, &run->total);
    fputs(",\n\"kernels\": [", out);
    const char *before = "\n";
    for (size_t i = 0; i < run->launch_count; i++) {
        if (only == 0 || only == i + 1) {
            fputs(before, out);
            json_kernel(out, &run->launches[i]);
            before = ",\n";
        }
    }
    fputs("],\n\"lines\": [", out);
    json_lines(out, run, result->source);
    fputs("],\n\"diagnostics\": [", out);
    for (size_t i = 0; i < result->finding_count; i++) {
        fputs(i > 0 ? ",\n" : "\n", out);
        json_finding(out, &result->findings[i]);
    }
    fputs("]}\n", out);
    return fflush(out) == 0 && !ferror(out) ? 0 : -1;
}

// The trace is made of a lab's case: one of no elements, of a part that has the kernel's name.
int files_trace(FILE *out, const struct run_result *result, struct record *record) {
    const struct case_outcome *run = result->run;
    size_t launch = result->options->launch > 0 ? (size_t)result->options->launch : 1;
    char title[80];
    snprintf(title, sizeof(title), "launch %zu of %llu", launch, (unsigned long long)run->launch_total);
    const struct lab_part part = {
        .name = launch <= run->launch_count ? run->launches[launch - 1].record.kernel : "", .title = title};
    const struct lab lab = {.name = run_program_name(result->options)};
    const struct options options = {.program = lab.name};
    struct lab_result made = {
        .lab = &lab, .options = &options, .sources = {(struct source *)(uintptr_t)result->source}};
    snprintf(made.todos.path, sizeof(made.todos.path), "%s",
             result->options->source != NULL ? result->options->source : "");
    struct judgement judgement = {.verdict = result->error_count > 0 ? VERDICT_FAIL : VERDICT_PASS,
                                  .run = *run,
                                  .findings = result->findings,
                                  .finding_count = result->finding_count,
                                  .recording = {.record = record}};
    const struct traced traced = {.result = &made, .part = &part, .judgement = &judgement, .replay = ""};
    return trace_json(out, &traced);
}
