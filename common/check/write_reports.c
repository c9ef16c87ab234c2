#define _GNU_SOURCE // truncate under -std=c11
#include "check/write_reports.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check/examine_contents.h"
#include "check/judge/grading.h"
#include "check/trace/partner.h"
#include "check/trace/trace.h"
#include "text/file_error.h"

bool has_text(const struct options *options) {
    return !options->show && options->count == NULL &&
           (options->json == NULL || strcmp(options->json, "-") != 0) &&
           (options->par == NULL || strcmp(options->par, "-") != 0);
}

// Writes a report to a file or to standard output. Returns false, after a message, if that fails.
static bool write_file(const char *path, const char *mode, int (*report)(FILE *, const struct lab_result *),
                       const struct lab_result *result) {
    FILE *out = strcmp(path, "-") == 0 ? stdout : fopen(path, mode);
    bool written = out != NULL && report(out, result) == 0;
    if (out != NULL && out != stdout) {
        written &= fclose(out) == 0;
    }
    if (!written) {
        file_error(lab.name, FILE_WRITE, path);
    }
    return written;
}

bool empty_report(const char *path) {
    if (path == NULL || strcmp(path, "-") == 0) {
        return true;
    }
    // A pipe cannot be emptied and does not need to be.
    if (truncate(path, 0) == 0 || errno == ENOENT || errno == EINVAL) {
        return true;
    }
    file_error(lab.name, FILE_WRITE, path);
    return false;
}

void write_failed(const struct lab_result *result, const char *path) {
    FILE *out = path != NULL ? fopen(path, "w") : NULL;
    if (out != NULL) { // without it, ./lab says less
        report_failed(out, result);
        fclose(out);
    }
}

// --par: for each part and operator, what its largest case spends.
static int report_pars(FILE *out, const struct lab_result *result) {
    for (size_t i = 0; i < result->part_count; i++) {
        const struct part_result *part = &result->parts[i];
        for (int id = 0; id < OPERATOR_COUNT; id++) {
            const struct judgement *largest = NULL;
            for (size_t k = 0; k < part->run_count; k++) {
                const struct judgement *one = &part->judgements[k];
                if (one->what.operator_id == (enum operator_id)id && one->what.example == NULL &&
                    one->what.order == NULL && one->run.result.left_out == 0 &&
                    (largest == NULL || one->what.n > largest->what.n)) {
                    largest = one;
                }
            }
            if (largest != NULL) {
                grading_print_par(out, part->part, largest);
            }
        }
    }
    return ferror(out) ? -1 : 0;
}

bool write_reports(const struct lab_result *result, struct report_text *text) {
    const char *json = result->options->json, *rows = result->options->rows, *again = result->options->report,
               *par = result->options->par;
    bool written = true;
    if (has_text(result->options)) {
        report_text_end(text);
        if (result->options->aspect >= 0) {
            report_aspect(stdout, result);
        }
    }
    if (rows != NULL) {
        written &= write_file(rows, "a", report_rows, result);
    }
    if (again != NULL) {
        written &= write_file(again, "w", report_again, result);
    }
    if (json != NULL) {
        written &= write_file(json, "w", report_json, result);
    }
    if (par != NULL) {
        written &= write_file(par, "w", report_pars, result);
    }
    return written && fflush(stdout) == 0;
}

// The part's first case that failed, otherwise the last one; NULL: none was run.
static struct judgement *judgement_to_show(const struct part_result *part) {
    for (size_t i = 0; i < part->run_count; i++) {
        if (part->judgements[i].verdict != VERDICT_PASS || i + 1 == part->run_count) {
            return &part->judgements[i];
        }
    }
    return NULL;
}

// The case to show, in *traced and *judgement: of the first part that fails and is not still to be begun, otherwise, if
// all pass, of the one that is `shown`, and else of the last one that passes. false: none was recorded.
static bool choose_traced(const struct lab_result *result, struct traced *traced,
                          struct judgement **judgement) {
    for (size_t i = 0; i < result->part_count; i++) {
        const struct part_result *part = &result->parts[i];
        bool untouched = *judgement != NULL && todo_all_untouched(&result->todos, part->part);
        struct judgement *shown = judgement_to_show(part);
        if (shown == NULL || shown->recording.record == NULL || untouched) {
            continue;
        }
        traced->part = part->part;
        *judgement = shown;
        if (part->verdict != VERDICT_PASS || (part->part->shown && result->verdict == VERDICT_PASS)) {
            break;
        }
    }
    traced->judgement = *judgement;
    return *judgement != NULL;
}

bool write_count(const struct lab_result *result) {
    const struct options *options = result->options;
    struct traced traced = {.result = result};
    struct judgement *judgement = NULL;
    if (result->verdict != VERDICT_PASS) {
        return true; // the exit code says so
    }
    if (options->partner.kind == PARTNER_NONE) {
        return report_count(stdout, result) == 0;
    }
    if (!choose_traced(result, &traced, &judgement)) {
        return false;
    }
    long partner = partner_find(&judgement->recording, judgement->what.n, &options->partner);
    return partner >= 0 && printf("%ld\n", partner) > 0;
}

static bool write_trace(const char *path, const struct traced *traced) {
    FILE *out = path == NULL ? NULL : fopen(path, "w");
    bool written = path == NULL || (out != NULL && trace_json(out, traced) == 0);
    if (out != NULL) {
        written &= fclose(out) == 0;
    }
    if (!written) {
        file_error(lab.name, FILE_WRITE, path);
    }
    return written;
}

bool write_traces(const struct lab_result *result) {
    struct traced traced = {.result = result};
    struct judgement *judgement = NULL;
    if (!choose_traced(result, &traced, &judgement)) {
        fprintf(stderr, "no case was recorded: a trace needs the simulated GPU, and a case that runs\n");
        return false;
    }
    if (result->options->trace != NULL) {
        examine_contents(result, traced.part, judgement);
    }
    bool draws = result->options->picture >= 0;
    bool written = !result->options->show || (draws ? trace_picture : trace_show)(stdout, &traced) == 0;
    written &= write_trace(result->options->trace, &traced);
    drop_contents(judgement);
    return written;
}

void write_tasks(const struct lab_result *result, const char *wanted) {
    const char *path = wanted != NULL ? strchr(wanted, ':') : NULL;
    FILE *out = path != NULL ? fopen(path + 1, "w") : NULL;
    if (out != NULL) { // without it, ./lab list knows less
        fprintf(out, "%.*s\n", (int)(path - wanted), wanted);
        report_tasks(out, result);
        fclose(out);
    }
}
