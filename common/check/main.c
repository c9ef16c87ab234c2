// A lab's checker: judges a program and says so. Exit codes: 0 passed, 1 wrong, 2 the harness or the device
// failed, 77 skipped.
#define _GNU_SOURCE // readlink under -std=c11

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

#include "cases.h"
#include "examine.h"
#include "options.h"
#include "report.h"

enum { EXIT_PASSED = 0, EXIT_WRONG = 1, EXIT_BROKEN = 2, EXIT_SKIPPED = 77 };

// The folder of this executable, without the last slash.
static void own_folder(const char *argv0, char *folder, size_t size) {
    snprintf(folder, size, "%s", argv0);
#ifdef __APPLE__
    uint32_t room = (uint32_t)size;
    _NSGetExecutablePath(folder, &room);
#else
    ssize_t length = readlink("/proc/self/exe", folder, size - 1);
    if (length > 0)
        folder[length] = '\0';
#endif
    char *slash = strrchr(folder, '/');
    if (slash != NULL)
        *slash = '\0';
    else
        snprintf(folder, size, ".");
}

// The runner: what --program names by a path, else labNN-PROGRAM-DEVICE beside the checker.
static void find_runner(const struct options *options, const char *argv0, char *path, size_t size) {
    if (strchr(options->program, '/') != NULL) {
        snprintf(path, size, "%s", options->program);
        return;
    }
    char folder[700];
    own_folder(argv0, folder, sizeof(folder));
    snprintf(path, size, "%s/%.*s-%.100s-%s", folder, (int)strcspn(lab.name, "-"), lab.name, options->program,
             options->device);
}

static void list_parts(const struct options *options) {
    printf("%s: %s\n", lab.name, lab.title);
    for (size_t i = 0; i < lab.part_count; i++) {
        const struct lab_part *part = &lab.parts[i];
        struct check_case cases[LAB_CASE_MAX];
        size_t count = cases_make(part, options, cases);
        printf("part %s: %s (%d point%s)\n ", part->name, part->title, part->points,
               part->points == 1 ? "" : "s");
        for (int k = 0; k < LAB_TODO_MAX && part->todos[k] != 0; k++)
            printf(" TODO(%d)", part->todos[k]);
        printf("\n  n =");
        for (size_t k = 0; k < count; k++)
            printf(" %zu", cases[k].n);
        printf("\n");
    }
}

static int exit_code(enum verdict verdict) {
    switch (verdict) {
    case VERDICT_PASS:
        return EXIT_PASSED;
    case VERDICT_FAIL:
    case VERDICT_NOT_RUN:
        return EXIT_WRONG;
    case VERDICT_SKIPPED:
        return EXIT_SKIPPED;
    case VERDICT_BROKEN:
        break;
    }
    return EXIT_BROKEN;
}

// Writes all reports that were asked for. false when one could not be written.
static bool write_reports(const struct lab_result *result) {
    const char *json = result->options->json;
    bool json_alone = json != NULL && strcmp(json, "-") == 0;
    if (!json_alone) {
        struct page page = page_open(stdout);
        report_text(&page, result);
    }
    if (json == NULL)
        return fflush(stdout) == 0;
    FILE *out = json_alone ? stdout : fopen(json, "w");
    bool written = out != NULL && report_json(out, result) == 0;
    if (out != NULL && out != stdout)
        written &= fclose(out) == 0;
    if (!written)
        fprintf(stderr, "%s: %s\n", json, strerror(errno));
    return written;
}

// The build leaves beside each runner a file RUNNER.source with the path of the source that it was made from.
static bool read_source_name(const char *runner, char *path, size_t size) {
    char name[1100];
    snprintf(name, sizeof(name), "%s.source", runner);
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return false;
    bool known = fgets(path, (int)size, file) != NULL;
    fclose(file);
    if (known)
        path[strcspn(path, "\n")] = '\0';
    return known;
}

int main(int argc, char **argv) {
    struct options options;
    char error[400];
    if (options_read(argc, argv, &lab, &options, error, sizeof(error)) != 0) {
        fprintf(stderr, "%s\n", error);
        return EXIT_BROKEN;
    }
    if (options.help || options.list) {
        if (options.help)
            options_print_help(&lab);
        else
            list_parts(&options);
        return EXIT_PASSED;
    }
    static struct lab_result result;
    result.lab = &lab;
    result.options = &options;
    find_runner(&options, argv[0], result.runner, sizeof(result.runner));
    if (access(result.runner, X_OK) != 0) {
        fprintf(stderr, "%s: %s. Has it been built, and for this device?\n", result.runner, strerror(errno));
        return EXIT_BROKEN;
    }
    result.source = source_open(result.runner);
    char source_file[1024] = "";
    if (options.source != NULL)
        snprintf(source_file, sizeof(source_file), "%s", options.source);
    else if (!read_source_name(result.runner, source_file, sizeof(source_file)))
        source_main_file(result.source, source_file, sizeof(source_file));
    todo_read(&result.todos, source_file);
    examine_lab(&result);
    bool written = write_reports(&result);
    int code = written ? exit_code(result.verdict) : EXIT_BROKEN;
    lab_result_free(&result);
    return code;
}
