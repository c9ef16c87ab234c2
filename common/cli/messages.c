#define _GNU_SOURCE // getline, strdup
#include "messages.h"

#include <regex.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message_braces.h"
#include "message_causes.h"
#include "message_letters.h"
#include "message_lines.h"
#include "text/translation.h"
#include "text/utf8.h"
#include "text_file.h"

enum { ERRORS_SHOWN = 3, COURSE_ERRORS_SHOWN = 2, LINE_LENGTH_MAX = 1000 }; // of a line, the rest is left out

// The message that is being read.
struct message {
    char *severity; // NULL: none is being read
    char *file, *place, *text, *body, *function;
    bool moved;  // to the student's line: the compiler's lines of code are not the student's
    bool silent; // the following text is about the course's internals
};

struct filter {
    enum code_owner owner;
    const char *log_path;
    char *root; // the course's folder, with a slash
    FILE *out;
    struct message_lines lines;
    struct message_causes causes;
    struct message message;
    char *function;       // that the next message is in
    char *shown_function; // that was shown last
    char *required_by;    // the student's line that the next message comes from, "FILE:LINE: ..."
    char **shown;         // messages
    int shown_count, errors, errors_shown;
    char *internal;        // the first error that names what the student has not written; NULL: none
    bool sign_is_missing;  // a brace or a semicolon, and said already: the other errors are consequences
    bool has_errors;       // the log does: what is unused may be so in consequence
    bool skips;            // of the course's own code, enough was shown
    int operator_id;       // of what failed last (message_operator); OPERATOR_NONE: none
    int error_operator_id; // of the first error that a type has caused
};

static char *copy(const char *text, size_t length) {
    char *made = strndup(text, length);
    if (made == NULL) {
        fputs("lab: not enough memory\n", stderr);
        exit(2);
    }
    return made;
}

// Replaces *text with a formatted text. *text may be among the arguments.
static void set(char **text, const char *format, ...) {
    char *made = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&made, format, arguments) < 0) {
        made = copy("", 0);
    }
    va_end(arguments);
    free(*text);
    *text = made;
}

static bool matches(const regex_t *pattern, const char *text) {
    return regexec(pattern, text, 0, NULL, 0) == 0;
}

static const char *own_folder; // begins with the student's folder, of own_length; NULL: none
static size_t own_length;

// Does a path, or a line that begins with a path, belong to the course or the compiler?
static bool is_course(const char *path) {
    if (own_folder != NULL) {
        return (path[0] == '/' && strncmp(path, own_folder, own_length) != 0) || path[0] == '<';
    }
    return strncmp(path, "common/", 7) == 0 || path[0] == '/' || path[0] == '<';
}

// The line of a student's file, without its end; NULL if there is none.
static char *own_line(const char *path, const char *place) {
    size_t length;
    char *text = is_course(path) ? NULL : text_file_read(path, &length), *line = text;
    for (long number = strtol(place, NULL, 10); line != NULL && number > 1; number--) {
        line = strchr(line, '\n');
        line += line != NULL;
    }
    char *found = line != NULL ? copy(line, strcspn(line, "\n")) : NULL;
    free(text);
    return found;
}

// Adds the line of code to the message's body.
static void add_own_code(struct message *message, const char *path, const char *place) {
    char *line = own_line(path, place);
    if (line != NULL && line[0] != '\0') {
        set(&message->body, "%s%5ld | %s\n", message->body, strtol(place, NULL, 10), line);
    }
    free(line);
}

// Moves a message to a student's line.
static void move(struct message *message, const char *path, const char *place) {
    set(&message->file, "%s", path);
    set(&message->place, "%s", place);
    set(&message->body, "%s", "");
    add_own_code(message, path, place);
    message->moved = true;
}

static bool is_shown(const struct filter *filter, const char *key) {
    for (int i = 0; i < filter->shown_count; i++) {
        if (strcmp(filter->shown[i], key) == 0) {
            return true;
        }
    }
    return false;
}

// The same; from now on, it is.
static bool was_shown(struct filter *filter, const char *key) {
    if (is_shown(filter, key)) {
        return true;
    }
    char **more = realloc(filter->shown, ((size_t)filter->shown_count + 1) * sizeof(*more));
    if (more != NULL) {
        filter->shown = more;
        filter->shown[filter->shown_count++] = copy(key, strlen(key));
    }
    return false;
}

