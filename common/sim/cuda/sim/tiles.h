// Cooperative groups: tiles of 1, 2, 4, ... 32 lanes.
#ifndef SIM_TILES_H
#define SIM_TILES_H

#include "groups.h"

namespace cooperative_groups {

// Parent: the group that the tile is part of, as in CUDA; it is not used.
template <unsigned Size, class Parent = void>
class thread_block_tile {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                  "a tile of the simulated GPU has 1, 2, 4, 8, 16 or 32 threads");
    unsigned rank_in_parent, parent_size; // of the thread

  public:
    SIM_RAW thread_block_tile(unsigned rank, unsigned size) : rank_in_parent(rank), parent_size(size) {
    }
    template <class Other>
    SIM_RAW thread_block_tile(const thread_block_tile<Size, Other> &other)
        : rank_in_parent(other.meta_group_rank() * Size + other.thread_rank()),
          parent_size(other.meta_group_size() * Size) {
    }

    SIM_RAW static unsigned sim_mask() {
        unsigned lanes = Size == 32 ? ~0u : (1u << Size % 32) - 1;
        return lanes << (thread_block::thread_rank() % 32 / Size * Size);
    }
    SIM_RAW static constexpr unsigned size() {
        return Size;
    }
    SIM_RAW static constexpr unsigned num_threads() {
        return Size;
    }
    SIM_RAW static unsigned thread_rank() {
        return thread_block::thread_rank() % Size;
    }
    SIM_RAW unsigned meta_group_rank() const {
        return rank_in_parent / Size;
    }
    SIM_RAW unsigned meta_group_size() const {
        return (parent_size + Size - 1) / Size;
    }
    SIM_CALLED static void sync() {
        sim_syncwarp_at(sim_mask(), SIM_CALLER);
    }
    template <class T>
    SIM_CALLED_BY_VALUE T shfl(T value, int rank, SIM_PLACE) const {
        return sim_exchange_value(SIM_SHUFFLE_INDEX, sim_mask(), value, rank, Size, sim_place);
    }
    template <class T>
    SIM_CALLED_BY_VALUE T shfl_up(T value, unsigned delta, SIM_PLACE) const {
        return sim_exchange_value(SIM_SHUFFLE_UP, sim_mask(), value, (int)delta, Size, sim_place);
    }
    template <class T>
    SIM_CALLED_BY_VALUE T shfl_down(T value, unsigned delta, SIM_PLACE) const {
        return sim_exchange_value(SIM_SHUFFLE_DOWN, sim_mask(), value, (int)delta, Size, sim_place);
    }
    template <class T>
    SIM_CALLED_BY_VALUE T shfl_xor(T value, unsigned mask, SIM_PLACE) const {
        return sim_exchange_value(SIM_SHUFFLE_XOR, sim_mask(), value, (int)mask, Size, sim_place);
    }
    SIM_CALLED unsigned ballot(int predicate) const {
        unsigned lanes = predicate != 0;
        sim_exchange(SIM_BALLOT, sim_mask(), &lanes, sizeof(lanes), 0, 32, SIM_CALLER);
        return lanes >> (thread_block::thread_rank() % 32 / Size * Size);
    }
    SIM_CALLED int any(int predicate) const {
        unsigned lanes = predicate != 0;
        sim_exchange(SIM_ANY, sim_mask(), &lanes, sizeof(lanes), 0, 32, SIM_CALLER);
        return lanes != 0;
    }
    SIM_CALLED int all(int predicate) const {
        unsigned lanes = predicate == 0;
        sim_exchange(SIM_ALL, sim_mask(), &lanes, sizeof(lanes), 0, 32, SIM_CALLER);
        return lanes == 0;
    }
    template <class T>
    SIM_CALLED_BY_VALUE unsigned match_any(T value, SIM_PLACE) const {
        unsigned long long given = 0;
        __builtin_memcpy(&given, &value, sizeof(value));
        sim_exchange(SIM_MATCH_ANY, sim_mask(), &given, sizeof(given), 0, 32, sim_place);
        return (unsigned)given >> (thread_block::thread_rank() % 32 / Size * Size);
    }
    template <class T>
    SIM_CALLED_BY_VALUE unsigned match_all(T value, int &predicate, SIM_PLACE) const {
        unsigned long long given = 0;
        __builtin_memcpy(&given, &value, sizeof(value));
        sim_exchange(SIM_MATCH_ALL, sim_mask(), &given, sizeof(given), 0, 32, sim_place);
        predicate = given != 0;
        return (unsigned)given >> (thread_block::thread_rank() % 32 / Size * Size);
    }
};

template <unsigned Size>
SIM_RAW inline thread_block_tile<Size, thread_block> tiled_partition(const thread_block &) {
    return {thread_block::thread_rank(), thread_block::size()};
}
template <unsigned Size, unsigned Larger, class Parent>
SIM_RAW inline thread_block_tile<Size, thread_block_tile<Larger, Parent>>
tiled_partition(const thread_block_tile<Larger, Parent> &) {
    static_assert(Size <= Larger, "a tile cannot be divided into larger tiles");
    return {thread_block::thread_rank() % Larger, Larger};
}

SIM_RAW inline thread_block_tile<1> this_thread() {
    return {0, 1};
}

// ---- Groups whose kind or size is known only at run time ----

