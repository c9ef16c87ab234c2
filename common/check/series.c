#define _GNU_SOURCE // sysconf's _SC_NPROCESSORS_ONLN
#include "check/series.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "check/examine_case.h"
#include "check/repeat_case.h"
#include "check/report/waiting.h"
#include "check/runners.h"

// The simulated GPU takes 270 bytes for each element, so only one large case runs at a time. Its runner uses all
// cores anyway.
enum {
    THREADS_MAX = 4,
    LOOK_MS = 20 // how often the end is looked for while runners are built
};

struct series {
    struct part_result *part;
    enum operator_id operator_id;
    size_t first, end; // of the part's cases
    size_t judged;     // of these, from the first one on
    unsigned stage;    // of the first case (plan/cases.h)
    bool started;
};

struct part_state {
    bool wanted, hurried;
    atomic_bool ended; // no more of its cases are needed
};

struct series_pool {
    struct lab_result *result;
    struct part_state *parts;
    struct series *series;
    size_t count;
    pthread_mutex_t lock;   // of all that changes, and of result->sources
    pthread_cond_t changed; // a case was judged, runners were built, a part is wanted, or the end
    enum build_state runners;
    bool large_runs;
    atomic_bool stopped;
    pthread_t threads[THREADS_MAX + 1];
    int thread_count;
};

static struct part_state *state_of(struct series_pool *pool, const struct part_result *part) {
    return &pool->parts[part - pool->result->parts];
}

static bool is_ready(struct series_pool *pool, const struct series *series) {
    struct part_state *state = state_of(pool, series->part);
    return !series->started && state->wanted && !state->ended &&
           !runners_awaits(pool->result, series->operator_id);
}

static bool goes_before(struct series_pool *pool, const struct series *series, const struct series *other) {
    bool hurried = state_of(pool, series->part)->hurried,
         other_hurried = state_of(pool, other->part)->hurried;
    return hurried != other_hurried ? hurried : series->stage < other->stage;
}

// Waits for a series that can run: the first one of the earliest stage, or of a part that is hurried. NULL at the end.
static struct series *next_series(struct series_pool *pool) {
    for (;;) {
        struct series *next = NULL;
        for (size_t i = 0; i < pool->count && !pool->stopped; i++) {
            struct series *series = &pool->series[i];
            if (is_ready(pool, series) && (next == NULL || goes_before(pool, series, next))) {
                next = series;
            }
        }
        if (next != NULL || pool->stopped) {
            if (next != NULL) {
                next->started = true;
            }
            return next;
        }
        pthread_cond_wait(&pool->changed, &pool->lock);
    }
}

// Is no further case of the part needed? When grading, that is decided after a failing case is repeated. An exceeded
// limit must not hide a wrong result.
static bool is_last(const struct options *options, const struct judgement *judgement) {
    return judgement->verdict != VERDICT_PASS &&
           (judgement->verdict != VERDICT_FAIL || waiting_interrupted() ||
            (!options->all && !options_grading(options) && !judgement_is_cost(judgement)));
}

// Waits until no large case runs. Returns false if the part ends before.
static bool begin_large(struct series_pool *pool, const struct part_state *state) {
    pthread_mutex_lock(&pool->lock);
    while (pool->large_runs && !state->ended) {
        pthread_cond_wait(&pool->changed, &pool->lock);
    }
    bool begins = !state->ended;
    pool->large_runs |= begins;
    pthread_mutex_unlock(&pool->lock);
    return begins;
}

static void run_series(struct series_pool *pool, struct series *series) {
    struct part_result *part = series->part;
    struct part_state *state = state_of(pool, part);
    struct judgement *judgements = part->judgements;
    struct client_config config = case_config(pool->result, part->part, &judgements[series->first].what,
                                              pool->result->options->workers);
    struct client client;
    config.abandoned = &state->ended;
    client_init(&client, &config);
    for (size_t i = series->first; i < series->end && !state->ended; i++) {
        bool large = judgements[i].what.n > LARGE_N;
        if (large && !begin_large(pool, state)) {
            break;
        }
        examine_case(pool->result, part->part, &client, &judgements[i]);
        repeat_whole(pool->result, part->part, &client, &judgements[i]);
        bool last = is_last(pool->result->options, &judgements[i]);
        // Nothing is said of a case that passes, so its series goes on without a word to the thread that awaits it.
        bool matters = judgements[i].verdict != VERDICT_PASS || i + 1 == series->end || large;
        pthread_mutex_lock(&pool->lock);
        pool->large_runs &= !large;
        series->judged++; // from now on the judgement belongs to that thread
        if (matters) {
            pthread_cond_broadcast(&pool->changed);
        }
        pthread_mutex_unlock(&pool->lock);
        if (last) {
            break;
        }
    }
    client_stop(&client);
}

