// Writes a random CUDA program to standard output whose kernels access memory with and without barriers in between,
// always the same one for a number, and says which of them race:
//
//     write-races NUMBER
//
// At the program's end there is a line for each kernel: the first and the last line of its code; `race`, `none`, or
// `unclear` (see check_pair); and its racing pairs of lines. They come from comparing each access with all earlier ones
// of the same bytes, by the rules in docs/simulated-gpu.md: program order and barriers order accesses, over any number
// of steps. Nothing else does here, because there are no fences.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "lines.h"

enum {
    KERNELS = 40,
    THREADS_MAX = 128, // of a block
    BLOCKS_MAX = 24,
    LANES = 32,
    BYTES = 256,         // of each array
    STATEMENTS_MAX = 40, // of a kernel
    TEXT_SIZE = 80,
    VERDICT_SIZE = 8192
};

enum act { READ, WRITE, UPDATE, ATOMIC, VOLATILE_READ, VOLATILE_WRITE };

struct statement {
    enum { ACCESS, BLOCK_BARRIER, WARP_BARRIER, TILE_BARRIER, EXCHANGE, SOME_LANES, LOOP } kind;
    unsigned inner;     // the next statements, which a condition or a loop contains
    unsigned low, high; // WARP_BARRIER, SOME_LANES: the lanes of each warp from `low` to before `high`
    unsigned count;     // the lanes of a tile, or the rounds of a loop

    // An access of element ((tid ^ flip) / divisor * factor + offset + by_block * blk + by_round * r) % elements, by
    // the threads for which tid % modulus - first < width.
    enum act act;
    bool shared;
    unsigned bytes, flip, divisor, factor, offset, by_block, by_round, modulus, first, width;
    unsigned line;
};

// An access of a byte by a thread.
struct touch {
    unsigned statement, block, thread;
    unsigned clock;    // the thread's own then
    bool after_update; // has an atomic operation on the byte come before it?
    struct touch *earlier;
};

static struct statement statements[STATEMENTS_MAX];
static unsigned statement_count, blocks, threads;

static unsigned power(unsigned most) {
    return 1u << draw(most + 1);
}

// ---- What a kernel does ----

static struct statement draw_access(void) {
    static const unsigned sizes[] = {4, 4, 4, 8, 16, 2, 1};
    const unsigned bytes = sizes[draw(7)];
    const bool shared = blocks > 3 || draw(3) != 0;
    const bool simple = bytes < 4 || bytes == 16; // without atomics
    const enum act acts[] = {READ, READ, WRITE, WRITE, UPDATE, ATOMIC, ATOMIC, VOLATILE_READ, VOLATILE_WRITE};
    return (struct statement){.kind = ACCESS,
                              .act = acts[draw(bytes == 16            ? 4
                                               : simple               ? 5
                                               : shared || bytes == 8 ? 7
                                                                      : 9)],
                              .shared = shared,
                              .bytes = bytes,
                              .flip = draw(3) == 0 ? power(5) : 0,
                              .divisor = draw(4) == 0 ? power(7) : 1,
                              .factor = draw(4) == 0 ? 1 + draw(5) : 1,
                              .offset = draw(3) == 0 ? draw(6) : 0,
                              .by_block = draw(6) == 0,
                              .by_round = draw(3) == 0 ? power(3) : 0,
                              .modulus = power(8),
                              .first = draw(2) == 0 ? draw(32) : 0,
                              .width = draw(3) == 0 ? 256 : 1 + draw(40)};
}

// Statements that the lanes from `low` to before `high` of each warp execute, in a loop if `depth` is not 0.
static void draw_body(unsigned count, unsigned depth, unsigned low, unsigned high) {
    const bool whole_warps = threads % LANES == 0, all_lanes = low == 0 && high == LANES;
    while (count-- > 0 && statement_count < STATEMENTS_MAX) {
        const unsigned at = statement_count++, choice = draw(14);
        struct statement made = {.kind = BLOCK_BARRIER};
        if ((choice == 6 || choice == 7) && all_lanes) {
            made.count = draw(4);
        } else if (choice == 8) {
            made = (struct statement){.kind = WARP_BARRIER, .low = low, .high = high};
        } else if (choice == 9 && all_lanes && whole_warps) {
            made = (struct statement){.kind = TILE_BARRIER, .count = 2 * power(4)};
        } else if (choice == 10 && all_lanes && whole_warps) {
            made = (struct statement){.kind = EXCHANGE, .count = draw(3)};
        } else if (choice == 11 && all_lanes && whole_warps) {
            made = (struct statement){.kind = SOME_LANES, .low = draw(28)};
            made.high = made.low + 1 + draw(LANES - made.low);
            draw_body(2 + draw(2), depth, made.low, made.high);
        } else if (choice == 12 && depth == 0) {
            made = (struct statement){.kind = LOOP, .count = 2 + draw(2)};
            draw_body(2 + draw(2), 1, low, high);
        } else {
            made = draw_access();
        }
        made.inner = statement_count - at - 1;
        statements[at] = made;
    }
}

