// The examples of the documents and of the lessons on scans. Each fits into one section. A lab's check.c lists them:
//
//     static const struct lab_example examples[] = {NOTES_INCLUSIVE_EXAMPLE, SLIDES_INCLUSIVE_EXAMPLE};
#ifndef LABS_SCAN_EXAMPLES_H
#define LABS_SCAN_EXAMPLES_H

#include "check/check.h"

static const int sausage[] = {3, 5, 2, 7, 28, 4, 3, 0, 8, 1}, cuts[] = {3, 8, 10, 17, 45, 49, 52, 52, 60, 61};
static const int notes[] = {3, 1, 7, 0, 4, 1, 6, 3}, notes_before[] = {0, 3, 4, 11, 11, 15, 16, 22},
                 notes_up_to[] = {3, 4, 11, 11, 15, 16, 22, 25};
static const int slides[] = {5, 2, 1, 3, 6, 7, 0, 4}, slides_before[] = {0, 5, 7, 8, 11, 17, 24, 24},
                 slides_up_to[] = {5, 7, 8, 11, 17, 24, 24, 28};

#define SAUSAGE_EXAMPLE                                                                                      \
    { .name = "sausage", .n = COUNT(sausage), .in = sausage, .out = cuts }
#define NOTES_INCLUSIVE_EXAMPLE                                                                              \
    { .name = "notes", .n = COUNT(notes), .in = notes, .out = notes_up_to }
#define NOTES_EXCLUSIVE_EXAMPLE                                                                              \
    { .name = "notes", .n = COUNT(notes), .in = notes, .out = notes_before }
#define SLIDES_INCLUSIVE_EXAMPLE                                                                             \
    { .name = "slides", .n = COUNT(slides), .in = slides, .out = slides_up_to }
#define SLIDES_EXCLUSIVE_EXAMPLE                                                                             \
    { .name = "slides", .n = COUNT(slides), .in = slides, .out = slides_before }

#endif
