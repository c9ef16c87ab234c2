// Writes a random CUDA program to standard output whose functions give work to several streams, always the same one for
// a number, and says which of them have races:
//
//     write-streams NUMBER
//
// At the program's end there is a line for each function, as in write_races.c. The pairs come from the sets of
// operations that come before each one, by the rules in docs/simulated-gpu.md.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "draw.h"
#include "lines.h"

enum {
    CASES = 25,
    LEGACY = 0, // the first stream
    STREAMS_MAX = 5,
    ARRAYS_MAX = 3,
    EVENTS = 2,
    OPERATIONS_MAX = 10,
    VERDICT_SIZE = 800
};

typedef uint32_t operation_set; // a bit for each

static struct operation {
    operation_set before;
    unsigned reads, writes; // arrays, a bit for each
    unsigned line;
} operations[OPERATIONS_MAX];
static unsigned operation_count, stream_count, array_count;
static bool blocking[STREAMS_MAX];
static operation_set
    reached[STREAMS_MAX]; // what comes before the end of the stream's last operation, and that itself
static operation_set recorded[EVENTS], host;

// What comes before the stream's next operation.
static operation_set before_next(unsigned stream) {
    operation_set before = reached[stream] | host | (blocking[stream] ? reached[LEGACY] : 0);
    for (unsigned i = 0; stream == LEGACY && i < stream_count; i++) {
        before |= blocking[i] ? reached[i] : 0;
    }
    return before;
}

// The line that has just been written is an operation.
static void issue(unsigned stream, unsigned reads, unsigned writes) {
    operations[operation_count] = (struct operation){before_next(stream), reads, writes, code_line - 1};
    reached[stream] = operations[operation_count].before | 1u << operation_count;
    operation_count++;
}

static void launch(unsigned stream, unsigned array) {
    switch (draw(3)) {
    case 0:
        line("    set<<<1, 32, 0, stream%u>>>(d_%u, %u);", stream, array, operation_count);
        issue(stream, 0, 1u << array);
        break;
    case 1:
        line("    get<<<1, 32, 0, stream%u>>>(d_%u, d_out + %u);", stream, array, 32 * operation_count);
        issue(stream, 1u << array, 0);
        break;
    default:
        line("    add<<<1, 32, 0, stream%u>>>(d_%u);", stream, array);
        issue(stream, 1u << array, 1u << array);
    }
}

static void copy_or_set(unsigned stream, unsigned array) {
    const unsigned other = draw(array_count);
    if (other == array) {
        line("    cudaMemsetAsync(d_%u, %u, 128, stream%u);", array, operation_count, stream);
        issue(stream, 0, 1u << array);
    } else if (stream == LEGACY) {
        line("    cudaMemcpy(h_copy, d_%u, 128, cudaMemcpyDeviceToHost);", array);
        issue(LEGACY, 1u << array, 0);
        host |= reached[LEGACY];
    } else {
        line("    cudaMemcpyAsync(d_%u, d_%u, 128, cudaMemcpyDeviceToDevice, stream%u);", array, other,
             stream);
        issue(stream, 1u << other, 1u << array);
    }
}

// The host waits for a stream or an event, or a stream for an event. An event is not recorded in the legacy stream.
static void order(unsigned stream) {
    const unsigned event = draw(EVENTS), choice = draw(10);
    if (choice < 3 && stream != LEGACY) {
        line("    cudaEventRecord(event%u, stream%u);", event, stream);
        recorded[event] = before_next(stream);
    } else if (choice < 6 && stream != LEGACY && recorded[event] != 0) {
        line("    cudaStreamWaitEvent(stream%u, event%u, 0);", stream, event);
        reached[stream] |= recorded[event];
    } else if (choice >= 6 && choice < 9) {
        line("    cudaStreamSynchronize(stream%u);", stream);
        host |= stream == LEGACY ? before_next(LEGACY) : reached[stream];
    } else if (choice == 9) {
        line("    cudaEventSynchronize(event%u);", event);
        host |= recorded[event];
    }
}

