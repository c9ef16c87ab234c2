// Inline PTX of one instruction that accesses memory, waits or fences becomes a call:
//
//     asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(x) : "l"(p) : "memory");
//                                              becomes   (x) = sim_ptx_load_atomic<unsigned, 2, 0>((p));
//     asm volatile("membar.gl;" ::: "memory"); becomes   __threadfence();
//
// The operands stay where they are, so they must be in the order of their numbers, as in nearly every program.
// cuda/sim/ptx.h has the functions. Of what is left, the compiler reports each statement (cuda/sim/missing.h).
#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 10, OPERANDS_MAX = 4, NAME_MAX_LENGTH = 96 };

// An instruction: ld.global.s32 has the words "ld", "global" and "s32".
struct instruction {
    char text[96];
    const char *words[WORDS_MAX];
    int word_count;
    char operands[48]; // without blanks: "%0,[%1]"
};

// The operands of the C statement. The outputs are first.
struct operands {
    token_index open[OPERANDS_MAX]; // the parenthesis; the string is before it
    char letters[OPERANDS_MAX];     // "=r" and "r": 'r'
    int outputs, count;
};

// What the words of an instruction say.
struct access {
    const char *type; // of C
    const char
        *semantics; // "relaxed", "acquire", "release", "acq_rel", "volatile", "nc", "cg" ...; NULL: none
    const char *operation; // of an atomic; NULL: none
    int in_block;
};

// Splits the string at i into words and operands. Returns false if it has several instructions or an escape.
static int read_instruction(const struct source *source, token_index i, struct instruction *to) {
    const struct token *token = &source->tokens[i];
    memset(to, 0, sizeof(*to));
    if (!is_kind(source, i, TOKEN_STRING) || token->length < 3 || token->length >= sizeof(to->text) ||
        source->text[token->offset] != '"') {
        return 0;
    }
    memcpy(to->text, source->text + token->offset + 1, token->length - 2);
    char *end = strstr(to->text, ";");
    if (end == NULL || end[1 + strspn(end + 1, " \\nt")] != '\0') {
        return 0;
    }
    *end = '\0';
    char *word = to->text + strspn(to->text, " ");
    char *rest = word + strcspn(word, " ");
    size_t length = 0;
    for (const char *at = rest; *at != '\0' && length + 1 < sizeof(to->operands); at++) {
        if (*at != ' ') {
            to->operands[length++] = *at;
        }
    }
    *rest = '\0';
    for (word = strtok(word, "."); word != NULL && to->word_count < WORDS_MAX; word = strtok(NULL, ".")) {
        to->words[to->word_count++] = word;
    }
    return word == NULL && to->word_count > 0;
}

// Reads the operands behind the string at i, up to the parenthesis at `close`. Returns false if there is another form.
static int read_operands(const struct source *source, token_index i, token_index close, struct operands *to) {
    int section = 0;
    memset(to, 0, sizeof(*to));
    for (token_index k = i + 1; k < close; k++) {
        const char *text = source->text + source->tokens[k].offset;
        size_t length = source->tokens[k].length;
        if (is_character(source, k, ':')) {
            section++;
        } else if (section == 1 || section == 2) {
            if (is_character(source, k, ',')) {
                continue;
            }
            const size_t expected = section == 1 ? 4 : 3; // "=r" or "r", with the quotation marks
            if (!is_kind(source, k, TOKEN_STRING) || length != expected || (section == 1 && text[1] != '=') ||
                !is_character(source, k + 1, '(') || source->match[k + 1] == NO_TOKEN ||
                to->count == OPERANDS_MAX) {
                return 0;
            }
            to->letters[to->count] = text[length - 2];
            to->open[to->count++] = k + 1;
            to->outputs += section == 1;
            k = source->match[k + 1];
        } else if (section != 3 || (!is_kind(source, k, TOKEN_STRING) && !is_character(source, k, ','))) {
            return 0;
        }
    }
    return 1;
}

static const char *find(const char *word, const char *const *words) {
    for (; *words != NULL; words++) {
        if (strcmp(word, *words) == 0) {
            return *words;
        }
    }
    return NULL;
}

