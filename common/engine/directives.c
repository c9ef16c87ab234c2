// Directives: #include, #if and its branches, #define, #error, #line.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "preprocessor.h"

// The system's headers whose contents are in the prelude.
static const char *const system_headers[] = {
    "assert.h",       "cassert",
    "cfloat",         "climits",
    "cmath",          "cstddef",
    "cstdint",        "cstdio",
    "cstdlib",        "cstring",
    "cuda_runtime.h", "float.h",
    "limits.h",       "cuda_runtime_api.h",
    "math.h",         "stdbool.h",
    "stddef.h",       "stdint.h",
    "stdio.h",        "stdlib.h",
    "string.h",       "device_launch_parameters.h",
};

static struct words rest_of_line(struct preprocessor *p) {
    struct words words = {0};
    for (struct word word; (word = directive_word(p)).kind != TOKEN_DIRECTIVE_END;) {
        add_word(p, &words, word);
    }
    return words;
}

// The words' text, a blank where there is one.
static char *joined(struct preprocessor *p, const struct words *words) {
    size_t length = 0;
    for (size_t i = 0; i < words->count; i++) {
        length += words->list[i].length + 1;
    }
    char *text = allocate(p, length + 1, 1);
    length = 0;
    for (size_t i = 0; i < words->count; i++) {
        if (i > 0 && (words->list[i].flags & WORD_BLANK) != 0) {
            text[length++] = ' ';
        }
        memcpy(text + length, words->list[i].text, words->list[i].length);
        length += words->list[i].length;
    }
    return text;
}

// ------------------------------------------------------------------------------------------------ #include
static struct source *source_in(struct preprocessor *p, const char *folder, const char *name) {
    const size_t length = strlen(folder), rest = strlen(name);
    char *path = allocate(p, length + rest + 2, 1);
    memcpy(path, folder, length);
    if (length > 0 && folder[length - 1] != '/') {
        strcat(path, "/");
    }
    return source_of(p, strcat(path, name));
}

static struct source *find_source(struct preprocessor *p, const char *name, bool beside) {
    const char *folder = p->input->source->folder;
    if (*name == '/') {
        return source_of(p, name);
    }
    struct source *source = beside && folder != NULL ? source_in(p, folder, name) : NULL;
    for (size_t i = 0; source == NULL && i < p->request->folder_count; i++) {
        source = source_in(p, p->request->folders[i], name);
    }
    return source;
}

static bool is_system_header(const char *name) {
    for (size_t i = 0; i < sizeof(system_headers) / sizeof(*system_headers); i++) {
        if (strcmp(name, system_headers[i]) == 0) {
            return true;
        }
    }
    return false;
}

// Was the file, or one with the same contents, read that is to be read once?
static bool was_read_once(const struct preprocessor *p, const struct source *source) {
    for (const struct source *other = p->sources; other != NULL; other = other->next) {
        if (other->once && other->length == source->length &&
            memcmp(other->text, source->text, source->length) == 0) {
            return true;
        }
    }
    return false;
}

static void include(struct preprocessor *p, struct engine_place place) {
    struct words words = rest_of_line(p);
    if (words.count == 0 || words.list[0].kind != TOKEN_HEADER) {
        words = expand_words(p, words);
    } else {
        words.count = 1;
    }
    char *name = joined(p, &words);
    const size_t length = strlen(name);
    const char close = *name == '<' ? '>' : *name;
    if (length < 3 || (*name != '<' && *name != '"') || name[length - 1] != close) {
        refuse(p, place, "#include needs a file's name, as \"lab.h\" or <stdio.h>");
    }
    char *bare = copy_text(p, name + 1, length - 2);
    struct source *source = find_source(p, bare, close == '"');
    int depth = 0;
    for (const struct input *input = p->input; input != NULL; input = input->outer) {
        depth++;
    }
    if (depth > INCLUDES_MAX) {
        refuse(p, place, "#include %s: more than %d files include each other", name, INCLUDES_MAX);
    }
    if (source == NULL && !is_system_header(bare)) {
        refuse(p, place, "#include %s: the interpreter does not have this header", name);
    }
    if (source != NULL && !was_read_once(p, source)) {
        input_begin(p, source);
    }
}

