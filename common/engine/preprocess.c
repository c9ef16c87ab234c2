#include "preprocess.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "preprocessor.h"
#include "text_file.h"
#include "types.h" // struct arena

struct preprocessed_word {
    size_t begin;
    struct engine_place place;
};

void refuse(struct preprocessor *p, struct engine_place place, const char *format, ...) {
    va_list arguments;
    const int length = snprintf(p->refusal, p->refusal_size, "%s:%d: ", place.file, place.line);
    if (length >= 0 && (size_t)length < p->refusal_size) {
        va_start(arguments, format);
        vsnprintf(p->refusal + length, p->refusal_size - (size_t)length, format, arguments);
        va_end(arguments);
    }
    give_up(&p->runs);
}

void *allocate(struct preprocessor *p, size_t bytes) {
    void *taken = (p->work += bytes) > WORK_MAX ? NULL : arena_take(&p->memory, bytes);
    if (taken == NULL) {
        refuse(p, p->place, "the text with its headers and macros is too long");
    }
    return taken;
}

// ------------------------------------------------------------------------------------------------ words
bool word_is(const struct word *word, const char *text) {
    return word->length == strlen(text) && memcmp(word->text, text, word->length) == 0;
}

bool is_sign(const struct word *word, char sign) {
    return word != NULL && word->kind == TOKEN_PUNCTUATION && *word->text == sign;
}

bool is_identifier(const struct word *word) {
    return word != NULL && word->kind == TOKEN_IDENTIFIER;
}

bool words_touch(const struct word *second) {
    return (second->flags & (WORD_BLANK | WORD_APART)) == 0;
}

void add_word(struct preprocessor *p, struct words *words, struct word word) {
    struct word *added = allocate(p, sizeof(*added));
    *added = word;
    added->next = NULL;
    *(words->first == NULL ? &words->first : &words->last->next) = added;
    words->last = added;
}

void read_first(struct preprocessor *p, struct words words) {
    if (words.first != NULL) {
        words.last->next = p->rest;
        p->rest = words.first;
    }
}

// ------------------------------------------------------------------------------------------------ files
// The text of a token with continuations, without these.
static void join(struct preprocessor *p, struct word *word) {
    char *joined = allocate(p, word->length + 1);
    size_t at = 0, length = 0;
    for (int c; (c = token_character(word->text, word->length, &at)) != -1;) {
        joined[length++] = (char)c;
    }
    word->text = joined;
    word->length = (uint32_t)length;
}

// The words of a text, which must outlive them.
static struct words words_of(struct preprocessor *p, const char *path, const char *text, size_t length) {
    struct words words = {0}, line = {0};
    struct word *directive = NULL; // that is being read
    struct tokenizer tokenizer;
    int column = 1;
    unsigned flags = WORD_BLANK;
    tokenizer_start(&tokenizer, text, length);
    for (struct token token; (token = token_next(&tokenizer)).kind != TOKEN_END;) {
        const char *const here = text + token.offset;
        p->place = (struct engine_place){path, token.line, column};
        if (token_is_space(&token)) {
            flags |= WORD_BLANK;
            if (token.kind == TOKEN_COMMENT && here[1] == '*' &&
                (token.length < 4 || memcmp(here + token.length - 2, "*/", 2) != 0)) {
                refuse(p, p->place, "error: the comment does not end");
            }
        } else if (token.kind == TOKEN_DIRECTIVE_END) {
            directive->line = line.first;
            directive = NULL;
            line = (struct words){0};
            flags = WORD_BLANK;
        } else {
            struct word word = {.text = here, .place = p->place, .length = (uint32_t)token.length};
            word.kind = (uint8_t)token.kind;
            word.flags = (uint8_t)flags;
            if (memchr(here, '\n', token.length) != NULL) {
                join(p, &word);
            }
            add_word(p, directive != NULL ? &line : &words, word);
            directive = token.kind == TOKEN_DIRECTIVE ? words.last : directive;
            flags = 0;
        }
        for (size_t i = 0; i < token.length; i++) {
            column = here[i] == '\n' ? 1 : column + 1;
        }
    }
    return words;
}

bool read_file(struct preprocessor *p, const char *path) {
    size_t length = 0;
    p->file = (p->request->read != NULL ? p->request->read : text_file_read)(path, &length);
    if (p->file == NULL) {
        return false;
    }
    const char *text = memcpy(allocate(p, length + 1), p->file, length);
    free(p->file);
    p->file = NULL;
    read_first(p, words_of(p, path, text, length));
    return true;
}

