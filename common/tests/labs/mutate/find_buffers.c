// Swapped arrays, and omitted loads.
#include <string.h>

#include "mutants.h"

// The prefix of an array's name, 'd', 's' or 'h'; 0 if word i is not such a name.
static char array_prefix(const struct program *program, size_t i) {
    if (!word_is_name(program, i)) {
        return 0;
    }
    const struct word *word = &program->words[i];
    const char *text = program->text + word->begin;
    bool is_array = word->end - word->begin > 2 && text[1] == '_' && strchr("dsh", text[0]) != NULL;
    return is_array ? text[0] : 0;
}

static bool same_word(const struct program *program, size_t a, size_t b) {
    const struct word *one = &program->words[a], *other = &program->words[b];
    return one->end - one->begin == other->end - other->begin &&
           memcmp(program->text + one->begin, program->text + other->begin, one->end - one->begin) == 0;
}

// Replaces the array at word i by each other array of the same kind in the function.
static void find_others(struct mutants *mutants, size_t i) {
    const struct program *program = mutants->program;
    const struct function *function = word_function(program, i);
    if (function == NULL || !word_is(program, i + 1, "[")) {
        return;
    }
    for (size_t k = function->parameters; k < function->close; k++) { // equal texts make one mutant
        if (array_prefix(program, k) == array_prefix(program, i) && !same_word(program, k, i)) {
            mutant_replace(mutants, MUTATION_BUFFERS_SWAPPED, i, i + 1, "%.*s", WORDS(program, k, k + 1));
        }
    }
}

// Swaps two neighbouring array arguments of a call.
static void find_arguments(struct mutants *mutants, size_t i) {
    static const char *const before[] = {"(", ",", NULL}, *const behind[] = {")", ",", NULL};
    const struct program *program = mutants->program;
    if (i == 0 || !word_is_one_of(program, i - 1, before) || !word_is(program, i + 1, ",") ||
        array_prefix(program, i + 2) == 0 || !word_is_one_of(program, i + 3, behind)) {
        return;
    }
    mutant_replace(mutants, MUTATION_BUFFERS_SWAPPED, i, i + 3, "%.*s, %.*s", WORDS(program, i + 2, i + 3),
                   WORDS(program, i, i + 1));
}

// Replaces an element that is read by the identity.
static void find_loads(struct mutants *mutants, size_t i) {
    static const char *const writes[] = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--", "[", NULL};
    const struct program *program = mutants->program;
    if (!word_is(program, i + 1, "[") || program->words[i + 1].match == NONE ||
        word_is(program, i - 1, "&")) {
        return;
    }
    size_t close = program->words[i + 1].match;
    if (word_is_one_of(program, close + 1, writes)) {
        return;
    }
    const char *identity = strstr(program->text, "identity()") != NULL ? "identity()" : "0";
    mutant_replace(mutants, MUTATION_LOAD_DROPPED, i, close + 1, "%s", identity);
}

void find_buffers(struct mutants *mutants) {
    for (size_t i = 1; i < mutants->program->word_count; i++) {
        if (array_prefix(mutants->program, i) == 0) {
            continue;
        }
        find_others(mutants, i);
        find_arguments(mutants, i);
        find_loads(mutants, i);
    }
}
