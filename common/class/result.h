// What is known about one file for one lab, kept as OUT/state/results/LAB-KEY.json, or LAB-gpu-KEY.json:
//
//     {"lab": "lab04-coarsening", "hash": "...", "verdict": "pass" | "fail" | "not begun" | "does not compile",
//      "exit_code": 0 | 1,
//      "seconds": 4.2,        of processor time
//      "text": "...",         what ./lab check would have shown, without what is for the instructor alone
//      "report": {...}}       the checker's report (check/report/json.c), of which only cases that failed are kept,
//                             without their counters
//
// The key depends on the file, the seed, the cases, the limit and what grades (grader.h), so a result that is there is
// valid, and identical files are graded once.
#ifndef LABS_CLASS_RESULT_H
#define LABS_CLASS_RESULT_H

#include "class.h"

#define VERDICT_NOT_BEGUN "not begun" // no task of the file is filled in

enum { RESULT_PATH_SIZE = CLASS_PATH_SIZE + 200, TEXT_MAX = 64 * 1024 };

// The path of the result, which need not exist.
void result_path(const struct class *class, int lab, const char *hash, char path[RESULT_PATH_SIZE]);

// Is there a result of the file with another seed, limit or grader?
bool result_has_other(const struct class *class, int lab, const char *hash);

// Reads it. NULL if there is none.
json_t *result_read(const struct class *class, int lab, const char *hash);

// Makes a result and writes it. `report`: the checker's report, which is shortened. Returns 0, or -1 with errno.
int result_write(const char *path, const char *lab, const char *hash, int exit_code, double seconds,
                 const char *text, json_t *report);

// A member that is a string, or "".
const char *result_text(const json_t *object, const char *name);

// A member that is an integer, or 0.
long long result_number(const json_t *object, const char *name);

// The aspects in which a part is graded, as the checker's report calls them.
enum { ASPECTS = 3 };
extern const char *const result_aspects[ASPECTS];

// What a part of the checker's report says about an aspect: {"points": 1, "points_max": 2}.
const json_t *result_aspect(const json_t *part, int aspect);

#endif
