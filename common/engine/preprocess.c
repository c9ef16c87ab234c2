#include "preprocess.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "preprocessor.h"
#include "text_file.h"

enum { BLOCK_BYTES = 1 << 16 };

struct preprocessor_memory {
    struct preprocessor_memory *next;
    size_t used, size;
    _Alignas(max_align_t) char bytes[];
};

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

// ------------------------------------------------------------------------------------------------ memory
static void count_work(struct preprocessor *p, size_t bytes) {
    if (bytes > WORK_MAX || (p->work += bytes) > WORK_MAX) {
        refuse(p, p->place, "the text with its headers and macros is too long");
    }
}

void *allocate(struct preprocessor *p, size_t count, size_t size) {
    struct preprocessor_memory *block = p->memory;
    const size_t bytes = count > WORK_MAX / size ? WORK_MAX + 1 : (count * size + 15) / 16 * 16;
    count_work(p, bytes);
    if (block == NULL || block->size - block->used < bytes) {
        const size_t room = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
        block = calloc(1, sizeof(*block) + room);
        if (block == NULL) {
            refuse(p, p->place, "memory is short");
        }
        block->size = room;
        block->next = p->memory;
        p->memory = block;
    }
    block->used += bytes;
    return block->bytes + block->used - bytes;
}

static void free_memory(struct preprocessor_memory *memory) {
    while (memory != NULL) {
        struct preprocessor_memory *next = memory->next;
        free(memory);
        memory = next;
    }
}

char *copy_text(struct preprocessor *p, const char *text, size_t length) {
    char *copy = allocate(p, length + 1, 1);
    return memcpy(copy, text, length);
}

void add_word(struct preprocessor *p, struct words *words, struct word word) {
    if (words->count == words->capacity) {
        const size_t capacity = words->capacity > 0 ? 2 * words->capacity : 8;
        struct word *list = allocate(p, capacity, sizeof(*list));
        if (words->count > 0) {
            memcpy(list, words->list, words->count * sizeof(*list));
        }
        words->list = list;
        words->capacity = capacity;
    }
    words->list[words->count++] = word;
}

// ------------------------------------------------------------------------------------------------ files
bool word_is(const struct word *word, const char *text) {
    return word->length == strlen(text) && memcmp(word->text, text, word->length) == 0;
}

bool words_touch(const struct word *second) {
    return (second->flags & (WORD_BLANK | WORD_APART)) == 0;
}

static struct source *new_source(struct preprocessor *p, const char *path, const char *folder,
                                 const char *text, size_t length) {
    struct source *source = allocate(p, 1, sizeof(*source));
    *source =
        (struct source){.path = path, .folder = folder, .text = text, .length = length, .next = p->sources};
    p->sources = source;
    return source;
}

struct source *source_of(struct preprocessor *p, const char *path) {
    struct source *source = p->sources;
    while (source != NULL && (source->folder == NULL || strcmp(source->path, path) != 0)) {
        source = source->next;
    }
    if (source == NULL) {
        const char *slash = strrchr(path, '/');
        size_t length = 0;
        char *text = (p->request->read != NULL ? p->request->read : text_file_read)(path, &length);
        if (text == NULL) {
            return NULL;
        }
        source = new_source(p, path, copy_text(p, path, slash == NULL ? 0 : (size_t)(slash - path) + 1), text,
                            length);
        source->owned = text;
    }
    return source;
}

void input_begin(struct preprocessor *p, struct source *source) {
    struct input *input = allocate(p, 1, sizeof(*input));
    *input = (struct input){
        .source = source, .name = source->path, .conditions = p->conditions, .outer = p->input};
    count_work(p, source->length);
    tokenizer_start(&input->tokenizer, source->text, source->length);
    p->input = input;
}

static void input_end(struct preprocessor *p) {
    if (p->conditions != p->input->conditions) {
        refuse(p, p->conditions->place, "#endif is missing");
    }
    p->input = p->input->outer;
}

static struct token next_token(struct input *input) {
    const struct token token = token_next(&input->tokenizer);
    input->tokenizer.set_line = 0; // obey_directive() does that, where the directive is not left out
    if (token.kind != TOKEN_IDENTIFIER && token.kind != TOKEN_PUNCTUATION) {
        for (size_t end = token.offset + token.length; end > token.offset; end--) {
            if (input->source->text[end - 1] == '\n') {
                input->line_start = end;
                break;
            }
        }
    }
    return token;
}

static bool is_raw(const char *text, size_t length) {
    const char *quote = memchr(text, '"', length);
    return quote != NULL && quote > text && quote[-1] == 'R';
}

