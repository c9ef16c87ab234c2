// run: compiles any small CUDA program and runs it. simcc compiles it, or nvcc for a real GPU; labs-run runs it.
//
//     build/student/run/NAME-HASH/     of the source's path and the device
//         program                      the executable
//         dependencies                 what it was made from, as the compiler writes it for make
//         stamp                        a line for each of those files: when it was changed, and its size
//         log                          the compiler's messages
//         lock                         of the one process that compiles
//         source                       the source's path
//
// When a program is compiled, the folders of those whose source is gone are removed.
#define _GNU_SOURCE // realpath, strdup, asprintf
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arguments.h"
#include "build.h"
#include "build_log.h"
#include "checker.h"
#include "commands.h"
#include "lock.h"
#include "machine.h"
#include "messages.h"
#include "program.h"
#include "text/file_error.h"
#include "text/option_list.h"
#include "text_file.h"
#include "view.h"

enum { RUN_PATH_SIZE = 1400, NAME_SHOWN_MAX = 60 };

struct run {
    const struct command *command;
    const char *device; // "sim" or "gpu"
    const char *file;   // as it was given
    char *source;       // its whole path
    char *root, *tools; // the whole paths of the course's folder and of the build folder
    char folder[RUN_PATH_SIZE], program[RUN_PATH_SIZE];
    struct words options, words; // for labs-run, and for the program
    bool views;                  // --view
};

// Where a file of the program's folder is.
static const char *file_in(const struct run *run, const char *name, char path[RUN_PATH_SIZE]) {
    if (snprintf(path, RUN_PATH_SIZE, "%s/%s", run->folder, name) >= RUN_PATH_SIZE) {
        path[0] = '\0';
    }
    return path;
}

// ---- The command line -----------------------------------------------------------------------------------

static int read_option(struct run *run, struct words *given, int *at) {
    static const struct option own[] = {{"--device", TEXT, "sim|gpu", NULL, false},
                                        {"--view", FLAG, NULL, NULL, true}};
    const char *word = given->items[*at], *value;
    char error[200];
    const struct option *option = option_find(own, 2, word);
    if (option == NULL) {
        option = option_find(run_options, run_option_count, word);
    }
    if (option == NULL) {
        return usage_error(run->command, "unknown option %s; the program's own words follow after --", word);
    }
    if (option_value(option, given->items, given->count, at, &value, error, sizeof(error)) != 0) {
        return usage_error(run->command, "%s", error);
    }
    if (strcmp(option->name, "--device") == 0) {
        if (strcmp(value, "sim") != 0 && strcmp(value, "gpu") != 0) {
            return usage_error(run->command, "--device is sim or gpu, not '%s'", value);
        }
        run->device = value;
        return EXIT_PASSED;
    }
    if (strcmp(option->name, "--view") == 0) {
        run->views = true;
        return EXIT_PASSED;
    }
    words_add(&run->options, option->name);
    if (value != NULL) {
        words_add(&run->options, value);
    }
    return EXIT_PASSED;
}

// [option...] FILE [option...] [-- word...]
static int read_words(struct run *run, struct words *given) {
    int i = 0;
    for (; i < given->count && strcmp(given->items[i], "--") != 0; i++) {
        const char *word = given->items[i];
        if (strcmp(word, "--help") == 0) {
            printf("usage: ./lab run %s\n\n  %-20s %s\n  %-20s %s\n", run->command->usage, "--device DEVICE",
                   "sim (default) or gpu", "--view",
                   "open the page of a launch, the first one without --launch");
            fflush(stdout);
            option_list_print(run_options, run_option_count);
            return EXIT_SKIPPED;
        }
        int code = EXIT_PASSED;
        if (word[0] == '-') {
            code = read_option(run, given, &i);
        } else if (run->file == NULL) {
            run->file = word;
        } else {
            code = usage_error(run->command,
                               "unexpected argument '%s'; the program's own words follow after --", word);
        }
        if (code != EXIT_PASSED) {
            return code;
        }
    }
    for (i++; i < given->count; i++) {
        words_add(&run->words, given->items[i]);
    }
    return run->file == NULL ? usage_error(run->command, "which program? FILE.cu is missing") : EXIT_PASSED;
}

// ---- Is the program as new as its source? ----------------------------------------------------------------

