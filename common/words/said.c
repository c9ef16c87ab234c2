#include "words/said.h"

#include <stdio.h>
#include <string.h>

enum { HEAD_BYTES = 4, NUMBER_BYTES = 1 + sizeof(int64_t) };

static size_t begin_topic(uint8_t *bytes, enum topic topic, size_t count) {
    bytes[0] = WORD_TOPIC;
    bytes[1] = (uint8_t)(topic & 0xff);
    bytes[2] = (uint8_t)(topic >> 8);
    bytes[3] = (uint8_t)count;
    return HEAD_BYTES;
}

// Skips one argument. NULL if it is malformed.
static const uint8_t *skip(const uint8_t *at, const uint8_t *end, int depth) {
    enum topic topic;
    const uint8_t *arguments[SAID_ARGUMENTS];
    size_t count;
    if (at == end) {
        return NULL;
    }
    switch (*at) {
    case WORD_NUMBER:
        return end - at < (ptrdiff_t)NUMBER_BYTES ? NULL : at + NUMBER_BYTES;
    case WORD_NAME:
    case WORD_TEXT:
        at = memchr(at, '\0', (size_t)(end - at));
        return at == NULL ? NULL : at + 1;
    default:
        return said_read(at, end, depth - 1, &topic, arguments, &count);
    }
}

const uint8_t *said_read(const uint8_t *at, const uint8_t *end, int depth, enum topic *topic,
                         const uint8_t *arguments[SAID_ARGUMENTS], size_t *count) {
    if (end - at < HEAD_BYTES || *at != WORD_TOPIC || depth == 0) {
        return NULL;
    }
    const unsigned number = at[1] | (unsigned)at[2] << 8;
    *count = at[3];
    if (number >= TOPIC_COUNT || *count > SAID_ARGUMENTS) {
        return NULL;
    }
    *topic = (enum topic)number;
    at += HEAD_BYTES;
    for (size_t i = 0; i < *count && at != NULL; i++) {
        arguments[i] = at;
        at = skip(at, end, depth);
    }
    return at;
}

long long said_number(const uint8_t *at) {
    int64_t number;
    memcpy(&number, at + 1, sizeof(number));
    return number;
}

static enum topic topic_at(const uint8_t *at) {
    return (enum topic)(at[1] | (unsigned)at[2] << 8);
}

enum topic said_topic(const struct said *said) {
    return is_said(said) ? topic_at(said->bytes) : TOPIC_NONE;
}

// The bytes of a number, of a text, or of what a topic has before its arguments.
static size_t word_length(const uint8_t *at) {
    return *at == WORD_TOPIC ? HEAD_BYTES : *at == WORD_NUMBER ? NUMBER_BYTES : strlen((const char *)at) + 1;
}

// The bytes of a whole sentence, which is well formed.
static size_t part_length(const uint8_t *bytes) {
    enum topic topic;
    const uint8_t *arguments[SAID_ARGUMENTS];
    size_t count;
    const uint8_t *end =
        *bytes == WORD_END ? bytes
                           : said_read(bytes, bytes + SAID_BYTES, SAID_DEPTH + 1, &topic, arguments, &count);
    return end == NULL ? 0 : (size_t)(end - bytes);
}

bool said_is_formed(const struct said *said) {
    return !is_said(said) || part_length(said->bytes) > 0;
}

bool said_has(const struct said *said, const enum topic *topics) {
    const uint8_t *end = said->bytes + part_length(said->bytes);
    for (const uint8_t *at = said->bytes; at < end; at += word_length(at)) {
        for (const enum topic *one = topics; *at == WORD_TOPIC && *one != TOPIC_NONE; one++) {
            if (topic_at(at) == *one) {
                return true;
            }
        }
    }
    return false;
}

// A sentence that may be too long for struct said.
struct made {
    uint8_t bytes[2 * SAID_BYTES + HEAD_BYTES];
    size_t length;
};