// The token's text, without continuations, and its place.
static struct word word_of(struct preprocessor *p, const struct token *token, size_t line_start,
                           unsigned flags) {
    const char *text = p->input->source->text + token->offset;
    struct word word = {.text = text, .length = (uint32_t)token->length, .kind = (uint8_t)token->kind};
    if (token->length > INT_MAX / 2) {
        refuse(p, p->place, "the token is too long");
    }
    word.flags = (uint8_t)flags;
    word.place = (struct engine_place){p->input->name, token->line, (int)(token->offset - line_start) + 1};
    p->place = word.place;
    if (memchr(text, '\n', token->length) != NULL && !is_raw(text, token->length)) {
        char *joined = allocate(p, token->length + 1, 1);
        size_t at = 0;
        word.text = joined;
        word.length = 0;
        for (int c; (c = token_character(text, token->length, &at)) != -1;) {
            joined[word.length++] = (char)c;
        }
    }
    return word;
}

// What a token between words adds to the flags of the next word.
static unsigned flags_behind(struct preprocessor *p, const struct token *token) {
    const char *text = p->input->source->text + token->offset;
    const bool block = token->kind == TOKEN_COMMENT && text[1] == '*';
    if (block && (token->length < 4 || memcmp(text + token->length - 2, "*/", 2) != 0)) {
        refuse(p, (struct engine_place){p->input->name, token->line, 1}, "the comment does not end");
    }
    const bool nothing =
        token->kind == TOKEN_BLANK && token_skip_continuations(text, token->length, 0) == token->length;
    return nothing ? 0 : WORD_BLANK;
}

struct word file_word(struct preprocessor *p) {
    unsigned flags = 0;
    for (;;) {
        struct input *input = p->input;
        const struct tokenizer before = input->tokenizer;
        const size_t line_start = input->line_start;
        const struct token token = next_token(input);
        if (token.kind == TOKEN_END && (p->collecting > 0 || input->outer == NULL)) {
            return (struct word){.kind = TOKEN_END, .place = p->place};
        } else if (token.kind == TOKEN_END) {
            input_end(p);
            flags |= WORD_BLANK;
        } else if (token.kind == TOKEN_DIRECTIVE && p->looking) {
            input->tokenizer = before;
            return (struct word){.kind = TOKEN_END, .place = p->place};
        } else if (token.kind == TOKEN_DIRECTIVE) {
            obey_directive(p);
            flags |= WORD_BLANK;
        } else if (token_is_space(&token)) {
            flags |= flags_behind(p, &token);
        } else if (p->conditions == NULL || p->conditions->taking) {
            return word_of(p, &token, line_start, flags);
        }
    }
}

struct word directive_word(struct preprocessor *p) {
    unsigned flags = 0;
    for (;;) {
        const size_t line_start = p->input->line_start;
        const struct token token = next_token(p->input);
        if (token.kind == TOKEN_DIRECTIVE_END) {
            p->input->in_directive = false;
            return (struct word){.kind = TOKEN_DIRECTIVE_END, .place = p->place};
        } else if (token_is_space(&token)) {
            flags |= flags_behind(p, &token);
        } else {
            return word_of(p, &token, line_start, flags);
        }
    }
}

// ------------------------------------------------------------------------------------------------ the text
struct text {
    char *bytes;
    size_t length, capacity;
    struct engine_place last;
    struct preprocessed_word *words;
    size_t word_count, word_capacity;
};

static void *grown(struct preprocessor *p, void *old, size_t *capacity, size_t needed, size_t size) {
    if (needed <= *capacity) {
        return old;
    }
    void *larger = realloc(old, 2 * needed * size);
    if (larger == NULL) {
        refuse(p, p->place, "memory is short");
    }
    *capacity = 2 * needed;
    return larger;
}

static void check_word(struct preprocessor *p, const struct word *word) {
    if (word->kind == TOKEN_PUNCTUATION && *word->text == '#') {
        refuse(p, word->place, "'#' is not at the beginning of its line");
    }
    if ((word->kind == TOKEN_STRING || word->kind == TOKEN_CHARACTER) && !is_raw(word->text, word->length)) {
        const char mark = word->kind == TOKEN_STRING ? '"' : '\'', *end = word->text + word->length;
        const char *at = memchr(word->text, mark, word->length);
        do {
            at += at + 1 < end && *at == '\\' ? 2 : 1;
        } while (at < end && *at != mark);
        if (at != end - 1) {
            refuse(p, word->place, "the closing %c is missing", mark);
        }
    }
}

