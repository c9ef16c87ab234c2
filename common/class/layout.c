#define _XOPEN_SOURCE 700 // lstat
#include "layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "intake.h"
#include "search.h"
#include "text/utf8.h"

static int by_student(const void *a, const void *b) {
    const struct found *one = a, *other = b;
    int names = strcmp(one->student, other->student);
    return names != 0 ? names : strcmp(one->path, other->path);
}

static void choose_labs(struct class *class, const struct search *search) {
    class->lab_count = class->options.lab_count;
    memcpy(class->labs, class->options.labs, sizeof(class->labs));
    for (int i = 0; i < search->known.count && class->options.lab_count == 0; i++) {
        bool submitted = false;
        for (size_t k = 0; k < search->count; k++) {
            submitted |= search->items[k].kind == SOURCE && search->items[k].lab == i;
        }
        if (submitted) {
            class->labs[class->lab_count++] = search->known.labs[i];
        }
    }
}

// Are these the same regular files?
static bool are_same(const struct class *class, const struct found *one, const struct found *other) {
    static char bytes[2][SUBMISSION_MAX];
    const char *const paths[] = {one->path, other->path};
    size_t lengths[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        char path[2 * CLASS_PATH_SIZE];
        struct stat status;
        snprintf(path, sizeof(path), "%s/%s", class->options.submissions, paths[i]);
        FILE *file = lstat(path, &status) == 0 && S_ISREG(status.st_mode) ? fopen(path, "r") : NULL;
        if (file == NULL) {
            return false;
        }
        lengths[i] = fread(bytes[i], 1, SUBMISSION_MAX, file);
        fclose(file);
    }
    return lengths[0] == lengths[1] && lengths[0] < SUBMISSION_MAX &&
           memcmp(bytes[0], bytes[1], lengths[0]) == 0;
}

// The best of the files that fit, or NULL. *second: another one of the same rank that differs, or NULL.
static const struct found *best_file(const struct class *class, int lab, const struct search *search,
                                     const struct found *found, size_t count, const struct found **second) {
    const struct found *best = NULL;
    *second = NULL;
    for (size_t i = 0; i < count; i++) {
        bool only = found[i].lab == UNNAMED && class->lab_count == 1 && names_source(found[i].path);
        const char *named = found[i].lab >= 0 ? search->known.labs[found[i].lab].name : "";
        if (found[i].kind != SOURCE || (strcmp(named, class->labs[lab].name) != 0 && !only)) {
            continue;
        }
        if (best == NULL || found[i].rank < best->rank) {
            best = &found[i];
            *second = NULL;
        } else if (found[i].rank == best->rank && !are_same(class, best, &found[i])) {
            *second = &found[i];
        }
    }
    return best;
}

// The best of the files that name no lab, or NULL.
static const struct found *unnamed_file(const struct found *found, size_t count) {
    const struct found *best = NULL;
    for (size_t i = 0; i < count; i++) {
        bool file = found[i].kind == SOURCE && found[i].rank < NO_FILE && names_source(found[i].path);
        if (file && found[i].lab == UNNAMED && (best == NULL || found[i].rank < best->rank)) {
            best = &found[i];
        }
    }
    return best;
}

// The files of one student, found[count]. One file per lab: that of the best rank, if no other has the same. Returns a
// file that names no lab, if it may be the one that is missing for a lab, otherwise NULL.
static const struct found *set_student(const struct class *class, const struct search *search,
                                       struct student *student, const struct found *found, size_t count) {
    const struct found *unnamed = unnamed_file(found, count), *refused = NULL;
    student->name = search_copy(found[0].student);
    for (int lab = 0; lab < class->lab_count; lab++) {
        struct entry *entry = &student->entries[lab];
        const struct found *second, *best = best_file(class, lab, search, found, count, &second);
        if (best == NULL && unnamed == NULL) {
            continue;
        }
        if (best == NULL) {
            best = refused = unnamed;
            snprintf(entry->note, sizeof(entry->note), "%.300s names no lab", unnamed->path);
            snprintf(entry->flags, sizeof(entry->flags), "--labs %s says which it is", class->labs[lab].name);
        } else if (second != NULL) {
            snprintf(entry->note, sizeof(entry->note), "several files: %.150s and %.150s", best->path,
                     second->path);
            snprintf(entry->flags, sizeof(entry->flags), "remove all but one");
        }
        utf8_clean(entry->note, '?'); // it goes to JSON, too
        entry->submitted = entry->note[0] == '\0' ? SUBMITTED_FILE : SUBMITTED_REFUSED;
        entry->path = search_copy(best->path);
        entry->late = best->late;
    }
    return refused;
}