// The type of C for a type of PTX that is in a register of this letter, or NULL.
static const char *type_of(const char *word, char letter) {
    static const char *const types[][2] = {{"u8", "unsigned char"},
                                           {"b8", "unsigned char"},
                                           {"s8", "signed char"},
                                           {"u16", "unsigned short"},
                                           {"b16", "unsigned short"},
                                           {"s16", "short"},
                                           {"u32", "unsigned"},
                                           {"b32", "unsigned"},
                                           {"s32", "int"},
                                           {"f32", "float"},
                                           {"u64", "unsigned long long"},
                                           {"b64", "unsigned long long"},
                                           {"s64", "long long"},
                                           {"f64", "double"}};
    if ((letter == 'f' && strcmp(word, "b32") == 0) || (letter == 'd' && strcmp(word, "b64") == 0)) {
        return letter == 'f' ? "float" : "double";
    }
    for (size_t k = 0; k < sizeof(types) / sizeof(types[0]); k++) {
        if (strcmp(word, types[k][0]) == 0) {
            return (letter == 'f') == (types[k][1][0] == 'f') && (letter == 'd') == (types[k][1][0] == 'd')
                       ? types[k][1]
                       : NULL;
        }
    }
    return NULL;
}

// Reads the words after the first. Returns false if one is unknown. `letter`: the register's.
static int read_access(const struct instruction *instruction, char letter, struct access *to) {
    static const char *const scopes[] = {"gpu", "sys", "cta", NULL},
                             *const semantics[] = {"relaxed", "acquire", "release", "acq_rel", "volatile",
                                                   "nc",      "ca",      "cg",      "cs",      "lu",
                                                   "cv",      "wb",      "wt",      "weak",    NULL},
                             *const operations[] = {"add", "exch", "min", "max", "and", "or",
                                                    "xor", "inc",  "dec", "cas", NULL};
    memset(to, 0, sizeof(*to));
    for (int k = 1; k < instruction->word_count; k++) {
        const char *word = instruction->words[k], *found;
        if (k + 1 == instruction->word_count) {
            to->type = type_of(word, letter);
        } else if ((found = find(word, semantics)) != NULL) {
            // Of ld.volatile.cv or ld.nc.cs, the first says how; a hint after it changes only the time.
            to->semantics = to->semantics == NULL ? found : to->semantics;
        } else if ((found = find(word, scopes)) != NULL) {
            to->in_block = found == scopes[2];
        } else if ((found = find(word, operations)) != NULL && to->operation == NULL) {
            to->operation = found;
        } else if (strcmp(word, "global") != 0 && strncmp(word, "L1::", 4) != 0 &&
                   strncmp(word, "L2::", 4) != 0) {
            return 0;
        }
    }
    return to->type != NULL;
}

// As in cuda/sim/ptx.h: 1 release, 2 acquire; 4 times that for the block alone.
static int fences_of(const struct access *access) {
    const char *semantics = access->semantics == NULL ? "relaxed" : access->semantics;
    int fences = (strcmp(semantics, "release") == 0 || strcmp(semantics, "acq_rel") == 0 ? 1 : 0) +
                 (strcmp(semantics, "acquire") == 0 || strcmp(semantics, "acq_rel") == 0 ? 2 : 0);
    return access->in_block ? 4 * fences : fences;
}

// The name of the function for a load or store that is not atomic.
static void plain_name(char *name, const char *function, const struct access *access) {
    static const char *const strong[] = {"volatile", "cg", "cv", "wt", NULL};
    const char *kind = "SIM_PLAIN";
    if (access->semantics != NULL && find(access->semantics, strong) != NULL) {
        kind = "SIM_VOLATILE";
    } else if (access->semantics != NULL && strcmp(access->semantics, "nc") == 0) {
        kind = "SIM_READ_ONLY";
    }
    snprintf(name, NAME_MAX_LENGTH, "sim_ptx_%s<%s, %s>(", function, access->type, kind);
}

