#include "sim/trace/trace.h"

#include <string.h>

#include "sim/memory/variables.h"

enum {
    WRITES_MAX = 64,   // of one instruction that copies a struct
    VARIABLES_MAX = 64 // __device__ variables whose names are recorded
};

_Static_assert((int)RECORD_STRONG_READ == ACCESS_STRONG_READ && (int)RECORD_ATOMIC == ACCESS_ATOMIC &&
                   (int)RECORD_ATOMIC_WRITE == ACCESS_ATOMIC_WRITE,
               "a recorded access has the number of its kind");

struct record *trace_record;

// What a worker has begun: writes whose values are not in memory yet, each thread's last access, and how many
// arrays in shared memory are known.
static struct progress_of_worker {
    struct record_entry *writes[WRITES_MAX];
    unsigned write_count;
    struct record_entry *last[BLOCK_THREADS_MAX];
    unsigned arrays_known;
    uint32_t arrays_launch;
    uintptr_t shared_base;
} begun[WORKERS_MAX];

// The __device__ variables that are recorded, in no order.
static const struct variable *variables_known[VARIABLES_MAX];
static const struct launch *recorded; // the last launch

void trace_begin(void *memory, size_t bytes) {
    trace_record = memory;
    if (memory != NULL) {
        memset(begun, 0, sizeof(begun));
        memset(variables_known, 0, sizeof(variables_known));
        trace_record->capacity = (bytes - sizeof(*trace_record)) / sizeof(trace_record->entries[0]);
        trace_record->count = 0;
    }
}

// A new entry. NULL: the recording is full.
static struct record_entry *add_record(enum record_type type, unsigned worker) {
    uint64_t place = __atomic_fetch_add(&trace_record->count, 1, __ATOMIC_RELAXED);
    if (place >= trace_record->capacity) {
        return NULL;
    }
    struct record_entry *entry = &trace_record->entries[place];
    *entry = (struct record_entry){.type = (uint8_t)type, .worker = (uint8_t)worker};
    return entry;
}

static void add_name(const char *name) {
    size_t length = strlen(name) + 1;
    for (size_t done = 0; done < length; done += RECORD_NAME_BYTES) {
        struct record_entry *entry = add_record(RECORD_NAME, 0);
        if (entry != NULL) {
            size_t here = length - done < RECORD_NAME_BYTES ? length - done : RECORD_NAME_BYTES;
            memcpy((char *)entry + 8, name + done, here);
        }
    }
}

static void add_contents(const struct allocation *allocation) {
    for (size_t at = 0; at < allocation->bytes && trace_record->count < trace_record->capacity; at += 16) {
        struct record_entry *entry = add_record(RECORD_CONTENTS, 0);
        size_t here = allocation->bytes - at < 16 ? allocation->bytes - at : 16;
        if (entry == NULL) {
            return;
        }
        entry->address = allocation->base + at;
        entry->bytes = (uint8_t)here;
        entry->kind = allocation->is_input;
        memcpy(entry->value, (const void *)(allocation->base + at), here);
        for (size_t word = 0; word < here; word += 4) {
            unsigned set = allocation->is_input ? 15 : allocation->shadow.cells[(at + word) / 4].set_bytes;
            entry->extra |= set << word;
        }
    }
}

// A __device__ variable gets its name and contents when it is accessed first.
static void know_variable(uintptr_t address) {
    bool inside;
    const struct variable *variable = variables_find(address, 1, &inside);
    unsigned i = 0;
    while (i < VARIABLES_MAX && variables_known[i] != NULL && variables_known[i] != variable) {
        i++;
    }
    if (variable != NULL && i < VARIABLES_MAX && variables_known[i] == NULL) {
        variables_known[i] = variable;
        trace_allocation(&variable->allocation, false);
        add_contents(&variable->allocation);
    }
}

// ---- Accesses ----

// Copies what is in memory at the entry's address now.
static void sample(const struct progress_of_worker *of, const struct record_entry *entry, void *value) {
    uintptr_t base = (entry->kind & RECORD_SHARED_SPACE) != 0 ? of->shared_base : 0;
    memcpy(value, (const void *)(base + (uintptr_t)entry->address), entry->bytes);
}

// All writes that were begun have happened.
static void finish_writes(struct progress_of_worker *of) {
    for (unsigned i = 0; i < of->write_count; i++) {
        struct record_entry *entry = of->writes[i];
        bool atomic = (entry->kind & RECORD_KIND) == ACCESS_ATOMIC;
        sample(of, entry, atomic ? &entry->value[1] : entry->value);
    }
    of->write_count = 0;
}

