// Writes a random CUDA program without errors to standard output, always the same one for a number:
//
//     write-program NUMBER
//
// Its kernels compute with integers of all sizes, exchange values in shared memory, in warps and by atomic operations,
// and end in one line of output, a hash of all results. Nothing in it is undefined, and its results do not depend on
// the order of the threads: arithmetic is unsigned, shifts, divisors and indices are in range, floats are small whole
// numbers, barriers lie between all writes and reads of shared memory (a line each, so that `random` can leave one
// out), and of the atomic operations, an array gets only one kind in a kernel.
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "draw.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum {
    DEPTH_MAX = 4, // of expressions and of nested statements
    NAME_SIZE = 16,
    VARIABLES_MAX = 64
};

struct variable {
    char name[NAME_SIZE];
    const char *type;
    bool changes; // may be assigned to
};

// What can be used at this point of the program.
static struct variable variables[VARIABLES_MAX];
static size_t variable_count;
static struct variable local_array;      // has `array_length` elements; without a name, it is not declared
static unsigned array_length, functions; // the functions mix0() to mix{functions - 1}()
static unsigned threads;                 // of a block
static unsigned names;                   // how many have been made
static int indent;

static const char *draw_type(void) {
    return ONE_OF("unsigned", "int", "unsigned long long", "long long", "unsigned short", "short",
                  "unsigned char", "signed char");
}

static struct variable *declare(const char *prefix, const char *type, bool changes) {
    struct variable *made = &variables[variable_count];
    if (variable_count + 1 < VARIABLES_MAX) {
        variable_count++;
    }
    snprintf(made->name, sizeof(made->name), "%s%u", prefix, names++);
    made->type = type;
    made->changes = changes;
    return made;
}

static const struct variable *draw_variable(bool changes) {
    const struct variable *drawn;
    do {
        drawn = &variables[draw((unsigned)variable_count)];
    } while (changes && !drawn->changes);
    return drawn;
}

// ---- Expressions ----------------------------------------------------------------------------------------

static void expression(int depth);
static void condition(int depth);

// Writes text in which %e is an expression and %c a condition. Other conversions as in printf: %s and %u.
static void write_text(int depth, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    for (const char *at = format; *at != '\0'; at++) {
        if (*at != '%') {
            putchar(*at);
            continue;
        }
        switch (*++at) {
        case 'e':
            expression(depth + 1);
            break;
        case 'c':
            condition(depth + 1);
            break;
        case 's':
            fputs(va_arg(arguments, const char *), stdout);
            break;
        case 'u':
            printf("%u", va_arg(arguments, unsigned));
            break;
        default:
            putchar(*at);
        }
    }
    va_end(arguments);
}

static void leaf(void) {
    if (variable_count == 0 || draw(4) == 0) {
        if (draw(3) == 0) {
            const unsigned high = draw(1u << 31);
            printf("0x%x%08xull", high, draw(1u << 31));
        } else {
            const unsigned limit = draw(2) == 0 ? 10 : 1u << 31;
            printf("%uu", draw(limit));
        }
        return;
    }
    const struct variable *variable = draw_variable(false);
    const char *converted = strcmp(variable->type, "long long") == 0 ? "(unsigned long long)" : "(unsigned)";
    printf("%s%s", strncmp(variable->type, "unsigned long", 13) == 0 ? "" : converted, variable->name);
}

// A value of type unsigned or unsigned long long.
static void expression(int depth) {
    if (depth >= DEPTH_MAX || draw(5) == 0) {
        leaf();
        return;
    }
    switch (draw(16)) {
    case 0:
        write_text(depth, "((unsigned)(%e) %s ((%e) & 31u))", ONE_OF("<<", ">>"));
        break;
    case 1:
        write_text(depth, "((%e) %s ((%e) | 1u))", ONE_OF("/", "%"));
        break;
    case 2:
        write_text(depth, "(%c ? %e : %e)");
        break;
    case 3:
        write_text(depth, "(unsigned)%s((unsigned)(%e))", ONE_OF("__popc", "__clz", "__ffs", "__brev"));
        break;
    case 4:
        write_text(depth, "(unsigned)%s((unsigned long long)(%e))", ONE_OF("__popcll", "__clzll", "__ffsll"));
        break;
    case 5:
        write_text(depth, "__byte_perm((unsigned)(%e), (unsigned)(%e), (unsigned)(%e))");
        break;
    case 6:
        write_text(depth, "%s((unsigned)(%e), (unsigned)(%e), (unsigned)(%e))",
                   ONE_OF("__funnelshift_l", "__funnelshift_r", "__funnelshift_lc", "__funnelshift_rc"));
        break;
    case 7:
        write_text(depth, "(unsigned)%s((int)(%e), (int)(%e))", ONE_OF("min", "max", "__mulhi"));
        break;
    case 8:
        write_text(depth, "(unsigned)(%s)(%e)",
                   ONE_OF("short", "signed char", "unsigned char", "unsigned short"));
        break;
    case 9:
        write_text(depth, "c_table[(%e) & 15u]");
        break;
    case 10: // exact, with and without a fused multiply-add
        write_text(depth,
                   "(unsigned)((float)((%e) & 1023u) * (float)((%e) & 1023u) + (float)((%e) & 1023u))");
        break;
    case 11:
        if (functions > 0) {
            write_text(depth, "mix%u(%e, %e)", draw(functions));
            break;
        } // falls through
    default:
        write_text(depth, "(%e %s %e)", ONE_OF("+", "-", "*", "^", "&", "|"));
    }
}

