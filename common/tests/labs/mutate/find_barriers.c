// Barriers and fences: dropped, doubled, or moved across a neighbouring statement.
#include "mutants.h"

static bool is_barrier(const struct program *program, const struct statement *statement) {
    static const char *const names[] = {
        "__syncthreads",       "__syncwarp", "__threadfence", "__threadfence_block", "__threadfence_system",
        "atomic_thread_fence", NULL};
    if (statement->kind != STATEMENT_EXPRESSION) {
        return false;
    }
    for (size_t i = statement->first; i < statement->last; i++) {
        bool sync =
            word_is(program, i, "sync") && (word_is(program, i - 1, ".") || word_is(program, i - 1, "::"));
        if (sync || word_is_one_of(program, i, names)) {
            return true;
        }
    }
    return false;
}

// The statement whose body this block is, or the block itself.
static const struct statement *with_head(const struct program *program, const struct statement *block) {
    const struct statement *around = block->around == NONE ? NULL : &program->statements[block->around];
    return around != NULL && (around->kind == STATEMENT_IF || around->kind == STATEMENT_LOOP) ? around
                                                                                              : block;
}

static void move(struct mutants *mutants, const struct statement *barrier) {
    const struct program *program = mutants->program;
    size_t before = NONE, behind = NONE; // words: the places that the barrier may move to
    const struct statement *around =
        barrier->around == NONE ? NULL : with_head(program, &program->statements[barrier->around]);
    if (barrier->before != NONE) {
        before = program->statements[barrier->before].first;
    } else if (around != NULL) {
        before = around->first;
    }
    if (barrier->behind != NONE) {
        behind = program->statements[barrier->behind].last + 1;
    } else if (around != NULL) {
        behind = around->last + 1;
    }
    if (before != NONE) {
        mutant_move(mutants, MUTATION_BARRIER_MOVED, barrier->first, barrier->last + 1, before);
    }
    if (behind != NONE) {
        mutant_move(mutants, MUTATION_BARRIER_MOVED, barrier->first, barrier->last + 1, behind);
    }
}

void find_barriers(struct mutants *mutants) {
    const struct program *program = mutants->program;
    for (size_t i = 0; i < program->statement_count; i++) {
        const struct statement *barrier = &program->statements[i];
        if (!is_barrier(program, barrier)) {
            continue;
        }
        size_t first = barrier->first, end = barrier->last + 1;
        mutant_replace(mutants, MUTATION_BARRIER_DROPPED, first, end, ";");
        mutant_replace(mutants, MUTATION_BARRIER_TWICE, first, end, "%.*s %.*s", WORDS(program, first, end),
                       WORDS(program, first, end));
        move(mutants, barrier);
    }
}
