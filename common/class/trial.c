#include "trial.h"

#include <stdio.h>
#include <string.h>

#include "result.h"
#include "text_file.h"

struct trial trial_begin(const struct class *class, int lab, const char *place, char *why) {
    struct trial trial = {.class = class, .lab = lab, .place = place, .why = why};
    snprintf(trial.log, sizeof(trial.log), "%s/log", place);
    return trial;
}

enum step trial_machine_failed(struct trial *trial, const char *what, const char *why) {
    snprintf(trial->why, WHY_SIZE, "%.80s: %.300s", what, why);
    return STEP_MACHINE;
}

char *trial_read_log(const struct trial *trial) {
    size_t length;
    char *text = text_file_read(trial->log, &length);
    for (size_t i = 0; text != NULL && i < length; i++) { // a program may have printed it
        text[i] = text[i] == '\0' ? ' ' : text[i];
    }
    if (text != NULL && length > TEXT_MAX) {
        text[TEXT_MAX] = '\0';
    }
    return text;
}

const char *trial_last_line(char *text) {
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == ' ')) {
        text[--length] = '\0';
    }
    const char *newline = strrchr(text, '\n');
    return newline != NULL ? newline + 1 : text;
}
