// lab-regions: lists, empties, fills and compares the TODO regions of starters and solutions (regions.h), and
// applies edits to solutions (edits.h).
//
// Exit code 0; 1 if `same` finds a difference; 2 after an error.
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edits.h"
#include "keep.h"
#include "regions.h"
#include "text_file.h"

enum { EXIT_DIFFERENT = 1, EXIT_HARNESS = 2 };

static int usage(void) {
    fputs(
        "usage: lab-regions list FILE               each TODO: number, line, filled or empty, its text\n"
        "       lab-regions skeleton SOLUTION       the starter that belongs to a solution\n"
        "       lab-regions fill SOLUTION K         the same, but TODO(1) to TODO(K) keep their code\n"
        "       lab-regions same STARTER SOLUTION   compare them, except for the code in the regions\n"
        "       lab-regions plant SOLUTION EDITS                     the names in a file of edits\n"
        "       lab-regions plant SOLUTION EDITS NAME                the solution with those edits\n"
        "       lab-regions plant SOLUTION EDITS NAME --over FILE    the same in place of FILE, kept as "
        "FILE.bak-N\n"
        "       lab-regions plant SOLUTION EDITS --to FOLDER         all of them, into FOLDER/NAME.cu if it "
        "changes\n",
        stderr);
    return EXIT_HARNESS;
}

static int read_regions(const char *path, struct regions *regions) {
    if (regions_read(path, regions) == 0) {
        return 0;
    }
    if (regions->error_line > 0) {
        fprintf(stderr, "%s:%d: error: %s\n", path, regions->error_line, regions->error);
    } else {
        fprintf(stderr, "lab-regions: %s\n", regions->error);
    }
    return -1;
}

// Reports output that was lost, such as on a full disk.
static int finish_output(void) {
    if (fflush(stdout) == 0 && !ferror(stdout)) {
        return 0;
    }
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
    if (line->number == 0) {
        printf("%s: ends here\n", path);
    } else {
        printf("%s:%d: %.*s\n", path, line->number, (int)line->length, line->text);
    }
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
            printf("first difference%s outside the code in TODO regions\n",
                   line_ends ? " (in the line end)" : "");
            result = finish_output() == 0 ? EXIT_DIFFERENT : EXIT_HARNESS;
        }
    }
    regions_free(&starter);
    regions_free(&solution);
    return result;
}

// Replaces a file by the program and keeps a backup.
static int put_over(const char *path, const char *name, const struct planted *planted) {
    char backup[KEEP_PATH_SIZE];
    enum keep_result result = keep_and_write(path, planted->text, planted->length, backup);
    if (result != KEEP_DONE && result != KEEP_SAME) {
        fprintf(stderr, "lab-regions: cannot write %s: %s. Nothing was changed.\n",
                result == KEEP_NO_BACKUP ? backup : path, strerror(errno));
        return EXIT_HARNESS;
    }
    printf("%s now holds %s.\n", path, name);
    if (backup[0] != '\0') {
        printf("Your file is kept as %s. To get it back: cp %s %s\n", backup, backup, path);
    }
    return finish_output();
}

// Writes a file of the folder unless it holds this text already, so nothing that depends on it is built again.
static int write_changed(const char *folder, const char *name, const struct planted *planted) {
    char path[KEEP_PATH_SIZE];
    size_t length;
    if (snprintf(path, sizeof(path), "%s/%s.cu", folder, name) >= (int)sizeof(path)) {
        fprintf(stderr, "lab-regions: the path is too long: %s/%s.cu\n", folder, name);
        return EXIT_HARNESS;
    }
    char *old = text_file_read(path, &length);
    bool same = old != NULL && length == planted->length && memcmp(old, planted->text, length) == 0;
    free(old);
    if (same) {
        return 0;
    }
    FILE *file = fopen(path, "wb");
    bool written = file != NULL && fwrite(planted->text, 1, planted->length, file) == planted->length;
    if ((file != NULL && fclose(file) != 0) || !written) {
        fprintf(stderr, "lab-regions: cannot write %s: %s\n", path, strerror(errno));
        return EXIT_HARNESS;
    }
    return 0;
}

