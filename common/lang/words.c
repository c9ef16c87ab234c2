// The words of a text: what the parser reads, without directives and the branches that are left out.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "parser.h"

// ------------------------------------------------------------------------------------------------------- names
// A word with a meaning of its own, a macro that stands for __global__ and the like, or a type.
struct name {
    const char *text; // NULL: an empty place in the table
    size_t length;
    unsigned char word, means;
    bool is_type;
};

enum { NAMES_MIN = 512 /* a power of two, several times the number of known words */ };

// Where the name is in the table, or would be.
static struct name *find_name(const struct parser *parser, const char *text, size_t length) {
    const size_t mask = parser->name_capacity - 1;
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
    }
    size_t i = (size_t)(hash ^ (hash >> 32)) & mask;
    while (parser->names[i].text != NULL &&
           (parser->names[i].length != length || memcmp(parser->names[i].text, text, length) != 0)) {
        i = (i + 1) & mask;
    }
    return &parser->names[i];
}

static struct name *find_token(const struct parser *parser, int i) {
    const struct token *token = &parser->tree->tokens[i];
    return find_name(parser, parser->tree->text + token->offset, token->length);
}

// The name, which is in the table from now on. NULL: memory is short.
static struct name *add_name(struct parser *parser, const char *text, size_t length) {
    if (2 * parser->name_count >= parser->name_capacity) {
        struct parser larger = *parser;
        larger.name_capacity = parser->name_capacity == 0 ? NAMES_MIN : 2 * parser->name_capacity;
        larger.names = calloc(larger.name_capacity, sizeof(*larger.names));
        if (larger.names == NULL) {
            parser->failed = true;
            return NULL;
        }
        for (size_t i = 0; i < parser->name_capacity; i++) {
            const struct name *name = &parser->names[i];
            if (name->text != NULL) {
                *find_name(&larger, name->text, name->length) = *name;
            }
        }
        free(parser->names);
        *parser = larger;
    }
    struct name *name = find_name(parser, text, length);
    if (name->text == NULL) {
        *name = (struct name){text, length, WORD_NAME, 0, false};
        parser->name_count++;
    }
    return name;
}

static void add_known_words(struct parser *parser) {
#define KNOWN_WORD(word, texts) {WORD_##word, texts},
    static const struct {
        enum word word;
        const char *texts;
    } known[] = {KNOWN_WORDS(KNOWN_WORD)};
#undef KNOWN_WORD
    for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
        for (const char *text = known[i].texts; *text != '\0'; text += strspn(text, " ")) {
            const size_t length = strcspn(text, " ");
            struct name *name = add_name(parser, text, length);
            if (name == NULL) {
                return;
            }
            name->word = (unsigned char)known[i].word;
            text += length;
        }
    }
}

bool words_is_type(const struct parser *parser, int i) {
    const struct tree *tree = parser->tree;
    const struct token *token = &tree->tokens[parser->words[i].token];
    return parser->words[i].word == WORD_NAME &&
           ((token->length > 2 && memcmp(tree->text + token->offset + token->length - 2, "_t", 2) == 0) ||
            find_token(parser, parser->words[i].token)->is_type);
}

static void add_type(struct parser *parser, int i) {
    const struct token *token = &parser->tree->tokens[parser->words[i].token];
    struct name *name = parser->words[i].word == WORD_NAME
                            ? add_name(parser, parser->tree->text + token->offset, token->length)
                            : NULL;
    if (name != NULL) {
        name->is_type = true;
    }
}

// Remembers the names of the words that are declared as types.
static void find_types(struct parser *parser) {
    const struct word_at *words = parser->words;
    bool is_typedef = false;
    for (int i = 0, members_end = NO_WORD; i < parser->count; i++) {
        const enum word word = (enum word)words[i].word;
        if (word == WORD_STRUCT || word == WORD_ENUM || word == WORD_TYPENAME ||
            (word == WORD_USING && words[i + 2].word == '=')) {
            add_type(parser, i + 1);
        }
        is_typedef |= word == WORD_TYPEDEF;
        if (i <= members_end) {
            continue;
        }
        if (is_typedef && word == '{') {
            members_end = words[i].match;
        } else if (is_typedef && word == ';') {
            add_type(parser, i - 1);
            is_typedef = false;
        }
    }
}

