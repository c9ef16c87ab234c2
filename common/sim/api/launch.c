// Kernel launches, as `kernel<<<...>>>` calls them (cuda/sim/launch.h).
#include "sim/api/launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/access/host_code.h"
#include "sim/api/call.h"
#include "sim/api/properties.h"
#include "sim/api/stream.h"
#include "sim/base/executable.h"
#include "sim/hooks/printf.h"
#include "sim/memory/variables.h"
#include "sim/race/stream_words.h"
#include "sim/report/host.h"
#include "sim/schedule/grid.h"
#include "sim/schedule/watchdog.h"
#include "sim/schedule/workers.h"
#include "sim/trace/trace.h"

enum { GRID_YZ_MAX = 65535, BLOCK_Z_MAX = 64 };

static struct launch launch; // the last one
static unsigned launches;    // of the case
static uintptr_t deepest;    // lowest address of host code's stack at one of them; 0: there was none
static unsigned deeper;      // launches at which it was lower than at all before
static uint32_t next_block_id = 1;
static struct launch_structs structs; // of the launch that follows
static bool next_cooperates;          // this one is cooperative

void launch_begin_case(void) {
    launches = 0;
    deepest = 0;
    deeper = 0;
}

unsigned launch_count(void) {
    return launches;
}

// ---- Refusals ----

// Says why a real device would refuse the launch. Returns the error, cudaSuccess if it would not.
static cudaError_t refusal(size_t dynamic_bytes, struct said *why) {
    const struct said_word kernel = NAME(launch.kernel);
    const index3 grid = launch.grid, block = launch.block;
    const unsigned long long threads = (unsigned long long)block.x * block.y * block.z;
    if ((unsigned long long)grid.x * grid.y * grid.z == 0) {
        say(why, WORDS(TOPIC(GRID_IS_EMPTY), kernel, NUMBER(grid.x), NUMBER(grid.y), NUMBER(grid.z)));
    } else if (threads == 0) {
        say(why, WORDS(TOPIC(BLOCK_IS_EMPTY), kernel, NUMBER(block.x), NUMBER(block.y), NUMBER(block.z)));
    } else if (threads > BLOCK_THREADS_MAX) {
        say(why, WORDS(TOPIC(TOO_MANY_THREADS), kernel, NUMBER(threads > INT64_MAX ? INT64_MAX : threads),
                       NUMBER(BLOCK_THREADS_MAX)));
    } else if (block.z > BLOCK_Z_MAX) {
        say(why, WORDS(TOPIC(BLOCK_TOO_LARGE_IN_Z), kernel, NUMBER(block.x), NUMBER(block.y), NUMBER(block.z),
                       NUMBER(BLOCK_Z_MAX)));
    } else if (grid.y > GRID_YZ_MAX || grid.z > GRID_YZ_MAX) {
        say(why, WORDS(TOPIC(GRID_TOO_LARGE_IN_YZ), kernel, NUMBER(grid.x), NUMBER(grid.y), NUMBER(grid.z),
                       NUMBER(GRID_YZ_MAX)));
    } else if (grid.x > INT32_MAX) {
        say(why, WORDS(TOPIC(GRID_TOO_LARGE), kernel, NUMBER(grid.x), NUMBER(grid.y), NUMBER(grid.z)));
    } else if (variables_constant_bytes() > CONSTANT_MAX) { // nvcc does not even compile such a program
        say(why, WORDS(TOPIC(TOO_MUCH_CONSTANT), kernel, NUMBER(variables_constant_bytes()),
                       NUMBER(CONSTANT_MAX)));
        return cudaErrorInvalidKernelImage;
    } else if (dynamic_bytes > launch.dynamic_max) {
        const bool by_default = dynamic_bytes <= SHARED_OPTIN_MAX;
        say(why, WORDS(by_default ? TOPIC(TOO_MUCH_DYNAMIC_BY_DEFAULT) : TOPIC(TOO_MUCH_DYNAMIC), kernel,
                       NUMBER(dynamic_bytes), NUMBER(launch.dynamic_max)));
        return cudaErrorInvalidValue;
    } else if (launch.cooperative &&
               launch.block_count > properties_cooperative_blocks((unsigned)threads, dynamic_bytes)) {
        say(why, WORDS(TOPIC(TOO_MANY_COOPERATE), kernel, NUMBER(launch.block_count),
                       NUMBER(properties_cooperative_blocks((unsigned)threads, dynamic_bytes))));
        return cudaErrorCooperativeLaunchTooLarge;
    } else {
        return cudaSuccess;
    }
    return cudaErrorInvalidConfiguration;
}

