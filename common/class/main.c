// labs-class BUILD SUBMISSIONS --out DIR ...: grades a class (docs/class.md). ./lab class calls it in the course's
// folder.
//
// Exit codes: 0 everything was graded, whatever the grades; 2 the machine failed or the call is wrong; 130 interrupted.
#define _GNU_SOURCE // realpath
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "box/box.h"
#include "commands.h"
#include "feedback.h"
#include "folder.h"
#include "grade.h"
#include "grader.h"
#include "gradescope.h"
#include "hash.h"
#include "intake.h"
#include "layout.h"
#include "options.h"
#include "queue.h"
#include "similarity.h"
#include "summary.h"
#include "table.h"
#include "totals.h"
#include "text/wrap.h"

// What one submission needs while it is graded, at most: a long case takes 0.6 GB in its runner.
static const double JOB_BYTES = 1.5e9;

// As many jobs as cores, if there is memory for them.
static int default_jobs(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN), jobs = cores > 0 ? cores : 1;
#ifdef _SC_AVPHYS_PAGES
    double bytes = (double)sysconf(_SC_AVPHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    if (bytes > 0 && bytes / JOB_BYTES < (double)jobs) {
        jobs = (long)(bytes / JOB_BYTES);
    }
#endif
    return jobs > 256 ? 256 : jobs < 1 ? 1 : (int)jobs;
}

// Without --resume, results of an earlier run would be lost. Returns 0, or -1 after a message.
static int check_out(const struct class_options *options) {
    char path[CLASS_PATH_SIZE + 40];
    snprintf(path, sizeof(path), "%s/state/results", options->out);
    if (!options->resume && options->shards == 0 && folder_has_entries(path)) {
        fprintf(
            stderr,
            "class: %s has results of an earlier run. Add --resume to go on with it, or give --out another "
            "folder\n",
            options->out);
        return -1;
    }
    return 0;
}

// Opens a file of OUT/state that is locked until this process ends. Returns -1 after a message.
static int open_lock(const struct class_options *options, const char *name) {
    char path[CLASS_PATH_SIZE + 40];
    snprintf(path, sizeof(path), "%s/state/%s", options->out, name);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    return file >= 0 ? file : folder_say_unwritable(path);
}

// Keeps a second run out, and waits until the children of a run that was killed have ended. Each shard locks a byte, so
// shards keep a whole run out and the same shard, but not each other. On NFS, one kind of lock excludes the other, so
// each has a file of its own. A file system without locks goes without them. Returns 0, or -1 after a message.
static int lock_out(const struct class_options *options) {
    const bool shard = options->shards > 0;
    const struct flock part = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = options->shard, .l_len = shard};
    const int run = open_lock(options, "run"), children = run >= 0 ? open_lock(options, "lock") : -1;
    if (children < 0) {
        return -1;
    }
    if (fcntl(run, F_SETLK, &part) != 0 && (errno == EAGAIN || errno == EACCES)) { // of this process alone
        fprintf(stderr, "class: another run writes to %s. Wait until it ends, or give --out another folder\n",
                options->out);
        return -1;
    }
    flock(children, shard ? LOCK_SH : LOCK_EX); // of this process's children, too
    return 0;
}

// Makes OUT/state and its folders, and locks it. Returns 0, or -1 after a message.
static int open_state(struct class *class) {
    const struct class_options *options = &class->options;
    static const char *const folders[] = {"state", "state/files", "state/results", "state/trials",
                                          "feedback"};
    char path[CLASS_PATH_SIZE + 40];
    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
        snprintf(path, sizeof(path), "%s/%s", options->out, folders[i]);
        if (mkdir(path, 0700) != 0 && errno != EEXIST) {
            return folder_say_unwritable(path);
        }
    }
    if (lock_out(options) != 0) {
        return -1;
    }
    snprintf(class->trials, sizeof(class->trials), "%s/state/trials/%d", options->out,
             options->shards > 0 ? options->shard + 1 : 0);
    folder_remove(class->trials); // of a run that was killed
    return mkdir(class->trials, 0700) == 0 ? 0 : folder_say_unwritable(class->trials);
}

