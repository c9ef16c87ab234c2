// The ladder on a real GPU: the bench of each lab's program (common/bench), one after the other, and one
// table over all of them. Everything that was measured goes into a file of comma-separated values and one of
// JSON.
#include "commands.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "labs.h"
#include "progress.h"

enum { FIELD_COUNT = 14, LINE_SIZE = 512, ROW_MAX = 8192, LADDER_POWER = 28, TARGETS_SIZE = 2048 };

// One line of a bench, with what it is of. The columns are those of common/bench/main.c.
struct row {
    char lab[8], program[12], part[32], kind[12], operator_name[16], verdict[8];
    unsigned long long section, n;
    int runs;
    double ms, ms_low, ms_high, cub_ms, gb, copy_gb, read_gb;
};

static struct row rows[ROW_MAX];
static int row_count;
static char device[160]; // as the benches call it

static bool read_row(char *line, const struct lab *lab, const char *program, struct row *row) {
    *row = (struct row){.n = 0};
    snprintf(row->lab, sizeof(row->lab), "%s", lab->name);
    snprintf(row->program, sizeof(row->program), "%s", program);
    return sscanf(line, "%31s %11s %llu %15s %llu %lf %lf %lf %d %lf %lf %lf %lf %7s", row->part, row->kind,
                  &row->section, row->operator_name, &row->n, &row->ms, &row->ms_low, &row->ms_high,
                  &row->runs, &row->cub_ms, &row->gb, &row->copy_gb, &row->read_gb,
                  row->verdict) == FIELD_COUNT;
}

// Runs a command and gives each line of its output to `take`. Its exit code, or EXIT_BROKEN.
static int each_line(const char *command, void (*take)(char *line, void *argument), void *argument) {
    char line[LINE_SIZE];
    fflush(stdout);
    FILE *pipe = popen(command, "r");
    if (pipe == NULL) {
        perror(command);
        return EXIT_BROKEN;
    }
    while (fgets(line, sizeof(line), pipe) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        take(line, argument);
    }
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_BROKEN;
}

static void add_target(char *line, void *argument) {
    char *targets = argument;
    size_t used = strlen(targets);
    snprintf(targets + used, TARGETS_SIZE - used, " %s", line);
}

struct source {
    const struct lab *lab;
    const char *program;
};

// What is measured now, in one line that the next one takes the place of.
static void show(const char *line, const struct source *source) {
    char part[32] = "", operator_name[16] = "", text[128];
    unsigned long long n = 0;
    int sitting = 0, sittings = 0;
    sscanf(line, "~ %31s %15s %llu %d %d", part, operator_name, &n, &sitting, &sittings);
    snprintf(text, sizeof(text), "%s %s %s %s, n = %llu", source->lab->name, source->program, part,
             operator_name, n);
    if (sitting > 1) {
        snprintf(text + strlen(text), sizeof(text) - strlen(text), ", once more (%d of %d)", sitting,
                 sittings);
    }
    fprintf(stderr, "\r%-78s", text);
}

static void take_row(char *line, void *argument) {
    const struct source *source = argument;
    if (strncmp(line, "~ ", 2) == 0) {
        show(line, source);
        return;
    }
    if (strncmp(line, "# ", 2) == 0) {
        snprintf(device, sizeof(device), "%s", line + 2);
        return;
    }
    if (row_count == ROW_MAX || !read_row(line, source->lab, source->program, &rows[row_count])) {
        return; // the columns' names
    }
    const struct row *row = &rows[row_count++];
    if (strcmp(row->verdict, "right") != 0) {
        fprintf(stderr, "\r%s %s %s %s, n = %llu: wrong, by its result or a mistake on the way\n", row->lab,
                row->program, row->part, row->operator_name, row->n);
    }
}

