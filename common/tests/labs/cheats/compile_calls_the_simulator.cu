// expect: undefined reference to `heap_unlock'
// Calls the simulator to read device memory on the host.
#include "lab.h"

extern "C" void heap_unlock(void);

int reduce_interleaved(const int *d_in, size_t n) {
    int sum = 0;
    heap_unlock();
    for (size_t i = 0; i < n; i++) {
        sum += d_in[i];
    }
    return sum;
}
