// Drops or reverses guards, and drops whole statements.
#include "mutants.h"

// Replaces a condition `a && b` in [first, end) by each half.
static void drop_halves(struct mutants *mutants, size_t first, size_t end) {
    const struct program *program = mutants->program;
    for (size_t i = first; i < end; i++) {
        size_t match = program->words[i].match;
        if (match != NONE && match > i) {
            i = match;
        } else if (word_is(program, i, "&&") || word_is(program, i, "||")) {
            mutant_replace(mutants, MUTATION_GUARD_DROPPED, first, end, "%.*s", WORDS(program, first, i));
            mutant_replace(mutants, MUTATION_GUARD_DROPPED, first, end, "%.*s", WORDS(program, i + 1, end));
        }
    }
}

// The words of a for loop's condition.
static void find_loop(struct mutants *mutants, const struct statement *loop) {
    const struct program *program = mutants->program;
    size_t open = loop->condition, close = program->words[open].match, first = open + 1;
    size_t semicolon = first;
    while (semicolon < close && !word_is(program, semicolon, ";")) {
        semicolon++;
    }
    if (semicolon == close) {
        drop_halves(mutants, first, close);
        return;
    }
    size_t end = semicolon + 1;
    while (end < close && !word_is(program, end, ";")) {
        end++;
    }
    drop_halves(mutants, semicolon + 1, end);
}

// Replaces a ? b : c by b.
static void find_choice(struct mutants *mutants, size_t question) {
    static const char *const begins[] = {"=", "(", "[", ",", ";", "{", "}", "return", "?", ":", NULL};
    const struct program *program = mutants->program;
    size_t first = question, colon = question + 1;
    while (first > 0 && !word_is_one_of(program, first - 1, begins)) {
        size_t match = program->words[first - 1].match;
        first = match != NONE && match < first - 1 ? match : first - 1;
    }
    while (colon < program->word_count && !word_is(program, colon, ":") && !word_is(program, colon, ";")) {
        size_t match = program->words[colon].match;
        colon = match != NONE && match > colon ? match + 1 : colon + 1;
    }
    if (!word_is(program, colon, ":")) {
        return;
    }
    size_t end = argument_end(program, colon + 1);
    mutant_replace(mutants, MUTATION_GUARD_DROPPED, first, end, "%.*s", WORDS(program, question + 1, colon));
    drop_halves(mutants, first, question);
}

void find_guards(struct mutants *mutants) {
    const struct program *program = mutants->program;
    for (size_t i = 0; i < program->statement_count; i++) {
        const struct statement *statement = &program->statements[i];
        if (statement->condition == NONE || program->words[statement->condition].match == NONE) {
            continue;
        }
        size_t first = statement->condition + 1, end = program->words[statement->condition].match;
        if (statement->kind == STATEMENT_IF) {
            mutant_replace(mutants, MUTATION_GUARD_DROPPED, first, end, "true");
            mutant_replace(mutants, MUTATION_LOGIC, first, end, "!(%.*s)", WORDS(program, first, end));
            drop_halves(mutants, first, end);
        } else {
            find_loop(mutants, statement);
        }
    }
    for (size_t i = 0; i < program->word_count; i++) {
        if (word_is(program, i, "?")) {
            find_choice(mutants, i);
        } else if (word_is(program, i, "&&") || word_is(program, i, "||")) {
            mutant_replace(mutants, MUTATION_LOGIC, i, i + 1, "%s", word_is(program, i, "&&") ? "||" : "&&");
        }
    }
}

// A dropped barrier is a mutation of its own and would have the same text.
void find_statements(struct mutants *mutants) {
    const struct program *program = mutants->program;
    for (size_t i = 0; i < program->statement_count; i++) {
        const struct statement *statement = &program->statements[i];
        if (statement->kind != STATEMENT_DECLARATION && statement->kind != STATEMENT_BLOCK) {
            mutant_replace(mutants, MUTATION_STATEMENT_DROPPED, statement->first, statement->last + 1, ";");
        }
    }
}
