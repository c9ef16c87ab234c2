// What `./lab class` works on: the course's labs, the students, and what each of them submitted.
#ifndef LABS_CLASS_H
#define LABS_CLASS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "labs.h"

enum {
    CLASS_PATH_SIZE = 1200,
    HASH_SIZE = 65, // SHA-256 in hexadecimal digits, with the final zero
    GRADER_SIZE = 17,
    WHY_SIZE = 400
};

// 0 everything was graded; 2 an error of the machine or the call; 130 interrupted.
enum { EXIT_GRADED = 0, EXIT_MACHINE = 2, EXIT_INTERRUPTED = 130 };

// The command line. All paths are absolute.
struct class_options {
    char submissions[CLASS_PATH_SIZE], out[CLASS_PATH_SIZE];
    char course[CLASS_PATH_SIZE];     // the folder of the course
    char build[CLASS_PATH_SIZE];      // the build folder
    char seed_file[CLASS_PATH_SIZE];  // the secret that determines the seeds; "": the checkers' own seeds
    char cases_file[CLASS_PATH_SIZE]; // more cases; "": none
    char grading[CLASS_PATH_SIZE];    // instead of the labs' grading.txt; "": those
    struct lab labs[LAB_MAX];         // those to grade; none: those that were submitted
    int lab_count;
    int jobs;
    double limit;                     // seconds per case; 0: the checkers' own
    char student[CLASS_PATH_SIZE];    // whose folder `submissions` is; "": it has all students
    char gradescope[CLASS_PATH_SIZE]; // the file for Gradescope's results; "": none
    const char *visibility;           // of its tests
    bool gpu;                         // on a real GPU
    int shard, shards; // grades only every file whose number modulo `shards` is `shard`; shards 0: all files
    bool only_compile; // the starters of `labs` in this checkout, to `out`, for ./lab grade --contain
    bool only_check;   // writes and grades nothing: is the call correct?
    bool resume;
    bool trust; // runs everything without containment
};

enum submitted {
    SUBMITTED_NOTHING,
    SUBMITTED_REFUSED, // something that is not graded; `note` says what
    SUBMITTED_FILE
};

// One student and one lab.
struct entry {
    enum submitted submitted;
    bool late;            // the platform says so
    char *path;           // in the folder of submissions; NULL: nothing was submitted
    char note[WHY_SIZE];  // why it was refused, or why the machine failed
    char hash[HASH_SIZE]; // SHA-256 of the file
    char flags[WHY_SIZE]; // what someone should look at, separated by "; "
    int tries;            // that failed because of the machine
    json_t *result;       // result.h; NULL: not graded
};

// A file that is not graded because no lab can match it.
struct unmatched {
    char *path;      // in the folder of submissions
    const char *why; // "names a lab that the course does not have"
    bool name;       // is that because of its name?
    bool flagged;    // do flags of the student's labs say it?
};

struct student {
    char *name;
    struct entry entries[LAB_MAX]; // one for each of the class's labs
    struct unmatched *unmatched;
    size_t unmatched_count;
};

struct class {
    struct class_options options;
    struct lab labs[LAB_MAX];
    int lab_count;
    json_t *plain[LAB_MAX];   // each lab's report on a file that does not compile: its parts, with 0 points
    struct student *students; // by name
    size_t student_count;
    char trials[CLASS_PATH_SIZE + 60]; // the folder in which this process makes others
    char version[64];                  // of the course
    char grader[LAB_MAX][GRADER_SIZE]; // grader.h, for each of the class's labs
    char seed[64];                     // names the seed and the cases without giving them away
};

#endif
