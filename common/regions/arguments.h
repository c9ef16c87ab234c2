// What a call hands over to a function; and two arrays that change places, one of which is used twice.
#ifndef LABS_ARGUMENTS_H
#define LABS_ARGUMENTS_H

#include <stdbool.h>

// An access through one pointer that meets an access through another pointer.
struct same_array {
    char written[32], read[32]; // the pointers
    int call;                   // the line of the call, or launch, that hands the same array to both
    int set; // the line before it that sets the pointer that is written through, or that makes
             // two elements of its array of pointers one; 0: none
};

// The statements at two lines of one function, or at one line, access the same element; the first writes it, the second
// reads it. Do they use two pointers? `global`: not shared memory. `launch`: the line of the kernel's launch.
bool arguments_same_array(const char *path, int writes, int reads, bool global, int launch,
                          struct same_array *found);

// The statements at two lines of a loop, or at one line, access the same element; the first writes it, the second reads
// it. Do both use one pointer that the loop sets to another array? Writes its name.
bool arguments_change_places(const char *path, int writes, int reads, bool global, char name[32]);

// The same two statements. Do they use two pointers that point to one array at that time? They do if the loop sets only
// one of them, or each to the other without a third variable. Writes found->written and found->read. NOT_ONE: no, also
// where the loop exchanges them properly.
enum becomes_one { NOT_ONE, ONE_BY_THE_READ, ONE_BY_THE_WRITTEN, ONE_BY_BOTH };
enum becomes_one arguments_become_one(const char *path, int writes, int reads, bool global,
                                      struct same_array *found);

// Where the argument is set that a launch at the line `launch` hands over for the array that the statement at the line
// uses: the last line before the launch, and the name of the argument, or of the variable whose address it is. 0:
// unknown, also if the statement uses several arrays of the kernel. `writes`: only the one that it writes to.
int arguments_set(const char *path, int line, bool writes, int launch, char name[32]);

#endif
