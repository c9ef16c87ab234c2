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
