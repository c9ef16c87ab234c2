// What is likely to have caused a compiler's message: a slip in the student's line, or the type of the operator.
#ifndef LABS_CLI_MESSAGE_CAUSES_H
#define LABS_CLI_MESSAGE_CAUSES_H

#include <regex.h>
#include <stdbool.h>
#include <stdio.h>

enum { OPERATOR_NONE = -1 };

struct message_causes {
    regex_t *code, *text; // of each hint
};

// In any case, call message_causes_close() after it. False: memory is short.
bool message_causes_open(struct message_causes *causes);
void message_causes_close(struct message_causes *causes);

// What is likely to be meant in the line of code with an error (N_); NULL: unknown. `message`: the error's text.
const char *message_causes_hint(const struct message_causes *causes, const char *code, const char *message);

// The same for a line of the linker's, which names no line of the student's.
const char *message_causes_linker_hint(const char *line);

// Which operator's runner is it, in Ninja's line "FAILED: ...lab04-starter-max-sim..."? A lab's file is compiled once
// for each operator. OPERATOR_NONE: unknown.
int message_operator(const char *line);

// Does the message speak of the operator's type?
bool message_operator_is_cause(int operator_id, const char *message);

// The same for a note below it.
bool message_operator_is_in_note(int operator_id, const char *note);

// Says that the student's file was compiled for this operator.
void message_operator_show(int operator_id, FILE *out);

#endif
