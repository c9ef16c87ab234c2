// asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lower));   becomes   (lower) = sim_lanemask_lt();
// asm volatile("" ::: "memory");                     becomes   ((void)0);
//
// CUDA has no functions for these registers of PTX, so programs read them in this way. The second keeps a compiler from
// moving accesses; the simulated GPU moves none. All other inline PTX is refused (cuda/sim/missing.h).
#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The register that the string at i reads into its operand 0, or NULL.
static const char *register_of(const struct source *source, token_index i) {
    static const char *const names[] = {"laneid",      "lanemask_eq", "lanemask_lt",
                                        "lanemask_le", "lanemask_gt", "lanemask_ge"};
    char text[64];
    int at = 0;
    const struct token *token = &source->tokens[i];
    if (!is_kind(source, i, TOKEN_STRING) || token->length >= sizeof(text)) {
        return NULL;
    }
    memcpy(text, source->text + token->offset, token->length);
    text[token->length] = '\0';
    sscanf(text, "\" mov.%*1[ub]32 %%0 , %n", &at);
    size_t percents = strspn(text + at, "%");
    for (size_t k = 0; k < sizeof(names) / sizeof(names[0]) && at > 0 && percents >= 1 && percents <= 2;
         k++) {
        int end = 0;
        const char *rest = text + at + percents;
        size_t length = strlen(names[k]);
        if (strncmp(rest, names[k], length) == 0 && sscanf(rest + length, " ; %n", &end) == 0 &&
            strcmp(rest + length + end, "\"") == 0) {
            return names[k];
        }
    }
    return NULL;
}

// Replaces bytes [begin, end) by the text, and keeps their newlines.
static int replace(struct source *source, size_t begin, size_t end, const char *before, const char *text,
                   const char *after) {
    struct buffer buffer = {0};
    int result = buffer_add_format(&buffer, "%s%s%s", before, text, after) != 0 ||
                         buffer_add_newlines(&buffer, source, begin, end, 1) != 0
                     ? source_out_of_memory(source)
                     : source_replace(source, begin, end, &buffer);
    free(buffer.bytes);
    return result;
}

// Are the tokens [begin, end) only colons and strings, such as : : "memory"?
static int has_no_operand(const struct source *source, token_index begin, token_index end) {
    for (token_index k = begin; k < end; k++) {
        if (!is_character(source, k, ':') && !is_kind(source, k, TOKEN_STRING)) {
            return 0;
        }
    }
    return 1;
}

static int rewrite_asm(struct source *source, token_index i) {
    static const char *const words[] = {"volatile", "__volatile__", NULL};
    const token_index open = i + 1 + (token_index)is_one_of(source, i + 1, words);
    if (is_character(source, open, '(') && source->match[open] != NO_TOKEN &&
        token_is(source->text, &source->tokens[open + 1], "\"\"") &&
        has_no_operand(source, open + 2, source->match[open])) {
        return replace(source, source->tokens[i].offset, token_end(source, source->match[open]), "((void)0)",
                       "", "");
    }
    const token_index operand = open + 4; // the string, `:`, "=r"
    const char *name = is_character(source, open, '(') ? register_of(source, open + 1) : NULL;
    if (name == NULL || !is_character(source, open + 2, ':') || !is_kind(source, open + 3, TOKEN_STRING) ||
        !is_character(source, operand, '(') || source->match[open] == NO_TOKEN ||
        source->match[operand] == NO_TOKEN) {
        return 0;
    }
    const token_index close = source->match[open], operand_close = source->match[operand];
    if (!has_no_operand(source, operand_close + 1, close)) {
        return 0;
    }
    return replace(source, source->tokens[i].offset, source->tokens[operand].offset, "", "", "") != 0
               ? -1
               : replace(source, token_end(source, operand_close), token_end(source, close), " = sim_", name,
                         "()");
}

int rewrite_registers(struct source *source) {
    static const char *const words[] = {"asm", "__asm", "__asm__", NULL};
    for (token_index i = 0; i < source->count; i++) {
        if (is_one_of(source, i, words) && rewrite_asm(source, i) != 0) {
            return -1;
        }
    }
    return 0;
}
