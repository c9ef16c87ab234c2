// NVIDIA's marks for a profiler, which the simulated GPU does not have: the calls do nothing.
#ifndef SIM_NVTX3_NVTOOLSEXT_H
#define SIM_NVTX3_NVTOOLSEXT_H

#include <stdint.h>

#define NVTX_VERSION 3

typedef uint64_t nvtxRangeId_t;

static inline int nvtxRangePushA(const char *name) {
    (void)name;
    return 0;
}
static inline int nvtxRangePop(void) {
    return 0;
}
static inline nvtxRangeId_t nvtxRangeStartA(const char *name) {
    (void)name;
    return 0;
}
static inline void nvtxRangeEnd(nvtxRangeId_t range) {
    (void)range;
}
static inline void nvtxMarkA(const char *name) {
    (void)name;
}
static inline void nvtxNameOsThreadA(uint32_t thread, const char *name) {
    (void)thread;
    (void)name;
}

#define nvtxRangePush    nvtxRangePushA
#define nvtxRangeStart   nvtxRangeStartA
#define nvtxMark         nvtxMarkA
#define nvtxNameOsThread nvtxNameOsThreadA

#endif