// Gives the words that are macros of the file, and stand for __global__ and the like, the meaning of the strongest
// word in them.
static void read_macros(struct parser *parser) {
    const struct tree *tree = parser->tree;
    bool found = false;
    for (int i = 0; i < tree->token_count; i++) {
        if (tree->tokens[i].kind != TOKEN_DIRECTIVE) {
            continue;
        }
        const struct token *name = &tree->tokens[i + 2];
        const int begin = i + 3, end = directive_end(tree, i);
        unsigned char meaning = 0, all = 0;
        bool is_one = tree_token_is(tree, i + 1, "define");
        for (int k = begin; k < end; k++) {
            const unsigned char word = parser->all[k].word;
            is_one &= word != '{' && word != '#';
            all |= parser->all[k].means;
            if (word >= WORD_GLOBAL && word <= WORD_HOST && (meaning == 0 || word < meaning)) {
                meaning = word;
            }
        }
        struct name *macro =
            is_one && meaning != 0 ? add_name(parser, tree->text + name->offset, name->length) : NULL;
        if (macro != NULL && macro->word == WORD_NAME) {
            macro->word = meaning;
            macro->means = all;
            found = true;
        }
        i = end - 1;
    }
    for (int i = 0; found && i < tree->token_count; i++) {
        const struct name *name = parser->all[i].word == WORD_NAME ? find_token(parser, i) : NULL;
        if (name != NULL && name->means != 0) {
            parser->all[i].word = name->word;
            parser->all[i].means = name->means;
        }
    }
}

// ------------------------------------------------------------------------------------------ all tokens' words
static enum word classify_identifier(const struct parser *parser, const struct token *token) {
    enum { WORD_MAX = 32 };
    char word[WORD_MAX];
    const char *text = parser->tree->text, *plain = text + token->offset;
    size_t length = token->length;
    if (memchr(plain, '\\', length) != NULL) { // continued on the next line
        const size_t end = token->offset + token->length;
        size_t from = token->offset;
        for (length = 0; length < WORD_MAX && token_skip_continuations(text, end, from) < end; length++) {
            word[length] = (char)token_character(text, end, &from);
        }
        plain = word;
    }
    const struct name *known = find_name(parser, plain, length);
    return known->text != NULL ? (enum word)known->word : WORD_NAME;
}

static enum word classify(const struct parser *parser, const struct token *token) {
    size_t from = token->offset;
    int c;
    switch (token->kind) {
    case TOKEN_END:
        return WORD_END;
    case TOKEN_IDENTIFIER:
        return classify_identifier(parser, token);
    case TOKEN_NUMBER:
        return WORD_NUMBER;
    case TOKEN_STRING:
        return WORD_STRING;
    case TOKEN_CHARACTER:
        return WORD_CHARACTER;
    case TOKEN_PUNCTUATION:
        c = token_character(parser->tree->text, token->offset + token->length, &from);
        return c > 0 && c < WORD_OTHER ? (enum word)c : WORD_OTHER;
    default:
        return WORD_OTHER;
    }
}

// Is it a name like CUDA_CHECK?
static bool is_capital(const char *text, const struct token *token) {
    size_t letters = 0;
    for (size_t i = token->offset; i < token->offset + token->length; i++) {
        const char c = text[i];
        const bool is_letter = c >= 'A' && c <= 'Z'; // in any locale
        if (c != '_' && !is_letter && (c < '0' || c > '9')) {
            return false;
        }
        letters += is_letter;
    }
    return letters > 1;
}

// What lies between two tokens: the line's indentation, and the mark of a task.
struct space {
    size_t line_begin;
    int indent;
    bool first, marked;
};

static bool has_mark(const char *text, size_t length) {
    for (size_t i = 0; i + 5 <= length; i++) {
        if (memcmp(text + i, "TODO(", 5) == 0) {
            return true;
        }
    }
    return false;
}

static void read_space(const char *text, const struct token *token, struct space *space) {
    for (size_t i = token->offset; i < token->offset + token->length; i++) {
        if (text[i] == '\n') {
            space->line_begin = i + 1;
            space->first = true;
        }
    }
    space->marked |= token->kind == TOKEN_COMMENT && has_mark(text + token->offset, token->length);
}

// Skips what is behind `#if 0`, up to the directive that ends it, which it is part of. Not if there is none, or a task
// in between.
static void skip_dead(struct tokenizer *tokenizer, struct token *last) {
    const char *text = tokenizer->text;
    struct tokenizer ahead = *tokenizer;
    struct token token;
    int depth = 0;
    do {
        const struct tokenizer before = ahead;
        token = token_next(&ahead);
        if (token.kind == TOKEN_DIRECTIVE) {
            struct tokenizer behind = ahead;
            const struct token name = token_next_word(&behind);
            const bool begins = token_begins(text, &name, "if"), ends = token_begins(text, &name, "endif");
            if (depth == 0 && (ends || token_begins(text, &name, "el"))) {
                *tokenizer = before;
                last->length = before.offset - last->offset;
                return;
            }
            depth += begins - ends;
        }
    } while (token.kind != TOKEN_END &&
             !(token.kind == TOKEN_COMMENT && has_mark(text + token.offset, token.length)));
}

static bool is_zero(const struct tree *tree, int i, int end) {
    return i >= 0 && i + 4 == end && tree->tokens[i].kind == TOKEN_DIRECTIVE &&
           token_is(tree->text, &tree->tokens[i + 1], "if") &&
           token_is(tree->text, &tree->tokens[i + 2], "0");
}