static void write_case(unsigned number, char verdict[VERDICT_SIZE]) {
    const unsigned first_line = code_line, steps = 5 + draw(10);
    stream_count = 2 + draw(STREAMS_MAX - 1);
    array_count = 1 + draw(ARRAYS_MAX);
    operation_count = 0;
    host = recorded[0] = recorded[1] = 0;
    line("static void case%u(int *d_out) {", number);
    for (unsigned i = 0; i < stream_count; i++) {
        reached[i] = 0;
        blocking[i] = i != LEGACY && draw(3) != 0;
        if (i != LEGACY) {
            line("    cudaStream_t stream%u;", i);
            line("    cudaStreamCreateWithFlags(&stream%u, %s);", i,
                 blocking[i] ? "cudaStreamDefault" : "cudaStreamNonBlocking");
        }
    }
    line("    cudaEvent_t event0, event1;");
    line("    cudaEventCreate(&event0);");
    line("    cudaEventCreate(&event1);");
    line("    int h_copy[32];");
    for (unsigned i = 0; i < array_count; i++) {
        line("    int *d_%u;", i);
        line("    cudaMalloc(&d_%u, 128);", i);
        line("    cudaMemset(d_%u, 0, 128);", i);
    }
    line("    cudaDeviceSynchronize();");
    for (unsigned i = 0; i < steps; i++) {
        const unsigned stream = draw(4) == 0 ? LEGACY : 1 + draw(stream_count - 1), array = draw(array_count);
        const unsigned choice = draw(10);
        if (choice < 4 || operation_count == OPERATIONS_MAX) {
            order(stream);
        } else if (choice < 8) {
            launch(stream, array);
        } else {
            copy_or_set(stream, array);
        }
    }
    line("    cudaDeviceSynchronize();");
    for (unsigned i = 0; i < array_count; i++) {
        line("    cudaFree(d_%u);", i);
    }
    for (unsigned i = 1; i < stream_count; i++) {
        line("    cudaStreamDestroy(stream%u);", i);
    }
    line("    cudaEventDestroy(event0);");
    line("    cudaEventDestroy(event1);");
    line("    (void)h_copy;");
    line("}");
    char pairs[VERDICT_SIZE / 2] = "";
    size_t length = 0;
    for (unsigned i = 0; i < operation_count * operation_count; i++) {
        const struct operation *one = &operations[i / operation_count],
                               *other = &operations[i % operation_count];
        const bool conflict =
            (one->writes & (other->reads | other->writes)) != 0 || (one->reads & other->writes) != 0;
        if (one < other && conflict && (other->before >> (i / operation_count) & 1) == 0) {
            length +=
                (size_t)snprintf(pairs + length, sizeof(pairs) - length, " %u-%u", one->line, other->line);
        }
    }
    snprintf(verdict, VERDICT_SIZE, "// case %u %u %s%s", first_line, code_line - 1,
             length > 0 ? "race" : "none", pairs);
}

int main(int argc, char **argv) {
    static char verdicts[CASES][VERDICT_SIZE];
    if (argc != 2) {
        fputs("usage: write-streams NUMBER\n", stderr);
        return 2;
    }
    draw_start(argv[1]);
    line("#include <cuda_runtime.h>");
    line("static const cudaStream_t stream0 = 0;");
    line("__global__ void set(int *d_a, int value) { d_a[threadIdx.x] = value; }");
    line("__global__ void get(const int *d_a, int *d_out) { d_out[threadIdx.x] = d_a[threadIdx.x]; }");
    line("__global__ void add(int *d_a) { d_a[threadIdx.x] += 1; }");
    for (unsigned i = 0; i < CASES; i++) {
        write_case(i, verdicts[i]);
    }
    line("int main() {");
    line("    int *d_out;");
    line("    cudaMalloc(&d_out, %u);", OPERATIONS_MAX * 128);
    for (unsigned i = 0; i < CASES; i++) {
        line("    case%u(d_out);", i);
    }
    line("    cudaFree(d_out);");
    line("}");
    for (unsigned i = 0; i < CASES; i++) {
        puts(verdicts[i]);
    }
    return 0;
}
