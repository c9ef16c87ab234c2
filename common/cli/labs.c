#define _GNU_SOURCE // strcasecmp under -std=c11
#include "labs.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "text/suggest.h"
#include "text_file.h"

int lab_named(const char *folder, struct lab *lab) {
    int digits = 0;
    if (strlen(folder) >= sizeof(lab->folder) || sscanf(folder, "lab%*2[0-9]%n", &digits) != 0 ||
        digits != 5 || folder[5] != '-') {
        return -1;
    }
    const char *slash = strchr(folder, '/'), *name = slash == NULL ? folder : slash + 1;
    const size_t length = slash == NULL ? 5 : strlen(name);
    if (length == 0 || length >= sizeof(lab->name)) {
        return -1;
    }
    strcpy(lab->folder, folder);
    snprintf(lab->name, sizeof(lab->name), "%.*s", (int)length, name);
    return 0;
}

static int by_folder(const void *a, const void *b) {
    return strcmp(((const struct lab *)a)->folder, ((const struct lab *)b)->folder);
}

static bool has_file(const char *folder, const char *file) {
    char path[512];
    struct stat status;
    snprintf(path, sizeof(path), "%s/%s", folder, file);
    return stat(path, &status) == 0;
}

// Adds the folders of exercises in a lab's folder.
static void add_exercises(const char *lab_folder, struct lab *labs, int *count) {
    DIR *folder = opendir(lab_folder);
    if (folder == NULL) {
        return;
    }
    for (struct dirent *entry; (entry = readdir(folder)) != NULL && *count < LAB_MAX;) {
        struct lab *lab = &labs[*count];
        char path[LAB_PATH_SIZE];
        const int length = snprintf(path, sizeof(path), "%s/%s", lab_folder, entry->d_name);
        if (entry->d_name[0] != '.' && (size_t)length < sizeof(path) && lab_named(path, lab) == 0) {
            *count += has_file(lab->folder, "starter.cu") || has_file(lab->folder, "solution.cu");
        }
    }
    closedir(folder);
}

int labs_find(struct lab *labs) {
    DIR *course = opendir(".");
    if (course == NULL) {
        return -1;
    }
    int count = 0;
    for (struct dirent *entry; (entry = readdir(course)) != NULL && count < LAB_MAX;) {
        if (lab_named(entry->d_name, &labs[count]) == 0 && has_file(entry->d_name, "CMakeLists.txt")) {
            count++;
            add_exercises(entry->d_name, labs, &count);
        }
    }
    closedir(course);
    qsort(labs, (size_t)count, sizeof(*labs), by_folder);
    return count;
}

void lab_file(const struct lab *lab, const char *name, char *path) {
    snprintf(path, LAB_PATH_SIZE, "%.63s/%.31s", lab->folder, name);
}

bool is_lab_word(const char *word) {
    return strncasecmp(word, "lab", 3) == 0 && isdigit((unsigned char)word[3]);
}

// Copies a word of letters, digits and underscores. Returns its length.
static size_t take_name(const char *text, char name[PART_NAME_SIZE]) {
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_') {
        length++;
    }
    snprintf(name, PART_NAME_SIZE, "%.*s", (int)length, text);
    return length;
}

bool lab_next_part(const char **text, char name[PART_NAME_SIZE], char function[PART_NAME_SIZE]) {
    while ((*text = strstr(*text, "PART(")) != NULL) {
        const char *at = *text += strlen("PART(");
        char kind[PART_NAME_SIZE], *const words[] = {kind, name, function};
        int count = 0;
        while (count < 3) {
            size_t length = take_name(at, words[count]);
            if (length == 0 || at[length] != (count < 2 ? ',' : ')')) {
                break;
            }
            at += length + 1;
            at += strspn(at, " ");
            count++;
        }
        if (count == 3) {
            return true;
        }
    }
    return false;
}

// Does the lab have a part of that name, in letters of any case? `name` is set to lab.h's spelling.
static bool find_part(const struct lab *lab, const char *part, char name[PART_NAME_SIZE]) {
    char path[LAB_PATH_SIZE], function[PART_NAME_SIZE];
    size_t length;
    bool found = false;
    lab_file(lab, "lab.h", path);
    char *text = text_file_read(path, &length);
    const char *at = text;
    while (text != NULL && !found && lab_next_part(&at, name, function)) {
        found = strcasecmp(name, part) == 0;
    }
    free(text);
    return found;
}

