// Changes source files at random, and reads them: no crash, no hang, and what must hold of every tree (check.h). Then
// exchanges all pieces in which a changed file differs from the original: its regions must become the original's.
//
//     tree_fuzz [--count N] [--seed N] [--seconds N] FILE...
//
// Each mutation deletes, doubles or exchanges tokens or bytes, cuts the text anywhere, or nests a part of it. Failing
// texts are written to tree_fuzz.failed. First it reads hostile texts of 1 MB.
#include <signal.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "difference.h"
#include "questions.h"

enum { PIECES_MAX = 2000 };

enum { HOSTILE_LENGTH = 1 << 20, LENGTH_MAX = 1 << 18, HANGS = 60 /* seconds */ };

struct text {
    char *bytes;
    size_t length;
};

static uint64_t state;

static size_t below(size_t limit) {
    state ^= state << 13; // xorshift64
    state ^= state >> 7;
    state ^= state << 17;
    return limit > 0 ? (size_t)(state % limit) : 0;
}

// Any answer is right, but there must be one.
static void ask(const struct tree *tree, int line, size_t byte) {
    struct decision decisions[4];
    struct setting settings[4];
    tree_at_byte(tree, byte, NODE_ANY);
    question_loop(tree, (int[]){line, line + 1}, 2);
    question_decisions(tree, line, decisions, 4);
    question_settings(tree, line, NULL, settings, 4);
    question_around(tree, line);
    question_index(tree, line, "s");
    for (const struct node *function = NULL; (function = question_next_function(tree, function)) != NULL;) {
        char name[QUESTION_NAME];
        question_word(tree, function->name, name);
        question_assigned(tree, function, name);
        question_barrier(tree, function, NULL);
        question_callers(tree, line, name, (int[2]){0}, 2);
    }
    question_call_in_index(tree, line, question_call_in_index(tree, line, NULL));
}

static bool read_text(struct text text) {
    // A copy without a terminating zero: a read past the end is noticed.
    char *copy = malloc(text.length > 0 ? text.length : 1);
    memcpy(copy, text.bytes, text.length);
    alarm(HANGS);
    struct tree *tree = tree_read(copy, text.length);
    const bool fine = tree != NULL && tree_check(tree);
    for (size_t i = 0; fine && i < 4; i++) {
        ask(tree, (int)below(tree->line_count + 2), below(text.length + 1));
    }
    alarm(0);
    tree_free(tree);
    free(copy);
    return fine;
}

// The next word of a region from token i on; braces do not count. NULL if there is none.
static const struct token *next_word(const struct tree *tree, const struct region *region, int *i) {
    while (*i < tree->token_count && tree->tokens[*i].offset < region->code_end) {
        const struct token *token = &tree->tokens[(*i)++];
        if (token->offset >= region->code_begin && token->kind != TOKEN_DIRECTIVE_END &&
            !token_is(tree->text, token, "{") && !token_is(tree->text, token, "}")) {
            return token;
        }
    }
    return NULL;
}

static bool same_region(const struct tree *one, const struct region *region, const struct tree *two,
                        const struct region *other) {
    int i = 0, k = 0;
    for (;;) {
        const struct token *word = next_word(one, region, &i), *same = next_word(two, other, &k);
        if (word == NULL || same == NULL) {
            return word == same;
        }
        if (word->length != same->length ||
            memcmp(one->text + word->offset, two->text + same->offset, word->length) != 0) {
            return false;
        }
    }
}

