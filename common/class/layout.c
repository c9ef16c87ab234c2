#define _GNU_SOURCE // asprintf, strcasestr
#include "layout.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "text/utf8.h"

enum { NAME_SIZE = 256, DEPTH_MAX = 8, FILES_MAX = 20000, NO_FILE = DEPTH_MAX + 9 };

// Instead of the number of a lab: the name names none, or one that the course does not have.
enum { UNNAMED = -1, UNKNOWN = -2 };

// A file that may be a submission.
struct found {
    char *student, *path;
    int lab;  // which of those known, UNNAMED or UNKNOWN
    int rank; // the less, the better: 0 for labNN-name/starter.cu; NO_FILE: a student without files
    bool late;
};

struct search {
    struct found *items;
    size_t count, capacity;
    const struct lab *known; // the course's labs
    int known_count;
    bool full;
};

// Where a name names a lab.
struct span {
    size_t begin, end;
};

// The number of "lab01", "Lab 1" or "lab_01-naive-reduce" in a name, or -1.
static int number_in(const char *name, struct span *span) {
    for (const char *at = name; (at = strcasestr(at, "lab")) != NULL; at++) {
        const char *digits = at + 3 + strspn(at + 3, " _-");
        size_t length = strspn(digits, "0123456789");
        bool begins = at == name || !isalpha((unsigned char)at[-1]);
        if (begins && length >= 1 && length <= 2) {
            *span = (struct span){(size_t)(at - name), (size_t)(digits - name) + length};
            return atoi(digits);
        }
    }
    return -1;
}

// Is `word` a word of the name, as "uses" of "amy_uses.cu"?
static bool has_word(const char *name, const char *word, struct span *span) {
    size_t length = strlen(word);
    for (const char *at = name; (at = strcasestr(at, word)) != NULL; at++) {
        if ((at == name || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[length])) {
            *span = (struct span){(size_t)(at - name), (size_t)(at - name) + length};
            return true;
        }
    }
    return false;
}

static int number_of(const struct lab *lab) {
    return atoi(lab->folder + 3);
}

// The lab that a name contains: the number of one that is known, UNNAMED or UNKNOWN. `around`: the lab that folders
// around it name. Exercises go by their own name, except where another lab than theirs is named, too.
static int lab_in(const struct search *search, const char *name, int around, struct span *span) {
    struct span word;
    int number = number_in(name, span), of = around >= 0 ? number_of(&search->known[around]) : around;
    of = number >= 0 ? number : of;
    for (int i = 0; i < search->known_count; i++) {
        const struct lab *lab = &search->known[i];
        bool exercises = strchr(lab->folder, '/') != NULL;
        if (exercises && (of < 0 || of == number_of(lab)) && has_word(name, lab->name, &word)) {
            bool both = number >= 0;
            span->begin = both && span->begin < word.begin ? span->begin : word.begin;
            span->end = both && span->end > word.end ? span->end : word.end;
            return i;
        }
    }
    for (int i = 0; i < search->known_count && number >= 0; i++) {
        if (strchr(search->known[i].folder, '/') == NULL && number_of(&search->known[i]) == number) {
            return i;
        }
    }
    return number >= 0 ? UNKNOWN : UNNAMED;
}

// Length of "_12345" at the end of name[0..length), or 0.
static size_t number_at_end(const char *name, size_t length) {
    size_t begin = length;
    while (begin > 0 && isdigit((unsigned char)name[begin - 1])) {
        begin--;
    }
    return begin < length && begin > 1 && name[begin - 1] == '_' ? length - begin + 1 : 0;
}

