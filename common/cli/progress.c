#define _GNU_SOURCE // setenv
#include "progress.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { NOTE_PATH_SIZE = 64, NOTE_SIZE = 1024, TODO_MAX = 64 };

// build/progress/lab01 holds "passed HASH"; build/progress/lab01.hints has a line "TODO STEP" per TODO with a
// hint that was shown.
static void note_path(const struct lab *lab, const char *ending, char *path) {
    snprintf(path, NOTE_PATH_SIZE, "build/progress/%s%s", lab->name, ending);
}

// Replaces a record in one step: a full disk or an interruption leaves the old one.
static int write_note(const char *path, const char *text) {
    char fresh[NOTE_PATH_SIZE + 8];
    if ((mkdir("build", 0777) != 0 && errno != EEXIST) ||
        (mkdir("build/progress", 0777) != 0 && errno != EEXIST)) {
        return -1;
    }
    snprintf(fresh, sizeof(fresh), "%s.new", path);
    FILE *file = fopen(fresh, "w");
    if (file == NULL) {
        return -1;
    }
    bool written = fputs(text, file) >= 0;
    written = fclose(file) == 0 && written;
    if (written && rename(fresh, path) == 0) {
        return 0;
    }
    int error = errno;
    remove(fresh);
    errno = error;
    return -1;
}

int progress_file_hash(const char *path, unsigned long long *hash) { // FNV-1a
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return -1;
    }
    *hash = 0xcbf29ce484222325ull;
    for (int byte; (byte = getc(file)) != EOF;) {
        *hash = (*hash ^ (unsigned)byte) * 0x100000001b3ull;
    }
    bool bad = ferror(file) != 0;
    fclose(file);
    return bad ? -1 : 0;
}

int progress_starter_hash(const struct lab *lab, unsigned long long *hash) {
    char path[LAB_PATH_SIZE];
    lab_file(lab, "starter.cu", path);
    return progress_file_hash(path, hash);
}

bool progress_passed(const struct lab *lab) {
    char path[NOTE_PATH_SIZE];
    note_path(lab, "", path);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    unsigned long long passed = 0, now = 0;
    bool same =
        fscanf(file, "passed %llx", &passed) == 1 && progress_starter_hash(lab, &now) == 0 && passed == now;
    fclose(file);
    return same;
}

int progress_labs(int *passed) {
    struct lab labs[LAB_MAX];
    int count = labs_find(labs), counted = 0;
    *passed = 0;
    for (int i = 0; i < count; i++) {
        if (is_lab_word(labs[i].name)) {
            *passed += progress_passed(&labs[i]);
            counted++;
        }
    }
    return counted;
}

bool progress_first_unfinished(struct lab *lab) {
    struct lab labs[LAB_MAX];
    int count = labs_find(labs);
    for (int i = 0; i < count; i++) {
        if (!progress_passed(&labs[i])) {
            *lab = labs[i];
            return true;
        }
    }
    return false;
}

int progress_record(const struct lab *lab, unsigned long long hash) {
    char path[NOTE_PATH_SIZE], note[32];
    note_path(lab, "", path);
    snprintf(note, sizeof(note), "passed %llx\n", hash);
    return write_note(path, note);
}

void progress_best_path(const struct lab *lab, char *path) {
    note_path(lab, ".best", path);
}

void progress_record_best(const struct lab *lab, const char *text) {
    char path[NOTE_PATH_SIZE];
    note_path(lab, ".best", path);
    write_note(path, text);
}

void progress_watch_tasks(const struct lab *lab) {
    char path[NOTE_PATH_SIZE], wanted[NOTE_PATH_SIZE + 32];
    unsigned long long now = 0;
    if (lab == NULL || progress_starter_hash(lab, &now) != 0) {
        unsetenv("LABS_TASKS");
        return;
    }
    mkdir("build", 0777);
    mkdir("build/progress", 0777);
    note_path(lab, ".tasks", path);
    snprintf(wanted, sizeof(wanted), "%llx:%s", now, path);
    setenv("LABS_TASKS", wanted, 1);
}

const char *progress_task(const struct lab *lab, int todo) {
    static const char *const states[] = {"holds", "wrong", "doubtful", "open"};
    char path[NOTE_PATH_SIZE], state[16];
    unsigned long long judged = 0, now = 0;
    const char *found = "";
    note_path(lab, ".tasks", path);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return found;
    }
    bool current =
        fscanf(file, "%llx", &judged) == 1 && progress_starter_hash(lab, &now) == 0 && judged == now;
    for (int number; current && fscanf(file, "%9d %15s %*s", &number, state) == 2;) {
        for (size_t i = 0; i < sizeof(states) / sizeof(states[0]) && number == todo; i++) {
            found = strcmp(state, states[i]) == 0 ? states[i] : found;
        }
    }
    fclose(file);
    return found;
}

void progress_blame(const struct lab *lab, int todo, const bool *tasks, int count) {
    char path[NOTE_PATH_SIZE], state[16], code[32], note[2 * NOTE_SIZE];
    unsigned long long judged = 0, now = 0;
    note_path(lab, ".tasks", path);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return;
    }
    bool current =
        fscanf(file, "%llx", &judged) == 1 && progress_starter_hash(lab, &now) == 0 && judged == now;
    size_t used = current ? (size_t)snprintf(note, sizeof(note), "%llx\n", judged) : 0;
    for (int number; current && fscanf(file, "%9d %15s %31s", &number, state, code) == 3 &&
                     used + sizeof(state) + sizeof(code) + 16 < sizeof(note);) {
        const bool blamed = number > 0 && number < count && tasks[number] && number != todo &&
                            (strcmp(state, "wrong") == 0 || strcmp(state, "doubtful") == 0);
        used += (size_t)snprintf(note + used, sizeof(note) - used, "%d %s %s\n", number,
                                 number == todo ? "wrong"
                                 : blamed       ? "open"
                                                : state,
                                 code);
    }
    fclose(file);
    if (current) {
        write_note(path, note); // if it fails, ./lab hint begins with the other task
    }
}

// The last steps that were shown for TODO(1) to TODO(TODO_MAX), into shown[TODO - 1].
static void read_shown(const struct lab *lab, int *shown) {
    char path[NOTE_PATH_SIZE];
    for (int i = 0; i < TODO_MAX; i++) {
        shown[i] = 0;
    }
    note_path(lab, ".hints", path);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return;
    }
    for (int todo, step; fscanf(file, "%9d %9d", &todo, &step) == 2;) {
        if (todo >= 1 && todo <= TODO_MAX && step > shown[todo - 1]) {
            shown[todo - 1] = step;
        }
    }
    fclose(file);
}

int progress_hints(const struct lab *lab, int todo) {
    int shown[TODO_MAX];
    read_shown(lab, shown);
    return todo >= 1 && todo <= TODO_MAX ? shown[todo - 1] : 0;
}

int progress_record_hint(const struct lab *lab, int todo, int step) {
    int shown[TODO_MAX];
    char path[NOTE_PATH_SIZE], note[NOTE_SIZE];
    read_shown(lab, shown);
    if (todo < 1 || todo > TODO_MAX || step <= shown[todo - 1]) {
        return 0;
    }
    shown[todo - 1] = step;
    size_t used = 0;
    for (int i = 0; i < TODO_MAX && used < sizeof(note); i++) {
        if (shown[i] > 0) {
            used += (size_t)snprintf(note + used, sizeof(note) - used, "%d %d\n", i + 1, shown[i]);
        }
    }
    note_path(lab, ".hints", path);
    return write_note(path, note);
}
