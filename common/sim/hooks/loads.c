// The accesses of __ldg and the other functions of cuda/sim/loads.h.
#include "sim/access/read_only.h"
#include "sim/hooks/hook.h"

enum { LOAD_PLAIN, LOAD_VOLATILE, LOAD_READ_ONLY }; // also in cuda/sim/loads.h

void sim_load(const void *address, size_t bytes, int kind, void *return_address);
void sim_load(const void *address, size_t bytes, int kind, void *return_address) {
    struct worker *worker = turn_worker();
    if (kind == LOAD_READ_ONLY && worker != NULL) {
        access_read_only(worker, (uintptr_t)address, (unsigned)bytes, relative_pc(return_address));
    }
    touch(address, bytes, kind == LOAD_VOLATILE ? ACCESS_STRONG_READ : ACCESS_READ, return_address);
}

void sim_store(void *address, size_t bytes, int kind, void *return_address);
void sim_store(void *address, size_t bytes, int kind, void *return_address) {
    touch(address, bytes, kind == LOAD_VOLATILE ? ACCESS_STRONG_WRITE : ACCESS_WRITE, return_address);
}
