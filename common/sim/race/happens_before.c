#include "sim/race/happens_before.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "sim/base/hash_map.h"

// A thread's last fences in its block: the last one that orders its earlier accesses before its later strong
// writes (block_id 0: none), and the last one that orders its earlier strong reads before its later accesses
// (acquire_block_id 0: none).
struct fence {
    uint32_t block_id;
    struct reach reach;
    uint32_t acquire_block_id;
    uint32_t acquire_epoch; // flags that the thread read before this epoch are before the fence
    uint32_t own_block_id;  // its last access that released by itself (block_order.h); 0: none
    uintptr_t own_word;
    struct reach own_reach;
};

// The words whose releases a block has acquired: by which thread, when, and which of the word's releases.
struct knowledge {
    uint32_t count, capacity;
    struct acquired {
        uint32_t word;            // index into words
        uint32_t first, releases; // from `first` on, before `releases`
        uint32_t epoch;
        uint32_t visited; // number of the last question that visited it
        uint16_t thread;
        bool usable; // by itself, or because a fence has followed
    } *acquired;
    struct hash_map latest; // by word and thread: the latest of them, index + 1
    bool handed_on;         // a release refers to it, so it outlives its block
    struct knowledge *next; // of all that are handed on
};

// The release of one strong write.
struct release {
    uint32_t block_id;
    uint32_t epoch;  // of the write
    uint32_t number; // of the write, or of the next one if it was an update that changed nothing
    uint16_t thread;
    struct fence fence;
    struct knowledge *knew; // its block had acquired the first knew_count of these; NULL: none
    uint32_t knew_count;
    struct fence *others; // the fences of all threads of the block before its last barrier; NULL: none
    uint32_t others_count;
    uint32_t older; // the block's previous release at this word, index + 1; 0: none
    uint32_t begin; // the first release that counts for who reads this value: only updates lie between
    bool by_itself; // without a fence
};