// Writes the name of the function, and its parenthesis, that takes the inputs and returns the output. Returns false if
// there is none.
static int name_of(const struct instruction *instruction, const struct operands *operands, char *name) {
    static const char *const ordered[] = {"relaxed", "acquire", "release", "acq_rel", NULL};
    const char *first = instruction->words[0];
    const int loads = strcmp(first, "ld") == 0, stores = strcmp(first, "st") == 0;
    const int updates = strcmp(first, "atom") == 0, reduces = strcmp(first, "red") == 0;
    const int outputs = loads || updates, inputs = operands->count - operands->outputs;
    const int last = loads ? 0 : operands->count - 1; // the register of the value
    struct access access;
    if ((!loads && !stores && !updates && !reduces) || operands->outputs != outputs || inputs < 1 ||
        operands->letters[outputs] != 'l' || !read_access(instruction, operands->letters[last], &access)) {
        return 0;
    }
    const int cas = access.operation != NULL && strcmp(access.operation, "cas") == 0;
    const char *const forms[] = {"%0,[%1]", "[%0],%1", cas ? "%0,[%1],%2,%3" : "%0,[%1],%2", "[%0],%1"};
    const int form = loads ? 0 : stores ? 1 : updates ? 2 : 3;
    if (strcmp(instruction->operands, forms[form]) != 0 || inputs != 2 - loads + cas ||
        (access.operation != NULL) != (updates || reduces) || (reduces && cas)) {
        return 0;
    }
    const int is_ordered = access.semantics != NULL && find(access.semantics, ordered) != NULL;
    if (updates || reduces) {
        if (access.semantics != NULL && !is_ordered) {
            return 0;
        }
        snprintf(name, NAME_MAX_LENGTH, "sim_ptx_%s<%s, %d, %d>(", access.operation, access.type,
                 fences_of(&access), access.in_block);
    } else if (is_ordered) {
        snprintf(name, NAME_MAX_LENGTH, "sim_ptx_%s_atomic<%s, %d, %d>(", first[0] == 'l' ? "load" : "store",
                 access.type, fences_of(&access), access.in_block);
    } else {
        plain_name(name, loads ? "load" : "store", &access);
    }
    return 1;
}

// The call that a statement without operands becomes, or NULL.
static const char *call_of(const struct instruction *instruction) {
    static const struct {
        const char *words, *operands, *call;
    } calls[] = {
        {"membar.cta", "", "__threadfence_block()"},    {"membar.gl", "", "__threadfence()"},
        {"membar.sys", "", "__threadfence_system()"},   {"fence.acq_rel.cta", "", "__threadfence_block()"},
        {"fence.acq_rel.gpu", "", "__threadfence()"},   {"fence.acq_rel.sys", "", "__threadfence_system()"},
        {"fence.sc.cta", "", "__threadfence_block()"},  {"fence.sc.gpu", "", "__threadfence()"},
        {"fence.sc.sys", "", "__threadfence_system()"}, {"bar.sync", "0", "__syncthreads()"},
        {"barrier.sync", "0", "__syncthreads()"},       {"bar.warp.sync", "0xffffffff", "__syncwarp()"},
        {"bar.warp.sync", "-1", "__syncwarp()"},        {"trap", "", "__trap()"}};
    char words[64] = "";
    for (int k = 0; k < instruction->word_count; k++) {
        snprintf(words + strlen(words), sizeof(words) - strlen(words), "%s%s", k > 0 ? "." : "",
                 instruction->words[k]);
    }
    for (size_t k = 0; k < sizeof(calls) / sizeof(calls[0]); k++) {
        if (strcmp(words, calls[k].words) == 0 && strcmp(instruction->operands, calls[k].operands) == 0) {
            return calls[k].call;
        }
    }
    return NULL;
}

// Replaces bytes [begin, end) by the texts, and keeps their newlines.
static int replace_ptx(struct source *source, size_t begin, size_t end, const char *first,
                       const char *second) {
    struct buffer buffer = {0};
    int result = buffer_add_format(&buffer, "%s%s", first, second) != 0 ||
                         buffer_add_newlines(&buffer, source, begin, end, 1) != 0
                     ? source_out_of_memory(source)
                     : source_replace(source, begin, end, &buffer);
    free(buffer.bytes);
    return result;
}

int rewrite_ptx(struct source *source, token_index i, token_index open) {
    struct instruction instruction;
    struct operands operands;
    char name[NAME_MAX_LENGTH];
    const token_index close = source->match[open];
    size_t begin = source->tokens[i].offset;
    if (close == NO_TOKEN || !read_instruction(source, open + 1, &instruction) ||
        !read_operands(source, open + 1, close, &operands)) {
        return 0;
    }
    if (operands.count == 0) {
        const char *call = call_of(&instruction);
        return call == NULL ? 0 : replace_ptx(source, begin, token_end(source, close), call, "");
    }
    if (!name_of(&instruction, &operands, name)) {
        return 0;
    }
    for (int k = 0; k < operands.count; k++) {
        const int is_first_input = k == operands.outputs;
        const char *between = k == 0 ? "" : is_first_input ? " = " : ", ";
        if (replace_ptx(source, begin, source->tokens[operands.open[k]].offset, between,
                        is_first_input ? name : "") != 0) {
            return -1;
        }
        begin = token_end(source, source->match[operands.open[k]]);
    }
    return replace_ptx(source, begin, token_end(source, close), ")", "");
}