// Have there been so many launches, each deeper in host code's calls than all before, that this can only go on?
// `stack`: the address that host code's stack has reached.
static bool is_recursion(uintptr_t stack) {
    deeper += deepest != 0 && stack < deepest;
    deepest = deepest == 0 || stack < deepest ? stack : deepest;
    return deeper == RECURSION_MAX;
}

static void report_recursion(void) {
    struct diagnostic *made = report_host(DIAGNOSTIC_RECURSION, launch.kernel, launch.pc, 0, NOTHING,
                                          WORDS(TOPIC(RECURSES), NUMBER(launches)));
    for (int k = 0; made != NULL && k + 1 < DIAGNOSTIC_CALLS;
         k++) { // the innermost call that has led to itself
        for (int outer = k + 1; outer < DIAGNOSTIC_CALLS && made->calls[k] != 0; outer++) {
            if (made->calls[outer] == made->calls[k]) {
                made->places[1].pc = made->calls[k];
                say(&made->places[1].said, WORDS(TOPIC(LEADS_TO_ITSELF)));
                return;
            }
        }
    }
}

static bool is_refused(void) {
    struct said why;
    const cudaError_t error = refusal(launch.dynamic_bytes, &why);
    if (error != cudaSuccess) {
        call_set_last_error(error);
        struct diagnostic *made = report_add(&host_report, DIAGNOSTIC_LAUNCH, launch.kernel, launch.pc, 0);
        if (made != NULL) {
            made->message = why;
        }
        return true;
    }
    if (is_recursion((uintptr_t)CALLER_FRAME())) {
        report_recursion();
        host_stop();
    }
    if (launches >= LAUNCHES_MAX + watchdog_elements() / LAUNCH_ELEMENTS) {
        report_host(DIAGNOSTIC_ENDLESS_LOOP, launch.kernel, launch.pc, 0, NOTHING,
                    WORDS(TOPIC(LAUNCHES_WITHOUT_END), NAME(launch.kernel), NUMBER(launches)));
        host_stop();
    }
    if (launch.block_count > UINT32_MAX - next_block_id) {
        fprintf(stderr, "the simulated GPU has run 2^32 blocks in one process and cannot number any more\n");
        abort();
    }
    return false;
}

// ---- The workers' results ----

static void add_counters(struct counters *to, const struct counters *from) {
    uint64_t *sums = (uint64_t *)to;
    const uint64_t *values = (const uint64_t *)from;
    for (int i = 0; i < COUNTER_COUNT; i++) {
        sums[i] += values[i];
    }
}

// Adds the counters of one instruction to the list, which is sorted by pc. Returns its new length.
static size_t add_line(struct place_counters *lines, size_t count, const struct site *site) {
    size_t at = 0;
    while (at < count && lines[at].pc < site->pc) {
        at++;
    }
    if (at == count || lines[at].pc != site->pc) {
        memmove(&lines[at + 1], &lines[at], (count - at) * sizeof(*lines));
        lines[at] = (struct place_counters){.pc = site->pc};
        count++;
    }
    add_counters(&lines[at].total, &site->total);
    lines[at].bytes = site->bytes > lines[at].bytes ? site->bytes : lines[at].bytes;
    return count;
}