// A word of global memory at which something has been released.
struct word {
    struct release *releases;
    uint32_t count, capacity;
    bool several;                             // by several blocks
    uint32_t begin;                           // as of its newest value: the first release that counts
    uint32_t seen;                            // the first so many have been acquired
    uint32_t visited;                         // number of the last question that visited it
    uint32_t visited_first, visited_releases; // and which releases that question looked at
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct word *words;
static uint32_t word_count, word_capacity;
static struct hash_map word_index; // by address: index into words + 1
static struct hash_map latest;     // by word and block: the block's latest release there, index + 1
static struct knowledge *all_handed_on;
static uint32_t question;
static atomic_bool released; // anything in this launch?

static uint32_t numbers; // of strong writes of all launches

enum { DEPTH_MAX = 200 }; // of releases that pass on other releases

// A word's releases by one thread that no block has seen: those of the values that a read may get.
enum { UNSEEN_MAX = STRONG_WRITES_KEPT + 1 };

static uint64_t pair(uint32_t word, uint32_t block_or_thread) {
    return (uint64_t)word << 32 | block_or_thread;
}

// Grows an array to hold one more. false if memory is short: the array is unchanged.
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

void happens_before_begin_block(struct happens_before *order, unsigned thread_count) {
    if (order->knowledge != NULL) {
        hash_map_clear(&order->knowledge->latest);
        if (order->knowledge->handed_on) {
            order->knowledge = NULL;
        } else {
            order->knowledge->count = 0;
        }
    }
    block_order_begin(&order->block, thread_count);
    order->thread_count = thread_count;
    order->looked_at = 0;
    order->fenced = order->strong = false;
}

void happens_before_close(struct happens_before *order) {
    happens_before_begin_block(order, 0); // knowledge that is handed on is freed with the launch
    if (order->knowledge != NULL) {
        free(order->knowledge->acquired);
        free(order->knowledge);
        order->knowledge = NULL;
    }
    block_order_close(&order->block);
    free(order->fences);
    order->fences = NULL;
}

void happens_before_begin_launch(void) {
    if (!atomic_load(&released)) {
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

// The index of the word, which is added if it is new. UINT32_MAX if memory is short.
static uint32_t word_at(uintptr_t address) {
    uint32_t index = hash_map_get(&word_index, address);
    if (index == 0) {
        if (!make_room(&words, word_count, &word_capacity, sizeof(*words)) ||
            !hash_map_set(&word_index, address, word_count + 1)) {
            return UINT32_MAX;
        }
        words[word_count] = (struct word){0};
        index = ++word_count;
    }
    return index - 1;
}

void happens_before_block_fence(struct happens_before *order, const struct accessor *who,
                                enum fence_kind kind) {
    block_order_fence(&order->block, who, kind);
}

void happens_before_fence(struct happens_before *order, const struct accessor *who, enum fence_kind kind) {
    block_order_fence(&order->block, who, kind);
    if (order->fences == NULL) {
        order->fences = calloc(BLOCK_THREADS_MAX, sizeof(*order->fences));
        if (order->fences == NULL) {
            return; // out of memory: a false race may be reported
        }
    }
    struct fence *fence = &order->fences[who->thread];
    if (kind & FENCE_RELEASE) {
        fence->block_id = who->block_id;
        fence->reach = race_reach(who);
        order->fenced = true;
    }
    if (kind & FENCE_ACQUIRE) {
        fence->acquire_block_id = who->block_id;
        fence->acquire_epoch = who->epoch;
    }
}

// Records what the block's last strong read has acquired. This happens only now, after the read itself: a
// writer records its release before it writes.
static void settle(struct happens_before *order, const struct accessor *who) {
    uint32_t index = hash_map_get(&word_index, order->looked_at);
    uint32_t thread = order->looked_thread, epoch = order->looked_epoch;
    order->looked_at = 0;
    if (index == 0) {
        return; // nothing has been released there
    }
    struct word *word = &words[--index];
    uint32_t count = word->count;
    while (count > 0 && order->looked_before != 0 &&
           word->releases[count - 1].number >= order->looked_before) {
        count--;
    }
    uint32_t first = count == word->count ? word->begin : count == 0 ? 0 : word->releases[count - 1].begin;
    if (first >= count || (!word->several && word->releases[0].block_id == who->block_id)) {
        return; // or only by this block
    }
    if (order->knowledge == NULL && (order->knowledge = calloc(1, sizeof(*order->knowledge))) == NULL) {
        return;
    }
    word->seen = count > word->seen ? count : word->seen;
    struct knowledge *knowledge = order->knowledge;
    uint32_t known = hash_map_get(&knowledge->latest, pair(index, thread));
    if (order->looked_usable) { // so are the thread's earlier reads of this word
        for (uint32_t i = 0; i < knowledge->count; i++) {
            knowledge->acquired[i].usable |=
                knowledge->acquired[i].word == index && knowledge->acquired[i].thread == thread;
        }
    }
    if (known != 0) {
        struct acquired *before = &knowledge->acquired[known - 1];
        if (before->first <= first && before->releases >= count) {
            return; // polled once more
        }
        if (before->epoch == epoch && before->releases >= first) {
            before->first = first < before->first ? first : before->first;
            before->releases = count;
            return;
        }
    }
    if (make_room(&knowledge->acquired, knowledge->count, &knowledge->capacity,
                  sizeof(*knowledge->acquired)) &&
        hash_map_set(&knowledge->latest, pair(index, thread), knowledge->count + 1)) {
        knowledge->acquired[knowledge->count++] = (struct acquired){.word = index,
                                                                    .first = first,
                                                                    .releases = count,
                                                                    .epoch = epoch,
                                                                    .thread = (uint16_t)thread,
                                                                    .usable = order->looked_usable};
    }
}

// Has this thread of the block executed a fence after epoch `after` and not after epoch `until`?
static bool has_fenced(const struct happens_before *order, const struct accessor *who, unsigned thread,
                       uint32_t after, uint32_t until) {
    return order->fences != NULL && order->fences[thread].acquire_block_id == who->block_id &&
           order->fences[thread].acquire_epoch > after && order->fences[thread].acquire_epoch <= until;
}

// May `who` rely on what has been acquired there?
static bool may_use(const struct happens_before *order, const struct accessor *who,
                    const struct acquired *one) {
    if (one->epoch < who->barrier_epoch || block_order_knows(&order->block, who, one->thread, one->epoch)) {
        return true;
    }
    uint32_t met = who->full_epoch; // when all lanes of the warp last met
    if (one->thread == who->thread) {
        return one->usable || has_fenced(order, who, who->thread, one->epoch, UINT32_MAX);
    }
    return one->thread / WARP_LANES == who->thread / WARP_LANES && one->epoch < met &&
           (one->usable || has_fenced(order, who, one->thread, one->epoch, met) ||
            has_fenced(order, who, who->thread, met - 1, UINT32_MAX));
}

// The epoch before which what `thread` did lies before the last fence of `who` for the device, which acquired
// it; 0: none.
static uint32_t acquired_from(const struct happens_before *order, const struct accessor *who,
                              const struct release *made, unsigned thread) {
    return made->fence.block_id == 0
               ? 0
               : block_order_acquired(&order->block, who->block_id, who->thread, thread);
}

// Has another thread of the block executed a fence that its last barrier orders before the release?
static bool is_before_barrier(const struct happens_before *order, const struct accessor *who,
                              unsigned thread) {
    const struct fence *fence = &order->fences[thread];
    return fence->block_id == who->block_id && fence->reach.epoch < who->barrier_epoch;
}

// Adds what lies before the release of other threads: before their fences ahead of the block's last barrier,
// and what they had released to this thread.
static void other_fences(const struct happens_before *order, const struct accessor *who,
                         struct release *made) {
    bool others = false;
    for (unsigned t = 0; t < order->thread_count && order->fenced; t++) {
        others |=
            t != who->thread && (is_before_barrier(order, who, t) || acquired_from(order, who, made, t) != 0);
    }
    if (others && (made->others = malloc(order->thread_count * sizeof(*made->others))) != NULL) {
        made->others_count = order->thread_count;
        for (unsigned t = 0; t < order->thread_count; t++) {
            struct fence none = {.reach.thread = (uint16_t)t};
            made->others[t] = is_before_barrier(order, who, t) ? order->fences[t] : none;
            uint32_t epoch = acquired_from(order, who, made, t);
            if (epoch > made->others[t].reach.epoch) {
                made->others[t].block_id = who->block_id;
                made->others[t].reach.epoch = epoch;
            }
        }
    }
}

static bool says_the_same(const struct release *before, const struct release *made) {
    return before->thread == made->thread && before->others == NULL && made->others == NULL &&
           before->fence.block_id == made->fence.block_id &&
           before->fence.reach.epoch == made->fence.reach.epoch &&
           before->fence.reach.barrier_epoch == made->fence.reach.barrier_epoch &&
           before->by_itself == made->by_itself && before->knew == made->knew &&
           before->knew_count == made->knew_count;
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

static bool covers(const struct release *release, const struct access_record *earlier);

// May who acquires `release` also rely on what its block had acquired there?
static bool passes_on(const struct release *release, const struct acquired *one) {
    struct access_record read = {.epoch = one->epoch, .thread = one->thread};
    return (one->usable || !release->by_itself) && covers(release, &read);
}

// Has the releasing block acquired all that counts at the word, and passes it on?
static bool includes_others(const struct happens_before *order, uint32_t index, const struct release *made) {
    const struct word *word = &words[index];
    for (uint32_t i = made->knew == NULL ? 0 : made->knew_count; i > 0; i--) {
        const struct acquired *one = &order->knowledge->acquired[i - 1];
        if (one->word == index && one->first <= word->begin && one->releases == word->count) {
            return passes_on(made, one);
        }
    }
    return false;
}

// A strong write without a release: earlier releases of the word do not count for who reads it, unless it is an update.
static void end_sequence(uintptr_t address) {
    uint32_t index = hash_map_get(&word_index, address);
    if (index != 0) {
        words[index - 1].begin = words[index - 1].count;
    }
}

// What `who` releases itself: by its last fence, or by this access or an earlier one of the same word.
static void own_fence(struct happens_before *order, const struct accessor *who, uintptr_t address,
                      struct release *made) {
    struct fence *own = order->fences == NULL ? NULL : &order->fences[who->thread];
    if (own == NULL) {
        return;
    }
    if (order->block.own & FENCE_RELEASE) {
        own->own_block_id = who->block_id;
        own->own_word = address;
        own->own_reach = race_reach(who);
    }
    if (own->block_id == who->block_id) {
        made->fence = *own;
    }
    if (own->own_block_id == who->block_id && own->own_word == address &&
        (made->fence.block_id == 0 || made->fence.reach.epoch < own->own_reach.epoch)) {
        made->fence = (struct fence){.block_id = who->block_id, .reach = own->own_reach};
        made->by_itself = true;
    }
}

// `updates`: the write is an atomic update.
static void release(struct happens_before *order, const struct accessor *who, uintptr_t address,
                    bool updates) {
    struct knowledge *knowledge = order->knowledge;
    struct release made = {.block_id = who->block_id,
                           .epoch = who->epoch,
                           .number = __atomic_load_n(&numbers, __ATOMIC_RELAXED) + 1,
                           .thread = who->thread};
    own_fence(order, who, address, &made);
    other_fences(order, who, &made);
    if (made.fence.block_id == 0 && made.others == NULL) {
        if (!updates) { // no fence: the write orders nothing
            end_sequence(address);
        }
        return;
    }
    if (knowledge != NULL && knowledge->count > 0) {
        made.knew = knowledge;
        made.knew_count = knowledge->count;
        for (uint32_t i = 0; i < knowledge->count && made.by_itself; i++) {
            knowledge->acquired[i].usable |= may_use(order, who, &knowledge->acquired[i]);
        }
    }
    uint32_t index = word_at(address);
    struct word *word = index == UINT32_MAX ? NULL : &words[index];
    made.older = word == NULL ? 0 : hash_map_get(&latest, pair(index, who->block_id));
    struct release *before = made.older == 0 ? NULL : &word->releases[made.older - 1];
    if (before != NULL && updates && made.older > word->begin && says_the_same(before, &made) &&
        (before->epoch == made.epoch || made.older > word->seen)) {
        before->epoch = made.epoch;
        return; // frequent where a thread polls by an atomic operation
    }
    if (word != NULL) {
        word->begin = updates || includes_others(order, index, &made) ? word->begin : word->count;
        made.begin = word->begin;
    }
    if (made.knew != NULL && !knowledge->handed_on) {
        knowledge->handed_on = true;
        knowledge->next = all_handed_on;
        all_handed_on = knowledge;
    }
    if (before != NULL && replace(word, &made)) {
        return;
    }
    if (word != NULL && make_room(&word->releases, word->count, &word->capacity, sizeof(made)) &&
        hash_map_set(&latest, pair(index, who->block_id), word->count + 1)) {
        word->several |= word->count > 0 && word->releases[0].block_id != who->block_id;
        word->releases[word->count++] = made;
        atomic_store(&released, true);
    } else {
        free(made.others); // out of memory: a false race may be reported
    }
}

void happens_before_strong(struct happens_before *order, const struct accessor *who, uintptr_t address,
                           enum access_kind kind) {
    order->strong = true;
    block_order_strong(&order->block, who, address, kind);
    address &= ~(uintptr_t)3;
    if (order->block.own != 0 && order->fences == NULL) {
        order->fences = calloc(BLOCK_THREADS_MAX, sizeof(*order->fences));
    }
    order->fenced |= (order->block.own & FENCE_RELEASE) != 0 && order->fences != NULL;
    bool releases = !access_reads(kind) && order->fenced;
    // Flags that this thread has read so far were written after their release, which is now visible here.
    atomic_thread_fence(memory_order_acquire);
    if (releases || atomic_load_explicit(&released, memory_order_relaxed)) {
        pthread_mutex_lock(&lock);
        settle(order, who);
        if (releases) {
            release(order, who, address, kind == ACCESS_ATOMIC);
        } else if (kind == ACCESS_STRONG_WRITE || kind == ACCESS_ATOMIC_WRITE) {
            end_sequence(address);
        }
        pthread_mutex_unlock(&lock);
    }
    atomic_thread_fence(memory_order_release); // the release is recorded before the write happens
}

uint32_t happens_before_count_write(void) {
    return __atomic_add_fetch(&numbers, 1, __ATOMIC_RELAXED);
}

void happens_before_read(struct happens_before *order, const struct accessor *who, uintptr_t address,
                         uint32_t missed, bool acquires) {
    order->looked_usable = acquires;
    order->looked_at = address & ~(uintptr_t)3;
    order->looked_epoch = who->epoch;
    order->looked_thread = who->thread;
    order->looked_before = missed;
}

static bool covers_fence(const struct fence *fence, const struct access_record *earlier) {
    return fence->block_id != 0 && earlier->epoch < race_reach_epoch(&fence->reach, earlier->thread);
}

static bool covers(const struct release *release, const struct access_record *earlier) {
    if (covers_fence(&release->fence, earlier)) {
        return true;
    }
    for (uint32_t t = 0; t < release->others_count; t++) {
        if (covers_fence(&release->others[t], earlier)) {
            return true;
        }
    }
    return false;
}

// Do the word's releases from `first` on and before `releases`, or what those releasers had acquired, cover the access?
static bool word_covers(uint32_t index, uint32_t first, uint32_t releases,
                        const struct access_record *earlier, int depth);

// Does what the release's block had acquired before it?
static bool knowledge_covers(const struct release *release, const struct access_record *earlier, int depth) {
    for (uint32_t i = release->knew == NULL ? 0 : release->knew_count; i > 0; i--) {
        struct acquired *one = &release->knew->acquired[i - 1];
        if (one->visited != question && passes_on(release, one)) {
            one->visited = question;
            if (word_covers(one->word, one->first, one->releases, earlier, depth)) {
                return true;
            }
        }
    }
    return false;
}

static bool word_covers(uint32_t index, uint32_t first, uint32_t releases,
                        const struct access_record *earlier, int depth) {
    struct word *word = &words[index];
    uint32_t from = first, to = releases;
    if (word->visited == question && word->visited_first <= releases && first <= word->visited_releases) {
        if (word->visited_first <= first && word->visited_releases >= releases) {
            return false;
        }
        from = word->visited_first < first ? word->visited_first : first;
        to = word->visited_releases > releases ? word->visited_releases : releases;
    }
    word->visited = question;
    word->visited_first = from;
    word->visited_releases = to;
    uint32_t at = hash_map_get(&latest, pair(index, earlier->block_id));
    for (; at > first; at = word->releases[at - 1].older) {
        if (at <= releases && covers(&word->releases[at - 1], earlier)) {
            return true;
        }
    }
    for (uint32_t r = releases; r > first && depth < DEPTH_MAX; r--) {
        if (knowledge_covers(&word->releases[r - 1], earlier, depth + 1)) {
            return true;
        }
    }
    return false;
}

// `fenced`: counts only what `who` may rely on; otherwise everything that the thread itself has read.
static bool knows(struct happens_before *order, const struct accessor *who,
                  const struct access_record *earlier, bool fenced) {
    if (earlier->block_id == who->block_id || !atomic_load(&released)) {
        return false;
    }
    pthread_mutex_lock(&lock);
    settle(order, who);
    question++;
    bool known = false;
    const struct knowledge *knowledge = order->knowledge;
    for (uint32_t i = knowledge == NULL ? 0 : knowledge->count; i > 0 && !known; i--) {
        const struct acquired *one = &knowledge->acquired[i - 1];
        known = (fenced ? may_use(order, who, one) : one->thread == who->thread) &&
                word_covers(one->word, one->first, one->releases, earlier, 0);
    }
    pthread_mutex_unlock(&lock);
    return known;
}

bool happens_before_knows_any(struct happens_before *order, const struct accessor *who) {
    pthread_mutex_lock(&lock);
    settle(order, who);
    pthread_mutex_unlock(&lock);
    const struct knowledge *knowledge = order->knowledge;
    for (uint32_t i = knowledge == NULL ? 0 : knowledge->count; i > 0; i--) {
        if (may_use(order, who, &knowledge->acquired[i - 1])) {
            return true;
        }
    }
    return false;
}

bool happens_before_knows(struct happens_before *order, const struct accessor *who,
                          const struct access_record *earlier) {
    if (earlier->block_id == who->block_id) {
        return block_order_knows(&order->block, who, earlier->thread, earlier->epoch);
    }
    return knows(order, who, earlier, true);
}

// Is this write of the word, which released something, among its first `releases`?
static bool is_among(const struct word *word, uint32_t index, uint32_t releases,
                     const struct access_record *write) {
    uint32_t at = hash_map_get(&latest, pair(index, write->block_id));
    for (; at != 0; at = word->releases[at - 1].older) {
        const struct release *one = &word->releases[at - 1];
        if (at <= releases && one->thread == write->thread && one->epoch >= write->epoch) {
            return true;
        }
    }
    return false;
}

bool happens_before_saw_write(struct happens_before *order, const struct accessor *who, uintptr_t address,
                              const struct access_record *earlier) {
    if (earlier->block_id == who->block_id || !atomic_load(&released)) {
        return false;
    }
    pthread_mutex_lock(&lock);
    settle(order, who);
    bool saw = false;
    const struct knowledge *knowledge = order->knowledge;
    uint32_t index = hash_map_get(&word_index, address);
    for (uint32_t i = knowledge == NULL || index == 0 ? 0 : knowledge->count; i > 0 && !saw; i--) {
        const struct acquired *one = &knowledge->acquired[i - 1];
        saw = one->word == index - 1 && may_use(order, who, one) &&
              is_among(&words[index - 1], index - 1, one->releases, earlier);
    }
    pthread_mutex_unlock(&lock);
    return saw;
}

enum missing_order happens_before_missing(struct happens_before *order, const struct accessor *who,
                                          const struct access_record *earlier) {
    bool same_block = earlier->block_id == who->block_id;
    bool same_warp = same_block && earlier->thread / WARP_LANES == who->thread / WARP_LANES;
    return same_warp                           ? NO_WARP_BARRIER
           : same_block                        ? NO_BARRIER
           : knows(order, who, earlier, false) ? NO_FENCE
                                               : NO_ORDER;
}
