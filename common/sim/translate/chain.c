// s_a[t] = s_b[t] = value;
//     becomes   s_a[t] = ({ auto &sim_l = s_b[t]; __typeof__(sim_l) sim_v = (value); ... sim_v; });
//
// in kernels and device functions, and s_b[t] += value likewise. The value of an assignment is its left side, which GCC
// reads again; nvcc's code does not, and a GPU's counters show no such load.
#include "functions.h"

#include <stdlib.h>

// The token after `array[i]`, `pointer->array[i]`, `*pointer` or `*(array + i)` at i; or i if it is something else.
static token_index skip_element(const struct source *source, token_index i) {
    token_index at = i;
    int element = is_character(source, i, '*');
    while (is_character(source, at, '*')) {
        at++;
    }
    if (element && is_character(source, at, '(') && source->match[at] != NO_TOKEN) {
        return source->match[at] + 1;
    }
    if (!is_kind(source, at, TOKEN_IDENTIFIER)) {
        return i;
    }
    for (at++;;) {
        if (is_character(source, at, '[') && source->match[at] != NO_TOKEN) {
            at = source->match[at] + 1;
            element = 1;
        } else if (is_character(source, at, '.') && is_kind(source, at + 1, TOKEN_IDENTIFIER)) {
            at += 2;
            element = is_character(source, i, '*');
        } else if ((is_pair(source, at, "->") || is_pair(source, at, "::")) &&
                   is_kind(source, at + 2, TOKEN_IDENTIFIER)) {
            at += 3;
            element = is_character(source, i, '*');
        } else {
            return element ? at : i;
        }
    }
}

// The number of tokens of the operator at i before its `=`: 0 for `=`, 1 for `+=`, 2 for `<<=`; -1 if it is no
// assignment.
static int operator_of(const struct source *source, token_index i) {
    int words = is_pair(source, i, "<<") || is_pair(source, i, ">>") ? 2 : !is_character(source, i, '=');
    int compound =
        ends_assignment(source, i + (token_index)words) && !is_assignment(source, i + (token_index)words);
    return words == 0 && is_assignment(source, i) ? 0 : words > 0 && compound ? words : -1;
}

// The token after the expression at i, which ends before a comma.
static token_index skip_value(const struct source *source, token_index i, token_index end) {
    for (int questions = 0; i < end; i = token_step(source, i)) {
        if (is_pair(source, i, "::")) {
            i++;
            continue;
        }
        if (is_character(source, i, ';') || is_character(source, i, ',') || is_character(source, i, ')') ||
            is_character(source, i, ']') || is_character(source, i, '}') ||
            (is_character(source, i, ':') && questions == 0)) {
            break;
        }
        questions += is_character(source, i, '?') - is_character(source, i, ':');
    }
    return i;
}

// The element at i is assigned by the operator at `at`, which has `words` tokens before its `=`.
static int rewrite_link(struct source *source, token_index i, token_index at, int words, token_index end) {
    const token_index value = at + (token_index)words + 1, after = skip_value(source, value, end);
    if (after == value || is_character(source, value, '{')) {
        return 0;
    }
    const size_t sign = source->tokens[at].offset;
    struct buffer buffer = {0};
    int result = buffer_add_format(&buffer, "; __typeof__(sim_l) sim_v = %s%.*s(", words > 0 ? "sim_l " : "",
                                   (int)(words > 0 ? source->tokens[value - 1].offset - sign : 0),
                                   source->text + sign) != 0
                     ? source_out_of_memory(source)
                     : source_replace(source, sign, token_end(source, value - 1), &buffer);
    free(buffer.bytes);
    return result != 0 ||
                   source_insert(source, token_end(source, after - 1), "); sim_l = sim_v; sim_v; })") != 0 ||
                   source_insert(source, source->tokens[i].offset, "({ auto &sim_l = ") != 0
               ? -1
               : 0;
}

int rewrite_chains(struct source *source, const struct functions *functions) {
    for (size_t k = 0; k < functions->count; k++) {
        const struct function *function = &functions->list[k];
        if (!function->for_device || function->body == NO_TOKEN) {
            continue;
        }
        const token_index end = source->match[function->body];
        for (token_index i = end - 1; i > function->body + 2; i--) { // from the end: the innermost link first
            token_index at = ends_assignment(source, i - 1) ? skip_element(source, i) : i;
            int words = at != i && at < end ? operator_of(source, at) : -1;
            if (words >= 0 && rewrite_link(source, i, at, words, end) != 0) {
                return -1;
            }
        }
    }
    return 0;
}