// "0.1.0", or with the commit "0.1.0-4e81502"; "+" if files differ from it.
static void read_version(struct class *class) {
    struct words command = {0};
    struct program program;
    char line[100], commit[sizeof(line)] = "";
    words_add(&command, "git");
    words_add(&command, "describe");
    words_add(&command, "--always");
    words_add(&command, "--dirty=+");
    words_add(&command, "--exclude=*");
    if (access(".git", F_OK) == 0 && program_open(&command, 1, &program) == 0) {
        while (fgets(line, sizeof(line), program.output) != NULL) {
            const size_t digits = strspn(line, "0123456789abcdef"); // otherwise it is one of git's warnings
            if (digits > 0 && line[digits + strspn(line + digits, "+")] == '\n') {
                snprintf(commit, sizeof(commit), "%.*s", (int)strcspn(line, "\n"), line);
            }
        }
        if (program_close(&command, &program) != 0) {
            commit[0] = '\0';
        }
    }
    words_free(&command);
    snprintf(class->version, sizeof(class->version), "%s%s%.40s", LABS_VERSION, commit[0] != '\0' ? "-" : "",
             commit);
}

// "1" for the checkers' own seeds, otherwise the beginning of the file's hash; after a + that of the cases' file, and
// after another one that of the grading.
static int name_seed(struct class *class) {
    char seed[HASH_SIZE] = "1", cases[HASH_SIZE] = "", grading[HASH_SIZE] = "";
    const struct class_options *options = &class->options;
    if ((options->seed_file[0] != '\0' && hash_file(options->seed_file, seed) != 0) ||
        (options->cases_file[0] != '\0' && hash_file(options->cases_file, cases) != 0) ||
        (options->grading[0] != '\0' && hash_file(options->grading, grading) != 0)) {
        return -1;
    }
    snprintf(class->seed, sizeof(class->seed), "%.16s%s%.16s%s%.16s", seed, cases[0] != '\0' ? "+" : "",
             cases, grading[0] != '\0' ? "++" : "", grading);
    return 0;
}

static int name_graders(struct class *class, const struct lab_commands *commands) {
    int result = 0;
    for (int lab = 0; lab < class->lab_count && result == 0; lab++) {
        result = grader_name(class, lab, &commands[lab]);
    }
    return result;
}

static int read_plain_reports(struct class *class) {
    for (int lab = 0; lab < class->lab_count; lab++) {
        class->plain[lab] = grade_plain_report(class, lab, class->trials);
        if (class->plain[lab] == NULL) {
            return -1;
        }
    }
    return 0;
}

static int write_all(struct class *class) {
    bool written = similarity_write(class) == 0 && table_write(class) == 0 && totals_write(class) == 0 &&
                   feedback_write(class) == 0 && summary_write(class) == 0;
    if (written && class->options.gradescope[0] != '\0') {
        written = gradescope_write(class) == 0;
    }
    return written ? 0 : -1;
}

// Says how it went. The exit code.
static int say_end(const struct class *class, int code) {
    size_t failed = 0, open = 0;
    for (size_t i = 0; i < class->student_count; i++) {
        for (int lab = 0; lab < class->lab_count; lab++) {
            const struct entry *entry = &class->students[i].entries[lab];
            failed += strcmp(entry_verdict(entry), "machine failure") == 0;
            open += strcmp(entry_verdict(entry), "not graded") == 0;
        }
    }
    const char *out = class->options.out;
    if (class->options.shards > 0) {
        if (failed > 0) {
            printf("The machine failed for %zu submission%s\n", failed, failed == 1 ? "" : "s");
        }
        puts("After all shards, the same command with --resume and without --shard writes the tables");
        return code == EXIT_GRADED && failed > 0 ? EXIT_MACHINE : code;
    }
    printf("%s/grades.csv: %zu student%s, %d lab%s\n%s/index.html: the summary\n%s/feedback: a page for each "
           "student\n",
           out, class->student_count, class->student_count == 1 ? "" : "s", class->lab_count,
           class->lab_count == 1 ? "" : "s", out, out);
    if (failed > 0) {
        printf("The machine failed for %zu submission%s without points: %s/machine-failures.csv says why\n",
               failed, failed == 1 ? ", which is" : "s, which are", out);
    }
    if (failed + open > 0) {
        printf("%zu submission%s not graded. Run the same command with --resume\n", failed + open,
               failed + open == 1 ? " is" : "s are");
    }
    return code == EXIT_GRADED && failed > 0 ? EXIT_MACHINE : code;
}

// The compiler reads all of the system's folders, so nothing that submissions must not see may lie there. Returns 0, or
// -1 after a message.
static int check_places(const struct class_options *options) {
    const char *const paths[] = {options->course,    options->build,      options->submissions, options->out,
                                 options->seed_file, options->cases_file, options->grading};
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]) && !options->trust; i++) {
        const char *folder = box_system_folder(paths[i]);
        if (folder != NULL) {
            fprintf(stderr,
                    "class: submissions could read %s, because the compiler must read all of %s. Move it "
                    "elsewhere, such as to your home folder\n",
                    paths[i], folder);
            return -1;
        }
    }
    return 0;
}

