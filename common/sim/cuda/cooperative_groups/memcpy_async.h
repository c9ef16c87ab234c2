#ifndef SIM_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define SIM_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"
#include "../sim/copies.h"

namespace cooperative_groups {

// Copies so many bytes; or the smaller number of elements.
template <class Group, class T, class Bytes>
SIM_CALLED void memcpy_async(const Group &group, T *to, const T *from, const Bytes &bytes) {
    sim_copy_part(to, from, bytes, group.thread_rank(), group.size(), SIM_CALLER);
    sim_copies_commit(); // each call is a stage
}
template <class Group, class T, class Room, class Count>
SIM_CALLED void memcpy_async(const Group &group, T *to, const Room &room, const T *from, const Count &count) {
    const size_t elements = (size_t)room < (size_t)count ? (size_t)room : (size_t)count;
    sim_copy_part(to, from, elements * sizeof(T), group.thread_rank(), group.size(), SIM_CALLER);
    sim_copies_commit();
}

SIM_RAW inline void sim_wait_for(const thread_block &, void *pc) {
    sim_barrier(pc);
}
template <class Group>
SIM_RAW void sim_wait_for(const Group &group, void *pc) {
    if (group.sim_mask() == 0) {
        sim_barrier(pc);
    } else {
        sim_syncwarp_at(group.sim_mask(), pc);
    }
}
template <class Group>
SIM_CALLED void wait(const Group &group) {
    sim_copies_wait_prior(0);
    sim_wait_for(group, SIM_CALLER);
}
template <unsigned Stages, class Group>
SIM_CALLED void wait_prior(const Group &group) {
    sim_copies_wait_prior(Stages);
    sim_wait_for(group, SIM_CALLER);
}

} // namespace cooperative_groups

#endif