static bool exchange_text(struct text own_text, struct text other_text, enum difference_level level) {
    static struct piece pieces[PIECES_MAX];
    struct regions own, other, mixed;
    size_t length;
    const bool found = regions_find(own_text.bytes, own_text.length, &own) == 0;
    bool same = regions_find(other_text.bytes, other_text.length, &other) == 0 && found;
    difference_find(&own, &other, ~0ull, level, pieces, PIECES_MAX);
    const size_t count = difference_find(&own, &other, ~1ull, level, pieces, PIECES_MAX);
    if (!same || count > PIECES_MAX) {
        regions_free(&own);
        regions_free(&other);
        return true;
    }
    char *text = pieces_exchange(&own, &other, pieces, count, &length);
    same = text != NULL && regions_find(text, length, &mixed) == 0 && mixed.count == own.count;
    struct tree *tree = tree_read(text, length), *other_tree = tree_read(other_text.bytes, other_text.length);
    for (size_t i = 0; i < own.count && same; i++) {
        const struct region *region = regions_numbered(&other, own.regions[i].number);
        if (own.regions[i].filled && region != NULL && region->filled) {
            same = same_region(tree, &mixed.regions[i], other_tree, region);
        }
    }
    if (!same) {
        fprintf(stderr, "tree_fuzz: not exchanged:\n%s\n", text);
    }
    tree_free(tree);
    tree_free(other_tree);
    regions_free(&own);
    regions_free(&other);
    regions_free(&mixed);
    free(text);
    return same;
}

// Replaces the bytes [begin, end) by others. The result has a buffer of its own.
static struct text replace(struct text text, size_t begin, size_t end, const char *bytes, size_t length) {
    struct text result = {malloc(text.length + length + 1), text.length - (end - begin) + length};
    memcpy(result.bytes, text.bytes, begin);
    memcpy(result.bytes + begin, bytes, length);
    memcpy(result.bytes + begin + length, text.bytes + end, text.length - end);
    free(text.bytes);
    return result;
}

// A random range: of a few bytes, of a token, of some tokens, or of anything.
static void choose(struct text text, size_t *begin, size_t *end) {
    struct tree *tree = below(3) > 0 ? tree_read(text.bytes, text.length) : NULL;
    *begin = below(text.length + 1);
    *end = *begin + below(below(8) == 0 ? text.length - *begin + 1 : 4);
    *end = *end < text.length ? *end : text.length;
    if (tree != NULL && tree->token_count > 0) {
        const size_t first = below((size_t)tree->token_count), count = below(4) == 0 ? below(40) : 0;
        const size_t last = first + count < (size_t)tree->token_count ? first + count : first;
        *begin = tree->tokens[first].offset;
        *end = tree->tokens[last].offset + tree->tokens[last].length;
    }
    tree_free(tree);
}

static struct text mutate(struct text text, const struct text *other) {
    static const char *const pieces[] = {"(",
                                         ")",
                                         "{",
                                         "}",
                                         "[",
                                         "]",
                                         "<",
                                         ">",
                                         ";",
                                         "<<<",
                                         ">>>",
                                         "\"",
                                         "'",
                                         "/*",
                                         "*/",
                                         "//",
                                         "\\\n",
                                         "\n#if A\n",
                                         "\n#else\n",
                                         "\n#endif\n",
                                         "\n#if 0\n",
                                         "#",
                                         "::",
                                         "...",
                                         ",",
                                         ":",
                                         "?",
                                         "template <",
                                         "operator",
                                         "struct {",
                                         "for (",
                                         "if (",
                                         "else",
                                         "case",
                                         "do {",
                                         "R\"(",
                                         "\n// TODO(1): x\n",
                                         "\n// END TODO(1)\n",
                                         "\r\n",
                                         "\xEF\xBB\xBF",
                                         "\xff",
                                         "__global__ ",
                                         "MACRO(x)",
                                         "[[",
                                         "[&] {",
                                         "a<b<c>>",
                                         "#define X {\n",
                                         "namespace a {",
                                         "=",
                                         "&&"};
    size_t begin, end;
    choose(text, &begin, &end);
    switch (below(8)) {
    case 0: // delete
        return replace(text, begin, end, "", 0);
    case 1: { // double
        char *copy = malloc(end - begin + 1);
        memcpy(copy, text.bytes + begin, end - begin);
        text = replace(text, end, end, copy, end - begin);
        free(copy);
        return text;
    }
    case 2: { // exchange two
        size_t other_begin, other_end;
        choose(text, &other_begin, &other_end);
        char *copy = malloc(text.length + 1);
        memcpy(copy, text.bytes + begin, end - begin);
        text = replace(text, other_begin, other_end, copy, end - begin);
        free(copy);
        return text;
    }
    case 3: // cut
        if (below(4) == 0) {
            text.length = begin;
        }
        return text;
    case 4: { // nest
        const char *piece = pieces[below(sizeof(pieces) / sizeof(*pieces))];
        const size_t length = strlen(piece), times = below(8) == 0 ? below(3000) : below(6);
        char *many = malloc(length * times + 1);
        for (size_t i = 0; i < times; i++) {
            memcpy(many + i * length, piece, length);
        }
        text = replace(text, begin, begin, many, length * times);
        free(many);
        return text;
    }
    case 5: { // a part of another file
        size_t other_begin, other_end;
        choose(*other, &other_begin, &other_end);
        return replace(text, begin, end, other->bytes + other_begin, other_end - other_begin);
    }
    case 6:
        if (text.length > 0 && begin < text.length) {
            text.bytes[begin] = (char)below(256);
        }
        return text;
    default: {
        const char *piece = pieces[below(sizeof(pieces) / sizeof(*pieces))];
        return replace(text, begin, below(2) ? begin : end, piece, strlen(piece));
    }
    }
}

