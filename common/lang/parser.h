// What the parts of the parser share: the words that it reads, and the nodes that it makes.
//
//     words.c         tokens become words
//     left_out.c      branches of an #if that are left out
//     brackets.c      which brackets match
//     expressions.c   expressions
//     types.c         types
//     statements.c    statements
//     declarations.c  declarations
//
// The parser is a recursive descent. The grammar stands above each function: ? is optional, * repeats.
#ifndef LABS_PARSER_H
#define LABS_PARSER_H

#include <string.h>

#include "tree.h"

// The words with a meaning of their own, by what they mean. Statements come first; what may be in a type is together.
#define KNOWN_WORDS(WORD)                                                                                    \
    WORD(IF, "if")                                                                                           \
    WORD(ELSE, "else")                                                                                       \
    WORD(FOR, "for")                                                                                         \
    WORD(WHILE, "while")                                                                                     \
    WORD(DO, "do")                                                                                           \
    WORD(SWITCH, "switch")                                                                                   \
    WORD(CASE, "case")                                                                                       \
    WORD(DEFAULT, "default")                                                                                 \
    WORD(BREAK, "break")                                                                                     \
    WORD(CONTINUE, "continue")                                                                               \
    WORD(RETURN, "return")                                                                                   \
    WORD(GOTO, "goto")                                                                                       \
    WORD(TRY, "try")                                                                                         \
    WORD(CATCH, "catch")                                                                                     \
    WORD(ASM, "__asm __asm__ asm")                                                                           \
    WORD(SIZEOF, "_Alignof __alignof__ alignof typeid sizeof")                                               \
    WORD(NEW, "new")                                                                                         \
    WORD(DELETE, "delete")                                                                                   \
    WORD(THROW, "throw")                                                                                     \
    WORD(CAST, "const_cast dynamic_cast reinterpret_cast static_cast")                                       \
    WORD(SIGN, "and and_eq bitand bitor compl not not_eq or or_eq xor xor_eq")                               \
    WORD(OPERATOR, "operator")                                                                               \
    WORD(TYPE, "_Bool __int128 __int64 auto bool char char16_t char32_t char8_t "                            \
               "double float int long short signed unsigned void wchar_t")                                   \
    WORD(DECLTYPE, "__typeof__ decltype typeof")                                                             \
    WORD(STRUCT, "class struct union")                                                                       \
    WORD(ENUM, "enum")                                                                                       \
    WORD(CONST, "__const__ __grid_constant__ __restrict __restrict__ __volatile__ "                          \
                "const restrict volatile")                                                                   \
    WORD(TYPENAME, "typename")                                                                               \
    WORD(SPECIFIER, "__constant__ __extension__ __forceinline __forceinline__ __inline "                     \
                    "__inline__ __managed__ __noinline__ __shared__ consteval constexpr "                    \
                    "constinit explicit friend inline mutable register static "                              \
                    "thread_local virtual")                                                                  \
    WORD(EXTERN, "extern")                                                                                   \
    WORD(GLOBAL, "__global__") /* a macro of the file with several of these has the first one */             \
    WORD(DEVICE, "__device__")                                                                               \
    WORD(HOST, "__host__")                                                                                   \
    WORD(ATTRIBUTE, "_Alignas _Pragma __align__ __attribute__ __block_size__ "                               \
                    "__cluster_dims__ __declspec __launch_bounds__ __local_maxnreg__ "                       \
                    "__maxnreg__ alignas")                                                                   \
    WORD(TYPEDEF, "typedef")                                                                                 \
    WORD(USING, "using")                                                                                     \
    WORD(NAMESPACE, "namespace")                                                                             \
    WORD(TEMPLATE, "template")                                                                               \
    WORD(STATIC_ASSERT, "_Static_assert static_assert")                                                      \
    WORD(ACCESS, "private protected public")                                                                 \
    WORD(NOEXCEPT, "noexcept")                                                                               \
    WORD(REQUIRES, "requires")

// Punctuation is its character.
#define KNOWN_WORD(word, texts) WORD_##word,
enum word {
    WORD_END = 0, // of what is being read
    WORD_OTHER = 128,
    WORD_NAME, // any other identifier
    WORD_NUMBER,
    WORD_STRING,
    WORD_CHARACTER,
    KNOWN_WORDS(KNOWN_WORD) WORD_FIRST_STATEMENT = WORD_IF,
    WORD_LAST_STATEMENT = WORD_CATCH,
    WORD_FIRST_TYPE = WORD_TYPE,
    WORD_LAST_TYPE = WORD_HOST
};
#undef KNOWN_WORD

