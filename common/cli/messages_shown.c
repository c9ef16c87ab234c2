#include "messages_shown.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "message_braces.h"
#include "message_letters.h"
#include "message_words.h"
#include "text/translation.h"

enum { ERRORS_SHOWN = 3 };

bool messages_shown_open(struct messages_shown *shown, FILE *out, const regex_t *internal_names,
                         bool has_errors) {
    *shown = (struct messages_shown){.out = out,
                                     .internal_names = internal_names,
                                     .has_errors = has_errors,
                                     .operator_id = OPERATOR_NONE,
                                     .error_operator_id = OPERATOR_NONE};
    message_set(&shown->function, "%s", "");
    return message_causes_open(&shown->causes);
}

void messages_shown_close(struct messages_shown *shown) {
    for (int i = 0; i < shown->key_count; i++) {
        free(shown->keys[i]);
    }
    free(shown->keys);
    free(shown->function);
    free(shown->internal);
    message_causes_close(&shown->causes);
}

static bool is_shown(const struct messages_shown *shown, const char *key) {
    for (int i = 0; i < shown->key_count; i++) {
        if (strcmp(shown->keys[i], key) == 0) {
            return true;
        }
    }
    return false;
}

// The same; from now on, it is.
static bool was_shown(struct messages_shown *shown, const char *key) {
    if (is_shown(shown, key)) {
        return true;
    }
    char **more = realloc(shown->keys, ((size_t)shown->key_count + 1) * sizeof(*more));
    if (more != NULL) {
        shown->keys = more;
        shown->keys[shown->key_count++] = message_copy(key, strlen(key));
    }
    return false;
}

// Says where the variable is that the error does not know, if its block has ended. Returns whether there is one.
static bool show_ended_scope(const struct messages_shown *shown, const struct message *message) {
    char name[64];
    const int line = message_ended_scope(message, name, sizeof(name));
    if (line > 0) {
        fprintf(
            shown->out,
            _("  hint: %s in line %d exists only inside the { } or the loop there; declare it before that\n"),
            name, line);
    }
    return line > 0;
}

// Shows a message as the compiler would.
static void print_message(struct messages_shown *shown, const struct message *message) {
    if (message->function[0] != '\0' && strcmp(message->function, shown->function) != 0) {
        fprintf(shown->out, "%s\n", message->function);
    }
    message_set(&shown->function, "%s", message->function);
    fprintf(shown->out, "%s:%s: %s: %s\n%s", message->file, message->place, message->severity, message->text,
            message->body);
}

static void print_hint(const struct messages_shown *shown, const char *hint) {
    if (hint != NULL) {
        fprintf(shown->out, _("  hint: %s\n"), translate(hint));
    }
}

// Says which semicolon or brace is missing, if that is likely to be the error's cause.
static void show_missing_sign(struct messages_shown *shown, const struct message *message) {
    const int semicolon = message_semicolon_line(message);
    const struct lone_brace brace =
        semicolon > 0 ? (struct lone_brace){.line = 0} : message_lone_brace(message);
    if (semicolon > 0) {
        fprintf(shown->out, _("  hint: line %d seems to lack a ; at its end\n"), semicolon);
    } else if (brace.line > 0) {
        fprintf(shown->out,
                brace.opens ? _("  hint: the { in line %d seems to have no }\n")
                            : _("  hint: the } in line %d seems to have no {\n"),
                brace.line);
    }
    shown->rest_follows |= semicolon > 0 || brace.line > 0;
}

// Does the text begin with the name of a header, <thrust/sort.h>, that the simulated GPU lacks? (remove_directive)
static bool names_missing_header(const char *text) {
    return text[0] == '<' && strstr(text, ">: the simulated GPU has no ") != NULL;
}

// Counts an error, and shows it unless it is one too many.
static void show_error(struct messages_shown *shown, const struct message *message, const char *hint) {
    shown->errors++;
    if (shown->error_operator_id == OPERATOR_NONE && message->of_operator) {
        shown->error_operator_id = shown->operator_id;
    }
    const bool is_missing = names_missing_header(message->text);
    if (shown->briefly && shown->errors == 1) {
        shown->errors_shown++;
        fprintf(shown->out, "%s:%s: %s: %s\n", message->file, message->place, message->severity,
                message->text);
    } else if (!shown->briefly && shown->errors <= ERRORS_SHOWN && (is_missing || !shown->rest_follows)) {
        shown->errors_shown++;
        print_message(shown, message);
        print_hint(shown, hint);
        shown->rest_follows |= is_missing || message->ends_file || message->in_macro;
        if (hint == NULL && !show_ended_scope(shown, message)) {
            show_missing_sign(shown, message);
        }
    }
}