static struct text load(const char *path) {
    FILE *file = fopen(path, "rb");
    struct text text = {malloc(LENGTH_MAX), 0};
    if (file != NULL) {
        text.length = fread(text.bytes, 1, LENGTH_MAX, file);
        fclose(file);
    }
    return text;
}

static int fail(struct text text) {
    FILE *file = fopen("tree_fuzz.failed", "wb");
    if (file != NULL) {
        fwrite(text.bytes, 1, text.length, file);
        fclose(file);
    }
    fprintf(stderr, "tree_fuzz: failed; the text is in tree_fuzz.failed\n");
    return 1;
}

static struct text current;

static void hangs(int signal) {
    (void)signal;
    _exit(fail(current));
}

static bool read_hostile(void) {
    static const char *const patterns[] = {"(",
                                           "{",
                                           "[",
                                           "<",
                                           "<<<",
                                           "a<b<c<",
                                           "a<",
                                           "#if\n",
                                           "#if 0\n",
                                           "#else\n",
                                           "a::",
                                           "a.b",
                                           "f(",
                                           "f(a, ",
                                           "if (a) ",
                                           "else if (a) ",
                                           "if (a) b; else ",
                                           "a ? ",
                                           "a ? b : ",
                                           "a = ",
                                           "a + ",
                                           "a, ",
                                           "-",
                                           "*",
                                           "!",
                                           "(a)",
                                           "[]",
                                           "[&] {",
                                           "{ a; ",
                                           "a b ",
                                           "int ",
                                           "int a, ",
                                           "template <",
                                           "template <class A> ",
                                           "struct { ",
                                           "struct a { ",
                                           "enum { ",
                                           "namespace { ",
                                           "for (;",
                                           "for (a : ",
                                           "do ",
                                           "while (",
                                           "switch (a) ",
                                           "case ",
                                           "a: ",
                                           "try { ",
                                           "catch ",
                                           "return ",
                                           "sizeof ",
                                           "new ",
                                           "delete ",
                                           "operator",
                                           "operator(",
                                           "~",
                                           "::",
                                           "...",
                                           "\"a\" ",
                                           "'",
                                           "/*",
                                           "//\n",
                                           "\\\n",
                                           "#define A ",
                                           "#",
                                           "@",
                                           "`",
                                           ")",
                                           "}",
                                           "]",
                                           ">",
                                           ">>>",
                                           ";",
                                           ",",
                                           ":",
                                           "=",
                                           "a<b>(",
                                           "a<b>>",
                                           "k<<<a, ",
                                           "k<<<a>>>",
                                           "MACRO(",
                                           "MACRO(a) ",
                                           "MACRO {",
                                           "MACRO\n",
                                           "alignas(",
                                           "[[",
                                           "decltype(",
                                           "static_cast<",
                                           "(int)",
                                           "(a*)",
                                           "int (*",
                                           "int a(",
                                           "throw ",
                                           "&&",
                                           "&",
                                           "#if A\n}\n#else\n}\n#endif\n",
                                           "#if A\n{\n#else\n{\n#endif\n",
                                           "#if A\n(\n#else\n)\n",
                                           "// TODO(1)\n",
                                           "{ // TODO(1)\n",
                                           "} // END TODO(1)\n (",
                                           "(;",
                                           "({",
                                           "(}",
                                           "{)",
                                           "[)",
                                           "(]",
                                           "<)",
                                           "a<b;",
                                           "a(b;",
                                           "  {\n",
                                           "  }\n {\n",
                                           "using a = ",
                                           "typedef ",
                                           "extern \"C\" { ",
                                           "a<b<c>>::",
                                           "R\"(",
                                           "\xff",
                                           "\xEF\xBB\xBF",
                                           "\0a"};
    for (size_t i = 0; i < sizeof(patterns) / sizeof(*patterns); i++) {
        const size_t length = patterns[i][0] == '\0' ? 2 : strlen(patterns[i]);
        struct text text = {malloc(HOSTILE_LENGTH), 0};
        for (int prefix = 0; prefix < 2; prefix++) {
            static const char begin[] = "__global__ void k(int *a) {\n    x = ";
            text.length = prefix == 1 ? sizeof(begin) - 1 : 0;
            memcpy(text.bytes, begin, text.length);
            for (; text.length + length <= HOSTILE_LENGTH; text.length += length) {
                memcpy(text.bytes + text.length, patterns[i], length);
            }
            const clock_t start = clock();
            current = text;
            if (!read_text(text)) {
                fprintf(stderr, "tree_fuzz: 1 MB of '%s'\n", patterns[i]);
                fail(text);
                return false;
            }
            const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
            if (seconds > 1) {
                fprintf(stderr, "tree_fuzz: 1 MB of '%s': %.1f s\n", patterns[i], seconds);
            }
        }
        free(text.bytes);
    }
    return true;
}

