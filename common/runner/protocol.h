// The communication between checker and runner: messages on a socket, data in shared memory.
//
//     checker                                  runner (student's code)
//        │   socket: REQUEST_CASE  ────────────►   │  runs the part's function once
//        │   data:   [ input | output | record ]   │  shared by both
//        │   ◄──── REPLY_DIAGNOSTIC, REPLY_LAUNCH ─┤  any number, in any order
//        │   ◄──── REPLY_RESULT ───────────────────┤  the output is now in the shared data
//
// The runner gets two open descriptors from the environment: LABS_SOCKET, a stream socket, and LABS_DATA, a
// memory file. The checker resizes the file before each request, and the runner maps the parts that the
// request names. The runner's standard output and error go to the checker as text. All data has the machine's
// byte order and layout, because both ends are built together.
//
// A message is a header and `length` bytes of payload. The runner's first message is REPLY_HELLO. Before its first
// message, the checker sends the key of proof.h.
#ifndef LABS_PROTOCOL_H
#define LABS_PROTOCOL_H

#include <stddef.h>
#include <stdint.h>

#include "runner/counters.h"
#include "runner/diagnostic.h"
#include "runner/sample.h"

enum { PROTOCOL_VERSION = 17 };

enum message_type {
    REQUEST_CASE = 1,      // struct case_request
    REPLY_HELLO = 16,      // struct hello
    REPLY_DIAGNOSTIC = 17, // struct diagnostic
    REPLY_LAUNCH = 18,     // struct launch_record, then interval_count × struct counters,
                           // then line_count × struct place_counters
    REPLY_RESULT = 19      // struct case_result
};

struct message_header {
    uint32_t type;   // enum message_type
    uint32_t length; // bytes of payload
};

struct hello {
    uint32_t version;   // PROTOCOL_VERSION
    struct said device; // SIMULATED_GPU, NVIDIA_GPU; without a device, why
};

struct case_request {
    char part[32];          // name from lab.h's LAB_PARTS
    uint64_t n;             // elements
    uint64_t value_size;    // bytes per element
    uint64_t input_bytes;   // at offset 0 of the data
    uint64_t output_offset; // a multiple of the page size
    uint64_t output_bytes;  // what the function returns: one value, or what it writes to d_out
    uint64_t record_offset; // where the case is recorded (record.h), a multiple of the page size
    uint64_t record_bytes;  // 0: it is not recorded
    uint64_t data_bytes;    // size of the whole data file
    struct sample sample;   // which blocks run
};

// One launch as the device ran it. The fields have the names that CUDA uses.
enum { LAUNCH_CALLS = 8 };
struct launch_record {
    char kernel[64];    // as written at the launch: "reduce_modulo"
    uint64_t launch_pc; // address of the launch, relative; 0: unknown
    // The calls that led to it, in the same way, from that of the launching function outwards, up to the first 0. They
    // may include calls of the runner itself.
    uint64_t calls[LAUNCH_CALLS];
    uint32_t grid[3], block[3];
    uint64_t shared_bytes; // static and dynamic
    double milliseconds;   // 0 on the simulated GPU, which does not measure time
    struct counters total;
    uint64_t longest_path; // the critical path of the slowest block; 0 on a real GPU
    uint64_t
        longest_alone; // the most steps one after the other in which fewer than 8 lanes of a block, or of a warp
                       // between two barriers, take part
    uint32_t interval_count; // intervals between block barriers, at most INTERVAL_MAX; 0 on a real GPU
    uint32_t line_count;     // instructions with their own counters
    uint32_t stopped;        // 1: an error ended it, and what its threads were doing is not counted
};

struct place_counters {
    uint64_t pc;    // relative
    uint64_t bytes; // of one thread's access
    struct counters total;
};

enum case_status {
    CASE_DONE,        // the function returned; the output may be judged
    CASE_ABANDONED,   // the device refused or stopped it; diagnostics say why
    CASE_DEVICE_LOST, // this process can run nothing more
    CASE_NO_DEVICE,   // there is no GPU (the whole check is skipped)
    CASE_NO_PART,     // this runner does not have the part
    CASE_NO_ROOM      // the machine lacks memory or threads for the case: says nothing about the program
};

// A runner's exit code: the case must be run again with one worker, because the order in which several run its blocks
// would matter. The simulated GPU ends so at the first access by which blocks can pass values to each other.
enum { RUNNER_NEEDS_ONE_WORKER = 75 };

struct case_result {
    uint32_t status;   // enum case_status
    uint32_t launches; // kernels launched
    uint64_t copied_to_host,
        copied_to_device;         // bytes, only by the student's calls, and read of managed memory
    uint64_t copied_on_device;    // between arrays of device memory; 0 on a real GPU
    uint64_t copied_pc;           // of the largest copy to the host, relative; 0: unknown
    uint64_t copied_on_device_pc; // the same on the device
    uint64_t left_out;            // blocks that were not run (sample.h)
    uint64_t variables_changed;   // 1: a sampled case has changed variables of the device
    uint64_t unchecked;           // launches after which it does not ask for an error; 0 on a real GPU
    uint64_t proof;               // proof.h
    struct said message;          // unless CASE_DONE: the reason; for a CUDA error, CUDA's own text
};

// Sends one complete message. Returns 0, or -1 with errno.
int protocol_send(int socket, uint32_t type, const void *payload, size_t length);

// Receives one complete message into a buffer that grows as needed (*payload, *capacity; the caller frees
// it). timeout_ms < 0 waits forever. Returns 1 for a message; 0 if the connection was closed; -1 with errno:
// ETIMEDOUT after the timeout, EPROTO for a length over PROTOCOL_LENGTH_MAX.
int protocol_receive(int socket, struct message_header *header, void **payload, size_t *capacity,
                     int timeout_ms);

enum { PROTOCOL_LENGTH_MAX = 16 << 20 };

#endif
