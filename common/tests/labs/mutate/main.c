// lab-mutate: does each lab's checker notice small changes of a correct solution?
//
// Exit code 0; 1 if a mutant survived that is not listed as harmless; 2 if something failed.
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "equivalent.h"
#include "report.h"
#include "text_file.h"

enum { EXIT_SURVIVED = 1, EXIT_HARNESS = 2, JOBS_LIMIT = 64 };

enum command { COMMAND_RUN, COMMAND_LIST, COMMAND_TABLE, COMMAND_KEEP, COMMAND_COUNT };

struct options {
    enum command command;
    const char *root, *build, *results_path, *kept_path, *source;
    long jobs, sample; // sample: mutants per lab, 0: all
    bool fresh;
    char **labs;
    int lab_count;
};

static int usage(void) {
    fputs(
        "usage: lab-mutate run [options] [lab01...]     tries all mutants not tried yet; reports survivors\n"
        "       lab-mutate list [options] [lab01...]    all mutants and their outcomes\n"
        "       lab-mutate table [options] [lab01...]   the figures, as Markdown\n"
        "       lab-mutate keep [options] [lab01...]    the figures, for docs/results/mutation.tsv\n"
        "  --root FOLDER     the course (.)\n"
        "  --build FOLDER    its build (build/course) with all solutions and checkers\n"
        "  --results FILE    the outcomes so far (BUILD/mutation.tsv)\n"
        "  --kept FILE       the output of `keep` instead; for table\n"
        "  --jobs K          mutants at a time (the number of cores)\n"
        "  --source FILE     a correct program for one lab, instead of its solution: only its own mutants\n"
        "  --sample K        about K mutants per lab, always the same\n"
        "  --fresh           forget the outcomes so far\n",
        stderr);
    return EXIT_HARNESS;
}

static int read_options(struct options *options, int count, char **words) {
    static const char *const commands[] = {"run", "list", "table", "keep"};
    int command = 0;
    *options = (struct options){.root = ".", .build = "build/course", .jobs = sysconf(_SC_NPROCESSORS_ONLN)};
    while (count > 1 && command < COMMAND_COUNT && strcmp(words[1], commands[command]) != 0) {
        command++;
    }
    if (count < 2 || command == COMMAND_COUNT) {
        return -1;
    }
    options->command = (enum command)command;
    int i = 2;
    for (; i < count && words[i][0] == '-'; i++) {
        bool has_value = i + 1 < count;
        if (strcmp(words[i], "--fresh") == 0) {
            options->fresh = true;
        } else if (strcmp(words[i], "--root") == 0 && has_value) {
            options->root = words[++i];
        } else if (strcmp(words[i], "--build") == 0 && has_value) {
            options->build = words[++i];
        } else if (strcmp(words[i], "--results") == 0 && has_value) {
            options->results_path = words[++i];
        } else if (strcmp(words[i], "--kept") == 0 && has_value) {
            options->kept_path = words[++i];
        } else if (strcmp(words[i], "--source") == 0 && has_value) {
            options->source = words[++i];
        } else if (strcmp(words[i], "--jobs") == 0 && has_value) {
            options->jobs = strtol(words[++i], NULL, 10);
        } else if (strcmp(words[i], "--sample") == 0 && has_value) {
            options->sample = strtol(words[++i], NULL, 10);
        } else {
            return -1;
        }
    }
    options->labs = words + i;
    options->lab_count = count - i;
    if (options->jobs > JOBS_LIMIT) {
        options->jobs = JOBS_LIMIT;
    }
    bool is_table = options->command == COMMAND_TABLE;
    if (options->source != NULL && options->lab_count != 1) {
        return -1;
    }
    return options->jobs >= 1 && options->sample >= 0 && (is_table || options->kept_path == NULL) ? 0 : -1;
}

static bool is_asked_for(const struct options *options, const struct lab_files *lab) {
    for (int i = 0; i < options->lab_count; i++) {
        if (strcmp(options->labs[i], lab->name) == 0 || strcmp(options->labs[i], lab->folder) == 0) {
            return true;
        }
    }
    return options->lab_count == 0;
}

