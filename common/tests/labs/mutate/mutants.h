// The mutants of a program: copies of it with one small change each, like a student's slip.
//
// To add a kind of change, add a line to MUTATIONS, write a finder that calls mutant_replace or mutant_move
// at each place, and call it in mutants_make.
#ifndef LABS_MUTANTS_H
#define LABS_MUTANTS_H

#include <stdint.h>

#include "program.h"

// In the order of the tables' rows.
#define MUTATIONS(MUTATION)                                                                                  \
    MUTATION(BARRIER_DROPPED, "barrier dropped") /* a fence, too */                                          \
    MUTATION(BARRIER_TWICE, "barrier twice")                                                                 \
    MUTATION(BARRIER_MOVED, "barrier moved")       /* across the statement beside it */                      \
    MUTATION(COMPARISON, "comparison")             /* < and <=, > and >=, == and != */                       \
    MUTATION(OFF_BY_ONE, "off by one")             /* an index, bound, stride or size */                     \
    MUTATION(ARITHMETIC, "arithmetic")             /* * and /, + and -, << and >>, / and % */                \
    MUTATION(ASSIGNMENT, "assignment")             /* = instead of += and the like */                        \
    MUTATION(OPERANDS_SWAPPED, "operands swapped") /* of combine */                                          \
    MUTATION(IDENTITY, "identity")                 /* 0, 1 or the first element instead */                   \
    MUTATION(GUARD_DROPPED, "guard dropped")       /* all of an if's condition, or one half */               \
    MUTATION(LOGIC, "logic")                       /* && and ||; a negated condition */                      \
    MUTATION(INDEX_SWAPPED, "index swapped")       /* threadIdx, blockIdx, blockDim */                       \
    MUTATION(SHUFFLE, "shuffle")                   /* its mask, offset or direction */                       \
    MUTATION(ATOMIC_DROPPED, "atomic dropped")     /* and a weaker order or scope */                         \
    MUTATION(BUFFERS_SWAPPED, "buffers swapped")                                                             \
    MUTATION(LAUNCH_SIZE, "launch size") /* the grid or the block off by one */                              \
    MUTATION(SHARED_HALVED, "shared halved")                                                                 \
    MUTATION(LOAD_DROPPED, "load dropped")                                                                   \
    MUTATION(STATEMENT_DROPPED, "statement dropped") /* a store, a call, an if with its body ... */

enum mutation {
#define MUTATION_ID(NAME, name) MUTATION_##NAME,
    MUTATIONS(MUTATION_ID)
#undef MUTATION_ID
        MUTATION_COUNT
};

extern const char *const mutation_names[MUTATION_COUNT];

struct mutant {
    enum mutation mutation;
    int line;      // of the change in the solution, from 1
    int todo;      // its region; 0: outside all
    char *text;    // the whole changed source
    size_t length; // of the text, in bytes
    uint64_t hash; // of the text
    char *change;  // its heading and lines: see change_of
};

struct mutants {
    const struct program *program;
    struct mutant *mutants; // in the order of MUTATIONS, then of the file
    size_t count, capacity;
    bool failed; // memory was short
};

// Makes all mutants of a program, which must outlive them. No two have the same text. 0, or -1 when memory is
// short; either way mutants_free releases what *mutants holds.
int mutants_make(struct mutants *mutants, const struct program *program);
void mutants_free(struct mutants *mutants);

// A mutant's change is described without line numbers, so it stays the same when the rest of the file
// changes. Comments are omitted, and blanks are single. If a function has several equal changes, the heading
// of the second ends in " #2":
//
//     kogge_stone: barrier dropped #2
//     - __syncthreads();
//
// change_of returns it without the #2, to be freed; NULL when memory is short.
char *change_of(const struct program *program, const struct mutant *mutant);

// For finders. Adds a mutant whose words [first, end) are replaced by a formatted text, unless
// word_is_mutated forbids it.
void mutant_replace(struct mutants *mutants, enum mutation mutation, size_t first, size_t end,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));

// The same, with words [first, end) moved to before word `to`.
void mutant_move(struct mutants *mutants, enum mutation mutation, size_t first, size_t end, size_t to);

// The text of words [first, end) as two arguments for "%.*s".
#define WORDS(program, from, to)                                                                             \
    (int)((program)->words[(to)-1].end - (program)->words[from].begin),                                      \
        (program)->text + (program)->words[from].begin

// The finders.
void find_barriers(struct mutants *mutants);
void find_expressions(struct mutants *mutants);
void find_device(struct mutants *mutants);
void find_buffers(struct mutants *mutants);
void find_guards(struct mutants *mutants);
void find_statements(struct mutants *mutants);

#endif
