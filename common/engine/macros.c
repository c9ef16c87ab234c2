// Macros: what #define says, and their expansion.
#include <stdio.h>
#include <string.h>

#include "preprocessor.h"

struct argument {
    struct words words, expanded;
    bool is_expanded, is_given; // a variadic macro's last one may not be given
};

// ------------------------------------------------------------------------------------------------ names
static struct name *name_of(struct preprocessor *p, const struct word *word, bool add) {
    uint32_t hash = 2166136261u; // FNV-1a
    for (size_t i = 0; i < word->length; i++) {
        hash = (hash ^ (unsigned char)word->text[i]) * 16777619u;
    }
    struct name **slot = &p->names[hash % NAME_SLOTS], *name = *slot;
    while (name != NULL && (name->hash != hash || name->length != word->length ||
                            memcmp(name->text, word->text, word->length) != 0)) {
        name = name->next;
    }
    if (name == NULL && add) {
        name = allocate(p, 1, sizeof(*name));
        *name = (struct name){.text = word->text, .length = word->length, .hash = hash, .next = *slot};
        *slot = name;
    }
    return name;
}

struct macro *find_macro(struct preprocessor *p, const struct word *word) {
    const struct name *name = name_of(p, word, false);
    return name == NULL ? NULL : name->macro;
}

void undefine_macro(struct preprocessor *p, const struct word *name) {
    name_of(p, name, true)->macro = NULL;
}

void define_built_ins(struct preprocessor *p) {
    static const char *const names[] = {
        [BUILT_IN_LINE] = "__LINE__", [BUILT_IN_FILE] = "__FILE__", [BUILT_IN_COUNTER] = "__COUNTER__"};
    for (int i = BUILT_IN_LINE; i <= BUILT_IN_COUNTER; i++) {
        const struct word name = {.text = names[i], .length = (uint32_t)strlen(names[i])};
        struct macro *macro = allocate(p, 1, sizeof(*macro));
        macro->built_in = (enum built_in)i;
        name_of(p, &name, true)->macro = macro;
    }
}

// ------------------------------------------------------------------------------------------------ #define
static bool is_sign(const struct words *words, size_t i, char sign) {
    return i < words->count && words->list[i].kind == TOKEN_PUNCTUATION && *words->list[i].text == sign;
}

// Reads (a, b, ...) from after the parenthesis. Returns the index of the word behind it.
static size_t read_parameters(struct preprocessor *p, const struct words *line, struct macro *macro,
                              struct words *parameters) {
    size_t i = 2;
    while (!is_sign(line, i, ')')) {
        if (parameters->count > 0 && !is_sign(line, i++, ',')) {
            refuse(p, line->list[0].place, "the parameters of this macro are malformed");
        }
        struct word name = {.text = "__VA_ARGS__", .length = 11};
        if (i < line->count && line->list[i].kind == TOKEN_IDENTIFIER) {
            name = line->list[i++];
        }
        macro->variadic = is_sign(line, i, '.') && is_sign(line, i + 1, '.') && is_sign(line, i + 2, '.');
        i += macro->variadic ? 3 : 0;
        add_word(p, parameters, name);
        if (i >= line->count || (name.kind != TOKEN_IDENTIFIER && !macro->variadic) ||
            (macro->variadic && !is_sign(line, i, ')'))) {
            refuse(p, line->list[0].place, "the parameters of this macro are malformed");
        }
    }
    macro->parameter_count = parameters->count;
    return i + 1;
}

