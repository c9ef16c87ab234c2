// Warp-level functions: barriers, shuffles, votes, matches, reductions (hooks/warp.c).
#ifndef SIM_WARP_H
#define SIM_WARP_H

#include <stddef.h>

#include "qualifiers.h"

// As enum exchange_kind in warp/shuffle.h, which is C.
enum sim_exchange_kind {
    SIM_SHUFFLE_INDEX,
    SIM_SHUFFLE_UP,
    SIM_SHUFFLE_DOWN,
    SIM_SHUFFLE_XOR,
    SIM_BALLOT,
    SIM_ANY,
    SIM_ALL,
    SIM_MATCH_ANY,
    SIM_MATCH_ALL,
    SIM_REDUCE_ADD,
    SIM_REDUCE_MIN,
    SIM_REDUCE_MAX,
    SIM_REDUCE_MIN_SIGNED,
    SIM_REDUCE_MAX_SIGNED,
    SIM_REDUCE_AND,
    SIM_REDUCE_OR,
    SIM_REDUCE_XOR,
    SIM_ACTIVE_MASK
};

extern "C" {
void sim_syncwarp(unsigned mask);
void sim_syncwarp_at(unsigned mask, void *pc); // in the code at `pc`

// One shuffle, vote or other exchange of the lanes in `mask`. The result replaces `value`, which is 1 to 8
// `bytes` long. The result is an unsigned, except for shuffles.
void sim_exchange(enum sim_exchange_kind kind, unsigned mask, void *value, size_t bytes, int argument,
                  int width, void *pc);
// The same for each of `count` words in turn, which are one value. A shuffle over the whole warp.
void sim_exchange_words(enum sim_exchange_kind kind, unsigned mask, unsigned *words, unsigned count,
                        int argument, void *pc);
}

static inline constexpr unsigned sim_mask(unsigned mask = 0xffffffffu) {
    return mask;
}
#define __syncwarp(...) sim_syncwarp(sim_mask(__VA_ARGS__))

#define SIM_SHUFFLE(function, kind, argument_type, type)                                                     \
    SIM_CALLED static inline type function(unsigned mask, type value, argument_type argument,                \
                                           int width = 32) {                                                 \
        sim_exchange(kind, mask, &value, sizeof(value), (int)argument, width, SIM_CALLER);                   \
        return value;                                                                                        \
    }
#define SIM_SHUFFLES(type)                                                                                   \
    SIM_SHUFFLE(__shfl_sync, SIM_SHUFFLE_INDEX, int, type)                                                   \
    SIM_SHUFFLE(__shfl_up_sync, SIM_SHUFFLE_UP, unsigned, type)                                              \
    SIM_SHUFFLE(__shfl_down_sync, SIM_SHUFFLE_DOWN, unsigned, type)                                          \
    SIM_SHUFFLE(__shfl_xor_sync, SIM_SHUFFLE_XOR, int, type)
SIM_SHUFFLES(int)
SIM_SHUFFLES(unsigned)
SIM_SHUFFLES(long)
SIM_SHUFFLES(unsigned long)
SIM_SHUFFLES(long long)
SIM_SHUFFLES(unsigned long long)
SIM_SHUFFLES(float)
SIM_SHUFFLES(double)
#undef SIM_SHUFFLES
#undef SIM_SHUFFLE

// As in CUDA, structs cannot be shuffled.
template <bool IS_STRUCT>
struct sim_for_structs {};
template <>
struct sim_for_structs<true> {
    typedef int type;
};
#define SIM_NO_SHUFFLE(function, of_words)                                                                   \
    template <class T, class = typename sim_for_structs<__is_class(T) || __is_union(T)>::type>               \
    SIM_RAW static T function(unsigned, T value, unsigned, int = 32) {                                       \
        static_assert(sizeof(T) == 0, #function                                                              \
                      "() takes numbers of 4 or 8 bytes. To shuffle a struct word by word, use " #of_words   \
                      " from shuffle.h");                                                                    \
        return value;                                                                                        \
    }
SIM_NO_SHUFFLE(__shfl_sync, shuffle_from(mask, value, lane))
SIM_NO_SHUFFLE(__shfl_up_sync, shuffle_up(mask, value, offset))
SIM_NO_SHUFFLE(__shfl_down_sync, shuffle_down(mask, value, offset))
SIM_NO_SHUFFLE(__shfl_xor_sync, shuffle_from(mask, value, lane))
#undef SIM_NO_SHUFFLE