// The bench of one program and operator, if it has been built. `sizes` are its options.
static int bench_program(const char *build, const struct lab *lab, const char *program,
                         const char *operator_name, const char *sizes) {
    char path[512], targets[TARGETS_SIZE] = "", command[TARGETS_SIZE + 700];
    snprintf(path, sizeof(path), "%s/%s/%s-%s-%s-bench", build, lab->folder, lab->name, program,
             operator_name);
    if (access(path, X_OK) != 0) {
        return EXIT_PASSED;
    }
    // No checker tries sums of doubles; what can add floats can add them.
    const char *tried = strcmp(operator_name, "double_sum") == 0 ? "float_sum" : operator_name;
    snprintf(command, sizeof(command), "%s/%s/%s-check --plan --operator %s", build, lab->folder, lab->name,
             tried);
    int code = each_line(command, add_target, targets);
    if (code != EXIT_PASSED || targets[0] == '\0') {
        return code;
    }
    snprintf(command, sizeof(command), "%s %s%s", path, sizes, targets);
    struct source source = {lab, program};
    return each_line(command, take_row, &source);
}

// ---- What comes of it -------------------------------------------------------------------------------------

static bool reduces(const struct row *row) {
    return strcmp(row->kind, "reduce") == 0;
}

// The row of the ladder for a part: the sum of ints, at 2^28 values, or at the most that it was measured
// with.
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

static void print_ladder(FILE *out) {
    const struct row *before = NULL;
    fprintf(out, "%s; sum of ints, times of kernels\n\n", device);
    fprintf(out, "%-6s %-9s %-16s %11s %10s %10s %10s %9s %8s\n", "", "", "", "", "", "", "of the", "the one",
            "");
    fprintf(out, "%-6s %-9s %-16s %11s %10s %10s %10s %9s %8s\n", "lab", "program", "part", "n", "ms", "GB/s",
            "ceiling", "before", "CUB");
    for (int i = 0; i < row_count; i++) {
        const struct row *row = &rows[i];
        if (!is_rung(row)) {
            continue;
        }
        double ceiling = reduces(row) ? row->read_gb : row->copy_gb;
        fprintf(out, "%-6s %-9s %-16s %11llu %10.4f %10.1f %8.1f %%", row->lab, row->program, row->part,
                row->n, row->ms, row->gb, 100 * row->gb / ceiling);
        if (before != NULL && before->n == row->n && reduces(before) == reduces(row)) {
            fprintf(out, " %8.2fx", before->ms / row->ms);
        } else {
            fprintf(out, " %9s", "-");
        }
        fprintf(out, " %7.2fx%s\n", row->cub_ms / row->ms,
                strcmp(row->verdict, "right") == 0 ? "" : "  WRONG");
        before = row;
    }
    fprintf(
        out,
        "\nceiling: reading, for a reduction; reading and writing, for a scan. The one before, CUB: how many "
        "times as fast.\n");
}

static int write_csv(const char *path) {
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        return EXIT_BROKEN;
    }
    fprintf(file, "lab,program,part,kind,section,operator,n,ms,ms_low,ms_high,runs,cub_ms,gb_per_s,"
                  "copy_gb_per_s,read_gb_per_s,verdict\n");
    for (int i = 0; i < row_count; i++) {
        const struct row *row = &rows[i];
        fprintf(file, "%s,%s,%s,%s,%llu,%s,%llu,%.6f,%.6f,%.6f,%d,%.6f,%.5g,%.5g,%.5g,%s\n", row->lab,
                row->program, row->part, row->kind, row->section, row->operator_name, row->n, row->ms,
                row->ms_low, row->ms_high, row->runs, row->cub_ms, row->gb, row->copy_gb, row->read_gb,
                row->verdict);
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
                "\"read_gb_per_s\": %.5g, \"verdict\": \"%s\"}",
                i > 0 ? "," : "", row->lab, row->program, row->part, row->kind, row->section,
                row->operator_name, row->n, row->ms, row->ms_low, row->ms_high, row->runs, row->cub_ms,
                row->gb, row->copy_gb, row->read_gb, row->verdict);
    }
    fprintf(file, "\n]}\n");
    return fclose(file) == 0 ? EXIT_PASSED : EXIT_BROKEN;
}

