// Pinned host memory that asynchronous copies use until the host has waited for them.
//
// A kernel has run when its launch returns, and so have copies between device arrays: only what the host sees
// can tell. What a copy brings to pinned memory is put aside, and lands there when the host waits, or when
// another operation that comes afterwards uses the memory. Until then host code still finds the old values,
// and is reported where it accesses the memory. What a copy takes from pinned memory is taken at once. A host
// access that changes it before the host has waited is reported, and if the change was made by code that is
// not instrumented, it is found when the host waits.
#ifndef SIM_PENDING_H
#define SIM_PENDING_H

#include <stddef.h>

#include "sim/base/access_kind.h"
#include "sim/race/stream_order.h"

void pending_begin_case(void);

// The operation copies `bytes` between pinned memory at `host`, allocated as `name`, and memory that can be
// read now. to_host: from `device`, and the values land later.
void pending_add(const struct operation *operation, const char *name, void *host, size_t bytes, void *device,
                 bool to_host);

// The operation is about to access host memory: earlier copies land there. Reports those that may come later.
void pending_use(const struct operation *operation, const void *host, size_t bytes, bool writes);

// The host has waited: what it has waited for lands.
void pending_land(void);

// Host code is about to access these bytes, at `pc`.
void pending_host_access(uintptr_t address, size_t bytes, enum access_kind kind, uint32_t pc);

// All such memory is in here, if there is any.
extern struct pending_range {
    uintptr_t begin, end;
} pending_range;

#endif
