#define _GNU_SOURCE // asprintf
#include "search.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "class.h"
#include "text/utf8.h"

_Noreturn static void no_memory(void) {
    fputs("class: not enough memory. End other programs, and run this again\n", stderr);
    exit(EXIT_MACHINE);
}

char *search_copy(const char *text) {
    char *copy = strdup(text);
    if (copy == NULL) {
        no_memory();
    }
    return copy;
}

enum { SHOWN_SIZE = 4 * NAME_SIZE }; // of a name as it is shown

// A student's name as tables and pages show it: a byte that is not UTF-8, or part of a control character, becomes \xFC,
// and a backslash two. So names that differ still do.
static void show_name(const char *name, char shown[SHOWN_SIZE]) {
    for (size_t length; *name != '\0'; name += length) {
        const size_t left = strnlen(name, 4), control = utf8_control(name, left);
        const bool hidden = utf8_length(name, left) == 0 || control > 0 || *name == '\n' || *name == '\t';
        length = hidden ? (control > 0 ? control : 1) : utf8_length(name, left);
        for (size_t i = 0; i < length && hidden; i++) {
            shown += sprintf(shown, "\\x%02X", (unsigned char)name[i]);
        }
        if (!hidden) {
            shown += sprintf(shown, "%s%.*s", *name == '\\' ? "\\" : "", (int)length, name);
        }
    }
    *shown = '\0';
}

static void add(struct search *search, const char *student, const char *path, enum kind kind, int lab,
                int rank, bool late) {
    if (search->count == FILES_MAX) {
        search->full = true;
        return;
    }
    if (search->count == search->capacity) {
        search->capacity = search->capacity * 2 + 64;
        search->items = realloc(search->items, search->capacity * sizeof(*search->items));
    }
    if (search->items == NULL) {
        no_memory();
    }
    rank += lab >= 0 && search->assignment >= 0 && lab != search->assignment ? OTHER_LAB : 0;
    search->items[search->count++] =
        (struct found){search_copy(student), search_copy(path), kind, lab, rank, late};
}

