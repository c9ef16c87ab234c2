#include "sim/race/stream_words.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/hash_map.h"
#include "sim/memory/variables.h"
#include "sim/race/race.h"

// A set of accesses, in order. sets[0] is empty, and never made.
struct set {
    uint32_t count;
    struct word_access *accesses;
};
static struct set *sets;
static uint32_t set_count, set_capacity;
static struct hash_map set_of_hash; // number by hash of the content
static bool followed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // for these

// What the legacy stream has been given before words are followed.
struct early {
    uint32_t operation;
    const struct allocation *found; // NULL: a launch
    enum access_kind kind;
    uintptr_t address;
    size_t bytes;
    uint32_t first_block;
    uint64_t block_count;
};
static struct early *early;
static uint32_t early_count, early_capacity;

void stream_words_begin_case(void) {
    for (uint32_t i = 1; i < set_count; i++) {
        free(sets[i].accesses);
    }
    set_count = early_count = 0;
    hash_map_clear(&set_of_hash);
    for (int space = 0; space < VARIABLE_SPACES && followed; space++) {
        const struct variable_section *section = &variable_sections[space];
        memset(section->shadow.operations, 0, section->end - section->begin);
    }
    followed = false;
}

bool stream_words_followed(void) {
    return followed;
}

// ---- Sets ----

// As in race.h, of threads in different blocks.
static bool conflict(enum access_kind a, enum access_kind b) {
    bool strong = access_strong(a) && access_strong(b);
    bool volatile_writes = a == ACCESS_STRONG_WRITE && b == ACCESS_STRONG_WRITE;
    return !(access_reads(a) && access_reads(b)) &&
           (!strong || volatile_writes || access_in_block(a) || access_in_block(b));
}

// Does whatever conflicts with an access of kind b conflict with one of kind a?
static bool includes(enum access_kind a, enum access_kind b) {
    for (enum access_kind k = ACCESS_READ; k <= ACCESS_BLOCK_EXCHANGE; k++) {
        if (conflict(b, k) && !conflict(a, k)) {
            return false;
        }
    }
    return true;
}

static uint64_t hash_of(const struct word_access *accesses, uint32_t count) {
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t value =
            (uint64_t)accesses[i].operation << 16 | (uint64_t)(accesses[i].kind * 256 + accesses[i].mask);
        hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 29;
    }
    return hash;
}

static bool same(const struct set *set, const struct word_access *accesses, uint32_t count) {
    bool equal = set->count == count;
    for (uint32_t i = 0; i < count && equal; i++) {
        equal = set->accesses[i].operation == accesses[i].operation &&
                set->accesses[i].kind == accesses[i].kind && set->accesses[i].mask == accesses[i].mask;
    }
    return equal;
}

// The number of the set with this content, which it keeps or frees. 0 if memory is short.
static uint32_t set_with(struct word_access *accesses, uint32_t count) {
    uint64_t hash = hash_of(accesses, count);
    uint32_t number;
    while ((number = hash_map_get(&set_of_hash, hash)) != 0 && !same(&sets[number], accesses, count)) {
        hash++;
    }
    if (number != 0) {
        free(accesses);
        return number;
    }
    if (set_count == set_capacity) {
        uint32_t wanted = set_capacity == 0 ? 64 : set_capacity * 2;
        struct set *larger = realloc(sets, wanted * sizeof(*sets));
        if (larger == NULL) {
            free(accesses);
            return 0;
        }
        sets = larger;
        set_capacity = wanted;
    }
    set_count += set_count == 0;
    sets[set_count] = (struct set){count, accesses};
    if (!hash_map_set(&set_of_hash, hash, set_count)) {
        free(accesses);
        return 0;
    }
    return set_count++;
}

static bool comes_before(const struct word_access *a, const struct word_access *b) {
    return a->operation != b->operation ? a->operation < b->operation
           : a->kind != b->kind         ? a->kind < b->kind
                                        : a->mask < b->mask;
}

// The set `from` with one more access. *race: the first access in it that races with that one.
static uint32_t set_after(uint32_t from, const struct word_access *access, struct word_access *race) {
    uint32_t stream = stream_order_operation(access->operation)->stream;
    struct set old = from == 0 ? (struct set){0} : sets[from];
    struct word_access *made = malloc((old.count + 1) * sizeof(*made));
    uint32_t count = 0;
    bool added = made == NULL;
    for (uint32_t i = 0; i < old.count && made != NULL; i++) {
        const struct word_access *one = &old.accesses[i];
        const struct operation *operation = stream_order_operation(one->operation);
        if (operation == NULL || stream_order_before_host(operation)) {
            continue;
        }
        bool before = stream_order_before(operation, stream);
        if (!before && (one->mask & access->mask) != 0 && conflict(one->kind, access->kind) &&
            race->operation == 0) {
            *race = *one;
        }
        if (!added && !comes_before(one, access)) {
            made[count++] = *access;
            added = true;
        }
        bool own = one->operation == access->operation;
        if (own && (access->mask & ~one->mask) == 0 && includes(one->kind, access->kind)) {
            free(made);
            return from; // nothing new
        }
        if (!before || (one->mask & ~access->mask) != 0 || !includes(access->kind, one->kind)) {
            made[count++] = *one;
        }
    }
    if (!added) {
        made[count++] = *access;
    }
    return made == NULL ? from : set_with(made, count);
}

