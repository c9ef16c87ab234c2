// What the source says where: calls, names, assignments, conditions of the preprocessor, variables outside functions.
#include "structure.h"

#include <stdlib.h>
#include <string.h>

#include "text_file.h"
#include "token.h"

int structure_call(const struct structure *structure, const struct block *caller,
                   const struct block *function) {
    struct tokenizer tokenizer;
    struct token last = {.kind = TOKEN_END};
    tokenizer_start(&tokenizer, structure->text, structure->length);
    for (struct token token = token_next(&tokenizer); token.kind != TOKEN_END && token.line <= caller->end;
         token = token_next(&tokenizer)) {
        if (token_is_space(&token)) {
            continue;
        }
        if (last.kind == TOKEN_IDENTIFIER && last.line >= caller->begin &&
            token_is(structure->text, &last, function->name) &&
            (token_is(structure->text, &token, "(") || token_is(structure->text, &token, "<"))) {
            return last.line;
        }
        last = token;
    }
    return 0;
}

bool structure_names(const struct structure *structure, int line, const char *name) {
    struct tokenizer tokenizer;
    bool found = false;
    tokenizer_start(&tokenizer, structure->text, structure->length);
    for (struct token token = token_next(&tokenizer); token.kind != TOKEN_END && token.line <= line;
         token = token_next(&tokenizer)) {
        found |= token.line == line && token_is(structure->text, &token, name);
    }
    return found;
}

// The first line from the block's on that assigns to an element of the array; 0: none.
static int find_assignment(const struct structure *structure, const struct block *block, const char *array) {
    const char *text = structure->text;
    struct tokenizer tokenizer;
    int depth = 0, line = 0; // of the array's index; of the array's name
    bool after = false;      // behind the index
    tokenizer_start(&tokenizer, text, structure->length);
    for (struct token token = token_next(&tokenizer); token.kind != TOKEN_END && token.line <= block->end;
         token = token_next(&tokenizer)) {
        if (token_is_space(&token) || token.line < block->begin) {
            continue;
        }
        if (after && token_is(text, &token, "=")) {
            return line;
        }
        bool open = token_is(text, &token, "["), close = token_is(text, &token, "]");
        if (depth == 0 && !open) {
            line = token_is(text, &token, array) ? token.line : 0;
        }
        depth += line > 0 ? open - close : 0;
        after = line > 0 && depth == 0 && close;
    }
    return 0;
}

int structure_written(const char *path, int line, const char *kernel, const char *array) {
    const struct structure *structure = structure_of(path);
    const struct block *function = structure == NULL ? NULL : structure_function(structure, line);
    size_t name = strcspn(kernel, "<");
    int found = 0, places = 0; // in other functions: two of them may have arrays of the same name
    for (int others = 0; structure != NULL && others < 2 && found == 0; others++) {
        for (size_t i = 0; i < structure->count; i++) {
            const struct block *block = &structure->blocks[i];
            bool own =
                block->kernel && strlen(block->name) == name && strncmp(block->name, kernel, name) == 0;
            bool other =
                block->function && (name == 0 || !block->kernel) && block != function; // 0: of host code
            if (others == 0 ? own : other) {
                int line = find_assignment(structure, block, array);
                places += others == 1 && line != 0;
                found = found == 0 ? line : found;
            }
        }
    }
    if (places > 1) {
        return 0;
    }
    return found == 0 && function != NULL ? find_assignment(structure, function, array) : found;
}

int structure_undefined(const char *path, int line, char *name, size_t size) {
    enum { NESTED_MAX = 64 }; // deeper ones are not looked at
    struct condition {
        int line; // of an #ifndef; 0: of another condition, or after #else
        size_t offset, length;
    } open[NESTED_MAX];
    const struct structure *structure = structure_of(path);
    const char *text = structure != NULL ? structure->text : NULL;
    int depth = 0, found = 0;
    struct tokenizer tokenizer;
    struct token token = {.kind = TOKEN_END}, last;
    if (text == NULL || strstr(text, "ifndef") == NULL) {
        return 0;
    }
    tokenizer_start(&tokenizer, text, structure->length);
    do {
        last = token;
        do {
            token = token_next(&tokenizer);
        } while (token_is_space(&token));
        if (token.kind != TOKEN_END && token.line > line) {
            break;
        }
        if (last.kind == TOKEN_DIRECTIVE && token.kind == TOKEN_IDENTIFIER && depth < NESTED_MAX) {
            bool ifndef = token_is(text, &token, "ifndef");
            if (ifndef || token_is(text, &token, "ifdef") || token_is(text, &token, "if")) {
                last = token_next(&tokenizer);
                while (token_is_space(&last)) {
                    last = token_next(&tokenizer);
                }
                open[depth++] = (struct condition){ifndef ? token.line : 0, last.offset, last.length};
                token = last;
            } else if (depth > 0 && strncmp(text + token.offset, "el", 2) == 0) {
                open[depth - 1].line = 0;
            } else if (depth > 0 && token_is(text, &token, "endif")) {
                depth--;
            }
        }
    } while (token.kind != TOKEN_END);
    while (depth > 0 && found == 0 && token.kind != TOKEN_END) {
        const struct condition *one = &open[--depth];
        if (one->line > 0 && one->length < size) {
            memcpy(name, text + one->offset, one->length);
            name[one->length] = '\0';
            found = one->line;
        }
    }
    return found;
}

// Of the declaration that is being read.
struct declaration {
    struct token name; // the last identifier before `=`, `[` or `;`
    int words;
    bool kept, function, fixed, named;
};

static bool is_any(const char *text, const struct token *token, const char *const *words) {
    while (*words != NULL && !token_is(text, token, *words)) {
        words++;
    }
    return *words != NULL;
}

int structure_kept(const char *path, char *name, size_t size) {
    static const char *const fixed[] = {"const", "constexpr", "typedef",   "using", "template", "struct",
                                        "enum",  "extern",    "namespace", "class", "return",   NULL};
    static const char *const ends[] = {"=", "[", ";", ",", NULL};
    size_t length;
    char *text = text_file_read(path, &length);
    struct tokenizer tokenizer;
    struct declaration read = {.words = 0};
    int depth = 0, found = 0, directive = 0;
    if (text == NULL) {
        return 0;
    }
    tokenizer_start(&tokenizer, text, length);
    for (struct token token = token_next(&tokenizer); token.kind != TOKEN_END && found == 0;
         token = token_next(&tokenizer)) {
        directive = token.kind == TOKEN_DIRECTIVE ? token.line : directive;
        if (token_is_space(&token) || token.line == directive) {
            continue;
        }
        if (is_any(text, &token, ends) && !read.named) {
            read.named = true;
            if (read.kept && !read.function && !read.fixed && read.words > 1 && read.name.length < size) {
                memcpy(name, text + read.name.offset, read.name.length);
                name[read.name.length] = '\0';
                found = read.name.line;
            }
        }
        depth += token_is(text, &token, "{") - token_is(text, &token, "}");
        if (token_is(text, &token, ";") || token_is(text, &token, "{") || token_is(text, &token, "}")) {
            read = (struct declaration){.kept = depth == 0};
        } else if (token.kind == TOKEN_IDENTIFIER) {
            read.kept |= (depth == 0 && read.words == 0) || token_is(text, &token, "static");
            read.fixed |= is_any(text, &token, fixed);
            read.name = read.named ? read.name : token;
            read.words++;
        } else {
            read.function |= token_is(text, &token, "(");
        }
    }
    free(text);
    return found;
}
