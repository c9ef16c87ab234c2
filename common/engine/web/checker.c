// The checker of all labs in a module: the main program, and what a checker has elsewhere and a module does not need.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define lab declared_lab // which no file may change elsewhere
#include "check/check.h"
#include "check/contain.h"
#include "check/report/waiting.h"
#undef lab
#include "text/wrap.h"

// ---- The main program ----

// Each lab's check.c is compiled with another name for its declaration. `build` writes labs.h, with a line for each.
#define LAB(name) extern const struct declared_lab name;
#include "labs.h"
#undef LAB
#define LAB(name) &name,
static const struct declared_lab *const declared[] = {
#include "labs.h"
};

struct declared_lab lab;

int checker_main(int count, char **words); // of check/main.c

// The first word is the checker's name elsewhere: lab08-check.
int main(int count, char **words) {
    for (size_t i = 0; count > 0 && i < sizeof(declared) / sizeof(*declared); i++) {
        if (strncmp(words[0], declared[i]->name, strcspn(declared[i]->name, "-")) == 0) {
            lab = *declared[i];
        }
    }
    if (lab.name == NULL) {
        fprintf(stderr, "no lab of this name\n");
        return 2;
    }
    exit(checker_main(count, words)); // without it, nothing is flushed if constructors are exported
}

// ---- No containment, no Ctrl-C, no terminal ----

bool contain_begin(const struct options *options, struct containment *containment) {
    (void)options, (void)containment;
    fprintf(stderr, "a program cannot be contained here\n");
    return false;
}

void box_kill_rest(void) {
}

void waiting_open(void) {
}

bool waiting_tell(void *context, double seconds) {
    return (void)context, (void)seconds, true;
}

void waiting_end(struct waiting *waiting) {
    (void)waiting;
}

void waiting_clear(void) {
}

bool waiting_interrupted(void) {
    return false;
}

void waiting_close(void) {
}

int wrap_width(int descriptor) {
    return (void)descriptor, 0;
}

void wrap_standard_streams(void) {
}

// There are no links, and the files have absolute paths.
char *realpath(const char *path, char *real) {
    return access(path, F_OK) == 0 && strlen(path) < PATH_MAX ? strcpy(real, path) : NULL;
}