static int compare_hashes(const void *a, const void *b) {
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

// Reduces the wanted mutants to a sample, those with the smallest hashes, which stay the same until the source
// changes. Harmless mutants are not sampled: they would only take time.
static int sample(struct mutated_lab *lab, size_t size) {
    size_t count = lab->mutants.count, used = 0;
    uint64_t *hashes = malloc((count + 1) * sizeof(*hashes)), largest = UINT64_MAX;
    if (hashes == NULL) {
        return -1;
    }
    for (size_t i = 0; i < count; i++) {
        lab->wanted[i] &= lab->reasons[i] == NULL;
        if (lab->wanted[i]) {
            hashes[used++] = lab->mutants.mutants[i].hash;
        }
    }
    qsort(hashes, used, sizeof(*hashes), compare_hashes);
    if (size < used) {
        largest = hashes[size - 1];
    }
    for (size_t i = 0; i < count; i++) {
        lab->wanted[i] &= lab->mutants.mutants[i].hash <= largest;
    }
    free(hashes);
    return 0;
}

// Reads a program and makes its mutants. 0, or -1 after a message.
static int read_program(const char *path, char **source, struct program *program, struct mutants *mutants) {
    size_t length;
    *source = text_file_read(path, &length);
    if (*source == NULL) {
        perror(path);
        return -1;
    }
    if (program_read(program, *source, length, path) != 0) {
        return -1;
    }
    if (mutants_make(mutants, program) != 0) {
        fprintf(stderr, "%s: not enough memory\n", path);
        return -1;
    }
    return 0;
}

// Leaves out the mutants that make the same change as one of the solution's.
static int leave_out_known(struct mutated_lab *lab) {
    struct program program = {0};
    struct mutants known = {0};
    char *solution = NULL;
    int read = read_program(lab->files->solution, &solution, &program, &known);
    for (size_t i = 0; read == 0 && i < lab->mutants.count; i++) {
        for (size_t k = 0; k < known.count && lab->wanted[i]; k++) {
            lab->wanted[i] = strcmp(lab->mutants.mutants[i].change, known.mutants[k].change) != 0;
        }
    }
    mutants_free(&known);
    program_free(&program);
    free(solution);
    return read;
}

// Reads a lab. 0, or -1 after a message.
static int read_lab(struct mutated_lab *lab, struct lab_files *files, const struct options *options) {
    char path[PATH_SIZE];
    *lab = (struct mutated_lab){.files = files,
                                .path = options->source != NULL ? options->source : files->solution};
    if ((options->kept_path == NULL && !lab_files_read(files, options->build)) ||
        read_program(lab->path, &lab->source, &lab->program, &lab->mutants) != 0) {
        return -1;
    }
    size_t count = lab->mutants.count + 1;
    lab->results = calloc(count, sizeof(*lab->results));
    lab->reasons = calloc(count, sizeof(*lab->reasons));
    lab->wanted = calloc(count, sizeof(*lab->wanted));
    if (lab->results == NULL || lab->reasons == NULL || lab->wanted == NULL) {
        return -1;
    }
    memset(lab->wanted, true, count * sizeof(*lab->wanted));
    snprintf(path, sizeof(path), "%s/common/tests/labs/mutate/equivalent/%s", options->root, files->name);
    if (options->source != NULL) {
        if (leave_out_known(lab) != 0) {
            return -1;
        }
    } else if (equivalent_read(path, &lab->mutants, lab->reasons) != 0) {
        return -1;
    }
    if (options->kept_path == NULL && !options->fresh &&
        results_read(options->results_path, files, &lab->mutants, lab->results) != 0) {
        perror(options->results_path);
        return -1;
    }
    return options->sample > 0 ? sample(lab, (size_t)options->sample) : 0;
}

static void free_lab(struct mutated_lab *lab) {
    for (size_t i = 0; lab->reasons != NULL && i < lab->mutants.count; i++) {
        free(lab->reasons[i]);
    }
    free(lab->reasons);
    free(lab->results);
    free(lab->wanted);
    mutants_free(&lab->mutants);
    program_free(&lab->program);
    free(lab->source);
}

// A report of a sample leaves out all other mutants.
static void forget_others(struct mutated_lab *lab) {
    for (size_t i = 0; i < lab->mutants.count; i++) {
        if (!lab->wanted[i]) {
            lab->results[i].outcome = OUTCOME_UNKNOWN;
        }
    }
}

static int work(struct mutated_lab *labs, size_t count, const struct options *options) {
    struct run_options run = {options->build, options->results_path, (int)options->jobs,
                              options->sample == 0};
    if (options->fresh && remove(options->results_path) != 0 && access(options->results_path, F_OK) == 0) {
        perror(options->results_path);
        return EXIT_HARNESS;
    }
    if (options->command == COMMAND_RUN && run_trials(labs, count, &run) != 0) {
        return EXIT_HARNESS;
    }
    for (size_t i = 0; i < count; i++) {
        forget_others(&labs[i]);
        counts_make(labs[i].counts, &labs[i].mutants, labs[i].results, labs[i].reasons);
        if (options->kept_path != NULL &&
            counts_read(options->kept_path, labs[i].files->name, labs[i].counts) != 0) {
            perror(options->kept_path);
            return EXIT_HARNESS;
        }
    }
    if (options->command == COMMAND_LIST) {
        report_list(labs, count);
    } else if (options->command == COMMAND_TABLE) {
        report_table(labs, count);
    } else if (options->command == COMMAND_KEEP) {
        for (size_t i = 0; i < count; i++) {
            counts_write(stdout, labs[i].files->name, labs[i].counts);
        }
    } else {
        return report_findings(labs, count) > 0 ? EXIT_SURVIVED : 0;
    }
    return 0;
}

int main(int count, char **words) {
    struct options options;
    if (read_options(&options, count, words) != 0) {
        return usage();
    }
    char *build = options.kept_path != NULL ? NULL : realpath(options.build, NULL), path[PATH_SIZE];
    if (build == NULL && options.kept_path == NULL) {
        perror(options.build);
        return EXIT_HARNESS;
    }
    options.build = build;
    snprintf(path, sizeof(path), "%s/mutation.tsv", build == NULL ? "" : build);
    if (options.results_path == NULL) {
        options.results_path = path;
    }
    size_t lab_count, used = 0;
    struct lab_files *files = lab_files_find(options.root, &lab_count);
    struct mutated_lab *labs = calloc(lab_count + 1, sizeof(*labs));
    int result = files == NULL || labs == NULL ? EXIT_HARNESS : 0;
    for (size_t i = 0; result == 0 && i < lab_count; i++) {
        if (is_asked_for(&options, &files[i]) && read_lab(&labs[used++], &files[i], &options) != 0) {
            result = EXIT_HARNESS;
        }
    }
    if (result == 0 && used == 0) {
        result = usage();
    }
    if (result == 0) {
        result = work(labs, used, &options);
    }
    for (size_t i = 0; i < used; i++) {
        free_lab(&labs[i]);
    }
    free(labs);
    lab_files_free(files, lab_count);
    free(build);
    return result;
}
