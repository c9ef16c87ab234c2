// The words of a text: what the parser reads. Of an #if that splits a statement, one branch.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "parser.h"

// The words with a meaning of their own, by what they mean.
static const struct known_words {
    enum word word;
    const char *texts;
} known_words[] = {
    {WORD_ATTRIBUTE, "_Alignas _Pragma __align__ __attribute__ __block_size__ __cluster_dims__ "
                     "__declspec __launch_bounds__ __local_maxnreg__ __maxnreg__ alignas"},
    {WORD_SIZEOF, "_Alignof __alignof__ alignof typeid sizeof"},
    {WORD_TYPE, "_Bool __int128 __int64 auto bool char char16_t char32_t char8_t double float int long "
                "short signed unsigned void wchar_t"},
    {WORD_STATIC_ASSERT, "_Static_assert static_assert"},
    {WORD_ASM, "__asm __asm__ asm"},
    {WORD_CONST, "__const__ __grid_constant__ __restrict __restrict__ __volatile__ const restrict "
                 "volatile"},
    {WORD_SPECIFIER,
     "__constant__ __extension__ __forceinline __forceinline__ __inline __inline__ "
     "__managed__ __noinline__ __shared__ consteval constexpr constinit explicit friend inline mutable "
     "register static thread_local virtual"},
    {WORD_DEVICE, "__device__"},
    {WORD_GLOBAL, "__global__"},
    {WORD_HOST, "__host__"},
    {WORD_DECLTYPE, "__typeof__ decltype typeof"},
    {WORD_SIGN, "and and_eq bitand bitor compl not not_eq or or_eq xor xor_eq"},
    {WORD_BREAK, "break"},
    {WORD_CASE, "case"},
    {WORD_CATCH, "catch"},
    {WORD_STRUCT, "class struct union"},
    {WORD_CAST, "const_cast dynamic_cast reinterpret_cast static_cast"},
    {WORD_CONTINUE, "continue"},
    {WORD_DEFAULT, "default"},
    {WORD_DELETE, "delete"},
    {WORD_DO, "do"},
    {WORD_ELSE, "else"},
    {WORD_ENUM, "enum"},
    {WORD_EXTERN, "extern"},
    {WORD_FOR, "for"},
    {WORD_GOTO, "goto"},
    {WORD_IF, "if"},
    {WORD_NAMESPACE, "namespace"},
    {WORD_NEW, "new"},
    {WORD_NOEXCEPT, "noexcept"},
    {WORD_OPERATOR, "operator"},
    {WORD_ACCESS, "private protected public"},
    {WORD_REQUIRES, "requires"},
    {WORD_RETURN, "return"},
    {WORD_SWITCH, "switch"},
    {WORD_TEMPLATE, "template"},
    {WORD_THROW, "throw"},
    {WORD_TRY, "try"},
    {WORD_TYPEDEF, "typedef"},
    {WORD_TYPENAME, "typename"},
    {WORD_USING, "using"},
    {WORD_WHILE, "while"}};

enum { WORD_MAX = 32, KNOWN_SIZE = 512 /* a power of two, several times the number of words */ };
static struct known_word {
    const char *text;
    size_t length;
    enum word word;
} known_table[KNOWN_SIZE];
static pthread_once_t known_once = PTHREAD_ONCE_INIT;

static size_t hash_text(const char *text, size_t length) {
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
    }
    return (size_t)(hash ^ (hash >> 32));
}

// Where the word is in the table, or would be.
static struct known_word *find_word(const char *text, size_t length) {
    size_t i = hash_text(text, length) % KNOWN_SIZE;
    while (known_table[i].length > 0 &&
           (known_table[i].length != length || memcmp(known_table[i].text, text, length) != 0)) {
        i = (i + 1) % KNOWN_SIZE;
    }
    return &known_table[i];
}

static void fill_known(void) {
    for (size_t i = 0; i < sizeof(known_words) / sizeof(*known_words); i++) {
        for (const char *text = known_words[i].texts; *text != '\0'; text += strspn(text, " ")) {
            const size_t length = strcspn(text, " ");
            *find_word(text, length) = (struct known_word){text, length, known_words[i].word};
            text += length;
        }
    }
}

static enum word classify_identifier(const char *text, const struct token *token) {
    char word[WORD_MAX];
    const char *plain = text + token->offset;
    size_t length = token->length;
    if (memchr(plain, '\\', length) != NULL) { // continued on the next line
        const size_t end = token->offset + token->length;
        size_t from = token->offset;
        for (length = 0; length < WORD_MAX && token_skip_continuations(text, end, from) < end; length++) {
            word[length] = (char)token_character(text, end, &from);
        }
        plain = word;
    }
    const struct known_word *known = find_word(plain, length);
    return known->length > 0 ? known->word : WORD_NAME;
}