// Why no lab can match the file; NULL if one may.
static const char *why_unmatched(const struct found *found) {
    switch (found->kind) {
    case NOT_SOURCE:
        return "is not a .cu file";
    case ARCHIVE:
        return "is an archive, which must be unpacked first";
    case LINK:
        return "is a link, which is not followed";
    case TOO_DEEP:
        return "is too deep in folders";
    case TOO_MANY:
        return "comes after 1000 other files of the student";
    default:
        return found->lab == UNKNOWN ? "names a lab that the course does not have" : NULL;
    }
}

// The student's files that no lab can match, of found[count]. Otherwise they would vanish without a word.
static void set_unmatched(struct student *student, const struct found *found, size_t count) {
    student->unmatched = calloc(count, sizeof(*student->unmatched));
    for (size_t i = 0; i < count && student->unmatched != NULL; i++) {
        const char *why = why_unmatched(&found[i]);
        if (why != NULL) {
            bool name = found[i].kind == SOURCE || found[i].kind == NOT_SOURCE;
            student->unmatched[student->unmatched_count++] =
                (struct unmatched){.path = search_copy(found[i].path), .why = why, .name = name};
        }
    }
}

// Such a file may be what a lab lacks: one that names the lab, or none that is known. The lab is then refused, and its
// flags say why. Otherwise it would have no points without a word.
static void flag_unmatched(const struct class *class, int lab, const struct search *search,
                           struct student *student, const struct found *found, size_t count) {
    struct entry *entry = &student->entries[lab];
    const struct found *first = NULL;
    size_t fit = 0;
    for (size_t i = 0, k = 0; i < count && k < student->unmatched_count; i++) {
        if (why_unmatched(&found[i]) == NULL) {
            continue;
        }
        struct unmatched *file = &student->unmatched[k++];
        if (found[i].lab < 0 || strcmp(search->known.labs[found[i].lab].name, class->labs[lab].name) == 0) {
            first = first == NULL ? &found[i] : first;
            fit++;
            file->flagged = true;
        }
    }
    if (first == NULL) {
        return;
    }
    entry->submitted = SUBMITTED_REFUSED;
    entry->path = search_copy(first->path);
    entry->late = first->late;
    snprintf(entry->note, sizeof(entry->note), "%.300s %s", first->path, why_unmatched(first));
    if (fit > 1) {
        snprintf(entry->flags, sizeof(entry->flags), "unmatched.csv has %zu other file%s", fit - 1,
                 fit == 2 ? "" : "s");
    }
    utf8_clean(entry->note, '?'); // it goes to JSON, too
}

static void put_path(const char *path) {
    while (*path != '\0') {
        path += utf8_put(stderr, *path == '\n' || *path == '\t' ? " " : path);
    }
}

// Says which files no lab can match: the first one, and where all are listed.
static void say_unmatched(const struct class *class) {
    const struct unmatched *first = NULL;
    size_t count = 0;
    bool name = false;
    for (size_t i = 0; i < class->student_count; i++) {
        const struct student *student = &class->students[i];
        first = first == NULL && student->unmatched_count > 0 ? student->unmatched : first;
        count += student->unmatched_count;
        for (size_t k = 0; k < student->unmatched_count; k++) {
            name |= student->unmatched[k].name;
        }
    }
    if (first == NULL) {
        return;
    }
    fputs("class: ", stderr);
    put_path(first->path);
    fprintf(stderr, " %s and is not graded", first->why);
    if (count > 1 && class->lab_count > 0) {
        fprintf(stderr, ", nor %s %zu other file%s: %s/unmatched.csv lists them", count == 2 ? "is" : "are",
                count - 1, count == 2 ? "" : "s", class->options.out);
    }
    fputs(name ? ".\nName a submission after its lab, such as lab01.cu; ./lab list shows the labs\n" : ".\n",
          stderr);
}

