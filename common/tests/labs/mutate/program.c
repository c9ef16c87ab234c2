#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source.h"

// Longer ones first.
static const char *const operator_words[] = {"<<<", ">>>", "<<=", ">>=", "->", "++", "--", "<<", ">>",
                                             "<=",  ">=",  "==",  "!=",  "&&", "||", "+=", "-=", "*=",
                                             "/=",  "%=",  "&=",  "|=",  "^=", "::", NULL};

// The number of tokens from i on that form one word.
static size_t operator_length(const struct source *source, token_index i) {
    for (const char *const *word = operator_words; *word != NULL; word++) {
        size_t length = strlen(*word), k = 0;
        while (k < length && is_character(source, i + (token_index)k, (*word)[k]) &&
               source->match[i + k] == NO_TOKEN && (k + 1 == length || touches(source, i + (token_index)k))) {
            k++;
        }
        if (k == length) {
            return length;
        }
    }
    return 1;
}

static bool begins_conditional(const struct source *source, size_t i) {
    const struct token *name = &source->tokens[i + 1];
    return token_is(source->text, name, "if") || token_is(source->text, name, "ifdef") ||
           token_is(source->text, name, "ifndef");
}

// The token after the directive that begins at token i; for an #if, after its #endif.
static size_t skip_directives(const struct source *source, size_t i) {
    int depth = 0;
    for (; i < (size_t)source->count; i++) {
        if (source->tokens[i].kind == TOKEN_DIRECTIVE && begins_conditional(source, i)) {
            depth++;
        }
        if (source->tokens[i].kind == TOKEN_DIRECTIVE &&
            token_is(source->text, &source->tokens[i + 1], "endif")) {
            depth--;
        }
        if (source->tokens[i].kind == TOKEN_DIRECTIVE_END && depth <= 0) {
            return i + 1;
        }
    }
    return i;
}

static int make_words(struct program *program, const struct source *source) {
    const size_t count = (size_t)source->count;
    size_t *word_of = malloc((count + 1) * sizeof(*word_of)); // for each token
    program->words = calloc(count + 1, sizeof(*program->words));
    if (word_of == NULL || program->words == NULL) {
        free(word_of);
        return -1;
    }
    for (size_t i = 0; i <= count; i++) {
        word_of[i] = NONE;
    }
    for (size_t i = 0; i < count && source->tokens[i].kind != TOKEN_END;) {
        if (source->tokens[i].kind == TOKEN_DIRECTIVE) {
            i = skip_directives(source, i);
            continue;
        }
        const struct token *token = &source->tokens[i];
        size_t length = token->kind == TOKEN_PUNCTUATION ? operator_length(source, (token_index)i) : 1;
        size_t last = i + length - 1;
        program->words[program->word_count] =
            (struct word){token->kind, token->line, token->offset,
                          source->tokens[last].offset + source->tokens[last].length,
                          source->match[i] == NO_TOKEN ? NONE : (size_t)source->match[i]};
        word_of[i] = program->word_count++;
        i += length;
    }
    for (size_t i = 0; i < program->word_count; i++) {
        struct word *word = &program->words[i];
        word->match = word->match == NONE ? NONE : word_of[word->match];
    }
    free(word_of);
    return 0;
}

// Does a function body open at word `open`? Then fills in *function.
static bool is_function(const struct program *program, size_t open, struct function *function) {
    static const char *const ends[] = {";", "}", "{", NULL};
    if (open == 0 || !word_is(program, open - 1, ")") || program->words[open - 1].match == NONE) {
        return false;
    }
    size_t parameters = program->words[open - 1].match, first = parameters;
    if (parameters == 0 || !word_is_name(program, parameters - 1)) {
        return false;
    }
    *function = (struct function){
        .name = parameters - 1, .parameters = parameters, .open = open, .close = program->words[open].match};
    for (; first > 0 && !word_is_one_of(program, first - 1, ends); first--) {
        function->device |=
            word_is(program, first - 1, "__global__") || word_is(program, first - 1, "__device__");
    }
    return function->close != NONE;
}

