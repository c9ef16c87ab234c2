// handout: a copy of the course for students, without the solutions and without what belongs to the tests.
#define _GNU_SOURCE // getdelim
#include "arguments.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "called_path.h"
#include "commands.h"
#include "handout.h"
#include "handout_links.h"
#include "regions.h"
#include "text/file_error.h"
#include "text_file.h"

enum { PATH_SIZE = 4096 };

static bool begins(const char *path, const char *with) {
    return strncmp(path, with, strlen(with)) == 0;
}

static bool ends(const char *path, const char *with) {
    size_t length = strlen(path), tail = strlen(with);
    return length >= tail && strcmp(path + length - tail, with) == 0;
}

// Is it a page that shows solutions, or one of its programs? The chapters show the tasks' code, the answers what the
// counters of the solutions say, and the programs and the experiments have kernels like those of the labs. The index
// leads to all of these.
static bool shows_solution(const char *path) {
    static const char *const pages[] = {"docs/answers.md", "docs/experiments.md", "docs/subject-index.md",
                                        "docs/uses.md"};
    bool page = begins(path, "docs/lab") && ends(path, ".md");
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        page = page || strcmp(path, pages[i]) == 0;
    }
    // lab01's lesson begins with first_kernel.cu.
    bool program = begins(path, "docs/programs/") && strcmp(path, "docs/programs/first_kernel.cu") != 0;
    return page || program || begins(path, "docs/experiments/");
}

// Is a file of the course only for its authors: a solution, a test, or what builds on them? So are the programs
// beyond a lab.
static bool is_left_out(const char *path) {
    const char *in_lab = strchr(path, '/');
    bool lab = in_lab != NULL && is_lab_word(path);
    return begins(path, ".ci/") || begins(path, ".github/") || begins(path, "common/tests/") ||
           begins(path, "common/lab-template/") || (lab && ends(path, "/solution.cu")) ||
           (lab && ends(path, "/starter.cu")) || (lab && begins(in_lab, "/beyond/")) || shows_solution(path);
}

// Is it missing in the handout? Starters are written without the code of their tasks.
static bool is_missing(const char *path) {
    return is_left_out(path) && !ends(path, "/starter.cu");
}

// Creates the folders above a file.
static bool make_folders(const char *path) {
    char folder[PATH_SIZE];
    for (const char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        snprintf(folder, sizeof(folder), "%.*s", (int)(slash - path), path);
        if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
            return false;
        }
    }
    return true;
}

// Writes DIR/path. false after a message.
static bool write_file(const char *folder, const char *path, const char *bytes, size_t length, bool runs) {
    char to[PATH_SIZE];
    bool fits = (size_t)snprintf(to, sizeof(to), "%s/%s", folder, path) < sizeof(to);
    FILE *file = fits && make_folders(to) ? fopen(to, "wx") : NULL;
    bool good = file != NULL && fwrite(bytes, 1, length, file) == length;
    if (file != NULL) {
        good = fclose(file) == 0 && (!runs || chmod(to, 0755) == 0) && good;
    }
    if (!good) {
        errno = fits ? errno : ENAMETOOLONG;
        file_error("lab", FILE_WRITE, to);
    }
    return good;
}

// Copies a file, or what a symbolic link points to. A file that is listed but deleted is left out.
static bool copy_file(const char *folder, const char *path) {
    struct stat status;
    size_t length;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) {
        return true;
    }
    char *bytes = text_file_read(path, &length);
    if (bytes == NULL) {
        file_error("lab", FILE_READ, path);
        return false;
    }
    char *page = ends(path, ".md") ? handout_links(bytes, path, is_missing, &length) : NULL;
    bool good =
        write_file(folder, path, page != NULL ? page : bytes, length, (status.st_mode & S_IXUSR) != 0);
    free(page);
    free(bytes);
    return good;
}