static bool add_stamp(FILE *out, const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) {
        return false;
    }
#ifdef __APPLE__
    const struct timespec changed = status.st_mtimespec;
#else
    const struct timespec changed = status.st_mtim;
#endif
    fprintf(out, "%lld.%09ld %lld %s\n", (long long)changed.tv_sec, changed.tv_nsec,
            (long long)status.st_size, path);
    return true;
}

// The stamp of the files that the program depends on now. NULL: one of them is not there. The caller frees it.
static char *make_stamp(const struct run *run) {
    static const char *const tools[] = {"simcc", "simcc.conf", "program.o", "program.h.gch"};
    char path[RUN_PATH_SIZE], *stamp = NULL;
    size_t length;
    char *dependencies = text_file_read(file_in(run, "dependencies", path), &length);
    FILE *out = dependencies != NULL ? open_memstream(&stamp, &length) : NULL;
    bool good = out != NULL;
    for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]) && good && strcmp(run->device, "sim") == 0; i++) {
        snprintf(path, sizeof(path), "%s/common/sim/simcc/%s", run->tools, tools[i]);
        good =
            add_stamp(out, path) || i >= 2; // macOS has no joined object, and a header may not be precompiled
    }
    char *rest = NULL;
    // "program.o: file file \ file": a space in a name is "\ ".
    const char *names = good ? strchr(dependencies, ':') : NULL;
    for (char *word = names == NULL ? NULL
                                    : strtok_r(dependencies + (names - dependencies) + 1, " \n", &rest);
         word != NULL && good; word = strtok_r(NULL, " \n", &rest)) {
        char *name = word;
        for (size_t end = strlen(name); end > 1 && name[end - 1] == '\\' && rest != NULL;
             end = strlen(name)) {
            char *more = strtok_r(NULL, " \n", &rest);
            name[end - 1] = ' ';
            memmove(name + end, more != NULL ? more : "", more != NULL ? strlen(more) + 1 : 1);
        }
        good = strcmp(name, "\\") == 0 || add_stamp(out, name);
    }
    if (out != NULL) {
        fclose(out);
    }
    free(dependencies);
    if (!good) {
        free(stamp);
        stamp = NULL;
    }
    return stamp;
}

static bool is_fresh(const struct run *run) {
    char path[RUN_PATH_SIZE];
    size_t length;
    char *now = make_stamp(run), *then = text_file_read(file_in(run, "stamp", path), &length);
    bool fresh = now != NULL && then != NULL && strcmp(now, then) == 0 && access(run->program, X_OK) == 0;
    free(now);
    free(then);
    return fresh;
}

static void write_stamp(const struct run *run) {
    char path[RUN_PATH_SIZE], *stamp = make_stamp(run);
    FILE *out = stamp != NULL ? fopen(file_in(run, "stamp", path), "w") : NULL;
    if (out != NULL) {
        fputs(stamp, out);
        fclose(out);
    }
    free(stamp);
}

// ---- Compiling -------------------------------------------------------------------------------------------

static void simulator_command(const struct run *run, struct words *command) {
    words_addf(command, "%s/common/sim/simcc/simcc", run->tools);
    words_add(command, "-Wall");
    words_add(command, "-Wno-sign-compare"); // as for labs
}

// The words for nvcc are in a file of the build folder (common/gpu/CMakeLists.txt).
static int gpu_command(const struct run *run, struct words *command) {
    char path[RUN_PATH_SIZE], *line = NULL;
    size_t size = 0;
    snprintf(path, sizeof(path), "%s/common/gpu/program.words", run->tools);
    FILE *words = fopen(path, "r");
    words_add(command, machine_nvcc());
    words_add(command, "-std=c++17");
    words_add(command, "--extended-lambda"); // as for labs
    words_add(command, "-lineinfo");
    words_add(command, "-arch=native");
    while (words != NULL && getline(&line, &size, words) > 0) {
        line[strcspn(line, "\n")] = '\0';
        words_add(command, line);
    }
    free(line);
    if (words == NULL) {
        file_error("lab", FILE_READ, path);
        return EXIT_BROKEN;
    }
    fclose(words);
    return EXIT_PASSED;
}

