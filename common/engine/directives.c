// Directives: #include, #if and its branches, #define, #error.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "preprocessor.h"

// The system's headers whose contents are in the prelude.
static const char system_headers[] = " assert.h cassert cfloat climits cmath cstddef cstdint cstdio cstdlib "
                                     "cstring cuda_runtime.h cuda_runtime_api.h "
                                     "device_launch_parameters.h float.h limits.h math.h stdbool.h stddef.h "
                                     "stdint.h stdio.h stdlib.h string.h ";

// ------------------------------------------------------------------------------------------------ #include
// Includes the file of that name, with its brackets, in a folder.
static bool include_from(struct preprocessor *p, const char *folder, size_t length, const struct word *name) {
    char *path = allocate(p, length + name->length);
    sprintf(path, "%.*s/%.*s", (int)length, folder, (int)name->length - 2, name->text + 1);
    for (const struct word *once = p->once.first; once != NULL; once = once->next) {
        if (strcmp(once->text, path) == 0) {
            return true;
        }
    }
    return read_file(p, path);
}

static void include(struct preprocessor *p, const struct word *directive) {
    const struct word *name = directive->next;
    if (is_identifier(name)) { // a macro
        name = expand(p, directive->next).first;
    }
    if (name == NULL || (name->kind != TOKEN_HEADER && name->kind != TOKEN_STRING) || name->length < 3) {
        refuse(p, directive->place, "#include needs a file's name, as \"lab.h\" or <stdio.h>");
    }
    const char *file = directive->place.file, *slash = strrchr(file, '/');
    bool found = *name->text == '"' && include_from(p, slash == NULL ? "." : file,
                                                    slash == NULL ? 1 : (size_t)(slash - file), name);
    for (size_t i = 0; i < p->request->folder_count && !found; i++) {
        found = include_from(p, p->request->folders[i], strlen(p->request->folders[i]), name);
    }
    char key[40];
    snprintf(key, sizeof(key), " %.*s ", (int)name->length - 2, name->text + 1);
    if (!found && strstr(system_headers, key) == NULL) {
        refuse(p, directive->place, "#include %.*s: the interpreter does not have this header",
               (int)name->length, name->text);
    }
}

// ------------------------------------------------------------------------------------------------ conditions
// What follows #if and #elif is an integer of 64 bits here.

// The operators of two values, and how strongly they bind. One that begins with another comes first.
static const struct infix {
    char sign[3];
    int level;
} infixes[] = {{"||", 0}, {"&&", 1}, {"|", 2},  {"&", 3},  {"==", 4}, {"!=", 4},
               {"<<", 6}, {">>", 6}, {"<=", 5}, {">=", 5}, {"<", 5},  {">", 5},
               {"+", 7},  {"-", 7},  {"*", 8},  {"/", 8},  {"%", 8},  {"", -1}};
enum { OPERAND = 9, DIVISION = 15 };

static int64_t read_value(struct preprocessor *p, int level);

static _Noreturn void malformed(struct preprocessor *p) {
    refuse(p, p->place, "the condition of this #if is malformed, or the interpreter does not know it");
}

static bool is_next(struct preprocessor *p, const char *sign) {
    p->expression += strspn(p->expression, " \n");
    return strncmp(p->expression, sign, strlen(sign)) == 0;
}

static int64_t read_number(struct preprocessor *p) {
    char *end;
    errno = 0;
    const int64_t value = strtoll(p->expression, &end, 0);
    if (errno != 0 || end == p->expression) {
        malformed(p);
    }
    p->expression = end + strspn(end, "lL"); // unsigned numbers are not known
    return value;
}

static int64_t read_operand(struct preprocessor *p) {
    if (is_next(p, "(")) {
        p->expression++;
        const int64_t value = read_value(p, 0);
        if (!is_next(p, ")")) {
            malformed(p);
        }
        p->expression++;
        return value;
    }
    if (*p->expression != '\0' && strchr("!-+", *p->expression) != NULL) {
        const char sign = *p->expression++;
        const int64_t value = read_value(p, OPERAND);
        return sign == '!' ? value == 0 : sign == '-' ? (int64_t)(0 - (uint64_t)value) : value;
    }
    return read_number(p);
}

static int64_t compute(struct preprocessor *p, size_t operation, int64_t x, int64_t y) {
    const uint64_t a = (uint64_t)x, b = (uint64_t)y; // these wrap
    const int64_t left = (int64_t)(b < 64 ? a << b : 0), right = x >> (b < 64 ? b : 63);
    const int64_t sum = (int64_t)(a + b), difference = (int64_t)(a - b), product = (int64_t)(a * b);
    const int64_t results[DIVISION] = {x || y, x && y, x | y, x & y, x == y, x != y,     left,   right,
                                       x <= y, y <= x, x < y, y < x, sum,    difference, product};
    if (operation < DIVISION) {
        return results[operation];
    }
    if (y == 0 && p->unused == 0) {
        refuse(p, p->place, "the condition of this #if divides by zero");
    }
    if (y == 0 || y == -1) { // INT64_MIN / -1 has no value
        return operation == DIVISION ? (int64_t)(0 - a) : 0;
    }
    return operation == DIVISION ? x / y : x % y;
}

