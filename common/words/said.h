// A sentence before it is put into words: its topic and its arguments. The simulated GPU, the runner and the judge
// say facts in this form; words.h makes sentences of them, in the student's language, where they are shown.
//
//     say(&made->message, WORDS(TOPIC(NOTHING_WRITTEN), PART(thread), TOPIC(READS), NAME("s_data[3]")));
#ifndef LABS_SAID_H
#define LABS_SAID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "words/topics.h"

enum { SAID_BYTES = 480 };

// All zero: nothing is said. Otherwise a topic with its arguments, one after another; an argument is a number, a name,
// or again a topic with its arguments. Each begins with its kind.
struct said {
    uint8_t bytes[SAID_BYTES];
};

enum word_kind {
    WORD_END,
    WORD_TOPIC = 't',  // enum topic, in two bytes; the number of its arguments, in one; and these
    WORD_NUMBER = 'n', // in eight bytes
    WORD_NAME = 's',   // letters that no language changes: "s_data[3]"; a zero follows
    WORD_TEXT = 'x',   // a text that a lab's catalogue translates; a zero follows
    WORD_PART = 'p'    // only in what say() is given: another struct said
};

struct said_word {
    enum word_kind kind;
    long long number;
    const char *text;
    const uint8_t *part;
};

#define A_TOPIC(topic) ((struct said_word){.kind = WORD_TOPIC, .number = (topic)})
#define TOPIC(name)    A_TOPIC(TOPIC_##name)
#define NUMBER(value)  ((struct said_word){.kind = WORD_NUMBER, .number = (long long)(value)})
#define NAME(value)    ((struct said_word){.kind = WORD_NAME, .text = (value)})
#define TEXT(value)    ((struct said_word){.kind = WORD_TEXT, .text = (value)})
#define PART(said)     ((struct said_word){.kind = WORD_PART, .part = (said).bytes})
#define WORDS(...)     ((const struct said_word[]){__VA_ARGS__, {.kind = WORD_END}})

// Says the words, up to WORD_END: a topic, and at most SAID_ARGUMENTS arguments. A topic among these has none itself.
// If not all has room, the longest names are cut.
void say(struct said *to, const struct said_word *words);

// The same, with `first` as the first argument.
void say_of(struct said *to, const struct said *first, const struct said_word *words);

// Joins two halves of a sentence: the topic of `more`, with the arguments of `said` and then those of `more`.
void say_more(struct said *to, const struct said *said, const struct said *more);

// Says `tail`, whose first argument is left out, with `said` as that.
void say_after(struct said *to, const struct said *said, const struct said *tail);

// Is something said?
static inline bool is_said(const struct said *said) {
    return said->bytes[0] != WORD_END;
}

// The topic; TOPIC_NONE if nothing is said.
enum topic said_topic(const struct said *said);

// Is one of these topics that of the sentence, or of a part of it?
//
//     said_has(&made->message, TOPICS(TOPIC_READS, TOPIC_WRITES)) // of the example above: true
#define TOPICS(...) ((const enum topic[]){__VA_ARGS__, TOPIC_NONE})
bool said_has(const struct said *said, const enum topic *topics);

// Is it empty, or a sentence that can be read? What comes from the student's process may be anything.
bool said_is_formed(const struct said *said);

// Reads what a topic at `at` says, before `end`: the arguments' beginnings, and their number. Returns the end of the
// last one; NULL if it is malformed: also if one has more than SAID_ARGUMENTS, or more than `depth` topics are within
// each other.
enum { SAID_ARGUMENTS = 9, SAID_DEPTH = 8 };
const uint8_t *said_read(const uint8_t *at, const uint8_t *end, int depth, enum topic *topic,
                         const uint8_t *arguments[SAID_ARGUMENTS], size_t *count);

// The argument at `at`, of kind WORD_NUMBER.
long long said_number(const uint8_t *at);

#endif