// The same for a file in a student's folder, which can only have so many: otherwise one student would stop the class.
static void add_in_folder(struct search *search, const char *student, const char *path, enum kind kind,
                          int lab, int rank, bool late) {
    search->in_folder++;
    if (search->in_folder <= FOLDER_FILES_MAX) {
        add(search, student, path, kind, lab, rank, late);
    } else if (search->in_folder == FOLDER_FILES_MAX + 1) {
        add(search, student, path, TOO_MANY, lab, NO_FILE, late);
    }
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

// Not what an unpacker or a version control system left.
static int is_a_students(const struct dirent *entry) {
    return entry->d_name[0] != '.' && strcmp(entry->d_name, "__MACOSX") != 0;
}

// Among the students, a folder whose name begins with a dot may be one of them.
static int may_be_a_student(const struct dirent *entry) {
    static const char *const left_out[] = {".", "..", ".git", ".svn", ".hg"};
    for (size_t i = 0; i < sizeof(left_out) / sizeof(left_out[0]); i++) {
        if (strcmp(entry->d_name, left_out[i]) == 0) {
            return 0;
        }
    }
    return entry->d_name[0] == '.' || is_a_students(entry);
}

// In a student's folder also not the course's own files, of a whole repository.
static int is_wanted(const struct dirent *entry) {
    static const char *const left_out[] = {"common", "build", "docs", "cmake"};
    for (size_t i = 0; i < sizeof(left_out) / sizeof(left_out[0]); i++) {
        if (strcmp(entry->d_name, left_out[i]) == 0) {
            return 0;
        }
    }
    return is_a_students(entry);
}

// What cannot be read may be a submission, so nothing is graded without it.
static void say_unreadable(struct search *search, const char *path) {
    fprintf(stderr, "class: cannot read %s: %s. Make it readable, and run this again\n", path,
            strerror(errno));
    search->unreadable = true;
}

static void set_other(struct search *search, const char *path, const char *end) {
    if (search->other == NULL && asprintf(&search->other, "%s%s", path, end) < 0) {
        no_memory();
    }
}

// Adds a student in whose folder nothing was found that may be a submission.
static void add_without(struct search *search, const char *student, const char *path, bool late) {
    bool other = search->other != NULL;
    add(search, student, other ? search->other : path, other ? NOT_SOURCE : SOURCE, UNNAMED, NO_FILE, late);
}

// Collects what lies in a student's folder `path`. `lab`: the one that folders around it name.
static void search_folder(struct search *search, const char *root, const char *path, const char *student,
                          int lab, bool late, bool in_lab_folder, int depth) {
    struct dirent **entries;
    char *full = NULL;
    if (depth > DEPTH_MAX) {
        add_in_folder(search, student, path, TOO_DEEP, lab, NO_FILE, late);
        return;
    }
    if (asprintf(&full, "%s/%s", root, path) < 0) {
        return;
    }
    int count = scandir(full, &entries, is_wanted, by_name);
    if (count < 0) {
        say_unreadable(search, full);
    } else if (count == 0 && depth > 0) {
        set_other(search, path, "/");
    }
    free(full);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        char *below = NULL;
        struct stat status;
        full = NULL;
        bool top = strcmp(path, ".") == 0; // of a student's own folder
        bool made = asprintf(&below, "%s%s%s", top ? "" : path, top ? "" : "/", name) >= 0 &&
                    asprintf(&full, "%s/%s", root, below) >= 0;
        if (made && lstat(full, &status) != 0) {
            if (errno == ENAMETOOLONG) {
                add_in_folder(search, student, below, TOO_DEEP, lab, NO_FILE, late);
            } else {
                say_unreadable(search, full);
            }
        } else if (made) {
            struct span span;
            int own = names_lab(&search->known, name, lab, &span), inner = own != UNNAMED ? own : lab;
            bool starter = strcmp(name, "starter.cu") == 0;
            if (S_ISDIR(status.st_mode)) {
                search_folder(search, root, below, student, inner, late, is_lab_folder(search, below),
                              depth + 1);
            } else if (names_source(name) || (S_ISLNK(status.st_mode) && own != UNNAMED)) {
                add_in_folder(search, student, below, SOURCE, inner,
                              !starter        ? depth + 2
                              : in_lab_folder ? 0
                                              : 1,
                              late);
            } else if (names_archive(name) || own != UNNAMED || names_other_source(name)) {
                add_in_folder(search, student, below, names_archive(name) ? ARCHIVE : NOT_SOURCE, inner,
                              NO_FILE, late);
            } else {
                set_other(search, below, "");
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

int search_one(struct search *search, const char *root, const char *name) {
    char student[SHOWN_SIZE], fits[NAME_SIZE];
    snprintf(fits, sizeof(fits), "%s", name);
    show_name(fits, student);
    search->in_folder = 0;
    search_folder(search, root, ".", student, UNNAMED, false, false, 0);
    if (search->count == 0) {
        add_without(search, student, ".", false);
    }
    return search->unreadable ? -1 : 0;
}

// The entry `name` of the folder `root`, which may be below another: `path` is its path from there. `assignment`: of
// GitHub Classroom, whose repositories are called ASSIGNMENT-LOGIN; "": it is not known.
static void search_entry(struct search *search, const char *root, const char *path, const char *name,
                         const char *assignment, mode_t mode) {
    const char *rest;
    char student[NAME_SIZE], shown[SHOWN_SIZE];
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
        show_name(student, shown);
        search->in_folder = 0;
        free(search->other);
        search->other = NULL;
        search_folder(search, root, path, shown, search->assignment, late, is_lab_folder(search, name), 0);
        bool found = search->count > 0 && strcmp(search->items[search->count - 1].student, shown) == 0;
        if (!found && name[0] != '.') {
            add_without(search, shown, path, late);
        }
        return;
    }
    if (name[0] == '.') {
        return;
    }
    bool source = names_source(name), plain = *rest == '\0';
    int lab = names_lab(&search->known, plain ? name : rest, UNNAMED, &span);
    if (!source && !S_ISLNK(mode) && plain && lab == UNNAMED && !names_archive(name) &&
        !names_other_source(name)) {
        return; // the instructor's own
    }
    if (plain && !S_ISLNK(mode)) {
        snprintf(student, sizeof(student), "%.*s", (int)strcspn(name, "."), name);
        if (source) {
            snprintf(student, sizeof(student), "%.*s", (int)(strlen(name) - strlen(".cu")), name);
        }
        names_without_lab(&search->known, student);
    }
    show_name(student, shown);
    if (S_ISLNK(mode) ? lab != UNNAMED : source) {
        add(search, shown, path, SOURCE, lab, 1, late);
    } else if (S_ISLNK(mode)) { // perhaps to a student's folder
        add(search, shown, path, LINK, UNNAMED, NO_FILE, late);
    } else {
        add(search, shown, path, names_archive(name) ? ARCHIVE : NOT_SOURCE, lab, NO_FILE, late);
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
static int search_below(struct search *search, const char *root, const char *below, const char *assignment) {
    struct dirent **entries;
    char folder[2 * CLASS_PATH_SIZE], full[2 * CLASS_PATH_SIZE + NAME_SIZE],
        path[CLASS_PATH_SIZE + NAME_SIZE], inner[NAME_SIZE];
    snprintf(folder, sizeof(folder), "%s%s%s", root, *below != '\0' ? "/" : "", below);
    int count = scandir(folder, &entries, may_be_a_student, by_name), result = 0;
    if (count < 0) {
        say_unreadable(search, folder);
        return -1;
    }
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        struct stat status;
        snprintf(path, sizeof(path), "%s%s%s", below, *below != '\0' ? "/" : "", name);
        snprintf(full, sizeof(full), "%s/%s", folder, name);
        if (lstat(full, &status) != 0) {
            say_unreadable(search, full);
        } else if (S_ISDIR(status.st_mode) && *below == '\0' &&
                   names_assignment(name, inner, sizeof(inner)) && has_repository(full, inner)) {
            result |= search_below(search, root, path, inner);
        } else {
            search_entry(search, root, path, name, assignment, status.st_mode);
        }
        free(entries[i]);
    }
    free(entries);
    return search->unreadable ? -1 : result;
}

int search_all(struct search *search, const char *root) {
    char assignment[NAME_SIZE] = "";
    names_assignment(strrchr(root, '/') + 1, assignment, sizeof(assignment));
    return search_below(search, root, "", assignment);
}

void search_free(struct search *search) {
    for (size_t i = 0; i < search->count; i++) {
        free(search->items[i].student);
        free(search->items[i].path);
    }
    free(search->items);
    free(search->other);
}
