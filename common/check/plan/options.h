// The checker's command line.
#ifndef LABS_OPTIONS_H
#define LABS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/check.h"
#include "check/plan/extra.h"
#include "check/plan/seed.h"

// What a picture shows of each step (check/trace/picture.c).
enum picture {
    PICTURE_PLACES,
    PICTURE_BANKS,
    PICTURE_ELEMENTS,
    PICTURE_THREADS,
    PICTURE_PARTNERS,
    PICTURE_LANES,
    PICTURE_COUNT
};

// Which other thread does thread number `thread` of a case's first block share a word with? Of those for which the
// answer is another thread, the `turn`-th (from 1):
enum partner_kind {
    PARTNER_NONE,   // no such question
    PARTNER_WRITER, // it reads a value: whose?
    PARTNER_READER  // it overwrites a value: who has read it last?
};

struct partner_question {
    enum partner_kind kind;
    unsigned thread, turn;
};

struct options {
    const char *program; // "starter", "solution", or the path of a runner
    const char *runners; // their folder; NULL: that of the checker
    const char *device;  // "sim" or "gpu"
    const char *source;  // the program's source, for its TODOs; NULL: from its debug information
    const char *part;    // NULL: all
    unsigned operators;  // bit i: operator i; 0: all
    int aspect;          // the enum lab_aspect of which to give the points and the exit code; -1: of the lab
    const char *example; // the only example to run; NULL: all cases
    bool has_n;          // one case of n elements instead of all
    size_t n;
    uint64_t seed; // of that case, or of the first one: each next one's seed is one more
    bool has_seed;
    const char *seed_file; // the secret that determines the seed of each case instead; NULL: none
    struct hash_key seed_key;
    const char *lab_name;   // for those seeds
    const char *cases_file; // the sizes in `extra`, which join the parts' own; NULL: none
    const char *grading;    // instead of the lab's grading.txt; NULL: that
    struct extra_size extra[EXTRA_MAX];
    int extra_count;
    double limit; // seconds per case, of the program's own time (runner/process.h)
    bool has_limit;
    int workers;          // OS threads of the simulated GPU; 0: one per core
    const char *schedule; // "fixed", "random", "reversed", "together"; NULL: not given
    uint64_t schedule_seed;
    bool has_schedule_seed;
    const char *json;     // file for the JSON report, "-" for standard output; NULL: none
    bool json_full;       // the report may be longer than 1 MB
    const char *report;   // file for the report that `from` shows again; NULL: none
    const char *from;     // such a report, to be shown instead of a run; NULL: none
    const char *rows;     // file to append rows to, for the table over all labs; NULL: none
    const char *par;      // file for what the program spends, "-" for standard output; NULL: none
    const char *trace;    // file for the trace of one case (docs/trace.md); NULL: none
    const char *mix;      // the solution whose code to put into the empty regions of `source`; NULL: none
    const char *count;    // the only thing to print of one case: a counter, or "COUNTER:STEP"; NULL: all
    bool whole;           // a part with empty tasks that fails is only unfinished
    const char *exchange; // with `mix`, a file of pieces (regions/pieces.h) to exchange first; NULL: none
    bool mixed;           // that was done to the program
    bool done_counts;     // with `mixed`, a part passes although the solution does some of its tasks
    bool long_check;      // also the long case of each part
    bool all;             // continue after a failing case
    bool grade;           // show the points of each aspect; also with an aspect or `report`
    bool contain, trust;  // run the program in a box; also if this machine lacks some of its layers
    bool show;            // show the recorded case as text instead of the verdict
    int picture;          // the enum picture to draw instead; -1: none
    bool counters, lines, summary, brief, verbose, list, counter_limits, plan, speed, not_compiled, not_begun,
        for_student, help;
    // `count`, if it is "writer:THREAD:TURN" or "reader:THREAD:TURN".
    struct partner_question partner;
};

extern const char *const aspect_names[ASPECT_COUNT]; // "result", "memory", "technique"

enum { OPTIONS_SEED = 1, OPTIONS_LIMIT_SECONDS = 60 };

// Reads the arguments. Returns 0, or -1 with a sentence in `error` (of `size` bytes) that says what is wrong.
// Strings point into argv. The part is looked up in `lab`.
int options_read(int argc, char **argv, const struct lab *lab, struct options *options, char *error,
                 size_t size);

// Was this operator requested, or none in particular?
bool options_want_operator(const struct options *options, enum operator_id operator_id);

// Are the programs run on the simulated GPU?
bool options_simulated(const struct options *options);

// Is a case to be recorded? Then one case of each part is run, with one worker unless more were requested.
bool options_recording(const struct options *options);

// And is the recording to be written?
bool options_tracing(const struct options *options);

// Were the points of the aspects requested? Then a failing case with a correct result does not end its part.
bool options_grading(const struct options *options);

// Is everything to be said of each part that fails, and not only what fits one screen?
bool options_full(const struct options *options);

// The text of --help.
void options_print_help(const struct lab *lab);

#endif
