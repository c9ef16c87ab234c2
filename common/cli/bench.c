// bench: on a real GPU, runs the bench of each lab's program (common/bench), prints one table of all results,
// and writes them to a file of comma-separated values and one of JSON. Without a GPU, runs the demo.
#define _GNU_SOURCE // strtok_r under -std=c11
#include "commands.h"
#include "handout.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "build.h"
#include "demo.h"
#include "machine.h"
#include "meter.h"
#include "progress.h"

enum {
    FIELD_COUNT = 15,
    LINE_SIZE = 512,
    ROW_MAX = 8192,
    LADDER_POWER = 28,
    PATH_SIZE = 512,
    COMMAND_SIZE = 1200
};

// One line of a bench, and the program that it measured. common/bench/main.c describes the columns.
struct row {
    char lab[8], program[12], part[32], kind[12], operator_name[16], verdict[8];
    unsigned long long section, n;
    int runs;
    double ms, ms_low, ms_high, cub_ms, gb, copy_gb, read_gb, memcpy_gb;
};

static struct row rows[ROW_MAX];
static int row_count;
static char device[160]; // the GPU's name, as the benches print it

static bool read_row(char *line, const struct lab *lab, const char *program, struct row *row) {
    *row = (struct row){.n = 0};
    snprintf(row->lab, sizeof(row->lab), "%s", lab->name);
    snprintf(row->program, sizeof(row->program), "%s", program);
    return sscanf(line, "%31s %11s %llu %15s %llu %lf %lf %lf %d %lf %lf %lf %lf %lf %7s", row->part,
                  row->kind, &row->section, row->operator_name, &row->n, &row->ms, &row->ms_low,
                  &row->ms_high, &row->runs, &row->cub_ms, &row->gb, &row->copy_gb, &row->read_gb,
                  &row->memcpy_gb, row->verdict) == FIELD_COUNT;
}

// Runs a command and gives each line of its output to `take`. Its exit code, or EXIT_BROKEN.
static int each_line(const struct words *command, void (*take)(char *line, void *argument), void *argument) {
    char line[LINE_SIZE];
    struct program program;
    int code = program_open(command, false, &program);
    if (code != EXIT_PASSED) {
        return code;
    }
    while (fgets(line, sizeof(line), program.output) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        take(line, argument);
    }
    return program_close(command, &program);
}