// Says that files name no lab, of which `first` is one, by so many students.
static void say_unnamed(const struct found *first, size_t students) {
    fputs("class: ", stderr);
    put_path(first->path);
    fputs(" names no lab and is not graded", stderr);
    if (students > 1) {
        fprintf(stderr, ", nor is that of %zu other student%s", students - 1, students == 2 ? "" : "s");
    }
    fputs(".\nName the lab in the name of the file or of its folder, as lab01.cu. If they are all for one\n"
          "lab, grade it alone: --labs lab01\n",
          stderr);
}

static void set_students(struct class *class, const struct search *search) {
    const struct found *first_unnamed = NULL;
    size_t unnamed_count = 0;
    class->students = calloc(search->count + 1, sizeof(*class->students));
    for (size_t i = 0, end; i < search->count && class->students != NULL; i = end) {
        const struct found *items = &search->items[i];
        for (end = i; end < search->count && strcmp(items->student, search->items[end].student) == 0;) {
            end++;
        }
        struct student *student = &class->students[class->student_count++];
        const struct found *unnamed = set_student(class, search, student, items, end - i);
        set_unmatched(student, items, end - i);
        for (int lab = 0; lab < class->lab_count; lab++) {
            if (student->entries[lab].submitted == SUBMITTED_NOTHING) {
                flag_unmatched(class, lab, search, student, items, end - i);
            }
        }
        first_unnamed = first_unnamed != NULL ? first_unnamed : unnamed;
        unnamed_count += unnamed != NULL;
    }
    if (class->options.only_check && class->lab_count > 0) {
        return; // the run itself says so
    }
    if (first_unnamed != NULL && class->lab_count > 0) {
        say_unnamed(first_unnamed, unnamed_count);
    }
    say_unmatched(class);
}

int layout_read(struct class *class) {
    struct lab known[LAB_MAX];
    struct search search = {.known = {known, labs_find(known)}, .assignment = UNNAMED};
    const char *root = class->options.submissions;
    if (search.known.count < 0) {
        return -1;
    }
    int searched = class->options.student[0] != '\0' ? search_one(&search, root, class->options.student)
                                                     : search_all(&search, root);
    if (searched != 0) {
        return -1;
    }
    if (search.full) {
        fprintf(stderr, "class: %s has more than %d files: grade a part of the students at a time\n", root,
                FILES_MAX);
        return -1;
    }
    qsort(search.items, search.count, sizeof(*search.items), by_student);
    choose_labs(class, &search);
    set_students(class, &search);
    search_free(&search);
    if (class->student_count == 0 || class->lab_count == 0) {
        fprintf(
            stderr,
            "class: %s has no submission: a folder or a .cu file per student, in which a file or a folder "
            "names the lab, as lab01.cu. For a single lab, name it: --labs lab01\n",
            class->options.submissions);
        return -1;
    }
    return 0;
}

void layout_free(struct class *class) {
    for (size_t i = 0; i < class->student_count; i++) {
        for (int lab = 0; lab < class->lab_count; lab++) {
            free(class->students[i].entries[lab].path);
            json_decref(class->students[i].entries[lab].result);
        }
        for (size_t k = 0; k < class->students[i].unmatched_count; k++) {
            free(class->students[i].unmatched[k].path);
        }
        free(class->students[i].unmatched);
        free(class->students[i].name);
    }
    for (int lab = 0; lab < class->lab_count; lab++) {
        json_decref(class->plain[lab]);
    }
    free(class->students);
}
