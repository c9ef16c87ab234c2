#include "sim/race/happens_before.h"

#include <stdlib.h>
#include <string.h>

#include "sim/schedule/grid.h"
#include "sim/base/hash_map.h"

// A thread's last fences in its block: that behind which it may tell others what it did before (serial 0:
// none), and that behind which it may read what others have told it (acquire_serial 0: none).
struct fence {
    uint32_t serial;
    uint32_t tick;         // what the thread did before this tick lies before the fence
    uint32_t barrier_tick; // what anybody of the block did before this tick does
    uint32_t acquire_serial;
    uint32_t acquire_tick; // a flag that the thread has looked at before this tick lies before the fence
};

// The words whose releases a block has acquired, each with who, when, and how many releases there were.
struct knowledge {
    uint32_t count, capacity;
    struct acquired {
        uint32_t word; // index into words
        uint32_t releases;
        uint32_t tick;
        uint16_t thread;
    } *acquired;
    struct map latest;      // by word and thread: the latest of them, index + 1
    bool handed_on;         // a release refers to it, so that it outlives its block
    uint32_t visited;       // number of the question that has been here
    uint32_t visited_count; // and how many of them it has looked at
    struct knowledge *next; // of all that are handed on
};

// What one strong write has released.
struct release {
    uint32_t serial;
    uint16_t thread;
    struct fence fence;
    struct knowledge *knew; // of its block; NULL: nothing
    uint32_t knew_count;    // the first so many
    struct fence *others;   // the fences of all threads of the block before its last barrier; NULL: none
    uint32_t others_count;
    uint32_t older; // the block's release before at this word, index + 1; 0: none
};