// ------------------------------------------------------------------------------------------------ the text
static void check_word(struct preprocessor *p, const struct word *word) {
    const char mark = *word->text;
    size_t at = 1;
    if (is_sign(word, '#')) {
        refuse(p, word->place, "'#' is not at the beginning of its line");
    }
    if (mark != '"' && mark != '\'') {
        return;
    }
    while (at < word->length && word->text[at] != mark) {
        at += word->text[at] == '\\' ? 2 : 1;
    }
    if (at + 1 != word->length) {
        refuse(p, word->place, "error: the closing %c is missing", mark);
    }
}

// Must something blank be written between the words?
static bool needs_blank(const struct word *before, const struct word *word) {
    static const char alone[] = "()[]{},;"; // these make no other word with what they touch
    if (before == NULL || words_touch(word)) {
        return false;
    }
    return (word->flags & WORD_BLANK) != 0 || (memchr(alone, before->text[before->length - 1], 8) == NULL &&
                                               memchr(alone, *word->text, 8) == NULL);
}

void write_words(struct preprocessor *p, const struct word *first, struct preprocessed *result) {
    size_t bytes = 1, count = 0;
    for (const struct word *word = first; word != NULL; word = word->next) {
        bytes += word->length + 1;
        count++;
    }
    result->text = allocate(p, bytes);
    result->words = allocate(p, (count + 1) * sizeof(*result->words)); // one if there are no words
    char *end = result->text;
    const struct word *before = NULL;
    for (const struct word *word = first; word != NULL; word = word->next) {
        check_word(p, word);
        if (needs_blank(before, word)) {
            const bool same =
                before->place.file == word->place.file && before->place.line == word->place.line;
            *end++ = same ? ' ' : '\n';
        }
        result->words[result->word_count++] =
            (struct preprocessed_word){(size_t)(end - result->text), word->place};
        memcpy(end, word->text, word->length);
        end += word->length;
        before = word;
    }
    result->length = (size_t)(end - result->text);
}

static void run(void *preprocessor) {
    static const char parts_of[] = "LAB_PARTS(LAB_PART)";
    struct preprocessor *p = preprocessor;
    const struct preprocess_request *request = p->request;
    struct preprocessed parts = {0};
    for (size_t i = 0; i < request->definition_count; i++) {
        const size_t length = strlen(request->definitions[i]);
        char *definition = memcpy(allocate(p, length + 2), request->definitions[i], length);
        definition[strcspn(definition, "=")] = ' ';
        define_macro(p, words_of(p, "definitions", definition, length).first);
    }
    char *path = memcpy(allocate(p, strlen(request->path) + 1), request->path, strlen(request->path));
    if (!read_file(p, path)) {
        refuse(p, (struct engine_place){path, 1, 1}, "%s", strerror(errno));
    }
    read_first(p, words_of(p, "prelude", request->prelude, strlen(request->prelude)));
    write_words(p, expand(p, p->rest).first, p->result);
    if (p->conditions != NULL) {
        refuse(p, p->conditions->place, "#endif is missing");
    }
    write_words(p, expand(p, words_of(p, path, parts_of, strlen(parts_of)).first).first, &parts);
    p->result->parts = parts.text;
}

int preprocess(const struct preprocess_request *request, struct preprocessed *result, char *refusal,
               size_t size) {
    struct preprocessor p = {.request = request, .result = result, .refusal = refusal, .refusal_size = size};
    *result = (struct preprocessed){0};
    const bool complete = attempt(&p.runs, run, &p);
    free(p.file);
    tree_free(p.condition);
    result->memory = p.memory;
    if (!complete) {
        preprocessed_free(result);
    }
    return complete ? 0 : -1;
}

struct engine_place preprocessed_place(const struct preprocessed *preprocessed, size_t byte) {
    size_t low = 0, high = preprocessed->word_count;
    while (high - low > 1) { // words[low] begins at the byte or before, or is the first one
        const size_t middle = low + (high - low) / 2;
        *(preprocessed->words[middle].begin <= byte ? &low : &high) = middle;
    }
    return preprocessed->words[low].place;
}

void preprocessed_free(struct preprocessed *preprocessed) {
    arena_free(preprocessed->memory);
    *preprocessed = (struct preprocessed){0};
}
