// For the tests of options and cases: a lab of two parts, and options that are read from words.
#ifndef LABS_OPTIONS_CHECK_H
#define LABS_OPTIONS_CHECK_H

#include <stddef.h>

#include "check/plan/options.h"

static struct lab_part parts[] = {
    {.name = "tree", .elements_per_block = 512},
    {.name = "modulo", .elements_per_block = 256},
};
static const struct lab two_parts = {.name = "lab42-answer", .parts = parts, .part_count = 2};

static struct options options;
static char error[400];

#define READ(...) read_words((char *[]){"check", __VA_ARGS__, NULL})

static int read_words(char **words) {
    int count = 0;
    while (words[count] != NULL) {
        count++;
    }
    return options_read(count, words, &two_parts, &options, error, sizeof(error));
}

#endif
