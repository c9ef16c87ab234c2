#define _GNU_SOURCE // open_memstream, getline
#include "run_program.h"

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build.h"
#include "build_log.h"
#include "lock.h"
#include "machine.h"
#include "messages.h"
#include "program.h"
#include "text/file_error.h"
#include "text_file.h"

enum { NAME_SHOWN_MAX = 60 };

const char *run_file(const struct run *run, const char *name, char path[RUN_PATH_SIZE]) {
    if (snprintf(path, RUN_PATH_SIZE, "%s/%s", run->folder, name) >= RUN_PATH_SIZE) {
        path[0] = '\0';
    }
    return path;
}

int run_find_folder(struct run *run) {
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
    run_file(run, "program", run->program);
    return EXIT_PASSED;
}

// ---- Is the program as new as its source? ----------------------------------------------------------------

static struct timespec time_of(const struct stat *status) {
#ifdef __APPLE__
    return status->st_mtimespec;
#else
    return status->st_mtim;
#endif
}

static bool is_later(const struct timespec *one, const struct timespec *other) {
    return one->tv_sec != other->tv_sec ? one->tv_sec > other->tv_sec : one->tv_nsec > other->tv_nsec;
}

// Adds a file to a stamp. *latest: when the latest of its files was changed.
static bool add_stamp(FILE *out, const char *path, struct timespec *latest) {
    struct stat status;
    if (stat(path, &status) != 0) {
        return false;
    }
    const struct timespec changed = time_of(&status);
    *latest = is_later(&changed, latest) ? changed : *latest;
    fprintf(out, "%lld.%09ld %lld %s\n", (long long)changed.tv_sec, changed.tv_nsec,
            (long long)status.st_size, path);
    return true;
}

// Takes the next name of a list for make, in which "\ ", "\#" and "$$" stand for a blank, # and $. NULL: no more.
static const char *next_name(char **rest) {
    char *from = *rest;
    while (*from == ' ' || *from == '\n' || (from[0] == '\\' && from[1] == '\n')) {
        from++;
    }
    char *name = from, *to = from;
    while (*from != '\0' && *from != ' ' && *from != '\n') {
        from += (from[0] == '\\' && (from[1] == ' ' || from[1] == '#')) || (from[0] == '$' && from[1] == '$');
        *to++ = *from++;
    }
    *rest = from + (*from != '\0');
    *to = '\0';
    return to > name ? name : NULL;
}

// The stamp of the files that the program depends on now. NULL: one of them is not there. The caller frees it.
static char *make_stamp(const struct run *run, struct timespec *latest) {
    static const char *const tools[] = {"simcc", "simcc.conf", "program.o", "program.h.gch"};
    char path[RUN_PATH_SIZE], *stamp = NULL;
    size_t length;
    char *dependencies = text_file_read(run_file(run, "dependencies", path), &length);
    FILE *out = dependencies != NULL ? open_memstream(&stamp, &length) : NULL;
    bool good = out != NULL;
    for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]) && good && strcmp(run->device, "sim") == 0; i++) {
        snprintf(path, sizeof(path), "%s/common/sim/simcc/%s", run->tools, tools[i]);
        good = add_stamp(out, path, latest) ||
               i >= 2; // macOS has no joined object, and a header may not be precompiled
    }
    char *rest = dependencies; // "program.o: file file \ file"
    if (good) {
        rest += strcspn(rest, ":");
        rest += *rest == ':';
    }
    for (const char *name; good && (name = next_name(&rest)) != NULL;) {
        good = add_stamp(out, name, latest);
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
    struct timespec latest = {0};
    char *now = make_stamp(run, &latest), *then = text_file_read(run_file(run, "stamp", path), &length);
    bool fresh = now != NULL && then != NULL && strcmp(now, then) == 0 && access(run->program, X_OK) == 0;
    free(now);
    free(then);
    return fresh;
}

// Of a file that was saved since the compiler began, it is unknown which version was compiled: there is no stamp then.
static void write_stamp(const struct run *run, const struct timespec *begun) {
    struct timespec latest = {0};
    char path[RUN_PATH_SIZE], *stamp = make_stamp(run, &latest);
    FILE *out = stamp != NULL && !is_later(&latest, begun) ? fopen(run_file(run, "stamp", path), "w") : NULL;
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
static int explain_messages(const struct run *run, const char *log_path) {
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
    run_file(run, "log", log_path);
    unlink(run_file(run, "stamp", stamp));
    if (strcmp(run->device, "sim") == 0) {
        simulator_command(run, &command);
    } else if (gpu_command(run, &command) != EXIT_PASSED) {
        return EXIT_BROKEN;
    }
    words_add(&command, "-MD");
    words_add(&command, "-MF");
    words_add(&command, run_file(run, "dependencies", dependencies));
    words_add(&command, run->file);
    words_add(&command, "-o");
    words_add(&command, run->program);
    FILE *log = fopen(log_path, "w");
    struct stat opened = {0}; // a file's own clock: that of this machine may be another one
    int code = log != NULL && fstat(fileno(log), &opened) == 0 ? program_open(&command, true, &compiler)
                                                               : EXIT_BROKEN;
    if (code == EXIT_PASSED) {
        while (getline(&line, &size, compiler.output) > 0) {
            fputs(line, log);
        }
        code = program_close(&command, &compiler) == 0 ? EXIT_PASSED : EXIT_WRONG;
    }
    free(line);
    words_free(&command);
    if (!file_close(log)) {
        file_error("lab", FILE_WRITE, log_path);
        return EXIT_BROKEN;
    }
    messages_show(log_path, STUDENTS_CODE, run->source, stderr);
    if (code == EXIT_PASSED) {
        const struct timespec begun = time_of(&opened);
        write_stamp(run, &begun);
    }
    return code == EXIT_PASSED ? code : explain_messages(run, log_path);
}

// Another process may read the file at any time (remove_gone), and must not see part of a path: that of a file that is
// gone.
static void write_source(const struct run *run) {
    char path[RUN_PATH_SIZE], made[RUN_PATH_SIZE];
    FILE *out = fopen(run_file(run, "source.new", made), "w");
    bool written = out != NULL && fputs(run->source, out) >= 0;
    written = out != NULL && fclose(out) == 0 && written;
    if (!written || rename(made, run_file(run, "source", path)) != 0) {
        unlink(made);
    }
}

// Removes the folder of a program whose source is gone.
static void remove_if_gone(const struct run *program) {
    static const char *const files[] = {"program", "dependencies", "stamp",     "log",
                                        "lock",    "view.json",    "view.html", "source"};
    char path[RUN_PATH_SIZE];
    size_t length;
    char *source = text_file_read(run_file(program, "source", path), &length);
    bool gone = source != NULL && *source != '\0' && access(source, F_OK) != 0 && errno == ENOENT;
    free(source);
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]) && gone; i++) {
        unlink(run_file(program, files[i], path));
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

int run_compile(const struct run *run) {
    char path[RUN_PATH_SIZE];
    if (is_fresh(run)) {
        return EXIT_PASSED;
    }
    int lock = lock_take(run_file(run, "lock", path), run->folder);
    int code = is_fresh(run) ? EXIT_PASSED : compile(run); // another process may have done it
    write_source(run);
    lock_release(lock);
    remove_gone(run);
    return code;
}