// A block, a tile, or coalesced threads.
class thread_group {
    unsigned mask; // of the lanes; 0: the block

  public:
    SIM_RAW thread_group(const thread_block &) : mask(0) {
    }
    SIM_RAW thread_group(const coalesced_group &group) : mask(group.sim_mask()) {
    }
    template <unsigned Size, class Parent>
    SIM_RAW thread_group(const thread_block_tile<Size, Parent> &tile) : mask(tile.sim_mask()) {
    }
    SIM_RAW unsigned sim_mask() const {
        return mask;
    }
    SIM_CALLED void sync() const {
        if (mask == 0) {
            sim_barrier(SIM_CALLER);
        } else {
            sim_syncwarp_at(mask, SIM_CALLER);
        }
    }
    SIM_RAW unsigned size() const {
        return mask == 0 ? thread_block::size() : coalesced_group(mask).size();
    }
    SIM_RAW unsigned num_threads() const {
        return size();
    }
    SIM_RAW unsigned thread_rank() const {
        return mask == 0 ? thread_block::thread_rank() : coalesced_group(mask).thread_rank();
    }
};

// Divides the group into tiles of `size` consecutive lanes each.
SIM_RAW inline thread_group sim_tile(const thread_group &parent, unsigned size) {
    unsigned rank = parent.thread_rank(), lanes = 0, parent_mask = parent.sim_mask();
    if (parent_mask == 0) {
        unsigned first = rank / size * size % 32, end = first + size < 32 ? first + size : 32;
        for (unsigned lane = first; lane < end; lane++) {
            lanes |= 1u << lane;
        }
        return coalesced_group(lanes);
    }
    for (unsigned i = rank / size * size; i < rank / size * size + size && i < parent.size(); i++) {
        lanes |= 1u << __fns(parent_mask, 0, (int)i + 1);
    }
    return coalesced_group(lanes);
}
SIM_RAW inline thread_group tiled_partition(const thread_group &parent, unsigned size) {
    return sim_tile(parent, size);
}
SIM_RAW inline thread_group tiled_partition(const thread_block &parent, unsigned size) {
    return sim_tile(parent, size);
}
SIM_RAW inline coalesced_group tiled_partition(const coalesced_group &parent, unsigned size) {
    return coalesced_group(sim_tile(parent, size).sim_mask());
}

// The lanes of a group that have the same `label`.
template <class Group, class Label>
SIM_CALLED coalesced_group labeled_partition(const Group &group, Label label) {
    unsigned long long given = 0;
    __builtin_memcpy(&given, &label, sizeof(label));
    sim_exchange(SIM_MATCH_ANY, group.sim_mask(), &given, sizeof(given), 0, 32, SIM_CALLER);
    return coalesced_group((unsigned)given);
}
template <class Group>
SIM_CALLED coalesced_group binary_partition(const Group &group, bool predicate) {
    unsigned lanes = predicate;
    sim_exchange(SIM_BALLOT, group.sim_mask(), &lanes, sizeof(lanes), 0, 32, SIM_CALLER);
    return coalesced_group(predicate ? lanes : group.sim_mask() & ~lanes);
}

// The thread of rank 0 in the group calls function(arguments).
template <class Group, class Function, class... Arguments>
void invoke_one(const Group &group, Function &&function, Arguments &&...arguments) {
    if (group.thread_rank() == 0) {
        function(arguments...);
    }
}
template <class Group, class Function, class... Arguments>
auto invoke_one_broadcast(const Group &group, Function &&function, Arguments &&...arguments) {
    decltype(function(arguments...)) result = {};
    if (group.thread_rank() == 0) {
        result = function(arguments...);
    }
    return group.shfl(result, 0);
}

// ---- Missing functions ----

SIM_MISSING("the simulated GPU has no clusters of blocks") int this_cluster(...);
struct SIM_MISSING_TYPE("the simulated GPU has no clusters of blocks") cluster_group;
SIM_MISSING("the simulated GPU is a single device") int this_multi_grid(...);
struct SIM_MISSING_TYPE("the simulated GPU is a single device") multi_grid_group;
SIM_MISSING("the simulated GPU has reduce() and atomicAdd(), but no combination of them")
void reduce_update_async(...), reduce_store_async(...);
SIM_MISSING("the simulated GPU has inclusive_scan() and atomicAdd(), but no combination of them")
int inclusive_scan_update(...), exclusive_scan_update(...);

// ---- The same as functions ----

SIM_CALLED inline void sync(const thread_group &group) {
    if (group.sim_mask() == 0) {
        sim_barrier(SIM_CALLER);
    } else {
        sim_syncwarp_at(group.sim_mask(), SIM_CALLER);
    }
}

SIM_CALLED inline void sync(const thread_block &) {
    sim_barrier(SIM_CALLER);
}
SIM_CALLED inline void sync(const coalesced_group &group) {
    sim_syncwarp_at(group.sim_mask(), SIM_CALLER);
}
template <unsigned Size, class Parent>
SIM_CALLED void sync(const thread_block_tile<Size, Parent> &tile) {
    sim_syncwarp_at(tile.sim_mask(), SIM_CALLER);
}
template <class Group>
SIM_RAW unsigned thread_rank(const Group &group) {
    return group.thread_rank();
}
template <class Group>
SIM_RAW unsigned group_size(const Group &group) {
    return group.size();
}

} // namespace cooperative_groups

#endif