struct word_at {
    int token;
    int match;  // the other bracket, of `<` too if it begins template arguments or a launch; or NO_WORD
    int stop;   // the next word that is `;` or a brace, or behind the mark of a task; this one counts
    int indent; // the column of its line's first word, from 0
    unsigned char word, means;
    bool first;   // in its line
    bool marked;  // behind the mark of a task, `// TODO(1)` or `// END TODO(1)`
    bool capital; // a name in capital letters, as of a macro
    bool joined;  // no blank before it
};

enum {
    NO_WORD = -1,
    DEPTH_MAX = 300 /* of brackets, statements and operands in each other; deeper ones are BROKEN */
};

struct parser {
    struct tree *tree;
    struct word_at *all;   // by token
    struct word_at *words; // the last one is WORD_END
    int count;             // without it
    int at;                // the next word
    int limit;             // words from here on are for the nodes around
    int depth;
    int directive;      // the next token that may be a directive
    struct name *names; // with a meaning of their own: a hash table
    size_t name_count, name_capacity;
    int *skips;        // by token: in how many branches that are left out it is
    struct node spare; // when memory is short
    bool failed;       // memory is short
};

// words.c: reads the words of the tree's tokens.
void words_begin(struct parser *parser);
void words_end(struct parser *parser);

// Reads the words of a part, the tokens [begin, end), for another parser. Its words are to be freed.
bool words_of_part(const struct parser *parser, int begin, int end, struct parser *part);

// Is the word at i the name of a type, as far as that is known?
bool words_is_type(const struct parser *parser, int i);

// left_out.c: counts the skips.
void read_branches(struct parser *parser);

// brackets.c: sets each word's and token's match.
void match_brackets(struct parser *parser);

// What opens and closes; and the innermost open one of each kind, `(` and `[` within that brace.
enum bracket_kind { BRACE, ROUND, SQUARE, NO_BRACKET };
struct inner {
    int of[NO_BRACKET];
};
#define NOTHING_OPEN ((struct inner){{NO_WORD, NO_WORD, NO_WORD}})

static inline void open_inner(struct inner *inner, enum bracket_kind kind, int number) {
    if (kind == BRACE) {
        *inner = NOTHING_OPEN;
    }
    inner->of[kind] = number;
}

static inline enum bracket_kind bracket_of(enum word word) {
    return word == '{' || word == '}'   ? BRACE
           : word == '(' || word == ')' ? ROUND
           : word == '[' || word == ']' ? SQUARE
                                        : NO_BRACKET;
}

// Is the word one of these characters?
static inline bool is_one_of(enum word word, const char *characters) {
    return word != WORD_END && word < WORD_OTHER && strchr(characters, (int)word) != NULL;
}

// What the word says of a function: one bit.
static inline unsigned char means_of(enum word word) {
    return word >= WORD_GLOBAL && word <= WORD_HOST ? (unsigned char)(1 << (word - WORD_GLOBAL)) : 0;
}

// The token behind the directive that begins at token i.
static inline int directive_end(const struct tree *tree, int i) {
    while (i < tree->token_count && tree->tokens[i].kind != TOKEN_DIRECTIVE_END) {
        i++;
    }
    return i < tree->token_count ? i + 1 : i;
}

static inline bool token_begins(const char *text, const struct token *token, const char *begin) {
    const size_t length = strlen(begin);
    return token->length >= length && memcmp(text + token->offset, begin, length) == 0;
}

// tree.c: a new node at the next word, the last child of `parent`; NULL: of none, yet.
struct node *node_begin(struct parser *parser, struct node *parent, enum node_kind kind);

// A new node around `inner`, which is the last child of its parent.
struct node *node_around(struct parser *parser, struct node *inner, enum node_kind kind);

// The node ends before the next word.
struct node *node_end(struct parser *parser, struct node *node);

// A new node of the next `count` words.
struct node *node_of_words(struct parser *parser, struct node *parent, enum node_kind kind, int count);

// Something is missing here, or these words are BROKEN: those before `end`.
void node_missing(struct parser *parser, struct node *parent);
void node_broken(struct parser *parser, struct node *parent, int end);

// The word at i, and the one `ahead` of the next one.
static inline enum word word_of(const struct parser *parser, int i) {
    return i < parser->limit ? (enum word)parser->words[i].word : WORD_END;
}

static inline enum word peek(const struct parser *parser, int ahead) {
    return word_of(parser, parser->at + ahead);
}

static inline bool is_statement_word(enum word word) {
    return word >= WORD_FIRST_STATEMENT && word <= WORD_LAST_STATEMENT;
}

static inline bool is_type_word(enum word word) {
    return word >= WORD_FIRST_TYPE && word <= WORD_LAST_TYPE;
}

static inline bool is_ellipsis(const struct parser *parser, int i) {
    return word_of(parser, i) == '.' && word_of(parser, i + 1) == '.' && word_of(parser, i + 2) == '.';
}

