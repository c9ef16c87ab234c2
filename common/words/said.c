#include "words/said.h"

#include <stdio.h>
#include <string.h>

enum { HEAD_BYTES = 4, NUMBER_BYTES = 1 + sizeof(int64_t) };

// A word with as much of its text as there is room for.
struct piece {
    struct said_word word;
    size_t length; // of its text, or of its part
};

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

enum topic said_topic(const struct said *said) {
    return is_said(said) ? (enum topic)(said->bytes[1] | (unsigned)said->bytes[2] << 8) : TOPIC_NONE;
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

static size_t length_of(const struct piece *piece) {
    switch (piece->word.kind) {
    case WORD_TOPIC:
        return HEAD_BYTES;
    case WORD_NUMBER:
        return NUMBER_BYTES;
    case WORD_NAME:
    case WORD_TEXT:
        return 1 + piece->length + 1;
    case WORD_PART:
    case WORD_END:
        break;
    }
    return piece->length;
}

// Cuts the longest text until all pieces have room. A character of UTF-8 may lose its end: whoever prints it shows that
// as any other byte that is none.
static void fit(struct piece *pieces, const size_t count) {
    for (;;) {
        size_t all = 1, longest = count, last = count;
        for (size_t i = 0; i < count; i++) {
            all += length_of(&pieces[i]);
            const bool text = pieces[i].word.kind == WORD_NAME || pieces[i].word.kind == WORD_TEXT;
            if (text && (longest == count || pieces[i].length > pieces[longest].length)) {
                longest = i;
            }
            last = pieces[i].word.kind == WORD_PART ? i : last;
        }
        if (all <= SAID_BYTES) {
            return;
        }
        if (longest == count || pieces[longest].length == 0) { // only parts: the last one is left out
            pieces[last].word = TOPIC(NONE);
        } else {
            const size_t over = all - SAID_BYTES, length = pieces[longest].length;
            pieces[longest].length = length > over ? length - over : 0;
        }
    }
}

void say_of(struct said *to, const struct said *first, const struct said_word *words) {
    struct piece pieces[1 + SAID_ARGUMENTS] = {{.word = words[0]}};
    size_t count = 1;
    if (first != NULL) {
        pieces[count++].word = PART(*first);
    }
    for (const struct said_word *word = words + 1; word->kind != WORD_END && count <= SAID_ARGUMENTS;
         word++) {
        pieces[count++].word = *word;
    }
    for (size_t i = 0; i < count; i++) {
        const struct said_word *word = &pieces[i].word;
        pieces[i].length = word->kind == WORD_NAME || word->kind == WORD_TEXT ? strlen(word->text)
                           : word->kind == WORD_PART                          ? part_length(word->part)
                                                                              : 0;
        if (word->kind == WORD_PART && pieces[i].length == 0) {
            pieces[i].word = TOPIC(NONE);
        }
    }
    fit(pieces, count);
    struct said made = {.bytes = {0}}; // `to` may be a part of it
    uint8_t *at = made.bytes;
    for (size_t i = 0; i < count; i++) {
        const struct said_word *word = &pieces[i].word;
        switch (word->kind) {
        case WORD_TOPIC:
            at += begin_topic(at, (enum topic)word->number, i == 0 ? count - 1 : 0);
            break;
        case WORD_NUMBER: {
            const int64_t number = word->number;
            *at++ = WORD_NUMBER;
            memcpy(at, &number, sizeof(number));
            at += sizeof(number);
            break;
        }
        case WORD_NAME:
        case WORD_TEXT:
            *at++ = (uint8_t)word->kind;
            memcpy(at, word->text, pieces[i].length);
            at[pieces[i].length] = '\0';
            at += pieces[i].length + 1;
            break;
        case WORD_PART:
        case WORD_END:
            memcpy(at, word->part, pieces[i].length);
            at += pieces[i].length;
            break;
        }
    }
    *to = made;
}

void say(struct said *to, const struct said_word *words) {
    say_of(to, NULL, words);
}

// Says the topic and the arguments of `said` and `more`, as far as there is room.
static void join(struct said *to, const struct said *topic, const struct said *first,
                 const struct said *more) {
    struct said made = {.bytes = {0}};
    const struct said *halves[] = {first, more};
    size_t used = HEAD_BYTES, count = 0;
    for (int i = 0; i < 2; i++) {
        const size_t length = part_length(halves[i]->bytes),
                     own = length < HEAD_BYTES ? 0 : length - HEAD_BYTES;
        if (used + own < SAID_BYTES) {
            memcpy(made.bytes + used, halves[i]->bytes + HEAD_BYTES, own);
            count += length > 0 ? halves[i]->bytes[3] : 0;
            used += own;
        }
    }
    begin_topic(made.bytes, said_topic(topic), count);
    *to = made;
}

void say_more(struct said *to, const struct said *said, const struct said *more) {
    join(to, more, said, more);
}

void say_after(struct said *to, const struct said *said, const struct said *tail) {
    struct said first;
    say_of(&first, said, WORDS(TOPIC(NONE)));
    join(to, tail, &first, tail);
}

void said_vprint(struct said *to, const char *format, va_list values) {
    char text[SAID_BYTES];
    vsnprintf(text, sizeof(text), format, values);
    if (text[0] == '\0') {
        *to = (struct said){.bytes = {0}};
    } else {
        say(to, WORDS(TOPIC(AS_IT_IS), TEXT(text)));
    }
}

void said_print(struct said *to, const char *format, ...) {
    va_list values;
    va_start(values, format);
    said_vprint(to, format, values);
    va_end(values);
}

void said_old_who(const struct said *who, char *text, size_t size) {
    const uint8_t *arguments[SAID_ARGUMENTS];
    enum topic topic;
    size_t count;
    said_read(who->bytes, who->bytes + SAID_BYTES, 2, &topic, arguments, &count);
    snprintf(text, size, "thread %s of block %s", (const char *)arguments[0] + 1,
             (const char *)arguments[1] + 1);
}
