#define _GNU_SOURCE // fileno under -std=c11
#include "run/report.h"

#include <string.h>
#include <unistd.h>

#include "check/report/report.h"
#include "text/translation.h"
#include "words/words.h"

const char *run_program_name(const struct run_options *options) {
    const char *path = options->name != NULL ? options->name : options->program;
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static bool is_simulated(const struct case_outcome *run) {
    return said_topic(&run->device) == TOPIC_SIMULATED_GPU;
}

// "vadd: 2 errors, 1 launch on simulated GPU (1 worker)".
static void print_last_line(const struct terminal *terminal, const struct run_result *result) {
    const struct case_outcome *run = result->run;
    size_t errors = result->error_count, launches = (size_t)run->launch_total;
    char count[27], text[WORDS_SIZE];
    struct said device, article;
    for (size_t i = 0; i < result->finding_count; i++) { // one that was stopped has not reported itself
        size_t launch = result->findings[i].diagnostic.launch;
        launches = launch > launches ? launch : launches;
    }
    if (errors > 0) {
        fprintf(terminal->out, errors == 1 ? _("%s: %s%zu error%s") : _("%s: %s%zu errors%s"),
                run_program_name(result->options), terminal_ink(terminal, INK_RED), errors,
                terminal_ink(terminal, INK_PLAIN));
    } else {
        fprintf(terminal->out, _("%s: %sno errors found%s"), run_program_name(result->options),
                terminal_ink(terminal, INK_GREEN), terminal_ink(terminal, INK_PLAIN));
    }
    if (is_simulated(run)) {
        say(&article, WORDS(TOPIC(THE_SIMULATED_GPU)));
        say_more(&device, &run->device, &article);
    } else if (is_said(&run->device)) {
        device = run->device;
    } else {
        say(&device, WORDS(TOPIC(THE_DEVICE)));
    }
    fprintf(terminal->out, launches == 1 ? _(", %s launch on %s\n") : _(", %s launches on %s\n"),
            format_count(launches, count), words(&device, text));
}

// Is it a note that says that what the program prints is wrong, or is read as what it is not?
static bool is_always_shown(uint32_t class_) {
    return class_ == DIAGNOSTIC_TIME || class_ == DIAGNOSTIC_STALE_READ || class_ == DIAGNOSTIC_LOST_UPDATE;
}

void run_report(FILE *out, const struct run_result *result) {
    struct terminal terminal = terminal_open(out);
    const struct run_options *options = result->options;
    size_t shown = options->verbose ? SIZE_MAX : REPORT_FINDINGS_SHOWN;
    bool wrong = result->code != 0 && result->error_count == 0;
    if (report_findings(&terminal, result->findings, result->finding_count, REPORT_PROGRAM_ERRORS, shown)) {
        fputc('\n', out);
    }
    if ((options->verbose || wrong) &&
        report_findings(&terminal, result->findings, result->finding_count, REPORT_NOTES, shown)) {
        fputc('\n', out);
    }
    bool hinted[DIAGNOSTIC_CLASS_COUNT] = {false};
    for (size_t i = 0; i < result->finding_count && !options->verbose && !wrong; i++) {
        const uint32_t class_ = result->findings[i].diagnostic.class_;
        if (is_always_shown(class_)) {
            report_finding(&terminal, &result->findings[i], !hinted[class_]);
            hinted[class_] = true;
        }
    }
    if (options->counters) {
        const bool counted = is_simulated(result->run); // otherwise timed
        report_launches(&terminal, result->run, options->launch, counted);
        fputc('\n', out);
    }
    if (options->lines) {
        report_run_lines(&terminal, result->run, result->source);
    }
    if (is_said(&result->reason)) {
        char reason[WORDS_SIZE];
        fprintf(out, "%s: %s\n", run_program_name(options), words(&result->reason, reason));
    }
    if (result->error_count > 0 || (!is_said(&result->reason) && isatty(fileno(out)))) {
        print_last_line(&terminal, result);
    }
    fflush(out);
}
