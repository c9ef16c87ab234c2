// The accesses of __ldg and the other functions of cuda/sim/loads.h.
#include "sim/hooks/hook.h"

void sim_load(const void *address, size_t bytes, int is_volatile, void *return_address);
void sim_load(const void *address, size_t bytes, int is_volatile, void *return_address) {
    touch(address, bytes, is_volatile ? ACCESS_STRONG_READ : ACCESS_READ, return_address);
}

void sim_store(void *address, size_t bytes, void *return_address);
void sim_store(void *address, size_t bytes, void *return_address) {
    touch(address, bytes, ACCESS_WRITE, return_address);
}