// ---- Its code ----

static void write_access(struct statement *it) {
    static const char *const types[] = {[1] = "unsigned char",
                                        [2] = "unsigned short",
                                        [4] = "unsigned",
                                        [8] = "unsigned long long",
                                        [16] = "uint4"};
    const char *type = types[it->bytes];
    char element[3 * TEXT_SIZE], value[TEXT_SIZE];
    snprintf(element, sizeof(element), "((%s *)%s)[((tid ^ %u) / %u * %u + %u + %u * blk + %u * r) %% %u]",
             type, it->shared ? "s_words" : "words", it->flip, it->divisor, it->factor, it->offset,
             it->by_block, it->by_round, BYTES / it->bytes);
    snprintf(value, sizeof(value), "(blk * 128 + tid) * 40 + r * 13000 + %u", code_line);
    it->line = code_line + 1;
    line("if (tid %% %u - %u < %u) {", it->modulus, it->first, it->width);
    indent++;
    switch (it->act) {
    case READ:
        line("x += (unsigned)%s%s;", element, it->bytes == 16 ? ".x" : "");
        break;
    case WRITE:
        if (it->bytes == 16) {
            line("%s = make_uint4(%s, 1, 2, 3);", element, value);
        } else {
            line("%s = (%s)(%s);", element, type, value);
        }
        break;
    case UPDATE:
        line("%s += (%s)(%s);", element, type, value);
        break;
    case ATOMIC:
        line("atomicAdd(&%s, (%s)(%s));", element, type, value);
        break;
    case VOLATILE_READ:
        line("x += *(volatile unsigned *)&%s;", element);
        break;
    case VOLATILE_WRITE:
        line("*(volatile unsigned *)&%s = %s;", element, value);
        break;
    }
    indent--;
    line("}");
}

// The statements from `at` to before `end`.
static void write_body(unsigned at, unsigned end) {
    static const char *const barriers[] = {"__syncthreads();", "__syncthreads();",
                                           "x += (unsigned)__syncthreads_count(tid & 1);",
                                           "cg::this_thread_block().sync();"};
    static const char *const exchanges[] = {"x += __shfl_xor_sync(~0u, x, 1);",
                                            "x += __popc(__ballot_sync(~0u, x & 1));",
                                            "x += __reduce_max_sync(~0u, x);"};
    for (; at < end; at += 1 + statements[at].inner) {
        struct statement *it = &statements[at];
        switch (it->kind) {
        case ACCESS:
            write_access(it);
            continue;
        case BLOCK_BARRIER:
            line("%s", barriers[it->count]);
            continue;
        case WARP_BARRIER:
            line("__syncwarp(%#xu);", ~0u >> (LANES - it->high) & ~0u << it->low);
            continue;
        case TILE_BARRIER:
            line("cg::tiled_partition<%u>(cg::this_thread_block()).sync();", it->count);
            continue;
        case EXCHANGE:
            line("%s", exchanges[it->count]);
            continue;
        case SOME_LANES:
            line("if (tid %% 32 - %u < %u) {", it->low, it->high - it->low);
            break;
        case LOOP:
            line("for (unsigned r = 0; r < %u; r++) {", it->count);
            break;
        }
        indent++;
        write_body(at + 1, at + 1 + it->inner);
        indent--;
        line("}");
    }
}

// ---- Which accesses race ----

// Of each thread, what it knows of another one: that one's accesses up to this clock are ordered before its next one.
// Of itself: its clock.
static unsigned known[BLOCKS_MAX][THREADS_MAX][THREADS_MAX];
static struct touch
    *last_touch[BLOCKS_MAX + 1][BYTES]; // of each byte: in shared memory by block, then in global memory