// The beginning of its longest text; NULL if all are empty.
static uint8_t *longest_text(struct made *made) {
    uint8_t *longest = NULL, *end = made->bytes + made->length;
    size_t most = 0;
    for (uint8_t *at = made->bytes; at < end;) {
        const size_t length = word_length(at);
        if (*at != WORD_TOPIC && *at != WORD_NUMBER && length > 2 && length > most) {
            most = length;
            longest = at + 1;
        }
        at += length;
    }
    return longest;
}

// Adds some bytes, at most SAID_BYTES, and shortens the longest text until all have room. A character of UTF-8 may lose
// its end: it is printed like any other malformed byte. Returns false if there is no text to shorten.
static bool add_bytes(struct made *made, const uint8_t *bytes, size_t length) {
    memcpy(made->bytes + made->length, bytes, length);
    made->length += length;
    while (made->length >= SAID_BYTES) { // a zero follows
        uint8_t *text = longest_text(made);
        if (text == NULL) {
            made->length -= length;
            return false;
        }
        uint8_t *end = text + strlen((const char *)text);
        memmove(end - 1, end, (size_t)(made->bytes + made->length - end));
        made->length--;
    }
    return true;
}

static void add_word(struct made *made, const struct said_word *word) {
    uint8_t bytes[SAID_BYTES];
    size_t length = 0;
    switch (word->kind) {
    case WORD_TOPIC:
        length = begin_topic(bytes, (enum topic)word->number, 0);
        break;
    case WORD_NUMBER: {
        const int64_t number = word->number;
        bytes[0] = WORD_NUMBER;
        memcpy(bytes + 1, &number, sizeof(number));
        length = NUMBER_BYTES;
        break;
    }
    case WORD_NAME:
    case WORD_TEXT:
        bytes[0] = (uint8_t)word->kind;
        length = 1 + (size_t)snprintf((char *)bytes + 1, sizeof(bytes) - 1, "%s", word->text) + 1;
        length = length < sizeof(bytes) ? length : sizeof(bytes);
        break;
    case WORD_END:
    case WORD_PART:
        length = part_length(word->part);
        if (length == 0) {
            length = begin_topic(bytes, TOPIC_NONE, 0);
        } else {
            memcpy(bytes, word->part, length);
        }
        break;
    }
    add_bytes(made, bytes, length);
}

static void finish(struct said *to, const struct made *made) {
    *to = (struct said){.bytes = {0}};
    memcpy(to->bytes, made->bytes, made->length);
}

void say_of(struct said *to, const struct said *first, const struct said_word *words) {
    struct made made = {.length = 0};
    size_t count = 0;
    add_word(&made, words);
    if (first != NULL) {
        add_word(&made, &PART(*first));
        count++;
    }
    for (words++; words->kind != WORD_END; words++, count++) {
        add_word(&made, words);
    }
    made.bytes[HEAD_BYTES - 1] = (uint8_t)count;
    finish(to, &made);
}

void say(struct said *to, const struct said_word *words) {
    say_of(to, NULL, words);
}

// Adds the arguments of `said`, and returns their number.
static size_t add_arguments(struct made *made, const struct said *said) {
    const size_t length = part_length(said->bytes);
    if (length == 0) {
        return 0;
    }
    return add_bytes(made, said->bytes + HEAD_BYTES, length - HEAD_BYTES) ? said->bytes[HEAD_BYTES - 1] : 0;
}

void say_more(struct said *to, const struct said *said, const struct said *more) {
    struct made made = {.length = 0};
    add_word(&made, &A_TOPIC(said_topic(more)));
    size_t count = add_arguments(&made, said);
    count += add_arguments(&made, more);
    made.bytes[HEAD_BYTES - 1] = (uint8_t)count;
    finish(to, &made);
}

void say_after(struct said *to, const struct said *said, const struct said *tail) {
    struct said first;
    say_of(&first, said, WORDS(TOPIC(NONE)));
    say_more(to, &first, tail);
}
