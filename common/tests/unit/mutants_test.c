// The mutants of small programs, and how their changes are described.
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts.h"
#include "equivalent.h"
#include "mutants.h"

// A program with one kernel and this body.
#define KERNEL(body) "__global__ void k(const int *d_in, int *d_out, size_t n) {\n" body "\n}\n"

struct made {
    struct program program;
    struct mutants mutants;
};

static struct made make(const char *source) {
    struct made made;
    assert_int_equal(program_read(&made.program, source, strlen(source), "test.cu"), 0);
    assert_int_equal(mutants_make(&made.mutants, &made.program), 0);
    return made;
}

static void free_made(struct made *made) {
    mutants_free(&made->mutants);
    program_free(&made->program);
}

// The new lines of all mutants of a kind, in order, are `expected`.
static void expect(const char *source, enum mutation mutation, const char *expected) {
    struct made made = make(source);
    char all[4096] = "";
    for (size_t i = 0; i < made.mutants.count; i++) {
        const char *change = made.mutants.mutants[i].change;
        for (const char *line = strchr(change, '\n') + 1; *line != '\0'; line = strchr(line, '\n') + 1) {
            if (made.mutants.mutants[i].mutation == mutation && *line == '+') {
                snprintf(all + strlen(all), sizeof(all) - strlen(all), "%.*s\n", (int)strcspn(line + 2, "\n"),
                         line + 2);
            }
        }
    }
    free_made(&made);
    assert_string_equal(all, expected);
}

static void barriers(void **state) {
    (void)state;
    const char *source = KERNEL("f();\n__syncthreads(); // why\ng();");
    expect(source, MUTATION_BARRIER_DROPPED, ";\n");
    expect(source, MUTATION_BARRIER_TWICE, "__syncthreads(); __syncthreads();\n");
    expect(source, MUTATION_BARRIER_MOVED, "__syncthreads(); f();\n__syncthreads(); }\n");
    // Out of the loop, because it has no neighbour inside.
    expect(KERNEL("for (;;) {\n__syncwarp();\n}\ng();"), MUTATION_BARRIER_MOVED,
           "__syncwarp(); for (;;) {\n__syncwarp(); g();\n");
    expect(KERNEL("block.sync();"), MUTATION_BARRIER_DROPPED, ";\n");
    expect(KERNEL("__threadfence();"), MUTATION_BARRIER_DROPPED, ";\n");
    expect(KERNEL("f();"), MUTATION_BARRIER_DROPPED, "");
}

static void comparisons(void **state) {
    (void)state;
    expect(KERNEL("if (a < b) f();"), MUTATION_COMPARISON, "if (a <= b) f();\n");
    expect(KERNEL("if (a == b) f();"), MUTATION_COMPARISON, "if (a != b) f();\n");
    expect(KERNEL("if (a >= b) f();"), MUTATION_COMPARISON, "if (a > b) f();\n");
    expect(KERNEL("load<int>(a);"), MUTATION_COMPARISON, ""); // no comparison
    expect(KERNEL("g<<<1, 2>>>(a);"), MUTATION_COMPARISON, "");
}

static void assignments_and_logic(void **state) {
    (void)state;
    expect(KERNEL("a += b;\na = b;"), MUTATION_ASSIGNMENT, "a = b;\n");
    expect(KERNEL("f(a && b);"), MUTATION_LOGIC, "f(a || b);\n");
    expect(KERNEL("if (a < b) f();"), MUTATION_LOGIC, "if (!(a < b)) f();\n");
    expect(KERNEL("while (a || b) f();"), MUTATION_LOGIC, "while (a && b) f();\n");
    expect(KERNEL("f(&a);"), MUTATION_LOGIC, "");
}

