// CUDA only: thread indices, shuffles, atomics, launches, shared memory.
#include <stdio.h>
#include <string.h>

#include "mutants.h"

static void find_places(struct mutants *mutants, size_t i) {
    static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    for (int from = 0; from < 4; from++) {
        for (int to = 0; to < 3 && word_is(mutants->program, i, names[from]); to++) {
            if (to != from) {
                mutant_replace(mutants, MUTATION_INDEX_SWAPPED, i, i + 1, "%s", names[to]);
            }
        }
    }
}

static bool word_contains(const struct program *program, size_t i, const char *part) {
    char text[64];
    snprintf(text, sizeof(text), "%.*s", WORDS(program, i, i + 1));
    return strstr(text, part) != NULL;
}

// Replaces the part `from` of a word.
static void replace_part(struct mutants *mutants, enum mutation mutation, size_t i, const char *from,
                         const char *to) {
    char text[64];
    snprintf(text, sizeof(text), "%.*s", WORDS(mutants->program, i, i + 1));
    char *at = strstr(text, from);
    if (at != NULL) {
        mutant_replace(mutants, mutation, i, i + 1, "%.*s%s%s", (int)(at - text), text, to,
                       at + strlen(from));
    }
}

// __shfl_down_sync(mask, value, offset), shuffle_down(mask, value, offset), tile.shfl_down(value, offset) and votes.
static void find_shuffles(struct mutants *mutants, size_t i) {
    const struct program *program = mutants->program;
    static const char *const votes[] = {"__ballot_sync", "__any_sync", "__all_sync", "__syncwarp", NULL};
    bool shuffle = word_contains(program, i, "shfl") || word_contains(program, i, "shuffle_");
    if (!word_is_name(program, i) || !word_is(program, i + 1, "(") ||
        (!shuffle && !word_is_one_of(program, i, votes))) {
        return;
    }
    if (shuffle) {
        replace_part(mutants, MUTATION_SHUFFLE, i, "down", "up");
        replace_part(mutants, MUTATION_SHUFFLE, i, "up", "down");
        replace_part(mutants, MUTATION_SHUFFLE, i, "xor", "down");
    }
    bool has_mask = i == 0 || !word_is(program, i - 1, ".");
    size_t first = i + 2;
    for (int argument = has_mask ? 0 : 1; !word_is(program, first, ")"); argument++) {
        size_t end = argument_end(program, first);
        if (argument == 0) {
            mutant_replace(mutants, MUTATION_SHUFFLE, first, end, "(%.*s) >> 1", WORDS(program, first, end));
            mutant_replace(mutants, MUTATION_SHUFFLE, first, end, "(%.*s) << 1", WORDS(program, first, end));
        } else if (argument == 2) {
            mutant_replace(mutants, MUTATION_SHUFFLE, first, end, "(%.*s) + 1", WORDS(program, first, end));
            mutant_replace(mutants, MUTATION_SHUFFLE, first, end, "(%.*s) - 1", WORDS(program, first, end));
        }
        if (!word_is(program, end, ",")) {
            break;
        }
        first = end + 1;
    }
}

// Turns atomicAdd(place, value) into a plain access; weakens a memory order or scope.
static void find_atomics(struct mutants *mutants, size_t i) {
    static const char *const orders[] = {"memory_order_acquire", "memory_order_release",
                                         "memory_order_acq_rel", "memory_order_seq_cst", NULL};
    const struct program *program = mutants->program;
    if (word_is_one_of(program, i, orders)) {
        mutant_replace(mutants, MUTATION_ATOMIC_DROPPED, i, i + 1, "memory_order_relaxed");
    }
    if (word_is(program, i, "thread_scope_device")) {
        mutant_replace(mutants, MUTATION_ATOMIC_DROPPED, i, i + 1, "thread_scope_block");
    }
    if (word_is(program, i, "volatile")) {
        mutant_replace(mutants, MUTATION_ATOMIC_DROPPED, i, i + 1, " ");
    }
    bool add = word_is(program, i, "atomicAdd"), exchange = word_is(program, i, "atomicExch");
    if ((!add && !exchange) || !word_is(program, i + 1, "(")) {
        return;
    }
    size_t place = i + 2, place_end = argument_end(program, place);
    if (!word_is(program, place_end, ",")) {
        return;
    }
    size_t value = place_end + 1, value_end = argument_end(program, value);
    if (add) { // returns the old value
        mutant_replace(mutants, MUTATION_ATOMIC_DROPPED, i, value_end + 1, "((*(%.*s) += (%.*s)) - (%.*s))",
                       WORDS(program, place, place_end), WORDS(program, value, value_end),
                       WORDS(program, value, value_end));
    } else {
        mutant_replace(mutants, MUTATION_ATOMIC_DROPPED, i, value_end + 1, "(*(%.*s) = (%.*s))",
                       WORDS(program, place, place_end), WORDS(program, value, value_end));
    }
}

// <<<grid, block, shared>>>: adds or subtracts 1 from the first two, halves the third.
static void find_launches(struct mutants *mutants, size_t i) {
    const struct program *program = mutants->program;
    size_t first = i + 1;
    if (!word_is(program, i, "<<<")) {
        return;
    }
    for (int argument = 0; argument < 3; argument++) {
        size_t end = argument_end(program, first);
        if (argument < 2) {
            mutant_replace(mutants, MUTATION_LAUNCH_SIZE, first, end, "(%.*s) + 1",
                           WORDS(program, first, end));
            mutant_replace(mutants, MUTATION_LAUNCH_SIZE, first, end, "(%.*s) - 1",
                           WORDS(program, first, end));
        } else {
            mutant_replace(mutants, MUTATION_SHARED_HALVED, first, end, "(%.*s) / 2",
                           WORDS(program, first, end));
        }
        if (!word_is(program, end, ",")) {
            break;
        }
        first = end + 1;
    }
}

// __shared__ int s_partial[SIZE];
static void find_shared(struct mutants *mutants, size_t i) {
    const struct program *program = mutants->program;
    if (!word_is(program, i, "__shared__")) {
        return;
    }
    while (i < program->word_count && !word_is(program, i, ";")) {
        size_t close = program->words[i].match;
        if (word_is(program, i, "[") && close != NONE && close > i + 1) {
            mutant_replace(mutants, MUTATION_SHARED_HALVED, i + 1, close, "(%.*s) / 2",
                           WORDS(program, i + 1, close));
        }
        i++;
    }
}

void find_device(struct mutants *mutants) {
    for (size_t i = 0; i < mutants->program->word_count; i++) {
        find_places(mutants, i);
        find_shuffles(mutants, i);
        find_atomics(mutants, i);
        find_launches(mutants, i);
        find_shared(mutants, i);
    }
}