void define_macro(struct preprocessor *p, const struct words *line) {
    struct macro *macro = allocate(p, 1, sizeof(*macro));
    struct words parameters = {0};
    size_t i = 1;
    if (is_sign(line, 1, '(') && words_touch(&line->list[1])) {
        macro->has_parameters = true;
        i = read_parameters(p, line, macro, &parameters);
    }
    for (; i < line->count; i++) {
        struct word word = line->list[i];
        unsigned quoted = 0;
        if (is_sign(line, i, '#') && is_sign(line, i + 1, '#') && words_touch(&line->list[i + 1])) {
            if (macro->body.count == 0 || i + 2 == line->count) {
                refuse(p, word.place, "## is not between two words");
            }
            macro->body.list[macro->body.count - 1].flags |= WORD_PASTED;
            i++;
            continue;
        }
        if (macro->has_parameters && is_sign(line, i, '#')) {
            quoted = WORD_QUOTED | (word.flags & WORD_BLANK);
            word = ++i < line->count ? line->list[i] : word;
        }
        for (size_t k = 0; word.kind == TOKEN_IDENTIFIER && k < parameters.count; k++) {
            const struct word *parameter = &parameters.list[k];
            if (parameter->length == word.length && memcmp(parameter->text, word.text, word.length) == 0) {
                word.parameter = (uint32_t)k + 1;
            }
        }
        if (quoted != 0 && word.parameter == 0) {
            refuse(p, word.place, "# is not before a parameter of the macro");
        }
        word.flags = (uint8_t)(quoted != 0 ? quoted : word.flags);
        add_word(p, &macro->body, word);
    }
    name_of(p, &line->list[0], true)->macro = macro;
}

// ------------------------------------------------------------------------------------------------ # and ##
// The words as a string.
static struct word quote(struct preprocessor *p, const struct words *words) {
    size_t length = 3, at = 0;
    for (size_t i = 0; i < words->count; i++) {
        length += 2 * words->list[i].length + 1;
    }
    char *text = allocate(p, length, 1);
    text[at++] = '"';
    for (size_t i = 0; i < words->count; i++) {
        const struct word *word = &words->list[i];
        const bool escape = word->kind == TOKEN_STRING || word->kind == TOKEN_CHARACTER;
        if (i > 0 && (word->flags & WORD_BLANK) != 0) {
            text[at++] = ' ';
        }
        for (size_t k = 0; k < word->length; k++) {
            const char c = word->text[k];
            if (escape && (c == '"' || c == '\\' || c == '\n')) {
                text[at++] = '\\';
            }
            text[at++] = c == '\n' ? 'n' : c;
        }
    }
    text[at++] = '"';
    return (struct word){.text = text, .length = (uint32_t)at, .kind = TOKEN_STRING};
}

static bool is_operator(char first, char second) {
    return (second == '=' && strchr("+-*/%&|^<>=!", first) != NULL) ||
           (second == first && strchr("+-<>&|:", first) != NULL) || (first == '-' && second == '>');
}

// Appends a word to the last one.
static void paste(struct preprocessor *p, struct words *out, struct word right, struct engine_place place) {
    struct word *left = &out->list[out->count - 1];
    const size_t length = left->length + (size_t)right.length;
    char *text = memcpy(allocate(p, length + 1, 1), left->text, left->length);
    memcpy(text + left->length, right.text, right.length);
    struct tokenizer tokenizer;
    tokenizer_start(&tokenizer, text, length);
    const struct token token = token_next(&tokenizer);
    if (left->kind == TOKEN_PUNCTUATION && right.kind == TOKEN_PUNCTUATION &&
        is_operator(*left->text, *right.text)) {
        right.flags = 0;
        add_word(p, out, right);
    } else if (token.length != length || token.kind == TOKEN_COMMENT) {
        refuse(p, place, "%.*s ## %.*s is not one word", (int)left->length, left->text, (int)right.length,
               right.text);
    } else {
        left->text = text;
        left->length = (uint32_t)length;
        left->kind = (uint8_t)token.kind;
        left->flags &= (uint8_t)~WORD_FINAL;
    }
}

// ------------------------------------------------------------------------------------------------ expansion
static void push(struct preprocessor *p, struct words words, struct macro *macro) {
    struct expansion *expansion = allocate(p, 1, sizeof(*expansion));
    *expansion =
        (struct expansion){.words = words, .macro = macro, .limit = macro == NULL, .outer = p->expansions};
    p->expansions = expansion;
}

static void pop(struct preprocessor *p) {
    if (p->expansions->macro != NULL) {
        p->expansions->macro->busy = false;
    }
    p->expansions = p->expansions->outer;
    p->pending |= WORD_APART;
}

