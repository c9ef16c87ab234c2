// lab-regions: what the course does with the TODO regions of starters and solutions (regions.h).
//
// Exit code 0, 1 where `same` finds a difference, 2 for everything that went wrong.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "regions.h"

enum { EXIT_DIFFERENT = 1, EXIT_HARNESS = 2 };

static int usage(void) {
    fputs("usage: lab-regions list FILE               each TODO: number, line, filled or empty, its text\n"
          "       lab-regions skeleton SOLUTION       the starter that belongs to a solution\n"
          "       lab-regions fill SOLUTION K         the same, but TODO(1) to TODO(K) keep their code\n"
          "       lab-regions same STARTER SOLUTION   are they the same but for the code in the regions?\n",
          stderr);
    return EXIT_HARNESS;
}

static int read_regions(const char *path, struct regions *regions) {
    if (regions_read(path, regions) == 0)
        return 0;
    if (regions->error_line > 0)
        fprintf(stderr, "%s:%d: error: %s\n", path, regions->error_line, regions->error);
    else
        fprintf(stderr, "lab-regions: %s\n", regions->error);
    return -1;
}

// Nothing may be lost silently, such as on a full disk.
static int finish_output(void) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return 0;
    perror("lab-regions: cannot write the output");
    return EXIT_HARNESS;
}

static int list(const struct regions *regions) {
    for (size_t i = 0; i < regions->count; i++) {
        const struct region *region = &regions->regions[i];
        printf("%d\t%d\t%s\t%.*s\n", region->number, region->begin_line, region->filled ? "filled" : "empty",
               (int)strcspn(region->text, "\n"), region->text);
    }
    return finish_output();
}

static int fill(const struct regions *regions, int kept) {
    size_t length;
    char *text = regions_fill(regions, kept, &length);
    if (!text) {
        fputs("lab-regions: not enough memory\n", stderr);
        return EXIT_HARNESS;
    }
    fwrite(text, 1, length, stdout);
    free(text);
    return finish_output();
}

static void print_line(const char *path, const struct source_line *line) {
    if (line->number == 0)
        printf("%s: ends here\n", path);
    else
        printf("%s:%d: %.*s\n", path, line->number, (int)line->length, line->text);
}

static int same(const char *starter_path, const char *solution_path) {
    struct regions starter, solution = {0};
    struct source_line starter_line, solution_line;
    int result = EXIT_HARNESS;
    if (read_regions(starter_path, &starter) == 0 && read_regions(solution_path, &solution) == 0) {
        result = 0;
        if (regions_differ(&starter, &solution, &starter_line, &solution_line)) {
            int line_ends = starter_line.length == solution_line.length && starter_line.length > 0 &&
                            memcmp(starter_line.text, solution_line.text, starter_line.length) == 0;
            print_line(starter_path, &starter_line);
            print_line(solution_path, &solution_line);
            printf("these first differ%s, outside of the code in TODO regions\n",
                   line_ends ? " in how the line ends" : "");
            result = finish_output() == 0 ? EXIT_DIFFERENT : EXIT_HARNESS;
        }
    }
    regions_free(&starter);
    regions_free(&solution);
    return result;
}

int main(int count, char **arguments) {
    if (count == 4 && strcmp(arguments[1], "same") == 0)
        return same(arguments[2], arguments[3]);
    int is_list = count == 3 && strcmp(arguments[1], "list") == 0;
    int is_skeleton = count == 3 && strcmp(arguments[1], "skeleton") == 0;
    int is_fill = count == 4 && strcmp(arguments[1], "fill") == 0;
    if (!is_list && !is_skeleton && !is_fill)
        return usage();

    struct regions regions;
    int result = EXIT_HARNESS;
    if (read_regions(arguments[2], &regions) == 0) {
        char *end = NULL;
        long kept = is_fill ? strtol(arguments[3], &end, 10) : 0;
        if (is_fill && (end == arguments[3] || *end || kept < 0 || (size_t)kept > regions.count))
            fprintf(stderr, "lab-regions: K is a number from 0 to %zu: %s has so many TODOs\n", regions.count,
                    arguments[2]);
        else
            result = is_list ? list(&regions) : fill(&regions, (int)kept);
    }
    regions_free(&regions);
    return result;
}
