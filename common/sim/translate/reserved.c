// Refuses words that would hide lab code from the simulated GPU, and names that it reserves: in the text as it is, and
// in what the preprocessor makes of it, where macros have joined words (compile.c).
#include <string.h>

#include "source.h"

// Does the text from `at` to the token's end begin with `part`? A line may continue anywhere in a name.
static int begins(const char *text, const struct token *token, size_t at, const char *part) {
    size_t end = token->offset + token->length;
    while (*part != '\0' && at < end && token_character(text, end, &at) == (unsigned char)*part) {
        part++;
    }
    return *part == '\0';
}

// Does the token, a name or a string, contain `part`?
static int contains(const char *text, const struct token *token, const char *part) {
    size_t end = token->offset + token->length;
    for (size_t at = token->offset; at < end; token_character(text, end, &at)) {
        if (begins(text, token, at, part)) {
            return 1;
        }
    }
    return 0;
}

static int begins_with_any(const char *text, const struct token *token, const char *const *parts) {
    while (*parts != NULL && !begins(text, token, token->offset, *parts)) {
        parts++;
    }
    return *parts != NULL;
}

static int is_any(const char *text, const struct token *token, const char *const *words) {
    while (*words != NULL && !token_is(text, token, *words)) {
        words++;
    }
    return *words != NULL;
}

// Attributes that put a function elsewhere, under another name or for another processor. What they say reaches the
// assembler as it is.
static int is_hiding(const char *text, const struct token *token) {
    static const char *const words[] = {"section",
                                        "__section__",
                                        "alias",
                                        "__alias__",
                                        "ifunc",
                                        "__ifunc__",
                                        "weakref",
                                        "__weakref__",
                                        "symver",
                                        "__symver__",
                                        "naked",
                                        "__naked__",
                                        "target",
                                        "__target__",
                                        "target_clones",
                                        "optimize",
                                        "__optimize__",
                                        "indirect_branch",
                                        "__indirect_branch__",
                                        "__target_clones__",
                                        "disable_sanitizer_instrumentation",
                                        "__disable_sanitizer_instrumentation__",
                                        NULL};
    return token->kind == TOKEN_IDENTIFIER && is_any(text, token, words);
}

// Is one of these attributes between the brackets that follow, "((" or the second '[' of "[["? Then it is *found.
static int has_hiding(const char *text, struct tokenizer ahead, struct token *found) {
    int depth = 0;
    do {
        *found = token_next_word(&ahead);
        depth += token_is(text, found, "(") || token_is(text, found, "[");
        depth -= token_is(text, found, ")") || token_is(text, found, "]");
    } while (depth > 0 && found->kind != TOKEN_END && !is_hiding(text, found));
    return depth > 0 && is_hiding(text, found);
}

// Names that only the simulated GPU and compilers use.
static int is_reserved(const char *text, const struct token *token) {
    static const char *const begins_reserved[] = {"SIM_", "__start_", "__stop_", NULL}, *const words[] = {
                                                                                            "sim_combine",
                                                                                            "sim_combined",
                                                                                            "sim_identity",
                                                                                            NULL};
    return token->kind == TOKEN_IDENTIFIER &&
           (begins_with_any(text, token, begins_reserved) || is_any(text, token, words));
}

// The processor's own instructions, whose accesses the compiler does not instrument.
static int is_instruction_name(const char *text, const struct token *token) {
    static const char *const begins_instruction[] = {"__builtin_ia32_",        "__builtin_neon_",
                                                     "__builtin_aarch64_",     "__builtin_arm_",
                                                     "__builtin_nontemporal_", NULL};
    return token->kind == TOKEN_IDENTIFIER && begins_with_any(text, token, begins_instruction);
}

// Do the tokens after `__asm__` say what SIM_LEAVE of cuda/sim/leave.h does? __syncthreads() becomes that.
static int is_leave(const char *text, struct tokenizer ahead) {
    static const char *const strings[] = {"\"leaq 1f(%%rip), %%rcx\\n\\t\"", "\"jmp \"", NULL, "\"\\n\"",
                                          "\"1:\""};
    struct token token = token_next_word(&ahead);
    int leave = token_is(text, &token, "volatile");
    token = token_next_word(&ahead);
    leave = leave && token_is(text, &token, "(");
    for (size_t i = 0; i < sizeof(strings) / sizeof(strings[0]) && leave; i++) {
        token = token_next_word(&ahead);
        leave = strings[i] != NULL
                    ? token_is(text, &token, strings[i])
                    : token.kind == TOKEN_STRING && begins(text, &token, token.offset, "\"sim_leave_");
    }
    token = token_next_word(&ahead);
    return leave && token_is(text, &token, ":");
}

// Is PREPROCESSED_ASM at this token? Then the tokenizer goes on behind it.
static int skip_asm(const char *text, const struct token *token, struct tokenizer *tokenizer) {
    static const char *const rest[] = {"(", "false", ",", "\"\"", ")", ";", "__asm__"};
    struct tokenizer ahead = *tokenizer;
    int found = token_is(text, token, "static_assert");
    for (size_t i = 0; i < sizeof(rest) / sizeof(rest[0]) && found; i++) {
        const struct token next = token_next_word(&ahead);
        found = token_is(text, &next, rest[i]);
    }
    *tokenizer = found ? ahead : *tokenizer;
    return found;
}

