#include "words/words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/json_text.h"
#include "text/terminal.h"
#include "text/translation.h"

struct form {
    const char *name, *many, *one; // `one`: NULL if it is the same
};

static const struct form forms[] = {
    {"NONE", "", NULL},
#define X(name, many)      {#name, many, NULL},
#define N(name, many, one) {#name, many, one},
#include "words/topic_list.h"
#undef X
#undef N
};

// ---- Is it whole? ----

static bool fits_form(const struct said *said, const uint8_t *at, int depth) {
    enum topic topic;
    const uint8_t *arguments[SAID_ARGUMENTS];
    size_t count, next = 0;
    if (said_read(at, said->bytes + SAID_BYTES, depth, &topic, arguments, &count) == NULL) {
        return false;
    }
    for (const char *form = forms[topic].many; (form = strchr(form, '%')) != NULL; form += 2, next++) {
        if (next == count || (form[1] != 's') != (*arguments[next] == WORD_NUMBER) ||
            (*arguments[next] == WORD_TOPIC && !fits_form(said, arguments[next], depth - 1))) {
            return false;
        }
    }
    return next == count;
}

bool words_are_whole(const struct said *said) {
    return !is_said(said) || fits_form(said, said->bytes, SAID_DEPTH);
}

// ---- Making the sentence ----

// In Chinese text there is a space between an ideograph and a word in Latin letters. U+4000 to U+9FFF begin with these
// bytes in UTF-8, and all have three.
static bool is_ideograph(const char *text) {
    return (unsigned char)*text >= 0xe4 && (unsigned char)*text <= 0xe9;
}

static bool touch(const char *text, size_t used, const char *next) {
    enum { IDEOGRAPH_BYTES = 3 };
    return used > 0 && ((used >= IDEOGRAPH_BYTES && is_ideograph(text + used - IDEOGRAPH_BYTES) &&
                         (isalnum((unsigned char)*next) || *next == '_' || *next == '-')) ||
                        (is_ideograph(next) &&
                         (isalnum((unsigned char)text[used - 1]) || strchr("_])", text[used - 1]) != NULL)));
}

// The bytes of a full stop that would follow a question mark.
static size_t behind_question(const char *text, size_t used, const char *form) {
    static const char wide_stop[] = "\xe3\x80\x82", wide_question[] = "\xef\xbc\x9f";
    enum { WIDE = 3 };
    if (used > 0 && text[used - 1] == '?' && *form == '.') {
        return 1;
    }
    return used >= WIDE && strncmp(text + used - WIDE, wide_question, WIDE) == 0 &&
                   strncmp(form, wide_stop, WIDE) == 0
               ? WIDE
               : 0;
}

// Writes what fits into `size` bytes with a zero, and returns its length.
static size_t write_text(char *text, size_t size, const char *added, size_t length) {
    const size_t room = size - 1, put = length < room ? length : room;
    memcpy(text, added, put);
    text[put] = '\0';
    return put;
}

static size_t write_topic(const uint8_t *at, bool english, char *text, size_t size);

// `commas`: of a number, which is then not negative.
static size_t write_argument(const uint8_t *at, bool commas, bool english, char *text, size_t size) {
    char number[27];
    const char *letters = (const char *)at + 1, *known;
    switch (*at) {
    case WORD_NUMBER:
        if (commas && said_number(at) >= 0) {
            format_count((uint64_t)said_number(at), number);
        } else {
            snprintf(number, sizeof(number), "%lld", said_number(at));
        }
        return write_text(text, size, number, strlen(number));
    case WORD_TOPIC:
        return write_topic(at, english, text, size);
    case WORD_TEXT:
        known = english ? NULL : translation_find(letters, strlen(letters));
        letters = english ? letters : known != NULL ? known : translate(letters);
        break;
    default:
        break;
    }
    return write_text(text, size, letters, strlen(letters));
}

// The English form for these arguments, of which the first number decides.
static const char *form_for(const struct form *form, const uint8_t *const *arguments, size_t count) {
    size_t i = 0;
    while (i < count && *arguments[i] != WORD_NUMBER) {
        i++;
    }
    return form->one != NULL && i < count && said_number(arguments[i]) == 1 ? form->one : form->many;
}