int main(int count, char **arguments) {
    size_t mutations = 2000, files = 0, done = 0;
    time_t until = 0;
    bool hostile = false;
    struct text *texts = malloc((size_t)count * sizeof(*texts));
    state = 88172645463325252u;
    for (int i = 1; i < count; i++) {
        const bool has_value = i + 1 < count;
        if (strcmp(arguments[i], "--count") == 0 && has_value) {
            mutations = strtoul(arguments[++i], NULL, 10);
        } else if (strcmp(arguments[i], "--seed") == 0 && has_value) {
            state ^= strtoul(arguments[++i], NULL, 10) * 0x9E3779B97F4A7C15u;
        } else if (strcmp(arguments[i], "--seconds") == 0 && has_value) {
            until = time(NULL) + strtol(arguments[++i], NULL, 10);
        } else if (strcmp(arguments[i], "--hostile") == 0) {
            hostile = true;
        } else {
            texts[files++] = load(arguments[i]);
        }
    }
    signal(SIGALRM, hangs);
    if (hostile && !read_hostile()) {
        return 1;
    }
    while (files > 0 && (until > 0 ? time(NULL) < until : done < mutations)) {
        const struct text *from = &texts[below(files)];
        struct text text = {malloc(from->length + 1), from->length};
        memcpy(text.bytes, from->bytes, from->length);
        for (size_t steps = 1 + below(6); steps > 0 && text.length < LENGTH_MAX; steps--, done++) {
            text = mutate(text, &texts[below(files)]);
            current = text;
            if (!read_text(text)) {
                return fail(text);
            }
        }
        alarm(HANGS);
        if (!exchange_text(text, *from, (enum difference_level)below(2))) {
            return fail(text);
        }
        alarm(0);
        free(text.bytes);
    }
    printf("tree_fuzz: %zu mutations of %zu files\n", done, files);
    for (size_t i = 0; i < files; i++) {
        free(texts[i].bytes);
    }
    free(texts);
    return 0;
}