// The access of this entry is about to happen.
static void begin_access(struct progress_of_worker *of, struct record_entry *entry) {
    enum access_kind kind = entry->kind & RECORD_KIND;
    if (access_reads(kind) || kind == ACCESS_ATOMIC) {
        sample(of, entry, entry->value);
    }
    if (!access_reads(kind)) {
        of->writes[of->write_count++] = entry;
    }
}

void trace_access(unsigned worker, unsigned thread, uint32_t row, uint32_t pc, uintptr_t address,
                  unsigned bytes, enum access_kind kind) {
    struct progress_of_worker *of = &begun[worker];
    bool shared = address - of->shared_base < SHARED_SPACE;
    if (!shared && !global_memory_contains(address)) {
        know_variable(address);
    }
    // The words of a struct are written together, after all calls of one instruction.
    if (of->write_count > 0 && (of->writes[0]->pc != pc || of->writes[0]->thread != thread ||
                                of->write_count == WRITES_MAX || address == of->writes[0]->address)) {
        finish_writes(of);
    }
    struct record_entry *entry = add_record(RECORD_ACCESS, worker);
    of->last[thread] = entry;
    if (entry == NULL) {
        return;
    }
    entry->kind = (uint8_t)(access_unscoped(kind) | (shared ? RECORD_SHARED_SPACE : 0));
    entry->bytes = (uint8_t)(bytes <= sizeof(entry->value) ? bytes : sizeof(entry->value));
    entry->thread = (uint16_t)thread;
    entry->row = (uint16_t)row;
    entry->pc = pc;
    entry->address = shared ? address - of->shared_base : address;
    begin_access(of, entry);
}

void trace_again(unsigned worker, unsigned thread) {
    struct progress_of_worker *of = &begun[worker];
    if (of->last[thread] != NULL) {
        finish_writes(of);
        begin_access(of, of->last[thread]);
    }
}

void trace_cost(unsigned worker, uint32_t row, bool shared, unsigned passes, unsigned conflicts) {
    struct record_entry *entry = passes <= 1 ? NULL : add_record(RECORD_COST, worker);
    if (entry != NULL) {
        entry->kind = shared ? RECORD_SHARED_SPACE : 0;
        entry->row = (uint16_t)row;
        entry->pc = passes;
        entry->extra = conflicts;
    }
}

// Records the arrays in shared memory that are new in this launch.
static void add_shared_arrays(struct progress_of_worker *of, unsigned worker,
                              const struct shared_memory *shared) {
    for (; of->arrays_known < shared->array_count; of->arrays_known++) {
        const struct shared_array *array = &shared->arrays[of->arrays_known];
        struct record_entry *entry = add_record(RECORD_ARRAY, worker);
        if (entry != NULL) {
            entry->kind = RECORD_SHARED;
            entry->address = array->base - shared->base;
            entry->value[0] = array->bytes;
            entry->value[1] = array->element;
            entry->extra = (uint32_t)array->row;
            add_name(array->name);
        }
    }
}

void trace_stretch(unsigned worker, unsigned first, uint32_t lanes, uint32_t live,
                   const struct shared_memory *shared) {
    struct progress_of_worker *of = &begun[worker];
    finish_writes(of);
    add_shared_arrays(of, worker, shared);
    struct record_entry *entry = add_record(RECORD_STRETCH, worker);
    if (entry != NULL) {
        entry->thread = (uint16_t)first;
        entry->pc = lanes;
        entry->extra = live;
    }
}

// ---- Blocks ----

void trace_block(unsigned worker, const struct launch *launch, uint64_t block,
                 const struct shared_memory *shared) {
    struct progress_of_worker *of = &begun[worker];
    of->shared_base = shared->base;
    memset(of->last, 0, sizeof(of->last));
    if (of->arrays_launch != launch->number) {
        of->arrays_launch = launch->number;
        of->arrays_known = 0;
    }
    struct record_entry *entry = add_record(RECORD_BLOCK, worker);
    if (entry != NULL) {
        entry->address = block;
        entry->pc = launch->number;
        entry->extra = launch->first_id + (uint32_t)block;
    }
}

void trace_block_end(unsigned worker, const struct shared_memory *shared, bool abandoned) {
    finish_writes(&begun[worker]);
    add_shared_arrays(&begun[worker], worker, shared);
    struct record_entry *entry = add_record(RECORD_BLOCK_END, worker);
    if (entry != NULL) {
        entry->kind = abandoned;
    }
}

void trace_barrier(unsigned worker, uint32_t pc) {
    struct record_entry *entry = add_record(RECORD_BARRIER, worker);
    if (entry != NULL) {
        entry->pc = pc;
    }
}