static void add_target(char *line, void *argument) {
    char *save = NULL;
    for (char *word = strtok_r(line, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
        words_add(argument, word);
    }
}

struct source {
    const struct lab *lab;
    const char *program;
};

static struct meter meter; // on the standard error

// Shows what is being measured.
static void show(const char *line, const struct source *source) {
    char part[32] = "", operator_name[16] = "", text[128];
    unsigned long long n = 0;
    int process = 0, processes = 0;
    sscanf(line, "~ %31s %15s %llu %d %d", part, operator_name, &n, &process, &processes);
    snprintf(text, sizeof(text), "%s %s %s %s, n = %llu", source->lab->name, source->program, part,
             operator_name, n);
    if (process > 1) {
        snprintf(text + strlen(text), sizeof(text) - strlen(text), ", process %d of %d", process, processes);
    }
    meter_show(&meter, 0, text);
}

static void take_row(char *line, void *argument) {
    const struct source *source = argument;
    if (strncmp(line, "~ ", 2) == 0) {
        show(line, source);
        return;
    }
    if (strncmp(line, "# ", 2) == 0) {
        snprintf(device, sizeof(device), "%.159s", line + 2);
        return;
    }
    if (row_count == ROW_MAX || !read_row(line, source->lab, source->program, &rows[row_count])) {
        return; // the heading
    }
    const struct row *row = &rows[row_count++];
    if (strcmp(row->verdict, "right") != 0) {
        meter_clear(&meter);
        fprintf(stderr, "%s %s %s %s, n = %llu: wrong result, or an error\n", row->lab, row->program,
                row->part, row->operator_name, row->n);
    }
}

// The bench of one program and operator, if it has been built. `sizes` are its options.
static int bench_program(const struct lab *lab, const char *program, const char *operator_name,
                         const struct words *sizes) {
    char path[PATH_SIZE];
    struct words plan = {0}, bench = {0};
    snprintf(path, sizeof(path), "%s/%s/%s-%s-%s-bench", build_folder(), lab->folder, lab->name, program,
             operator_name);
    if (access(path, X_OK) != 0) {
        return EXIT_PASSED;
    }
    checker_add_path(&plan, lab);
    words_add(&plan, "--plan");
    words_add(&plan, "--operator");
    // No checker tries sums of doubles; what can add floats can add them.
    words_add(&plan, strcmp(operator_name, "double_sum") == 0 ? "float_sum" : operator_name);
    words_add(&bench, path);
    words_append(&bench, sizes);
    int before = bench.count, code = each_line(&plan, add_target, &bench);
    if (code == EXIT_PASSED && bench.count > before) {
        struct source source = {lab, program};
        code = each_line(&bench, take_row, &source);
    }
    words_free(&plan);
    words_free(&bench);
    return code;
}

// ---- The results --------------------------------------------------------------------------------------

static bool reduces(const struct row *row) {
    return strcmp(row->kind, "reduce") == 0;
}

static bool scans(const struct row *row) {
    return strcmp(row->kind, "inclusive") == 0 || strcmp(row->kind, "exclusive") == 0;
}

// Do both do the same work, so that their times can be compared?
static bool same_work(const struct row *a, const struct row *b) {
    return strcmp(a->kind, b->kind) == 0 || (scans(a) && scans(b));
}

// The row of the ladder for a part: the sum of ints, at 2^28 values, or at the most that it was measured with.
static bool is_rung(const struct row *row) {
    unsigned long long ladder = 1ull << LADDER_POWER, most = 0;
    if (strcmp(row->operator_name, "sum") != 0) {
        return false;
    }
    for (int i = 0; i < row_count; i++) {
        const struct row *other = &rows[i];
        bool same = strcmp(other->lab, row->lab) == 0 && strcmp(other->program, row->program) == 0 &&
                    strcmp(other->part, row->part) == 0 && strcmp(other->operator_name, "sum") == 0;
        most = same && other->n <= ladder && other->n > most ? other->n : most;
    }
    return row->n == most;
}

// The row with which the ladder compares rows[index], or NULL: a part of the same kind and length further up. A part of
// the same name in the same lab, any part of the same lab, a part of the same name, any part: the first that exists,
// and of several the last.
static const struct row *baseline(int index) {
    const struct row *row = &rows[index], *best = NULL;
    int best_rank = 0;
    for (int i = index - 1; i >= 0; i--) {
        const struct row *other = &rows[i];
        if (!is_rung(other) || other->n != row->n || !same_work(other, row)) {
            continue;
        }
        bool same_lab = strcmp(other->lab, row->lab) == 0;
        if (best != NULL && !same_lab && strcmp(other->lab, best->lab) != 0) {
            break; // only the nearest lab counts
        }
        int rank = 1 + (strcmp(other->part, row->part) == 0) + 2 * same_lab;
        if (rank > best_rank) {
            best = other;
            best_rank = rank;
        }
    }
    return best;
}

// A lab's own solution has no mark.
static const char *mark_of(const struct row *row) {
    return strcmp(row->program, "starter") == 0 ? "*" : strcmp(row->program, "beyond") == 0 ? "+" : "";
}

static void print_ladder(FILE *out) {
    char lab[16], n[24]; // every length is a power of two
    fprintf(out, "%s; sum of ints, times of kernels\n\n", device);
    fprintf(out, "%-6s %-14s %5s %8s %7s %7s %6s  %s\n", "", "", "", "", "", "of the", "of",
            "of another part's");
    fprintf(out, "%-6s %-14s %5s %8s %7s %7s %6s  %s\n", "lab", "part", "n", "ms", "GB/s", "ceiling", "CUB's",
            "speed");
    for (int i = 0; i < row_count; i++) {
        const struct row *row = &rows[i], *before = baseline(i);
        if (!is_rung(row)) {
            continue;
        }
        double ceiling = reduces(row) ? row->read_gb : row->copy_gb;
        int power = 0;
        while (row->n >> power > 1) {
            power++;
        }
        snprintf(lab, sizeof(lab), "%s%s", row->lab, mark_of(row));
        snprintf(n, sizeof(n), "2^%d", power);
        fprintf(out, "%-6s %-14s %5s %8.4f %7.1f %5.1f %% %5.2fx", lab, row->part, n, row->ms, row->gb,
                100 * row->gb / ceiling, row->cub_ms / row->ms);
        if (before != NULL) {
            bool same_lab = strcmp(before->lab, row->lab) == 0;
            fprintf(out, "  %.2fx %s%s%s", before->ms / row->ms, same_lab ? "" : before->lab,
                    same_lab ? "" : " ", before->part);
        }
        fprintf(out, "%s\n", strcmp(row->verdict, "right") == 0 ? "" : "  WRONG");
    }
    fprintf(
        out,
        "\nThe ceiling is reading for a reduction, and reading and writing for a scan. 2x: twice as fast.\n"
        "* your own program, + the program beyond the lab\n");
}

static int write_csv(const char *path) {
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        return EXIT_BROKEN;
    }
    fprintf(file, "lab,program,part,kind,section,operator,n,ms,ms_low,ms_high,runs,cub_ms,gb_per_s,"
                  "copy_gb_per_s,read_gb_per_s,memcpy_gb_per_s,verdict\n");
    for (int i = 0; i < row_count; i++) {
        const struct row *row = &rows[i];
        fprintf(file, "%s,%s,%s,%s,%llu,%s,%llu,%.6f,%.6f,%.6f,%d,%.6f,%.5g,%.5g,%.5g,%.5g,%s\n", row->lab,
                row->program, row->part, row->kind, row->section, row->operator_name, row->n, row->ms,
                row->ms_low, row->ms_high, row->runs, row->cub_ms, row->gb, row->copy_gb, row->read_gb,
                row->memcpy_gb, row->verdict);
    }
    return fclose(file) == 0 ? EXIT_PASSED : EXIT_BROKEN;
}