static void condition(int depth) {
    switch (draw(4)) {
    case 0:
        write_text(depth, "(%c %s %c)", ONE_OF("&&", "||"));
        break;
    case 1:
        write_text(depth, "((int)(%e) %s (int)(%e))", ONE_OF("<", ">", "<=", ">="));
        break;
    default:
        write_text(depth, "(%e %s %e)", ONE_OF("<", ">", "==", "!="));
    }
}

// ---- Statements that threads may run apart from each other ----------------------------------------------

// A line, as write_text(), with shallow expressions where there are many.
#define LINE(...)                                                                                            \
    do {                                                                                                     \
        printf("%*s", 4 * indent, "");                                                                       \
        write_text(1, __VA_ARGS__);                                                                          \
        putchar('\n');                                                                                       \
    } while (0)

static void open_block(void) {
    indent++;
}

static void close_block(size_t visible, const char *text) {
    variable_count = visible;
    indent--;
    LINE("%s", text);
}

static void statements(int depth);

static void statement(int depth) {
    const size_t visible = variable_count;
    const struct variable *target = draw_variable(true);
    switch (draw(depth < DEPTH_MAX - 1 ? 9 : 6)) {
    case 0:
        LINE("mine.%s = %e;", ONE_OF("a", "b", "c"));
        break;
    case 1:
        LINE("%s = (%s)(mine.%s);", target->name, target->type, ONE_OF("a", "b", "c", "sum()"));
        break;
    case 2:
        LINE("%s = (%s)in[(%e) %% (unsigned)n];", target->name, target->type);
        break;
    case 3:
        if (local_array.name[0] != '\0') {
            LINE("%s[(%e) %% %uu] = (%s)(%e);", local_array.name, array_length, local_array.type);
            break;
        } // falls through
    case 4:
        if (local_array.name[0] != '\0') {
            LINE("%s = (%s)%s[(%e) %% %uu];", target->name, target->type, local_array.name, array_length);
            break;
        } // falls through
    case 5:
        LINE("%s %s (%s)(%e);", target->name, ONE_OF("=", "^=", "|=", "&="), target->type);
        break;
    case 6:
        LINE("if %c {");
        open_block();
        statements(depth + 1);
        close_block(visible, "} else {");
        open_block();
        statements(depth + 1);
        close_block(visible, "}");
        break;
    case 7: {
        const struct variable *counter = declare("i", "unsigned", false);
        LINE("for (unsigned %s = 0; %s < ((%e) & 7u); %s++) {", counter->name, counter->name, counter->name);
        open_block();
        statements(depth + 2);
        close_block(visible, "}");
        break;
    }
    default:
        LINE("switch ((%e) & 3u) {");
        for (unsigned value = 0; value < 3; value++) {
            LINE("case %u: {", value);
            open_block();
            statements(depth + 2);
            close_block(visible, draw(3) == 0 ? "} // falls through" : "} break;");
        }
        LINE("default: break;");
        LINE("}");
    }
}

static void statements(int depth) {
    for (unsigned left = 1 + draw(3); left > 0; left--) {
        if (draw(6) == 0) {
            const char *type = draw_type();
            printf("%*s%s v%u = (%s)(", 4 * indent, "", type, names, type);
            expression(1);
            puts(");");
            declare("v", type, true);
        } else {
            statement(depth);
        }
    }
}

// ---- What all threads of a block do together ------------------------------------------------------------

static void barrier(void) {
    LINE("__syncthreads();");
}

