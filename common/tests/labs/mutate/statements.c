// Finds the statements of a program's functions, with their neighbours and nesting.
#include <stdlib.h>

#include "program.h"

struct reading {
    struct program *program;
    size_t function;
    size_t capacity;
    bool failed;
};

static size_t read_statement(struct reading *r, size_t i, size_t around, size_t before);

// Adds a statement that begins at word `first`. Its number.
static size_t add(struct reading *r, enum statement_kind kind, size_t first, size_t around, size_t before) {
    struct program *program = r->program;
    if (program->statement_count == r->capacity) {
        size_t capacity = r->capacity == 0 ? 256 : 2 * r->capacity;
        struct statement *more = realloc(program->statements, capacity * sizeof(*more));
        if (more == NULL) {
            r->failed = true;
            return NONE;
        }
        program->statements = more;
        r->capacity = capacity;
    }
    size_t number = program->statement_count++;
    program->statements[number] = (struct statement){.kind = kind,
                                                     .first = first,
                                                     .last = first,
                                                     .condition = NONE,
                                                     .around = around,
                                                     .before = before,
                                                     .behind = NONE,
                                                     .function = r->function};
    if (before != NONE) {
        program->statements[before].behind = number;
    }
    return number;
}

static size_t skip_to_semicolon(const struct program *program, size_t i) {
    while (i < program->word_count && !word_is(program, i, ";")) {
        size_t match = program->words[i].match;
        i = match != NONE && match > i ? match + 1 : i + 1;
    }
    return i;
}

// `unsigned x`, `const T *x = `, `struct piece a`: a type, a name, and a word that may follow it.
static bool is_declaration(const struct program *program, size_t i) {
    static const char *const surely[] = {"const", "static",   "extern",     "unsigned", "int",
                                         "auto",  "volatile", "__shared__", "struct",   "union",
                                         "enum",  "typedef",  "using",      NULL};
    static const char *const behind[] = {"=", ";", "[", ",", "{", "(", NULL};
    if (word_is_one_of(program, i, surely)) {
        return true;
    }
    if (!word_is_name(program, i)) {
        return false;
    }
    size_t name = i + 1;
    while (word_is(program, name, "::")) {
        name += 2;
    }
    if (word_is(program, name, "<") && program->words[name].match != NONE) {
        name = program->words[name].match + 1;
    }
    while (word_is(program, name, "*") || word_is(program, name, "&")) {
        name++;
    }
    return word_is_name(program, name) && word_is_one_of(program, name + 1, behind);
}

// Reads the statements from word i up to the closing brace `end`.
static void read_statements(struct reading *r, size_t i, size_t end, size_t around) {
    size_t before = NONE;
    while (i < end && !r->failed) {
        size_t number = r->program->statement_count;
        size_t behind = read_statement(r, i, around, before);
        if (r->program->statement_count > number) {
            before = number;
        }
        i = behind > i ? behind : i + 1;
    }
}

// `if (...) body else body`, `for (...) body`. Returns the word after it.
static size_t read_compound(struct reading *r, size_t i, size_t around, size_t before, bool is_if) {
    struct program *program = r->program;
    size_t number = add(r, is_if ? STATEMENT_IF : STATEMENT_LOOP, i, around, before);
    size_t condition = i + 1 + (word_is(program, i + 1, "constexpr") ? 1 : 0);
    if (r->failed || !word_is(program, condition, "(") || program->words[condition].match == NONE) {
        return i + 1;
    }
    program->statements[number].condition = condition;
    size_t end = read_statement(r, program->words[condition].match + 1, number, NONE);
    if (is_if && word_is(program, end, "else")) {
        end = read_statement(r, end + 1, number, NONE);
    }
    if (!r->failed) {
        program->statements[number].last = end - 1;
    }
    return end;
}

static size_t read_do(struct reading *r, size_t i, size_t around, size_t before) {
    struct program *program = r->program;
    size_t number = add(r, STATEMENT_LOOP, i, around, before);
    if (r->failed) {
        return i + 1;
    }
    size_t end = read_statement(r, i + 1, number, NONE); // at `while`
    if (word_is(program, end + 1, "(")) {
        program->statements[number].condition = end + 1;
    }
    end = skip_to_semicolon(program, end);
    program->statements[number].last = end;
    return end + 1;
}

// Reads the statement that begins at word i. Returns the word after it.
static size_t read_statement(struct reading *r, size_t i, size_t around, size_t before) {
    static const char *const loops[] = {"for", "while", "switch", NULL};
    static const char *const jumps[] = {"return", "break", "continue", "goto", NULL};
    struct program *program = r->program;
    if (word_is(program, i, "{") && program->words[i].match != NONE) {
        size_t number = add(r, STATEMENT_BLOCK, i, around, before), close = program->words[i].match;
        if (r->failed) {
            return i + 1;
        }
        program->statements[number].last = close;
        read_statements(r, i + 1, close, number);
        return close + 1;
    }
    if (word_is(program, i, "if") || word_is_one_of(program, i, loops)) {
        return read_compound(r, i, around, before, word_is(program, i, "if"));
    }
    if (word_is(program, i, "do")) {
        return read_do(r, i, around, before);
    }
    enum statement_kind kind = word_is_one_of(program, i, jumps) ? STATEMENT_JUMP
                               : is_declaration(program, i)      ? STATEMENT_DECLARATION
                                                                 : STATEMENT_EXPRESSION;
    size_t number = add(r, kind, i, around, before), end = skip_to_semicolon(program, i);
    if (!r->failed) {
        program->statements[number].last = end;
    }
    return end + 1;
}

int program_find_statements(struct program *program) {
    struct reading r = {.program = program};
    for (; r.function < program->function_count && !r.failed; r.function++) {
        const struct function *function = &program->functions[r.function];
        read_statements(&r, function->open + 1, function->close, NONE);
    }
    return r.failed ? -1 : 0;
}