// Says that the file does not compile; returns the exit code. If the machine is the reason, the file is not.
static int explain_failure(const struct run *run, const char *log_path) {
    size_t length;
    char *log = text_file_read(log_path, &length);
    bool machine = log != NULL && build_log_says_machine(log);
    free(log);
    if (machine) {
        build_say_machine();
        return EXIT_BROKEN;
    }
    fprintf(stderr, "lab: %s does not compile: the first message above says where\n", run->file);
    return EXIT_WRONG;
}

// Compiles in the caller's folder, so that messages name the file as the caller does.
static int compile(const struct run *run) {
    char log_path[RUN_PATH_SIZE], dependencies[RUN_PATH_SIZE], stamp[RUN_PATH_SIZE], *line = NULL;
    size_t size = 0;
    struct words command = {0};
    struct program compiler;
    file_in(run, "log", log_path);
    unlink(file_in(run, "stamp", stamp));
    if (strcmp(run->device, "sim") == 0) {
        simulator_command(run, &command);
    } else if (gpu_command(run, &command) != EXIT_PASSED) {
        return EXIT_BROKEN;
    }
    words_add(&command, "-MD");
    words_add(&command, "-MF");
    words_add(&command, file_in(run, "dependencies", dependencies));
    words_add(&command, run->file);
    words_add(&command, "-o");
    words_add(&command, run->program);
    FILE *log = fopen(log_path, "w");
    int code = log != NULL ? program_open(&command, true, &compiler) : EXIT_BROKEN;
    if (code == EXIT_PASSED) {
        while (getline(&line, &size, compiler.output) > 0) {
            fputs(line, log);
        }
        code = program_close(&command, &compiler) == 0 ? EXIT_PASSED : EXIT_WRONG;
    }
    free(line);
    words_free(&command);
    if (log == NULL || fclose(log) != 0) {
        file_error("lab", FILE_WRITE, log_path);
        return EXIT_BROKEN;
    }
    messages_show(log_path, STUDENTS_CODE, run->source, stderr);
    if (code == EXIT_PASSED) {
        write_stamp(run);
    }
    return code == EXIT_PASSED ? code : explain_failure(run, log_path);
}

// Another process may read the file at any time (remove_gone), and must not see part of a path: that of a file that is
// gone.
static void write_source(const struct run *run) {
    char path[RUN_PATH_SIZE], made[RUN_PATH_SIZE];
    FILE *out = fopen(file_in(run, "source.new", made), "w");
    bool written = out != NULL && fputs(run->source, out) >= 0;
    written = out != NULL && fclose(out) == 0 && written;
    if (!written || rename(made, file_in(run, "source", path)) != 0) {
        unlink(made);
    }
}

// Removes the folder of a program whose source is gone.
static void remove_if_gone(const struct run *program) {
    static const char *const files[] = {"program", "dependencies", "stamp",     "log",
                                        "lock",    "view.json",    "view.html", "source"};
    char path[RUN_PATH_SIZE];
    size_t length;
    char *source = text_file_read(file_in(program, "source", path), &length);
    bool gone = source != NULL && *source != '\0' && access(source, F_OK) != 0 && errno == ENOENT;
    free(source);
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]) && gone; i++) {
        unlink(file_in(program, files[i], path));
    }
    if (gone) {
        rmdir(program->folder);
    }
}

