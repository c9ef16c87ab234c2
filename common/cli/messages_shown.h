// The messages of one log that were shown already: what repeats one of them, follows from it, or is one too many, is
// not shown.
#ifndef LABS_CLI_MESSAGES_SHOWN_H
#define LABS_CLI_MESSAGES_SHOWN_H

#include <regex.h>
#include <stdbool.h>
#include <stdio.h>

#include "message.h"
#include "message_causes.h"

struct messages_shown {
    FILE *out;
    const regex_t *internal_names; // in a message that names what the student has not written
    bool has_errors;               // the log does: what is unused may be so in consequence
    bool briefly;                  // only the first error's first line
    bool labs_code;                // a lab's, of which no header is translated
    struct message_causes causes;
    char **keys; // of messages
    int key_count;
    int errors, errors_shown;
    char *function;        // of the last message shown
    char *internal;        // the first error with internal names; NULL: none
    bool rest_follows;     // something is missing, and said already: the other errors are consequences
    int operator_id;       // of what failed last (message_operator); OPERATOR_NONE: none
    int error_operator_id; // of the first error that a type has caused
};

// In any case, call messages_shown_close() after it. False: memory is short.
bool messages_shown_open(struct messages_shown *shown, FILE *out, const regex_t *internal_names,
                         bool has_errors);
void messages_shown_close(struct messages_shown *shown);

// Shows a message that has been read, with a hint, if it is to be shown. Afterwards none is being read.
void messages_shown_add(struct messages_shown *shown, struct message *message);

// At the end: shows the first error with internal names, if there is no other one.
void messages_shown_end(struct messages_shown *shown);

#endif
