#define _GNU_SOURCE // asprintf
#include "layout.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "intake.h"
#include "names.h"
#include "text/utf8.h"

enum { NAME_SIZE = 256, DEPTH_MAX = 8, FILES_MAX = 20000, NO_FILE = DEPTH_MAX + 9 };

// Added to the rank of a file in a repository for another lab.
enum { OTHER_LAB = 2 * NO_FILE };

// Instead of the number of a lab, besides UNNAMED and UNKNOWN: files that are not graded, whatever lab they are for.
enum { NOT_SOURCE = -3, ARCHIVE = -4 };

// A file that may be a submission.
struct found {
    char *student, *path;
    int lab;  // which of those known, or a number below 0
    int rank; // the less, the better: 0 for labNN-name/starter.cu; NO_FILE: a student without files
    bool late;
};

struct search {
    struct found *items;
    size_t count, capacity;
    struct known_labs known; // the course's labs
    int assignment;          // the lab that the name of the folder or file in the folder of submissions names
    bool full;
};

static void add(struct search *search, const char *student, const char *path, int lab, int rank, bool late) {
    if (search->count == FILES_MAX) {
        search->full = true;
        return;
    }
    if (search->count == search->capacity) {
        search->capacity = search->capacity * 2 + 64;
        search->items = realloc(search->items, search->capacity * sizeof(*search->items));
    }
    if (search->items == NULL) {
        fputs("class: not enough memory. End other programs, and run this again\n", stderr);
        exit(EXIT_MACHINE);
    }
    rank += lab >= 0 && search->assignment >= 0 && lab != search->assignment ? OTHER_LAB : 0;
    search->items[search->count++] = (struct found){strdup(student), strdup(path), lab, rank, late};
}

// Does the path end with a lab's folder?
static bool is_lab_folder(const struct search *search, const char *path) {
    for (int i = 0; i < search->known.count; i++) {
        size_t length = strlen(path), folder = strlen(search->known.labs[i].folder);
        const char *end = length >= folder ? path + length - folder : "";
        if (strcmp(search->known.labs[i].folder, end) == 0 && (end == path || end[-1] == '/')) {
            return true;
        }
    }
    return false;
}

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

// Not the course's own files in a whole repository, and not what an unpacker or a version control system left.
static int is_wanted(const struct dirent *entry) {
    static const char *const left_out[] = {"common", "build", "docs", "cmake", "__MACOSX"};
    for (size_t i = 0; i < sizeof(left_out) / sizeof(left_out[0]); i++) {
        if (strcmp(entry->d_name, left_out[i]) == 0) {
            return 0;
        }
    }
    return entry->d_name[0] != '.';
}

// Collects what lies in a student's folder `path`. `lab`: the one that folders around it name.
static void search_folder(struct search *search, const char *root, const char *path, const char *student,
                          int lab, bool late, bool in_lab_folder, int depth) {
    struct dirent **entries;
    char *full = NULL;
    if (depth > DEPTH_MAX || asprintf(&full, "%s/%s", root, path) < 0) {
        return;
    }
    int count = scandir(full, &entries, is_wanted, by_name);
    free(full);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        char *below = NULL;
        struct stat status;
        full = NULL;
        if (asprintf(&below, "%s/%s", path, name) >= 0 && asprintf(&full, "%s/%s", root, below) >= 0 &&
            lstat(full, &status) == 0) {
            struct span span;
            int own = names_lab(&search->known, name, lab, &span), inner = own != UNNAMED ? own : lab;
            bool starter = strcmp(name, "starter.cu") == 0;
            if (S_ISDIR(status.st_mode)) {
                search_folder(search, root, below, student, inner, late, is_lab_folder(search, below),
                              depth + 1);
            } else if (names_source(name) || (S_ISLNK(status.st_mode) && own != UNNAMED)) {
                add(search, student, below, inner, !starter ? depth + 2 : in_lab_folder ? 0 : 1, late);
            } else if (names_archive(name) || own != UNNAMED) {
                add(search, student, below, names_archive(name) ? ARCHIVE : NOT_SOURCE, NO_FILE, late);
            }
        }
        free(full);
        free(below);
        free(entries[i]);
    }
    if (count >= 0) {
        free(entries);
    }
}

// The whole folder is one student's.
static void search_one(struct search *search, const char *root, const char *student) {
    search_folder(search, root, ".", student, UNNAMED, false, false, 0);
    if (search->count == 0) {
        add(search, student, ".", UNNAMED, NO_FILE, false);
    }
}

// The entry `name` of the folder `root`, which may be below another: `path` is its path from there. `assignment`: of
// GitHub Classroom, whose repositories are called ASSIGNMENT-LOGIN; "": it is not known.
static void search_entry(struct search *search, const char *root, const char *path, const char *name,
                         const char *assignment, mode_t mode) {
    const char *rest;
    char student[NAME_SIZE];
    struct span span;
    bool late;
    size_t length = strlen(assignment);
    names_student(name, student, sizeof(student), &late, &rest);
    bool of_assignment = length > 0 && strncmp(name, assignment, length) == 0 && name[length] == '-' &&
                         name[length + 1] != '\0';
    search->assignment = names_lab(&search->known, of_assignment ? assignment : name, UNNAMED, &span);
    if (S_ISDIR(mode)) {
        if (of_assignment) {
            snprintf(student, sizeof(student), "%s", name + length + 1);
        } else if (strcmp(student, name) == 0) {
            names_without_lab(&search->known, student);
        }
        search_folder(search, root, path, student, search->assignment, late, is_lab_folder(search, name), 0);
        if (search->count == 0 || strcmp(search->items[search->count - 1].student, student) != 0) {
            add(search, student, path, UNNAMED, NO_FILE, late); // a student who submitted nothing
        }
        return;
    }
    bool source = names_source(name), plain = *rest == '\0';
    int lab = names_lab(&search->known, plain ? name : rest, UNNAMED, &span);
    if (!source && !S_ISLNK(mode) && plain && lab == UNNAMED && !names_archive(name)) {
        return; // the instructor's own
    }
    if (plain && !S_ISLNK(mode)) {
        snprintf(student, sizeof(student), "%.*s", (int)strcspn(name, "."), name);
        if (source) {
            snprintf(student, sizeof(student), "%.*s", (int)(strlen(name) - strlen(".cu")), name);
        }
        names_without_lab(&search->known, student);
    }
    if (source || S_ISLNK(mode)) {
        add(search, student, path, lab, 1, late);
    } else {
        add(search, student, path, names_archive(name) ? ARCHIVE : NOT_SOURCE, NO_FILE, late);
    }
}