void trace_wait(unsigned worker, unsigned thread, enum record_wait where, uint32_t pc) {
    struct record_entry *entry = add_record(RECORD_WAIT, worker);
    if (entry != NULL) {
        entry->thread = (uint16_t)thread;
        entry->kind = (uint8_t)where;
        entry->pc = pc;
    }
}

void trace_exchange(unsigned worker, uint16_t group, unsigned thread, uint32_t pc, enum record_exchange kind,
                    unsigned source, uint64_t given, uint64_t got) {
    struct record_entry *entry = add_record(RECORD_EXCHANGE, worker);
    if (entry != NULL) {
        entry->row = group;
        entry->thread = (uint16_t)thread;
        entry->pc = pc;
        entry->kind = (uint8_t)kind;
        entry->extra = source;
        entry->value[0] = given;
        entry->value[1] = got;
    }
}

// ---- Launches and arrays ----

void trace_launch(const struct launch *launch) {
    struct record_entry *entry = add_record(RECORD_LAUNCH, 0);
    recorded = launch;
    if (entry != NULL) {
        entry->pc = launch->pc;
        entry->extra = launch->number;
        entry->address = (uint64_t)launch->grid.y << 32 | launch->grid.x;
        entry->value[0] = (uint64_t)launch->block.x << 32 | launch->grid.z;
        entry->value[1] = (uint64_t)launch->block.z << 32 | launch->block.y;
        add_name(launch->kernel);
    }
    for (size_t i = 0; i < global_memory_count(); i++) {
        if (!global_memory_at(i)->freed) {
            add_contents(global_memory_at(i));
        }
    }
}

void trace_launch_end(const struct launch *launch) {
    struct record_entry *entry = add_record(RECORD_LAUNCH_END, 0);
    if (entry != NULL) {
        entry->extra = launch->number;
    }
}

void trace_allocation(const struct allocation *allocation, bool output) {
    struct record_entry *entry = add_record(RECORD_ARRAY, 0);
    if (entry != NULL) {
        entry->kind = output ? RECORD_OUTPUT : allocation->is_input ? RECORD_INPUT : RECORD_GLOBAL;
        entry->pc = (uint32_t)allocation->pc;
        entry->address = allocation->base;
        entry->value[0] = allocation->bytes;
        entry->value[1] = allocation->element;
        add_name(allocation->name);
    }
}

// ---- The host ----

void trace_copy(uint32_t pc, uintptr_t address, size_t bytes) {
    struct record_entry *entry = add_record(RECORD_COPY, 0);
    if (entry != NULL) {
        entry->pc = pc;
        entry->address = address;
        entry->value[0] = bytes;
    }
}

void trace_host_read(uint32_t pc, uintptr_t address) {
    struct record_entry *entry = add_record(RECORD_HOST, 0);
    if (entry != NULL) {
        entry->pc = pc;
        entry->address = address;
    }
}

// ---- Mistakes ----

// The id that the block had when it began.
static uint32_t id_at_begin(uint32_t id) {
    const uint32_t block = recorded == NULL ? UINT32_MAX : id - recorded->first_block;
    return recorded != NULL && block < recorded->block_count ? recorded->first_id + block : id;
}

void trace_mistake(unsigned class_, uint32_t pc, uint32_t second_pc, uint32_t block_id) {
    struct record_entry *entry = add_record(RECORD_MISTAKE, 0);
    if (entry != NULL) {
        entry->kind = (uint8_t)class_;
        entry->pc = pc;
        entry->extra = id_at_begin(block_id);
        entry->value[0] = second_pc;
    }
}

void trace_mistaken_access(unsigned thread, uintptr_t address, unsigned bytes, enum access_kind kind,
                           const struct access_record *earlier) {
    unsigned worker = 0; // whose shared memory the address is in
    while (worker < WORKERS_MAX && address - begun[worker].shared_base >= SHARED_SPACE) {
        worker++;
    }
    bool shared = worker < WORKERS_MAX;
    struct record_entry *entry = add_record(RECORD_DETAIL, 0);
    if (entry != NULL) {
        entry->thread = (uint16_t)thread;
        entry->kind = (uint8_t)(access_unscoped(kind) | (shared ? RECORD_SHARED_SPACE : 0));
        entry->bytes = (uint8_t)bytes;
        entry->address = shared ? address - begun[worker].shared_base : address;
        if (earlier != NULL) {
            entry->extra = id_at_begin(earlier->block_id);
            entry->pc = earlier->pc;
            entry->value[0] = earlier->thread;
            entry->value[1] = access_unscoped((enum access_kind)earlier->kind);
        }
    }
}
