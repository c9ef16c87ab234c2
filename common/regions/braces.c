#include "braces.h"

#include <stdlib.h>
#include <string.h>

#include "token.h"

enum { DEPTH_MAX = 200 }; // statements and brackets in each other

struct word {
    struct token token;
    bool behind_directive; // other than #pragma
};

struct insertion {
    size_t place;
    char brace;
};

// Reads statements. Each function that reads one returns the number of the word behind it.
struct reader {
    const char *text;
    struct word *words;
    size_t count;
    struct insertion *insertions; // at most two for each word
    size_t insertion_count;
    int depth;
    bool failed; // the brackets do not match
    bool unsure; // a macro may have ended the statement that is being read
};

static size_t read_statement(struct reader *reader, size_t i);

static bool is(const struct reader *reader, size_t i, const char *word) {
    return i < reader->count && token_is(reader->text, &reader->words[i].token, word);
}

static bool is_name(const struct reader *reader, size_t i) {
    return i < reader->count && reader->words[i].token.kind == TOKEN_IDENTIFIER;
}

static bool is_head(const struct reader *reader, size_t i) {
    static const char *const heads[] = {"if", "for", "while", "do", "switch"};
    for (size_t k = 0; k < sizeof(heads) / sizeof(heads[0]); k++) {
        if (is(reader, i, heads[k])) {
            return true;
        }
    }
    return false;
}

static size_t fail(struct reader *reader) {
    reader->failed = true;
    return reader->count;
}

// The block that begins at word i.
static size_t read_block(struct reader *reader, size_t i) {
    const bool unsure = reader->unsure;
    for (i++; !reader->failed && !is(reader, i, "}");) {
        i = read_statement(reader, i);
    }
    reader->unsure = unsure; // the braces are there
    return i + 1;
}

// The `( )` or `[ ]` that begins at word i.
static size_t read_brackets(struct reader *reader, size_t i) {
    if (!is(reader, i, "(") && !is(reader, i, "[")) {
        return fail(reader);
    }
    int open = 1;
    for (i++; open > 0 && !reader->failed;) {
        if (i >= reader->count || is(reader, i, "}")) {
            return fail(reader);
        }
        if (is(reader, i, "{")) { // a list of values, or the body of a lambda
            i = read_block(reader, i);
            continue;
        }
        open += is(reader, i, "(") || is(reader, i, "[");
        open -= is(reader, i, ")") || is(reader, i, "]");
        i++;
    }
    return i;
}

// A statement without a head, or with words such as a label before one.
static size_t read_plain(struct reader *reader, size_t i) {
    while (!reader->failed) {
        if (i >= reader->count) {
            return fail(reader);
        }
        if (is(reader, i, ";")) {
            return i + 1;
        }
        if (is(reader, i, "}")) { // the end of a list of values
            return i;
        }
        if (is_head(reader, i)) {
            return read_statement(reader, i);
        }
        if (is(reader, i, "{")) {
            reader->unsure = true;
            i = read_block(reader, i);
        } else if (is(reader, i, "(") || is(reader, i, "[")) {
            const bool call = i > 0 && is_name(reader, i - 1) && !is(reader, i - 1, "return");
            i = read_brackets(reader, i);
            reader->unsure |= call && is_name(reader, i); // `CHECK(x) y = 1;`
        } else {
            i++;
        }
    }
    return i;
}

static bool has_directive(const struct reader *reader, size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++) {
        if (reader->words[i].behind_directive) {
            return true;
        }
    }
    return false;
}

// Inserts a brace behind word i.
static void insert(struct reader *reader, size_t i, char brace) {
    const struct token *token = &reader->words[i].token;
    reader->insertions[reader->insertion_count++] =
        (struct insertion){.place = token->offset + token->length, .brace = brace};
}

// The body that begins at word i.
static size_t read_body(struct reader *reader, size_t i) {
    const bool unsure = reader->unsure;
    if (is(reader, i, "{")) {
        return read_block(reader, i);
    }
    reader->unsure = false;
    const size_t end = read_statement(reader, i);
    if (!reader->failed && end > i && !reader->unsure && !has_directive(reader, i, end) &&
        (is(reader, end - 1, ";") || is(reader, end - 1, "}"))) {
        insert(reader, i - 1, '{');
        insert(reader, end - 1, '}');
    }
    reader->unsure |= unsure;
    return end;
}

