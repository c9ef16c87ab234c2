// Which students there are, and which file each of them submitted for which lab.
//
// Each entry of the folder of submissions belongs to one student. What is known of these platforms:
//
//     GitHub Classroom   a folder per repository              lab01-alice/lab01-naive-reduce/starter.cu, in a folder
//                                                             lab01-submissions
//     Moodle             a folder per student                 Alice Ng_4711_assignsubmission_file/starter.cu
//     Moodle, flat       a file per student and lab           Alice Ng_4711_assignsubmission_file_lab01.cu
//     Canvas             a file per student and lab           ngalice_4711_90210_lab01.cu, ngalice_LATE_4711_...
//     otherwise          a folder or a file per student       alice/lab01.cu, alice_lab01.cu, alice.cu
//
// The student is what stands before the platform's words: "Alice Ng_4711", "ngalice_4711", or after the assignment;
// otherwise the name of the folder or file without the lab. The lab is named by the file ("lab01.cu", "my-lab1-v2.cu",
// "uses.cu") or by a folder around it. A file that names none belongs to the only lab, if the class has one lab.
#ifndef LABS_CLASS_LAYOUT_H
#define LABS_CLASS_LAYOUT_H

#include "class.h"

// Fills in the students and what they submitted, from options.submissions. Decides on the labs if options.labs has
// none. Reads files only to compare two that may be for the same lab. Returns 0, or -1 after a message.
int layout_read(struct class *class);

void layout_free(struct class *class);

#endif