static int write_json(const char *path, const char *command) {
    char date[32];
    time_t now = time(NULL);
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        return EXIT_BROKEN;
    }
    strftime(date, sizeof(date), "%Y-%m-%d", gmtime(&now));
    fprintf(file, "{\"format\": 1, \"device\": \"%s\", \"date\": \"%s\", \"command\": \"%s\", \"rows\": [",
            device, date, command);
    for (int i = 0; i < row_count; i++) {
        const struct row *row = &rows[i];
        fprintf(file,
                "%s\n{\"lab\": \"%s\", \"program\": \"%s\", \"part\": \"%s\", \"kind\": \"%s\", \"section\": "
                "%llu, "
                "\"operator\": \"%s\", \"n\": %llu, \"ms\": %.6f, \"ms_low\": %.6f, \"ms_high\": %.6f, "
                "\"runs\": %d, "
                "\"cub_ms\": %.6f, \"gb_per_s\": %.5g, \"copy_gb_per_s\": %.5g, "
                "\"read_gb_per_s\": %.5g, \"memcpy_gb_per_s\": %.5g, \"verdict\": \"%s\"}",
                i > 0 ? "," : "", row->lab, row->program, row->part, row->kind, row->section,
                row->operator_name, row->n, row->ms, row->ms_low, row->ms_high, row->runs, row->cub_ms,
                row->gb, row->copy_gb, row->read_gb, row->memcpy_gb, row->verdict);
    }
    fprintf(file, "\n]}\n");
    return fclose(file) == 0 ? EXIT_PASSED : EXIT_BROKEN;
}

// After a wrong result, EXIT_WRONG, the other programs are still measured.
static bool can_go_on(int code) {
    return code == EXIT_PASSED || code == EXIT_WRONG;
}

// The first of two exit codes that is not EXIT_PASSED.
static int first_of(int code, int next) {
    return code == EXIT_PASSED ? next : code;
}

// All of a lab: the solution; the starter, once it has passed; other operators at one size, unless the user
// chose `sizes`; and the program beyond the lab. The first exit code that is not EXIT_PASSED.
static int bench_lab(const struct lab *lab, const struct words *sizes) {
    static const char *const others[] = {"product",    "min",      "max",   "float_sum",
                                         "double_sum", "farthest", "affine"};
    static const struct lab beyond = {.folder = "lab10-large-scan/beyond", .name = "lab10"};
    struct words one_size = {0};
    words_add(&one_size, "--low");
    words_addf(&one_size, "%d", LADDER_POWER);
    words_add(&one_size, "--high");
    words_addf(&one_size, "%d", LADDER_POWER);
    bool solved = !handout_lacks_solution(lab);
    int code = solved ? bench_program(lab, "solution", "sum", sizes) : EXIT_PASSED;
    if (can_go_on(code) && progress_passed(lab)) {
        code = first_of(code, bench_program(lab, "starter", "sum", sizes));
    }
    for (size_t k = 0;
         k < sizeof(others) / sizeof(others[0]) && solved && can_go_on(code) && sizes->count == 0; k++) {
        code = first_of(code, bench_program(lab, "solution", others[k], &one_size));
    }
    if (solved && can_go_on(code) && strcmp(lab->name, beyond.name) == 0) {
        int of_beyond = bench_program(&beyond, "beyond", "sum", sizes);
        code = first_of(code, of_beyond == EXIT_SKIPPED ? EXIT_PASSED : of_beyond); // skipped: an older GPU
    }
    words_free(&one_size);
    return code;
}