static enum word classify(const char *text, const struct token *token) {
    switch (token->kind) {
    case TOKEN_IDENTIFIER:
        return classify_identifier(text, token);
    case TOKEN_NUMBER:
        return WORD_NUMBER;
    case TOKEN_STRING:
        return WORD_STRING;
    case TOKEN_CHARACTER:
        return WORD_CHARACTER;
    case TOKEN_PUNCTUATION: {
        size_t from = token->offset;
        const int c = token_character(text, token->offset + token->length, &from);
        return c > 0 && c < 128 ? (enum word)c : WORD_OTHER;
    }
    default:
        return WORD_OTHER;
    }
}

static unsigned char means_of(enum word word) {
    return word == WORD_GLOBAL   ? MEANS_GLOBAL
           : word == WORD_DEVICE ? MEANS_DEVICE
           : word == WORD_HOST   ? MEANS_HOST
                                 : 0;
}

// Is it a name like CUDA_CHECK?
static bool is_capital(const char *text, const struct token *token) {
    size_t letters = 0;
    for (size_t i = token->offset; i < token->offset + token->length; i++) {
        const char c = text[i];
        const bool is_letter = c >= 'A' && c <= 'Z'; // in any locale
        if (c != '_' && !is_letter && (c < '0' || c > '9')) {
            return false;
        }
        letters += is_letter;
    }
    return letters > 1;
}

// ------------------------------------------------------------------------------------------ all tokens' words
static void *grown(void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) {
        return array;
    }
    *capacity = *capacity < 64 ? 64 : 2 * *capacity;
    return realloc(array, *capacity * size);
}

// What lies between two tokens: the line's indentation, and the mark of a task.
struct space {
    size_t line_begin;
    int indent;
    bool first, marked;
};

static bool has_mark(const char *text, size_t length) {
    for (size_t i = 0; i + 5 <= length; i++) {
        if (memcmp(text + i, "TODO(", 5) == 0) {
            return true;
        }
    }
    return false;
}

static void read_space(const char *text, const struct token *token, struct space *space) {
    for (size_t i = token->offset; i < token->offset + token->length; i++) {
        if (text[i] == '\n') {
            space->line_begin = i + 1;
            space->first = true;
        }
    }
    space->marked |= token->kind == TOKEN_COMMENT && has_mark(text + token->offset, token->length);
}

static int directive_end(const struct tree *tree, int i) {
    while (i < tree->token_count && tree->tokens[i].kind != TOKEN_DIRECTIVE_END) {
        i++;
    }
    return i < tree->token_count ? i + 1 : i;
}

static bool token_begins(const char *text, const struct token *token, const char *begin) {
    const size_t length = strlen(begin);
    return token->length >= length && memcmp(text + token->offset, begin, length) == 0;
}

// Skips what is behind `#if 0`, up to the directive that ends it.
static void skip_dead(struct tokenizer *tokenizer) {
    const char *text = tokenizer->text;
    struct token token;
    int depth = 0;
    do {
        const struct tokenizer before = *tokenizer;
        token = token_next(tokenizer);
        if (token.kind == TOKEN_DIRECTIVE) {
            struct tokenizer ahead = *tokenizer;
            const struct token name = token_next_word(&ahead);
            const bool begins = token_begins(text, &name, "if"), ends = token_begins(text, &name, "endif");
            if (depth == 0 && (ends || token_begins(text, &name, "el"))) {
                *tokenizer = before;
                return;
            }
            depth += begins - ends;
        }
    } while (token.kind != TOKEN_END);
}

static bool is_zero(const struct tree *tree, int i, int end) {
    return i >= 0 && i + 4 == end && tree->tokens[i].kind == TOKEN_DIRECTIVE &&
           token_is(tree->text, &tree->tokens[i + 1], "if") &&
           token_is(tree->text, &tree->tokens[i + 2], "0");
}

static bool read_tokens(struct parser *parser) {
    struct tree *tree = parser->tree;
    struct tokenizer tokenizer;
    struct space space = {.first = true};
    size_t count = 0, capacity = 0, word_capacity = 0, last_end = 0;
    pthread_once(&known_once, fill_known);
    tokenizer_start(&tokenizer, tree->text, tree->length);
    for (;;) {
        const struct token token = token_next(&tokenizer);
        if (token_is_space(&token)) {
            read_space(tree->text, &token, &space);
            continue;
        }
        struct token *tokens = grown(tree->tokens, count, &capacity, sizeof(*tokens));
        tree->tokens = tokens == NULL ? tree->tokens : tokens;
        struct word_at *words = grown(parser->all, count, &word_capacity, sizeof(*words));
        parser->all = words == NULL ? parser->all : words;
        if (tokens == NULL || words == NULL) {
            return false;
        }
        if (space.first) {
            space.indent = (int)(token.offset - space.line_begin);
        }
        words[count] = (struct word_at){.token = (int)count,
                                        .match = NO_WORD,
                                        .indent = space.indent,
                                        .word = (unsigned char)classify(tree->text, &token),
                                        .first = space.first,
                                        .marked = space.marked,
                                        .joined = token.offset == last_end};
        words[count].means = means_of((enum word)words[count].word);
        words[count].capital = words[count].word == WORD_NAME && is_capital(tree->text, &token);
        tokens[count++] = token;
        if (token.kind == TOKEN_END) {
            words[count - 1].word = WORD_END;
            break;
        }
        last_end = token.offset + token.length;
        space.first = space.marked = false;
        if (token.kind == TOKEN_DIRECTIVE_END || token.kind == TOKEN_STRING) {
            read_space(tree->text, &token, &space); // a raw string, too
            space.first = token.kind == TOKEN_DIRECTIVE_END;
        }
        if (token.kind == TOKEN_DIRECTIVE_END && is_zero(tree, (int)count - 4, (int)count)) {
            skip_dead(&tokenizer);
        }
    }
    tree->token_count = (int)count - 1;
    return true;
}