// Which brace of the student's file seems to have no partner, if that is likely to be the error's cause? `line` 0:
// none.
static struct lone_brace find_lone_brace(const struct message *message) {
    size_t length;
    char *text = is_course(message->file) || !message_braces_is_cause(message->text)
                     ? NULL
                     : text_file_read(message->file, &length);
    struct lone_brace brace = {.line = 0};
    if (text != NULL) {
        brace = message_braces_find(text, length);
    }
    free(text);
    return brace;
}

// The line of the student's file that lacks a semicolon, if that is the error; 0: none.
static int find_semicolon(const struct message *message) {
    size_t length;
    char *text = is_course(message->file) ? NULL : text_file_read(message->file, &length);
    const int line =
        text != NULL ? message_semicolon_line(message->text, text, length, atoi(message->place)) : 0;
    free(text);
    return line;
}

static void show_hint(struct filter *filter, const char *hint, const struct lone_brace *brace) {
    if (hint != NULL) {
        fprintf(filter->out, _("  hint: %s\n"), translate(hint));
    } else if (brace->line > 0) {
        fprintf(filter->out,
                brace->opens ? _("  hint: the { in line %d seems to have no }\n")
                             : _("  hint: the } in line %d seems to have no {\n"),
                brace->line);
        filter->sign_is_missing = true;
    }
}

// A message that names the translator's insides is a consequence of another one, unless there is no other. Then it is
// shown at the end.
static void put_off(struct filter *filter, bool is_error) {
    const struct message *message = &filter->message;
    filter->errors += is_error;
    if (is_error && filter->internal == NULL) {
        set(&filter->internal, "%s:%s: %s: %s\n%s", message->file, message->place, message->severity,
            message->text, message->body);
    }
}

static void show_put_off(struct filter *filter) {
    if (filter->internal != NULL && filter->errors_shown == 0) {
        fputs(filter->internal, filter->out);
        filter->errors_shown++;
    }
}

// Shows the message that has been read, unless it is a repetition or one too many.
static void finish(struct filter *filter) {
    struct message *message = &filter->message;
    if (message->severity == NULL) {
        return;
    }
    char *key = NULL; // without a column one place may have several messages
    set(&key, "%s:%s:%s%s", message->file, message->place, message->severity,
        strchr(message->place, ':') != NULL ? "" : message->text);
    bool is_error = strcmp(message->severity, "warning") != 0;
    char *code = is_error ? own_line(message->file, message->place) : NULL;
    char letters[200];
    const char *hint = code != NULL ? message_causes_hint(&filter->causes, code, message->text) : NULL;
    if (hint == NULL && code != NULL && message_letters_hint(code, letters, sizeof(letters))) {
        hint = letters;
    }
    free(code);
    char *line = NULL; // if it has a hint, its other messages are consequences
    set(&line, "%s:%d: hinted", message->file, atoi(message->place));
    if (hint != NULL) {
        set(&message->body, "%s", "");
        add_own_code(message, message->file, message->place);
    }
    bool repeated = was_shown(filter, key) || is_shown(filter, line) ||
                    (!is_error && filter->has_errors && strstr(message->text, "-Wunused") != NULL);
    if (!repeated && matches(&filter->lines.internal, message->text)) {
        put_off(filter, is_error);
    } else if (!repeated && (hint == NULL || !was_shown(filter, line))) {
        filter->errors += is_error;
        if (is_error && filter->error_operator_id == OPERATOR_NONE &&
            message_operator_is_cause(filter->operator_id, message->text)) {
            filter->error_operator_id = filter->operator_id;
        }
        if (!is_error || (filter->errors <= ERRORS_SHOWN && !filter->sign_is_missing)) {
            filter->errors_shown += is_error;
            if (message->function[0] != '\0' && strcmp(message->function, filter->shown_function) != 0) {
                fprintf(filter->out, "%s\n", message->function);
            }
            set(&filter->shown_function, "%s", message->function);
            fprintf(filter->out, "%s:%s: %s: %s\n%s", message->file, message->place, message->severity,
                    message->text, message->body);
            struct lone_brace brace = {.line = 0};
            const int semicolon = is_error && hint == NULL ? find_semicolon(message) : 0;
            if (semicolon > 0) {
                fprintf(filter->out, _("  hint: line %d seems to lack a ; at its end\n"), semicolon);
                filter->sign_is_missing = true;
            } else if (is_error) {
                brace = find_lone_brace(message);
            }
            show_hint(filter, hint, &brace);
        }
    }
    free(key);
    free(line);
    free(message->severity);
    message->severity = NULL;
}

