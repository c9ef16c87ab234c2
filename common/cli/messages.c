#define _GNU_SOURCE // getline
#include "messages.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "message_braces.h"
#include "message_letters.h"
#include "message_lines.h"
#include "messages_shown.h"
#include "text/translation.h"
#include "text/utf8.h"
#include "text_file.h"

enum { COURSE_ERRORS_SHOWN = 2 };

struct filter {
    enum code_owner owner;
    char *root; // the course's folder, with a slash
    struct message_lines lines;
    struct message message;
    struct messages_shown shown;
    char *function;      // that the next message is in
    char *required_file; // the student's, whose line makes the next message's template; "": none
    char *required_line;
    bool skips; // of the course's own code, enough was shown
};

static bool matches(const regex_t *pattern, const char *text) {
    return regexec(pattern, text, 0, NULL, 0) == 0;
}

// Moves the message from the end of the file to the call that has no `)`, if that is the error.
static void move_to_call(struct message *message) {
    char name[64], place[16];
    const int line = message_unclosed_line(message, name, sizeof(name));
    if (line > 0) {
        snprintf(place, sizeof(place), "%d", line);
        message_set(&message->text, _("the ( after %s has no )"), name);
        message_move(message, message->file, place);
        message->ends_file = true;
    }
}

// Begins a message: its header has been read. `column` may be "".
static void begin(struct filter *filter, const char *file, const char *line, const char *column,
                  const char *severity, const char *text) {
    struct message *message = &filter->message;
    regmatch_t attribute, suggested;
    messages_shown_add(&filter->shown, &filter->message);
    if (regexec(&filter->lines.attribute, text, 1, &attribute, 0) == 0) {
        text += attribute.rm_eo;
    }
    message_set(&message->severity, "%s", severity);
    message_set(&message->file, "%s", file);
    message_set(&message->place, "%s%s%s", line, column[0] != '\0' ? ":" : "", column);
    message_set(&message->text, "%s", text);
    if (regexec(&filter->lines.suggested, text, 1, &suggested, 0) == 0) {
        message->text[suggested.rm_so] = '\0';
    }
    message_set(&message->body, "%s", "");
    message_set(&message->function, "%s", filter->function);
    message->moved = message->silent = message->ends_file = message->in_macro = false;
    message->of_operator = message_operator_is_cause(filter->shown.operator_id, text);
    if (message_is_course(file) && filter->required_file[0] != '\0') {
        message_move(message, filter->required_file, filter->required_line);
    } else {
        char *own = message_own_line(file, line);
        if (own != NULL && matches(&filter->lines.translated, own)) {
            message_move(message, file, line);
        }
        free(own);
        move_to_call(message);
    }
    message_set(&filter->required_file, "%s", "");
}

// A note of the message. A note about the course's code is shown only if it says what a helper for labs takes.
static void add_note(struct filter *filter, const char *file, const char *line, const char *whole_line,
                     const char *text) {
    struct message *message = &filter->message;
    message->silent = true;
    message->of_operator |= message_operator_is_in_note(filter->shown.operator_id, text);
    if (message_is_course(message->file) && !message_is_course(file) &&
        !matches(&filter->lines.definition, text)) { // the note about the macro's use follows
        message_move(message, file, line);
    } else if (strstr(message->text, "sim_config") != NULL || matches(&filter->lines.macro, text) ||
               matches(&filter->lines.internal, text)) {
        return;
    } else if (strncmp(file, "common/operator/", 16) == 0) {
        if (strstr(text, "candidate") != NULL) {
            message_set(&message->body, "%s%s\n", message->body, whole_line);
        }
    } else if (!message_is_course(file)) {
        message_set(&message->body, "%s%s\n", message->body, whole_line);
        message_add_own_code(message, file, line);
    }
}

static void read_header(struct filter *filter, const char *line, const regmatch_t *group,
                        enum line_kind kind) {
    char *parts[LINE_GROUPS];
    for (int i = 0; i < LINE_GROUPS; i++) {
        parts[i] = group[i].rm_so < 0
                       ? message_copy("", 0)
                       : message_copy(line + group[i].rm_so, (size_t)(group[i].rm_eo - group[i].rm_so));
    }
    const char *text = line + group[0].rm_eo;
    if (kind == LINE_NVCC_HEADER) {
        begin(filter, parts[1], parts[2], "", parts[3], text);
    } else if (strcmp(parts[6], "note") != 0) {
        begin(filter, parts[1], parts[3], parts[5], parts[6], text);
    } else if (filter->message.severity != NULL) {
        add_note(filter, parts[1], parts[3], line, text);
    }
    for (int i = 0; i < LINE_GROUPS; i++) {
        free(parts[i]);
    }
}

