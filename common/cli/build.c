#define _GNU_SOURCE // setenv
#include "build.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_log.h"
#include "changed.h"
#include "build_steps.h"
#include "commands.h"
#include "lock.h"
#include "machine.h"
#include "messages.h"
#include "meter.h"
#include "text/file_error.h"
#include "text/translation.h"
#include "text_file.h"

static char **call;
static const char *preset = "student";
static int lock = -1;
static char
    warnings[BUILD_PATH_SIZE]; // the log of a build with warnings for the student, until they are shown

void build_set_call(char **words) {
    call = words;
}

void build_use_preset(const char *name) {
    preset = name;
}

const char *build_folder(void) {
    static char folder[64];
    const char *ready = getenv("LABS_BUILD");
    snprintf(folder, sizeof(folder), "build/%s", preset);
    return ready != NULL ? ready : folder;
}

// Does a file of the build folder have this text?
static bool folder_says(const char *file, const char *text) {
    char path[BUILD_PATH_SIZE];
    size_t length;
    snprintf(path, sizeof(path), "%s/%s", build_folder(), file);
    char *content = text_file_read(path, &length);
    bool says = content != NULL && strstr(content, text) != NULL;
    free(content);
    return says;
}

void build_add_checker(struct words *targets, const struct lab *lab) {
    if (targets->count == 0) {
        words_add(targets, "labs-cli");
    }
    words_addf(targets, "%s-check", lab->name);
}

// ---- One build at a time ---------------------------------------------------------------------------------

void build_lock(const char *folder) {
    char path[BUILD_PATH_SIZE];
    snprintf(path, sizeof(path), "%s/.lab-lock", folder); // stays when ./lab empties a damaged folder
    lock = lock_take(path, folder);
}

void build_unlock(void) {
    lock_release(lock);
    lock = -1;
}

void build_leave_lock(void) {
    if (lock >= 0) {
        close(lock);
    }
    lock = -1;
}

// ---- Running CMake ------------------------------------------------------------------------------------

int build_run_logged(const struct words *command, const char *log_path) {
    struct program program;
    FILE *log = fopen(log_path, "w");
    if (log == NULL) {
        file_error("lab", FILE_WRITE, log_path);
        return EXIT_BROKEN;
    }
    bool written = true;
    char *line = NULL;
    size_t size = 0;
    struct meter meter;
    meter_start(&meter);
    int code = program_open(command, true, &program);
    if (code == EXIT_PASSED) {
        while (getline(&line, &size, program.output) > 0) {
            int step, steps;
            written &= fputs(line, log) >= 0;
            if (sscanf(line, "[%d/%d]", &step, &steps) == 2 && steps > 0) {
                line[strcspn(line, "\n")] = '\0';
                meter_show(&meter, (double)step / steps, line);
            }
        }
        code = program_close(command, &program);
        meter_clear(&meter);
    }
    free(line);
    written &= fclose(log) == 0;
    if (!written) {
        file_error("lab", FILE_WRITE, log_path);
    }
    return written ? code : EXIT_BROKEN;
}

bool build_has_device(const char *device) {
    if (!folder_says("devices", device) && folder_says("CMakeCache.txt", "\nLABS_DEVICE:STRING=sim\n")) {
        char log_path[BUILD_PATH_SIZE];
        struct words command = {0};
        snprintf(log_path, sizeof(log_path), "%s/lab.log", build_folder());
        words_add(&command, "cmake");
        words_add(&command, "--preset");
        words_add(&command, preset);
        words_add(&command, "-DLABS_DEVICE=auto");
        build_lock(build_folder());
        build_run_logged(&command, log_path); // if it fails, the file `devices` stays as it is
        build_unlock();
        words_free(&command);
    }
    return folder_says("devices", device);
}

bool build_is_gpu_only(void) {
    return folder_says("devices", "gpu") && !folder_says("devices", "sim");
}

void build_say_gpu_only(void) {
    fputs("lab: the simulated GPU is not built here, because a library that it needs was missing. ./lab "
          "doctor\n"
          "says which one and how to install it. Until then only the real GPU can be used: --device gpu\n",
          stderr);
}

// ---- Building -----------------------------------------------------------------------------------------

// Calls ./lab again, in the folder of its caller, which decides what relative paths and a missing lab mean. It rebuilds
// the folder from scratch.
static int start_again(void) {
    struct words again = {0};
    const char *caller = getenv("LABS_CALLED_FROM");
    char *root = realpath(".", NULL);
    bool moved = root != NULL && caller != NULL && chdir(caller) == 0;
    words_addf(&again, "%s/lab", moved ? root : ".");
    free(root);
    for (char **word = call; word != NULL && *word != NULL; word++) {
        words_add(&again, *word);
    }
    setenv("LABS_DAMAGED", preset, 1);
    build_unlock(); // ./lab takes it
    return program_become(&again);
}

void build_say_machine(void) {
    fputs("lab: the machine stopped the build: see the message above. This says nothing about your file.\n",
          stderr);
}