static void put_bytes(struct preprocessor *p, struct text *text, const char *bytes, size_t length) {
    text->bytes = grown(p, text->bytes, &text->capacity, text->length + length + 1, 1);
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

// Must something blank be written before the word?
static bool needs_blank(const struct text *text, const struct word *word) {
    static const char alone[] = "()[]{},;"; // these make no other word with what they touch
    if (text->length == 0 || words_touch(word)) {
        return false;
    }
    return (word->flags & WORD_BLANK) != 0 ||
           (memchr(alone, text->bytes[text->length - 1], 8) == NULL && memchr(alone, *word->text, 8) == NULL);
}

static void put_word(struct preprocessor *p, struct text *text, const struct word *word) {
    check_word(p, word);
    if (needs_blank(text, word)) {
        const bool same = text->last.file == word->place.file && text->last.line == word->place.line;
        put_bytes(p, text, same ? " " : "\n", 1);
    }
    text->words = grown(p, text->words, &text->word_capacity, text->word_count + 1, sizeof(*text->words));
    text->words[text->word_count++] = (struct preprocessed_word){text->length, word->place};
    put_bytes(p, text, word->text, word->length);
    text->last = word->place;
}

static void put_source(struct preprocessor *p, struct text *text, struct source *source) {
    struct word word;
    p->place = (struct engine_place){source->path, 1, 1};
    input_begin(p, source);
    while ((word = expanded_word(p)).kind != TOKEN_END) {
        put_word(p, text, &word);
    }
    input_end(p);
}

// As compilers' option -D does.
static struct source *definitions(struct preprocessor *p) {
    const char *none = "#define _Pragma(pragma)\n";
    size_t size = strlen(none) + 1, length;
    for (size_t i = 0; i < p->request->definition_count; i++) {
        size += strlen(p->request->definitions[i]) + strlen("#define  1\n");
    }
    char *text = allocate(p, size, 1);
    length = (size_t)sprintf(text, "%s", none);
    for (size_t i = 0; i < p->request->definition_count; i++) {
        const char *name = p->request->definitions[i], *equals = strchr(name, '=');
        const int end = equals == NULL ? (int)strlen(name) : (int)(equals - name);
        length +=
            (size_t)sprintf(text + length, "#define %.*s %s\n", end, name, equals == NULL ? "1" : equals + 1);
    }
    return new_source(p, "definitions", NULL, text, length);
}

static void put_parts(struct preprocessor *p, struct text *parts) {
    struct words words = {0};
    struct word name = {.text = "LAB_PARTS", .length = 9, .kind = TOKEN_IDENTIFIER, .place = p->place};
    if (find_macro(p, &name) != NULL) {
        add_word(p, &words, name);
        add_word(p, &words, (struct word){"(", p->place, 1, TOKEN_PUNCTUATION, 0, 0});
        add_word(p, &words, (struct word){"LAB_PART", p->place, 8, TOKEN_IDENTIFIER, 0, 0});
        add_word(p, &words, (struct word){")", p->place, 1, TOKEN_PUNCTUATION, 0, 0});
        words = expand_words(p, words);
    }
    for (size_t i = 0; i < words.count; i++) {
        put_word(p, parts, &words.list[i]);
    }
    put_bytes(p, parts, "", 0);
}

struct preprocessing {
    struct preprocessor *p;
    struct text text, parts;
};

static void run(void *of_preprocessing) {
    struct preprocessing *preprocessing = of_preprocessing;
    struct preprocessor *p = preprocessing->p;
    struct text *text = &preprocessing->text;
    p->place = (struct engine_place){p->request->path, 1, 1};
    define_built_ins(p);
    put_source(p, text, definitions(p));
    if (p->request->prelude != NULL) {
        put_source(p, text, new_source(p, "prelude", NULL, p->request->prelude, strlen(p->request->prelude)));
    }
    struct source *source = source_of(p, copy_text(p, p->request->path, strlen(p->request->path)));
    if (source == NULL) {
        refuse(p, p->place, "%s", strerror(errno));
    }
    put_source(p, text, source);
    put_bytes(p, text, "", 0);
    put_parts(p, &preprocessing->parts);
}

int preprocess(const struct preprocess_request *request, struct preprocessed *result, char *refusal,
               size_t size) {
    struct preprocessor *p = calloc(1, sizeof(*p));
    struct preprocessing made = {.p = p};
    if (p == NULL) {
        snprintf(refusal, size, "%s:1: memory is short", request->path);
        return -1;
    }
    p->request = request;
    p->refusal = refusal;
    p->refusal_size = size;
    const bool complete = attempt(&p->runs, run, &made);
    *result = (struct preprocessed){made.text.bytes, made.text.length,     made.parts.bytes,
                                    made.text.words, made.text.word_count, p->memory};
    for (const struct source *source = p->sources; source != NULL; source = source->next) {
        free(source->owned);
    }
    free(made.parts.words);
    free(p);
    if (!complete) {
        preprocessed_free(result);
    }
    return complete ? 0 : -1;
}

struct engine_place preprocessed_place(const struct preprocessed *preprocessed, size_t byte) {
    size_t low = 0, high = preprocessed->word_count;
    if (high == 0) {
        return (struct engine_place){"", 0, 0};
    }
    while (high - low > 1) { // words[low] begins at the byte or before, or is the first one
        const size_t middle = low + (high - low) / 2;
        *(preprocessed->words[middle].begin <= byte ? &low : &high) = middle;
    }
    return preprocessed->words[low].place;
}

void preprocessed_free(struct preprocessed *preprocessed) {
    free(preprocessed->text);
    free(preprocessed->parts);
    free(preprocessed->words);
    free_memory(preprocessed->memory);
    *preprocessed = (struct preprocessed){0};
}