// The command that measures the same again. It names the labs unless all were measured.
static void put_command(const struct arguments *arguments, char *command, size_t size) {
    size_t used = (size_t)snprintf(command, size, "./lab bench");
    for (int i = 0; i < arguments->lab_count && used < size; i++) {
        used += (size_t)snprintf(command + used, size - used, " %s", arguments->labs[i].name);
    }
    for (int i = 0; i < arguments->words.count && used < size; i++) {
        used += (size_t)snprintf(command + used, size - used, " %s", arguments->words.items[i]);
    }
}

// Measures the programs that have been built, and writes build/bench.csv and build/bench.json.
static int bench_labs(const struct arguments *arguments, const struct lab *labs, int lab_count) {
    char command[COMMAND_SIZE];
    int code = EXIT_PASSED;
    meter_start_on(&meter, stderr, STDERR_FILENO);
    for (int i = 0; i < lab_count && can_go_on(code); i++) {
        int of_lab = bench_lab(&labs[i], &arguments->words);
        code = of_lab == EXIT_PASSED ? code : of_lab; // a later failure counts: it may have ended the loop
    }
    meter_clear(&meter);
    if (row_count == 0) {
        if (code == EXIT_PASSED) {
            fprintf(stderr, "lab: %s has none of the programs that ./lab bench starts\n", build_folder());
        }
        return first_of(code, EXIT_BROKEN);
    }
    print_ladder(stdout);
    put_command(arguments, command, sizeof(command));
    int written = write_csv("build/bench.csv");
    written = written == EXIT_PASSED ? write_json("build/bench.json", command) : written;
    printf("all of it: build/bench.csv, build/bench.json\n");
    return first_of(written, code);
}

// ---- The command --------------------------------------------------------------------------------------

// Compares each solution, and each starter that has passed its check, with another part, CUB and a copy.
static int bench_gpu(const struct arguments *arguments) {
    static struct lab all[LAB_MAX];
    const struct lab *labs = arguments->lab_count > 0 ? arguments->labs : all;
    int lab_count = arguments->lab_count > 0 ? arguments->lab_count : labs_find(all);
    struct words targets = {0}, plot = {0};
    words_add(&targets, "labs-cli");
    words_add(&targets, "bench");
    for (int i = 0; i < lab_count; i++) {
        build_add_checker(&targets, &labs[i]);
        if (progress_passed(&labs[i])) {
            words_addf(&targets, "%s-starter-sum-bench", labs[i].name);
        }
    }
    int code = build_course(&targets);
    if (code == EXIT_PASSED) {
        code = bench_labs(arguments, labs, lab_count);
    }
    if (code == EXIT_PASSED) {
        words_add(&plot, "common/bench/plot");
        words_add(&plot, "build/bench");
        program_run(&plot, OUTPUT_SHOWN);
    }
    words_free(&targets);
    words_free(&plot);
    return code;
}

// No times without a GPU, but counts. EXIT_SKIPPED, as for everything that needs a GPU.
static int bench_without_gpu(const struct arguments *arguments) {
    static const char *const devices[] = {"sim"};
    puts("There is no GPU here to time a kernel on. Missing:");
    machine_say_missing_for_gpu(stdout);
    puts("On a machine that has both, the same command times each lab's kernels. (The simulated GPU has no "
         "clock:\n"
         "the time that it takes says nothing about a kernel. Its own speed: ./lab bench --device sim.)\n"
         "These counts do not depend on a clock:\n");
    int code = demo_run(arguments, devices, 1);
    return code == EXIT_PASSED ? EXIT_SKIPPED : code;
}

// The simulated GPU's own speed: CPU time per simulated thread, and what its layers cost.
static int bench_simulator(const struct arguments *arguments) {
    struct words target = {0}, command = {0};
    if (build_is_gpu_only()) {
        build_say_gpu_only();
        return EXIT_BROKEN;
    }
    words_add(&target, "sim-bench");
    int code = build_course(&target);
    if (code == EXIT_PASSED) {
        words_addf(&command, "%s/common/sim/sim-bench", build_folder());
        words_append(&command, &arguments->words);
        program_say(&command);
        code = program_become(&command);
    }
    words_free(&target);
    words_free(&command);
    return code;
}

int command_bench(const struct arguments *arguments) {
    if (arguments->device != NULL && strcmp(arguments->device, "sim") == 0) {
        return bench_simulator(arguments);
    }
    const char *devices[2];
    struct arguments on_gpu = *arguments;
    on_gpu.device = "gpu";
    if (arguments->device == NULL && !checker_has_gpu()) {
        return bench_without_gpu(arguments);
    }
    return checker_devices(&on_gpu, devices) > 0 ? bench_gpu(arguments) : EXIT_BROKEN;
}