// A message with internal names is a consequence of another one, unless there is no other.
static void put_off(struct messages_shown *shown, const struct message *message, bool is_error) {
    shown->errors += is_error;
    if (is_error && shown->internal == NULL) {
        message_set(&shown->internal, "%s:%s: %s: %s\n%s", message->file, message->place, message->severity,
                    message->text, message->body);
    }
}

// In the headers that a lab's .cu file includes, which are not translated, these words are not CUDA's.
static bool needs_translation(const char *file, const char *code) {
    static const char *const headers[] = {".h", ".hh", ".hpp", ".cuh", ".inl"};
    const char *end = strrchr(file, '.');
    bool is_header = false;
    for (size_t i = 0; end != NULL && i < sizeof(headers) / sizeof(headers[0]); i++) {
        is_header |= strcmp(end, headers[i]) == 0;
    }
    return is_header && (strstr(code, "__shared__") != NULL || strstr(code, "<<<") != NULL);
}

// The hint for a message about a line of code; NULL: none. It may lie in `letters`, of `size` bytes.
static const char *find_hint(const struct messages_shown *shown, const struct message *message, bool is_error,
                             char *letters, size_t size) {
    char *code = message_own_line(message->file, message->place);
    const char *hint = NULL;
    if (is_error && code != NULL && shown->labs_code && needs_translation(message->file, code)) {
        hint =
            N_("in a lab, the simulated GPU knows __shared__ and launches only in the .cu file itself: move "
               "this code there");
    } else if (code != NULL) {
        hint = message_causes_hint(&shown->causes, code, message->text);
    }
    if (hint == NULL && is_error && code != NULL && message_letters_hint(code, letters, size)) {
        hint = letters;
    }
    free(code);
    return hint;
}

static void restore_words(struct message *message) {
    char *code = message_own_line(message->file, message->place);
    char *words = message_words_own(message->text, code);
    if (words != NULL) {
        message_set(&message->text, "%s", words);
        message->in_macro = strncmp(words, "expected ';'", strlen("expected ';'")) == 0;
    }
    free(words);
    free(code);
}

// Of the directive that stands for a missing header, #error "<thrust/sort.h>: ...", only the text is left. Clang shows
// only the text, with its quotes.
static void remove_directive(struct message *message) {
    const char *text = message->text;
    text += strncmp(text, "#error ", strlen("#error ")) == 0 ? strlen("#error ") : 0;
    const size_t length = strlen(text);
    if (length > 2 && text[0] == '"' && text[length - 1] == '"' && names_missing_header(text + 1)) {
        message_set(&message->text, "%.*s", (int)length - 2, text + 1);
    }
}

// GCC 12 warns that a temporary to which a reference is bound is not set, although it is. It has no name: D.2373.
static bool warns_about_temporary(const char *text) {
    const char *name = strstr(text, "D.");
    return name != NULL && isdigit((unsigned char)name[2]) && strstr(name, "uninitialized") != NULL;
}

void messages_shown_add(struct messages_shown *shown, struct message *message) {
    if (message->severity == NULL) {
        return;
    }
    const bool is_error = strcmp(message->severity, "warning") != 0;
    char letters[200];
    restore_words(message);
    remove_directive(message);
    const char *hint = find_hint(shown, message, is_error, letters, sizeof(letters));
    if (hint != NULL) {
        message_set(&message->body, "%s", "");
        message_add_own_code(message, message->file, message->place);
    }
    char *key = NULL; // without a column one place may have several messages
    message_set(&key, "%s:%s:%s%s", message->file, message->place, message->severity,
                strchr(message->place, ':') != NULL ? "" : message->text);
    char *line = NULL; // if it has a hint, its other messages are consequences
    message_set(&line, "%s:%d: hinted", message->file, atoi(message->place));
    const bool repeated = was_shown(shown, key) || is_shown(shown, line),
               unused = !is_error && shown->has_errors && strstr(message->text, "-Wunused") != NULL;
    if (repeated || unused || (!is_error && warns_about_temporary(message->text))) {
        // nothing new, or not the student's mistake
    } else if (regexec(shown->internal_names, message->text, 0, NULL, 0) == 0) {
        put_off(shown, message, is_error);
    } else {
        if (hint != NULL) {
            was_shown(shown, line);
        }
        if (is_error) {
            show_error(shown, message, hint);
        } else {
            print_message(shown, message);
            print_hint(shown, hint);
        }
    }
    free(key);
    free(line);
    free(message->severity);
    message->severity = NULL;
}

void messages_shown_end(struct messages_shown *shown) {
    if (shown->internal != NULL && shown->errors_shown == 0) {
        fputs(shown->internal, shown->out);
        shown->errors_shown++;
    }
}