// Does the folder have a repository of the assignment?
static bool has_repository(const char *folder, const char *assignment) {
    struct dirent **entries;
    size_t length = strlen(assignment);
    bool has = false;
    int count = scandir(folder, &entries, is_wanted, by_name);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        has |= strncmp(name, assignment, length) == 0 && name[length] == '-' && name[length + 1] != '\0';
        free(entries[i]);
    }
    if (count >= 0) {
        free(entries);
    }
    return has;
}

// Searches the folder root/below, "" for root itself. The repositories of an assignment may be in a folder of their
// own, so that those of several assignments can be graded together.
static int search_all(struct search *search, const char *root, const char *below, const char *assignment) {
    struct dirent **entries;
    char folder[2 * CLASS_PATH_SIZE], full[2 * CLASS_PATH_SIZE + NAME_SIZE],
        path[CLASS_PATH_SIZE + NAME_SIZE], inner[NAME_SIZE];
    snprintf(folder, sizeof(folder), "%s%s%s", root, *below != '\0' ? "/" : "", below);
    int count = scandir(folder, &entries, is_wanted, by_name), result = count < 0 ? -1 : 0;
    if (count < 0) {
        fprintf(stderr, "class: cannot read the folder %s: %s. Make it readable, and run this again\n",
                folder, strerror(errno));
        return -1;
    }
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        struct stat status;
        snprintf(path, sizeof(path), "%s%s%s", below, *below != '\0' ? "/" : "", name);
        snprintf(full, sizeof(full), "%s/%s", folder, name);
        if (lstat(full, &status) != 0) {
            fprintf(stderr, "class: cannot read %s: %s. It is not graded before it is readable\n", full,
                    strerror(errno));
        } else if (S_ISDIR(status.st_mode) && *below == '\0' &&
                   names_assignment(name, inner, sizeof(inner)) && has_repository(full, inner)) {
            result |= search_all(search, root, path, inner);
        } else {
            search_entry(search, root, path, name, assignment, status.st_mode);
        }
        free(entries[i]);
    }
    free(entries);
    return result;
}

// ---- Students and labs -----------------------------------------------------------------------------------

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
            submitted |= search->items[k].lab == i;
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
        if (strcmp(named, class->labs[lab].name) != 0 && !only) {
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
        bool file = found[i].rank < NO_FILE && names_source(found[i].path);
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
    student->name = strdup(found[0].student);
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
        entry->path = strdup(best->path);
        entry->late = best->late;
    }
    return refused;
}

static const char *why_unmatched(int lab) {
    switch (lab) {
    case UNKNOWN:
        return "names a lab that the course does not have";
    case NOT_SOURCE:
        return "is not a .cu file";
    case ARCHIVE:
        return "is an archive, which must be unpacked first";
    default:
        return NULL;
    }
}

// The student's files that no lab can match, of found[count]. Otherwise they would vanish without a word.
static void set_unmatched(struct student *student, const struct found *found, size_t count) {
    student->unmatched = calloc(count, sizeof(*student->unmatched));
    for (size_t i = 0; i < count && student->unmatched != NULL; i++) {
        const char *why = why_unmatched(found[i].lab);
        if (why != NULL) {
            student->unmatched[student->unmatched_count++] = (struct unmatched){strdup(found[i].path), why};
        }
    }
}

static void put_path(const char *path) {
    for (const char *at = path; *at != '\0'; at++) {
        fputc((unsigned char)*at < ' ' ? ' ' : *at, stderr);
    }
}

// Says which files no lab can match: the first one, and where all are listed.
static void say_unmatched(const struct class *class) {
    const struct unmatched *first = NULL;
    size_t count = 0;
    for (size_t i = 0; i < class->student_count; i++) {
        const struct student *student = &class->students[i];
        first = first == NULL && student->unmatched_count > 0 ? student->unmatched : first;
        count += student->unmatched_count;
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
    fputs(".\nName a submission after its lab, such as lab01.cu; ./lab list shows the labs\n", stderr);
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
    char assignment[NAME_SIZE] = "";
    const char *root = class->options.submissions;
    if (search.known.count < 0) {
        return -1;
    }
    names_assignment(strrchr(root, '/') + 1, assignment, sizeof(assignment));
    if (class->options.student[0] != '\0') {
        search_one(&search, root, class->options.student);
    } else if (search_all(&search, root, "", assignment) != 0) {
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
    for (size_t i = 0; i < search.count; i++) {
        free(search.items[i].student);
        free(search.items[i].path);
    }
    free(search.items);
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