// ------------------------------------------------------------------------------ branches of #if that are left out
// An open bracket. These never change, so an #else can restore the bracket that was open at its #if.
struct open {
    int token, up;
    int brace, round, square; // the innermost of each; `round` and `square` within that brace
    char kind;
};

struct conditional {
    int token, begin;                         // of the #if; of its branch
    int top, last;                            // the bracket that is open at the #if, and the word before it
    int chosen_begin, chosen_end, chosen_top; // the branch that is read if only one is; begin 0: none yet
    bool whole;                               // all branches so far are whole statements
};

struct reader {
    struct parser *parser;
    struct open *opens;
    size_t count, capacity;
    int top, last; // the innermost open bracket; the last word that is not in a directive
    int closed;    // the `(` of the last `)`
    struct conditional *conditionals;
    size_t depth, conditional_capacity;
};

static bool open_bracket(struct reader *reader, int token, char kind) {
    struct open *opens = grown(reader->opens, reader->count, &reader->capacity, sizeof(*opens));
    if (opens == NULL) {
        return false;
    }
    reader->opens = opens;
    const int self = (int)reader->count++, up = reader->top;
    struct open open = {token, up, NO_WORD, NO_WORD, NO_WORD, kind};
    if (up != NO_WORD) {
        open.brace = opens[up].brace;
        open.round = opens[up].round;
        open.square = opens[up].square;
    }
    if (kind == '{') {
        open.brace = self;
        open.round = open.square = NO_WORD;
    } else {
        *(kind == '(' ? &open.round : &open.square) = self;
    }
    opens[self] = open;
    reader->top = self;
    return true;
}

static void close_bracket(struct reader *reader, char kind) {
    if (reader->top != NO_WORD) {
        const struct open *top = &reader->opens[reader->top];
        const int found = kind == '{' ? top->brace : kind == '(' ? top->round : top->square;
        if (found != NO_WORD) {
            reader->closed = reader->opens[found].token;
            reader->top = reader->opens[found].up;
        }
    }
}

// Is the word between statements, as far as the one before it says?
static bool ends_statement(enum word word) {
    return word == WORD_END || word == ';' || word == '{' || word == '}' || word == ':';
}

// Does the branch, up to the token `end`, consist of whole statements?
static bool is_whole(const struct reader *reader, const struct conditional *conditional, int end) {
    const struct word_at *words = reader->parser->all;
    const struct token *tokens = reader->parser->tree->tokens;
    int first = conditional->begin;
    while (first < end && tokens[first].kind == TOKEN_DIRECTIVE) {
        while (first < end && tokens[first++].kind != TOKEN_DIRECTIVE_END) {
        }
    }
    if (reader->top != conditional->top || words[first].word == WORD_ELSE) {
        return false;
    }
    if (first >= end || ends_statement(words[reader->last].word)) {
        return true;
    }
    const int open = reader->closed; // NAME(a), a macro
    return words[reader->last].word == ')' && open > first && words[open - 1].capital &&
           (open - 1 == first || ends_statement(words[open - 2].word));
}

static void end_branch(struct reader *reader, int end) {
    struct conditional *conditional = &reader->conditionals[reader->depth - 1];
    if (conditional->begin < end) {
        conditional->whole &= is_whole(reader, conditional, end);
        if (conditional->chosen_begin == 0) {
            conditional->chosen_begin = conditional->begin;
            conditional->chosen_end = end;
            conditional->chosen_top = reader->top;
        }
    }
    reader->top = conditional->top;
    reader->last = conditional->last;
}

// The #endif is the tokens before `end`.
static void end_conditional(struct reader *reader, int end) {
    const struct conditional *conditional = &reader->conditionals[--reader->depth];
    if (!conditional->whole && conditional->chosen_begin != 0) {
        reader->top = conditional->chosen_top;
        reader->parser->skips[conditional->chosen_end]++; // those before it are `#if 0`
        reader->parser->skips[end]--;
        reader->parser->skips[conditional->token]++;
        reader->parser->skips[conditional->token + 1]--;
        reader->parser->splits[end - 1]++;
    }
}

static bool word_starts(const struct reader *reader, int token, const char *begin) {
    const struct tree *tree = reader->parser->tree;
    return token_begins(tree->text, &tree->tokens[token], begin);
}

