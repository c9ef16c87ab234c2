// Which pieces of a student's code ./lab check marks: mistakes of one token in the labs' solutions, some beside code
// that is correct in another way. Nothing is built: a program passes here if it has the texts that a row names.
#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exchange.h"
#include "narrow.h"
#include "narrowed.h"
#include "text_file.h"

enum { EDITS_MAX = 8, MARKS_MAX = 3, TRIALS_MAX = 12 };

// A text is the first such one behind the beginning of the part's first task. Blanks in `needed` do not count.
struct row {
    const char *lab;
    const char *tasks;               // of the part that fails
    const char *edits[EDITS_MAX][2]; // the solution's text, and the student's in its place
    const char *needed[EDITS_MAX];   // texts of the solution with which the part passes
    const char *error;               // the student's line that the first error names
    const char *bound[EDITS_MAX]; // of these texts of the solution, a program that compiles has all or none
    const char *marks[MARKS_MAX]; // the marked code of the student between two @, with code around it
    int task;                     // without marks: the only one that the pieces are in
};

static const struct row rows[] = {
    // One token.
    {.lab = "lab01-naive-reduce",
     .tasks = "4 5 6",
     .edits = {{"stride <= blockDim.x", "stride < blockDim.x"}},
     .needed = {"stride <= blockDim.x; stride *= 2) { if"},
     .marks = {"stride @<@ blockDim.x"}},
    {.lab = "lab02-interleaved",
     .tasks = "1",
     .edits = {{"= 2 * stride * tid", "= 2 * stride + tid"}},
     .needed = {"= 2 * stride * tid"},
     .marks = {"= 2 * stride @+@ tid"}},
    {.lab = "lab02-interleaved",
     .tasks = "1",
     .edits = {{"= 2 * stride * tid", "= 2 * tid"}},
     .needed = {"= 2 * stride * tid"},
     .marks = {"= 2@@ * tid"}},
    {.lab = "lab04-coarsening",
     .tasks = "1",
     .edits = {{"first + tid < n", "first + tid <= n"}},
     .needed = {"first + tid < n"},
     .marks = {"first + tid @<=@ n"}},
    {.lab = "lab05-warp-unroll",
     .tasks = "3",
     .edits = {{"tid + 256]", "tid + 265]"}},
     .needed = {"tid + 256]"},
     .marks = {"tid + @265@]"}},
    {.lab = "lab07-naive-scan",
     .tasks = "1 2 3",
     .edits = {{"k <= i", "k < i"}},
     .needed = {"k <= i"},
     .marks = {"k @<@ i"}},
    // Braces that need not be there make no difference: with them and without them.
    {.lab = "lab02-interleaved",
     .tasks = "1",
     .edits = {{"if (left < blockDim.x) {\n", "if (left < blockDim.x)\n"},
               {"stride];\n        }", "stride];"},
               {"__syncthreads();", ""}},
     .needed = {"left + stride]; __syncthreads();"},
     .marks = {"s_partial[left + stride];@@\n"}},
    {.lab = "lab02-interleaved",
     .tasks = "1",
     .edits = {{"if (left < blockDim.x) {\n", "if (left <= BLOCK_SIZE)\n"},
               {"stride];\n        }", "stride];"}},
     .needed = {"left < blockDim.x"},
     .marks = {"left @<=@ BLOCK_SIZE", "left <= @BLOCK_SIZE@)"}},
    {.lab = "lab02-interleaved",
     .tasks = "1",
     .edits = {{"left < blockDim.x", "left <= BLOCK_SIZE"}},
     .needed = {"left < blockDim.x"},
     .marks = {"left @<=@ BLOCK_SIZE", "left <= @BLOCK_SIZE@)"}},
    // In a body without braces, what is missing at its end would be outside of it: only the task is said.
    {.lab = "lab05-warp-unroll",
     .tasks = "3",
     .edits = {{"if (block_size >= 1024) {", "if (block_size >= 1024)"},
               {"__syncthreads(); // as in the loop\n    }", ""}},
     .needed = {"tid + 512]); } __syncthreads();"},
     .task = 3},
    // Many pieces, of which one is wrong.
    {.lab = "lab05-warp-unroll",
     .tasks = "3",
     .edits = {{"block_size >= 1024", "block_size > 512"},
               {"tid + 512]", "512 + tid]"},
               {"__syncthreads(); // as in", "// as in"},
               {"block_size >= 512", "block_size > 256"},
               {"tid + 256]", "256 + tid]"},
               {"block_size >= 256", "block_size > 128"},
               {"block_size >= 128", "block_size > 64"},
               {"combine_warp(s_partial, tid)", "combine_warp(s_partial, threadIdx.x)"}},
     .needed = {"} __syncthreads(); // as in the loop"},
     .marks = {"512 + tid]);\n        }@@\n"}},
    // Of code of several lines in one piece, some may be correct: only the task is said. Two mistakes among many
    // pieces, in no half of them;
    {.lab = "lab05-warp-unroll",
     .tasks = "3",
     .edits = {{"block_size >= 1024", "block_size > 512"},
               {"tid + 512]", "512 + tid]"},
               {"block_size >= 512", "block_size > 256"},
               {"tid + 256]", "256 + tid]"},
               {"block_size >= 256", "block_size > 128"},
               {"block_size >= 128", "block_size > 64"},
               {"combine_warp(s_partial, tid)", "combine_warp(s_partial, threadIdx.x)"}},
     .needed = {"block_size >= 1024", "block_size >= 128"},
     .task = 3},
    // as in code of a task that is another way, here with three loops that go one too far.
    {.lab = "lab10-large-scan",
     .tasks = "4",
     .edits = {{"const value_t up_to = scan_warp(lane < blockDim.x / WARP ? s_warps[lane] : identity());",
                "value_t all = identity();\n    for (unsigned w = 0; w <= warp; w++) { all = combine(all, "
                "s_warps[w]); }"},
               {"*block_all = shuffle_from(ALL_LANES, up_to, WARP - 1);",
                "for (unsigned w = 0; w <= lane; w++) { *block_all = combine(*block_all, s_warps[w]); }"},
               {"before = shuffle_from(ALL_LANES, from_lane_before(up_to), (int)warp);",
                "for (unsigned w = 0; w <= warp; w++) { before = combine(before, s_warps[w]); }"}},
     .needed = {"up_to = scan_warp(lane", "shuffle_from(ALL_LANES, up_to, WARP - 1)",
                "from_lane_before(up_to), (int)warp)"},
     .bound = {"value_t up_to =", "up_to, WARP - 1", "from_lane_before(up_to), (int)warp"},
     .task = 4},
    // A line that is missing beside code that is correct in another way is marked alone.
    {.lab = "lab02-interleaved",
     .tasks = "1",
     .edits = {{"const unsigned left = 2 * stride * tid; // the left place of pair number tid", ""},
               {"(left < blockDim.x)", "(2 * stride * tid < blockDim.x)"},
               {"s_partial[left] += s_partial[left + stride];",
                "s_partial[2 * stride * tid] += s_partial[2 * stride * tid + stride];"},
               {"__syncthreads();", ""}},
     .needed = {"stride]; } __syncthreads();"},
     .marks = {"2 * stride * tid + stride];\n        }@@\n"}},
    // Code that is correct in another way is not marked: beside the mistake,
    {.lab = "lab02-interleaved",
     .tasks = "1",
     .edits = {{"left < blockDim.x", "left < BLOCK_SIZE"}, {"s_partial[left] +=", "s_partial[left] ="}},
     .needed = {"s_partial[left] += s_partial"},
     .marks = {"s_partial[left] @=@ s_partial"}},
    {.lab = "lab02-interleaved",
     .tasks = "1",
     .edits = {{"unsigned left = 2 * stride * tid", "int left = 2 * stride + tid"}},
     .needed = {"= 2 * stride * tid"},
     .marks = {"= 2 * stride @+@ tid"}},
    {.lab = "lab04-coarsening",
     .tasks = "2",
     .edits = {{"first + k * BLOCK_SIZE + tid", "tid + first + k * BLOCK_SIZE"},
               {"if (i < n)", "if (i <= n)"}},
     .needed = {"if (i < n) { value"},
     .marks = {"if (i @<=@ n)"}},
    // in another task,
    {.lab = "lab07-naive-scan",
     .tasks = "1 2 3",
     .edits = {{"if (i >= n)", "if (!(i < n))"}, {"k = 0; k <= i", "k = 1; k <= i"}},
     .needed = {"k = 0; k <= i"},
     .marks = {"k = @1@; k <= i"}},
    // whose pieces cannot be exchanged one by one,
    {.lab = "lab05-warp-unroll",
     .tasks = "1 2",
     .edits = {{"value_t value = s_partial[tid];", ""},
               {"value = combine(value, s_partial[tid + 32]);",
                "value_t value = combine(s_partial[tid], s_partial[tid + 32]);"},
               {"tid + 1]", "1 + tid]"},
               {"stride > 32", "stride >= 32"}},
     .needed = {"stride > 32"},
     .error = "value_t value = combine",
     .bound = {"value_t value = s_partial[tid];", "value = combine(value, s_partial[tid + 32]"},
     .marks = {"stride @>=@ 32"}},
    // or a mistake in a part that did not fail.
    {.lab = "lab04-coarsening",
     .tasks = "1",
     .edits = {{"first + tid < n", "first + tid <= n"}, {"first + k * BLOCK_SIZE", "first - k * BLOCK_SIZE"}},
     .needed = {"first + tid < n"},
     .marks = {"first + tid @<=@ n"}},
    // Two mistakes that have nothing to do with each other.
    {.lab = "lab01-naive-reduce",
     .tasks = "9 10 11",
     .edits = {{"d_in[i] : 0;", "d_in[i] : 1;"}, {"size_t block = 0;", "size_t block = 1;"}},
     .needed = {"d_in[i] : 0;", "block = 0; block < blocks; block++) { sum += h_sums[block]; } free(h_sums); "
                                "CUDA_CHECK(cudaFree(d_sums)); // END"},
     .marks = {"d_in[i] : @1@;", "size_t block = @1@;"}},
    // In another function, but its result is used in the other place: nothing is said.
    {.lab = "lab06-shuffle",
     .tasks = "1 2",
     .edits = {{"offset = WARP / 2", "offset = WARP / 4"}, {"lane == 0", "lane == 1"}},
     .needed = {"offset = WARP / 2", "lane == 0"}},
    // Where one sets what the other uses, either may be the wrong one: only the task is said.
    {.lab = "lab02-interleaved",
     .tasks = "1",
     .edits = {{"stride *= 2", "stride *= 4"}, {"left < blockDim.x", "left <= blockDim.x"}},
     .needed = {"stride *= 2", "left < blockDim.x"},
     .task = 1},
    // Correct in another way but for one token, so that the solution's code in one place is not enough;
    {.lab = "lab04-coarsening",
     .tasks = "1",
     .edits = {{"2 * BLOCK_SIZE;", "2 * BLOCK_SIZE + tid;"},
               {"first + tid < n", "first < n"},
               {"d_values[first + tid]", "d_values[first]"},
               {"first + tid + BLOCK_SIZE < n", "first + BLOCK_SIZE <= n"},
               {"d_values[first + tid + BLOCK_SIZE]", "d_values[first + BLOCK_SIZE]"}},
     .needed = {"2 * BLOCK_SIZE; // the", "first + tid < n", "d_values[first + tid]",
                "first + tid + BLOCK_SIZE < n", "d_values[first + tid + BLOCK_SIZE]"},
     .task = 1},
    // in two tasks, nothing is said.
    {.lab = "lab07-naive-scan",
     .tasks = "1 2 3",
     .edits = {{"threadIdx.x;", "threadIdx.x + 1;"},
               {"i >= n", "i > n"},
               {"k <= i", "k <= i - 2"},
               {"d_out[i]", "d_out[i - 1]"}},
     .needed = {"threadIdx.x; if (i >= n) { return; // no", "k <= i; k++", "d_out[i] = sum; // END TODO(2)"}},
    // The variable is too narrow, and the solution does not have it: the mistake is not where it is used.
    {.lab = "lab01-naive-reduce",
     .tasks = "9 10 11",
     .edits = {{"const size_t i = (size_t)blockIdx.x",
                "const short block = blockIdx.x;\n    const size_t i = (size_t)block"}},
     .needed = {"(size_t)blockIdx.x * blockDim.x + tid; s_partial"},
     .task = 9},
    // All code is correct; the program fails even with the solution's, because of a function that only it has.
    {.lab = "lab02-interleaved",
     .tasks = "1",
     .edits = {{"left < blockDim.x", "blockDim.x > left"},
               {"int reduce_interleaved", "void f() {}\n\nint reduce_interleaved"}},
     .needed = {"no program has this"}},
};

