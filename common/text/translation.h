// The language of what the student reads: hints, verdicts, progress. English where a translation is missing. What
// programs read stays English: reports in JSON, rows of tables, the protocol with the runner.
#ifndef LABS_TRANSLATION_H
#define LABS_TRANSLATION_H

#include <stddef.h>

#include "text/catalogue.h"

// Chooses the language: LABS_LANG, which `./lab --lang` sets, or else that of LANGUAGE, LC_ALL, LC_MESSAGES and LANG as
// gettext understands them, in UTF-8. Call it once, in the course's folder, before the first message. Programs that
// this one starts then choose the same, in any folder. -1, with the languages in `known`, if LABS_LANG names another
// one; an unknown language of the environment means English.
int translation_open(char *known, size_t size);

// Frees what translation_open read. Messages are English again.
void translation_close(void);

// The message in that language. The answer stays valid until translation_close.
const char *translate(const char *message) __attribute__((format_arg(1)));

// Adds the catalogue of a lesson, such as "lab01-naive-reduce", and finds a text of `length` bytes in it, such as the
// reason for a limit. NULL if it is not translated there.
void translation_add(const char *name);
const char *translation_find(const char *text, size_t length);

// Reads another catalogue of that language, which the caller frees. It is empty for English.
void translation_catalogue(const char *name, struct catalogue *catalogue);

// For xgettext, too: a message that is translated here, and one that is translated where it is printed. Whole
// sentences, since the order of words differs: a translation may number its arguments, as in "%2$s".
#define _(message)  translate(message)
#define N_(message) message

#endif