static void remove_gone(const struct run *run) {
    struct run other = {0};
    char path[RUN_PATH_SIZE];
    snprintf(path, sizeof(path), "%s/run", run->tools);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        int size = snprintf(other.folder, sizeof(other.folder), "%s/run/%s", run->tools, entry->d_name);
        if (entry->d_name[0] != '.' && size < RUN_PATH_SIZE - 16) {
            remove_if_gone(&other);
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
}

// Compiles, unless another process does.
static int compile_once(const struct run *run) {
    char path[RUN_PATH_SIZE];
    int lock = lock_take(file_in(run, "lock", path), run->folder);
    int code = is_fresh(run) ? EXIT_PASSED : compile(run);
    write_source(run);
    lock_release(lock);
    remove_gone(run);
    return code;
}

// Makes what a real GPU needs besides.
static int prepare_gpu(void) {
    struct arguments asked = {.device = "gpu"};
    const char *devices[2];
    struct words targets = {0};
    int own = dup(STDOUT_FILENO), code = EXIT_BROKEN; // standard output is the program's
    dup2(STDERR_FILENO, STDOUT_FILENO);
    words_add(&targets, "labs_gpu_program");
    words_add(&targets, "labs-run");
    if (checker_devices(&asked, devices) != 0) {
        code = build_course(&targets);
    }
    words_free(&targets);
    fflush(stdout);
    dup2(own, STDOUT_FILENO);
    close(own);
    return code;
}

// ---- All together ----------------------------------------------------------------------------------------

// Chooses the program's folder, and makes it.
static int find_folder(struct run *run) {
    uint64_t hash = 14695981039346656037u; // FNV-1a
    for (const char *c = run->source; *c != '\0'; c++) {
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    }
    const char *slash = strrchr(run->source, '/'), *name = slash != NULL ? slash + 1 : run->source;
    snprintf(run->folder, sizeof(run->folder), "%s/run", run->tools);
    mkdir(run->folder, 0777);
    int name_length = (int)strcspn(name, ".");
    int length = snprintf(run->folder, sizeof(run->folder), "%s/run/%.*s-%s-%08llx", run->tools,
                          name_length < NAME_SHOWN_MAX ? name_length : NAME_SHOWN_MAX, name, run->device,
                          (unsigned long long)(hash & 0xffffffff));
    if (length >= RUN_PATH_SIZE - 16 || (mkdir(run->folder, 0777) != 0 && errno != EEXIST)) {
        file_error("lab", FILE_WRITE, run->folder);
        return EXIT_BROKEN;
    }
    file_in(run, "program", run->program);
    return EXIT_PASSED;
}

static int start(const struct run *run) {
    struct words command = {0};
    const char *slash = strrchr(run->file, '/'), *name = slash != NULL ? slash + 1 : run->file;
    char trace[RUN_PATH_SIZE], page[RUN_PATH_SIZE];
    words_addf(&command, "%s/common/run/labs-run", run->tools);
    words_add(&command, "--name");
    words_addf(&command, "%.*s", (int)strcspn(name, "."), name);
    words_append(&command, &run->options);
    if (run->views) {
        file_in(run, "view.json", trace);
        file_in(run, "view.html", page);
        unlink(trace);
        words_add(&command, "--trace");
        words_add(&command, trace);
        words_add(&command, "--source");
        words_add(&command, run->source);
    }
    words_add(&command, run->program);
    words_append(&command, &run->words);
    if (!run->views) {
        return program_become(&command);
    }
    int code = program_run(&command, OUTPUT_SHOWN);
    if (access(trace, R_OK) == 0 && chdir(run->root) == 0 && view_make_page(page, trace) == EXIT_PASSED) {
        dup2(STDERR_FILENO, STDOUT_FILENO); // what view_open says is not the program's output
        view_open(page);
    }
    return code;
}

int command_run(const struct arguments *arguments) {
    struct run run = {.command = arguments->command, .device = "sim"};
    struct words given = arguments->words;
    const char *caller = getenv("LABS_CALLED_FROM");
    int code = read_words(&run, &given);
    if (code != EXIT_PASSED) {
        return code == EXIT_SKIPPED ? EXIT_PASSED : code;
    }
    if (strcmp(run.device, "gpu") == 0 && (code = prepare_gpu()) != EXIT_PASSED) {
        return code;
    }
    run.root = realpath(".", NULL);
    run.tools = realpath(build_folder(), NULL);
    if (run.root == NULL || run.tools == NULL || (caller != NULL && chdir(caller) != 0)) {
        perror("lab");
        return EXIT_BROKEN;
    }
    run.source = realpath(run.file, NULL);
    if (run.source == NULL) {
        file_error("lab", FILE_READ, run.file);
        return EXIT_BROKEN;
    }
    if (strpbrk(run.source, "\"\n") != NULL) { // assemblers end the name there
        fprintf(stderr, "lab: %s: a path must not have a quotation mark or a line break. Rename it\n",
                run.source);
        return EXIT_BROKEN;
    }
    code = find_folder(&run);
    if (code == EXIT_PASSED && !is_fresh(&run)) {
        code = compile_once(&run);
    }
    return code == EXIT_PASSED ? start(&run) : code;
}