// Begins a message: its header has been read. `column` may be "".
static void begin(struct filter *filter, const char *file, const char *line, const char *column,
                  const char *severity, const char *text) {
    struct message *message = &filter->message;
    regmatch_t attribute, suggested;
    finish(filter);
    if (regexec(&filter->lines.attribute, text, 1, &attribute, 0) == 0) {
        text += attribute.rm_eo;
    }
    set(&message->severity, "%s", severity);
    set(&message->file, "%s", file);
    set(&message->place, "%s%s%s", line, column[0] != '\0' ? ":" : "", column);
    set(&message->text, "%s", text);
    if (regexec(&filter->lines.suggested, text, 1, &suggested, 0) == 0) {
        message->text[suggested.rm_so] = '\0';
    }
    set(&message->body, "%s", "");
    set(&message->function, "%s", filter->function);
    message->moved = message->silent = false;
    if (is_course(file) && filter->required_by[0] != '\0') {
        char *path = filter->required_by, *colon = strchr(path, ':');
        char *student_file = copy(path, (size_t)(colon - path));
        char *place = copy(colon + 1, strcspn(colon + 1, ":"));
        move(message, student_file, place);
        free(student_file);
        free(place);
    } else {
        char *own = own_line(file, line);
        if (own != NULL && matches(&filter->lines.translated, own)) {
            move(message, file, line);
        }
        free(own);
    }
    set(&filter->required_by, "%s", "");
}

// A note of the message. A note about the course's code is shown only if it says what a helper for labs takes.
static void add_note(struct filter *filter, const char *file, const char *line, const char *whole_line,
                     const char *text) {
    struct message *message = &filter->message;
    message->silent = true;
    if (is_course(message->file) && !is_course(file)) {
        move(message, file, line);
    } else if (matches(&filter->lines.macro, text) || matches(&filter->lines.internal, text)) {
        return;
    } else if (strncmp(file, "common/operator/", 16) == 0) {
        if (strstr(text, "candidate") != NULL) {
            set(&message->body, "%s%s\n", message->body, whole_line);
        }
    } else if (!is_course(file)) {
        set(&message->body, "%s%s\n", message->body, whole_line);
        add_own_code(message, file, line);
    }
}