static bool racing[STATEMENTS_MAX][STATEMENTS_MAX];
static bool certain; // has a pair been found that is no matter of rule 6 or 7?

// The threads from `first` to before `end` wait for each other.
static void meet(unsigned block, unsigned first, unsigned end) {
    unsigned all[THREADS_MAX] = {0};
    for (unsigned thread = first; thread < end; thread++) {
        for (unsigned other = 0; other < threads; other++) {
            const unsigned clock = known[block][thread][other];
            all[other] = clock > all[other] ? clock : all[other];
        }
    }
    for (unsigned thread = first; thread < end; thread++) {
        memcpy(known[block][thread], all, sizeof(all));
        known[block][thread][thread]++;
    }
}

static bool act_reads(enum act act) {
    return act == READ || act == VOLATILE_READ;
}

// By rules 6 and 7, it depends on the run whether a write after the thread's own atomic update, or after one that a
// barrier orders before it, also comes after the others that this update has seen.
static void check_pair(const struct touch *earlier, const struct touch *later) {
    const enum act one = statements[earlier->statement].act, other = statements[later->statement].act;
    if ((earlier->block == later->block && earlier->thread == later->thread) ||
        (act_reads(one) && act_reads(other)) ||
        (one >= ATOMIC && other >= ATOMIC && !(one == VOLATILE_WRITE && other == VOLATILE_WRITE)) ||
        (earlier->block == later->block &&
         known[later->block][later->thread][earlier->thread] >= earlier->clock)) {
        return;
    }
    const bool unclear = (!act_reads(one) && one != ATOMIC && earlier->after_update) ||
                         (!act_reads(other) && other != ATOMIC && later->after_update);
    racing[earlier->statement][later->statement] = true;
    certain = certain || !unclear;
}

static void touch_byte(unsigned statement, unsigned block, unsigned thread, unsigned byte) {
    struct touch **last = &last_touch[statements[statement].shared ? block : BLOCKS_MAX][byte];
    struct touch *made = malloc(sizeof(*made));
    if (made == NULL) {
        exit(2);
    }
    *made = (struct touch){.statement = statement,
                           .block = block,
                           .thread = thread,
                           .clock = known[block][thread][thread],
                           .earlier = *last};
    for (const struct touch *earlier = *last; earlier != NULL; earlier = earlier->earlier) {
        made->after_update |=
            statements[earlier->statement].act == ATOMIC && earlier->block == block &&
            (earlier->thread == thread || known[block][thread][earlier->thread] >= earlier->clock);
    }
    for (const struct touch *earlier = *last; earlier != NULL; earlier = earlier->earlier) {
        if (!racing[earlier->statement][statement] || !certain) {
            check_pair(earlier, made);
        }
    }
    *last = made;
}

static void touch_element(unsigned at, unsigned block, unsigned thread, unsigned round) {
    const struct statement *it = &statements[at];
    if (thread % it->modulus - it->first >= it->width) {
        return;
    }
    const unsigned index = ((thread ^ it->flip) / it->divisor * it->factor + it->offset +
                            it->by_block * block + it->by_round * round) %
                           (BYTES / it->bytes);
    const unsigned bytes = it->bytes == 16 && it->act == READ ? 4 : it->bytes;
    for (unsigned byte = 0; byte < bytes; byte++) {
        touch_byte(at, block, thread, index * it->bytes + byte);
    }
}

// All threads execute one statement after the other: no access depends on a value.
static void run_body(unsigned at, unsigned end, unsigned round, unsigned low, unsigned high) {
    for (; at < end; at += 1 + statements[at].inner) {
        const struct statement *it = &statements[at];
        for (unsigned i = 0; it->kind == LOOP && i < it->count; i++) {
            run_body(at + 1, at + 1 + it->inner, i, low, high);
        }
        if (it->kind == SOME_LANES) {
            run_body(at + 1, at + 1 + it->inner, round, it->low, it->high);
        }
        const unsigned first = it->kind == WARP_BARRIER ? it->low : 0;
        const unsigned step = it->kind == WARP_BARRIER   ? LANES
                              : it->kind == TILE_BARRIER ? it->count
                                                         : threads;
        for (unsigned block = 0; block < blocks; block++) {
            for (unsigned thread = 0; it->kind == ACCESS && thread < threads; thread++) {
                if (thread % LANES >= low && thread % LANES < high) {
                    touch_element(at, block, thread, round);
                }
            }
            const bool meets =
                it->kind == BLOCK_BARRIER || it->kind == WARP_BARRIER || it->kind == TILE_BARRIER;
            for (unsigned from = 0; meets && from < threads; from += step) {
                const unsigned to = from + (it->kind == WARP_BARRIER ? it->high : step);
                meet(block, from + first, to < threads ? to : threads);
            }
        }
    }
}

