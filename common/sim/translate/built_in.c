// Refuses threadIdx, blockIdx, blockDim and gridDim in host functions, which no thread of the device runs. nvcc
// compiles them there, but does not link them. A host function may have variables of these names: then it is not
// checked.
#include "functions.h"

static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", NULL};

// Is the word at i, which is one of the names, just read: `threadIdx.x`?
static int is_read(const struct source *source, token_index i) {
    static const char *const axes[] = {"x", "y", "z", NULL};
    return !is_member(source, i) && is_character(source, i + 1, '.') && is_one_of(source, i + 2, axes);
}

// Are all uses of the name at i in [begin, end) such?
static int is_only_read(const struct source *source, token_index begin, token_index end, token_index name) {
    for (token_index i = begin; i < end; i++) {
        if (is_kind(source, i, TOKEN_IDENTIFIER) && same_word(source, i, name) && !is_member(source, i) &&
            !is_read(source, i)) {
            return 0;
        }
    }
    return 1;
}

int source_check_built_in(struct source *source, const struct function *function) {
    const token_index begin = function->parameters, end = source->match[function->body];
    for (token_index i = begin; i < end; i++) {
        if (!is_one_of(source, i, names) || !is_read(source, i) || !is_only_read(source, begin, end, i)) {
            continue;
        }
        const struct token *token = &source->tokens[i], *name = &source->tokens[function->name];
        return source_fail(source, token->line,
                           "%.*s exists only in kernels and device functions: write __global__ or __device__ "
                           "before %.*s() in line %d",
                           (int)token->length, source->text + token->offset,
                           name->length < 60 ? (int)name->length : 60, source->text + name->offset,
                           name->line);
    }
    return 0;
}