static void one_more_or_less(void **state) {
    (void)state;
    // The other bound, a < b + 1, is a <= b.
    expect(KERNEL("if (a < b) f();"), MUTATION_OFF_BY_ONE, "if (a < b - 1) f();\n");
    expect(KERNEL("if (a > b && c) f();"), MUTATION_OFF_BY_ONE, "if (a > b + 1 && c) f();\n");
    expect(KERNEL("f(x[i * j]);"), MUTATION_OFF_BY_ONE, "f(x[(i * j) + 1]);\nf(x[(i * j) - 1]);\n");
    expect(KERNEL("const unsigned a = b;"), MUTATION_OFF_BY_ONE,
           "const unsigned a = b + 1;\nconst unsigned a = b - 1;\n");
    expect(KERNEL("a = b % 32u;"), MUTATION_OFF_BY_ONE, "a = b % 33u;\na = b % 31u;\n");
    expect(KERNEL("a *= 2;"), MUTATION_OFF_BY_ONE, "a *= 2 + 1;\na *= 2 - 1;\n");
    expect(KERNEL("a = 0xffffffff & 1.5f;"), MUTATION_OFF_BY_ONE, "");
}

static void arithmetic(void **state) {
    (void)state;
    expect(KERNEL("a = b * c;"), MUTATION_ARITHMETIC, "a = b / c;\n");
    expect(KERNEL("a = b % c;"), MUTATION_ARITHMETIC, "a = b / c;\n");
    expect(KERNEL("a = -b << c;"), MUTATION_ARITHMETIC, "a = -b >> c;\n"); // the sign stays
    expect(KERNEL("a *= b;"), MUTATION_ARITHMETIC, "a /= b;\n");
    expect(KERNEL("return *b;"), MUTATION_ARITHMETIC, "");
}

static void operands_and_identity(void **state) {
    (void)state;
    expect(KERNEL("a = combine(f(b, c), d);"), MUTATION_OPERANDS_SWAPPED, "a = combine(d, f(b, c));\n");
    expect(KERNEL("a = identity();"), MUTATION_IDENTITY, "a = value_t{};\na = value_t{1};\na = d_in[0];\n");
    expect(KERNEL("a = b ? c : 0;"), MUTATION_IDENTITY, "a = b ? c : d_in[0];\n");
}

static void guards(void **state) {
    (void)state;
    expect(KERNEL("if (f(a) && b) g();"), MUTATION_GUARD_DROPPED,
           "if (true) g();\nif (f(a)) g();\nif (b) g();\n");
    expect(KERNEL("for (; a && (b || c);) g();"), MUTATION_GUARD_DROPPED,
           "for (; a;) g();\nfor (; (b || c);) g();\n");
    expect(KERNEL("a = b < c ? d[e] : 0;"), MUTATION_GUARD_DROPPED, "a = d[e];\n");
}

static void cuda_words(void **state) {
    (void)state;
    expect(KERNEL("a = threadIdx.x;"), MUTATION_INDEX_SWAPPED, "a = blockIdx.x;\na = blockDim.x;\n");
    expect(KERNEL("a = __shfl_down_sync(m, v, s);"), MUTATION_SHUFFLE,
           "a = __shfl_up_sync(m, v, s);\na = __shfl_down_sync((m) >> 1, v, s);\n"
           "a = __shfl_down_sync((m) << 1, v, s);\na = __shfl_down_sync(m, v, (s) + 1);\n"
           "a = __shfl_down_sync(m, v, (s) - 1);\n");
    expect(KERNEL("a = tile.shfl_up(v, s);"), MUTATION_SHUFFLE,
           "a = tile.shfl_down(v, s);\na = tile.shfl_up(v, (s) + 1);\na = tile.shfl_up(v, (s) - 1);\n");
    expect(KERNEL("atomicAdd(&a[1], b);"), MUTATION_ATOMIC_DROPPED, "((*(&a[1]) += (b)) - (b));\n");
    expect(KERNEL("g<<<a, b, c>>>(d);"), MUTATION_LAUNCH_SIZE,
           "g<<<(a) + 1, b, c>>>(d);\ng<<<(a) - 1, b, c>>>(d);\ng<<<a, (b) + 1, c>>>(d);\ng<<<a, (b) - 1, "
           "c>>>(d);\n");
    expect(KERNEL("g<<<a, b, c>>>(d);"), MUTATION_SHARED_HALVED, "g<<<a, b, (c) / 2>>>(d);\n");
    expect(KERNEL("__shared__ int s_a[N];"), MUTATION_SHARED_HALVED, "__shared__ int s_a[(N) / 2];\n");
}

