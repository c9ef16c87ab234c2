// Macros: what #define says, and their expansion.
#include <stdio.h>
#include <string.h>

#include "preprocessor.h"

// ------------------------------------------------------------------------------------------------ names
static bool are_same(const struct word *a, const struct word *b) {
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

struct macro **find_macro(struct preprocessor *p, const struct word *name) {
    uint32_t hash = 0;
    if (!is_identifier(name)) {
        refuse(p, p->place, "the name of a macro is missing");
    }
    for (size_t i = 0; i < name->length; i++) {
        hash = 31 * hash + (unsigned char)name->text[i];
    }
    struct macro **macro = &p->macros[hash % MACRO_LISTS];
    while (*macro != NULL && !are_same((*macro)->name, name)) {
        macro = &(*macro)->next;
    }
    return macro;
}

struct macro **undefine_macro(struct preprocessor *p, const struct word *name) {
    struct macro **macro = find_macro(p, name);
    *macro = *macro == NULL ? NULL : (*macro)->next;
    return macro;
}

// ------------------------------------------------------------------------------------------------ #define
// Reads (a, b, ...) and returns the word behind it.
static const struct word *read_parameters(struct preprocessor *p, const struct word *word,
                                          struct macro *macro) {
    do {
        word = word->next;
        struct word parameter = {.text = "__VA_ARGS__", .length = 11};
        macro->variadic = is_sign(word, '.') && is_sign(word->next, '.') && is_sign(word->next->next, '.');
        if (macro->variadic) {
            word = word->next->next;
        } else if (is_identifier(word)) {
            parameter = *word;
        } else {
            break;
        }
        add_word(p, &macro->parameters, parameter);
        macro->parameter_count++;
        word = word->next;
    } while (is_sign(word, ',') && !macro->variadic);
    if (!is_sign(word, ')')) {
        refuse(p, macro->name->place, "the parameters of this macro are malformed");
    }
    return word->next;
}

void define_macro(struct preprocessor *p, const struct word *name) {
    struct macro *macro = allocate(p, sizeof(*macro)), **place = undefine_macro(p, name);
    macro->name = name;
    macro->has_parameters = is_sign(name->next, '(') && words_touch(name->next);
    macro->body = macro->has_parameters ? read_parameters(p, name->next, macro) : name->next;
    macro->next = *place;
    *place = macro;
}

// ------------------------------------------------------------------------------------------------ # and ##
// The words as a string.
static struct word quote(struct preprocessor *p, const struct word *first) {
    size_t length = 3, at = 0;
    for (const struct word *word = first; word != NULL; word = word->next) {
        length += 2 * word->length + 1;
    }
    char *text = allocate(p, length);
    text[at++] = '"';
    for (const struct word *word = first; word != NULL; word = word->next) {
        const bool escape = word->kind == TOKEN_STRING || word->kind == TOKEN_CHARACTER;
        if (word != first && (word->flags & WORD_BLANK) != 0) {
            text[at++] = ' ';
        }
        for (size_t i = 0; i < word->length; i++) {
            if (escape && (word->text[i] == '"' || word->text[i] == '\\')) {
                text[at++] = '\\';
            }
            text[at++] = word->text[i];
        }
    }
    text[at++] = '"';
    return (struct word){.text = text, .length = (uint32_t)at, .kind = TOKEN_STRING};
}

// Appends a word to another one. That a compiler would not accept the result is not noticed here.
static void paste(struct preprocessor *p, struct word *left, const struct word *right) {
    char *text = allocate(p, left->length + right->length + 1);
    memcpy(text, left->text, left->length);
    memcpy(text + left->length, right->text, right->length);
    left->text = text;
    left->length += right->length;
    left->flags &= (uint8_t)~WORD_FINAL;
}

// ------------------------------------------------------------------------------------------------ reading
// What is to be read next; NULL: nothing. Obeys the directives before it.
static const struct word *look_ahead(struct preprocessor *p) {
    while (p->rest != NULL) {
        const struct word *word = p->rest;
        const bool is_end = word->kind == TOKEN_END, is_directive = word->kind == TOKEN_DIRECTIVE;
        if (!is_end && !is_directive && (p->conditions == NULL || p->conditions->taking)) {
            return word;
        }
        p->rest = word->next;
        if (is_end) {
            word->ended->busy = false;
            p->pending |= WORD_APART;
        } else if (is_directive) {
            p->place = word->place;
            obey_directive(p, word);
        }
    }
    return NULL;
}

static bool read_word(struct preprocessor *p, struct word *word) {
    const struct word *next = look_ahead(p);
    if (next == NULL) {
        return false;
    }
    *word = *next;
    word->flags |= (uint8_t)p->pending;
    p->pending = 0;
    p->rest = next->next;
    p->place = word->place;
    return true;
}

// The arguments of the macro, whose name was read. NULL: there is no parenthesis, so that the name is not the macro's.
static struct words *read_arguments(struct preprocessor *p, const struct macro *macro,
                                    const struct word *name) {
    if (!is_sign(look_ahead(p), '(')) {
        return NULL;
    }
    const size_t parameters = macro->parameter_count;
    struct words *arguments =
        allocate(p, (parameters + 1) * sizeof(*arguments)); // the last one: those too many
    size_t given = 0, open = 0;
    struct word word;
    do {
        if (!read_word(p, &word)) {
            refuse(p, name->place, "the arguments of macro %.*s do not end", (int)name->length, name->text);
        }
        open -= is_sign(&word, ')');
        if (is_sign(&word, ',') && open == 1 && !(macro->variadic && given + 1 == parameters)) {
            given++;
        } else if (open > 0) {
            add_word(p, &arguments[given < parameters ? given : parameters], word);
        }
        open += is_sign(&word, '(');
    } while (open > 0);
    given += parameters > 0 || arguments[0].first != NULL;
    if (given != parameters && !(macro->variadic && given + 1 == parameters)) {
        refuse(p, name->place, "macro %.*s has %zu arguments instead of %zu", (int)name->length, name->text,
               given, parameters);
    }
    return arguments;
}

// ------------------------------------------------------------------------------------------------ expansion
static bool is_paste(const struct word *word) {
    return is_sign(word, '#') && is_sign(word->next, '#') && words_touch(word->next);
}

// The argument for a word of the macro's body; NULL: the word is no parameter.
static const struct words *argument_of(const struct macro *macro, const struct words *arguments,
                                       const struct word *word) {
    const struct word *parameter = macro->parameters.first;
    while (parameter != NULL && !(word != NULL && are_same(parameter, word))) {
        parameter = parameter->next;
        arguments++;
    }
    return parameter == NULL ? NULL : arguments;
}

// Adds what stands for a word of the body to the expansion of the macro at `name`. Its first word gets these flags for
// those of before, and is appended to the word `left`, if that is given.
static void add_expansion(struct preprocessor *p, struct words *out, const struct word *first, unsigned flags,
                          struct word *left, const struct word *name) {
    for (const struct word *word = first; word != NULL; word = word->next) {
        struct word copy = *word;
        copy.place = name->place;
        if (word == first) {
            copy.flags = (uint8_t)((copy.flags & WORD_FINAL) | flags);
        }
        if (word == first && left != NULL) {
            paste(p, left, &copy);
        } else {
            add_word(p, out, copy);
        }
    }
}

// GCC's `, ## __VA_ARGS__`: a comma only before arguments.
static bool is_optional_comma(const struct macro *macro, const struct word *word) {
    const struct word *last = is_paste(word->next) ? word->next->next->next : NULL;
    return macro->variadic && is_sign(word, ',') && last != NULL && word_is(last, "__VA_ARGS__");
}

static struct words expansion_of(struct preprocessor *p, const struct macro *macro,
                                 const struct words *arguments, const struct word *name) {
    struct words out = {0};
    struct word *left = NULL; // what a ## that follows appends to
    bool pasted = false, after_argument = false;
    for (const struct word *word = macro->body; word != NULL; word = word->next) {
        const unsigned blank = word->flags & WORD_BLANK;
        const bool quoted = macro->has_parameters && is_sign(word, '#'),
                   comma = is_optional_comma(macro, word);
        if (is_paste(word)) {
            pasted = true;
            word = word->next;
            continue;
        }
        word = quoted ? word->next : word;
        const struct words *argument = argument_of(macro, arguments, word);
        if (quoted && argument == NULL) {
            refuse(p, name->place, "# is not before a parameter of the macro");
        }
        struct word own = quoted ? quote(p, argument->first) : *word;
        own.next = NULL;
        const struct word *first = &own;
        if (comma && arguments[macro->parameter_count - 1].first == NULL) {
            first = NULL;
        } else if (argument != NULL && !quoted) {
            const bool raw = pasted || is_paste(word->next);
            first = raw ? argument->first : expand(p, argument->first).first;
        }
        left = pasted ? left : NULL;
        add_expansion(p, &out, first, blank | (argument != NULL || after_argument ? WORD_APART : 0), left,
                      name);
        left = first != NULL ? out.last : left;
        pasted = false;
        after_argument = argument != NULL;
        word = comma ? word->next->next : word;
    }
    return out;
}

// Puts the expansion before what is still to be read, if the name is that of a macro.
static bool expand_macro(struct preprocessor *p, struct word *name) {
    struct macro *macro = *find_macro(p, name);
    struct words *arguments = NULL;
    if (macro == NULL || macro->busy || (name->flags & WORD_FINAL) != 0) {
        name->flags |= macro != NULL ? WORD_FINAL : 0;
        return false;
    }
    if (macro->has_parameters && (arguments = read_arguments(p, macro, name)) == NULL) {
        return false;
    }
    struct words words = expansion_of(p, macro, arguments, name);
    if (words.first != NULL) {
        words.first->flags &= WORD_FINAL;
    }
    add_word(p, &words, (struct word){.kind = TOKEN_END, .ended = macro});
    read_first(p, words);
    macro->busy = true;
    p->pending |= (name->flags & WORD_BLANK) | WORD_APART;
    return true;
}

static void fill_in_place(struct preprocessor *p, struct word *word) {
    const struct engine_place place = word->place;
    const bool is_line = word_is(word, "__LINE__");
    if (is_line || word_is(word, "__FILE__")) {
        char *text = allocate(p, strlen(place.file) + 16);
        word->length =
            (uint32_t)(is_line ? sprintf(text, "%d", place.line) : sprintf(text, "\"%s\"", place.file));
        word->text = text;
        word->kind = is_line ? TOKEN_NUMBER : TOKEN_STRING;
        word->flags |= WORD_APART;
    }
}

struct words expand(struct preprocessor *p, struct word *words) {
    struct words out = {0};
    struct word *const rest = p->rest, word;
    if (++p->depth > DEPTH_MAX) {
        refuse(p, p->place, "macros are nested more than %d deep", DEPTH_MAX);
    }
    for (p->rest = words; read_word(p, &word);) {
        if (word.kind != TOKEN_IDENTIFIER || !expand_macro(p, &word)) {
            fill_in_place(p, &word);
            add_word(p, &out, word);
        }
    }
    p->depth--;
    p->rest = rest;
    return out;
}
