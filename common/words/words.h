// Makes sentences of what is said (said.h): the one place where English is made, and every other language.
#ifndef LABS_WORDS_H
#define LABS_WORDS_H

#include <stdio.h>

#include "words/said.h"

enum { WORDS_SIZE = 1200 };

// Puts the sentence into text[WORDS_SIZE]: in the student's language, or in English where that has no translation. ""
// if nothing is said. Returns `text`.
const char *words(const struct said *said, char text[WORDS_SIZE]);

// The same in English, for what programs read.
const char *words_english(const struct said *said, char text[WORDS_SIZE]);

// The same for a sentence that lacks its first argument, with which it would begin: "is the input itself".
const char *words_english_tail(const struct said *tail, char text[WORDS_SIZE]);

// Is it empty, or a sentence with the arguments that its topic needs? What comes from the student's process may be
// anything.
bool words_are_whole(const struct said *said);

// A topic's name as in the report in JSON: "nothing_written".
enum { TOPIC_NAME_SIZE = 64 };
const char *words_topic_name(enum topic topic, char text[TOPIC_NAME_SIZE]);

// Writes two members of an object in JSON: "topic": "thread", "args": ["3", "(0,1,0)"]. An argument is a number, a
// string, or an object with these two for a sentence within the sentence. If nothing is said, the topic is "none".
void words_json(FILE *out, const struct said *said);

#endif