// The next word, without its macros being expanded.
static struct word next_word(struct preprocessor *p) {
    struct word word = p->put_back;
    if (word.kind != TOKEN_END) {
        p->put_back = (struct word){.kind = TOKEN_END};
        return word;
    }
    while (p->expansions != NULL && p->expansions->at == p->expansions->words.count) {
        if (p->expansions->limit) {
            return (struct word){.kind = TOKEN_END, .place = p->place};
        }
        pop(p);
    }
    word = p->expansions == NULL ? file_word(p) : p->expansions->words.list[p->expansions->at++];
    word.flags |= (uint8_t)p->pending;
    p->pending = 0;
    return word;
}

struct words expand_words(struct preprocessor *p, struct words words) {
    struct words out = {0};
    if (++p->depth > DEPTH_MAX) {
        refuse(p, p->place, "macros are nested more than %d deep", DEPTH_MAX);
    }
    push(p, words, NULL);
    for (struct word word; (word = expanded_word(p)).kind != TOKEN_END;) {
        add_word(p, &out, word);
    }
    pop(p);
    p->depth--;
    return out;
}

// The arguments of a macro behind its name. NULL: there is no parenthesis, so that the name is not the macro's.
static struct argument *read_arguments(struct preprocessor *p, const struct macro *macro,
                                       const struct word *name) {
    p->looking = true;
    struct word word = next_word(p);
    p->looking = false;
    if (word.kind != TOKEN_PUNCTUATION || *word.text != '(') {
        p->put_back = word;
        return NULL;
    }
    const size_t parameters = macro->parameter_count;
    struct argument *arguments =
        allocate(p, parameters + 1, sizeof(*arguments)); // the last one is for those too many
    size_t given = 0, open = 1;
    p->collecting++;
    while (open > 0) {
        word = next_word(p);
        const char sign = word.kind == TOKEN_PUNCTUATION ? *word.text : '\0';
        if (word.kind == TOKEN_END) {
            refuse(p, name->place, "the arguments of macro %.*s do not end", (int)name->length, name->text);
        }
        open += sign == '(';
        open -= sign == ')';
        if (sign == ',' && open == 1 && !(macro->variadic && given + 1 == parameters)) {
            given++;
        } else if (open > 0) {
            add_word(p, &arguments[given < parameters ? given : parameters].words, word);
        }
    }
    p->collecting--;
    given += parameters > 0 || arguments[0].words.count > 0;
    if (given != parameters && !(macro->variadic && given + 1 == parameters)) {
        refuse(p, name->place, "macro %.*s has %zu arguments instead of %zu", (int)name->length, name->text,
               given, parameters);
    }
    for (size_t i = 0; i < given; i++) {
        arguments[i].is_given = true;
    }
    return arguments;
}

// What stands in the expansion for a word of the body. `pasted`: ## precedes it.
static struct words substitute(struct preprocessor *p, struct word *word, struct argument *arguments,
                               bool pasted) {
    if (word->parameter == 0) {
        return (struct words){.list = word, .count = 1};
    }
    struct argument *argument = &arguments[word->parameter - 1];
    if ((word->flags & WORD_QUOTED) != 0) {
        struct words words = {0};
        add_word(p, &words, quote(p, &argument->words));
        return words;
    }
    if (pasted || (word->flags & WORD_PASTED) != 0) {
        return argument->words;
    }
    if (!argument->is_expanded) {
        argument->is_expanded = true;
        argument->expanded = expand_words(p, argument->words);
    }
    return argument->expanded;
}

// Appends words to the expansion of the macro at `name`: to its last word, if they are pasted. The first one gets
// `flags` in place of what was before it.
static void append(struct preprocessor *p, struct words *out, const struct words *words, unsigned flags,
                   bool pasted, const struct word *name) {
    for (size_t i = 0; i < words->count; i++) {
        struct word word = words->list[i];
        word.place = name->place;
        word.parameter = 0;
        word.flags &= WORD_FINAL | (i > 0 ? WORD_BLANK | WORD_APART : 0);
        word.flags |= (uint8_t)(i > 0 ? 0 : flags);
        if (i == 0 && pasted) {
            paste(p, out, word, name->place);
        } else {
            add_word(p, out, word);
        }
    }
}