static size_t read_do(struct reader *reader, size_t i) {
    i = read_body(reader, i + 1);
    if (!is(reader, i, "while")) {
        return fail(reader);
    }
    i = read_brackets(reader, i + 1);
    return is(reader, i, ";") ? i + 1 : fail(reader);
}

static size_t read_if(struct reader *reader, size_t i) {
    i = read_body(reader, read_brackets(reader, i + 1 + is(reader, i + 1, "constexpr")));
    if (!is(reader, i, "else")) {
        return i;
    }
    return is(reader, i + 1, "if") ? read_statement(reader, i + 1) : read_body(reader, i + 1);
}

static size_t read_statement(struct reader *reader, size_t i) {
    if (reader->failed || reader->depth == DEPTH_MAX) {
        return fail(reader);
    }
    reader->depth++;
    if (is(reader, i, "{")) {
        i = read_block(reader, i);
    } else if (is(reader, i, "if")) {
        i = read_if(reader, i);
    } else if (is(reader, i, "for") || is(reader, i, "while")) {
        i = read_body(reader, read_brackets(reader, i + 1));
    } else if (is(reader, i, "switch")) {
        i = read_statement(reader, read_brackets(reader, i + 1));
    } else if (is(reader, i, "do")) {
        i = read_do(reader, i);
    } else {
        i = read_plain(reader, i);
    }
    reader->depth--;
    return i;
}

// Reads the words of the program, without those of directives. false: memory is short.
static bool read_words(const struct regions *program, struct reader *reader) {
    struct tokenizer tokenizer;
    bool directive = false, behind = false;
    *reader = (struct reader){.text = program->source,
                              .words = calloc(program->length + 1, sizeof(*reader->words)),
                              .insertions = calloc(2 * program->length + 1, sizeof(*reader->insertions))};
    if (reader->words == NULL || reader->insertions == NULL) {
        return false;
    }
    tokenizer_start(&tokenizer, program->source, program->length);
    struct token last = {.kind = TOKEN_END};
    for (struct token token = token_next(&tokenizer); token.kind != TOKEN_END;
         token = token_next(&tokenizer)) {
        if (token_is_space(&token)) {
            continue;
        }
        behind |= last.kind == TOKEN_DIRECTIVE && !token_is(program->source, &token, "pragma");
        directive = (directive || token.kind == TOKEN_DIRECTIVE) && token.kind != TOKEN_DIRECTIVE_END;
        if (!directive && token.length > 0 && token.kind != TOKEN_DIRECTIVE_END) {
            reader->words[reader->count++] = (struct word){.token = token, .behind_directive = behind};
            behind = false;
        }
        last = token;
    }
    return true;
}

static int compare_places(const void *one, const void *two) {
    const size_t a = ((const struct insertion *)one)->place, b = ((const struct insertion *)two)->place;
    return (a > b) - (a < b);
}

// Writes the program with the braces.
static bool write_program(const struct regions *program, const struct reader *reader, struct braced *braced) {
    const size_t length = program->length + reader->insertion_count;
    char *text = malloc(length + 1);
    braced->places = calloc(reader->insertion_count + 1, sizeof(*braced->places));
    if (text == NULL || braced->places == NULL) {
        free(text);
        return false;
    }
    size_t at = 0;
    for (size_t i = 0; i < reader->insertion_count; i++) {
        const struct insertion *one = &reader->insertions[i];
        memcpy(text + at + i, program->source + at, one->place - at);
        at = one->place;
        text[at + i] = one->brace;
        braced->places[braced->count++] = at;
    }
    memcpy(text + at + braced->count, program->source + at, program->length - at);
    text[length] = '\0';
    const bool found = regions_find(text, length, &braced->regions) == 0;
    braced->regions.owned_source = text;
    return found;
}

bool braces_insert(const struct regions *program, struct braced *braced) {
    struct reader reader;
    *braced = (struct braced){.count = 0};
    bool made = read_words(program, &reader);
    for (size_t i = 0; made && i < reader.count;) {
        i = is_head(&reader, i) ? read_statement(&reader, i) : i + 1;
    }
    if (made) {
        reader.insertion_count = reader.failed ? 0 : reader.insertion_count;
        qsort(reader.insertions, reader.insertion_count, sizeof(*reader.insertions), compare_places);
        made = write_program(program, &reader, braced);
    }
    free(reader.words);
    free(reader.insertions);
    return made;
}

void braces_free(struct braced *braced) {
    regions_free(&braced->regions);
    free(braced->places);
    *braced = (struct braced){.count = 0};
}
