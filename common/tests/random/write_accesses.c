// Writes a random CUDA program to standard output whose kernels access memory in all kinds of patterns, always the same
// one for a number:
//
//     write-accesses NUMBER
//
// What its kernels compute does not matter, and their threads may overwrite each other's values; how many requests,
// sectors, passes of shared memory, shuffles and atomics they need does. No index depends on a value that was read, and
// the numbers in the indices are the kernel's arguments, so the compiler can neither merge accesses nor leave any out.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "draw.h"
#include "lines.h"

enum {
    KERNELS = 40,
    DEPTH_MAX = 2,         // of nested statements
    ARGUMENTS = 4,         // p0 to p3
    ARRAY_BYTES = 1 << 16, // of each array in global memory
    SHARED_BYTES = 3840,   // of each array in shared memory
    INDEX_SIZE = 100
};

// The types of elements. A scalar, without fields, is volatile in shared memory: the compiler may then neither merge
// accesses nor leave any out.
static const struct element {
    const char *name, *shared; // the type, and the name of the array in shared memory
    unsigned bytes, fields;    // with `fields` members x, y, z, w, v
} elements[] = {
    {"unsigned char", "s_bytes", 1, 0},    {"unsigned short", "s_shorts", 2, 0},
    {"unsigned", "s_words", 4, 0},         {"unsigned long long", "s_longs", 8, 0},
    {"double", "s_doubles", 8, 0},         {"short2", "s_short_pairs", 4, 2},
    {"ushort4", "s_fours", 8, 4},          {"int2", "s_pairs", 8, 2},
    {"float3", "s_threes", 12, 3},         {"struct five", "s_fives", 20, 5},
    {"ulonglong2", "s_long_pairs", 16, 2}, {"int4", "s_vectors", 16, 4},
};
enum { ELEMENTS = sizeof(elements) / sizeof(elements[0]), VECTORS = ELEMENTS - 1 };

static unsigned indices; // how many have been written

// An index of one of `count` elements, into `text`. No two are the same, because the compiler loads a value once.
// one_for_all: it may be the same for all threads.
static void draw_index(unsigned count, bool in_loop, bool one_for_all, char *text, size_t size) {
    const unsigned a = draw(ARGUMENTS), b = draw(ARGUMENTS);
    char loop[30];
    snprintf(loop, sizeof(loop), "%s + %u", in_loop ? " + k" : "", ++indices);
    switch (draw(one_for_all ? 9 : 8)) {
    case 0:
        snprintf(text, size, "(tid * p%u%s) %% %uu", a, loop, count);
        break;
    case 1:
        snprintf(text, size, "((tid ^ p%u) * p%u%s) %% %uu", a, b, loop, count);
        break;
    case 2:
        snprintf(text, size, "(tid / p%u * p%u + tid %% p%u%s) %% %uu", a, b, a, loop, count);
        break;
    case 3:
        snprintf(text, size, "(tid * tid * p%u + p%u%s) %% %uu", a, b, loop, count);
        break;
    case 8:
        snprintf(text, size, "(p%u%s) %% %uu", a, loop, count);
        break;
    case 4:
        snprintf(text, size, "(p%u * 64u - tid * p%u%s) %% %uu", a, b, loop, count);
        break;
    default:
        snprintf(text, size, "(global + p%u%s) %% %uu", a, loop, count);
    }
}

static void draw_condition(char *text, size_t size) {
    const unsigned a = draw(ARGUMENTS);
    switch (draw(4)) {
    case 0:
        snprintf(text, size, "tid %% p%u == 0", a);
        break;
    case 1:
        snprintf(text, size, "tid < p%u * 3", a);
        break;
    case 2:
        snprintf(text, size, "((tid ^ p%u) & %u) != 0", a, 1 + draw(15));
        break;
    default:
        snprintf(text, size, "tid / 32 %% p%u == 0", a);
    }
}

static void load(const struct element *element, const char *array, const char *index) {
    if (element->fields > 0) {
        line("{");
        line("    const %s element = %s[%s];", element->name, array, index);
        line("    sum += fold%u(element);", element->fields);
        line("}");
    } else {
        line("sum += hash(%s[%s]);", array, index);
    }
}

static void store(const struct element *element, const char *array, const char *index) {
    if (element->fields > 0) {
        line("{");
        line("    %s element;", element->name);
        line("    fill%u(&element, sum);", element->fields);
        line("    %s[%s] = element;", array, index);
        line("}");
    } else {
        line("%s[%s] = (%s)sum;", array, index, element->name);
    }
}

