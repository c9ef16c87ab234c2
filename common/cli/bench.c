// bench: on a real GPU, runs the bench of each lab's program (common/bench), prints one table of all results,
// and writes them to a file of comma-separated values. Without a GPU, runs the demo.
#define _GNU_SOURCE // strtok_r under -std=c11
#include "commands.h"
#include "handout.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench_results.h"
#include "build.h"
#include "demo.h"
#include "machine.h"
#include "meter.h"
#include "progress.h"

enum { LINE_SIZE = 512, PATH_SIZE = 512 };

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
        results_set_device(line + 2);
        return;
    }
    const struct row *row = results_add(line, source->lab, source->program);
    if (row != NULL && strcmp(row->verdict, "right") != 0) {
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

// Measures the programs that have been built, and writes build/bench.csv.
static int bench_labs(const struct arguments *arguments, const struct lab *labs, int lab_count) {
    int code = EXIT_PASSED;
    meter_start_on(&meter, stderr, STDERR_FILENO);
    for (int i = 0; i < lab_count && can_go_on(code); i++) {
        int of_lab = bench_lab(&labs[i], &arguments->words);
        code = of_lab == EXIT_PASSED ? code : of_lab; // a later failure counts: it may have ended the loop
    }
    meter_clear(&meter);
    if (results_count() == 0) {
        if (code == EXIT_PASSED) {
            fprintf(stderr, "lab: %s has none of the programs that ./lab bench starts\n", build_folder());
        }
        return first_of(code, EXIT_BROKEN);
    }
    results_print_ladder(stdout);
    const int written = results_write_csv("build/bench.csv");
    printf("all of it: build/bench.csv\n");
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
         "clock: "
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