// Canvas: STUDENT[_LATE]_NUMBER_NUMBER_REST. Returns where the rest begins, or NULL.
static const char *canvas_rest(const char *name, char *student, size_t size, bool *late) {
    for (const char *at = name; (at = strchr(at, '_')) != NULL; at++) {
        size_t head = (size_t)(at - name), first = strspn(at + 1, "0123456789");
        const char *second = at + 1 + first;
        size_t length = *second == '_' ? strspn(second + 1, "0123456789") : 0;
        if (head == 0 || first == 0 || length == 0 || second[1 + length] != '_') {
            continue;
        }
        *late = head > 5 && strncmp(at - 5, "_LATE", 5) == 0;
        snprintf(student, size, "%.*s%.*s", (int)(*late ? head - 5 : head), name, (int)(first + 1), at);
        return second + length + 2;
    }
    return NULL;
}

void layout_student(const char *name, char *student, size_t size, bool *late, const char **rest) {
    static const char moodle[] = "_assignsubmission_file";
    const char *mark = strstr(name, moodle);
    *late = false;
    if (mark != NULL && number_at_end(name, (size_t)(mark - name)) > 0) {
        snprintf(student, size, "%.*s", (int)(mark - name), name);
        *rest = mark + strlen(moodle);
        *rest += **rest == '_';
        return;
    }
    *rest = canvas_rest(name, student, size, late);
    if (*rest == NULL) {
        snprintf(student, size, "%s", name);
        *rest = "";
    }
}

// "alice" of a plain file "alice_lab01.cu": its name without ".cu" and without the lab.
static void plain_student(const struct search *search, const char *file, char *student, size_t size) {
    struct span span;
    snprintf(student, size, "%.*s", (int)(strlen(file) - strlen(".cu")), file);
    if (lab_in(search, student, UNNAMED, &span) == UNNAMED) {
        return;
    }
    char *at = student + span.begin, *end = student + span.end;
    end += strspn(end, " _-");
    if (*end == '\0') {
        while (at > student && strchr(" _-", at[-1]) != NULL) {
            at--;
        }
    }
    if (at > student || *end != '\0') {
        memmove(at, end, strlen(end) + 1);
    }
}

static bool is_source(const char *name) {
    size_t length = strlen(name);
    return length > 3 && strcasecmp(name + length - 3, ".cu") == 0;
}

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
        fputs("class: not enough memory\n", stderr);
        exit(EXIT_MACHINE);
    }
    search->items[search->count++] = (struct found){strdup(student), strdup(path), lab, rank, late};
}