// Do the tokens after `__asm__` say ("" ::: "memory"), which only keeps a compiler from moving accesses?
static int is_barrier(const char *text, struct tokenizer ahead) {
    struct token token = token_next_word(&ahead);
    if (token_is(text, &token, "volatile") || token_is(text, &token, "__volatile__")) {
        token = token_next_word(&ahead);
    }
    int barrier = token_is(text, &token, "(");
    token = token_next_word(&ahead);
    barrier = barrier && token_is(text, &token, "\"\"");
    while (barrier && !token_is(text, &token, ")")) {
        barrier = token.kind == TOKEN_STRING || token_is(text, &token, ":");
        token = token_next_word(&ahead);
    }
    return barrier;
}

// Does the directive at `token`, a #pragma, change how compilers translate the code, or the names of functions? Then
// *found is the word that says so.
static int is_translation_pragma(const char *text, const struct token *token, struct tokenizer ahead,
                                 struct token *found) {
    static const char *const of_gcc[] = {"optimize", "target", "system_header", NULL},
                             *const of_clang[] = {"optimize", "section", NULL},
                             *const of_all[] = {"weak", "redefine_extname", NULL};
    *found = *token;
    if (!token_is(text, token, "pragma")) {
        return 0;
    }
    *found = token_next_word(&ahead);
    const char *const *words = of_all;
    if (token_is(text, found, "GCC") || token_is(text, found, "clang")) {
        words = token_is(text, found, "GCC") ? of_gcc : of_clang;
        *found = token_next_word(&ahead);
    }
    return found->kind == TOKEN_IDENTIFIER && is_any(text, found, words);
}

// Do the tokens after `no_sanitize` say ("bounds"), as the simulated GPU's own macros do?
static int is_of_bounds(const char *text, struct tokenizer ahead) {
    struct token token = token_next_word(&ahead);
    int bounds = token_is(text, &token, "(");
    token = token_next_word(&ahead);
    return bounds && token_is(text, &token, "\"bounds\"");
}

// Fails with what is wrong about the token, if anything. `preprocessed`: the simulated GPU's macros have been expanded.
static int check_token(struct source *source, const char *text, const struct token *token,
                       const struct tokenizer *tokenizer, int preprocessed) {
    static const char *const assembly[] = {"__asm__", "__asm", NULL},
                             *const attribute[] = {"__attribute__", "__attribute", "[", NULL},
                             *const directive[] = {"undef", "define", NULL};
    struct tokenizer ahead = *tokenizer;
    int name = token->kind == TOKEN_IDENTIFIER, length = token->length < 80 ? (int)token->length : 80;
    if (contains(text, token, "no_sanitize") && !(preprocessed && is_of_bounds(text, *tokenizer))) {
        return source_fail(source, token->line, "no_sanitize would hide this code from the simulated GPU");
    }
    // The simulated GPU makes `asm` a macro.
    struct token next = name && is_any(text, token, directive) ? token_next_word(&ahead) : *token;
    if (name && ((is_any(text, token, assembly) && !is_barrier(text, *tokenizer) &&
                  !(preprocessed && is_leave(text, *tokenizer))) ||
                 ((next.offset != token->offset || preprocessed) && token_is(text, &next, "asm")))) {
        return source_fail(source, token->line, "assembly would hide this code from the simulated GPU");
    }
    if ((is_reserved(text, token) && !preprocessed) || contains(text, token, "__tsan_")) {
        return source_fail(source, token->line, "'%.*s' belongs to the simulated GPU; choose another name",
                           length, text + token->offset);
    }
    struct token hiding;
    if (is_translation_pragma(text, token, *tokenizer, &hiding)) {
        return source_fail(
            source, token->line,
            "this #pragma would change how the code that the simulated GPU observes is compiled: "
            "remove it (%.*s)",
            hiding.length < 80 ? (int)hiding.length : 80, text + hiding.offset);
    }
    hiding = *token;
    if (is_instruction_name(text, token) ||
        (is_any(text, token, attribute) && has_hiding(text, *tokenizer, &hiding))) {
        return source_fail(source, hiding.line, "'%.*s' would hide this code from the simulated GPU",
                           hiding.length < 80 ? (int)hiding.length : 80, text + hiding.offset);
    }
    return 0;
}

static int refuse(struct source *source, const char *text, size_t length, int preprocessed) {
    struct tokenizer tokenizer;
    struct token token;
    tokenizer_start(&tokenizer, text, length);
    do {
        token = token_next(&tokenizer);
        if (token.kind == TOKEN_DIRECTIVE) {
            token = token_next_word(&tokenizer);
            if (token.kind == TOKEN_NUMBER) {
                return source_fail(source, token.line, "write #line instead of # and a number");
            }
        }
        if (token.kind != TOKEN_IDENTIFIER && token.kind != TOKEN_STRING && !token_is(text, &token, "[")) {
            continue;
        }
        if (preprocessed && skip_asm(text, &token, &tokenizer)) {
            continue;
        }
        if (check_token(source, text, &token, &tokenizer, preprocessed) != 0) {
            return -1;
        }
    } while (token.kind != TOKEN_END);
    return 0;
}

int source_refuse_reserved(struct source *source, const char *text, size_t length) {
    return refuse(source, text, length, 0);
}

int source_refuse_preprocessed(struct source *source, const char *text, size_t length) {
    return refuse(source, text, length, 1);
}
