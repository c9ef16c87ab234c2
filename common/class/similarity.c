#define _GNU_SOURCE
#include "similarity.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fingerprints.h"
#include "folder.h"
#include "intake.h"
#include "regions.h"
#include "table.h"
#include "text_file.h"

// A file of the lab that is compared: a student's or the solution.
struct file {
    const char *name;
    struct entry *entry; // NULL: the solution
    struct prints prints;
};

struct lab_files {
    struct file *files;
    size_t count;
    FILE *out;
    const char *lab;
};

// What the shared fingerprints are a share of: those of the smaller file, so that both of a pair are flagged, whatever
// was added to a copy. But most files have the few of the solution.
static size_t count_to_share(const struct file *file, const struct file *other) {
    bool smaller = other->entry != NULL && other->prints.count < file->prints.count;
    return smaller ? other->prints.count : file->prints.count;
}

static void put_pair(const struct lab_files *lab, const struct file *file, const struct file *other,
                     size_t shared) {
    table_put_texts(lab->out, 3, lab->lab, file->name, other->name);
    fprintf(lab->out, "%.0f,%zu\r\n", 100.0 * (double)shared / (double)count_to_share(file, other),
            file->prints.count);
}

// Writes the pairs of one file, and flags it with the most similar other one.
static void compare(const struct lab_files *lab, const struct file *file) {
    const struct file *most = NULL;
    size_t most_shared = 0, others = 0;
    for (size_t i = 0; i < lab->count; i++) {
        const struct file *other = &lab->files[i];
        size_t shared = other != file ? prints_shared(&file->prints, &other->prints) : 0;
        if (shared < SIMILARITY_LEAST || 100 * shared < SIMILARITY_SHARE * count_to_share(file, other)) {
            continue;
        }
        put_pair(lab, file, other, shared);
        others++;
        if (shared > most_shared) { // the solution comes first, so it is named if nothing is more similar
            most = other;
            most_shared = shared;
        }
    }
    if (most != NULL) {
        char more[40] = "";
        if (others > 1) {
            snprintf(more, sizeof(more), " and %zu other%s", others - 1, others == 2 ? "" : "s");
        }
        size_t used = strlen(file->entry->flags);
        snprintf(file->entry->flags + used, sizeof(file->entry->flags) - used,
                 "%snearly identical to %.100s%s", used > 0 ? "; " : "", most->name, more);
    }
}

// Leaves out what is in very many files.
static void remove_common(struct lab_files *lab) {
    struct prints common = {NULL, 0};
    size_t all = 0, run = 0;
    for (size_t i = 0; i < lab->count; i++) {
        all += lab->files[i].prints.count;
    }
    uint64_t *items = malloc((all + 1) * sizeof(*items));
    if (items == NULL) {
        return;
    }
    all = 0;
    for (size_t i = 0; i < lab->count; i++) {
        memcpy(items + all, lab->files[i].prints.items, lab->files[i].prints.count * sizeof(*items));
        all += lab->files[i].prints.count;
    }
    prints_sort(items, all);
    for (size_t i = 0; i < all; i++) {
        run = i > 0 && items[i] == items[i - 1] ? run + 1 : 1;
        bool last = i + 1 == all || items[i + 1] != items[i];
        if (last && run > SIMILARITY_COMMON_FILES && run > lab->count / 3) {
            items[common.count++] = items[i];
        }
    }
    common.items = items;
    for (size_t i = 0; i < lab->count; i++) {
        prints_remove(&lab->files[i].prints, &common);
    }
    free(items);
}

static void add(struct lab_files *lab, const char *name, struct entry *entry, const char *path,
                const struct prints *names, const struct prints *starter) {
    size_t length;
    char *text = text_file_read(path, &length);
    if (text != NULL) {
        struct prints prints = prints_make(text, length, names);
        prints_remove(&prints, starter);
        lab->files[lab->count++] = (struct file){name, entry, prints};
    }
    free(text);
}

// Reads the files of a lab without what its starter has: the solution with all tasks emptied.
static void read_files(struct class *class, int number, struct lab_files *lab) {
    char path[CLASS_PATH_SIZE + HASH_SIZE];
    struct regions regions;
    size_t length = 0;
    snprintf(path, sizeof(path), "%s/solution.cu", class->labs[number].folder);
    char *starter = regions_read(path, &regions) == 0 ? regions_fill(&regions, 0, &length) : NULL;
    struct prints names = prints_names(starter != NULL ? starter : "", length);
    struct prints given = prints_make(starter != NULL ? starter : "", length, &names);
    add(lab, "the solution", NULL, path, &names, &given);
    for (size_t i = 0; i < class->student_count; i++) {
        struct entry *entry = &class->students[i].entries[number];
        if (entry->submitted == SUBMITTED_FILE) {
            intake_path(class, entry, path);
            add(lab, class->students[i].name, entry, path, &names, &given);
        }
    }
    free(names.items);
    free(given.items);
    free(starter);
    regions_free(&regions);
}

static void compare_lab(struct class *class, int number, FILE *out) {
    struct lab_files lab = {.files = calloc(class->student_count + 1, sizeof(*lab.files)),
                            .out = out,
                            .lab = class->labs[number].name};
    if (lab.files == NULL) {
        return;
    }
    read_files(class, number, &lab);
    remove_common(&lab);
    for (size_t i = 0; i < lab.count; i++) {
        if (lab.files[i].entry != NULL) {
            compare(&lab, &lab.files[i]);
        }
    }
    for (size_t i = 0; i < lab.count; i++) {
        free(lab.files[i].prints.items);
    }
    free(lab.files);
}

int similarity_write(struct class *class) {
    char path[CLASS_PATH_SIZE + 40];
    FILE *out =
        table_begin(class, "similar.csv", "lab,student,similar_to,percent,fingerprints", path, sizeof(path));
    for (int lab = 0; lab < class->lab_count && out != NULL; lab++) {
        compare_lab(class, lab, out);
    }
    return out != NULL ? folder_close(out, path) : -1;
}