static void access_memory(bool in_loop) {
    const struct element *element = &elements[draw(ELEMENTS)];
    char index[INDEX_SIZE], array[INDEX_SIZE];
    const unsigned kind = draw(4);
    draw_index((kind < 2 ? ARRAY_BYTES : SHARED_BYTES) / element->bytes, in_loop, true, index, sizeof(index));
    switch (kind) {
    case 0:
        snprintf(array, sizeof(array), "((const %s *)in)", element->name);
        load(element, array, index);
        break;
    case 1:
        snprintf(array, sizeof(array), "((%s *)out)", element->name);
        store(element, array, index);
        break;
    case 2:
        load(element, element->shared, index);
        break;
    default:
        store(element, element->shared, index);
    }
}

// Not all threads at one address, because the compiler then adds up their values first.
static void update_atomically(bool in_loop) {
    const bool shared = draw(2) == 0;
    const bool wide = !shared && draw(3) == 0;
    char index[INDEX_SIZE];
    draw_index(shared ? 64 : 256, in_loop, false, index, sizeof(index));
    const char *operation = ONE_OF("atomicAdd", "atomicMax", "atomicOr", "atomicExch");
    const char *array = shared ? "s_counts" : wide ? "long_counts" : "counts";
    if (draw(4) == 0) {
        const unsigned value = draw(ARGUMENTS), compare = draw(ARGUMENTS); // in any compiler's order
        line("sum += (unsigned)atomicCAS(&%s[%s], p%u, p%u);", array, index, compare, value);
    } else {
        line("%s%s(&%s[%s], sum | 1);", draw(2) == 0 ? "sum += (unsigned)" : "", operation, array, index);
    }
}

// All threads take part.
static void exchange(void) {
    const unsigned a = draw(ARGUMENTS);
    switch (draw(7)) {
    case 0:
        line("sum += __shfl_sync(~0u, sum, (int)(tid * p%u %% 32));", a);
        break;
    case 1:
        line("sum += __shfl_down_sync(~0u, sum, p%u);", a);
        break;
    case 2:
        line("sum += __shfl_up_sync(~0u, sum, p%u, 8);", a);
        break;
    case 3:
        line("sum += hash(__shfl_xor_sync(~0u, sum * 0x10000000001ull, (int)p%u));", a);
        break;
    case 4:
        line("sum += __ballot_sync(~0u, sum %% p%u == 0);", a);
        break;
    case 5:
        line("sum += (unsigned)__any_sync(~0u, sum %% p%u == 1);", a);
        break;
    default:
        line("sum += (unsigned)__all_sync(~0u, sum %% p%u != 2);", a);
    }
}

static void statement(int depth, bool in_loop) {
    char condition[INDEX_SIZE];
    switch (draw(depth < DEPTH_MAX ? 9 : 6)) {
    default:
        access_memory(in_loop);
        break;
    case 5:
        update_atomically(in_loop);
        break;
    case 6:
    case 7:
        draw_condition(condition, sizeof(condition));
        line("if (%s) {", condition);
        indent++;
        statement(depth + 1, in_loop);
        statement(depth + 1, in_loop);
        if (draw(3) == 0) {
            indent--;
            line("} else {");
            indent++;
            statement(depth + 1, in_loop);
        }
        indent--;
        line("}");
        break;
    case 8:
        if (in_loop) {
            access_memory(true);
            break;
        }
        puts("#pragma unroll 1");
        line("for (unsigned k = 0; k < %s %% 4; k++) {", ONE_OF("p0", "tid / p1", "p2", "(tid ^ p3)"));
        indent++;
        statement(depth + 1, true);
        indent--;
        line("}");
    }
}