// The directive's `#` is the token `i`, and `end` the token behind its last one.
static bool read_conditional(struct reader *reader, int i, int end) {
    const struct parser *parser = reader->parser;
    if (word_starts(reader, i + 1, "if")) {
        struct conditional *more =
            grown(reader->conditionals, reader->depth, &reader->conditional_capacity, sizeof(*more));
        if (more == NULL) {
            return false;
        }
        const bool inner = reader->top != NO_WORD && reader->opens[reader->top].kind != '{';
        reader->conditionals = more;
        more[reader->depth++] = (struct conditional){
            .token = i,
            .begin = end,
            .top = reader->top,
            .last = reader->last,
            .whole = !inner && ends_statement(reader->last < 0 ? WORD_END : parser->all[reader->last].word)};
    } else if (reader->depth > 0 && word_starts(reader, i + 1, "el")) {
        end_branch(reader, i);
        reader->conditionals[reader->depth - 1].begin = end;
    } else if (reader->depth > 0 && word_starts(reader, i + 1, "endif")) {
        const int last = reader->last; // of the last branch
        end_branch(reader, i);
        end_conditional(reader, end);
        reader->last = last;
    }
    return true;
}

static bool read_branches(struct reader *reader) {
    struct parser *parser = reader->parser;
    const struct tree *tree = parser->tree;
    bool fine = true;
    parser->skips = calloc((size_t)tree->token_count + 1, sizeof(*reader->parser->skips));
    parser->splits = calloc((size_t)tree->token_count + 1, sizeof(*parser->splits));
    fine = parser->skips != NULL && parser->splits != NULL;
    for (int i = 0; i < tree->token_count && fine;) {
        if (tree->tokens[i].kind == TOKEN_DIRECTIVE) {
            const int end = directive_end(tree, i);
            fine = read_conditional(reader, i, end);
            i = end;
            continue;
        }
        const char c = (char)parser->all[i].word;
        if (c == '(' || c == '[' || c == '{') {
            fine = open_bracket(reader, i, c);
        } else if (c == ')' || c == ']' || c == '}') {
            close_bracket(reader, c == ')' ? '(' : c == ']' ? '[' : '{');
        }
        reader->last = i++;
    }
    for (int i = 0; i < tree->token_count && fine; i++) {
        parser->splits[i + 1] += parser->splits[i];
        parser->skips[i + 1] += parser->skips[i];
    }
    return fine;
}

// ------------------------------------------------------------------------------- macros and types of the file
struct type_name {
    int token; // 0: none; the first token of a text is no such name
};

static bool same_text(const struct tree *tree, int a, int b) {
    const struct token *one = &tree->tokens[a], *other = &tree->tokens[b];
    return one->length == other->length &&
           memcmp(tree->text + one->offset, tree->text + other->offset, one->length) == 0;
}

// Where the name is in the table, or would be.
static struct type_name *type_place(const struct parser *parser, int token) {
    const struct token *name = &parser->tree->tokens[token];
    size_t i = hash_text(parser->tree->text + name->offset, name->length) & (parser->type_capacity - 1);
    while (parser->types[i].token != 0 && !same_text(parser->tree, parser->types[i].token, token)) {
        i = (i + 1) & (parser->type_capacity - 1);
    }
    return &parser->types[i];
}

static bool add_type(struct parser *parser, int token) {
    if (2 * parser->type_count >= parser->type_capacity) {
        struct parser larger = *parser;
        larger.type_capacity = parser->type_capacity == 0 ? 64 : 2 * parser->type_capacity;
        larger.types = calloc(larger.type_capacity, sizeof(*larger.types));
        if (larger.types == NULL) {
            return false;
        }
        for (size_t i = 0; i < parser->type_capacity; i++) {
            if (parser->types[i].token != 0) {
                type_place(&larger, parser->types[i].token)->token = parser->types[i].token;
            }
        }
        free(parser->types);
        *parser = larger;
    }
    struct type_name *place = type_place(parser, token);
    parser->type_count += place->token == 0;
    place->token = token;
    return true;
}

bool words_is_type(const struct parser *parser, int i) {
    const struct tree *tree = parser->tree;
    const struct token *token = &tree->tokens[parser->words[i].token];
    const char *end = tree->text + token->offset + token->length;
    if (parser->words[i].word != WORD_NAME) {
        return false;
    }
    return (token->length > 2 && memcmp(end - 2, "_t", 2) == 0) ||
           (parser->type_capacity > 0 && type_place(parser, parser->words[i].token)->token != 0);
}

// Remembers the names of the words that are declared as types.
static bool find_types(struct parser *parser) {
    const struct word_at *words = parser->words;
    bool fine = true;
    int typedef_at = NO_WORD;
    for (int i = 0; i < parser->count && fine; i++) {
        const bool begins = words[i].word == WORD_STRUCT || words[i].word == WORD_ENUM ||
                            words[i].word == WORD_TYPENAME ||
                            (words[i].word == WORD_USING && words[i + 2].word == '=');
        if (begins && words[i + 1].word == WORD_NAME) {
            fine = add_type(parser, words[i + 1].token);
        }
        typedef_at = words[i].word == WORD_TYPEDEF ? i : typedef_at;
        if (typedef_at != NO_WORD && words[i].word == '{' && words[i].match > i) {
            for (int k = i; k < words[i].match && fine; k++) { // a struct in it
                fine = words[k].word != WORD_STRUCT || words[k + 1].word != WORD_NAME ||
                       add_type(parser, words[k + 1].token);
            }
            i = words[i].match;
        }
        if (typedef_at != NO_WORD && words[i].word == ';') {
            fine = fine && (words[i - 1].word != WORD_NAME || add_type(parser, words[i - 1].token));
            typedef_at = NO_WORD;
        }
    }
    return fine;
}