// A word of global memory at which something has been released.
struct word {
    struct release *releases;
    uint32_t count, capacity;
    bool several;              // by several blocks
    uint32_t seen;             // the first so many have been acquired
    uint32_t visited;          // number of the question that has been here
    uint32_t visited_releases; // and at how many releases it has looked
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct word *words;
static uint32_t word_count, word_capacity;
static struct map word_index; // by address: index into words + 1
static struct map latest;     // by word and block: the block's latest release there, index + 1
static struct knowledge *all_handed_on;
static uint32_t question;
static atomic_bool released; // anything at all in this launch

enum { DEPTH_MAX = 200 }; // of releases that pass on what others have released

static uint64_t pair(uint32_t word, uint32_t block_or_thread) {
    return (uint64_t)word << 32 | block_or_thread;
}

// Grows an array to hold one more; false when memory is short, and then the array is as it was.
static bool make_room(void *array, uint32_t count, uint32_t *capacity, size_t element) {
    if (count < *capacity) {
        return true;
    }
    uint32_t wanted = *capacity == 0 ? 1 : *capacity * 2;
    void *larger = realloc(*(void **)array, wanted * element);
    if (larger == NULL) {
        return false;
    }
    *(void **)array = larger;
    *capacity = wanted;
    return true;
}

void order_begin_block(struct worker *worker) {
    if (worker->knowledge != NULL) {
        map_clear(&worker->knowledge->latest);
        if (worker->knowledge->handed_on) {
            worker->knowledge = NULL;
        } else {
            worker->knowledge->count = 0;
        }
    }
    worker->looked_at = 0;
    worker->fenced = false;
}

void order_end_worker(struct worker *worker) {
    order_begin_block(worker); // what is handed on is freed with the launch
    if (worker->knowledge != NULL) {
        free(worker->knowledge->acquired);
        free(worker->knowledge);
        worker->knowledge = NULL;
    }
    free(worker->fences);
    worker->fences = NULL;
}

void order_begin_launch(void) {
    if (!atomic_load(&released)) {
        return;
    }
    for (unsigned i = 0; i < grid_workers(); i++) {
        order_begin_block(grid_worker(i));
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
    map_clear(&word_index);
    map_clear(&latest);
    word_count = 0;
    atomic_store(&released, false);
}

// Index of the word, made if it is new; UINT32_MAX when memory is short.
static uint32_t word_at(uintptr_t address) {
    uint32_t index = map_get(&word_index, address);
    if (index == 0) {
        if (!make_room(&words, word_count, &word_capacity, sizeof(*words)) ||
            !map_set(&word_index, address, word_count + 1)) {
            return UINT32_MAX;
        }
        words[word_count] = (struct word){0};
        index = ++word_count;
    }
    return index - 1;
}

void order_fence(struct worker *worker, enum order_fence kind) {
    struct warp *warp = current_warp(worker);
    warp->tick++; // what comes after the fence is told from what came before it
    worker->who.tick = warp->tick;
    if (worker->fences == NULL) {
        worker->fences = calloc(BLOCK_THREADS_MAX, sizeof(*worker->fences));
        if (worker->fences == NULL) {
            return; // short of memory: a race may be told that is none
        }
    }
    struct fence *fence = &worker->fences[worker->current];
    if (kind & ORDER_RELEASE) {
        fence->serial = worker->serial;
        fence->tick = warp->tick;
        fence->barrier_tick = worker->who.barrier_tick;
        worker->fenced = true;
    }
    if (kind & ORDER_ACQUIRE) {
        fence->acquire_serial = worker->serial;
        fence->acquire_tick = warp->tick;
    }
}

// What the worker's last strong read has acquired. Asked for only now, after the read itself: whoever has
// written what it read had told of the release before that.
static void settle(struct worker *worker) {
    uint32_t index = map_get(&word_index, worker->looked_at);
    uint32_t thread = worker->looked_thread, tick = worker->looked_tick;
    worker->looked_at = 0;
    if (index == 0) {
        return; // nothing has been released there
    }
    struct word *word = &words[--index];
    if (word->count == 0 || (!word->several && word->releases[0].serial == worker->serial)) {
        return; // or by this very block alone
    }
    if (worker->knowledge == NULL && (worker->knowledge = calloc(1, sizeof(*worker->knowledge))) == NULL) {
        return;
    }
    word->seen = word->count;
    struct knowledge *knowledge = worker->knowledge;
    uint32_t known = map_get(&knowledge->latest, pair(index, thread));
    if (known != 0) {
        struct acquired *before = &knowledge->acquired[known - 1];
        if (before->releases == word->count || before->tick == tick) {
            before->releases = word->count; // polled once more
            return;
        }
    }
    if (make_room(&knowledge->acquired, knowledge->count, &knowledge->capacity,
                  sizeof(*knowledge->acquired)) &&
        map_set(&knowledge->latest, pair(index, thread), knowledge->count + 1)) {
        knowledge->acquired[knowledge->count++] = (struct acquired){
            .word = index, .releases = word->count, .tick = tick, .thread = (uint16_t)thread};
    }
}

// The fences of other threads that count because a block barrier stands between them and the running thread.
static void other_fences(struct worker *worker, struct release *made) {
    bool others = false;
    for (unsigned t = 0; t < worker->thread_count && worker->fenced; t++) {
        others |= worker->fences[t].serial == worker->serial &&
                  worker->fences[t].tick < worker->who.barrier_tick && t != worker->current;
    }
    if (others && (made->others = malloc(worker->thread_count * sizeof(*made->others))) != NULL) {
        made->others_count = worker->thread_count;
        for (unsigned t = 0; t < worker->thread_count; t++) {
            bool before = worker->fences[t].serial == worker->serial &&
                          worker->fences[t].tick < worker->who.barrier_tick;
            made->others[t] = before ? worker->fences[t] : (struct fence){0};
        }
    }
}

static bool says_the_same(const struct release *before, const struct release *made) {
    return before->thread == made->thread && before->others == NULL && made->others == NULL &&
           before->fence.serial == made->fence.serial && before->fence.tick == made->fence.tick &&
           before->fence.barrier_tick == made->fence.barrier_tick && before->knew == made->knew &&
           before->knew_count == made->knew_count;
}

static void release(struct worker *worker, uintptr_t address) {
    const struct fence *own = worker->fences == NULL ? NULL : &worker->fences[worker->current];
    struct knowledge *knowledge = worker->knowledge;
    struct release made = {.serial = worker->serial, .thread = (uint16_t)worker->current};
    if (own != NULL && own->serial == worker->serial) {
        made.fence = *own;
    }
    other_fences(worker, &made);
    if (made.fence.serial == 0 && made.others == NULL) {
        return; // no fence: nothing is promised
    }
    if (knowledge != NULL && knowledge->count > 0) {
        made.knew = knowledge;
        made.knew_count = knowledge->count;
    }
    uint32_t index = word_at(address);
    struct word *word = index == UINT32_MAX ? NULL : &words[index];
    made.older = word == NULL ? 0 : map_get(&latest, pair(index, worker->serial));
    struct release *before = made.older == 0 ? NULL : &word->releases[made.older - 1];
    if (before != NULL && says_the_same(before, &made)) {
        return; // who polls by an atomic operation does so often
    }
    if (made.knew != NULL && !knowledge->handed_on) {
        knowledge->handed_on = true;
        knowledge->next = all_handed_on;
        all_handed_on = knowledge;
    }
    if (before != NULL && before->thread == worker->current && made.older > word->seen) {
        made.older = before->older; // nobody has seen that one, and this one says the same and more
        free(before->others);
        *before = made;
    } else if (word != NULL && make_room(&word->releases, word->count, &word->capacity, sizeof(made)) &&
               map_set(&latest, pair(index, worker->serial), word->count + 1)) {
        word->several |= word->count > 0 && word->releases[0].serial != worker->serial;
        word->releases[word->count++] = made;
        atomic_store(&released, true);
    } else {
        free(made.others); // short of memory: a race may be told that is none
    }
}

void order_strong(struct worker *worker, uintptr_t address, enum access_kind kind) {
    address &= ~(uintptr_t)3;
    bool releases = !access_reads(kind) && worker->fenced;
    atomic_thread_fence(
        memory_order_acquire); // what was read before this line: is it seen that it was released?
    if (releases || atomic_load_explicit(&released, memory_order_relaxed)) {
        pthread_mutex_lock(&lock);
        settle(worker);
        if (releases) {
            release(worker, address);
        }
        pthread_mutex_unlock(&lock);
    }
    if (kind == ACCESS_ATOMIC || access_reads(kind)) {
        worker->looked_at = address;
        worker->looked_tick = worker->who.tick;
        worker->looked_thread = (uint16_t)worker->current;
    }
    atomic_thread_fence(memory_order_release); // told before it is written
}

static bool covers_fence(const struct fence *fence, unsigned fencing_thread,
                         const struct access_record *earlier) {
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

// Do the first `releases` of the word, or what those releasers knew, cover the access?
static bool word_covers(uint32_t index, uint32_t releases, const struct access_record *earlier, int depth);

static bool knowledge_covers(struct knowledge *knowledge, uint32_t count, const struct access_record *earlier,
                             int depth) {
    uint32_t known = knowledge->visited == question ? knowledge->visited_count : 0;
    if (known >= count) {
        return false; // a block's releases know more and more of the same
    }
    knowledge->visited = question;
    knowledge->visited_count = count;
    for (uint32_t i = count; i > known; i--) {
        if (word_covers(knowledge->acquired[i - 1].word, knowledge->acquired[i - 1].releases, earlier,
                        depth)) {
            return true;
        }
    }
    return false;
}

static bool word_covers(uint32_t index, uint32_t releases, const struct access_record *earlier, int depth) {
    struct word *word = &words[index];
    if (word->visited == question && word->visited_releases >= releases) {
        return false;
    }
    word->visited = question;
    word->visited_releases = releases;
    uint32_t at = map_get(&latest, pair(index, earlier->serial));
    for (; at != 0; at = word->releases[at - 1].older) {
        if (at <= releases && covers(&word->releases[at - 1], earlier)) {
            return true;
        }
    }
    for (uint32_t r = releases; r > 0 && depth < DEPTH_MAX; r--) {
        const struct release *one = &word->releases[r - 1];
        if (one->knew != NULL && knowledge_covers(one->knew, one->knew_count, earlier, depth + 1)) {
            return true;
        }
    }
    return false;
}

// Has this thread of the block executed a fence after the one tick, and not after the other?
static bool has_fenced(const struct worker *worker, unsigned thread, uint32_t after, uint32_t until) {
    return worker->fences != NULL && worker->fences[thread].acquire_serial == worker->serial &&
           worker->fences[thread].acquire_tick > after && worker->fences[thread].acquire_tick <= until;
}

// May the running thread go by what has been acquired there?
static bool may_use(const struct worker *worker, const struct acquired *one) {
    if (one->tick < worker->who.barrier_tick) {
        return true;
    }
    uint32_t met = worker->who.full_tick; // all lanes of the warp
    if (one->thread == worker->current) {
        return has_fenced(worker, worker->current, one->tick, UINT32_MAX);
    }
    return one->thread / WARP_LANES == worker->current / WARP_LANES && one->tick < met &&
           (has_fenced(worker, one->thread, one->tick, met) ||
            has_fenced(worker, worker->current, met - 1, UINT32_MAX));
}

// `fenced`: only by what it may go by; else by all that the thread itself has looked at.
static bool knows(struct worker *worker, const struct access_record *earlier, bool fenced) {
    if (earlier->serial == worker->serial || !atomic_load(&released)) {
        return false;
    }
    pthread_mutex_lock(&lock);
    settle(worker);
    question++;
    bool known = false;
    const struct knowledge *knowledge = worker->knowledge;
    for (uint32_t i = knowledge == NULL ? 0 : knowledge->count; i > 0 && !known; i--) {
        const struct acquired *one = &knowledge->acquired[i - 1];
        known = (fenced ? may_use(worker, one) : one->thread == worker->current) &&
                word_covers(one->word, one->releases, earlier, 0);
    }
    pthread_mutex_unlock(&lock);
    return known;
}

bool order_knows(struct worker *worker, const struct access_record *earlier) {
    return knows(worker, earlier, true);
}

bool order_lacks_fence(struct worker *worker, const struct access_record *earlier) {
    return knows(worker, earlier, false);
}