// The row that is tested, and what ./lab shows of it.
static struct {
    const struct row *row;
    char *own_text, *solution_text;
    int trials, task;
    size_t marks[MARKS_MAX][2], count;
} now;

// ---- What narrow.c calls ---------------------------------------------------------------------------------

static bool is_blank(char byte) {
    return byte == ' ' || byte == '\n';
}

// Does the text contain the words, apart from blanks?
static bool contains(const char *text, const char *words) {
    for (; *text != '\0'; text++) {
        const char *at = text, *word = words;
        while (*word != '\0' && (*at == *word || is_blank(*at) || is_blank(*word))) {
            const bool both = *at == *word;
            at += both || !is_blank(*word);
            word += both || is_blank(*word);
        }
        if (*word == '\0') {
            return true;
        }
    }
    return false;
}

static bool compiles(const char *text) {
    size_t found = 0, all = 0;
    for (; all < EDITS_MAX && now.row->bound[all] != NULL; all++) {
        found += contains(text, now.row->bound[all]);
    }
    return found == 0 || found == all;
}

static bool passes(const char *text) {
    if (!compiles(text)) {
        return false;
    }
    for (size_t i = 0; i < EDITS_MAX && now.row->needed[i] != NULL; i++) {
        if (!contains(text, now.row->needed[i])) {
            return false;
        }
    }
    return true;
}