// Adds a worker's counters of each instruction to the list, if there is one, and clears them. Returns its new length.
static size_t collect_lines(struct instructions *instructions, struct place_counters *lines, size_t count) {
    for (uint32_t s = 0; s < instructions->site_capacity; s++) {
        struct site *site = instructions->sites[s];
        if (site != NULL && site->total.warp_instructions > 0 && lines != NULL) {
            count = add_line(lines, count, site);
        }
        if (site != NULL) {
            site->total = (struct counters){0};
        }
    }
    return count;
}

static void collect_report(struct report *from, struct report *to) {
    for (unsigned i = 0; i < from->count; i++) {
        struct diagnostic *made = &from->entries[i].diagnostic;
        made->launch = launch.number;
        made->kernel_pc = launch.kernel_pc;
        snprintf(made->kernel, sizeof(made->kernel), "%s", launch.kernel);
    }
    report_merge(to, from);
    from->count = 0;
}

// Combines the workers' counts and reports, and sends them to the runner. `frame`: of a function that the launch has
// called.
static void collect(const void *frame) {
    static struct report report;
    static struct counters intervals[INTERVAL_MAX];
    struct launch_record record = {
        .launch_pc = launch.pc,
        .grid = {launch.grid.x, launch.grid.y, launch.grid.z},
        .block = {launch.block.x, launch.block.y, launch.block.z},
    };
    snprintf(record.kernel, sizeof(record.kernel), "%s", launch.kernel);
    host_calls(frame, launch.pc, record.calls, LAUNCH_CALLS);
    size_t capacity = 0, line_count = 0;
    for (unsigned w = 0; w < worker_count(); w++) {
        const struct worker *worker = worker_at(w);
        capacity += worker->instructions.site_count;
        if (worker->intervals.count > record.interval_count) {
            record.interval_count = worker->intervals.count;
        }
    }
    memset(intervals, 0, record.interval_count * sizeof(intervals[0]));
    struct place_counters *lines = calloc(capacity + 1, sizeof(*lines));
    for (unsigned w = 0; w < worker_count(); w++) {
        struct worker *worker = worker_at(w);
        size_t shared_bytes =
            launch.dynamic_bytes + worker->shared.static_bytes; // no static ones if it ran no block
        if (w < launch.workers && shared_bytes > record.shared_bytes) {
            record.shared_bytes = shared_bytes;
        }
        for (unsigned i = 0; i < worker->intervals.count; i++) {
            add_counters(&intervals[i], &worker->intervals.counters[i]);
            add_counters(&record.total, &worker->intervals.counters[i]);
        }
        record.longest_path =
            worker->longest_path > record.longest_path ? worker->longest_path : record.longest_path;
        record.longest_alone =
            worker->longest_alone > record.longest_alone ? worker->longest_alone : record.longest_alone;
        worker->longest_path = worker->longest_alone = 0;
        line_count = collect_lines(&worker->instructions, lines, line_count);
        collect_report(&worker->report, &report);
        intervals_clear(&worker->intervals);
    }
    record.line_count = (uint32_t)line_count;
    record.stopped = atomic_load(&launch.error) != 0;
    report_launch(&record, intervals, lines);
    report_send(&report);
    free(lines);
}

// ---- Recording ----

static struct {
    void *memory;
    size_t bytes;
    uint32_t launch; // the only one that is recorded; 0: the whole case
} recording;

static void record(void *memory, size_t bytes) {
    trace_begin(memory, bytes);
    for (unsigned w = 0; w < worker_count(); w++) {
        shared_memory_record(&worker_at(w)->shared, memory != NULL);
    }
}

void launch_record(void *memory, size_t bytes, uint32_t number) {
    recording.memory = memory;
    recording.bytes = bytes;
    recording.launch = memory != NULL ? number : 0;
    record(number == 0 ? memory : NULL, bytes);
}

