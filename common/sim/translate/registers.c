// asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lower));   becomes   (lower) = sim_lanemask_lt();
// asm volatile("" ::: "memory");                     becomes   ((void)0);
//
// CUDA has no functions for most of these registers of PTX, so programs read them in this way. The second keeps a
// compiler from moving accesses; the simulated GPU moves none. ptx.c has other instructions, and all other inline PTX
// is refused (cuda/sim/missing.h).
#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What a register of PTX holds, in C++ (cuda/sim/threads.h, cuda/sim/ptx.h).
struct ptx_register {
    const char *name, *value;
    int bits;
};

// The value of the register that the string at i reads into its operand 0, or NULL.
static const char *register_of(const struct source *source, token_index i) {
    static const struct ptx_register registers[] = {{"laneid", "sim_laneid()", 32},
                                                    {"lanemask_eq", "sim_lanemask_eq()", 32},
                                                    {"lanemask_lt", "sim_lanemask_lt()", 32},
                                                    {"lanemask_le", "sim_lanemask_le()", 32},
                                                    {"lanemask_gt", "sim_lanemask_gt()", 32},
                                                    {"lanemask_ge", "sim_lanemask_ge()", 32},
                                                    {"warpid", "sim_warpid()", 32},
                                                    {"nwarpid", "sim_nwarpid()", 32},
                                                    {"smid", "sim_smid()", 32},
                                                    {"nsmid", "sim_nsmid()", 32},
                                                    {"clock", "sim_clock_register()", 32},
                                                    {"clock64", "sim_clock_register()", 64},
                                                    {"globaltimer", "sim_clock_register()", 64},
                                                    {"tid.x", "threadIdx.x", 32},
                                                    {"tid.y", "threadIdx.y", 32},
                                                    {"tid.z", "threadIdx.z", 32},
                                                    {"ntid.x", "blockDim.x", 32},
                                                    {"ntid.y", "blockDim.y", 32},
                                                    {"ntid.z", "blockDim.z", 32},
                                                    {"ctaid.x", "blockIdx.x", 32},
                                                    {"ctaid.y", "blockIdx.y", 32},
                                                    {"ctaid.z", "blockIdx.z", 32},
                                                    {"nctaid.x", "gridDim.x", 32},
                                                    {"nctaid.y", "gridDim.y", 32},
                                                    {"nctaid.z", "gridDim.z", 32}};
    char text[64];
    int at = 0, bits = 0;
    const struct token *token = &source->tokens[i];
    if (!is_kind(source, i, TOKEN_STRING) || token->length >= sizeof(text)) {
        return NULL;
    }
    memcpy(text, source->text + token->offset, token->length);
    text[token->length] = '\0';
    sscanf(text, "\" mov.%*1[ubs]%d %%0 , %n", &bits, &at);
    size_t percents = strspn(text + at, "%");
    for (size_t k = 0;
         k < sizeof(registers) / sizeof(registers[0]) && at > 0 && percents >= 1 && percents <= 2; k++) {
        int end = 0;
        const char *rest = text + at + percents;
        size_t length = strlen(registers[k].name);
        if (strncmp(rest, registers[k].name, length) == 0 && sscanf(rest + length, " ; %n", &end) == 0 &&
            strcmp(rest + length + end, "\"") == 0 && registers[k].bits == bits) {
            return registers[k].value;
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
    const char *value = is_character(source, open, '(') ? register_of(source, open + 1) : NULL;
    if (value == NULL) {
        return is_character(source, open, '(') ? rewrite_ptx(source, i, open) : 0;
    }
    if (!is_character(source, open + 2, ':') || !is_kind(source, open + 3, TOKEN_STRING) ||
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
               : replace(source, token_end(source, operand_close), token_end(source, close), " = ", value,
                         "");
}

static int rewrite_statement(struct source *source, const struct node *node, int macro) {
    (void)macro;
    return node->kind == NODE_ASM ? rewrite_asm(source, node->first) : 0;
}

int rewrite_registers(struct source *source) {
    return source_visit(source, rewrite_statement);
}
