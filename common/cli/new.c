// new: the files of a new lab, from common/lab-template.
#define _GNU_SOURCE // strdup
#include "arguments.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"
#include "regions.h"
#include "text/file_error.h"
#include "text_file.h"

#define TEMPLATE "common/lab-template"
static const char template_folder[] = "lab00-name", template_name[] = "lab00";

enum { PATH_SIZE = 512, FILE_MAX = 32 };

// The files written so far, to be removed if one cannot be written.
static char written[FILE_MAX][PATH_SIZE];
static int written_count;

// Do labs of the course's own tests have this number?
static bool is_reserved(const struct lab *lab) {
    long number = strtol(lab->name + 3, NULL, 10);
    return number == 0 || number >= 95;
}

// Like "lab11-scatter": two digits, then words of lowercase letters and digits, each after a hyphen.
static bool is_good_name(const char *name, struct lab *lab) {
    if (lab_named(name, lab) != 0) {
        return false;
    }
    for (const char *at = name + 5; *at != '\0'; at++) {
        bool word_begins = *at == '-' && at[1] != '-' && at[1] != '\0';
        if (!word_begins && !islower((unsigned char)*at) && !isdigit((unsigned char)*at)) {
            return false;
        }
    }
    return true;
}

// A copy of the text with `old` replaced everywhere.
static char *replace(const char *text, const char *old, const char *new) {
    size_t size = strlen(text) + 1, used = 0;
    for (const char *at = text; (at = strstr(at, old)) != NULL; at++) {
        size += strlen(new);
    }
    char *copy = malloc(size);
    while (copy != NULL && *text != '\0') {
        bool found = strncmp(text, old, strlen(old)) == 0;
        size_t length = found ? strlen(new) : 1;
        memcpy(copy + used, found ? new : text, length);
        used += length;
        text += found ? strlen(old) : 1;
    }
    if (copy != NULL) {
        copy[used] = '\0';
    }
    return copy;
}

// Writes a new file. false after a message, also if the file exists.
static bool write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "wx");
    bool good = file != NULL && fputs(text, file) >= 0;
    if (file != NULL) {
        good = fclose(file) == 0 && good;
        snprintf(written[written_count++], PATH_SIZE, "%s", path);
    }
    if (!good) {
        file_error("lab", FILE_WRITE, path);
    }
    return good && written_count < FILE_MAX;
}

// Writes starter.cu: the solution without the code of its regions. false after a message.
static bool write_starter(const struct lab *lab, const char *solution) {
    char path[LAB_PATH_SIZE];
    size_t length;
    struct regions regions;
    bool good = regions_find(solution, strlen(solution), &regions) == 0;
    char *starter = good ? regions_fill(&regions, 0, &length) : NULL;
    if (!good) {
        fprintf(stderr, "lab: %s/%s/solution.cu:%d: %s\n", TEMPLATE, template_folder, regions.error_line,
                regions.error);
    }
    lab_file(lab, "starter.cu", path);
    good = starter != NULL && write_file(path, starter);
    free(starter);
    regions_free(&regions);
    return good;
}

// Copies a file of the template under the lab's name. false after a message.
static bool copy_file(const struct lab *lab, const char *from, const char *to) {
    size_t length;
    char *text = text_file_read(from, &length), *folder = NULL, *all = NULL;
    if (text == NULL) {
        file_error("lab", FILE_READ, from);
        return false;
    }
    folder = replace(text, template_folder, lab->folder);
    all = folder != NULL ? replace(folder, template_name, lab->name) : NULL;
    bool good = all != NULL && write_file(to, all);
    if (good && strstr(to, "/solution.cu") != NULL) {
        good = write_starter(lab, all);
    }
    free(text);
    free(folder);
    free(all);
    return good;
}

static bool copy_folder(const struct lab *lab) {
    char from[PATH_SIZE], to[PATH_SIZE];
    DIR *files = opendir(TEMPLATE "/lab00-name");
    bool good = files != NULL;
    if (files == NULL) {
        perror("lab: " TEMPLATE "/lab00-name");
    }
    for (struct dirent *entry; good && (entry = readdir(files)) != NULL;) {
        if (entry->d_name[0] != '.') {
            snprintf(from, sizeof(from), "%s/%s/%.200s", TEMPLATE, template_folder, entry->d_name);
            snprintf(to, sizeof(to), "%s/%.200s", lab->folder, entry->d_name);
            good = copy_file(lab, from, to);
        }
    }
    if (files != NULL) {
        closedir(files);
    }
    return good;
}

// The lab that has this number already, or NULL.
static const struct lab *find_number(const char *name) {
    static struct lab labs[LAB_MAX];
    int count = labs_find(labs);
    for (int i = 0; i < count; i++) {
        if (strcmp(labs[i].name, name) == 0) {
            return &labs[i];
        }
    }
    return NULL;
}

// Can there be a new lab of this name? EXIT_PASSED, or another exit code after a message.
static int check_name(const struct arguments *arguments, const char *name, struct lab *lab) {
    const struct lab *other;
    if (!is_good_name(name, lab)) {
        return usage_error(
            arguments->command,
            "'%s' cannot be a lab's name: it must look like lab11-scatter, with two digits and words of "
            "lowercase letters",
            name);
    }
    if (is_reserved(lab)) {
        fprintf(
            stderr,
            "lab: lab00 and lab95 to lab99 belong to the course's tests: choose a number from 11 to 94\n");
        return EXIT_BROKEN;
    }
    if ((other = find_number(lab->name)) != NULL) {
        fprintf(stderr, "lab: there is a %s already: %s\n", lab->name, other->folder);
        return EXIT_BROKEN;
    }
    return EXIT_PASSED;
}

// Copies the files for the lab's tests. false after a message.
static bool copy_tests(const struct lab *lab) {
    static const struct {
        const char *from, *to; // before the lab's name
    } tests[] = {{TEMPLATE "/mistakes/", "common/tests/labs/mistakes/"},
                 {TEMPLATE "/equivalent/", "common/tests/labs/mutate/equivalent/"}};
    char from[PATH_SIZE], to[PATH_SIZE];
    bool good = true;
    for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]) && good; i++) {
        snprintf(from, sizeof(from), "%s%s", tests[i].from, template_name);
        snprintf(to, sizeof(to), "%s%s", tests[i].to, lab->name);
        good = copy_file(lab, from, to);
    }
    return good;
}

int command_new(const struct arguments *arguments) {
    struct lab lab;
    if (arguments->words.count != 1) {
        return usage_error(arguments->command, "new takes the name of the new lab");
    }
    int code = check_name(arguments, arguments->words.items[0], &lab);
    if (code != EXIT_PASSED) {
        return code;
    }
    if (access(TEMPLATE, F_OK) != 0) {
        fputs("lab: this copy of the course is for students: it has no template for a lab\n", stderr);
        return EXIT_BROKEN;
    }
    if (mkdir(lab.folder, 0777) != 0) {
        file_error("lab", FILE_WRITE, lab.folder);
        return EXIT_BROKEN;
    }
    if (!copy_folder(&lab) || !copy_tests(&lab)) {
        for (int i = 0; i < written_count; i++) {
            unlink(written[i]);
        }
        rmdir(lab.folder);
        return EXIT_BROKEN;
    }
    for (int i = 0; i < written_count; i++) {
        printf("%s\n", written[i]);
    }
    printf("\n%s is complete: a small sum, to be replaced by your own kernel.\n"
           "Next: ./lab test %s runs its tests. docs/adding-a-lab.md leads through the files.\n",
           lab.folder, lab.name);
    return EXIT_PASSED;
}