// Makes room for another token and its word.
static bool grow(struct parser *parser, size_t count, size_t *capacity) {
    if (count == *capacity) {
        struct tree *tree = parser->tree;
        *capacity = count == 0 ? 64 : 2 * count;
        struct token *tokens = realloc(tree->tokens, *capacity * sizeof(*tokens));
        tree->tokens = tokens == NULL ? tree->tokens : tokens;
        struct word_at *words = realloc(parser->all, *capacity * sizeof(*words));
        parser->all = words == NULL ? parser->all : words;
        parser->failed |= tokens == NULL || words == NULL;
    }
    return !parser->failed;
}

static void read_tokens(struct parser *parser) {
    struct tree *tree = parser->tree;
    struct tokenizer tokenizer;
    struct space space = {.first = true};
    struct token token;
    size_t count = 0, capacity = 0, last_end = 0;
    tokenizer_start(&tokenizer, tree->text, tree->length);
    do {
        token = token_next(&tokenizer);
        if (token_is_space(&token)) {
            read_space(tree->text, &token, &space);
            continue;
        }
        if (!grow(parser, count, &capacity)) {
            return;
        }
        if (space.first) {
            space.indent = (int)(token.offset - space.line_begin);
        }
        const enum word word = classify(parser, &token);
        parser->all[count] = (struct word_at){.token = (int)count,
                                              .match = NO_WORD,
                                              .indent = space.indent,
                                              .word = (unsigned char)word,
                                              .means = means_of(word),
                                              .first = space.first,
                                              .marked = space.marked,
                                              .capital = word == WORD_NAME && is_capital(tree->text, &token),
                                              .joined = token.offset == last_end};
        tree->tokens[count++] = token;
        last_end = token.offset + token.length;
        space.first = space.marked = false;
        if (token.kind == TOKEN_DIRECTIVE_END || token.kind == TOKEN_STRING) {
            read_space(tree->text, &token, &space); // a raw string, too
            space.first = token.kind == TOKEN_DIRECTIVE_END;
        }
        if (token.kind == TOKEN_DIRECTIVE_END && is_zero(tree, (int)count - 4, (int)count)) {
            skip_dead(&tokenizer, &tree->tokens[count - 1]);
        }
    } while (token.kind != TOKEN_END);
    tree->token_count = (int)count - 1;
}

// --------------------------------------------------------------------------------------------------------- all
enum { LOOK_AHEAD = 5 };

// Leaves out the words of directives and of branches that are not read.
static void leave_out(struct parser *parser) {
    const struct tree *tree = parser->tree;
    bool marked = false, first = false;
    for (int i = 0; i <= tree->token_count; i++) {
        if (tree->tokens[i].kind == TOKEN_DIRECTIVE) {
            i = directive_end(tree, i) - 1;
            continue;
        }
        marked |= parser->all[i].marked;
        first |= parser->all[i].first;
        if (parser->skips[i] == 0) {
            parser->words[parser->count] = parser->all[i];
            parser->words[parser->count].marked = marked;
            parser->words[parser->count++].first = first;
            marked = first = false;
        }
    }
    parser->count--; // WORD_END
}

// Closes the list of words, which has room for LOOK_AHEAD more: the words behind the last one can be looked at.
static void end_words(struct parser *parser) {
    struct word_at *words = parser->words;
    parser->limit = parser->count;
    for (int i = 1; i < LOOK_AHEAD; i++) {
        words[parser->count + i] = words[parser->count];
    }
    for (int i = parser->count, stop = i; i >= 0; i--) {
        stop = is_one_of((enum word)words[i].word, ";{}") || words[i].marked ? i : stop;
        words[i].stop = stop;
    }
    match_brackets(parser);
}

void words_begin(struct parser *parser) {
    struct tree *tree = parser->tree;
    add_known_words(parser);
    if (parser->failed) {
        return;
    }
    read_tokens(parser);
    if (parser->failed) {
        return;
    }
    const size_t count = (size_t)tree->token_count + 1;
    tree->match = malloc(count * sizeof(*tree->match));
    parser->skips = calloc(count, sizeof(*parser->skips));
    parser->words = malloc((count + LOOK_AHEAD) * sizeof(*parser->words));
    if (tree->match == NULL || parser->skips == NULL || parser->words == NULL) {
        parser->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        tree->match[i] = NO_TOKEN;
    }
    read_macros(parser);
    read_branches(parser);
    leave_out(parser);
    end_words(parser);
    find_types(parser);
}

bool words_of_part(const struct parser *parser, int begin, int end, struct parser *part) {
    *part = *parser;
    part->count = end - begin;
    part->at = 0;
    part->directive = begin;
    part->words = malloc(((size_t)part->count + LOOK_AHEAD) * sizeof(*part->words));
    if (part->words == NULL) {
        return false;
    }
    memcpy(part->words, parser->all + begin, (size_t)part->count * sizeof(*part->words));
    part->words[part->count] =
        (struct word_at){.token = end, .match = NO_WORD, .word = WORD_END, .first = true};
    end_words(part);
    return !part->failed;
}

void words_end(struct parser *parser) {
    free(parser->all);
    free(parser->words);
    free(parser->names);
    free(parser->skips);
}
