#include "sim/race/releases.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "sim/base/make_room.h"

static struct word *words;
static uint32_t word_count, word_capacity;
static struct hash_map word_index; // by address: index into words + 1
static struct hash_map latest;     // by word and block: the block's latest release there, index + 1
static struct knowledge *all_handed_on;
static atomic_bool released; // anything in this launch?

// A word's releases by one thread that no block has seen: those of the values that a read may get.
enum { UNSEEN_MAX = STRONG_WRITES_KEPT + 1 };

void releases_begin_launch(void) {
    if (!releases_any()) {
        return;
    }
    for (uint32_t i = 0; i < word_count; i++) {
        for (uint32_t r = 0; r < words[i].count; r++) {
            free(words[i].releases[r].others);
        }
        free(words[i].releases);
    }
    while (all_handed_on != NULL) {
        struct knowledge *next = all_handed_on->next;
        free(all_handed_on->acquired);
        free(all_handed_on);
        all_handed_on = next;
    }
    hash_map_clear(&word_index);
    hash_map_clear(&latest);
    word_count = 0;
    atomic_store(&released, false);
}

bool releases_any(void) {
    return atomic_load_explicit(&released, memory_order_acquire);
}

uint32_t releases_find_word(uintptr_t address) {
    return hash_map_get(&word_index, address);
}

struct word *releases_word(uint32_t index) {
    return &words[index];
}

uint32_t releases_latest(uint32_t index, uint32_t block_id) {
    return hash_map_get(&latest, releases_key(index, block_id));
}

uint32_t releases_add_word(uintptr_t address) {
    uint32_t index = hash_map_get(&word_index, address);
    if (index == 0) {
        if (!make_room(&words, word_count, &word_capacity, 1, sizeof(*words)) ||
            !hash_map_set(&word_index, address, word_count + 1)) {
            return UINT32_MAX;
        }
        words[word_count] = (struct word){0};
        index = ++word_count;
    }
    return index - 1;
}

void releases_end_sequence(uintptr_t address) {
    uint32_t index = hash_map_get(&word_index, address);
    if (index != 0) {
        words[index - 1].begin = words[index - 1].count;
    }
}

void releases_hand_on(struct knowledge *knowledge) {
    if (!knowledge->handed_on) {
        knowledge->handed_on = true;
        knowledge->next = all_handed_on;
        all_handed_on = knowledge;
    }
}

// Puts `made` at the end of the word's releases, in place of one that no read can acquire any more: one before the same
// write, or the first of UNSEEN_MAX by the same thread. What that one released, the others release, too. false: there
// is none.
static bool replace(struct word *word, const struct release *made) {
    uint32_t last = word->count - 1, first = last;
    if (word->releases[last].number != made->number) {
        first = word->count - UNSEEN_MAX;
    }
    for (uint32_t r = first; r != last + 1; r++) {
        if (r >= word->count || r < word->seen || word->releases[r].block_id != made->block_id ||
            word->releases[r].thread != made->thread) {
            return false;
        }
    }
    free(word->releases[first].others);
    for (uint32_t r = first; r <= last; r++) {
        struct release *one = &word->releases[r];
        uint32_t older = one->older;
        *one = r == last ? *made : one[1];
        one->older = older;
        one->begin -= one->begin > first;
    }
    word->begin -= word->begin > first;
    return true;
}

void releases_put(uint32_t index, const struct release *made) {
    struct word *word = &words[index];
    if (made->older != 0 && replace(word, made)) {
        return;
    }
    if (make_room(&word->releases, word->count, &word->capacity, 1, sizeof(*made)) &&
        hash_map_set(&latest, releases_key(index, made->block_id), word->count + 1)) {
        word->several |= word->count > 0 && word->releases[0].block_id != made->block_id;
        word->releases[word->count++] = *made;
        if (made->includes_older) {
            word->releases[made->older - 1].newer = word->count;
        }
        atomic_store(&released, true);
    } else {
        free(made->others); // out of memory: a false race may be reported
    }
}