struct kernel {
    unsigned number, width, height, blocks;
    const char *shared_type, *atomic_type;     // of s_data, of s_acc
    const char *shared_atomic, *global_atomic; // operations
    unsigned atomic_count;                     // elements of s_acc
    bool dynamic;                              // s_data
};

static const char *const atomic_operations[] = {"atomicAdd", "atomicMax", "atomicMin", "atomicXor",
                                                "atomicOr",  "atomicAnd", NULL};

static void exchange_values(const struct kernel *kernel) {
    const struct variable *target = draw_variable(true);
    switch (draw(3)) {
    case 0:
        LINE("s_data[tid] = (%s)(%e);", kernel->shared_type);
        break;
    case 1:
        LINE("s_data[%uu - tid] = (%s)(%e);", threads - 1, kernel->shared_type);
        break;
    default:
        LINE("s_data[(tid + %uu) %% %uu] = (%s)(%e);", draw(threads), threads, kernel->shared_type);
    }
    barrier();
    LINE("%s ^= (%s)s_data[(%e) %% %uu];", target->name, target->type, threads);
    LINE("if %c {");
    open_block();
    target = draw_variable(true);
    LINE("%s = (%s)s_data[(%e) %% %uu];", target->name, target->type, threads);
    close_block(variable_count, "}");
    barrier();
}

static void exchange_structs(void) {
    const struct variable *target = draw_variable(true);
    LINE("s_items[tid] = mine;");
    barrier();
    LINE("%s = (%s)(s_items[(%e) %% %uu].sum());", target->name, target->type, threads);
    LINE("mine.take(s_items[(%e) %% %uu]);", threads);
    barrier();
}

static void add_to_shared(const struct kernel *kernel) {
    const struct variable *target = draw_variable(true);
    barrier();
    LINE("if %c {");
    open_block();
    LINE("%s(&s_acc[(%e) %% %uu], (%s)(%e));", kernel->shared_atomic, kernel->atomic_count,
         kernel->atomic_type);
    close_block(variable_count, "}");
    LINE("%s(&s_acc[(%e) %% %uu], (%s)(%e));", kernel->shared_atomic, kernel->atomic_count,
         kernel->atomic_type);
    barrier();
    LINE("%s = (%s)s_acc[(%e) %% %uu];", target->name, target->type, kernel->atomic_count);
    barrier();
}

static void reduce_in_steps(const struct kernel *kernel) {
    const struct variable *target = draw_variable(true);
    LINE("for (unsigned stride = %uu; stride > 0; stride >>= 1) {", threads / 2);
    open_block();
    LINE("s_data[tid] = (%s)(%e);", kernel->shared_type);
    barrier();
    LINE("if (tid < stride) {");
    open_block();
    LINE("%s = (%s)(s_data[tid] + s_data[tid + stride]);", target->name, target->type);
    close_block(variable_count, "}");
    barrier();
    close_block(variable_count, "}");
}

// For whole warps.
static void exchange_in_warp(void) {
    const struct variable *target = draw_variable(true);
    LINE("%s = (%s)(", target->name, target->type);
    indent++;
    const char *width = ONE_OF("4", "8", "16", "32");
    const unsigned distance = draw(4);
    switch (draw(6)) {
    case 0:
        LINE("__shfl_%s_sync(0xffffffffu, %e, %u, %s));", ONE_OF("up", "down", "xor"), distance, width);
        break;
    case 1:
        LINE("__shfl_sync(0xffffffffu, %e, (int)((%e) & 31u), %s));", width);
        break;
    case 2:
        LINE("%s(0xffffffffu, %c));", ONE_OF("__ballot_sync", "__any_sync", "__all_sync"));
        break;
    case 3:
        LINE("__match_any_sync(0xffffffffu, (unsigned)(%e) & 3u));");
        break;
    case 4:
        LINE("%s(0xffffffffu, (unsigned)(%e)));",
             ONE_OF("__reduce_add_sync", "__reduce_min_sync", "__reduce_max_sync", "__reduce_xor_sync"));
        break;
    default:
        LINE("cooperative_groups::tiled_partition<%s>(cooperative_groups::this_thread_block()).%s((unsigned)("
             "%e), %u));",
             width, ONE_OF("shfl", "shfl_up", "shfl_down", "shfl_xor"), distance);
    }
    indent--;
}