static void find_races(void) {
    memset(known, 0, sizeof(known));
    for (unsigned i = 0; i < BLOCKS_MAX * THREADS_MAX; i++) {
        known[i / THREADS_MAX][i % THREADS_MAX][i % THREADS_MAX] = 1;
    }
    memset(racing, 0, sizeof(racing));
    certain = false;
    run_body(0, statement_count, 0, 0, LANES);
    for (unsigned list = 0; list <= BLOCKS_MAX; list++) {
        for (unsigned byte = 0; byte < BYTES; byte++) {
            while (last_touch[list][byte] != NULL) {
                struct touch *touch = last_touch[list][byte];
                last_touch[list][byte] = touch->earlier;
                free(touch);
            }
        }
    }
}

// ---- The program ----

static void write_kernel(unsigned number, char verdict[VERDICT_SIZE]) {
    const unsigned first_line = code_line;
    line("__global__ void kernel%u(unsigned *words, unsigned *out) {", number);
    indent++;
    line("__shared__ __align__(16) unsigned s_words[%u];", BYTES / 4);
    line("const unsigned tid = threadIdx.x, blk = blockIdx.x, r = 0;");
    line("unsigned x = r;");
    line("for (unsigned i = tid; i < %u; i += blockDim.x) {", BYTES / 4);
    line("    s_words[i] = 0;");
    line("}");
    line("__syncthreads();");
    write_body(0, statement_count);
    line("out[blk * blockDim.x + tid] = x;");
    indent--;
    line("}");
    find_races();
    char pairs[VERDICT_SIZE / 2] = "";
    size_t length = 0;
    for (unsigned i = 0; i < STATEMENTS_MAX * STATEMENTS_MAX && length < sizeof(pairs) - TEXT_SIZE; i++) {
        const unsigned one = i / STATEMENTS_MAX, other = i % STATEMENTS_MAX;
        if (racing[one][other]) {
            length += (size_t)snprintf(pairs + length, sizeof(pairs) - length, " %u-%u", statements[one].line,
                                       statements[other].line);
        }
    }
    snprintf(verdict, VERDICT_SIZE, "// kernel %u %u %s%s", first_line, code_line - 1,
             certain       ? "race"
             : length == 0 ? "none"
                           : "unclear",
             pairs);
}

int main(int argc, char **argv) {
    static char verdicts[KERNELS][VERDICT_SIZE];
    unsigned all_blocks[KERNELS], all_threads[KERNELS];
    if (argc != 2) {
        fputs("usage: write-races NUMBER\n", stderr);
        return 2;
    }
    draw_start(argv[1]);
    line("#include <cooperative_groups.h>");
    line("#include <cuda_runtime.h>");
    line("namespace cg = cooperative_groups;");
    for (unsigned i = 0; i < KERNELS; i++) {
        static const unsigned block_counts[] = {1, 1, 2, 3, BLOCKS_MAX},
                              sizes[] = {32, 64, 96, THREADS_MAX, 48};
        all_blocks[i] = blocks = block_counts[draw(5)];
        all_threads[i] = threads = sizes[draw(5)];
        statement_count = 0;
        draw_body(2 + draw(5), 0, 0, LANES);
        write_kernel(i, verdicts[i]);
    }
    line("int main() {");
    line("    unsigned *words, *out;");
    line("    cudaMalloc(&words, %u);", BYTES);
    line("    cudaMalloc(&out, %u);", BLOCKS_MAX * THREADS_MAX * 4);
    for (unsigned i = 0; i < KERNELS; i++) {
        line("    cudaMemset(words, 0, %u);", BYTES);
        line("    kernel%u<<<%u, %u>>>(words, out);", i, all_blocks[i], all_threads[i]);
        line("    cudaDeviceSynchronize();");
    }
    line("    cudaFree(words);");
    line("    cudaFree(out);");
    line("}");
    for (unsigned i = 0; i < KERNELS; i++) {
        puts(verdicts[i]);
    }
    return 0;
}