// A wrong result, EXIT_WRONG, is no reason to measure nothing else.
static bool can_go_on(int code) {
    return code == EXIT_PASSED || code == EXIT_WRONG;
}

// Of what came one after the other the first that is not EXIT_PASSED.
static int first_of(int code, int next) {
    return code == EXIT_PASSED ? next : code;
}

// All of a lab: the solution; the starter, once it has passed; other operators at one size, unless `sizes`
// are asked for; and what goes beyond the lab. The first exit code that is not EXIT_PASSED.
static int bench_lab(const char *build, const struct lab *lab, const char *sizes) {
    static const char *const others[] = {"product",    "min",      "max",   "float_sum",
                                         "double_sum", "farthest", "affine"};
    static const struct lab beyond = {.folder = "lab10-large-scan/beyond", .name = "lab10"};
    char one_size[64];
    snprintf(one_size, sizeof(one_size), "--low %d --high %d ", LADDER_POWER, LADDER_POWER);
    int code = bench_program(build, lab, "solution", "sum", sizes);
    if (can_go_on(code) && progress_passed(lab)) {
        code = first_of(code, bench_program(build, lab, "starter", "sum", sizes));
    }
    for (size_t k = 0; k < sizeof(others) / sizeof(others[0]) && can_go_on(code) && sizes[0] == '\0'; k++) {
        code = first_of(code, bench_program(build, lab, "solution", others[k], one_size));
    }
    if (can_go_on(code) && strcmp(lab->name, beyond.name) == 0) {
        int of_beyond = bench_program(build, &beyond, "beyond", "sum", sizes);
        code = first_of(code, of_beyond == EXIT_SKIPPED ? EXIT_PASSED : of_beyond); // skipped: an older GPU
    }
    return code;
}

// What has to be typed to measure this: the labs are named unless it was all of them.
static void put_command(char *command, size_t size, char **words, int labs, const char *sizes) {
    static struct lab all[LAB_MAX];
    snprintf(command, size, "./lab bench");
    for (int i = 0; i < labs && labs != labs_find(all); i++) {
        size_t used = strlen(command);
        snprintf(command + used, size - used, " %.*s", (int)strcspn(words[i], "-"), words[i]);
    }
    size_t used = strlen(command);
    snprintf(command + used, size - used, " %s", sizes);
    command[strlen(command) - 1] = '\0';
}

int command_bench(const char *build, const char *results, char **words, int count) {
    char sizes[256] = "", path[512], command[1200];
    int labs = 0, code = EXIT_PASSED;
    while (labs < count && strcmp(words[labs], "--") != 0) {
        labs++;
    }
    for (int i = labs + 1; i < count; i++) {
        size_t used = strlen(sizes);
        snprintf(sizes + used, sizeof(sizes) - used, "%s ", words[i]);
        if (strspn(words[i], "-abcdefghijklmnopqrstuvwxyz0123456789") != strlen(words[i])) {
            fprintf(stderr, "bench: '%s' is no option of it\n", words[i]);
            return EXIT_BROKEN;
        }
    }
    for (int i = 0; i < labs && can_go_on(code); i++) {
        struct lab lab;
        if (lab_named(words[i], &lab) != 0) {
            return EXIT_BROKEN;
        }
        int of_lab = bench_lab(build, &lab, sizes);
        code = of_lab == EXIT_PASSED ? code : of_lab; // the last one: what cannot go on ends it
    }
    fprintf(stderr, "\r%78s\r", "");
    if (row_count == 0) {
        return first_of(code, EXIT_BROKEN);
    }
    print_ladder(stdout);
    snprintf(path, sizeof(path), "%s.csv", results);
    int written = write_csv(path);
    snprintf(path, sizeof(path), "%s.json", results);
    put_command(command, sizeof(command), words, labs, sizes);
    written = written == EXIT_PASSED ? write_json(path, command) : written;
    printf("all of it: %s.csv, %s.json\n", results, results);
    return first_of(written, code);
}