// Writes the lab's starter as students first see it, and again for ./lab reset.
static bool write_starter(const char *folder, const struct lab *lab) {
    char solution[LAB_PATH_SIZE], path[LAB_PATH_SIZE];
    struct regions regions;
    size_t length;
    lab_file(lab, "solution.cu", solution);
    char *given = regions_read(solution, &regions) == 0 ? regions_fill(&regions, 0, &length) : NULL;
    if (given == NULL) {
        fprintf(stderr, "lab: %s: %s\n", solution,
                regions.error[0] != '\0' ? regions.error : "it cannot be read");
    }
    lab_file(lab, "starter.cu", path);
    bool good = given != NULL && write_file(folder, path, given, length, false);
    lab_file(lab, HANDOUT_STARTER, path);
    good = good && write_file(folder, path, given, length, false);
    free(given);
    regions_free(&regions);
    return good;
}

// Copies the files that git knows. false after a message.
static bool copy_course(const char *folder) {
    struct words command = {0};
    struct program git;
    char *path = NULL;
    size_t size = 0;
    words_add(&command, "git");
    words_add(&command, "ls-files");
    words_add(&command, "-z");
    bool opened = program_open(&command, false, &git) == EXIT_PASSED, good = opened;
    while (good && getdelim(&path, &size, '\0', git.output) > 0) {
        good = is_left_out(path) || copy_file(folder, path);
    }
    if (opened) {
        good = program_close(&command, &git) == EXIT_PASSED && good;
    }
    free(path);
    words_free(&command);
    return good;
}

// Writes the handout into the folder `folder`. The exit code.
static int write_handout(const char *folder) {
    static struct lab labs[LAB_MAX];
    if (mkdir(folder, 0777) != 0 && (errno != EEXIST || rmdir(folder) != 0 || mkdir(folder, 0777) != 0)) {
        fprintf(stderr, "lab: %s: %s. Give ./lab handout a new folder in one that you can write to\n", folder,
                strerror(errno));
        return EXIT_BROKEN;
    }
    int count = labs_find(labs);
    bool good = count >= 0 && copy_course(folder);
    for (int i = 0; i < count && good; i++) {
        good = write_starter(folder, &labs[i]);
    }
    if (!good) {
        fprintf(
            stderr,
            "lab: %s is not complete. Remove it, correct what the message above says, and run this again\n",
            folder);
        return EXIT_BROKEN;
    }
    printf("%s has the course for students: %d lab%s, without solutions and tests.\n"
           "Try it: cd %s && ./lab check lab01\n",
           folder, count, count == 1 ? "" : "s", folder);
    return EXIT_PASSED;
}

int command_handout(const struct arguments *arguments) {
    if (arguments->words.count != 1 || arguments->words.items[0][0] == '-') {
        return usage_error(arguments->command, "handout takes the folder to write");
    }
    if (access(".git", F_OK) != 0) {
        fputs("lab: a handout has the files that git knows: make it in a git clone of the course\n", stderr);
        return EXIT_BROKEN;
    }
    char *folder = called_path(arguments->words.items[0]);
    int code = write_handout(folder);
    free(folder);
    return code;
}

bool handout_lacks_solution(const struct lab *lab) {
    char path[LAB_PATH_SIZE];
    lab_file(lab, HANDOUT_STARTER, path);
    bool handed_out = access(path, F_OK) == 0;
    lab_file(lab, "solution.cu", path);
    return handed_out && access(path, F_OK) != 0;
}

bool handout_refuses_solution(const struct lab *lab) {
    bool lacks = handout_lacks_solution(lab);
    if (lacks) {
        fprintf(stderr, "lab: this copy of the course has no solution of %s to show: ./lab check %s\n",
                lab->name, lab->name);
    }
    return lacks;
}

void handout_original(const struct lab *lab, char path[LAB_PATH_SIZE]) {
    lab_file(lab, handout_lacks_solution(lab) ? HANDOUT_STARTER : "solution.cu", path);
}

bool handout_is_untouched(const struct lab *lab) {
    char path[LAB_PATH_SIZE];
    struct regions regions;
    size_t own_length = 0, given_length = 0;
    handout_original(lab, path);
    char *given = regions_read(path, &regions) == 0 && regions.count > 0
                      ? regions_fill(&regions, 0, &given_length)
                      : NULL;
    lab_file(lab, "starter.cu", path);
    char *own = text_file_read(path, &own_length);
    bool same =
        given != NULL && own != NULL && own_length == given_length && memcmp(own, given, own_length) == 0;
    free(own);
    free(given);
    regions_free(&regions);
    return same;
}