// Without containment only what is trusted is graded. Returns 0, or -1 after a message.
static int check_containment(const struct class *class) {
    char missing[1000];
    if (box_missing(program_kind(class), missing, sizeof(missing)) == 0) {
        return 0;
    }
    if (class->options.only_check && class->options.trust) {
        return 0; // the run itself says so
    }
    fprintf(stderr, "class: this machine cannot fully contain untrusted programs. Missing:\n%s", missing);
    if (!class->options.trust) {
        fputs("To grade files that you trust without that: --trust\n", stderr);
        return -1;
    }
    return 0;
}

// Compiles this checkout's starters, each into a new folder OUT/labNN. The exit code: 0; 1 if one does not compile; 2.
static int compile_starters(struct class *class, const struct lab_commands *commands) {
    int code = 0;
    for (int lab = 0; lab < class->lab_count && code == 0; lab++) {
        char place[CLASS_PATH_SIZE + 40], log[CLASS_PATH_SIZE + 50], file[2 * CLASS_PATH_SIZE],
            why[WHY_SIZE] = "";
        snprintf(place, sizeof(place), "%s/%s", class->options.out, class->labs[lab].name);
        snprintf(log, sizeof(log), "%s/log", place);
        snprintf(file, sizeof(file), "%s/%s/starter.cu", class->options.submissions, class->labs[lab].folder);
        folder_remove(place);
        int built =
            mkdir(place, 0700) == 0 ? grade_compile(class, lab, &commands[lab], file, place, why) : -1;
        if (built == 1) {
            grade_put_messages(class, lab, log, stderr);
        } else if (built != 0) {
            fprintf(stderr, "class: %s is not graded: %s. Correct that, and run this again\n",
                    class->labs[lab].name, why[0] != '\0' ? why : strerror(errno));
        }
        code = built < 0 ? EXIT_MACHINE : built;
    }
    return code;
}

static int run(struct class *class) {
    static struct lab_commands commands[LAB_MAX];
    if (check_containment(class) != 0 || check_places(&class->options) != 0) {
        return EXIT_MACHINE;
    }
    if (class->options.only_check) {
        return check_out(&class->options) == 0 && layout_read(class) == 0 ? EXIT_GRADED : EXIT_MACHINE;
    }
    if (class->options.only_compile) {
        if (options_make_out(&class->options) != 0) {
            return EXIT_MACHINE;
        }
        class->lab_count = class->options.lab_count;
        memcpy(class->labs, class->options.labs, sizeof(class->labs));
        return commands_read(class, commands) == 0 ? compile_starters(class, commands) : EXIT_MACHINE;
    }
    if (check_out(&class->options) != 0 || layout_read(class) != 0 ||
        options_make_out(&class->options) != 0 || check_places(&class->options) != 0 ||
        open_state(class) != 0 || commands_read(class, commands) != 0 || name_graders(class, commands) != 0 ||
        intake(class) != 0 || read_plain_reports(class) != 0) {
        return EXIT_MACHINE;
    }
    int code = queue_run(class, commands);
    folder_remove(class->trials);
    if (code == EXIT_MACHINE || (class->options.shards == 0 && write_all(class) != 0)) {
        return EXIT_MACHINE;
    }
    return say_end(class, code);
}

int main(int count, char **words) {
    setenv("LABS_LANG", "en", 1); // feedback and messages of a class do not depend on who grades it
    wrap_standard_streams();
    static struct class class;
    char *build = count > 1 ? realpath(words[1], NULL) : NULL;
    if (build == NULL || strlen(build) > CLASS_PATH_SIZE / 2 ||
        getcwd(class.options.course, CLASS_PATH_SIZE / 2) == NULL) {
        fputs("labs-class: ./lab class calls this program\n", stderr);
        return EXIT_MACHINE;
    }
    strcpy(class.options.build, build);
    free(build);
    if (options_read(count - 2, words + 2, &class.options) != 0) {
        return EXIT_MACHINE;
    }
    if (class.options.jobs == 0) {
        class.options.jobs = class.options.gpu ? 1 : default_jobs();
    }
    read_version(&class);
    int code = name_seed(&class) == 0 ? run(&class) : EXIT_MACHINE;
    layout_free(&class);
    return code;
}