bool exchange_passes(const struct lab *lab, const struct failed_case *failed, const struct piece *pieces,
                     size_t count) {
    (void)lab, (void)failed;
    const struct regions own = {.source = now.own_text, .length = strlen(now.own_text)},
                         solution = {.source = now.solution_text, .length = strlen(now.solution_text)};
    size_t length;
    char *text = pieces_exchange(&own, &solution, pieces, count, &length);
    assert_non_null(text);
    const bool pass = passes(text);
    free(text);
    now.trials++;
    return pass;
}

bool exchange_has_program(const struct lab *lab, const struct failed_case *failed) {
    (void)lab, (void)failed;
    return true;
}

void exchange_end(const struct lab *lab) {
    (void)lab;
}

const char *build_folder(void) {
    return ".";
}

int narrowed_show(const struct regions *own, const char *part, const struct piece *pieces, size_t count) {
    const int task = pieces[0].region == pieces[count - 1].region ? pieces[0].region : 0;
    (void)own;
    if (part == NULL) {
        return now.task = task;
    }
    assert_true(count <= MARKS_MAX);
    now.count = count;
    for (size_t i = 0; i < count; i++) {
        now.marks[i][0] = pieces[i].begin;
        now.marks[i][1] = pieces[i].end;
    }
    return task;
}

