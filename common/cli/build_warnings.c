// The compiler's warnings that a program for the simulated GPU cannot have (add_warnings in cmake/add_lab.cmake).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_steps.h"
#include "messages.h"
#include "regions.h"
#include "text_file.h"

// Is the line in a task that the student has filled in?
static bool is_students(const struct regions *regions, int line) {
    bool is = false;
    for (size_t i = 0; i < regions->count; i++) {
        const struct region *one = &regions->regions[i];
        is |= one->filled != 0 && one->begin_line < line && line < one->end_line;
    }
    return is;
}

// Writes the warnings at the student's lines, with what follows each: lines of code and notes. Returns how many there
// are.
static int keep_students(const char *log, const char *starter, const struct regions *regions, FILE *out) {
    bool kept = false;
    int count = 0;
    for (const char *line = log; *line != '\0';) {
        const int length = (int)(strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n'));
        const char *place = strstr(line, starter);
        int number, column, end = 0;
        if (place != NULL && place < line + length &&
            sscanf(place + strlen(starter), ":%d:%d: %n", &number, &column, &end) == 2 && end > 0) {
            const char *text = place + strlen(starter) + end;
            if (strncmp(text, "note: ", 6) != 0) {
                kept = strncmp(text, "warning: ", 9) == 0 && is_students(regions, number);
                count += kept;
            }
        } else if (line[0] != ' ') {
            kept = false;
        }
        if (kept) {
            fwrite(line, 1, (size_t)length, out);
        }
        line += length;
    }
    return count;
}

void build_show_more_warnings(const struct lab *lab) {
    struct words target = {0}, command = {0};
    struct regions regions;
    char log_path[BUILD_PATH_SIZE], starter[LAB_PATH_SIZE];
    size_t length;
    if (getenv("LABS_BUILD") != NULL) {
        return;
    }
    build_log_of("warnings", log_path);
    lab_file(lab, "starter.cu", starter);
    words_addf(&target, "%s-warnings", lab->name);
    build_lock(build_folder());
    build_make_command(&target, 0, &command);
    build_run_logged(&command, log_path); // without the target, there are none
    build_unlock();
    words_free(&command);
    words_free(&target);
    char *log = text_file_read(log_path, &length);
    if (log != NULL && regions_read(starter, &regions) == 0) {
        FILE *out = fopen(log_path, "w");
        const int count = out != NULL ? keep_students(log, starter, &regions, out) : 0;
        if (out != NULL && fclose(out) == 0 && count > 0) {
            putchar('\n');
            messages_show(log_path, STUDENTS_CODE, NULL, stdout);
        }
        regions_free(&regions);
    }
    free(log);
}
