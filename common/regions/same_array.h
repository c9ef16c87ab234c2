// Two pointers to one array, by the calls of a function; and two arrays that change places, one of which is used twice.
#ifndef LABS_SAME_ARRAY_H
#define LABS_SAME_ARRAY_H

#include <stdbool.h>

// An access through one pointer that meets an access through another pointer.
struct same_array {
    char written[32], read[32]; // the pointers
    int call;                   // the line of the call, or launch, that hands the same array to both
    int set;                    // the line before it that sets the pointer that is written through; 0: none
};

// The statements at two lines of one function, or at one line, access the same element; the first writes it, the second
// reads it. Do they use two pointers? `global`: not shared memory. `launch`: the line of the kernel's launch.
bool same_array_find(const char *path, int writes, int reads, bool global, int launch,
                     struct same_array *found);

// The statements at two lines of a loop, or at one line, access the same element; the first writes it, the second reads it.
// Do both use one pointer that the loop sets to another array? Writes its name.
bool same_array_changes(const char *path, int writes, int reads, bool global, char name[32]);

#endif
