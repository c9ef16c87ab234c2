// Cooperative groups: reduce and scan over a tile or over coalesced threads, as in CUDA 13.0's own headers
// (cooperative_groups/details/reduce.h, coalesced_reduce.h, coalesced_scan.h): the same shuffles, and the operator gets
// the values in the same order. So an operator that does not commute has here what it has on a GPU, which is not what
// its author wants: a tile's reduction takes its values in the order 0, 16, 8, 24, ..., and a scan gives the operator
// the later value first.
#ifndef SIM_GROUPS_REDUCE_H
#define SIM_GROUPS_REDUCE_H

#include "tiles.h"

namespace cooperative_groups {

#define SIM_OPERATOR(name, expression)                                                                       \
    template <class T = void>                                                                                \
    struct name {                                                                                            \
        SIM_RAW T operator()(T a, T b) const { return expression; }                                          \
    };
SIM_OPERATOR(plus, a + b)
SIM_OPERATOR(less, b < a ? b : a)
SIM_OPERATOR(greater, a < b ? b : a)
SIM_OPERATOR(bit_and, a &b)
SIM_OPERATOR(bit_or, a | b)
SIM_OPERATOR(bit_xor, a ^ b)
#undef SIM_OPERATOR

// Does a GPU have a warp reduction for this operator and type? Then `kind` is its kind of exchange.
template <class Operator, class T>
struct sim_warp_reduction {
    static const bool is_there = false;
};
#define SIM_WARP_REDUCTION(type, word_type, operator_name, of_word)                                          \
    template <>                                                                                              \
    struct sim_warp_reduction<operator_name<type>, type> {                                                   \
        static const bool is_there = true;                                                                   \
        static const sim_exchange_kind kind = of_word;                                                       \
        typedef word_type word;                                                                              \
    };
#define SIM_WARP_REDUCTIONS(type, word, min, max)                                                            \
    SIM_WARP_REDUCTION(type, word, plus, SIM_REDUCE_ADD)                                                     \
    SIM_WARP_REDUCTION(type, word, less, min)                                                                \
    SIM_WARP_REDUCTION(type, word, greater, max)                                                             \
    SIM_WARP_REDUCTION(type, word, bit_and, SIM_REDUCE_AND)                                                  \
    SIM_WARP_REDUCTION(type, word, bit_or, SIM_REDUCE_OR)                                                    \
    SIM_WARP_REDUCTION(type, word, bit_xor, SIM_REDUCE_XOR)
SIM_WARP_REDUCTIONS(char, int, SIM_REDUCE_MIN_SIGNED, SIM_REDUCE_MAX_SIGNED)
SIM_WARP_REDUCTIONS(signed char, int, SIM_REDUCE_MIN_SIGNED, SIM_REDUCE_MAX_SIGNED)
SIM_WARP_REDUCTIONS(short, int, SIM_REDUCE_MIN_SIGNED, SIM_REDUCE_MAX_SIGNED)
SIM_WARP_REDUCTIONS(int, int, SIM_REDUCE_MIN_SIGNED, SIM_REDUCE_MAX_SIGNED)
SIM_WARP_REDUCTIONS(unsigned char, unsigned, SIM_REDUCE_MIN, SIM_REDUCE_MAX)
SIM_WARP_REDUCTIONS(unsigned short, unsigned, SIM_REDUCE_MIN, SIM_REDUCE_MAX)
SIM_WARP_REDUCTIONS(unsigned, unsigned, SIM_REDUCE_MIN, SIM_REDUCE_MAX)
#undef SIM_WARP_REDUCTIONS
#undef SIM_WARP_REDUCTION

template <class Operator, class T>
SIM_RAW T sim_reduce_warp(unsigned mask, T value, void *pc) {
    typedef sim_warp_reduction<Operator, T> reduction;
    typename reduction::word word = (typename reduction::word)value;
    sim_exchange(reduction::kind, mask, &word, sizeof(word), 0, 32, pc);
    return (T)word;
}

// A tree of the lanes, whose first one is `first`.
template <class T, class Operator>
SIM_RAW T sim_reduce_tree(unsigned mask, unsigned size, T value, Operator &combine, void *pc) {
    for (unsigned distance = size / 2; distance > 0; distance /= 2) {
        value =
            combine(value, sim_exchange_value(SIM_SHUFFLE_XOR, mask, value, (int)distance, (int)size, pc));
    }
    return value;
}

// By doubling (Hillis and Steele): after the step of distance d, each thread has combined its value with those of the
// 2d - 1 ranks before it.
template <class Group, class T, class Operator>
SIM_RAW T sim_scan(const Group &group, T value, Operator &combine, void *pc) {
    const unsigned mask = group.sim_mask(), rank = group.thread_rank(), size = group.size();
    for (unsigned distance = 1; distance < size; distance *= 2) {
        const unsigned source = rank >= distance ? rank - distance : rank;
        T earlier =
            sim_exchange_value(SIM_SHUFFLE_INDEX, mask, value, (int)__fns(mask, 0, (int)source + 1), 32, pc);
        if (rank >= distance) {
            value = combine(value, earlier);
        }
    }
    return value;
}

// Is this a sum of integers?
template <class Operator, class T>
struct sim_integer_sum {
    static const bool is = false;
};
#define SIM_INTEGER_SUM(type)                                                                                \
    template <>                                                                                              \
    struct sim_integer_sum<plus<type>, type> {                                                               \
        static const bool is = true;                                                                         \
    };
SIM_INTEGER_SUM(char)
SIM_INTEGER_SUM(signed char)
SIM_INTEGER_SUM(unsigned char)
SIM_INTEGER_SUM(short)
SIM_INTEGER_SUM(unsigned short)
SIM_INTEGER_SUM(int)
SIM_INTEGER_SUM(unsigned)
SIM_INTEGER_SUM(long)
SIM_INTEGER_SUM(unsigned long)
SIM_INTEGER_SUM(long long)
SIM_INTEGER_SUM(unsigned long long)
#undef SIM_INTEGER_SUM

// Each thread gets the result of the rank before it, and the first one T(). A sum of integers is moved on by taking
// the thread's own value away again, without a shuffle.
template <class Group, class T, class Operator>
SIM_RAW T sim_exclusive_scan(const Group &group, T value, Operator &combine, void *pc) {
    T result = sim_scan(group, value, combine, pc);
    if constexpr (sim_integer_sum<Operator, T>::is) {
        return (T)(result - value);
    } else {
        const unsigned mask = group.sim_mask(), rank = group.thread_rank();
        const int source = (int)__fns(mask, 0, (int)(rank == 0 ? 0 : rank - 1) + 1);
        T before = sim_exchange_value(SIM_SHUFFLE_INDEX, mask, result, source, 32, pc);
        return rank == 0 ? T() : before;
    }
}

template <unsigned Size, class Parent, class T, class Operator>
SIM_CALLED_BY_VALUE T reduce(const thread_block_tile<Size, Parent> &tile, T value, Operator combine,
                             SIM_PLACE) {
    if constexpr (sim_warp_reduction<Operator, T>::is_there && Size >= 16) {
        return sim_reduce_warp<Operator>(tile.sim_mask(), value, sim_place);
    } else {
        return sim_reduce_tree(tile.sim_mask(), Size, value, combine, sim_place);
    }
}
template <class T, class Operator>
SIM_CALLED_BY_VALUE T reduce(const coalesced_group &group, T value, Operator combine, SIM_PLACE) {
    const unsigned mask = group.sim_mask(), size = group.size();
    if constexpr (sim_warp_reduction<Operator, T>::is_there) {
        return sim_reduce_warp<Operator>(mask, value, sim_place);
    } else if (size == 32) {
        return sim_reduce_tree(mask, size, value, combine, sim_place);
    } else {
        return sim_exchange_value(SIM_SHUFFLE_INDEX, mask, sim_scan(group, value, combine, sim_place),
                                  (int)__fns(mask, 0, (int)size), 32, sim_place);
    }
}

template <class Group, class T, class Operator>
SIM_CALLED_BY_VALUE T inclusive_scan(const Group &group, T value, Operator combine, SIM_PLACE) {
    return sim_scan(group, value, combine, sim_place);
}
template <class Group, class T>
SIM_CALLED_BY_VALUE T inclusive_scan(const Group &group, T value, SIM_PLACE) {
    plus<T> combine;
    return sim_scan(group, value, combine, sim_place);
}
template <class Group, class T, class Operator>
SIM_CALLED_BY_VALUE T exclusive_scan(const Group &group, T value, Operator combine, SIM_PLACE) {
    return sim_exclusive_scan(group, value, combine, sim_place);
}
template <class Group, class T>
SIM_CALLED_BY_VALUE T exclusive_scan(const Group &group, T value, SIM_PLACE) {
    plus<T> combine;
    return sim_exclusive_scan(group, value, combine, sim_place);
}

} // namespace cooperative_groups

#endif
