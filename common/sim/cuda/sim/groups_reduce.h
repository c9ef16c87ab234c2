// Cooperative groups: reduce and scan over a tile or over coalesced threads.
//
// A scan by doubling (Hillis and Steele): after the step of distance d, each thread has combined its value
// with those of the 2d - 1 ranks before it, in order. A reduction is the last rank's result. The operator
// must be associative, but need not commute.
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

// The combined value of the ranks up to this one, or before it (`exclusive`; T() for rank 0). *total: the
// combined value of all ranks.
template <class Group, class T, class Operator>
SIM_RAW T sim_combine(const Group &group, T value, Operator combine, bool exclusive, T *total, void *pc) {
    unsigned mask = group.sim_mask(), rank = group.thread_rank(), size = group.size();
    T before = T();
    for (unsigned distance = 1; distance < size; distance *= 2) {
        unsigned source = rank >= distance ? rank - distance : rank;
        T earlier =
            sim_exchange_value(SIM_SHUFFLE_INDEX, mask, value, (int)__fns(mask, 0, (int)source + 1), 32, pc);
        if (rank >= distance) {
            value = combine(earlier, value);
        }
    }
    if (exclusive) {
        T earlier = sim_exchange_value(SIM_SHUFFLE_INDEX, mask, value,
                                       (int)__fns(mask, 0, (int)(rank == 0 ? 0 : rank - 1) + 1), 32, pc);
        before = rank == 0 ? T() : earlier;
    }
    if (total != nullptr) {
        *total = sim_exchange_value(SIM_SHUFFLE_INDEX, mask, value, (int)__fns(mask, 0, (int)size), 32, pc);
    }
    return exclusive ? before : value;
}

template <class Group, class T, class Operator>
SIM_CALLED_BY_VALUE T reduce(const Group &group, T value, Operator combine, SIM_PLACE) {
    T total;
    sim_combine(group, value, combine, false, &total, sim_place);
    return total;
}
template <class Group, class T, class Operator>
SIM_CALLED_BY_VALUE T inclusive_scan(const Group &group, T value, Operator combine, SIM_PLACE) {
    return sim_combine(group, value, combine, false, (T *)nullptr, sim_place);
}
template <class Group, class T>
SIM_CALLED_BY_VALUE T inclusive_scan(const Group &group, T value, SIM_PLACE) {
    return sim_combine(group, value, plus<T>(), false, (T *)nullptr, sim_place);
}
template <class Group, class T, class Operator>
SIM_CALLED_BY_VALUE T exclusive_scan(const Group &group, T value, Operator combine, SIM_PLACE) {
    return sim_combine(group, value, combine, true, (T *)nullptr, sim_place);
}
template <class Group, class T>
SIM_CALLED_BY_VALUE T exclusive_scan(const Group &group, T value, SIM_PLACE) {
    return sim_combine(group, value, plus<T>(), true, (T *)nullptr, sim_place);
}

} // namespace cooperative_groups

#endif
