// Directives: #include, #if and its branches, #define, #error.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "preprocessor.h"
#include "types.h"

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
// What follows #if and #elif is an integer of 64 bits here, and is not unsigned.
static _Noreturn void malformed(struct preprocessor *p) {
    refuse(p, p->place, "the condition of this #if is malformed, or the interpreter does not know it");
}

static int64_t value_of(struct preprocessor *p, const struct node *node);

static int64_t value_of_number(struct preprocessor *p, const struct node *node) {
    char *end;
    errno = 0;
    const int64_t value = strtoll(p->condition->text + tree_begin(p->condition, node), &end, 0);
    end += strspn(end, "lL");
    if (errno != 0 || end != p->condition->text + tree_end(p->condition, node)) {
        malformed(p);
    }
    return value;
}

static int64_t value_of_binary(struct preprocessor *p, const char *sign, const struct node *a) {
    const union value left = {.i = value_of(p, a)};
    if (strcmp(sign, "&&") == 0 || strcmp(sign, "||") == 0) {
        return (left.i != 0) == (*sign == '&') ? value_of(p, a->next) != 0 : left.i != 0;
    }
    const union value right = {.i = value_of(p, a->next)};
    union value made;
    if (!fold_binary(find_binary(sign, strlen(sign)), NUMBER_I64, left, right, &made)) {
        if (right.i == 0) {
            refuse(p, p->place, "the condition of this #if divides by zero");
        }
        malformed(p);
    }
    return made.i;
}

static int64_t value_of(struct preprocessor *p, const struct node *node) {
    switch (node->kind) {
    case NODE_NUMBER:
        return value_of_number(p, node);
    case NODE_PARENTHESES:
        return value_of(p, node->child);
    case NODE_BINARY:
        return value_of_binary(p, node->sign, node->child);
    case NODE_UNARY:
        if (strcmp(node->sign, "!") == 0) {
            return value_of(p, node->child) == 0;
        }
        if (strcmp(node->sign, "-") == 0 || strcmp(node->sign, "+") == 0) {
            const uint64_t value = (uint64_t)value_of(p, node->child);
            return (int64_t)(*node->sign == '-' ? 0 - value : value);
        }
        break;
    default:
        break;
    }
    malformed(p);
}

// Reads it as the initial value of a variable.
static int64_t condition_value(struct preprocessor *p, const char *text, size_t length) {
    static const char begin[] = "int x=";
    char *declaration = allocate(p, sizeof(begin) + length + 1);
    sprintf(declaration, "%s%s;", begin, text);
    p->condition = tree_read(declaration, strlen(declaration));
    const struct node *node = p->condition == NULL ? NULL : p->condition->file->child;
    if (node == NULL || node->next != NULL || !node->complete || node->kind != NODE_DECLARATION ||
        node->last->kind != NODE_DECLARATOR || node->last != node->child->next) {
        malformed(p);
    }
    const int64_t value = value_of(p, node->last->last);
    tree_free(p->condition);
    p->condition = NULL;
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
    return condition_value(p, text.text, text.length) != 0;
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