// Does the path end with a lab's folder?
static bool is_lab_folder(const struct search *search, const char *path) {
    for (int i = 0; i < search->known_count; i++) {
        size_t length = strlen(path), folder = strlen(search->known[i].folder);
        const char *end = length >= folder ? path + length - folder : "";
        if (strcmp(search->known[i].folder, end) == 0 && (end == path || end[-1] == '/')) {
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
            int own = lab_in(search, name, lab, &span), inner = own != UNNAMED ? own : lab;
            bool starter = strcmp(name, "starter.cu") == 0;
            if (S_ISDIR(status.st_mode)) {
                search_folder(search, root, below, student, inner, late, is_lab_folder(search, below),
                              depth + 1);
            } else if (is_source(name) || (S_ISLNK(status.st_mode) && own != UNNAMED)) {
                add(search, student, below, inner, !starter ? depth + 2 : in_lab_folder ? 0 : 1, late);
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

static int search_all(struct search *search, const char *root) {
    struct dirent **entries;
    int count = scandir(root, &entries, is_wanted, by_name);
    if (count < 0) {
        fprintf(stderr, "class: %s: %s\n", root, strerror(errno));
        return -1;
    }
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name, *rest;
        char path[CLASS_PATH_SIZE + NAME_SIZE], student[NAME_SIZE];
        struct stat status;
        struct span span;
        bool late;
        snprintf(path, sizeof(path), "%s/%s", root, name);
        layout_student(name, student, sizeof(student), &late, &rest);
        if (lstat(path, &status) != 0) {
            fprintf(stderr, "class: %s: %s\n", path, strerror(errno));
        } else if (S_ISDIR(status.st_mode)) {
            search_folder(search, root, name, student, lab_in(search, name, UNNAMED, &span), late,
                          is_lab_folder(search, name), 0);
            if (search->count == 0 || strcmp(search->items[search->count - 1].student, student) != 0) {
                add(search, student, name, UNNAMED, NO_FILE, late); // a student who submitted nothing
            }
        } else if (is_source(name) || S_ISLNK(status.st_mode)) {
            if (*rest == '\0' && is_source(name)) {
                plain_student(search, name, student, sizeof(student));
                rest = name;
            }
            int lab = lab_in(search, *rest != '\0' ? rest : name, UNNAMED, &span);
            add(search, student, name, lab, 1, late);
        }
        free(entries[i]);
    }
    free(entries);
    return 0;
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
    for (int i = 0; i < search->known_count && class->options.lab_count == 0; i++) {
        bool submitted = false;
        for (size_t k = 0; k < search->count; k++) {
            submitted |= search->items[k].lab == i;
        }
        if (submitted) {
            class->labs[class->lab_count++] = search->known[i];
        }
    }
}

// The best of the files that fit, or NULL. *second: another one of the same rank, or NULL.
static const struct found *best_file(const struct class *class, int lab, const struct search *search,
                                     const struct found *found, size_t count, const struct found **second) {
    const struct found *best = NULL;
    *second = NULL;
    for (size_t i = 0; i < count; i++) {
        bool only = found[i].lab == UNNAMED && class->lab_count == 1 && is_source(found[i].path);
        const char *named = found[i].lab >= 0 ? search->known[found[i].lab].name : "";
        if (strcmp(named, class->labs[lab].name) != 0 && !only) {
            continue;
        }
        if (best == NULL || found[i].rank < best->rank) {
            best = &found[i];
            *second = NULL;
        } else if (found[i].rank == best->rank) {
            *second = &found[i];
        }
    }
    return best;
}

// The best of the files that name no lab, or NULL.
static const struct found *unnamed_file(const struct found *found, size_t count) {
    const struct found *best = NULL;
    for (size_t i = 0; i < count; i++) {
        bool file = found[i].rank < NO_FILE && is_source(found[i].path);
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
        }
        utf8_clean(entry->note, '?'); // it goes to JSON, too
        entry->submitted = entry->note[0] == '\0' ? SUBMITTED_FILE : SUBMITTED_REFUSED;
        entry->path = strdup(best->path);
        entry->late = best->late;
    }
    return refused;
}

// Says that files name no lab, of which `first` is one, by so many students.
static void say_unnamed(const struct found *first, size_t students) {
    fputs("class: ", stderr);
    for (const char *at = first->path; *at != '\0'; at++) {
        fputc((unsigned char)*at < ' ' ? ' ' : *at, stderr);
    }
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
        const struct found *unnamed =
            set_student(class, search, &class->students[class->student_count++], items, end - i);
        first_unnamed = first_unnamed != NULL ? first_unnamed : unnamed;
        unnamed_count += unnamed != NULL;
    }
    if (first_unnamed != NULL && class->lab_count > 0) {
        say_unnamed(first_unnamed, unnamed_count);
    }
}

int layout_read(struct class *class) {
    struct lab known[LAB_MAX];
    struct search search = {.known = known, .known_count = labs_find(known)};
    if (search.known_count < 0) {
        return -1;
    }
    if (class->options.student[0] != '\0') {
        search_one(&search, class->options.submissions, class->options.student);
    } else if (search_all(&search, class->options.submissions) != 0) {
        return -1;
    }
    if (search.full) {
        fprintf(stderr, "class: %s has more than %d files\n", class->options.submissions, FILES_MAX);
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
        free(class->students[i].name);
    }
    for (int lab = 0; lab < class->lab_count; lab++) {
        json_decref(class->plain[lab]);
    }
    free(class->students);
}