static inline bool at(const struct parser *parser, enum word word) {
    return peek(parser, 0) == word;
}

// Is the word at i the first of these two, without a blank between?
static inline bool pair_at(const struct parser *parser, int i, char a, char b) {
    return i + 1 < parser->limit && parser->words[i].word == (unsigned char)a &&
           parser->words[i + 1].word == (unsigned char)b && parser->words[i + 1].joined;
}

static inline bool accept(struct parser *parser, enum word word) {
    const bool found = at(parser, word);
    parser->at += found;
    return found;
}

static inline int match_of(const struct parser *parser, int i) {
    const int match = i < parser->limit ? parser->words[i].match : NO_WORD;
    return match > i && match < parser->limit ? match : NO_WORD;
}

// The word behind the one at i, or if that is a bracket, behind the other one.
static inline int behind_word(const struct parser *parser, int i) {
    const int match = match_of(parser, i);
    return match != NO_WORD ? match + 1 : i + 1;
}

// The word behind `*`, `&` and const.
static inline int behind_pointers(const struct parser *parser, int i) {
    while (word_of(parser, i) == '*' || word_of(parser, i) == '&' || word_of(parser, i) == WORD_CONST) {
        i++;
    }
    return i;
}

// Reads what the next words are, into the node.
typedef void reads(struct parser *parser, struct node *node);

// What is in brackets, of which the next word opens one: `read` gets the node, and the words up to the other bracket.
// What it leaves is BROKEN. Without another bracket, the statement's end is the end. `width`: of a bracket, in words.
void read_wide_bracket(struct parser *parser, struct node *node, int width, reads *read);
void read_bracket(struct parser *parser, struct node *node, reads *read);

// The same if the next word is this bracket. false: it is not.
bool try_bracket(struct parser *parser, struct node *node, char open, reads *read);

// The brackets and what is in them are a new node.
void read_bracket_as(struct parser *parser, struct node *parent, enum node_kind kind, reads *read);

// What is left before the next comma is BROKEN.
void skip_to_comma(struct parser *parser, struct node *node);

// The token behind the last word that has been read, or the last directive.
int token_here(const struct parser *parser);

// Goes deeper by one, or else what would be read is BROKEN: up to the other bracket, or to `end`.
bool go_deeper(struct parser *parser, struct node *parent, int end);

// Where what cannot be read ends, in a statement that begins with the word `begin`. Not here, unless at the limit.
int broken_end(const struct parser *parser, int begin);

// expressions.c
enum certainty { TYPE_NOT, TYPE_MAYBE, TYPE_SURE };
void read_expression(struct parser *parser, struct node *parent);
void read_assignment(struct parser *parser, struct node *parent);
void read_argument(struct parser *parser, struct node *parent);
void read_arguments(struct parser *parser, struct node *parent); // up to the limit
void read_list(struct parser *parser, struct node *parent);
void read_name(struct parser *parser, struct node *parent);
bool try_name(struct parser *parser, struct node *parent); // false if there is none
bool take_name(struct parser *parser, struct node *node);  // the same, and it is the node's name
int behind_name(const struct parser *parser, int i); // the word behind a qualified name; i: there is none

// types.c
int behind_type(const struct parser *parser, int i, enum certainty *certainty); // behind what can be a type
void read_type(struct parser *parser, struct node *parent);
bool read_type_words(struct parser *parser, struct node *type, enum node_kind of);
void read_pointers(struct parser *parser, struct node *node);
bool begins_pointer(const struct parser *parser, int i);
bool read_attribute(struct parser *parser, struct node *parent); // false if there is none
void read_attributes(struct parser *parser, struct node *parent);

// declarations.c
bool begins_declaration(const struct parser *parser);
void read_declaration(struct parser *parser, struct node *parent, enum node_kind scope);
void read_parameters(struct parser *parser, struct node *parent); // up to the limit
void read_declaration_of_file(struct parser *parser, struct node *parent);
void read_members(struct parser *parser, struct node *parent, bool is_enum);

// statements.c
void read_declarations(struct parser *parser, struct node *file); // up to the limit
void read_statements(struct parser *parser, struct node *part);   // up to the limit
void read_statement(struct parser *parser, struct node *parent);
void read_catches(struct parser *parser, struct node *node);
bool read_macro(struct parser *parser, struct node *parent, enum node_kind scope);
void read_braces(struct parser *parser, struct node *node, reads *read);
void read_block(struct parser *parser, struct node *parent, enum node_kind kind, reads *read);
void read_directives(struct parser *parser, struct node *parent);
void read_semicolon(struct parser *parser, struct node *statement, int begin);

#endif
