#define _GNU_SOURCE // setenv
#include "build.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "arguments.h"
#include "build_log.h"
#include "commands.h"
#include "machine.h"
#include "messages.h"
#include "meter.h"
#include "progress.h"
#include "regions.h"
#include "text/translation.h"
#include "text_file.h"

enum { PATH_SIZE = 1200 };

static char **call;
static const char *preset = "student";
static char warnings[PATH_SIZE]; // the log of a build with warnings for the student, until they are shown

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
    char path[PATH_SIZE];
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

// ---- Running CMake ------------------------------------------------------------------------------------

// Runs a command and writes its output to a log; shows Ninja's progress. Its exit code.
static int run_logged(const struct words *command, const char *log_path) {
    struct program program;
    FILE *log = fopen(log_path, "w");
    if (log == NULL) {
        fprintf(stderr, "lab: %s: %s\n", log_path, strerror(errno));
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
        fprintf(stderr, "lab: %s: %s\n", log_path, strerror(errno));
    }
    return written ? code : EXIT_BROKEN;
}

bool build_has_device(const char *device) {
    if (!folder_says("devices", device) && folder_says("CMakeCache.txt", "\nLABS_DEVICE:STRING=sim\n")) {
        char log_path[PATH_SIZE];
        struct words command = {0};
        snprintf(log_path, sizeof(log_path), "%s/lab.log", build_folder());
        words_add(&command, "cmake");
        words_add(&command, "--preset");
        words_add(&command, preset);
        words_add(&command, "-DLABS_DEVICE=auto");
        program_say(&command);
        run_logged(&command, log_path); // if it fails, the file `devices` stays as it is
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

// ---- Reading a log ------------------------------------------------------------------------------------

static bool says_any(const char *log, const char *const *texts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (strstr(log, texts[i]) != NULL) {
            return true;
        }
    }
    return false;
}

// Is a file incomplete, after an interruption or on a full disk? A fresh build repairs that.
static bool says_damaged(const char *log) {
    static const char *const texts[] = {"ninja: error: build.ninja", "ninja: error: loading",
                                        "file truncated", "file format not recognized", "malformed"};
    return says_any(log, texts, sizeof(texts) / sizeof(texts[0]));
}

// Did only the student's programs fail?
static bool starter_failed(const char *log) {
    bool any = false, all = true;
    for (const char *at = log; (at = strstr(at, "FAILED: ")) != NULL; at++) {
        if (at > log && at[-1] != '\n') {
            continue;
        }
        const char *end = at + strcspn(at, "\n"), *starter = strstr(at, "-starter-"),
                   *mixed = strstr(at, "-mixed-");
        any = true;
        all &= (starter != NULL && starter < end) || (mixed != NULL && mixed < end);
    }
    return any && all;
}

// Did the linker miss this function?
static bool misses(const char *log, const char *function) {
    char texts[4][PART_NAME_SIZE + 40];
    snprintf(texts[0], sizeof(texts[0]), "undefined reference to `%s'", function);
    snprintf(texts[1], sizeof(texts[1]), "undefined reference to '%s'", function);
    snprintf(texts[2], sizeof(texts[2]), "undefined symbol: %s\n", function);
    snprintf(texts[3], sizeof(texts[3]), "\"_%s\", referenced from", function);
    const char *const all[] = {texts[0], texts[1], texts[2], texts[3]};
    return says_any(log, all, 4);
}

// Prints the lines of a lab.h that declare a function.
static void print_declaration(const char *text, const char *function, FILE *out) {
    for (const char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n"), name_length = strlen(function);
        const char *name = strstr(line, function);
        bool in_line = name != NULL && name > line && name < line + length;
        if (in_line && line[0] != '/' && line[0] != '#' && line[length - 1] == ';' &&
            name[name_length] == '(' && (name[-1] == ' ' || name[-1] == '*')) {
            fprintf(out, "    %.*s\n", (int)length, line);
        }
        line += length + (line[length] != '\0');
    }
}

// Prints the functions of lab.h that the linker did not find in the starter. Returns false if none is
// missing.
static bool say_missing_functions(const char *log, const struct lab *lab, FILE *out) {
    char path[LAB_PATH_SIZE], part[PART_NAME_SIZE], function[PART_NAME_SIZE];
    size_t length;
    bool said = false;
    lab_file(lab, "lab.h", path);
    char *text = text_file_read(path, &length);
    const char *at = text;
    while (text != NULL && lab_next_part(&at, part, function)) {
        if (misses(log, function)) {
            said = true;
            fprintf(out, _("%s/starter.cu: this function of lab.h is missing:\n"), lab->folder);
            print_declaration(text, function, out);
        }
    }
    if (said) {
        fprintf(
            out,
            "lab: it must have that name and these parameters. ./lab reset %s restores the file, and keeps "
            "yours\n",
            lab->name);
    }
    free(text);
    return said;
}

// ---- Building -----------------------------------------------------------------------------------------

// Calls ./lab again, which rebuilds the folder from scratch.
static int start_again(void) {
    struct words again = {0};
    words_add(&again, "./lab");
    for (char **word = call; word != NULL && *word != NULL; word++) {
        words_add(&again, *word);
    }
    setenv("LABS_DAMAGED", preset, 1);
    return program_become(&again);
}

// Explains why a build failed; returns the exit code. `lab`: the starter's, or NULL. `silent`: not if it is the
// student's code.
static int explain_failure(const char *log, const char *log_path, const struct lab *lab, bool silent) {
    bool machine = build_log_says_machine(log), student = lab != NULL && !machine && starter_failed(log);
    if (student && silent) {
        return EXIT_WRONG;
    }
    if (student && say_missing_functions(log, lab, stderr)) {
        return EXIT_WRONG;
    }
    fflush(stdout);
    messages_show(log_path, student ? STUDENTS_CODE : COURSE_CODE, NULL, stderr);
    if (machine) {
        fputs(
            "lab: the machine stopped the build: see the message above. This says nothing about your file.\n",
            stderr);
        return EXIT_BROKEN;
    }
    if (student) {
        fprintf(stderr, _("lab: %s does not compile yet: the first message above says where\n"), lab->folder);
        return EXIT_WRONG;
    }
    fprintf(stderr, "lab: the course's own build failed; the messages above say why (%s has all of them)\n",
            log_path);
    return EXIT_BROKEN;
}

// The command that builds targets.
static void make_command(const struct words *targets, struct words *command) {
    words_add(command, "cmake");
    words_add(command, "--build");
    words_add(command, "--preset");
    words_add(command, preset);
    if (targets->count > 0) {
        words_add(command, "--target");
        words_append(command, targets);
    }
    program_say(command);
    setenv("NINJA_STATUS", "[%f/%t] ", 1);
}

// What is to be said and done after a build that ended with `code`. Returns the exit code.
static int after_build(int code, const char *log_path, const struct lab *lab,
                       const struct build_of_starter *what) {
    size_t length;
    char *log = text_file_read(log_path, &length);
    if (code == EXIT_PASSED) {
        if (what != NULL && !what->no_warnings && log != NULL && strstr(log, "warning:") != NULL) {
            snprintf(warnings, sizeof(warnings), "%s", log_path);
        }
    } else if (machine_disk_is_full()) {
        code = EXIT_BROKEN;
    } else if (log != NULL && says_damaged(log) && getenv("LABS_DAMAGED") == NULL) {
        code = start_again();
    } else {
        code = explain_failure(log != NULL ? log : "", log_path, lab, what != NULL && what->no_errors);
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

static void log_of(const char *program, char *path) {
    snprintf(path, PATH_SIZE, "build/%s/%s.log", preset, program);
}

// `lab`, `what`: the starter's; NULL: the targets are the course's own.
static int build(const struct words *targets, const struct lab *lab, const struct build_of_starter *what) {
    struct words command = {0};
    char log_path[PATH_SIZE];
    if (getenv("LABS_BUILD") != NULL) {
        return EXIT_PASSED;
    }
    log_of(what != NULL ? what->program : "lab", log_path);
    make_command(targets, &command);
    int code = run_logged(&command, log_path);
    words_free(&command);
    return after_build(code, log_path, lab, what);
}

int build_course(const struct words *targets) {
    return build(targets, NULL, NULL);
}

void build_show_failure(const struct lab *lab, const char *program) {
    char log_path[PATH_SIZE];
    log_of(program, log_path);
    after_build(EXIT_WRONG, log_path, lab, NULL);
}

bool build_blames_student(const struct lab *lab, const char *program) {
    char log_path[PATH_SIZE], file[LAB_PATH_SIZE];
    size_t length;
    bool blames = false;
    log_of(program, log_path);
    lab_file(lab, "starter.cu", file);
    char *log = text_file_read(log_path, &length);
    for (const char *at = log; at != NULL && !blames && (at = strstr(at, file)) != NULL; at++) {
        int line, column, end = 0; // the translator, which knows no column, names starter.cu for all lines
        blames = sscanf(at + strlen(file), ":%d:%d: %n", &line, &column, &end) == 2 && end > 0 &&
                 strncmp(at + strlen(file) + end, "error: ", 7) == 0;
    }
    free(log);
    return blames;
}

void build_first_error(const struct lab *lab, const char *program, char text[BUILD_ERROR_SIZE]) {
    static const char mark[] = ": error: ";
    char log_path[PATH_SIZE];
    size_t length;
    log_of(program, log_path);
    char *log = text_file_read(log_path, &length), *error = log != NULL ? strstr(log, mark) : NULL;
    text[0] = '\0';
    if (error != NULL) {
        const char *place = error;
        while (place > log && place[-1] != '\n') {
            place--;
        }
        const char *folder = strstr(place, lab->folder);
        place = folder != NULL && folder < error ? folder : place;
        bool todo = strncmp(place, "TODO(", 5) == 0; // "TODO(2), done for you:1:20"
        const char *message = error + strlen(mark);
        snprintf(text, BUILD_ERROR_SIZE, "%.*s: %.*s",
                 (int)(todo ? strcspn(place, ",") : (size_t)(error - place)), place,
                 (int)strcspn(message, "\n"), message);
    }
    free(log);
}

// Removes the files in a folder whose names have this beginning and end. With `in_folders`: in the folders
// with this beginning, the files with this end.
static void remove_files(const char *folder, const char *beginning, const char *end, bool in_folders) {
    DIR *files = opendir(folder);
    for (struct dirent *entry; files != NULL && (entry = readdir(files)) != NULL;) {
        char path[2 * PATH_SIZE];
        size_t length = strlen(entry->d_name), end_length = strlen(end);
        if (strncmp(entry->d_name, beginning, strlen(beginning)) != 0) {
            continue;
        }
        snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        if (in_folders) {
            remove_files(path, "", end, false);
        } else if (length >= end_length && strcmp(entry->d_name + length - end_length, end) == 0) {
            unlink(path);
        }
    }
    if (files != NULL) {
        closedir(files);
    }
}

// Removes files that were built from a starter.cu with other content. The file's time does not show that: a
// file that was copied or unpacked may be older than the one before it, and Ninja would keep the old program.
static void forget_old_starter(const char *folder, const struct lab *lab) {
    char path[PATH_SIZE], made[32], now[32] = "", before[32] = "";
    unsigned long long hash;
    FILE *note;
    if (progress_starter_hash(lab, &hash) == 0) {
        snprintf(now, sizeof(now), "%llx", hash);
    }
    snprintf(path, sizeof(path), "%s/%s", folder, lab->folder);
    mkdir(path, 0777);
    snprintf(path, sizeof(path), "%s/%s/starter.hash", folder, lab->folder);
    if ((note = fopen(path, "r")) != NULL) {
        if (fgets(before, sizeof(before), note) == NULL) {
            before[0] = '\0';
        }
        fclose(note);
    }
    if (strcmp(now, before) == 0) {
        return;
    }
    if ((note = fopen(path, "w")) != NULL) { // without it everything is built again each time
        fputs(now, note);
        fclose(note);
    }
    for (int i = 0; i < 2; i++) {
        snprintf(made, sizeof(made), "%s-%s-", lab->name, i == 0 ? "starter" : "mixed");
        snprintf(path, sizeof(path), "%s/%s", folder, lab->folder);
        remove_files(path, made, ".cpp", false);
        snprintf(path, sizeof(path), "%s/%s/CMakeFiles", folder, lab->folder);
        remove_files(path, made, ".cu.o", true);
    }
}

bool build_has_starter(const struct lab *lab) {
    char path[LAB_PATH_SIZE];
    lab_file(lab, "starter.cu", path);
    bool has = access(path, F_OK) == 0;
    if (!has) {
        fprintf(stderr, "lab: there is no %s. ./lab reset %s restores it\n", path, lab->name);
    }
    return has;
}

// The file in which CMake writes the path of a runner's source, if the build folder has the runner.
static bool has_runner(const struct lab *lab, const char *program, const char *operator_name) {
    char path[PATH_SIZE];
    snprintf(path, sizeof(path), "%s/%s/%s-%.20s%s%.20s-sim.source", build_folder(), lab->folder, lab->name,
             program, operator_name[0] != '\0' ? "-" : "", operator_name);
    return access(path, F_OK) == 0;
}

enum build_mix build_mix(const struct lab *lab) {
    char path[LAB_PATH_SIZE];
    struct regions regions;
    size_t filled = 0;
    lab_file(lab, "starter.cu", path);
    if (regions_read(path, &regions) == 0) {
        for (size_t i = 0; i < regions.count; i++) {
            filled += regions.regions[i].filled != 0;
        }
    }
    bool needed = filled > 0 && filled < regions.count && getenv("LABS_BUILD") == NULL;
    bool known = has_runner(lab, "mixed", "") || has_runner(lab, "mixed", "sum");
    regions_free(&regions);
    return !needed ? MIX_NOT_NEEDED : known ? MIX_POSSIBLE : MIX_NOT_POSSIBLE;
}

int build_starter(const struct lab *lab, const struct build_of_starter *what) {
    struct words targets = {0};
    if (!build_has_starter(lab)) {
        return EXIT_WRONG;
    }
    if (getenv("LABS_BUILD") == NULL) {
        forget_old_starter(build_folder(), lab);
    }
    build_add_checker(&targets, lab);
    words_addf(&targets, "%s-%s-%s", lab->name, what->program, what->device);
    int code = build(&targets, lab, what);
    words_free(&targets);
    return code;
}

// Builds a lab's checker and a program for one operator. `what`: of the starter; NULL: `program` is not made of it.
static int build_one(const struct lab *lab, const char *program, const char *operator_name,
                     const struct build_of_starter *what) {
    struct words targets = {0};
    char name[64];
    if (what != NULL && !build_has_starter(lab)) {
        return EXIT_WRONG;
    }
    if (what != NULL && getenv("LABS_BUILD") == NULL) {
        forget_old_starter(build_folder(), lab);
    }
    // A lab with operators has a runner for each, and CMake writes the path of its source next to it.
    bool has = has_runner(lab, program, operator_name);
    snprintf(name, sizeof(name), "%s-%.20s%s%.20s-sim", lab->name, program, has ? "-" : "",
             has ? operator_name : "");
    build_add_checker(&targets, lab);
    words_add(&targets, name);
    int code = build(&targets, what != NULL ? lab : NULL, what);
    words_free(&targets);
    return code;
}

int build_for_operator(const struct lab *lab, const char *program, const char *operator_name) {
    const struct build_of_starter starter = {.program = "starter", .device = "sim"};
    if (strchr(program, '/') != NULL) {
        return EXIT_PASSED; // the path of a runner
    }
    return build_one(lab, program, operator_name, strcmp(program, "starter") == 0 ? &starter : NULL);
}

// Ends all processes of the group that builds the rest.
static void end_group(int number) {
    signal(number, SIG_IGN);
    kill(0, number);
    _exit(EXIT_BROKEN);
}

// In the new process: builds, and says so at the end. What runs meanwhile goes first.
static void build_rest(const struct words *command, const char *log_path, int built) {
    setpgid(0, 0);
    signal(SIGTERM, end_group);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + 5);
    fcntl(built, F_SETFD, FD_CLOEXEC);
    int nothing =
        open("/dev/null", O_WRONLY); // not freopen(): stdout may be a stream of its own (text/wrap.h)
    if (nothing < 0 || dup2(nothing, STDOUT_FILENO) < 0) {
        _exit(EXIT_BROKEN);
    }
    int code = run_logged(command, log_path);
    if (code == EXIT_PASSED && write(built, "b", 1) != 1) {
        code = EXIT_BROKEN;
    }
    _exit(code);
}

static void rest_log(char *path) {
    snprintf(path, PATH_SIZE, "build/%s/rest.log", preset);
}

// Starts to build the programs for the other operators. Returns false if that is not possible.
static bool start_rest(const struct lab *lab, const char *program, struct build_rest *rest) {
    struct words target = {0}, command = {0};
    char log_path[PATH_SIZE];
    int built[2], running[2];
    if (pipe(built) != 0) {
        return false;
    }
    if (pipe(running) != 0) {
        close(built[0]);
        close(built[1]);
        return false;
    }
    rest_log(log_path);
    words_addf(&target, "%s-%s-sim", lab->name, program);
    make_command(&target, &command);
    fflush(stdout);
    rest->child = fork();
    if (rest->child == 0) {
        close(built[0]);
        close(running[0]);
        build_rest(&command, log_path, built[1]);
    }
    if (rest->child > 0) {
        setpgid(rest->child, rest->child); // the child does the same; either may come first
    }
    close(built[1]);
    close(running[1]);
    fcntl(running[0], F_SETFD, FD_CLOEXEC);
    rest->built = built[0];
    rest->running = running[0];
    words_free(&target);
    words_free(&command);
    return rest->child > 0;
}

int build_starter_begin(const struct lab *lab, const struct build_of_starter *what, struct build_rest *rest) {
    *rest = (struct build_rest){.built = -1, .running = -1};
    if (getenv("LABS_BUILD") != NULL || !has_runner(lab, what->program, "sum")) {
        return build_starter(lab, what);
    }
    int code = build_one(lab, what->program, "sum", what);
    if (code == EXIT_PASSED && !start_rest(lab, what->program, rest)) {
        build_starter_end(lab, rest, false);
        code = build_starter(lab, what);
    }
    return code;
}

int build_starter_end(const struct lab *lab, struct build_rest *rest, bool needed) {
    char log_path[PATH_SIZE], byte;
    int status = 0, code = EXIT_BROKEN;
    if (rest->child > 0) {
        if (!needed) {
            kill(rest->child, SIGTERM);
        }
        while (waitpid(rest->child, &status, 0) < 0 && errno == EINTR) {
            continue;
        }
        while (read(rest->running, &byte, 1) < 0 && errno == EINTR) {
            continue;
        }
        code = WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_BROKEN;
    }
    if (rest->built >= 0) {
        close(rest->built);
        close(rest->running);
    }
    rest_log(log_path);
    return needed ? after_build(code, log_path, lab, NULL) : EXIT_PASSED;
}

// labs-cli build-starter LAB DEVICE BUILD CMAKE: the test labNN.build, which runs before the starter's tests.
// BUILD is a build folder, CMAKE the path of CMake.
int command_build_starter(const struct arguments *arguments) {
    struct lab lab;
    struct words command = {0};
    char log_path[PATH_SIZE];
    char **words = arguments->words.items;
    if (arguments->words.count != 4 || lab_named(words[0], &lab) != 0) {
        return usage_error(arguments->command, "build-starter needs LAB DEVICE BUILD CMAKE");
    }
    const char *device = words[1], *folder = words[2];
    if (strcmp(device, "gpu") == 0 && !machine_has_gpu()) {
        puts("skipped: no NVIDIA GPU here");
        return EXIT_SKIPPED;
    }
    if (!build_has_starter(&lab)) {
        return EXIT_WRONG;
    }
    forget_old_starter(folder, &lab);
    words_add(&command, words[3]);
    words_add(&command, "--build");
    words_add(&command, folder);
    words_add(&command, "--target");
    words_addf(&command, "%s-check", lab.name);
    words_addf(&command, "%s-starter-%s", lab.name, device);
    snprintf(log_path, sizeof(log_path), "%s/%s/build-%s.log", folder, lab.folder, device);
    setenv("NINJA_STATUS", "[%f/%t] ", 1);
    int code = run_logged(&command, log_path);
    words_free(&command);
    if (code == EXIT_PASSED) {
        return code;
    }
    size_t length;
    char *log = text_file_read(log_path, &length);
    bool student = log != NULL && !build_log_says_machine(log) && starter_failed(log);
    if (!student || !say_missing_functions(log, &lab, stdout)) {
        messages_show(log_path, student ? STUDENTS_CODE : COURSE_CODE, NULL, stdout);
    }
    if (student) {
        printf("%s/starter.cu does not compile: its tests do not run, and it has no points\n", lab.folder);
    }
    free(log);
    return student ? EXIT_WRONG : EXIT_BROKEN;
}
