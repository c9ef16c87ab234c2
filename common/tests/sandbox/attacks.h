// What the tests course.sandbox.* try, inside and outside of the box.
#ifndef LABS_TESTS_ATTACKS_H
#define LABS_TESTS_ATTACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Where an attack takes place. `folder` contains, all writable for the user:
//   course/lab.h        readable in the box
//   course/solution     a program, not readable there
//   other/starter.cu    another student's file
//   home/               empty
//   report.json
struct scene {
    const char *folder;
    pid_t victim;      // another process of the same user
    uintptr_t address; // of a byte in its memory
    int port;          // of 127.0.0.1, which accepts connections
};

enum { LEAKED = 9 }; // an open descriptor of other/starter.cu

struct attack {
    const char *name;
    bool (*got_through)(const struct scene *scene); // within the attacking process
    const char *options[4];                         // of labs_box, besides the usual ones; up to NULL
    bool later;    // it has got through only if report.json changes afterwards
    bool harmless; // it must get through in the box, too
    bool as_root;  // an ordinary user cannot do it anyway
};

extern const struct attack attacks[];
extern const size_t attack_count;

// Joins the folder's path and a name, in one of a few static places.
const char *scene_path(const struct scene *scene, const char *name);

#endif