static void write_kernel(unsigned number, bool exchanges) {
    printf("__global__ void kernel%u(const char *in, char *out, unsigned *counts, unsigned long long "
           "*long_counts,\n"
           "                         unsigned p0, unsigned p1, unsigned p2, unsigned p3) {\n",
           number);
    for (unsigned i = 0; i < ELEMENTS; i++) {
        line("__shared__ %s%s %s[%u];", elements[i].fields > 0 ? "" : "volatile ", elements[i].name,
             elements[i].shared, SHARED_BYTES / elements[i].bytes);
    }
    line("__shared__ unsigned s_counts[64];");
    line("const unsigned tid = threadIdx.x, global = blockIdx.x * blockDim.x + tid;");
    line("unsigned sum = tid;");
    puts("#pragma unroll 1");
    line("for (unsigned i = tid; i < %u; i += blockDim.x) {", SHARED_BYTES / elements[VECTORS].bytes);
    line("    s_vectors[i] = make_int4((int)sum, 1, 2, 3);");
    line("}");
    line("if (tid < 64) {");
    line("    s_counts[tid] = 0;");
    line("}");
    for (unsigned left = 2 + draw(5); left > 0; left--) {
        if (exchanges && draw(4) == 0) {
            exchange();
        } else {
            statement(0, false);
        }
        if (draw(3) == 0) {
            line("__syncthreads();");
        }
    }
    line("__syncthreads();");
    for (unsigned i = 0; i < ELEMENTS; i++) { // or the compiler would leave out stores
        if (elements[i].fields > 0) {
            char index[INDEX_SIZE];
            snprintf(index, sizeof(index), "(tid + p0) %% %uu", SHARED_BYTES / elements[i].bytes);
            load(&elements[i], elements[i].shared, index);
        }
    }
    line("((unsigned *)out)[%u + global] = sum + s_counts[tid %% 64];",
         ARRAY_BYTES / (unsigned)sizeof(unsigned));
    puts("}\n");
}

static unsigned draw_argument(void) {
    return draw(2) == 0 ? 1u << draw(8) : 1 + draw(40);
}

int main(int argc, char **argv) {
    bool exchanges[KERNELS];
    if (argc != 2) {
        fputs("usage: write-accesses NUMBER\n", stderr);
        return 2;
    }
    draw_start(argv[1]);
    indent = 1;
    puts("#include <cuda_runtime.h>\n\n"
         "struct five {\n"
         "    float x, y, z, w, v;\n"
         "};\n\n"
         "// Of all bytes, because the compiler would load only those that are used.\n"
         "__device__ unsigned hash(unsigned long long value) {\n"
         "    return (unsigned)(value ^ value >> 32);\n"
         "}\n");
    for (unsigned fields = 2; fields <= 5; fields++) {
        printf("template <class T>\n__device__ unsigned fold%u(T element) {\n    unsigned sum = 0;\n",
               fields);
        for (unsigned i = 0; i < fields; i++) {
            line("sum = 3 * sum + hash((unsigned long long)element.%c);", "xyzwv"[i]);
        }
        printf(
            "    return sum;\n}\n\ntemplate <class T>\n__device__ void fill%u(T *element, unsigned sum) {\n",
            fields);
        for (unsigned i = 0; i < fields; i++) {
            line("element->%c = sum >> %u;", "xyzwv"[i], i);
        }
        puts("}\n");
    }
    for (unsigned i = 0; i < KERNELS; i++) {
        exchanges[i] = draw(2) == 0;
        write_kernel(i, exchanges[i]);
    }
    printf("int main() {\n"
           "    char *in, *out;\n"
           "    unsigned *counts;\n"
           "    unsigned long long *long_counts;\n"
           "    cudaMalloc(&in, %u);\n"
           "    cudaMalloc(&out, %u);\n"
           "    cudaMalloc(&counts, 1024);\n"
           "    cudaMalloc(&long_counts, 2048);\n"
           "    cudaMemset(in, 1, %u);\n"
           "    cudaMemset(counts, 0, 1024);\n"
           "    cudaMemset(long_counts, 0, 2048);\n",
           ARRAY_BYTES, 2 * ARRAY_BYTES, ARRAY_BYTES);
    for (unsigned i = 0; i < KERNELS; i++) {
        const unsigned threads = exchanges[i] ? 32 * (1 + draw(8)) : 1 + draw(256);
        unsigned arguments[ARGUMENTS];
        for (unsigned k = ARGUMENTS; k > 0; k--) {
            arguments[k - 1] = draw_argument();
        }
        const unsigned blocks = 1 + draw(4);
        printf("    kernel%u<<<%u, %u>>>(in, out, counts, long_counts, %u, %u, %u, %u);\n", i, blocks,
               threads, arguments[0], arguments[1], arguments[2], arguments[3]);
    }
    puts("    const cudaError_t error = cudaDeviceSynchronize();\n"
         "    cudaFree(in);\n"
         "    cudaFree(out);\n"
         "    cudaFree(counts);\n"
         "    cudaFree(long_counts);\n"
         "    return error != cudaSuccess;\n"
         "}");
    return 0;
}
