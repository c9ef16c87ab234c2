// Cooperative groups: threads that wait and count together.
#ifndef SIM_GROUPS_H
#define SIM_GROUPS_H

#include "missing.h"
#include "threads.h"
#include "warp.h"

#define SIM_NO_SPLIT_BARRIER                                                                                 \
    SIM_MISSING("the simulated GPU has no barriers in two halves: use sync() or __syncthreads()")

namespace cooperative_groups {

// ---- The block ----

class thread_block {
  public:
    SIM_CALLED static void sync() {
        sim_barrier(SIM_CALLER);
    }
    SIM_RAW static unsigned thread_rank() {
        return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    }
    SIM_RAW static unsigned size() {
        return blockDim.x * blockDim.y * blockDim.z;
    }
    SIM_RAW static unsigned num_threads() {
        return size();
    }
    SIM_RAW static dim3 group_index() {
        return blockIdx;
    }
    SIM_RAW static dim3 thread_index() {
        return threadIdx;
    }
    SIM_RAW static dim3 group_dim() {
        return blockDim;
    }
    SIM_RAW static dim3 dim_threads() {
        return blockDim;
    }
    SIM_NO_SPLIT_BARRIER int barrier_arrive() const;
    SIM_NO_SPLIT_BARRIER void barrier_wait(int token) const;
};

SIM_RAW inline thread_block this_thread_block() {
    return thread_block();
}

// Memory for tiles of more than a warp, which the simulated GPU does not have; smaller ones need none.
template <unsigned MaxBlockSize = 1024>
struct block_tile_memory {
    char unused[MaxBlockSize / 32];
};
template <unsigned MaxBlockSize>
SIM_RAW inline thread_block this_thread_block(block_tile_memory<MaxBlockSize> &) {
    return thread_block();
}

// ---- The grid ----

class grid_group {
  public:
    SIM_CALLED static void sync() {
        sim_grid_barrier(SIM_CALLER);
    }
    SIM_NO_SPLIT_BARRIER int barrier_arrive() const;
    SIM_NO_SPLIT_BARRIER void barrier_wait(int token) const;
    SIM_RAW static bool is_valid() {
        return sim_is_cooperative();
    }
    SIM_RAW static unsigned long long block_rank() {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    SIM_RAW static unsigned long long num_blocks() {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    SIM_RAW static unsigned long long thread_rank() {
        return block_rank() * thread_block::size() + thread_block::thread_rank();
    }
    SIM_RAW static unsigned long long size() {
        return num_blocks() * thread_block::size();
    }
    SIM_RAW static unsigned long long num_threads() {
        return size();
    }
    SIM_RAW static dim3 group_dim() {
        return gridDim;
    }
    SIM_RAW static dim3 dim_blocks() {
        return gridDim;
    }
    SIM_RAW static dim3 block_index() {
        return blockIdx;
    }
};

SIM_RAW inline grid_group this_grid() {
    return grid_group();
}
SIM_CALLED inline void sync(const grid_group &) {
    sim_grid_barrier(SIM_CALLER);
}

// ---- Lanes of a warp ----

// Shuffles a trivially copyable value of any size by shuffles of up to 8 bytes. Only its copy constructor
// must be trivial: in the labs' structs, SIM_STRUCT defines an assignment operator.
template <class T>
SIM_RAW T sim_exchange_value(enum sim_exchange_kind kind, unsigned mask, T value, int argument, int width,
                             void *pc) {
    static_assert(__is_trivially_constructible(T, const T &) && sizeof(T) <= 32,
                  "a shuffle takes trivially copyable values of up to 32 bytes");
    unsigned char bytes[sizeof(T)];
    __builtin_memcpy(bytes, &value, sizeof(value));
    for (size_t at = 0; at < sizeof(value); at += 8) {
        size_t here = sizeof(value) - at < 8 ? sizeof(value) - at : 8;
        sim_exchange(kind, mask, bytes + at, here, argument, width, pc);
    }
    __builtin_memcpy((void *)&value, bytes,
                     sizeof(value)); // of a struct, GCC would warn at the student's line
    return value;
}

// The lanes that were active together when it was made (__activemask()).
class coalesced_group {
    unsigned mask;

    template <class T>
    SIM_RAW T from(T value, unsigned lane, void *pc) const {
        return sim_exchange_value(SIM_SHUFFLE_INDEX, mask, value, (int)lane, 32, pc);
    }
    SIM_RAW unsigned lane_of(unsigned rank) const {
        return __fns(mask, 0, (int)rank + 1);
    }
    SIM_RAW unsigned ranks_of(unsigned lanes) const {
        unsigned ranks = 0, rank = 0;
        for (unsigned rest = mask; rest != 0; rest &= rest - 1, rank++) {
            ranks |= (lanes & rest & (0u - rest)) != 0 ? 1u << rank : 0;
        }
        return ranks;
    }

  public:
    SIM_RAW explicit coalesced_group(unsigned mask_) : mask(mask_) {
    }
    SIM_CALLED void sync() const {
        sim_syncwarp_at(mask, SIM_CALLER);
    }
    SIM_RAW unsigned size() const {
        return (unsigned)__builtin_popcount(mask);
    }
    SIM_RAW unsigned num_threads() const {
        return size();
    }
    SIM_RAW unsigned thread_rank() const {
        return (unsigned)__builtin_popcount(mask & ((1u << thread_block::thread_rank() % 32) - 1));
    }
    SIM_RAW unsigned meta_group_size() const {
        return 1;
    }
    SIM_RAW unsigned meta_group_rank() const {
        return 0;
    }
    SIM_RAW unsigned sim_mask() const {
        return mask;
    }
    template <class T>
    SIM_CALLED_BY_VALUE T shfl(T value, unsigned rank, SIM_PLACE) const {
        return from(value, lane_of(rank % size()), sim_place);
    }
    template <class T>
    SIM_CALLED_BY_VALUE T shfl_up(T value, unsigned delta, SIM_PLACE) const {
        unsigned rank = thread_rank();
        return from(value, lane_of(rank >= delta ? rank - delta : rank), sim_place);
    }
    template <class T>
    SIM_CALLED_BY_VALUE T shfl_down(T value, unsigned delta, SIM_PLACE) const {
        unsigned rank = thread_rank();
        return from(value, lane_of(rank + delta < size() ? rank + delta : rank), sim_place);
    }
    SIM_CALLED unsigned ballot(int predicate) const {
        unsigned lanes = predicate != 0;
        sim_exchange(SIM_BALLOT, mask, &lanes, sizeof(lanes), 0, 32, SIM_CALLER);
        return ranks_of(lanes);
    }
    SIM_CALLED int any(int predicate) const {
        unsigned lanes = predicate != 0;
        sim_exchange(SIM_ANY, mask, &lanes, sizeof(lanes), 0, 32, SIM_CALLER);
        return lanes != 0;
    }
    SIM_CALLED int all(int predicate) const {
        unsigned lanes = predicate == 0;
        sim_exchange(SIM_ALL, mask, &lanes, sizeof(lanes), 0, 32, SIM_CALLER);
        return lanes == 0;
    }
};

SIM_CALLED inline coalesced_group coalesced_threads() {
    unsigned lanes = 0;
    sim_exchange(SIM_ACTIVE_MASK, 0, &lanes, sizeof(lanes), 1, 32, SIM_CALLER); // 1: ASKED_FOR_GROUP
    return coalesced_group(lanes);
}

} // namespace cooperative_groups

#endif
