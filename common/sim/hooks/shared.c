// What a kernel's `__shared__` declarations call (cuda/sim/shared.h).
#include <stdio.h>

#include "sim/schedule/block.h"
#include "sim/hooks/tsan.h"

enum { INVALID_VALUE = 1 }; // cudaError_t

static void *place(struct worker *worker, const struct arena_array *array, uint32_t pc) {
    const struct arena *arena = &worker->arena;
    size_t most = worker->launch->dynamic_max > SHARED_STATIC_MAX ? SHARED_OPTIN_MAX : SHARED_STATIC_MAX;
    if (array != NULL && arena->static_bytes <= SHARED_STATIC_MAX &&
        arena->static_bytes + arena->dynamic_bytes <= most) {
        return (void *)array->base;
    }
    bool is_new;
    struct report_entry *entry = report_add(&worker->report, DIAGNOSTIC_LAUNCH, worker->launch->kernel,
                                            worker->launch->pc, pc, worker->serial, &is_new);
    if (entry != NULL && is_new) {
        snprintf(entry->diagnostic.message, sizeof(entry->diagnostic.message),
                 "%s: the block needs %zu bytes of shared memory, at least; it gets %d",
                 worker->launch->kernel, arena->static_bytes + arena->dynamic_bytes, (int)most);
        snprintf(entry->diagnostic.places[1].text, sizeof(entry->diagnostic.places[1].text),
                 "there is no room for this");
    }
    block_abandon(worker, INVALID_VALUE);
}

void *sim_shared_array(const struct sim_shared_site *site);
void *sim_shared_array(const struct sim_shared_site *site) {
    struct worker *worker = hooks_kernel_worker("__shared__ memory", __builtin_return_address(0));
    return place(worker, arena_static(&worker->arena, site), relative_pc(__builtin_return_address(0)));
}

void *sim_dynamic_shared(const struct sim_shared_site *site);
void *sim_dynamic_shared(const struct sim_shared_site *site) {
    struct worker *worker = hooks_kernel_worker("__shared__ memory", __builtin_return_address(0));
    return place(worker, arena_dynamic(&worker->arena, site), relative_pc(__builtin_return_address(0)));
}