enum { MACROS_MAX = 32 }; // of the file, that stand for __global__ and the like

// Gives the words that are such macros the meaning of the strongest word in them.
static void read_macros(struct parser *parser) {
    const struct tree *tree = parser->tree;
    int names[MACROS_MAX], count = 0;
    unsigned char meanings[MACROS_MAX], means[MACROS_MAX];
    for (int i = 0; i < tree->token_count && count < MACROS_MAX; i++) {
        if (tree->tokens[i].kind != TOKEN_DIRECTIVE) {
            continue;
        }
        const int name = i + 2, end = directive_end(tree, i);
        unsigned char meaning = 0, all = 0;
        bool braces = !tree_token_is(tree, i + 1, "define");
        for (int k = name + 1; k < end; k++) {
            const unsigned char word = parser->all[k].word;
            braces |= word == '{' || word == '#';
            all |= parser->all[k].means;
            if (word >= WORD_GLOBAL && word <= WORD_HOST && (meaning == 0 || word < meaning)) {
                meaning = word;
            }
        }
        if (!braces && meaning != 0) {
            names[count] = name;
            means[count] = all;
            meanings[count++] = meaning;
        }
        i = end - 1;
    }
    for (int i = 0; count > 0 && i < tree->token_count; i++) {
        for (int k = 0; k < count && parser->all[i].word == WORD_NAME; k++) {
            if (same_text(tree, names[k], i)) {
                parser->all[i].word = meanings[k];
                parser->all[i].means = means[k];
            }
        }
    }
}

// ------------------------------------------------------------------------------------------- matching brackets
// An open bracket: ( [ {, `<`, or L for <<<.
struct bracket {
    int at, solid, brace, round, square; // as above; `solid`: the innermost that is neither `<` nor L
    int angles;                          // how many `<` are open, up to the innermost other bracket
    int indent, statement;               // of its line, and of the line in which its statement begins
    char kind;
    bool joins;    // contains `&&`, `||` or `?`
    bool accesses; // contains `(`, `[`, `.` or `->`
};

struct matcher {
    struct parser *parser;
    struct bracket *stack;
    int count;
    int statement; // where the one that is being read begins
    bool by_indentation;
    bool unmatched; // a brace
};

static void push(struct matcher *matcher, int i, char kind) {
    struct bracket *stack = matcher->stack;
    const int self = matcher->count++;
    struct bracket *bracket = &stack[self],
                   none = {.solid = NO_WORD, .brace = NO_WORD, .round = NO_WORD, .square = NO_WORD};
    *bracket = self > 0 ? stack[self - 1] : none;
    bracket->at = i;
    bracket->kind = kind;
    bracket->indent = matcher->parser->words[i].indent;
    bracket->statement = matcher->parser->words[matcher->statement].indent;
    bracket->joins = bracket->accesses = false;
    bracket->angles = kind == '<' ? bracket->angles + 1 : 0;
    if (kind != '<' && kind != 'L') {
        bracket->solid = self;
    }
    if (kind == '{') {
        bracket->brace = self;
        bracket->round = bracket->square = NO_WORD;
    } else if (kind == '(') {
        bracket->round = self;
    } else if (kind == '[') {
        bracket->square = self;
    }
}

static struct bracket *top_of(struct matcher *matcher) {
    return matcher->count > 0 ? &matcher->stack[matcher->count - 1] : NULL;
}

// Forgets the brackets above number `keep`: they are not closed.
static void drop(struct matcher *matcher, int keep) {
    while (matcher->count > keep + 1) {
        matcher->unmatched |= matcher->stack[--matcher->count].kind == '{';
    }
}

static void drop_to_brace(struct matcher *matcher) {
    drop(matcher, matcher->count > 0 ? top_of(matcher)->brace : NO_WORD);
}

// Bracket number `found` ends at the word i.
static void pop(struct matcher *matcher, int found, int i) {
    struct word_at *words = matcher->parser->words;
    drop(matcher, found);
    words[matcher->stack[found].at].match = i;
    words[i].match = matcher->stack[found].at;
    matcher->count = found;
}