// The launch that alone is recorded begins: its arrays were made before.
static void record_launch(void) {
    record(recording.memory, recording.bytes);
    for (size_t i = 0; i < global_memory_count(); i++) {
        if (!global_memory_at(i)->freed) {
            trace_allocation(global_memory_at(i), false);
        }
    }
}

// ---- A launch ----

void sim_cooperate(void);
void sim_cooperate(void) {
    next_cooperates = true;
}

void sim_note_struct(const void *argument, size_t bytes);
void sim_note_struct(const void *argument, size_t bytes) {
    if (structs.count < LAUNCH_STRUCTS_MAX) {
        structs.list[structs.count].begin = (uintptr_t)argument;
        structs.list[structs.count++].end = (uintptr_t)argument + bytes;
    }
}

void sim_launch_grid(const char *kernel, const void *address, const unsigned grid[3], const unsigned block[3],
                     size_t shared, void (*call)(void *arguments), void *arguments, void *pc);
void sim_launch_grid(const char *kernel, const void *address, const unsigned grid[3], const unsigned block[3],
                     size_t shared, void (*call)(void *arguments), void *arguments, void *pc) {
    launch.structs = structs;
    structs.count = 0;
    launch.cooperative = next_cooperates;
    next_cooperates = false;
    if (call_fault() != cudaSuccess) {
        return; // as on a device after a fault: nothing runs any more
    }
    call_note_launch();
    launch.kernel = kernel;
    launch.kernel_pc = address != NULL ? (uint32_t)((uintptr_t)address - executable_address) : 0;
    launch.pc = relative_pc(pc);
    launch.grid = (index3){grid[0], grid[1], grid[2]};
    launch.block = (index3){block[0], block[1], block[2]};
    launch.dynamic_bytes = shared;
    launch.dynamic_max = properties_dynamic_max(kernel, address);
    launch.call = call;
    launch.arguments = arguments;
    launch.block_count = (uint64_t)grid[0] * grid[1] * grid[2];
    if (is_refused()) {
        return;
    }
    launch.number = ++launches;
    launch.first_block = launch.first_id = next_block_id;
    next_block_id += (uint32_t)launch.block_count;
    launch.next_block_id = next_block_id;
    if (variable_sections[VARIABLE_MANAGED].end != 0) {
        stream_follow_words(); // the host may access them
    }
    launch.operation = stream_issue_launch(kernel, launch.pc);
    uint32_t early = 0; // the launch, if words are not followed yet
    if (!stream_words_followed()) {
        early = launch.operation;
        stream_words_early_launch(early, launch.first_block, launch.block_count);
        launch.operation = 0;
    }
    atomic_store(&launch.next_block, 0);
    atomic_store(&launch.begun, 0);
    atomic_store(&launch.error, 0);

    global_memory_unlock();
    if (recording.launch == launch.number) {
        record_launch();
    }
    if (trace_on()) {
        trace_launch(&launch);
    }
    grid_run(&launch);
    watchdog_host(true);
    if (early != 0 && launch.next_block_id != next_block_id) {
        stream_words_early_launch(early, next_block_id, launch.next_block_id - next_block_id);
    }
    next_block_id = launch.next_block_id;
    if (trace_on()) {
        trace_launch_end(&launch);
    }
    if (recording.launch == launch.number) {
        record(NULL, 0);
    }
    global_memory_lock();
    printf_end_launch();
    collect(CALLER_FRAME());
    if (atomic_load(&launch.error) != 0) {
        call_set_fault((cudaError_t)atomic_load(&launch.error));
    }
}

cudaError_t sim_unknown_kernel(void *return_address);
cudaError_t sim_unknown_kernel(void *return_address) {
    uint32_t pc = call_enter("cudaLaunchKernel", return_address);
    return call_failure_of(cudaErrorInvalidDeviceFunction, "cudaLaunchKernel", pc,
                           WORDS(TOPIC(CALL_OF_UNKNOWN_KERNEL), NAME("cudaLaunchKernel")));
}