static void read_header(struct filter *filter, const char *line, const regmatch_t *group,
                        enum line_kind kind) {
    char *parts[LINE_GROUPS];
    for (int i = 0; i < LINE_GROUPS; i++) {
        parts[i] = group[i].rm_so < 0
                       ? copy("", 0)
                       : copy(line + group[i].rm_so, (size_t)(group[i].rm_eo - group[i].rm_so));
    }
    const char *text = line + group[0].rm_eo;
    if (kind == LINE_NVCC_HEADER) {
        begin(filter, parts[1], parts[2], "", parts[3], text);
    } else if (strcmp(parts[5], "note") != 0) {
        begin(filter, parts[1], parts[2], parts[4], parts[5], text);
    } else if (filter->message.severity != NULL) {
        add_note(filter, parts[1], parts[2], line, text);
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
    char *own = strchr(message->place, ':') != NULL ? own_line(message->file, message->place) : NULL;
    if (own == NULL) {
        set(&message->body, "%s\n", line);
    } else {
        set(&message->body, "%.*s%s\n", numbered ? (int)(blanks + number + 3) : 0, line, own);
    }
    free(own);
}

// Shows a line about the course's own code, as the compiler says it, up to the first errors.
static void show_course_line(struct filter *filter, const char *line, enum line_kind kind) {
    const bool header = kind == LINE_HEADER || kind == LINE_NVCC_HEADER,
               is_error = strstr(line, "error: ") != NULL;
    filter->errors += header && is_error;
    filter->skips |=
        filter->errors_shown == COURSE_ERRORS_SHOWN &&
        (kind == LINE_ORIGIN || kind == LINE_FUNCTION || (header && strstr(line, ": note: ") == NULL));
    if (!filter->skips) {
        filter->errors_shown += header && is_error;
        fprintf(filter->out, "%s\n", line);
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
        finish(filter);
        filter->operator_id = message_operator(line);
    }
    switch (kind) {
    case LINE_NINJA:
    case LINE_FAILED:
    case LINE_SUMMARY:
        finish(filter);
        break;
    case LINE_REQUIRED:
        if (!is_course(line)) {
            set(&filter->required_by, "%s", line);
        }
        message->silent = true;
        break;
    case LINE_FUNCTION:
        // A lambda is what ./lab puts around a shift.
        set(&filter->function, "%s",
            is_course(line) || strstr(line, ": At global scope") != NULL ||
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
        if (message->severity == NULL) {
            fprintf(filter->out, "%s\n", line);
            show_hint(filter, message_causes_linker_hint(line), &(struct lone_brace){.line = 0});
        } else if (!message->moved && !message->silent && message->body[0] == '\0') {
            add_code(filter, line);
        } else if (!message->moved && !message->silent && !matches(&filter->lines.correction, line)) {
            set(&message->body, "%s%s\n", message->body, line);
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

static bool filter_open(struct filter *filter) {
    char folder[4096];
    bool good = getcwd(folder, sizeof(folder)) != NULL;
    set(&filter->root, "%s/", good ? folder : "");
    set(&filter->function, "%s", "");
    set(&filter->shown_function, "%s", "");
    set(&filter->required_by, "%s", "");
    good &= message_lines_open(&filter->lines);
    good &= message_causes_open(&filter->causes);
    return good;
}

static void filter_close(struct filter *filter) {
    struct message *message = &filter->message;
    char *texts[] = {filter->root,      filter->function, filter->shown_function, filter->required_by,
                     message->file,     message->place,   message->text,          message->body,
                     message->function, filter->internal};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        free(texts[i]);
    }
    for (int i = 0; i < filter->shown_count; i++) {
        free(filter->shown[i]);
    }
    free(filter->shown);
    message_lines_close(&filter->lines);
    message_causes_close(&filter->causes);
}

bool messages_show(const char *log_path, enum code_owner owner, const char *own, FILE *out) {
    const char *slash = own != NULL ? strrchr(own, '/') : NULL;
    own_folder = own;
    own_length = slash != NULL ? (size_t)(slash - own + 1) : 0;
    struct filter filter = {.owner = owner,
                            .log_path = log_path,
                            .out = out,
                            .operator_id = OPERATOR_NONE,
                            .error_operator_id = OPERATOR_NONE};
    FILE *log = fopen(log_path, "r");
    char *line = NULL;
    size_t size = 0, length;
    char *whole = text_file_read(log_path, &length);
    filter.has_errors = whole != NULL && strstr(whole, " error: ") != NULL;
    free(whole);
    bool good = log != NULL && filter_open(&filter), is_command = false;
    while (good && getline(&line, &size, log) > 0) {
        line[strcspn(line, "\n")] = '\0';
        if (strlen(line) > LINE_LENGTH_MAX && !is_command) {
            line[LINE_LENGTH_MAX] = '\0';
        }
        if (is_command) {
            is_command = false;
            continue;
        }
        is_command = strncmp(line, "FAILED: ", 8) == 0;
        utf8_clean_controls(line); // the file can make the compiler print anything
        make_relative(&filter, line);
        read_line(&filter, line);
    }
    finish(&filter);
    show_put_off(&filter);
    int more = filter.errors - filter.errors_shown;
    if (more > 0 && owner == COURSE_CODE) { // build.c names the log
        fprintf(out, "and %d more error%s\n", more, more == 1 ? "" : "s");
    } else if (more > 0) {
        fprintf(out, "and %d more error%s, possibly caused by these; %s has all of them\n", more,
                more == 1 ? "" : "s", log_path);
    }
    if (filter.error_operator_id != OPERATOR_NONE) {
        message_operator_show(filter.error_operator_id, out);
    }
    free(line);
    if (log != NULL) {
        fclose(log);
        filter_close(&filter);
    }
    return good;
}
