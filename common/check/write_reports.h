// Writes what the options and ./lab request about a lab: reports, traces, and files for ./lab.
#ifndef LABS_WRITE_REPORTS_H
#define LABS_WRITE_REPORTS_H

#include "check/report/report.h"

// Does standard output get the text? Otherwise another report goes there.
bool has_text(const struct options *options);

// Empties the file of a report, so that a run that is killed does not leave the report of an earlier run; nothing for
// NULL and "-". Returns false, after a message, if the file cannot be written.
bool empty_report(const char *path);

// Writes the end of the text, and the other reports. Returns false if one could not be written.
bool write_reports(const struct lab_result *result, struct report_text *text);

// Writes the number that --count requests. Returns false if the case passes, and has no such number.
bool write_count(const struct lab_result *result);

// Writes the trace of one case. Returns false, after a message, if there is none.
bool write_traces(const struct lab_result *result);

// Writes the states of the tasks for ./lab. `wanted`: "HEAD:PATH", where HEAD becomes the file's first line; NULL: not
// wanted.
void write_tasks(const struct lab_result *result, const char *wanted);

// Writes the case that fails for ./lab. NULL: not wanted.
void write_failed(const struct lab_result *result, const char *path);

#endif
