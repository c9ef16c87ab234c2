// What the source says where: calls, names, assignments, conditions of the preprocessor, variables outside functions.
#include "structure.h"

#include <string.h>

#include "token.h"

int structure_call(const struct structure *structure, const struct block *caller,
                   const struct block *function) {
    const struct token *words = structure->words;
    for (size_t i = 0; i + 1 < structure->word_count && words[i + 1].line <= caller->end; i++) {
        if (words[i].kind == TOKEN_IDENTIFIER && words[i].line >= caller->begin &&
            token_is(structure->text, &words[i], function->name) &&
            (token_is(structure->text, &words[i + 1], "(") ||
             token_is(structure->text, &words[i + 1], "<"))) {
            return words[i].line;
        }
    }
    return 0;
}

int structure_assigned(const struct structure *structure, const struct block *block, const char *array) {
    const char *text = structure->text;
    int depth = 0, line = 0; // of the array's index; of the array's name
    bool after = false;      // behind the index, or a member's name behind that
    for (size_t i = 0; i < structure->word_count && structure->words[i].line <= block->end; i++) {
        const struct token *token = &structure->words[i];
        if (token->line < block->begin) {
            continue;
        }
        const bool last = i + 1 == structure->word_count;
        if (after && token_is(text, token, "=") && (last || !token_is(text, token + 1, "="))) {
            return line;
        }
        if (after && token_is(text, token, ".") && !last) {
            i++;
            continue;
        }
        bool open = token_is(text, token, "["), close = token_is(text, token, "]");
        if (depth == 0 && !open) {
            line = token_is(text, token, array) ? token->line : 0;
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
                int assigned = structure_assigned(structure, block, array);
                places += others == 1 && assigned != 0;
                found = found == 0 ? assigned : found;
            }
        }
    }
    if (places > 1) {
        return 0;
    }
    return found == 0 && function != NULL ? structure_assigned(structure, function, array) : found;
}

// Is the #ifndef at this word the first line of an include guard: is the next line the #define of its name?
static bool is_guard(const struct structure *structure, const struct token *word) {
    const char *text = structure->text;
    const struct token *end = structure->words + structure->word_count, *name = word + 2, *again = word + 6;
    return again < end && word[3].kind == TOKEN_DIRECTIVE_END && token_is(text, &word[5], "define") &&
           again->length == name->length &&
           memcmp(text + again->offset, text + name->offset, name->length) == 0;
}

enum { NESTED_MAX = 64 }; // deeper conditions of the preprocessor are not looked at

// A condition of the preprocessor that is open at a line.
struct open_condition {
    int opened, begun; // the lines of its #if and of its branch, as of an #else
    const struct token
        *name; // of an #ifndef that is no include guard, in its first branch; NULL: of another one
    bool zero; // it is the branch of `#if 0`
};

// Those at the line, from the outermost inwards. Returns how many; none at the file's end, where they are not closed.
static int conditions_at(const struct structure *structure, int line, struct open_condition *open) {
    const char *text = structure->text;
    const struct token *word = structure->words, *end = word + structure->word_count;
    int depth = 0;
    for (; word + 2 < end && word->line <= line; word++) {
        const struct token *directive = word + 1;
        if (word->kind != TOKEN_DIRECTIVE || directive->kind != TOKEN_IDENTIFIER || directive->line > line) {
            continue;
        }
        const bool ifndef = token_is(text, directive, "ifndef"), tests = token_is(text, directive, "if");
        if (ifndef || tests || token_is(text, directive, "ifdef")) {
            if (depth < NESTED_MAX) {
                const int at = directive->line;
                open[depth] = (struct open_condition){
                    at, at, ifndef && !is_guard(structure, word) ? directive + 1 : NULL,
                    tests && token_is(text, directive + 1, "0") && word[3].kind == TOKEN_DIRECTIVE_END};
            }
            depth++;
        } else if (depth > 0 && depth <= NESTED_MAX && strncmp(text + directive->offset, "el", 2) == 0) {
            open[depth - 1] =
                (struct open_condition){.opened = open[depth - 1].opened, .begun = directive->line};
        } else if (depth > 0 && token_is(text, directive, "endif")) {
            depth--;
        }
    }
    return word + 2 >= end ? 0 : depth < NESTED_MAX ? depth : NESTED_MAX;
}

int structure_undefined(const char *path, int line, char *name, size_t size) {
    struct open_condition open[NESTED_MAX];
    const struct structure *structure = structure_of(path);
    if (structure == NULL || strstr(structure->text, "ifndef") == NULL) {
        return 0;
    }
    for (int depth = conditions_at(structure, line, open); depth > 0; depth--) {
        const struct token *found = open[depth - 1].name;
        if (found != NULL && found->length < size) {
            memcpy(name, structure->text + found->offset, found->length);
            name[found->length] = '\0';
            return open[depth - 1].opened;
        }
    }
    return 0;
}

bool structure_skipped(const struct structure *structure, int line, int compiled) {
    struct open_condition open[NESTED_MAX], there[NESTED_MAX];
    const int count = conditions_at(structure, line, open),
              there_count = conditions_at(structure, compiled, there);
    for (int i = 0; i < count; i++) {
        bool same = i < there_count && open[i].opened == there[i].opened;
        if (open[i].zero || (same && open[i].begun != there[i].begun)) {
            return true;
        }
    }
    return false;
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
    const struct structure *structure = structure_of(path);
    struct declaration read = {.words = 0};
    int depth = 0, found = 0, directive = 0;
    if (structure == NULL) {
        return 0;
    }
    const char *text = structure->text;
    for (size_t i = 0; i < structure->word_count && found == 0; i++) {
        const struct token *token = &structure->words[i];
        directive = token->kind == TOKEN_DIRECTIVE ? token->line : directive;
        if (token->line == directive) {
            continue;
        }
        if (is_any(text, token, ends) && !read.named) {
            read.named = true;
            if (read.kept && !read.function && !read.fixed && read.words > 1 && read.name.length < size) {
                memcpy(name, text + read.name.offset, read.name.length);
                name[read.name.length] = '\0';
                found = read.name.line;
            }
        }
        depth += token_is(text, token, "{") - token_is(text, token, "}");
        if (token_is(text, token, ";") || token_is(text, token, "{") || token_is(text, token, "}")) {
            read = (struct declaration){.kept = depth == 0};
        } else if (token->kind == TOKEN_IDENTIFIER) {
            read.kept |= (depth == 0 && read.words == 0) || token_is(text, token, "static");
            read.fixed |= is_any(text, token, fixed);
            read.name = read.named ? read.name : *token;
            read.words++;
        } else {
            read.function |= token_is(text, token, "(");
        }
    }
    return found;
}
