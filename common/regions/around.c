#include "around.h"

#include "structure.h"
#include "words.h"

enum { AROUND_MAX = 16 };

static const char *const thread_names[] = {"threadIdx", "tid", "lane", "warp"};

// Do these words name the thread?
static bool names_thread(const struct words *words, size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++) {
        for (size_t k = 0; k < sizeof(thread_names) / sizeof(thread_names[0]); k++) {
            if (word_is(words, i, thread_names[k])) {
                return true;
            }
        }
    }
    return false;
}

size_t around_find(const char *path, int line, struct around *around, size_t most) {
    const struct structure *structure = structure_of(path);
    struct condition conditions[AROUND_MAX];
    struct words words;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return 0;
    }
    size_t count = conditions_around(&words, line, conditions, most < AROUND_MAX ? most : AROUND_MAX);
    for (size_t i = 0; i < count; i++) {
        around[i] = (struct around){.kind = conditions[i].kind,
                                    .line = conditions[i].line,
                                    .threads = names_thread(&words, conditions[i].begin, conditions[i].end)};
    }
    return count;
}

bool around_names_thread(const char *path, int line) {
    const struct structure *structure = structure_of(path);
    struct words words;
    size_t begin = 0;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return false;
    }
    while (begin < words.count && words.tokens[begin].line < line) {
        begin++;
    }
    size_t end = begin;
    while (end < words.count && words.tokens[end].line == line) {
        end++;
    }
    bool names = names_thread(&words, begin, end);
    return names;
}

bool around_if_is_of_thread(const char *path, int line) {
    const struct structure *structure = structure_of(path);
    struct words words;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return false;
    }
    for (size_t i = 0; i < words.count; i++) {
        if (words.tokens[i].line != line || !word_is(&words, i, "if")) {
            continue;
        }
        size_t end = i + 1;
        int open = 0;
        do {
            open += word_is(&words, end, "(") - word_is(&words, end, ")");
            end++;
        } while (open > 0 && end < words.count);
        if (names_thread(&words, i + 1, end)) {
            return true;
        }
    }
    return false;
}

bool around_uses(const char *path, int line, enum around_use use, const char *name) {
    const struct structure *structure = structure_of(path);
    struct words words;
    bool open = false, copies = false, found = false;
    int square = 0, round = 0, commas = 0; // the last two: in the call of cudaMemcpy
    if (structure == NULL || !words_read(structure, line, &words)) {
        return false;
    }
    for (size_t i = 2; i < words.count && !found; i++) {
        if (words.tokens[i].line != line) {
            continue;
        }
        square += word_is(&words, i, "[") - word_is(&words, i, "]");
        open |= word_is(&words, i - 2, "<") && word_is(&words, i - 1, "<") && word_is(&words, i, "<");
        copies |= word_is(&words, i, "cudaMemcpy");
        round += copies ? word_is(&words, i, "(") - word_is(&words, i, ")") : 0;
        commas += round == 1 && word_is(&words, i, ",");
        bool within = use == AROUND_INDEX ? square > 0 : use == AROUND_BLOCKS ? open : commas == 2;
        found = within && word_is(&words, i, name);
        open &= !word_is(&words, i, ",");
    }
    return found;
}

bool around_index_is_of_thread(const char *path, int line) {
    bool found = false;
    for (size_t k = 0; k < sizeof(thread_names) / sizeof(thread_names[0]); k++) {
        found |= around_uses(path, line, AROUND_INDEX, thread_names[k]);
    }
    return found;
}