static void buffers(void **state) {
    (void)state;
    expect(KERNEL("d_out[i] = d_in[i];"), MUTATION_BUFFERS_SWAPPED,
           "d_in[i] = d_in[i];\nd_out[i] = d_out[i];\n");
    expect(KERNEL("f(d_in, d_out, n);"), MUTATION_BUFFERS_SWAPPED, "f(d_out, d_in, n);\n");
    expect(KERNEL("d_out[i] = d_in[i];"), MUTATION_LOAD_DROPPED, "d_out[i] = 0;\n");
}

static void statements(void **state) {
    (void)state;
    expect(KERNEL("if (a) { b = c; }"), MUTATION_STATEMENT_DROPPED, ";\nif (a) { ; }\n");
    expect(KERNEL("int a = b;"), MUTATION_STATEMENT_DROPPED, ""); // would not compile
    expect(KERNEL("for (;;) f();\nreturn;"), MUTATION_STATEMENT_DROPPED, ";\nfor (;;) ;\n;\n");
}

// Only device code, and host code in TODO regions; not comments, strings or preprocessor lines.
static void where(void **state) {
    (void)state;
    expect("void f() {\na = b * c;\n// TODO(1): x\na = d * e;\n// END TODO(1)\n}\n", MUTATION_ARITHMETIC,
           "a = d / e;\n");
    expect("__device__ int f() {\nreturn b * c; // a * b\n}\n", MUTATION_ARITHMETIC, "return b / c;\n");
    expect(KERNEL("#define A b * c\n#ifdef A\na = b * c;\n#endif\nf(\"b * c\");"), MUTATION_ARITHMETIC, "");
}

static void changes_without_line_numbers(void **state) {
    (void)state;
    struct made made = make(KERNEL("a =  b * c; // why\nd = 1;\n  a = b * c;"));
    int first = -1, second = -1;
    for (size_t i = 0; i < made.mutants.count; i++) {
        if (made.mutants.mutants[i].mutation == MUTATION_ARITHMETIC) {
            second = first >= 0 ? (int)i : -1;
            first = first >= 0 ? first : (int)i;
        }
    }
    assert_true(first >= 0 && second > first);
    assert_string_equal(made.mutants.mutants[first].change, "k: arithmetic\n- a = b * c;\n+ a = b / c;\n");
    assert_string_equal(made.mutants.mutants[second].change,
                        "k: arithmetic #2\n- a = b * c;\n+ a = b / c;\n");
    assert_int_equal(made.mutants.mutants[first].line, 2);
    assert_int_equal(made.mutants.mutants[second].line, 4);
    free_made(&made);
}

// The number of errors in a file of equivalents with that text. If `reason` is not NULL, it must be the
// reason of the arithmetic mutants.
static int read_equivalents(const char *text, const char *reason) {
    struct made made = make(KERNEL("a = b * c;"));
    char *reasons[64] = {NULL}, path[] = "/tmp/mutants_test.XXXXXX";
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_true(made.mutants.count < 64);
    int mistakes = equivalent_read(path, &made.mutants, reasons);
    remove(path);
    for (size_t i = 0; i < made.mutants.count; i++) {
        if (made.mutants.mutants[i].mutation == MUTATION_ARITHMETIC && reason != NULL) {
            assert_non_null(reasons[i]);
            assert_string_equal(reasons[i], reason);
        }
        free(reasons[i]);
    }
    free_made(&made);
    return mistakes;
}