// Adds the compiler's line of code. Clang takes that from the translated file: then it is the student's line instead.
static void add_code(struct filter *filter, const char *line) {
    struct message *message = &filter->message;
    const size_t blanks = strspn(line, " "), number = strspn(line + blanks, "0123456789");
    const bool numbered = number > 0 && strncmp(line + blanks + number, " | ", 3) == 0;
    char *own = strchr(message->place, ':') != NULL ? message_own_line(message->file, message->place) : NULL;
    if (own == NULL) {
        message_set(&message->body, "%s\n", line);
    } else {
        message_set(&message->body, "%.*s%s\n", numbered ? (int)(blanks + number + 3) : 0, line, own);
    }
    free(own);
}

// Shows a line about the course's own code, as the compiler says it, up to the first errors.
static void show_course_line(struct filter *filter, const char *line, enum line_kind kind) {
    struct messages_shown *shown = &filter->shown;
    const bool header = kind == LINE_HEADER || kind == LINE_NVCC_HEADER,
               is_error = strstr(line, "error: ") != NULL;
    shown->errors += header && is_error;
    filter->skips |=
        shown->errors_shown == COURSE_ERRORS_SHOWN &&
        (kind == LINE_ORIGIN || kind == LINE_FUNCTION || (header && strstr(line, ": note: ") == NULL));
    if (!filter->skips) {
        shown->errors_shown += header && is_error;
        fprintf(shown->out, "%s\n", line);
    }
}

// Shows a line of the linker. Of a function that the course's headers rename, such as malloc, it is the student's name,
// without where the course defines it: "in function ...: multiple definition of `sim_host_malloc'; x.o: first defined".
static void print_linker_line(const struct filter *filter, const char *line) {
    static const char renamed[] = "sim_host_";
    const char *name = strstr(line, renamed);
    const char *begin = name != NULL ? strstr(line, "multiple definition") : NULL;
    if (name == NULL || begin == NULL || begin > name) {
        fprintf(filter->shown.out, "%s\n", line);
    } else {
        const char *own = name + strlen(renamed);
        fprintf(filter->shown.out, "%.*s%.*s\n", (int)(name - begin), begin, (int)strcspn(own, ";"), own);
    }
}

// A line of code of the message; without a message, a line of another program, such as the linker.
static void read_other(struct filter *filter, const char *line) {
    struct message *message = &filter->message;
    if (message->severity == NULL) {
        const char *hint = message_causes_linker_hint(line);
        if (hint == NULL && matches(&filter->lines.internal, line)) {
            return;
        }
        print_linker_line(filter, line);
        if (hint != NULL) {
            fprintf(filter->shown.out, _("  hint: %s\n"), translate(hint));
        }
    } else if (!message->moved && message->body[0] == '\0') {
        add_code(filter, line);
    } else if (!message->moved && !matches(&filter->lines.correction, line)) {
        message_set(&message->body, "%s%s\n", message->body, line);
    }
}

static void read_line(struct filter *filter, const char *line) {
    struct message *message = &filter->message;
    regmatch_t group[LINE_GROUPS];
    enum line_kind kind = message_lines_kind(&filter->lines, line, group);
    if (filter->owner == COURSE_CODE && kind != LINE_NINJA && kind != LINE_FAILED) {
        show_course_line(filter, line, kind);
        return;
    }
    if (kind == LINE_FAILED) {
        messages_shown_add(&filter->shown, &filter->message);
        filter->shown.operator_id = message_operator(line);
    }
    switch (kind) {
    case LINE_NINJA:
    case LINE_FAILED:
    case LINE_SUMMARY:
        messages_shown_add(&filter->shown, message);
        message->silent = false;
        break;
    case LINE_COMPILER:
        messages_shown_add(&filter->shown, message);
        message->silent = false;
        fprintf(filter->shown.out, "%s\n", line);
        break;
    case LINE_REQUIRED:
        if (!message_is_course(line)) {
            message_set(&filter->required_file, "%.*s", (int)group[1].rm_eo, line);
            message_set(&filter->required_line, "%.*s", (int)(group[3].rm_eo - group[3].rm_so),
                        line + group[3].rm_so);
        }
        message->silent = true;
        break;
    case LINE_FUNCTION:
        // A lambda is what ./lab puts around a shift.
        message_set(&filter->function, "%s",
                    message_is_course(line) || strstr(line, ": At global scope") != NULL ||
                            strstr(line, ": In lambda ") != NULL
                        ? ""
                        : line);
        message->silent = true;
        break;
    case LINE_ORIGIN:
        message->silent = true;
        break;
    case LINE_HEADER:
    case LINE_NVCC_HEADER:
        read_header(filter, line, group, kind);
        break;
    case LINE_OTHER:
        if (!message->silent) {
            read_other(filter, line);
        }
        break;
    }
}