// Explains why a build failed; returns the exit code. `lab`: the starter's, or NULL. `silent`: not if it is the
// student's code; `briefly`: one line of it.
static int explain_failure(const char *log, const char *log_path, const struct lab *lab, bool silent,
                           bool briefly) {
    bool machine = build_log_says_machine(log),
         student = lab != NULL && !machine && build_log_says_starter(log);
    if (student && silent) {
        return EXIT_WRONG;
    }
    if (student && (build_log_say_missing(log, lab, stderr) || build_log_say_too_large(log, lab, stderr))) {
        return EXIT_WRONG;
    }
    fflush(stdout);
    messages_show(log_path,
                  !student  ? COURSE_CODE
                  : briefly ? STUDENTS_CODE_BRIEFLY
                            : STUDENTS_CODE,
                  NULL, stderr);
    if (machine) {
        build_say_machine();
        return EXIT_BROKEN;
    }
    if (student && briefly) {
        return EXIT_WRONG;
    }
    if (student) {
        fprintf(stderr, _("lab: %s does not compile yet: the compiler's first message says where\n"),
                lab->folder);
        return EXIT_WRONG;
    }
    fprintf(stderr, "lab: the course's own build failed; the messages above say why (%s has all of them)\n",
            log_path);
    changed_say(NULL);
    return EXIT_BROKEN;
}

void build_make_command(const struct words *targets, long jobs, struct words *command) {
    words_add(command, "cmake");
    words_add(command, "--build");
    words_add(command, "--preset");
    words_add(command, preset);
    if (targets->count > 0) {
        words_add(command, "--target");
        words_append(command, targets);
    }
    if (jobs > 0) {
        words_add(command, "--parallel");
        words_addf(command, "%ld", jobs);
    }
    setenv("NINJA_STATUS", "[%f/%t] ", 1);
}

int build_after(int code, const char *log_path, const struct lab *lab, const struct build_of_starter *what) {
    size_t length;
    char *log = text_file_read(log_path, &length);
    if (code == EXIT_PASSED) {
        if (what != NULL && !what->no_warnings && log != NULL && strstr(log, "warning:") != NULL) {
            snprintf(warnings, sizeof(warnings), "%s", log_path);
        }
    } else if (what != NULL && what->attempt) {
        code = EXIT_WRONG;
    } else if (machine_disk_is_full()) {
        code = EXIT_BROKEN;
    } else if (log != NULL && build_log_says_damaged(log) && getenv("LABS_DAMAGED") == NULL) {
        code = start_again();
    } else {
        code = explain_failure(log != NULL ? log : "", log_path, lab, what != NULL && what->no_errors,
                               what != NULL && what->briefly);
    }
    free(log);
    return code;
}

void build_show_warnings(void) {
    if (warnings[0] != '\0') {
        putchar('\n');
        messages_show(warnings, STUDENTS_CODE, NULL, stdout);
    }
    warnings[0] = '\0';
}

void build_log_of(const char *program, char path[BUILD_PATH_SIZE]) {
    snprintf(path, BUILD_PATH_SIZE, "build/%s/%s.log", preset, program);
}

int build_targets(const struct words *targets, const struct lab *lab, const struct build_of_starter *what) {
    struct words command = {0};
    char log_path[BUILD_PATH_SIZE];
    if (getenv("LABS_BUILD") != NULL) {
        return EXIT_PASSED;
    }
    build_lock(build_folder());
    if (what != NULL) {
        build_forget_old_starter(build_folder(), lab);
    }
    // An attempt has a log of its own: the warnings of the student's program are shown later.
    build_log_of(what == NULL ? "lab" : what->attempt ? "attempt" : what->program, log_path);
    build_make_command(targets, 0, &command);
    int code = build_run_logged(&command, log_path);
    words_free(&command);
    code = build_after(code, log_path, lab, what);
    build_unlock();
    return code;
}

int build_course(const struct words *targets) {
    return build_targets(targets, NULL, NULL);
}

void build_show_failure(const struct lab *lab, const char *program) {
    char log_path[BUILD_PATH_SIZE];
    build_log_of(program, log_path);
    build_after(EXIT_WRONG, log_path, lab, NULL);
}

static char *read_log_of(const char *program) {
    char log_path[BUILD_PATH_SIZE];
    size_t length;
    build_log_of(program, log_path);
    return text_file_read(log_path, &length);
}

bool build_blames_student(const struct lab *lab, const char *program) {
    char file[LAB_PATH_SIZE], *log = read_log_of(program);
    lab_file(lab, "starter.cu", file);
    bool blames = log != NULL && build_log_blames(log, file);
    free(log);
    return blames;
}

void build_first_error(const struct lab *lab, const char *program, char text[BUILD_LOG_ERROR_SIZE]) {
    char *log = read_log_of(program);
    build_log_first_error(log != NULL ? log : "", lab, text);
    free(log);
}