#define SIM_VOTE(type, function, kind, given, result)                                                        \
    SIM_CALLED static inline type function(unsigned mask, int value) {                                       \
        unsigned lanes = given;                                                                              \
        sim_exchange(kind, mask, &lanes, sizeof(lanes), 0, 32, SIM_CALLER);                                  \
        return result;                                                                                       \
    }
SIM_VOTE(unsigned, __ballot_sync, SIM_BALLOT, value != 0, lanes)
SIM_VOTE(int, __any_sync, SIM_ANY, value != 0, lanes != 0)
SIM_VOTE(int, __all_sync, SIM_ALL, value == 0, lanes == 0)
#undef SIM_VOTE

SIM_CALLED static inline int __uni_sync(unsigned mask, int predicate) {
    unsigned long long given = predicate != 0;
    sim_exchange(SIM_MATCH_ALL, mask, &given, sizeof(given), 0, 32, SIM_CALLER);
    return given != 0;
}

#define SIM_MATCH(type)                                                                                      \
    SIM_CALLED static inline unsigned __match_any_sync(unsigned mask, type value) {                          \
        unsigned long long given = 0;                                                                        \
        __builtin_memcpy(&given, &value, sizeof(value));                                                     \
        sim_exchange(SIM_MATCH_ANY, mask, &given, sizeof(given), 0, 32, SIM_CALLER);                         \
        return (unsigned)given;                                                                              \
    }                                                                                                        \
    SIM_CALLED static inline unsigned __match_all_sync(unsigned mask, type value, int *predicate) {          \
        unsigned long long given = 0;                                                                        \
        __builtin_memcpy(&given, &value, sizeof(value));                                                     \
        sim_exchange(SIM_MATCH_ALL, mask, &given, sizeof(given), 0, 32, SIM_CALLER);                         \
        *predicate = given != 0;                                                                             \
        return (unsigned)given;                                                                              \
    }
SIM_MATCH(int)
SIM_MATCH(unsigned)
SIM_MATCH(long)
SIM_MATCH(unsigned long)
SIM_MATCH(long long)
SIM_MATCH(unsigned long long)
SIM_MATCH(float)
SIM_MATCH(double)
#undef SIM_MATCH

#define SIM_REDUCE(type, function, kind)                                                                     \
    SIM_CALLED static inline type function(unsigned mask, type value) {                                      \
        sim_exchange(kind, mask, &value, sizeof(value), 0, 32, SIM_CALLER);                                  \
        return value;                                                                                        \
    }
SIM_REDUCE(int, __reduce_add_sync, SIM_REDUCE_ADD)
SIM_REDUCE(unsigned, __reduce_add_sync, SIM_REDUCE_ADD)
SIM_REDUCE(int, __reduce_min_sync, SIM_REDUCE_MIN_SIGNED)
SIM_REDUCE(unsigned, __reduce_min_sync, SIM_REDUCE_MIN)
SIM_REDUCE(int, __reduce_max_sync, SIM_REDUCE_MAX_SIGNED)
SIM_REDUCE(unsigned, __reduce_max_sync, SIM_REDUCE_MAX)
SIM_REDUCE(unsigned, __reduce_and_sync, SIM_REDUCE_AND)
SIM_REDUCE(unsigned, __reduce_or_sync, SIM_REDUCE_OR)
SIM_REDUCE(unsigned, __reduce_xor_sync, SIM_REDUCE_XOR)
#undef SIM_REDUCE

// A condition of a statement with a warp barrier or an exchange (the translator writes it). A lane that skips the
// statement, and later leaves the kernel, is missing there.
extern "C" bool sim_skip(void); // false
#define SIM_ENTER(...) (static_cast<bool>(__VA_ARGS__) || sim_skip())

// A condition by which lanes may take different paths. The translator writes it where a source asks for the active
// mask.
extern "C" void sim_branch(int taken);
#define SIM_BRANCH(...) sim_branch_by(static_cast<bool>(__VA_ARGS__))
SIM_CALLED static inline bool sim_branch_by(bool taken) {
    sim_branch(taken);
    return taken;
}

// The lanes that are waiting here when no lane of the warp can continue; half of them if lanes have diverged.
SIM_CALLED static inline unsigned __activemask(void) {
    unsigned lanes = 0;
    sim_exchange(SIM_ACTIVE_MASK, 0, &lanes, sizeof(lanes), 0, 32, SIM_CALLER);
    return lanes;
}

#endif