// ---- The tests -------------------------------------------------------------------------------------------

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

// Where the text begins.
static size_t place(const char *text, const char *words) {
    char task[20];
    snprintf(task, sizeof(task), "// TODO(%d):", atoi(now.row->tasks));
    const char *begin = strstr(text, task), *at = begin != NULL ? strstr(begin, words) : NULL;
    if (at == NULL) {
        fail_msg("%s has no: %s", now.row->lab, words);
    }
    return (size_t)(at - text);
}

// Writes the student's program, its solution and the file of the failed case.
static void write_lab(void) {
    char path[200], failed[200];
    size_t length = 0;
    snprintf(path, sizeof(path), "%s/%s/solution.cu", LABS_COURSE_FOLDER, now.row->lab);
    now.solution_text = text_file_read(path, &length);
    assert_non_null(now.solution_text);
    now.own_text = strdup(now.solution_text);
    for (size_t i = 0; i < EDITS_MAX && now.row->edits[i][0] != NULL; i++) {
        const char *old = now.row->edits[i][0], *new = now.row->edits[i][1];
        const size_t at = place(now.own_text, old), size = strlen(now.own_text) + strlen(new) + 1;
        char *edited = malloc(size);
        assert_non_null(edited);
        snprintf(edited, size, "%.*s%s%s", (int)at, now.own_text, new, now.own_text + at + strlen(old));
        free(now.own_text);
        now.own_text = edited;
    }
    assert_false(passes(now.own_text));
    mkdir(now.row->lab, 0777);
    snprintf(path, sizeof(path), "%s/solution.cu", now.row->lab);
    write_file(path, now.solution_text);
    snprintf(path, sizeof(path), "%s/starter.cu", now.row->lab);
    write_file(path, now.own_text);
    char tasks[40];
    size_t used = (size_t)snprintf(failed, sizeof(failed), "part tree\n");
    snprintf(tasks, sizeof(tasks), "%s", now.row->tasks);
    for (char *rest = tasks, *task; (task = strtok_r(rest, " ", &rest)) != NULL;) {
        used += (size_t)snprintf(failed + used, sizeof(failed) - used, "todo %s\n", task);
    }
    if (now.row->error != NULL) {
        int line = 1;
        for (size_t i = 0, end = place(now.own_text, now.row->error); i < end; i++) {
            line += now.own_text[i] == '\n';
        }
        used += (size_t)snprintf(failed + used, sizeof(failed) - used, "line %d\n", line);
    }
    snprintf(failed + used, sizeof(failed) - used, "./lab check %.5s --part tree --n 3\n", now.row->lab);
    write_file("failed", failed);
}

