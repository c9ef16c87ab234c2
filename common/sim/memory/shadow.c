#include "sim/memory/shadow.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runner/large_pages.h"
#include "runner/reply.h"
#include "sim/memory/addresses.h"

static int find(struct shadow *shadow, size_t bytes, void *(*find_addresses)(size_t bytes)) {
    const size_t words = bytes / 4;
    *shadow = (struct shadow){
        .cells = find_addresses(words * sizeof(*shadow->cells)),
        .readers = find_addresses(words * sizeof(*shadow->readers)),
        .operations = find_addresses(words * sizeof(*shadow->operations)),
        .pieces = addresses_anywhere((words / SHADOW_PIECE_WORDS + 1) * sizeof(*shadow->pieces))};
    return shadow->cells == NULL || shadow->readers == NULL || shadow->operations == NULL ||
                   shadow->pieces == NULL
               ? -1
               : 0;
}

int shadow_find(struct shadow *shadow, size_t bytes) {
    return find(shadow, bytes, addresses_find);
}

int shadow_reserve(struct shadow *shadow, size_t bytes) {
    return find(shadow, bytes, addresses_anywhere);
}

int shadow_take(const struct shadow *shadow, size_t from, size_t to) {
    const struct shadow first = shadow_from(shadow, from);
    const size_t words = (to - from) / 4;
    const int open = PROT_READ | PROT_WRITE;
    return addresses_take(first.cells, words * sizeof(*first.cells), open) != 0 ||
                   addresses_take(first.readers, words * sizeof(*first.readers), open) != 0 ||
                   addresses_take(first.operations, words * sizeof(*first.operations), open) != 0
               ? -1
               : 0;
}

void *shadow_add(void *part, size_t word_bytes) {
    void **place = part, *made = addresses_anywhere(SHADOW_PIECE_WORDS * word_bytes), *none = NULL;
    if (made == NULL) {
        struct case_result result = {.status = CASE_NO_ROOM};
        say(&result.message, WORDS(TOPIC(NO_ROOM_FOR_SIMULATION)));
        reply_send_result(&result);
        _exit(REPLY_EXIT_HARNESS);
    }
    if (!__atomic_compare_exchange_n(place, &none, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        munmap(made, SHADOW_PIECE_WORDS * word_bytes); // another worker was faster
        return none;
    }
    return made;
}

void shadow_expect(const struct shadow *shadow, size_t bytes) {
    large_pages_expect(shadow->cells, bytes / 4 * sizeof(*shadow->cells));
    large_pages_expect(shadow->operations, bytes / 4 * sizeof(*shadow->operations));
}

// The part of a piece from its word number `first` on, if there is one.
static void forget_part(void *part, size_t first, size_t words, size_t word_bytes) {
    if (part != NULL) {
        addresses_forget((char *)part + first * word_bytes, words * word_bytes);
    }
}

// Those parts of pieces that belong to the first `words`: all, or only the strong writes.
static void forget_parts(const struct shadow *shadow, size_t words, bool all) {
    const size_t end = shadow->first + words;
    for (size_t word = shadow->first, next; word < end; word = next) {
        const struct shadow_piece *piece = &shadow->pieces[word / SHADOW_PIECE_WORDS];
        const size_t first = word % SHADOW_PIECE_WORDS;
        next = word - first + SHADOW_PIECE_WORDS < end ? word - first + SHADOW_PIECE_WORDS : end;
        forget_part(piece->strong_writes, first, next - word, sizeof(*piece->strong_writes));
        if (all) {
            forget_part(piece->words, first, next - word, sizeof(*piece->words));
            forget_part(piece->strong, first, next - word, sizeof(*piece->strong));
            forget_part(piece->bytes, first, next - word, 4 * sizeof(*piece->bytes));
        }
    }
}

void shadow_forget(struct shadow *shadow, size_t bytes) {
    addresses_forget(shadow->cells, bytes / 4 * sizeof(*shadow->cells));
    addresses_forget(shadow->readers, bytes / 4 * sizeof(*shadow->readers));
    addresses_forget(shadow->operations, bytes / 4 * sizeof(*shadow->operations));
    forget_parts(shadow, bytes / 4, true);
}

void shadow_forget_strong_writes(struct shadow *shadow, size_t bytes) {
    forget_parts(shadow, bytes / 4, false);
}

void shadow_clear(const struct shadow *shadow, size_t bytes) {
    size_t words = (bytes + 3) / 4;
    memset(shadow->cells, 0, words * sizeof(*shadow->cells));
    memset(shadow->operations, 0, words * sizeof(*shadow->operations));
}