static struct words expansion_of(struct preprocessor *p, const struct macro *macro,
                                 struct argument *arguments, const struct word *name) {
    struct words out = {0};
    bool empty = false; // what ## follows
    for (size_t i = 0; i < macro->body.count; i++) {
        struct word *word = &macro->body.list[i];
        const bool after_parameter = i > 0 && word[-1].parameter > 0;
        bool pasted = i > 0 && (word[-1].flags & WORD_PASTED) != 0;
        const struct words words = substitute(p, word, arguments, pasted);
        if (pasted && is_sign(&macro->body, i - 1, ',') && macro->variadic &&
            word->parameter == macro->parameter_count) { // GCC's `, ## __VA_ARGS__`: no arguments, no comma
            const bool one = macro->parameter_count == 1;
            empty = words.count == 0 && (one || !arguments[word->parameter - 1].is_given);
            out.count -= empty;
            pasted = false;
        } else {
            const bool alone = !pasted || empty;
            pasted = !alone;
            empty = alone && words.count == 0;
        }
        const unsigned apart = word->parameter > 0 || after_parameter ? WORD_APART : 0;
        append(p, &out, &words, (word->flags & WORD_BLANK) | apart, pasted, name);
    }
    if (out.count > 0) {
        out.list[0].flags =
            (uint8_t)((out.list[0].flags & WORD_FINAL) | (name->flags & WORD_BLANK) | WORD_APART);
    }
    return out;
}

static struct words built_in(struct preprocessor *p, enum built_in built_in, const struct word *name) {
    struct words words = {0};
    struct word word = *name;
    if (built_in == BUILT_IN_FILE) {
        struct word file = {.text = name->place.file, .kind = TOKEN_STRING};
        file.length = (uint32_t)strlen(file.text);
        word = quote(p, &(struct words){&file, 1, 1});
        word.place = name->place;
        word.flags = name->flags;
    } else {
        char *text = allocate(p, 1, 16);
        word.kind = TOKEN_NUMBER;
        word.length =
            (uint32_t)sprintf(text, "%d", built_in == BUILT_IN_LINE ? name->place.line : p->counter++);
        word.text = text;
    }
    word.flags |= WORD_APART;
    add_word(p, &words, word);
    return words;
}

// In an #if: defined NAME, defined(NAME), __has_include(...).
static struct word answer(struct preprocessor *p, const struct word *question) {
    const bool is_defined = word_is(question, "defined");
    struct word word = next_word(p), name = word;
    const bool open = word.kind == TOKEN_PUNCTUATION && *word.text == '(';
    if (open) {
        name = next_word(p);
        word = name;
        do {
            word = next_word(p);
        } while (!is_defined && word.kind != TOKEN_END && *word.text != ')');
    }
    if ((open && (word.kind != TOKEN_PUNCTUATION || *word.text != ')')) ||
        (is_defined && name.kind != TOKEN_IDENTIFIER) || (!is_defined && !open)) {
        refuse(p, question->place, "%.*s needs a name", (int)question->length, question->text);
    }
    word = *question;
    word.text = is_defined && (find_macro(p, &name) != NULL || word_is(&name, "__has_include")) ? "1" : "0";
    word.length = 1;
    word.kind = TOKEN_NUMBER;
    return word;
}

struct word expanded_word(struct preprocessor *p) {
    for (;;) {
        struct word word = next_word(p);
        if (word.kind != TOKEN_IDENTIFIER || (word.flags & WORD_FINAL) != 0) {
            return word;
        }
        if (p->condition && (word_is(&word, "defined") || word_is(&word, "__has_include"))) {
            return answer(p, &word);
        }
        struct macro *macro = find_macro(p, &word);
        if (macro == NULL || macro->busy) {
            word.flags |= macro != NULL ? WORD_FINAL : 0;
            return word;
        }
        struct argument *arguments = NULL;
        if (macro->has_parameters && (arguments = read_arguments(p, macro, &word)) == NULL) {
            return word;
        }
        const struct words words = macro->built_in != BUILT_IN_NONE
                                       ? built_in(p, macro->built_in, &word)
                                       : expansion_of(p, macro, arguments, &word);
        p->pending |= (word.flags & WORD_BLANK) | WORD_APART;
        if (words.count > 0) {
            push(p, words, macro);
            macro->busy = true;
        }
    }
}