// The brace that the one at i closes: the innermost, or in a source in which braces are missing, one with the same
// indentation. NO_WORD: none, also if it is indented more than the innermost.
static int find_brace(const struct matcher *matcher, int i) {
    enum { LOOK_MAX = 64 };
    const struct word_at *word = &matcher->parser->words[i];
    const struct bracket *stack = matcher->stack;
    const int inner = matcher->count > 0 ? stack[matcher->count - 1].brace : NO_WORD;
    if (!matcher->by_indentation || inner == NO_WORD || !word->first) {
        return inner;
    }
    int found = inner;
    for (int look = 0; look < LOOK_MAX && found != NO_WORD; look++) {
        if (stack[found].indent == word->indent || stack[found].statement == word->indent) {
            return found;
        }
        if (stack[found].indent < word->indent) {
            break;
        }
        found = found == 0 ? NO_WORD : stack[found - 1].brace;
    }
    return stack[inner].indent < word->indent ? NO_WORD : inner;
}

// Is the bracket at i the ( of a macro, which may have statements in it, or if it is a `;`, of `for` and the like?
static bool may_have_statements(const struct parser *parser, int i, bool is_semicolon) {
    const struct word_at *words = parser->words;
    if (i == 0 || words[i].word != '(') {
        return false;
    }
    const enum word before =
        (enum word)words[words[i - 1].word == WORD_SPECIFIER && i > 1 ? i - 2 : i - 1].word;
    return words[i - 1].capital || (is_semicolon && is_statement_word(before));
}

// Does a type begin here, so that `a<b> c` declares c? `i`: the word before the first of the qualified name.
static bool is_behind_statement(const struct parser *parser, int i, bool in_parentheses) {
    while (i > 1 && pair_at(parser, i - 1, ':', ':')) {
        i -= parser->words[i - 2].word == WORD_NAME ? 3 : 2;
    }
    const enum word word = i < 0 ? WORD_END : (enum word)parser->words[i].word;
    if (word == ')' && parser->words[i].match > 0) { // of a condition or an attribute, and not a cast
        const enum word before = (enum word)parser->words[parser->words[i].match - 1].word;
        return before >= WORD_NAME;
    }
    return word == WORD_END || (word == ';' && !in_parentheses) || word == '{' || word == '}' ||
           word == '>' || (word >= WORD_FIRST_TYPE && word <= WORD_ATTRIBUTE) ||
           (word == '(' && i > 0 && parser->words[i - 1].word == WORD_FOR);
}

static void read_less(struct matcher *matcher, int *i) {
    const struct parser *parser = matcher->parser;
    const struct word_at *words = parser->words;
    const enum word before = *i > 0 ? (enum word)words[*i - 1].word : WORD_END;
    if (words[*i + 1].word == '<') {
        const bool launch = words[*i + 2].word == '<';
        if (launch && words[*i + 1].joined &&
            (before == WORD_NAME || before == ')' || before == ']' || before == '>')) {
            push(matcher, *i, 'L');
        }
        *i += launch ? 2 : words[*i + 1].joined;
        return;
    }
    const bool lambda =
        before == ']' && (words[*i + 1].word == WORD_TYPENAME || words[*i + 1].word == WORD_STRUCT ||
                          words[*i + 1].word == WORD_TYPE);
    if ((before == WORD_NAME || before == WORD_TEMPLATE || before == WORD_CAST || lambda) &&
        !pair_at(parser, *i, '<', '=')) {
        push(matcher, *i, '<');
    }
}

// Does the `>` at i, which would end template arguments, compare instead?
static bool compares(const struct matcher *matcher, const struct bracket *less, int i) {
    const struct parser *parser = matcher->parser;
    for (int k = 0; k < 2 && parser->words[i + 1].word == '>'; k++) { // a >> 2
        i++;
    }
    const enum word next = (enum word)parser->words[i + 1].word;
    const bool operand = next == WORD_NAME || next == WORD_NUMBER || next == WORD_CHARACTER || next == '(' ||
                         next == '-' || next == '+' || next == '!' || next == '~' || next == '*' ||
                         next == '&';
    if (parser->words[less->at - 1].word != WORD_NAME) {
        return false; // template <...>
    }
    const bool in_parentheses = less->solid != NO_WORD && matcher->stack[less->solid].kind == '(';
    if (is_behind_statement(parser, less->at - 2, in_parentheses)) {
        return false;
    }
    const bool spaced = !parser->words[less->at].joined; // a < b, not a<b
    const bool either = next == '(' || next == '*' || next == '&';
    return (operand && (spaced || (less->joins && (!either || less->accesses)))) || next == WORD_NUMBER ||
           next == WORD_CHARACTER || next == WORD_STRING;
}

// Is there another `>>>(` in the statement, so that the one before the word i ends templates: k<<<f<g<h<1>>>(), 2>>>()?
static bool ends_later(const struct parser *parser, int i) {
    enum { LOOK_MAX = 200 };
    const struct word_at *words = parser->words;
    for (int end = i + LOOK_MAX; i + 3 < words[i].stop && i < end; i++) {
        if (words[i].word == '>' && words[i + 1].word == '>' && words[i + 2].word == '>' &&
            words[i + 3].word == '(') {
            return true;
        }
    }
    return false;
}

