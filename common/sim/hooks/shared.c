// The functions that a kernel's `__shared__` declarations call (cuda/sim/shared.h).
#include "sim/hooks/hook.h"
#include "sim/report/thread.h"

static void *place(struct worker *worker, const struct shared_array *array, uint32_t pc) {
    const struct shared_memory *shared = &worker->shared;
    size_t most = worker->launch->dynamic_max > SHARED_STATIC_MAX ? SHARED_OPTIN_MAX : SHARED_STATIC_MAX;
    size_t bytes = shared->static_bytes + shared->dynamic_bytes;
    if (array != NULL && shared->static_bytes <= SHARED_STATIC_MAX && bytes <= most) {
        return (void *)array->base;
    }
    report_shared_full(&worker->report, pc, bytes, most);
    lane_abandon(worker, ERROR_INVALID_VALUE);
}

// Each thread calls the functions below. An array that is known has had room.
static void *known_place(const struct sim_shared_site *site) {
    struct worker *worker = running_worker;
    const struct shared_array *array = worker == NULL ? NULL : shared_memory_known(&worker->shared, site);
    return array == NULL ? NULL : (void *)array->base;
}

void *sim_shared_array(const struct sim_shared_site *site);
void *sim_shared_array(const struct sim_shared_site *site) {
    void *known = known_place(site);
    if (known != NULL) {
        return known;
    }
    struct worker *worker = kernel_only_of(TOPIC_SHARED_MEMORY, "", CALLER_ADDRESS());
    return place(worker, shared_memory_static(&worker->shared, site), relative_pc(CALLER_ADDRESS()));
}

void *sim_dynamic_shared(const struct sim_shared_site *site);
void *sim_dynamic_shared(const struct sim_shared_site *site) {
    void *known = known_place(site);
    if (known != NULL) {
        return known;
    }
    struct worker *worker = kernel_only_of(TOPIC_SHARED_MEMORY, "", CALLER_ADDRESS());
    return place(worker, shared_memory_dynamic(&worker->shared, site), relative_pc(CALLER_ADDRESS()));
}