// With the lock. false: it is the end.
static bool run_next(struct series_pool *pool) {
    struct series *series = next_series(pool);
    if (series != NULL) {
        pthread_mutex_unlock(&pool->lock);
        run_series(pool, series);
        pthread_mutex_lock(&pool->lock);
    }
    return series != NULL;
}

static void *run_all(void *argument) {
    struct series_pool *pool = argument;
    pthread_mutex_lock(&pool->lock);
    while (run_next(pool)) {
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void *await_runners(void *argument) {
    struct series_pool *pool = argument;
    enum build_state state;
    do {
        unsigned built = 0;
        state = runners_await(pool->result, LOOK_MS, &built);
        if (built != 0 || state != RUNNERS_BUILDING) {
            pthread_mutex_lock(&pool->lock);
            state = runners_open(pool->result, built) ? state : RUNNERS_NOT_BUILT;
            pool->runners = state;
            pthread_cond_broadcast(&pool->changed);
            pthread_mutex_unlock(&pool->lock);
        }
    } while (state == RUNNERS_BUILDING && !pool->stopped);
    return NULL;
}

static void start_thread(struct series_pool *pool, void *(*run)(void *)) {
    pool->thread_count += pthread_create(&pool->threads[pool->thread_count], NULL, run, pool) == 0;
}

// The series of all parts. Returns false when memory is short.
static bool make_series(struct series_pool *pool) {
    size_t case_count = 0;
    for (size_t i = 0; i < pool->result->part_count; i++) {
        case_count += pool->result->parts[i].case_count;
    }
    pool->parts = calloc(pool->result->part_count + 1, sizeof(*pool->parts));
    pool->series = calloc(case_count + 1, sizeof(*pool->series));
    if (pool->parts == NULL || pool->series == NULL) {
        return false;
    }
    for (size_t i = 0; i < pool->result->part_count; i++) {
        struct part_result *part = &pool->result->parts[i];
        pool->parts[i].wanted = !todo_all_untouched(&pool->result->todos, part->part);
        for (size_t k = 0; k < part->case_count; k++) {
            const struct check_case *what = &part->judgements[k].what;
            const struct check_case *before = k > 0 ? &part->judgements[k - 1].what : NULL;
            if (before == NULL || what->operator_id != before->operator_id || what->order != before->order) {
                pool->series[pool->count++] = (struct series){
                    .part = part, .operator_id = what->operator_id, .first = k, .stage = what->stage};
            }
            pool->series[pool->count - 1].end = k + 1;
        }
    }
    return true;
}

struct series_pool *series_start(struct lab_result *result) {
    const struct options *options = result->options;
    struct series_pool *pool = calloc(1, sizeof(*pool));
    if (pool == NULL) {
        return NULL;
    }
    pool->result = result;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    pool->runners = result->building < 0 ? RUNNERS_BUILT : RUNNERS_BUILDING;
    bool good = make_series(pool);
    long threads = options_simulated(options) ? sysconf(_SC_NPROCESSORS_ONLN) : 1; // one at a time on a GPU
    for (long i = 0; i < threads && i < THREADS_MAX && good; i++) {
        start_thread(pool, run_all);
    }
#ifdef __wasm__
    good &= pool->runners != RUNNERS_BUILDING; // without threads, series_await() runs the cases
#else
    good &= pool->thread_count > 0;
#endif
    if (!good) {
        series_stop(pool);
        return NULL;
    }
    if (pool->runners == RUNNERS_BUILDING) {
        start_thread(pool, await_runners);
    }
    return pool;
}

void series_want(struct series_pool *pool, const struct part_result *part) {
    pthread_mutex_lock(&pool->lock);
    state_of(pool, part)->wanted = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
}

void series_hurry(struct series_pool *pool, const struct part_result *part) {
    pthread_mutex_lock(&pool->lock);
    state_of(pool, part)->hurried = true;
    pthread_mutex_unlock(&pool->lock);
}

bool series_await(struct series_pool *pool, const struct part_result *part, size_t index) {
    const struct series *series = pool->series;
    while (series->part != part || index >= series->end) {
        series++;
    }
    pthread_mutex_lock(&pool->lock);
    while (series->first + series->judged <= index &&
           (pool->runners != RUNNERS_NOT_BUILT || !runners_awaits(pool->result, series->operator_id))) {
        if (pool->thread_count > 0) {
            pthread_cond_wait(&pool->changed, &pool->lock);
        } else {
            run_next(pool);
        }
    }
    bool judged = series->first + series->judged > index;
    pthread_mutex_unlock(&pool->lock);
    return judged;
}

void series_end(struct series_pool *pool, const struct part_result *part) {
    pthread_mutex_lock(&pool->lock);
    state_of(pool, part)->ended = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
}

void series_stop(struct series_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->stopped = true;
    for (size_t i = 0; i < pool->result->part_count && pool->parts != NULL; i++) {
        pool->parts[i].ended = true;
    }
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->thread_count; i++) {
        pthread_join(pool->threads[i], NULL);
    }
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
    free(pool->series);
    free(pool->parts);
    free(pool);
}