static void read_greater(struct matcher *matcher, int *i) {
    const struct parser *parser = matcher->parser;
    struct bracket *top = top_of(matcher);
    const bool is_arrow = *i > 0 && pair_at(parser, *i - 1, '-', '>');
    if (top == NULL || (top->kind != '<' && top->kind != 'L') || pair_at(parser, *i, '>', '=') || is_arrow) {
        if (top != NULL) {
            top->accesses |= is_arrow;
        }
        return;
    }
    const int launch = top->kind == 'L' ? matcher->count - 1 : matcher->count - 1 - top->angles;
    if (launch >= 0 && matcher->stack[launch].kind == 'L' && parser->words[*i + 1].word == '>' &&
        parser->words[*i + 2].word == '>') {
        int run = 3;
        while (parser->words[*i + run].word == '>') {
            run++;
        }
        const int open = top->kind == 'L' ? 0 : top->angles;
        if (open < run || (parser->words[*i + run].word == '(' && !ends_later(parser, *i + run))) {
            for (int own = 0; own < run - 3 && own < open; own++) {
                pop(matcher, matcher->count - 1, *i + own);
            }
            *i += run - 3;
            pop(matcher, launch, *i);
            *i += 2;
            return;
        }
    }
    if (top->kind == '<' && compares(matcher, top, *i)) {
        const bool joins = top->joins;
        matcher->count--;
        if (matcher->count > 0) {
            top_of(matcher)->joins |= joins;
        }
    } else if (top->kind == '<') {
        pop(matcher, matcher->count - 1, *i);
    }
}

static void read_semicolon_or_word(struct matcher *matcher, int i) {
    const struct parser *parser = matcher->parser;
    const int solid = matcher->count > 0 ? top_of(matcher)->solid : NO_WORD;
    drop(matcher, solid);
    if (solid != NO_WORD && matcher->stack[solid].kind != '{' &&
        !may_have_statements(parser, matcher->stack[solid].at, parser->words[i].word == ';')) {
        drop_to_brace(matcher);
    }
}

static void read_word(struct matcher *matcher, int *i) {
    const struct parser *parser = matcher->parser;
    const enum word word = (enum word)parser->words[*i].word;
    struct bracket *top = top_of(matcher);
    int found;
    switch ((int)word) {
    case '(':
    case '[':
    case '{':
    case '.':
        if (top != NULL) {
            top->accesses = true;
        }
        if (word != '.') {
            push(matcher, *i, (char)word);
        }
        break;
    case ')':
    case ']':
        found = top == NULL ? NO_WORD : word == ')' ? top->round : top->square;
        if (found != NO_WORD) {
            pop(matcher, found, *i);
        } else {
            drop(matcher, top == NULL ? NO_WORD : top->solid);
        }
        break;
    case '}':
        found = find_brace(matcher, *i);
        if (found != NO_WORD) {
            pop(matcher, found, *i);
        } else {
            matcher->unmatched = true;
            drop_to_brace(matcher);
        }
        break;
    case '<':
        read_less(matcher, i);
        break;
    case '>':
        read_greater(matcher, i);
        break;
    case '?':
        if (top != NULL) {
            top->joins = true;
        }
        break;
    case '&':
    case '|':
        if (top != NULL && pair_at(parser, *i, (char)word, (char)word)) {
            const enum word next = (enum word)parser->words[*i + 2].word;
            top->joins |= next != ',' && next != '.' && next != '>';
        }
        break;
    case WORD_STRING:
        drop(matcher, top != NULL && top->kind == '<' ? matcher->count - 2 : matcher->count - 1);
        break;
    default:
        if (word == ';' || (is_statement_word(word))) {
            read_semicolon_or_word(matcher, *i);
        }
    }
}

static bool match_brackets(struct parser *parser, bool by_indentation) {
    struct matcher matcher = {.parser = parser, .by_indentation = by_indentation};
    matcher.stack = malloc(((size_t)parser->count + 1) * sizeof(*matcher.stack));
    if (matcher.stack == NULL) {
        return false;
    }
    for (int i = 0; i < parser->count; i++) {
        parser->words[i].match = NO_WORD;
    }
    for (int i = 0; i < parser->count; i++) {
        if (parser->words[i].marked) {
            drop_to_brace(&matcher);
        }
        const enum word word = (enum word)parser->words[i].word;
        read_word(&matcher, &i);
        const struct bracket *top = top_of(&matcher);
        if (word == '{' || word == '}' || (word == ';' && (top == NULL || top->round == NO_WORD))) {
            matcher.statement = i + 1;
        }
    }
    drop(&matcher, NO_WORD);
    free(matcher.stack);
    return !matcher.unmatched || by_indentation || match_brackets(parser, true);
}

// Matches the brackets of the words, and notes which tokens these are.
static bool read_brackets(struct parser *parser) {
    if (!match_brackets(parser, false)) {
        return false;
    }
    const struct word_at *words = parser->words;
    for (int i = 0; i < parser->count; i++) {
        const bool is_launch = words[i].match != NO_WORD && words[i].word == '<' && words[i + 1].word == '<';
        if (words[i].match > i && !is_launch) {
            parser->tree->match[words[i].token] = words[words[i].match].token;
            parser->tree->match[words[words[i].match].token] = words[i].token;
        }
    }
    return true;
}