// ------------------------------------------------------------------------------------------------ #if
static bool holds(struct preprocessor *p, struct engine_place place) {
    const bool before = p->condition;
    p->condition = true;
    const struct words words = expand_words(p, rest_of_line(p));
    p->condition = before;
    return condition_holds(p, words, place);
}

static bool is_defined(struct preprocessor *p, const char *directive, struct engine_place place) {
    const struct words words = rest_of_line(p);
    if (words.count == 0 || words.list[0].kind != TOKEN_IDENTIFIER) {
        refuse(p, place, "#%s needs a name", directive);
    }
    return find_macro(p, &words.list[0]) != NULL || word_is(&words.list[0], "__has_include");
}

static void begin_condition(struct preprocessor *p, const struct word *name) {
    struct condition *condition = allocate(p, 1, sizeof(*condition));
    const bool read = p->conditions == NULL || p->conditions->taking;
    *condition = (struct condition){.place = name->place, .outer = p->conditions};
    if (read) {
        condition->taking = word_is(name, "if")      ? holds(p, name->place)
                            : word_is(name, "ifdef") ? is_defined(p, "ifdef", name->place)
                                                     : !is_defined(p, "ifndef", name->place);
        condition->possible = !condition->taking;
    }
    p->conditions = condition;
}

static void go_on_with_condition(struct preprocessor *p, const struct word *name) {
    struct condition *condition = p->conditions;
    const bool last = word_is(name, "else");
    if (condition == p->input->conditions || (condition->last && !word_is(name, "endif"))) {
        refuse(p, name->place, "#%.*s has no #if", (int)name->length, name->text);
    }
    if (word_is(name, "endif")) {
        p->conditions = condition->outer;
        return;
    }
    condition->taking = false;
    condition->last = last;
    if (condition->possible) {
        condition->taking = last || holds(p, name->place);
        condition->possible = !condition->taking;
    }
}

// ------------------------------------------------------------------------------------------------ others
// #line 20 "file": so is the next line numbered.
static void set_line(struct preprocessor *p, const struct words *words) {
    if (words->count > 0 && words->list[0].kind == TOKEN_NUMBER) {
        const long line = strtol(copy_text(p, words->list[0].text, words->list[0].length), NULL, 10);
        p->input->tokenizer.line = line < INT_MAX / 2 ? (int)line : INT_MAX / 2;
    }
    if (words->count > 1 && words->list[1].kind == TOKEN_STRING && words->list[1].length >= 2) {
        p->input->name = copy_text(p, words->list[1].text + 1, words->list[1].length - 2);
    }
}

static void obey(struct preprocessor *p, const struct word *name) {
    if (word_is(name, "include")) {
        include(p, name->place);
        return;
    }
    struct words words = rest_of_line(p);
    if (word_is(name, "define") || word_is(name, "undef")) {
        if (words.count == 0 || words.list[0].kind != TOKEN_IDENTIFIER ||
            word_is(&words.list[0], "defined")) {
            refuse(p, name->place, "#%.*s needs a name", (int)name->length, name->text);
        }
        (*name->text == 'd' ? define_macro(p, &words) : undefine_macro(p, &words.list[0]));
    } else if (word_is(name, "pragma")) {
        p->input->source->once |= words.count > 0 && word_is(&words.list[0], "once");
    } else if (word_is(name, "error")) {
        refuse(p, name->place, "#error %s", joined(p, &words));
    } else if (word_is(name, "line")) {
        set_line(p, &words);
    } else if (!word_is(name, "warning")) {
        refuse(p, name->place, "unknown directive #%.*s", (int)name->length, name->text);
    }
}

void obey_directive(struct preprocessor *p) {
    const struct input *input = p->input;
    p->input->in_directive = true;
    const struct word name = directive_word(p);
    if (name.kind == TOKEN_DIRECTIVE_END) {
        return;
    }
    if (word_is(&name, "if") || word_is(&name, "ifdef") || word_is(&name, "ifndef")) {
        begin_condition(p, &name);
    } else if (word_is(&name, "elif") || word_is(&name, "else") || word_is(&name, "endif")) {
        go_on_with_condition(p, &name);
    } else if (p->conditions == NULL || p->conditions->taking) {
        obey(p, &name);
    }
    while (input->in_directive) { // behind #else, or of a directive that is not read
        directive_word(p);
    }
}