static void step_together(const struct kernel *kernel) {
    const struct variable *target = draw_variable(true);
    switch (draw(11)) {
    case 0:
    case 1:
        exchange_values(kernel);
        break;
    case 2:
        exchange_structs();
        break;
    case 3:
        add_to_shared(kernel);
        break;
    case 4:
        LINE("%s(&acc[(%e) & 15u], (unsigned)(%e));", kernel->global_atomic);
        break;
    case 5:
        LINE("%s = (%s)(%s(%c));", target->name, target->type,
             ONE_OF("__syncthreads_count", "__syncthreads_or", "__syncthreads_and"));
        break;
    case 6:
        reduce_in_steps(kernel);
        break;
    case 7:
        LINE("mine.a = change(%s, (unsigned)(%e));", target->name);
        break;
    case 8:
    case 9:
        if (threads % 32 == 0) {
            exchange_in_warp();
            break;
        } // falls through
    default:
        statements(0);
    }
}

static struct kernel draw_kernel(unsigned number) {
    static const unsigned widths[] = {32, 64, 96, 128, 256, 50, 33}, counts[] = {1, 5, 32};
    struct kernel kernel = {.number = number, .height = 1};
    kernel.width =
        widths[draw(COUNT(widths))]; // one after the other, because the order in a list is not determined
    kernel.blocks = 1 + draw(6);
    kernel.shared_type = draw_type();
    kernel.atomic_type = ONE_OF("unsigned", "int", "unsigned long long");
    kernel.shared_atomic = draw_one_of(atomic_operations);
    kernel.global_atomic = draw_one_of(atomic_operations);
    kernel.atomic_count = counts[draw(COUNT(counts))];
    kernel.dynamic = draw(3) == 0;
    if (draw(4) == 0) {
        kernel.width = 16;
        kernel.height = 2 + draw(4);
    }
    return kernel;
}

static void write_kernel(const struct kernel *kernel) {
    threads = kernel->width * kernel->height;
    variable_count = 0;
    local_array.name[0] = '\0';
    printf(
        "\n__global__ void kernel%u(unsigned long long *out, const unsigned *in, unsigned *acc, int n) {\n",
        kernel->number);
    indent = 1;
    if (kernel->dynamic) {
        LINE("extern __shared__ unsigned long long s_all[];");
        LINE("%s *s_data = reinterpret_cast<%s *>(s_all);", kernel->shared_type, kernel->shared_type);
    } else {
        LINE("__shared__ %s s_data[%u];", kernel->shared_type, threads);
    }
    LINE("__shared__ %s s_acc[%u];", kernel->atomic_type, kernel->atomic_count);
    LINE("__shared__ item s_items[%u];", threads);
    LINE("const unsigned tid = threadIdx.y * blockDim.x + threadIdx.x;");
    LINE("const unsigned gid = blockIdx.x * %uu + tid;", threads);
    LINE("if (tid < %u) {", kernel->atomic_count);
    LINE("    s_acc[tid] = tid * 7;");
    LINE("}");
    variables[variable_count++] = (struct variable){"tid", "unsigned", false};
    variables[variable_count++] = (struct variable){"gid", "unsigned", false};
    for (unsigned left = 3 + draw(3); left > 0; left--) {
        const char *type = draw_type();
        LINE("%s v%u = (%s)(%e);", type, names, type);
        declare("v", type, true);
    }
    const size_t visible = variable_count;
    LINE("item mine = {(unsigned)(%e), (unsigned short)(%e), (unsigned char)(%e)};");
    if (draw(2) == 0) {
        array_length = 2 + draw(7);
        local_array = (struct variable){.name = "array", .type = draw_type()};
        LINE("%s array[%u] = {(%s)(%e), (%s)(%e)};", local_array.type, array_length, local_array.type,
             local_array.type);
    }
    barrier();
    for (unsigned left = 4 + draw(6); left > 0; left--) {
        step_together(kernel);
    }
    variable_count = visible;
    for (size_t i = 2; i < visible; i++) {
        LINE("out[gid] = out[gid] * 31 + (unsigned long long)%s;", variables[i].name);
    }
    for (unsigned i = 0; i < array_length && local_array.name[0] != '\0'; i++) {
        LINE("out[gid] = out[gid] * 17 + (unsigned long long)array[%u];", i);
    }
    LINE("out[gid] += mine.sum();");
    puts("}");
}

// ---- The program ----------------------------------------------------------------------------------------

