// The lines that decide whether a line of the source runs, and what it uses: printed, each with a text, and with the
// values that its variables had at the error.
#ifndef LABS_DECIDING_LINES_H
#define LABS_DECIDING_LINES_H

#include "check/report/shown_line.h"

// A kind of condition and its text (N_), or NULL: not that one.
struct condition_texts {
    const char *is_true, *is_false, *loop;
};

// The nearest condition and the nearest loop that decide whether and how often the statement at the place runs: of
// those that use its variables of this kind, or those that set them. With values of variables from `values`, also of
// a condition in the place's own line; NULL: none.
void report_conditions(const struct terminal *terminal, const struct finding *values,
                       const struct source_place *place, enum origins_of of,
                       const struct condition_texts *texts, struct shown_lines *shown);

// The conditions of the calls of the function that contains the first place.
void report_call_conditions(const struct terminal *terminal, const struct finding *finding,
                            struct shown_lines *shown);

// The call of the function that contains the first place, if known, and the nearest line that sets an argument of it.
void report_called(const struct terminal *terminal, const struct finding *finding, struct shown_lines *shown);

// The nearest lines, at most `most` and without heads of loops, that set the variables of the first place's index, or
// of a function that is called in it. With the values of `values`, or NULL: of two threads that have different ones.
void report_index(const struct terminal *terminal, const struct finding *finding,
                  const struct finding *values, struct shown_lines *shown, size_t most);

// Where variables that the first place's statement uses may have no value, or another one than it should: the
// conditions under which they are set, and declarations without a value.
void report_operands(const struct terminal *terminal, const struct finding *finding,
                     struct shown_lines *shown);

// Where the array that the first place reads has been chosen, if a function returns it.
void report_returned(const struct terminal *terminal, const struct finding *finding,
                     struct shown_lines *shown);

// The nearest lines, at most `most`, that set the variables of the statement at the place, of this kind: of the
// statement itself, not of the lines that set those. Heads of loops, too. With the values of `values`, or NULL.
void report_setters(const struct terminal *terminal, const struct finding *values,
                    const struct source_place *place, enum origins_of of, struct shown_lines *shown,
                    size_t most);

// Of an error through a pointer that a launch hands over: where host code sets it.
void report_argument(const struct terminal *terminal, const struct finding *finding,
                     struct shown_lines *shown);

// Where the function declares the array that the statement at the place uses.
void report_declaration(const struct terminal *terminal, const struct source_place *place,
                        struct shown_lines *shown);

// Of the condition and the loop that report_conditions() shows for an index: the nearest line that sets a variable of
// their heads which is not in the index, such as the bound.
void report_limit_origin(const struct terminal *terminal, const struct finding *finding,
                         struct shown_lines *shown);

// The nearest line that sets the pointer of which the first place accesses an element.
void report_pointer(const struct terminal *terminal, const struct finding *finding,
                    struct shown_lines *shown);

// The loop that makes the value of the first place, if the place is behind it.
void report_value_loop(const struct terminal *terminal, const struct finding *finding,
                       struct shown_lines *shown);

// Prints the origins that declare a variable of few bits, with the range of its values, and removes them.
void report_small_variables(const struct terminal *terminal, const struct source_place *place,
                            struct origins *origins, struct shown_lines *shown);

// Of a value that is never read: the next line that reads other elements of its array, if that depends on a condition.
void report_reads(const struct terminal *terminal, const struct finding *finding, struct shown_lines *shown);

// Of two barriers at which threads of one block wait: the block around only one of them.
void report_block(const struct terminal *terminal, const struct finding *finding, struct shown_lines *shown);

// Of device memory that is never freed: the last line of its function that uses it, unless a cudaFree there names it.
void report_last_use(const struct terminal *terminal, const struct finding *finding,
                     struct shown_lines *shown);

#endif