// An operand, and what operators that bind at least as strongly as `level` make of it.
static int64_t read_value(struct preprocessor *p, int level) {
    begin_level(p);
    int64_t value = read_operand(p);
    for (;;) {
        const struct infix *operation = infixes;
        while (!is_next(p, operation->sign)) {
            operation++;
        }
        if (operation->level < level) {
            break;
        }
        p->expression += strlen(operation->sign);
        const bool skip = (operation->level == 0 && value != 0) || (operation->level == 1 && value == 0);
        p->unused += skip;
        value = compute(p, (size_t)(operation - infixes), value, read_value(p, operation->level + 1));
        p->unused -= skip;
    }
    p->depth--;
    return value;
}

static void set_value(struct word *word, bool value) {
    word->text = value ? "1" : "0";
    word->length = 1;
    word->kind = TOKEN_NUMBER;
}

// Replaces `defined NAME` and `defined(NAME)` by their values.
static void answer_questions(struct preprocessor *p, struct word *word) {
    for (; word != NULL; word = word->next) {
        if (word_is(word, "defined")) {
            const bool open = is_sign(word->next, '(');
            const struct word *name = open ? word->next->next : word->next;
            set_value(word, *find_macro(p, name) != NULL);
            const bool closed = open && is_sign(name->next, ')');
            word->next = closed ? name->next->next : open ? word->next : name->next;
        }
    }
}

static bool condition_holds(struct preprocessor *p, const struct word *directive) {
    struct preprocessed text = {0};
    answer_questions(p, directive->next);
    struct words words = expand(p, directive->next);
    for (struct word *word = words.first; word != NULL; word = word->next) {
        if (is_identifier(word)) {
            set_value(word, word_is(word, "true"));
        }
    }
    write_words(p, words.first, &text);
    p->place = directive->place;
    p->expression = text.text;
    const int64_t value = read_value(p, 0);
    if (*p->expression != '\0') {
        malformed(p);
    }
    return value != 0;
}

// ------------------------------------------------------------------------------------------------ #if
static bool holds(struct preprocessor *p, const struct word *directive) {
    if (word_is(directive, "if") || word_is(directive, "elif")) {
        return condition_holds(p, directive);
    }
    return (*find_macro(p, directive->next) != NULL) == word_is(directive, "ifdef");
}

static void obey_condition(struct preprocessor *p, const struct word *directive, bool begins) {
    if (begins) {
        struct condition *inner = allocate(p, sizeof(*inner));
        inner->place = directive->place;
        inner->possible = p->conditions == NULL || p->conditions->taking;
        inner->outer = p->conditions;
        p->conditions = inner;
    }
    struct condition *condition = p->conditions;
    if (condition == NULL) {
        refuse(p, directive->place, "#%.*s has no #if", (int)directive->length, directive->text);
    }
    if (word_is(directive, "endif")) {
        p->conditions = condition->outer;
        return;
    }
    condition->taking = condition->possible; // also the words of what is to hold
    condition->taking = condition->possible && (word_is(directive, "else") || holds(p, directive));
    condition->possible &= !condition->taking;
}

// ------------------------------------------------------------------------------------------------ all
void obey_directive(struct preprocessor *p, const struct word *directive) {
    const struct word *const name = directive->line;
    if (name == NULL) {
        return;
    }
    const bool begins = word_is(name, "if") || word_is(name, "ifdef") || word_is(name, "ifndef");
    if (begins || word_is(name, "elif") || word_is(name, "else") || word_is(name, "endif")) {
        obey_condition(p, name, begins);
    } else if (p->conditions != NULL && !p->conditions->taking) {
        return;
    } else if (word_is(name, "include")) {
        include(p, name);
    } else if (word_is(name, "define")) {
        define_macro(p, name->next);
    } else if (word_is(name, "undef")) {
        undefine_macro(p, name->next);
    } else if (word_is(name, "pragma")) {
        if (name->next != NULL && word_is(name->next, "once")) {
            add_word(p, &p->once, (struct word){.text = name->place.file});
        }
    } else if (word_is(name, "error")) {
        refuse(p, name->place, "#%.*s", (int)strcspn(name->text, "\r\n"), name->text);
    } else if (!word_is(name, "warning")) {
        refuse(p, name->place, "error: unknown directive #%.*s", (int)name->length, name->text);
    }
}
