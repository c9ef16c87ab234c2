// Command-line options as a table, read in the same way by the checkers and by labs-cli. labs-cli passes the
// checkers' options on, so it knows their table too.
#ifndef LABS_OPTION_LIST_H
#define LABS_OPTION_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum option_kind { FLAG, TEXT, NUMBER, SECONDS };

struct option {
    const char *name; // "--seed"
    enum option_kind kind;
    const char *value; // the value's name in the help, "S"; NULL for a flag
    const char *help;
    bool changes_output_only; // at least the same cases run with it, each with the same verdict
};

// The options of every checker. Those after --help are for ./lab and scripts, not for students.
extern const struct option checker_options[];
extern const size_t checker_option_count;

// The options of common/run, and so of ./lab run.
extern const struct option run_options[];
extern const size_t run_option_count;

// Prints the help: one line for each option.
void option_list_print(const struct option *options, size_t count);

// The option that a word names, "--n" or "--n=257"; NULL if it is not in the table.
const struct option *option_find(const struct option *options, size_t count, const char *word);

// Says "unknown option --sead; did you mean --seed?" in `error`, of `size` bytes. Returns -1.
int option_unknown(const struct option *options, size_t count, const char *word, char *error, size_t size);

// Reads the value of the option at words[*at] of words[word_count]: after the "=", or the next word, to which
// *at then moves; a word that begins with -- is another option. A flag's value is NULL. Returns 0, or -1 with a
// sentence in `error`, of `size` bytes.
int option_value(const struct option *option, char **words, int word_count, int *at, const char **value,
                 char *error, size_t size);

// Where an option's value goes in the reader's struct: a bool of a FLAG, a const char * of a TEXT, a double of SECONDS,
// and of a NUMBER an int or a uint64_t.
struct option_field {
    const char *name;
    size_t at, size;
    uint64_t most; // of a NUMBER
    size_t given;  // of a bool that becomes true, too; 0: none
};

#define OPTION_FIELD(option, type, field)                                                                    \
    .name = option, .at = offsetof(type, field), .size = sizeof(((type *)0)->field)

// Sets the field of the option, which must have one, in `options`. Returns 0, or -1 with a sentence in `error`, of
// `size` bytes.
int option_set(const struct option_field *fields, size_t count, const struct option *option,
               const char *value, void *options, char *error, size_t size);

// Reads a whole number from 0 to `most`, of decimal digits alone: "257". false for anything else.
bool option_number(const char *text, uint64_t most, uint64_t *number);

#endif