// The arguments of `lab-regions plant`.
struct plant_request {
    const char *solution, *edits;
    const char *name; // NULL: all, or their names
    const char *over; // --over FILE, or NULL
    const char *to;   // --to FOLDER, or NULL
};

static int plant_entry(const struct plant_request *request, const struct entry *entry) {
    struct planted planted = {0};
    size_t length;
    int result = EXIT_HARNESS;
    char *solution = text_file_read(request->solution, &length);
    if (solution == NULL) {
        fprintf(stderr, "lab-regions: cannot read %s: %s\n", request->solution, strerror(errno));
    } else if (edits_plant(entry, solution, length, &planted) != 0) {
        fprintf(stderr, "%s:%d: error: %s\n", request->edits, planted.error_line, planted.error);
    } else if (request->to != NULL) {
        result = write_changed(request->to, entry->name, &planted);
    } else if (request->over != NULL) {
        result = put_over(request->over, entry->name, &planted);
    } else {
        fwrite(planted.text, 1, planted.length, stdout);
        result = finish_output();
    }
    free(planted.text);
    free(solution);
    return result;
}

static int plant_edits(const struct plant_request *request, const struct edits *edits) {
    int result = 0;
    for (size_t i = 0; i < edits->entry_count; i++) {
        const struct entry *entry = &edits->entries[i];
        if (entry->name == NULL) {
            fprintf(stderr, "%s:%d: error: an entry begins with its name, 'mistake NAME'\n", request->edits,
                    entry->number);
            return EXIT_HARNESS;
        }
        if (request->to != NULL && plant_entry(request, entry) != 0) {
            result = EXIT_HARNESS; // errors in the others are reported, too
        } else if (request->to == NULL && request->name == NULL) {
            puts(entry->name);
        }
    }
    if (request->to != NULL || request->name == NULL) {
        return result != 0 ? result : finish_output();
    }
    const struct entry *entry = edits_find(edits, request->name);
    if (entry == NULL) {
        fprintf(stderr, "lab-regions: %s has no entry '%s'\n", request->edits, request->name);
        return EXIT_HARNESS;
    }
    return plant_entry(request, entry);
}

static int plant(int count, char **arguments) {
    struct plant_request request = {.solution = arguments[2], .edits = arguments[3]};
    if (count == 5 || count == 7) {
        request.name = arguments[4];
    }
    if (count == 7 && strcmp(arguments[5], "--over") == 0) {
        request.over = arguments[6];
    } else if (count == 6 && strcmp(arguments[4], "--to") == 0) {
        request.to = arguments[5];
    } else if (count != 4 && count != 5) {
        return usage();
    }
    struct edits edits;
    int result = EXIT_HARNESS;
    if (edits_read(request.edits, &edits) == 0) {
        result = plant_edits(&request, &edits);
    } else if (edits.error_line > 0) {
        fprintf(stderr, "%s:%d: error: %s\n", request.edits, edits.error_line, edits.error);
    } else {
        fprintf(stderr, "lab-regions: %s\n", edits.error);
    }
    edits_free(&edits);
    return result;
}

int main(int count, char **arguments) {
    if (count == 4 && strcmp(arguments[1], "same") == 0) {
        return same(arguments[2], arguments[3]);
    }
    if (count >= 4 && strcmp(arguments[1], "plant") == 0) {
        return plant(count, arguments);
    }
    int is_list = count == 3 && strcmp(arguments[1], "list") == 0;
    int is_skeleton = count == 3 && strcmp(arguments[1], "skeleton") == 0;
    int is_fill = count == 4 && strcmp(arguments[1], "fill") == 0;
    if (!is_list && !is_skeleton && !is_fill) {
        return usage();
    }

    struct regions regions;
    int result = EXIT_HARNESS;
    if (read_regions(arguments[2], &regions) == 0) {
        char *end = NULL;
        long kept = is_fill ? strtol(arguments[3], &end, 10) : 0;
        if (is_fill && (end == arguments[3] || *end || kept < 0 || (size_t)kept > regions.count)) {
            fprintf(stderr, "lab-regions: K must be a number from 0 to %zu, the number of TODOs in %s\n",
                    regions.count, arguments[2]);
        } else {
            result = is_list ? list(&regions) : fill(&regions, (int)kept);
        }
    }
    regions_free(&regions);
    return result;
}
