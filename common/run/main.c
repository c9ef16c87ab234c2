// labs-run [option...] PROGRAM [argument...]: runs a program that simcc has built, and reports the errors that the
// device finds. The exit code is the program's, or that of --error-exitcode; 128 + N if signal N ended it; 1 if the
// device stopped it; 2 if it could not be run.
#define _GNU_SOURCE // strsignal
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/files.h"
#include "run/report.h"
#include "run/start.h"
#include "text/option_list.h"
#include "text/translation.h"
#include "text/wrap.h"

enum { EXIT_STOPPED = 1, EXIT_BROKEN = 2, SIGNAL_CODE = 128 };

// Has the device ended the program (sim/report/last.c)?
static bool was_stopped(const struct run_result *result) {
    for (size_t i = 0; i < result->finding_count; i++) {
        const enum diagnostic_class class_ = result->findings[i].diagnostic.class_;
        if (class_ == DIAGNOSTIC_ENDLESS_LOOP || class_ == DIAGNOSTIC_STOPPED || class_ == DIAGNOSTIC_CRASH ||
            class_ == DIAGNOSTIC_STACK || class_ == DIAGNOSTIC_WRONG_SPACE) {
            return true;
        }
    }
    return false;
}

static void judge_end(struct run_result *result) {
    const struct case_outcome *run = result->run;
    struct said *reason = &result->reason;
    result->code = run->code;
    switch (run->end) {
    case RUN_SIGNALLED:
        result->code = SIGNAL_CODE + run->code;
        say(reason, WORDS(TOPIC(SIGNAL_ENDED), NUMBER(run->code), NAME(strsignal(run->code))));
        break;
    case RUN_INTERRUPTED:
        result->code = SIGNAL_CODE + 2;
        say(reason, WORDS(TOPIC(STOPPED_BY_USER)));
        break;
    case RUN_MALFORMED:
    case RUN_NOT_POSSIBLE:
        result->code = EXIT_BROKEN;
        if (is_said(&run->problem)) {
            *reason = run->problem;
        } else {
            say(reason, WORDS(TOPIC(BAD_MESSAGE)));
        }
        break;
    case RUN_EXITED:
        if (was_stopped(result)) {
            result->code = EXIT_STOPPED;
            say(reason, WORDS(TOPIC(STOPPED_AT_ERROR)));
        } else if (run->launch_total == 0 && said_topic(&run->device) == TOPIC_NO_NVIDIA_GPU) {
            *reason = run->device;
        }
        break;
    default:
        if (run->result.status == CASE_NO_ROOM) {
            result->code = EXIT_BROKEN;
            *reason = run->result.message;
        } else if (run->result.status == CASE_DEVICE_LOST) {
            say(reason, WORDS(TOPIC(STOPPED_AT_ERROR)));
        } else if (is_said(&run->result.message) && result->error_count == 0) {
            say(reason, WORDS(TOPIC(CUDA_ERROR_LEFT), PART(run->result.message)));
        }
    }
}

static bool end_file(FILE *out, const char *path, bool written) {
    written = out != NULL && (out == stdout || fclose(out) == 0) && written;
    if (!written) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    }
    return written;
}

// Writes the files that the options ask for. Returns false, after a message, if one cannot be written.
static bool write_files(const struct run_result *result, struct record *record) {
    const char *json = result->options->json, *trace = result->options->trace;
    bool written = true;
    if (json != NULL) {
        FILE *out = strcmp(json, "-") == 0 ? stdout : fopen(json, "w");
        written &= end_file(out, json, out != NULL && files_json(out, result) == 0);
    }
    if (trace != NULL && (record == NULL || record->count == 0)) {
        fprintf(stderr, "%s: nothing was recorded: there is no such launch\n",
                run_program_name(result->options));
        return false;
    }
    if (trace != NULL) {
        FILE *out = fopen(trace, "w");
        written &= end_file(out, trace, out != NULL && files_trace(out, result, record) == 0);
    }
    return written;
}

int main(int argc, char **argv) {
    (void)argc;
    struct run_options options;
    struct case_outcome run;
    struct record *record;
    char error[200];
    translation_open(error, sizeof(error)); // ./lab has reported an unknown language
    if (run_options_read(argv, &options, error, sizeof(error)) != 0) {
        fprintf(stderr, "%s: %s\n", argv[0], error);
        return EXIT_BROKEN;
    }
    if (options.help || options.program == NULL) {
        option_list_print(run_options, run_option_count);
        return options.help ? 0 : EXIT_BROKEN;
    }
    if (options.name == NULL) {
        options.name = getenv("LABS_NAME"); // a program that has become this one
    }
    start_run(&options, &run, &record);
    wrap_standard_streams();
    struct run_result result = {.options = &options, .run = &run};
    bool places = run.diagnostic_count > 0 || options.lines || options.json != NULL || options.trace != NULL;
    struct source *source = places ? source_open(options.program) : NULL;
    result.source = source;
    result.findings = findings_make(&run, source, &result.finding_count);
    result.error_count = findings_error_count(result.findings, result.finding_count);
    judge_end(&result);
    if (result.code == 0 && result.error_count > 0) {
        result.code = (int)options.error_exitcode;
    }
    run_report(stderr, &result);
    if (!write_files(&result, record)) {
        result.code = EXIT_BROKEN;
    }
    free(record);
    free(result.findings);
    source_close(source);
    case_outcome_free(&run);
    return result.code;
}
