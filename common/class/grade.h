// Grades one file: builds it with every operator and runs the lab's checker, each as a contained program.
#ifndef LABS_CLASS_GRADE_H
#define LABS_CLASS_GRADE_H

#include "box/box.h"
#include "commands.h"

// How the checker contains the submissions' programs.
enum box_kind program_kind(const struct class *class);

// Grades the file of that hash in the empty folder `place`, and writes its result. Returns 0, or -1 if the machine
// failed; `why` then says how, and there is no result.
int grade(const struct class *class, int lab, const struct lab_commands *commands, const char *hash,
          const char *place, char why[WHY_SIZE]);

// Copies a file to PLACE/labNN-name/starter.cu, and builds all its runners in PLACE, contained. PLACE/log is what the
// compiler says. Returns 0; 1 if the file does not compile; -1 if the machine failed, as `why` says.
int grade_compile(const struct class *class, int lab, const struct lab_commands *commands, const char *file,
                  const char *place, char why[WHY_SIZE]);

// Shows what the log of a failed build says about the student's file: which of the lab's functions it lacks, otherwise
// the compiler's messages.
void grade_put_messages(const struct class *class, int lab, const char *log, FILE *out);

// The report on a file that does not compile: the lab's parts, without points. NULL after a message.
json_t *grade_plain_report(const struct class *class, int lab, const char *place);

#endif