// Has the form no words of its own?
static bool is_bare(const char *form) {
    return form[strspn(form, "%s ")] == '\0';
}

static size_t write_topic(const uint8_t *at, bool english, char *text, size_t size) {
    enum topic topic = TOPIC_NONE;
    const uint8_t *arguments[SAID_ARGUMENTS];
    size_t count = 0, used = 0, next = 0;
    said_read(at, at + SAID_BYTES, SAID_DEPTH, &topic, arguments, &count);
    const char *own = form_for(&forms[topic], arguments, count),
               *form = english || *own == '\0' ? own : translate(own);
    english |= form == own && !is_bare(own); // a sentence is not half in one language
    text[0] = '\0';
    while (*form != '\0' && used + 1 < size) {
        form += behind_question(text, used, form);
        if (*form != '%' && *form != '\0') {
            text[used++] = *form++;
            text[used] = '\0';
            continue;
        }
        if (*form == '\0') {
            break;
        }
        const size_t digits = strspn(form + 1, "0123456789");
        size_t which = next;
        if (digits > 0 && form[1 + digits] == '$') {
            which = (size_t)atoi(form + 1) - 1;
            form += digits + 1;
        } else {
            next++;
        }
        const bool commas = form[1] == '\'';
        form += commas ? 3 : 2; // as the English form's, which translate() has compared
        size_t added = write_argument(arguments[which], commas, english, text + used, size - used);
        if (!english && touch(text, used, text + used) && used + added + 1 < size) {
            memmove(text + used + 1, text + used, added + 1);
            text[used++] = ' ';
        }
        used += added;
        if (!english && touch(text, used, form) && used + 1 < size) {
            text[used++] = ' ';
            text[used] = '\0';
        }
    }
    return used;
}

static const char *make(const struct said *said, bool english, char text[WORDS_SIZE]) {
    text[0] = '\0';
    if (is_said(said) && words_are_whole(said)) {
        write_topic(said->bytes, english, text, WORDS_SIZE);
    }
    return text;
}

const char *words(const struct said *said, char text[WORDS_SIZE]) {
    return make(said, false, text);
}

const char *words_english(const struct said *said, char text[WORDS_SIZE]) {
    return make(said, true, text);
}

const char *words_english_tail(const struct said *tail, char text[WORDS_SIZE]) {
    struct said nothing, whole;
    say(&nothing, WORDS(TOPIC(NONE)));
    say_after(&whole, &nothing, tail);
    make(&whole, true, text);
    return text + (text[0] == ' ');
}

const char *words_topic_name(enum topic topic, char text[TOPIC_NAME_SIZE]) {
    size_t i = 0;
    for (; forms[topic].name[i] != '\0' && i + 1 < TOPIC_NAME_SIZE; i++) {
        text[i] = (char)tolower((unsigned char)forms[topic].name[i]);
    }
    text[i] = '\0';
    return text;
}

// ---- As values ----

static void put_members(FILE *out, const uint8_t *at, const uint8_t *end) {
    enum topic topic = TOPIC_NONE;
    const uint8_t *arguments[SAID_ARGUMENTS];
    char name[TOPIC_NAME_SIZE];
    size_t count = 0;
    said_read(at, end, SAID_DEPTH, &topic, arguments, &count);
    fprintf(out, "\"topic\": \"%s\", \"args\": [", words_topic_name(topic, name));
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? ", " : "", out);
        if (*arguments[i] == WORD_NUMBER) {
            fprintf(out, "%lld", said_number(arguments[i]));
        } else if (*arguments[i] == WORD_TOPIC) {
            fputc('{', out);
            put_members(out, arguments[i], end);
            fputc('}', out);
        } else {
            const char *text = (const char *)arguments[i] + 1;
            json_text(out, text, strlen(text));
        }
    }
    fputc(']', out);
}

void words_json(FILE *out, const struct said *said) {
    static const struct said nothing;
    const struct said *whole = words_are_whole(said) ? said : &nothing;
    put_members(out, whole->bytes, whole->bytes + SAID_BYTES);
}