static void write_functions(void) {
    puts("#include <cooperative_groups.h>\n"
         "#include <cstdio>\n\n"
         "struct item {\n"
         "    unsigned a;\n"
         "    unsigned short b;\n"
         "    unsigned char c;\n"
         "    __device__ unsigned sum() const { return a * 3 + b * 5u + c; }\n"
         "    __device__ void take(const item &other) {\n"
         "        a ^= other.b;\n"
         "        b = (unsigned short)(b + other.a);\n"
         "        c = other.c;\n"
         "    }\n"
         "};\n\n"
         "template <typename T> __device__ unsigned change(T &value, unsigned x) {\n"
         "    for (int i = 0; i < 3; i++) {\n"
         "        value = (T)((unsigned)value + (x >> i));\n"
         "    }\n"
         "    return (unsigned)value ^ x;\n"
         "}\n");
    printf("__constant__ unsigned c_table[16] = {");
    for (int i = 0; i < 16; i++) {
        printf("%s%uu", i == 0 ? "" : ", ", draw(1u << 31));
    }
    puts("};");
    for (const unsigned wanted = 1 + draw(3); functions < wanted; functions++) {
        const char *first = ONE_OF("unsigned", "unsigned char");
        const char *second = ONE_OF("unsigned long long", "unsigned short");
        const char *result = ONE_OF("unsigned", "unsigned long long");
        variable_count = 0;
        variables[variable_count++] = (struct variable){"x", first, false};
        variables[variable_count++] = (struct variable){"y", second, false};
        printf("\n__device__ %s%s mix%u(%s x, %s y) {\n", ONE_OF("", "__forceinline__ ", "__noinline__ "),
               result, functions, first, second);
        indent = 1;
        LINE("if %c {");
        LINE("    return %e;");
        LINE("}");
        LINE("return %e;");
        puts("}");
    }
}

static void write_main(const struct kernel *kernels, unsigned count) {
    unsigned n = 0;
    for (unsigned i = 0; i < count; i++) {
        const unsigned all = kernels[i].width * kernels[i].height * kernels[i].blocks;
        n = n < all ? all : n;
    }
    printf("\nint main() {\n"
           "    const int n = %u;\n"
           "    static unsigned h_in[n], h_acc[16];\n"
           "    static unsigned long long h_out[n];\n"
           "    unsigned *in, *acc, x = %uu;\n"
           "    unsigned long long *out, hash = 14695981039346656037ull;\n"
           "    for (int i = 0; i < n; i++) {\n"
           "        x = x * 1664525u + 1013904223u;\n"
           "        h_in[i] = x >> 3;\n"
           "    }\n"
           "    cudaMalloc(&in, sizeof(h_in));\n"
           "    cudaMalloc(&out, sizeof(h_out));\n"
           "    cudaMalloc(&acc, sizeof(h_acc));\n"
           "    cudaMemcpy(in, h_in, sizeof(h_in), cudaMemcpyHostToDevice);\n"
           "    cudaMemset(out, 0, sizeof(h_out));\n"
           "    cudaMemset(acc, 0, sizeof(h_acc));\n",
           n, draw(1u << 31));
    for (unsigned i = 0; i < count; i++) {
        printf("    kernel%u<<<%u, dim3(%u, %u), %u>>>(out, in, acc, n);\n", i, kernels[i].blocks,
               kernels[i].width, kernels[i].height,
               kernels[i].dynamic ? kernels[i].width * kernels[i].height * (unsigned)sizeof(uint64_t) : 0);
    }
    puts("    cudaMemcpy(h_out, out, sizeof(h_out), cudaMemcpyDeviceToHost);\n"
         "    cudaMemcpy(h_acc, acc, sizeof(h_acc), cudaMemcpyDeviceToHost);\n"
         "    for (int i = 0; i < n; i++) {\n"
         "        hash = (hash ^ h_out[i]) * 1099511628211ull;\n"
         "    }\n"
         "    for (int i = 0; i < 16; i++) {\n"
         "        hash = (hash ^ h_acc[i]) * 1099511628211ull;\n"
         "    }\n"
         "    printf(\"%016llx %s\\n\", hash, cudaGetErrorString(cudaGetLastError()));\n"
         "    cudaFree(in);\n"
         "    cudaFree(out);\n"
         "    cudaFree(acc);\n"
         "}");
}

int main(int argc, char **argv) {
    struct kernel kernels[3];
    if (argc != 2) {
        fputs("usage: write-program NUMBER\n", stderr);
        return 2;
    }
    draw_start(argv[1]);
    const unsigned count = 1 + draw(COUNT(kernels));
    write_functions();
    for (unsigned i = 0; i < count; i++) {
        kernels[i] = draw_kernel(i);
        write_kernel(&kernels[i]);
    }
    write_main(kernels, count);
    return 0;
}