// Is the mark where `words` has it, between two @?
static void check_mark(const char *words, const size_t mark[2]) {
    char plain[400];
    size_t length = 0, ends[2] = {0, 0}, found = 0;
    for (; *words != '\0'; words++) {
        if (*words == '@') {
            ends[found++] = length;
        } else {
            plain[length++] = *words;
        }
    }
    plain[length] = '\0';
    assert_int_equal(found, 2);
    const size_t at = place(now.own_text, plain);
    if (mark[0] != at + ends[0] || mark[1] != at + ends[1]) {
        fail_msg("\"%s\": bytes %zu to %zu, marked: %zu to %zu", plain, ends[0], ends[1], mark[0] - at,
                 mark[1] - at);
    }
}

static void test_marks(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct lab lab;
        memset(&now, 0, sizeof(now));
        now.row = &rows[i];
        assert_int_equal(lab_named(now.row->lab, &lab), 0);
        write_lab();
        narrow_show(&lab, "failed");
        size_t count = 0;
        while (count < MARKS_MAX && now.row->marks[count] != NULL) {
            count++;
        }
        print_message("row %zu, %s: %zu marks, task %d, %d trials\n", i, lab.name, now.count, now.task,
                      now.trials);
        assert_int_equal(now.count, count);
        for (size_t k = 0; k < count; k++) {
            check_mark(now.row->marks[k], now.marks[k]);
        }
        assert_int_equal(now.task, now.row->task);
        assert_true(now.trials <= TRIALS_MAX);
        free(now.own_text);
        free(now.solution_text);
    }
}

// In a folder of its own.
static int make_course(void **state) {
    char folder[] = "/tmp/narrow_test_XXXXXX";
    (void)state;
    unsetenv("LABS_BUILD");
    return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

static int remove_course(void **state) {
    char folder[256], command[300];
    (void)state;
    if (getcwd(folder, sizeof(folder)) == NULL || chdir("/") != 0) {
        return -1;
    }
    snprintf(command, sizeof(command), "rm -rf '%s'", folder);
    return system(command);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_marks, make_course, remove_course)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
