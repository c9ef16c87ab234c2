// The accesses of __ldg and its like (cuda/sim/loads.h).
#include <stdint.h>

#include "sim/access/access.h"
#include "sim/access/host_code.h"

static void touch(const void *address, size_t bytes, enum access_kind kind, const void *return_address) {
    struct worker *worker = sim_worker;
    if (worker != NULL) {
        access_check(worker, (uintptr_t)address, (unsigned)bytes, kind, relative_pc(return_address));
    } else {
        host_access((uintptr_t)address, (unsigned)bytes, kind, return_address);
    }
}

void sim_load(const void *address, size_t bytes, int is_volatile, void *return_address);
void sim_load(const void *address, size_t bytes, int is_volatile, void *return_address) {
    touch(address, bytes, is_volatile ? ACCESS_STRONG_READ : ACCESS_READ, return_address);
}

void sim_store(void *address, size_t bytes, void *return_address);
void sim_store(void *address, size_t bytes, void *return_address) {
    touch(address, bytes, ACCESS_WRITE, return_address);
}
