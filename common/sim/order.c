#include "order.h"

#include <stdlib.h>
#include <string.h>

// A thread's last fence in its block. serial 0: none.
struct fence {
    uint32_t serial;
    uint32_t tick;         // what the thread did before this tick lies before the fence
    uint32_t barrier_tick; // what anybody of the block did before this tick does
};

// The words that a block has strongly read, each with who and when.
struct knowledge {
    uint32_t count, capacity;
    struct acquired {
        uint32_t word; // index into words
        uint32_t tick;
        uint16_t thread;
    } *acquired;
    struct knowledge *next; // of all made in this launch, to be freed
};

// What one strong write has released.
struct release {
    uint32_t serial;
    uint16_t thread;
    struct fence fence;
    const struct knowledge *knew; // of its block; NULL: nothing
    uint32_t knew_count;          // the first so many
    struct fence *others;         // the fences of all threads of the block before its last barrier; NULL: none
    uint32_t others_count;
    uint32_t older;               // the block's release before at this word, index + 1; 0: none
};

// A word of global memory at which something has been released or read.
struct word {
    uintptr_t address;
    struct release *releases;
    uint32_t count, capacity;
    uint32_t *latest; // open hash table: a block's latest release here, index + 1
    uint32_t latest_capacity;
    uint32_t visited; // number of the question that has been here
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct word *words;
static uint32_t word_count, word_capacity;
static uint32_t *slots; // open hash table by address: index into words + 1
static uint32_t slot_capacity;
static struct knowledge *all_knowledge;
static uint32_t question;
static bool used; // anything at all in this launch

static uint32_t hash(uint64_t key, uint32_t capacity) {
    return (uint32_t)(key * 0x9e3779b97f4a7c15ull >> 32) & (capacity - 1);
}

// Grows an array to hold one more; false when memory is short, and then the array is as it was.
static bool make_room(void *array, uint32_t count, uint32_t *capacity, size_t element) {
    if (count < *capacity) {
        return true;
    }
    uint32_t wanted = *capacity == 0 ? 8 : *capacity * 2;
    void *larger = realloc(*(void **)array, wanted * element);
    if (larger == NULL) {
        return false;
    }
    *(void **)array = larger;
    *capacity = wanted;
    return true;
}

void order_begin_launch(void) {
    if (!used) {
        return;
    }
    for (uint32_t i = 0; i < word_count; i++) {
        for (uint32_t r = 0; r < words[i].count; r++) {
            free(words[i].releases[r].others);
        }
        free(words[i].releases);
        free(words[i].latest);
    }
    while (all_knowledge != NULL) {
        struct knowledge *next = all_knowledge->next;
        free(all_knowledge->acquired);
        free(all_knowledge);
        all_knowledge = next;
    }
    if (slots != NULL) {
        memset(slots, 0, slot_capacity * sizeof *slots);
    }
    word_count = 0;
    used = false;
}

void order_begin_block(struct worker *worker) {
    worker->knowledge = NULL;
    worker->fenced = false;
}

static bool grow_slots(void) {
    uint32_t capacity = slot_capacity == 0 ? 256 : slot_capacity * 2;
    uint32_t *larger = calloc(capacity, sizeof *larger);
    if (larger == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < word_count; i++) {
        uint32_t slot = hash(words[i].address, capacity);
        while (larger[slot] != 0) {
            slot = (slot + 1) & (capacity - 1);
        }
        larger[slot] = i + 1;
    }
    free(slots);
    slots = larger;
    slot_capacity = capacity;
    return true;
}

// Index of the word, made if it is new; UINT32_MAX when memory is short.
static uint32_t word_at(uintptr_t address) {
    if (word_count * 2 >= slot_capacity && !grow_slots()) {
        return UINT32_MAX;
    }
    uint32_t slot = hash(address, slot_capacity);
    while (slots[slot] != 0 && words[slots[slot] - 1].address != address) {
        slot = (slot + 1) & (slot_capacity - 1);
    }
    if (slots[slot] == 0) {
        if (!make_room(&words, word_count, &word_capacity, sizeof *words)) {
            return UINT32_MAX;
        }
        words[word_count] = (struct word){.address = address};
        slots[slot] = ++word_count;
    }
    return slots[slot] - 1;
}

void order_fence(struct worker *worker) {
    struct warp *warp = current_warp(worker);
    warp->tick++; // what comes after the fence is told from what came before it
    worker->who.tick = warp->tick;
    if (worker->fences == NULL) {
        worker->fences = calloc(BLOCK_THREADS_MAX, sizeof *worker->fences);
        if (worker->fences == NULL) {
            return; // short of memory: a race may be told that is none
        }
    }
    worker->fences[worker->current] = (struct fence){
        .serial = worker->serial, .tick = warp->tick, .barrier_tick = worker->who.barrier_tick};
    worker->fenced = true;
}

static void acquire(struct worker *worker, uint32_t word) {
    struct knowledge *knowledge = worker->knowledge;
    if (knowledge == NULL) {
        knowledge = calloc(1, sizeof *knowledge);
        if (knowledge == NULL) {
            return;
        }
        knowledge->next = all_knowledge;
        all_knowledge = knowledge;
        worker->knowledge = knowledge;
    }
    for (uint32_t i = knowledge->count; i > 0 && knowledge->count - i < 64; i--) {
        const struct acquired *one = &knowledge->acquired[i - 1];
        if (one->word == word && one->thread == worker->current) {
            return; // polled once more
        }
    }
    if (make_room(&knowledge->acquired, knowledge->count, &knowledge->capacity, sizeof *knowledge->acquired)) {
        knowledge->acquired[knowledge->count++] =
            (struct acquired){.word = word, .tick = worker->who.tick, .thread = (uint16_t)worker->current};
    }
}

static bool grow_latest(struct word *word) {
    uint32_t capacity = word->latest_capacity == 0 ? 8 : word->latest_capacity * 2;
    uint32_t *larger = calloc(capacity, sizeof *larger);
    if (larger == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < word->count; i++) { // later ones of a block take the place of earlier ones
        uint32_t slot = hash(word->releases[i].serial, capacity);
        while (larger[slot] != 0 && word->releases[larger[slot] - 1].serial != word->releases[i].serial) {
            slot = (slot + 1) & (capacity - 1);
        }
        larger[slot] = i + 1;
    }
    free(word->latest);
    word->latest = larger;
    word->latest_capacity = capacity;
    return true;
}

static uint32_t *latest_of(struct word *word, uint32_t serial) {
    uint32_t slot = hash(serial, word->latest_capacity);
    while (word->latest[slot] != 0 && word->releases[word->latest[slot] - 1].serial != serial) {
        slot = (slot + 1) & (word->latest_capacity - 1);
    }
    return &word->latest[slot];
}

static void release(struct worker *worker, struct word *word) {
    const struct fence *own = worker->fences == NULL ? NULL : &worker->fences[worker->current];
    struct release made = {.serial = worker->serial, .thread = (uint16_t)worker->current, .knew = worker->knowledge,
                           .knew_count = worker->knowledge == NULL ? 0 : worker->knowledge->count};
    if (own != NULL && own->serial == worker->serial) {
        made.fence = *own;
    }
    // Fences of others count when a block barrier stands between them and this write.
    bool others = false;
    for (unsigned t = 0; t < worker->thread_count && worker->fenced; t++) {
        others |= worker->fences[t].serial == worker->serial && worker->fences[t].tick < worker->who.barrier_tick &&
                  t != worker->current;
    }
    if (others && (made.others = malloc(worker->thread_count * sizeof *made.others)) != NULL) {
        made.others_count = worker->thread_count;
        for (unsigned t = 0; t < worker->thread_count; t++) {
            bool before = worker->fences[t].serial == worker->serial &&
                          worker->fences[t].tick < worker->who.barrier_tick;
            made.others[t] = before ? worker->fences[t] : (struct fence){0};
        }
    }
    if (made.fence.serial == 0 && made.others == NULL) {
        return; // no fence: nothing is promised
    }
    if (!make_room(&word->releases, word->count, &word->capacity, sizeof *word->releases) ||
        (word->count * 2 >= word->latest_capacity && !grow_latest(word))) {
        free(made.others);
        return;
    }
    uint32_t *latest = latest_of(word, worker->serial);
    made.older = *latest;
    word->releases[word->count++] = made;
    *latest = word->count;
}

void order_strong(struct worker *worker, uintptr_t address, enum access_kind kind) {
    pthread_mutex_lock(&lock);
    used = true;
    uint32_t word = word_at(address & ~(uintptr_t)3);
    if (word != UINT32_MAX) {
        if (kind != ACCESS_STRONG_WRITE) {
            acquire(worker, word);
        }
        if (kind != ACCESS_STRONG_READ && worker->fenced) {
            release(worker, &words[word]);
        }
    }
    pthread_mutex_unlock(&lock);
}

static bool covers_fence(const struct fence *fence, unsigned fencing_thread, const struct access_record *earlier) {
    return fence->serial != 0 && (earlier->tick < fence->barrier_tick ||
                                  (earlier->thread == fencing_thread && earlier->tick < fence->tick));
}

static bool covers(const struct release *release, const struct access_record *earlier) {
    if (covers_fence(&release->fence, release->thread, earlier)) {
        return true;
    }
    for (uint32_t t = 0; t < release->others_count; t++) {
        if (covers_fence(&release->others[t], t, earlier)) {
            return true;
        }
    }
    return false;
}

// Does the word, or what its releasers knew, cover the access?
static bool word_covers(uint32_t index, const struct access_record *earlier, int depth);

static bool knowledge_covers(const struct knowledge *knowledge, uint32_t count, const struct access_record *earlier,
                             int depth) {
    for (uint32_t i = count; i > 0; i--) {
        if (word_covers(knowledge->acquired[i - 1].word, earlier, depth)) {
            return true;
        }
    }
    return false;
}

enum { DEPTH_MAX = 200 }; // of releases that pass on what others have released

static bool word_covers(uint32_t index, const struct access_record *earlier, int depth) {
    struct word *word = &words[index];
    if (word->visited == question || word->count == 0) {
        return false;
    }
    word->visited = question;
    for (uint32_t at = *latest_of(word, earlier->serial); at != 0; at = word->releases[at - 1].older) {
        if (covers(&word->releases[at - 1], earlier)) {
            return true;
        }
    }
    for (uint32_t r = word->count; r > 0 && depth < DEPTH_MAX; r--) {
        const struct release *one = &word->releases[r - 1];
        if (one->knew != NULL && knowledge_covers(one->knew, one->knew_count, earlier, depth + 1)) {
            return true;
        }
    }
    return false;
}

bool order_knows(struct worker *worker, const struct access_record *earlier) {
    const struct knowledge *knowledge = worker->knowledge;
    if (earlier->serial == worker->serial || knowledge == NULL) {
        return false;
    }
    pthread_mutex_lock(&lock);
    question++;
    bool known = false;
    for (uint32_t i = knowledge->count; i > 0 && !known; i--) {
        const struct acquired *one = &knowledge->acquired[i - 1];
        bool mine = one->thread == worker->current || one->tick < worker->who.barrier_tick ||
                    (one->thread / WARP_LANES == worker->current / WARP_LANES &&
                     one->tick < worker->who.full_tick);
        known = mine && word_covers(one->word, earlier, 0);
    }
    pthread_mutex_unlock(&lock);
    return known;
}