// --------------------------------------------------------------------------------------------------------- all
// Notes a line marker, `# 12 "file"` or `#line 12 "file"`, whose `#` is the token i.
static bool add_marker(struct tree *tree, int i, int end, size_t *capacity) {
    const int number = tree->tokens[i + 1].kind == TOKEN_NUMBER ? i + 1 : i + 2;
    if (number >= end || tree->tokens[number].kind != TOKEN_NUMBER ||
        (number == i + 2 && !tree_token_is(tree, i + 1, "line"))) {
        return true;
    }
    struct marker *markers = grown(tree->markers, tree->marker_count, capacity, sizeof(*markers));
    if (markers == NULL) {
        return false;
    }
    tree->markers = markers;
    const struct token *last = &tree->tokens[end - 1], *file = &tree->tokens[number + 1];
    struct marker *marker = &markers[tree->marker_count++];
    *marker = (struct marker){.begin = last->offset + last->length};
    for (size_t k = 0; k < tree->tokens[number].length && marker->line < 100000000; k++) {
        const char c = tree->text[tree->tokens[number].offset + k];
        marker->line = c >= '0' && c <= '9' ? 10 * marker->line + c - '0' : marker->line;
    }
    if (file->kind == TOKEN_STRING && file->length > 1) {
        marker->file = tree->text + file->offset + 1;
        marker->file_length = file->length - 2;
    } else if (tree->marker_count > 1) {
        marker->file = marker[-1].file;
        marker->file_length = marker[-1].file_length;
    }
    return true;
}

static bool read_markers(struct parser *parser) {
    struct tree *tree = parser->tree;
    size_t capacity = 0;
    bool fine = true;
    for (int i = 0; i < tree->token_count && fine; i++) {
        if (tree->tokens[i].kind == TOKEN_DIRECTIVE) {
            fine = add_marker(tree, i, directive_end(tree, i), &capacity);
        }
    }
    return fine;
}

enum { LOOK_AHEAD = 5 };

// Leaves out the words of directives and of branches that are not read.
static void leave_out(struct parser *parser) {
    const struct tree *tree = parser->tree;
    bool marked = false, first = false;
    for (int i = 0; i <= tree->token_count; i++) {
        if (tree->tokens[i].kind == TOKEN_DIRECTIVE) {
            i = directive_end(tree, i) - 1;
            continue;
        }
        marked |= parser->all[i].marked;
        first |= parser->all[i].first;
        if (parser->skips[i] == 0) {
            parser->words[parser->count] = parser->all[i];
            parser->words[parser->count].marked = marked;
            parser->words[parser->count++].first = first;
            marked = first = false;
        }
    }
    parser->count--; // WORD_END
}

// Closes the list of words, which has room for LOOK_AHEAD more: the words behind the last one can be looked at.
static void end_words(struct parser *parser) {
    struct word_at *words = parser->words;
    parser->limit = parser->count;
    for (int i = 1; i < LOOK_AHEAD; i++) {
        words[parser->count + i] = words[parser->count];
    }
    for (int i = parser->count, stop = i; i >= 0; i--) {
        const enum word word = (enum word)parser->words[i].word;
        stop = word == ';' || word == '{' || word == '}' || parser->words[i].marked ? i : stop;
        parser->words[i].stop = stop;
    }
}

bool words_begin(struct parser *parser) {
    struct tree *tree = parser->tree;
    struct reader reader = {.parser = parser, .top = NO_WORD, .last = NO_WORD, .closed = NO_WORD};
    bool fine = read_tokens(parser);
    tree->match = fine ? malloc(((size_t)tree->token_count + 1) * sizeof(*tree->match)) : NULL;
    fine = tree->match != NULL;
    if (fine) {
        for (int i = 0; i <= tree->token_count; i++) {
            tree->match[i] = NO_TOKEN;
        }
        read_macros(parser);
        fine = read_branches(&reader) && read_markers(parser);
    }
    if (fine) {
        parser->words = malloc(((size_t)tree->token_count + 1 + LOOK_AHEAD) * sizeof(*parser->words));
        fine = parser->words != NULL;
    }
    if (fine) {
        leave_out(parser);
        end_words(parser);
    }
    free(reader.opens);
    free(reader.conditionals);
    return fine && read_brackets(parser) && find_types(parser);
}

bool words_of_part(const struct parser *parser, int begin, int end, struct parser *part) {
    *part = *parser;
    part->count = end - begin;
    part->at = 0;
    part->directive = begin;
    part->words = malloc(((size_t)part->count + LOOK_AHEAD) * sizeof(*part->words));
    if (part->words == NULL) {
        return false;
    }
    memcpy(part->words, parser->all + begin, (size_t)part->count * sizeof(*part->words));
    part->words[part->count] =
        (struct word_at){.token = end, .match = NO_WORD, .word = WORD_END, .first = true};
    end_words(part);
    return read_brackets(part);
}

void words_end(struct parser *parser) {
    free(parser->all);
    free(parser->words);
    free(parser->types);
    free(parser->skips);
    free(parser->splits);
}