// Removes the path of the course's folder from the line.
static void make_relative(const struct filter *filter, char *line) {
    size_t length = strlen(filter->root);
    for (char *found; (found = strstr(line, filter->root)) != NULL;) {
        memmove(found, found + length, strlen(found + length) + 1);
    }
}

// Are there errors in the log?
static bool log_has_errors(const char *log_path) {
    size_t length;
    char *log = text_file_read(log_path, &length);
    const bool has = log != NULL && strstr(log, " error: ") != NULL;
    free(log);
    return has;
}

static bool filter_open(struct filter *filter, bool has_errors, FILE *out) {
    char folder[4096];
    bool good = getcwd(folder, sizeof(folder)) != NULL;
    message_set(&filter->root, "%s/", good ? folder : "");
    message_set(&filter->function, "%s", "");
    message_set(&filter->required_file, "%s", "");
    message_set(&filter->required_line, "%s", "");
    good &= message_lines_open(&filter->lines);
    good &= messages_shown_open(&filter->shown, out, &filter->lines.internal, has_errors);
    return good;
}

static void filter_close(struct filter *filter) {
    free(filter->root);
    free(filter->function);
    free(filter->required_file);
    free(filter->required_line);
    message_free(&filter->message);
    message_lines_close(&filter->lines);
    messages_shown_close(&filter->shown);
}

// Reads the lines of a log of Ninja, but for the commands that failed.
static void read_log(struct filter *filter, FILE *log) {
    char *line = NULL;
    size_t size = 0;
    bool is_command = false; // the line after "FAILED: "
    while (getline(&line, &size, log) > 0) {
        if (is_command) {
            is_command = false;
            continue;
        }
        line[strcspn(line, "\n")] = '\0';
        if (strlen(line) > MESSAGE_LINE_MAX) {
            line[MESSAGE_LINE_MAX] = '\0';
        }
        is_command = strncmp(line, "FAILED: ", 8) == 0;
        message_letters_restore(line);
        utf8_clean_controls(line); // the file can make the compiler print anything
        make_relative(filter, line);
        read_line(filter, line);
    }
    free(line);
    messages_shown_add(&filter->shown, &filter->message);
    messages_shown_end(&filter->shown);
}

bool messages_show(const char *log_path, enum code_owner owner, const char *own, FILE *out) {
    FILE *log = fopen(log_path, "r");
    if (log == NULL) {
        return false;
    }
    message_set_own_file(own);
    struct filter filter = {.owner = owner};
    const bool good = filter_open(&filter, log_has_errors(log_path), out);
    filter.shown.labs_code = own == NULL;
    filter.shown.briefly = owner == STUDENTS_CODE_BRIEFLY;
    if (good) {
        read_log(&filter, log);
    }
    fclose(log);
    const int more = filter.shown.errors - filter.shown.errors_shown;
    if (more > 0 && owner == COURSE_CODE) { // build.c names the log
        fprintf(out, "and %d more error%s\n", more, more == 1 ? "" : "s");
    } else if (more > 0 && owner == STUDENTS_CODE) {
        fprintf(out, "and %d more error%s, possibly caused by these; %s has all of them\n", more,
                more == 1 ? "" : "s", log_path);
    }
    if (filter.shown.error_operator_id != OPERATOR_NONE) {
        message_operator_show(filter.shown.error_operator_id, out);
    }
    filter_close(&filter);
    return good;
}
