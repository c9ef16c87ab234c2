// One submission while it is graded, in a folder of its own.
#ifndef LABS_CLASS_TRIAL_H
#define LABS_CLASS_TRIAL_H

#include "class.h"

enum { PLACE_SIZE = CLASS_PATH_SIZE + 100 };

struct trial {
    const struct class *class;
    int lab;
    const char *place;  // the folder
    double seconds;     // processor time so far
    double build_begun; // its value when the compilation began
    char *why;          // [WHY_SIZE]: how the machine failed
    char log[PLACE_SIZE];
    bool doubtful;         // the compiler's log alone says that the machine failed
    char blamed[WHY_SIZE]; // after such a failure that the file has caused: what the compiler says
};

// Whose fault it is that a step is not done.
enum step { STEP_DONE, STEP_STUDENT, STEP_MACHINE };

struct trial trial_begin(const struct class *class, int lab, const char *place, char *why);

enum step trial_machine_failed(struct trial *trial, const char *what, const char *why);

// The last line of a text that is not empty; ends the text after it.
const char *trial_last_line(char *text);

// What the last program has printed, at most TEXT_MAX bytes. To be freed.
char *trial_read_log(const struct trial *trial);

#endif