static void equivalents(void **state) {
    (void)state;
    assert_int_equal(read_equivalents("# nothing\n", NULL), 0);
    assert_int_equal(read_equivalents("k: arithmetic\n- a = b * c;\n+ a = b / c;\n= c is 1,\n= always.\n",
                                      "c is 1, always."),
                     0);
    assert_int_equal(
        read_equivalents(
            "k: arithmetic\n- a = b * c;\n+ a = b / c;\nk: statement dropped\n- a = b * c;\n+ ;\n"
            "= Both.\n",
            "Both."),
        0);
    assert_int_equal(read_equivalents("k: arithmetic\n- a = b * c;\n+ a = b / c;\n", NULL), 1); // no reason
    assert_int_equal(read_equivalents("k: arithmetic\n- a = b * c;\n+ a = b / c;\n=\n", NULL), 1);
    assert_int_equal(read_equivalents("k: arithmetic\n- a = b * d;\n+ a = b / d;\n= Gone.\n", NULL),
                     1); // no mutant
}

// Mutants of a program were caught, except those of arithmetic, which are harmless. What does the file of
// these counts say of arithmetic mutants of `source`?
static struct counts kept_for(const char *source, const char *lab) {
    struct made tried = make(KERNEL("a = b * c;\nd = e < f;")), made = make(source);
    struct counts counts[MUTATION_COUNT];
    struct result results[64] = {{OUTCOME_UNKNOWN, ""}};
    char *reasons[64] = {NULL}, path[] = "/tmp/mutants_test.XXXXXX", reason[] = "why";
    assert_true(tried.mutants.count < 64 && made.mutants.count < 64);
    for (size_t i = 0; i < tried.mutants.count; i++) {
        bool harmless = tried.mutants.mutants[i].mutation == MUTATION_ARITHMETIC;
        results[i].outcome = harmless ? OUTCOME_SURVIVED : OUTCOME_CAUGHT;
        reasons[i] = harmless ? reason : NULL;
    }
    counts_make(counts, &tried.mutants, results, reasons);
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    assert_non_null(file);
    counts_write(file, "lab01", counts);
    fclose(file);
    memset(results, 0, sizeof(results));
    counts_make(counts, &made.mutants, results, reasons);
    assert_int_equal(counts_read(path, lab, counts), 0);
    remove(path);
    free_made(&tried);
    free_made(&made);
    return counts[MUTATION_ARITHMETIC];
}

static void counts_in_a_file(void **state) {
    (void)state;
    struct counts kept = kept_for(KERNEL("a = b * c;\nd = e < f;"), "lab01");
    assert_int_equal(kept.numbers[COUNT_EQUIVALENT], 1);
    assert_int_equal(kept.numbers[COUNT_CAUGHT], 0);
    assert_int_equal(kept.numbers[COUNT_NOT_TRIED], 0);
    // A change elsewhere does not matter; a changed mutant, or another lab, does.
    assert_int_equal(kept_for(KERNEL("a = b * c;\nd = e > f;"), "lab01").numbers[COUNT_EQUIVALENT], 1);
    assert_int_equal(kept_for(KERNEL("a = b * d;\nd = e < f;"), "lab01").numbers[COUNT_NOT_TRIED], 1);
    assert_int_equal(kept_for(KERNEL("a = b * c;\nd = e < f;"), "lab02").numbers[COUNT_NOT_TRIED], 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(barriers),
        cmocka_unit_test(comparisons),
        cmocka_unit_test(assignments_and_logic),
        cmocka_unit_test(one_more_or_less),
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(operands_and_identity),
        cmocka_unit_test(guards),
        cmocka_unit_test(cuda_words),
        cmocka_unit_test(buffers),
        cmocka_unit_test(statements),
        cmocka_unit_test(where),
        cmocka_unit_test(changes_without_line_numbers),
        cmocka_unit_test(equivalents),
        cmocka_unit_test(counts_in_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