static int find_functions(struct program *program) {
    program->functions = calloc(program->word_count + 1, sizeof(*program->functions));
    if (program->functions == NULL) {
        return -1;
    }
    for (size_t i = 0; i < program->word_count; i++) {
        struct function function;
        if (!word_is(program, i, "{")) {
            continue;
        }
        if (is_function(program, i, &function)) {
            program->functions[program->function_count++] = function;
            i = function.close;
        } // else a namespace or extern "C": go on inside
    }
    return 0;
}

int program_read(struct program *program, const char *text, size_t length, const char *path) {
    struct source source = {0};
    *program = (struct program){.text = text, .length = length};
    int result = -1;
    if (source_read(&source, text, length) != 0) {
        fprintf(stderr, "%s:%d: error: %s\n", path, source.error_line, source.error);
    } else if (regions_find(text, length, &program->regions) != 0) {
        fprintf(stderr, "%s:%d: error: %s\n", path, program->regions.error_line, program->regions.error);
    } else if (make_words(program, &source) != 0 || find_functions(program) != 0 ||
               program_find_statements(program) != 0) {
        fprintf(stderr, "%s: not enough memory\n", path);
    } else {
        result = 0;
    }
    source_free(&source);
    return result;
}

void program_free(struct program *program) {
    free(program->words);
    free(program->functions);
    free(program->statements);
    regions_free(&program->regions);
    *program = (struct program){0};
}

bool word_is(const struct program *program, size_t i, const char *text) {
    if (i >= program->word_count) {
        return false;
    }
    const struct word *word = &program->words[i];
    size_t length = strlen(text);
    return word->end - word->begin == length && memcmp(program->text + word->begin, text, length) == 0;
}

bool word_is_one_of(const struct program *program, size_t i, const char *const *texts) {
    for (; *texts != NULL; texts++) {
        if (word_is(program, i, *texts)) {
            return true;
        }
    }
    return false;
}

bool word_is_name(const struct program *program, size_t i) {
    return i < program->word_count && program->words[i].kind == TOKEN_IDENTIFIER;
}

int word_todo(const struct program *program, size_t i) {
    for (size_t k = 0; k < program->regions.count; k++) {
        const struct region *region = &program->regions.regions[k];
        if (program->words[i].line > region->begin_line && program->words[i].line < region->end_line) {
            return region->number;
        }
    }
    return 0;
}

const struct function *word_function(const struct program *program, size_t i) {
    for (size_t k = 0; k < program->function_count; k++) {
        if (program->functions[k].open < i && i < program->functions[k].close) {
            return &program->functions[k];
        }
    }
    return NULL;
}

bool word_is_mutated(const struct program *program, size_t i) {
    const struct function *function = word_function(program, i);
    return function != NULL && (function->device || word_todo(program, i) > 0);
}

static size_t skip_until(const struct program *program, size_t i, const char *const *ends) {
    while (i < program->word_count && !word_is_one_of(program, i, ends)) {
        size_t match = program->words[i].match;
        i = match != NONE && match > i ? match + 1 : i + 1;
    }
    return i;
}

size_t operand_end(const struct program *program, size_t i) {
    static const char *const ends[] = {";",  ",",  ")",  "]",  "}",  "?",  ":",  "&&",  "||", "=",
                                       "==", "!=", "+=", "-=", "*=", "/=", "%=", ">>>", NULL};
    return skip_until(program, i, ends);
}

size_t argument_end(const struct program *program, size_t i) {
    static const char *const ends[] = {",", ")", "]", "}", ">>>", ";", NULL};
    return skip_until(program, i, ends);
}

bool is_binary(const struct program *program, size_t i) {
    static const char *const not_before[] = {"return", "case", "else", "do", NULL};
    if (i == 0 || word_is_one_of(program, i - 1, not_before)) {
        return false;
    }
    enum token_kind kind = program->words[i - 1].kind;
    return kind == TOKEN_IDENTIFIER || kind == TOKEN_NUMBER || kind == TOKEN_CHARACTER ||
           word_is(program, i - 1, ")") || word_is(program, i - 1, "]");
}