// Is `word` a lab's number, as lab11 is, and `name` a lab with other digits? A number is no misspelling of another one,
// unless its digits changed places.
static bool is_other_number(const char *word, const char *name) {
    const bool is_number = strlen(word) == 5 && strncmp(word, "lab", 3) == 0 &&
                           isdigit((unsigned char)word[3]) && isdigit((unsigned char)word[4]);
    return is_number && (word[3] != name[4] || word[4] != name[3]);
}

// Says that no lab has that name, and which labs there are.
static void say_unknown(const char *typed, const char *word, const struct lab *labs, int count,
                        FILE *errors) {
    const char *names[3 * LAB_MAX];
    char part[PART_NAME_SIZE];
    int with_part = 0;
    while (with_part < count && !find_part(&labs[with_part], word, part)) {
        with_part++;
    }
    for (int i = 0; i < count; i++) {
        names[3 * i] = labs[i].name;
        names[3 * i + 1] = labs[i].folder;
        names[3 * i + 2] = labs[i].folder + 6;
    }
    const size_t length = strlen(typed);
    const bool is_source = length > 3 && strcmp(typed + length - 3, ".cu") == 0;
    const char *nearest = suggest(word, names, 3 * (size_t)count);
    if (with_part < count) {
        fprintf(errors, "lab: '%s' is a part of %s: ./lab check %s --part %s\n", typed, labs[with_part].name,
                labs[with_part].name, part);
    } else if (is_source) {
        fprintf(errors,
                "lab: '%s' is in no lab's folder. A lab's file is its starter.cu: copy yours there, after "
                "./lab reset LAB, which keeps the old one. A program of your own: ./lab run %s\n",
                typed, typed);
    } else if (nearest != NULL && !is_other_number(word, nearest)) {
        fprintf(errors, "lab: there is no lab '%s'; did you mean %s?\n", typed, nearest);
    } else {
        fprintf(errors, "lab: there is no lab '%s'\n", typed);
    }
    fputs("The labs are:", errors);
    for (int i = 0; i < count; i++) {
        fprintf(errors, " %s", labs[i].folder);
    }
    fputc('\n', errors);
}

// Does the path name exercises in a lab's folder, as `uses`, lab10/uses or a file in it?
static bool names_exercises(const char *path, const struct lab *lab) {
    const char *slash = strchr(path, '/'), *name = path;
    if (slash != NULL && is_lab_word(path)) {
        name = slash + 1;
    }
    size_t length = strlen(lab->name);
    return strchr(lab->folder, '/') != NULL && strncasecmp(name, lab->name, length) == 0 &&
           (name[length] == '\0' || name[length] == '/');
}

int lab_meant(const char *typed, struct lab *lab, FILE *errors) {
    struct lab labs[LAB_MAX];
    char word[64], *end;
    int count = labs_find(labs);
    const char *begin = strncmp(typed, "./", 2) == 0 ? typed + 2 : typed;
    snprintf(word, sizeof(word), "%.*s", (int)strcspn(begin, "/"), begin);
    const char *digits = is_lab_word(word) ? word + 3 : word;
    long number = isdigit((unsigned char)*digits) ? strtol(digits, &end, 10) : -1;
    if (number >= 0 && (*end != '\0' || strlen(digits) > 2)) {
        number = -1;
    }
    for (int i = count - 1; i >= 0; i--) { // exercises before their lab
        bool is_lab = is_lab_word(labs[i].name);
        if (names_exercises(begin, &labs[i]) || strcasecmp(word, labs[i].folder) == 0 ||
            (is_lab && strcasecmp(word, labs[i].folder + 6) == 0) ||
            (is_lab && strtol(labs[i].name + 3, NULL, 10) == number)) {
            *lab = labs[i];
            return 0;
        }
    }
    if (errors != NULL) {
        say_unknown(typed, word, labs, count, errors);
    }
    return -1;
}