struct word_access stream_words_access(uint32_t *word, uint32_t operation, enum access_kind kind,
                                       unsigned mask) {
    enum { STEPS = 256 };
    static _Thread_local struct step { // the latest results, so that the lock is rarely needed
        struct word_access access, race;
        uint32_t from, to;
    } steps[STEPS];
    uint32_t from = *word;
    struct step *step = &steps[(from * 16 + (unsigned)kind * 5 + mask) % STEPS];
    if (step->access.operation != operation || step->access.kind != kind || step->access.mask != mask ||
        step->from != from) {
        *step = (struct step){.access = {operation, (uint8_t)kind, (uint8_t)mask}, .from = from};
        pthread_mutex_lock(&lock);
        step->to = set_after(from, &step->access, &step->race);
        pthread_mutex_unlock(&lock);
    }
    *word = step->to;
    return step->race;
}

struct word_access stream_words_host(uint32_t word, enum access_kind kind, unsigned mask) {
    for (uint32_t i = 0; word != 0 && i < sets[word].count; i++) {
        const struct word_access *one = &sets[word].accesses[i];
        const struct operation *operation = stream_order_operation(one->operation);
        if (operation != NULL && !stream_order_before_host(operation) && (one->mask & mask) != 0 &&
            conflict(one->kind, kind)) {
            return *one;
        }
    }
    return (struct word_access){.operation = 0};
}

// ---- Before words are followed ----

static struct early *add_early(uint32_t operation) {
    if (early_count == early_capacity) {
        uint32_t wanted = early_capacity == 0 ? 64 : early_capacity * 2;
        struct early *larger = realloc(early, wanted * sizeof(*early));
        if (larger == NULL) {
            early_count = 0; // a race may be missed
            return NULL;
        }
        early = larger;
        early_capacity = wanted;
    }
    early[early_count] = (struct early){.operation = operation};
    return &early[early_count++];
}

void stream_words_early_range(uint32_t operation, const struct allocation *found, uintptr_t address,
                              size_t bytes, enum access_kind kind) {
    struct early *made = add_early(operation);
    if (made != NULL) {
        made->found = found;
        made->address = address;
        made->bytes = bytes;
        made->kind = kind;
    }
}

void stream_words_early_launch(uint32_t operation, uint32_t first_block, uint64_t block_count) {
    struct early *made = add_early(operation);
    if (made != NULL) {
        made->first_block = first_block;
        made->block_count = block_count;
    }
}

void stream_words_host_waited(void) {
    early_count = 0;
}

static void add_record(uint32_t *word, const struct early *one, const struct access_record *record,
                       unsigned mask) {
    if (record->block_id - one->first_block < one->block_count) {
        stream_words_access(word, one->operation, (enum access_kind)record->kind, mask);
    }
}

// The launch has made the accesses of the history to the bytes `mask`.
static void add_history(uint32_t *word, const struct early *one, const struct shadow_full_history *history,
                        unsigned mask) {
    const struct shadow_set *sets_of[] = {&history->plain.reads, &history->strong.strong_reads,
                                          &history->strong.volatile_writes, &history->strong.atomics,
                                          &history->strong.block_atomics};
    add_record(word, one, &history->plain.write, mask);
    for (int i = 0; i < (history->plain.strong ? 5 : 1); i++) {
        add_record(word, one, &sets_of[i]->a, mask);
        add_record(word, one, &sets_of[i]->b, mask);
    }
}

static void add_launch(const struct early *one, const struct shadow *memory, size_t bytes) {
    for (size_t at = 0; at < bytes; at += 4) {
        struct shadow word = shadow_from(memory, at);
        if (word.cells->block_id - one->first_block >= one->block_count) {
            continue;
        }
        if (word.cells->sharing != SHADOW_SPLIT) {
            struct shadow_full_history history = race_history_of(&word);
            add_history(word.operations, one, &history, 15);
            continue;
        }
        for (unsigned byte = 0; byte < 4; byte++) {
            add_history(word.operations, one, &shadow_bytes(&word)[byte], 1u << byte);
        }
    }
}

static void add_range(const struct early *one) {
    const struct allocation *found = one->found;
    for (uintptr_t word = one->address & ~(uintptr_t)3; word < one->address + one->bytes; word += 4) {
        stream_words_access(&found->shadow.operations[(word - found->base) / 4], one->operation, one->kind,
                            shadow_mask(word, one->address, one->bytes));
    }
}

void stream_words_follow(void) {
    followed = true;
    for (uint32_t i = 0; i < early_count; i++) {
        const struct early *one = &early[i];
        if (one->found != NULL) {
            add_range(one);
            continue;
        }
        for (size_t a = 0; a < global_memory_count(); a++) {
            const struct allocation *allocation = global_memory_at(a);
            if (!allocation->is_input) {
                add_launch(one, &allocation->shadow, allocation->bytes);
            }
        }
        for (int space = 0; space < VARIABLE_SPACES; space++) {
            const struct variable_section *section = &variable_sections[space];
            add_launch(one, &section->shadow, section->end - section->begin);
        }
    }
    early_count = 0;
}
