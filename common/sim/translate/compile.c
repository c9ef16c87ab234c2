// sim-compile COMPILER ARGUMENT... -o OBJECT -c TRANSLATION: compiles a translation (main.c), unless the preprocessor
// makes words of its source that would hide code from the simulated GPU (reserved.c).
//
// The preprocessor's output for the source itself is read, not for the translation, which has the simulated GPU's own
// macros. The exit code is the compiler's, or 1 with the reason on standard error.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "origin.h"
#include "preprocessed.h"
#include "text_file.h"

extern char **environ;

enum { EXIT_REFUSED = 1, EXIT_HARNESS = 2 };

// The paths behind the last `begin` of the text, to the end of its line, which gets a zero. NULL if there is none.
static char *find_last(char *text, const char *begin) {
    char *found = NULL;
    for (char *at = text; (at = strstr(at, begin)) != NULL; at++) {
        found = at;
    }
    return found == NULL ? NULL : found + strlen(begin);
}

// Starts a command. Its standard input, output and messages are `ends`, unless that is NULL. Returns its process, or
// -1.
static pid_t start(char **command, const int *ends) {
    posix_spawn_file_actions_t actions;
    pid_t process = -1;
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 3 && ends != NULL; i++) {
        posix_spawn_file_actions_adddup2(&actions, ends[i], i);
    }
    int error = posix_spawnp(&process, command[0], &actions, NULL, command, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        fprintf(stderr, "sim-compile: cannot start %s: %s\n", command[0], strerror(error));
        return -1;
    }
    return process;
}

// Waits for a process. Returns its exit code, as a shell does.
static int finish(pid_t process) {
    int status;
    while (waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) {
            return EXIT_HARNESS;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

struct text {
    char *bytes; // and a zero
    size_t length, capacity;
};

// Adds what can be read. Returns 1, 0 at the end, -1 without memory.
static int read_more(int in, struct text *text) {
    if (text->length + 1 >= text->capacity) {
        size_t capacity = text->capacity == 0 ? 1 << 16 : 2 * text->capacity;
        char *more = realloc(text->bytes, capacity);
        if (more == NULL) {
            return -1;
        }
        text->bytes = more;
        text->capacity = capacity;
    }
    ssize_t got = read(in, text->bytes + text->length, text->capacity - text->length - 1);
    text->length += got > 0 ? (size_t)got : 0;
    text->bytes[text->length] = '\0';
    return got > 0 || (got < 0 && errno == EINTR);
}

// The command that only preprocesses what it reads, as of a file in `folder`.
static char **preprocess_command(int count, char **arguments, char *folder) {
    static char *const added[] = {"-E", "-w", "-x", "c++", "-iquote"};
    char **command = calloc((size_t)count + 10, sizeof(*command));
    int words = 0;
    for (int i = 1; i < count && command != NULL; i++) {
        const char *word = arguments[i];
        if (strcmp(word, "-o") == 0 || strcmp(word, "-c") == 0 || strcmp(word, "-MT") == 0 ||
            strcmp(word, "-MF") == 0) {
            i++;
        } else if (strcmp(word, "-MD") != 0) {
            command[words++] = arguments[i];
        }
    }
    for (size_t i = 0; i < sizeof(added) / sizeof(added[0]) && command != NULL; i++) {
        command[words++] = added[i];
    }
    if (command != NULL) {
        command[words++] = folder;
#ifdef LABS_GCC
        command[words++] = "-fpch-preprocess"; // names the precompiled header instead of repeating it
#endif
        command[words] = "-";
    }
    return command;
}

// Writes all, unless the reader ends.
static void write_all(int to, const struct text *text) {
    size_t written = 0;
    for (ssize_t now = 0; now >= 0 && written<text->length; written += now> 0 ? (size_t)now : 0) {
        now = write(to, text->bytes + written, text->length - written);
        now = now < 0 && errno == EINTR ? 0 : now;
    }
}

// Preprocesses `in`, which compilers read to its end before they write. Returns 0 with the output. *failed: the
// preprocessor has failed, with messages that the compiler will repeat.
static int preprocess(char **command, const struct text *in, struct text *output, int *failed) {
    int input[2], out[2], nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC), more = 1;
    if (command == NULL || nowhere < 0 || pipe(input) != 0 || pipe(out) != 0) {
        fprintf(stderr, "sim-compile: %s\n", strerror(errno));
        return EXIT_HARNESS;
    }
    fcntl(input[1], F_SETFD, FD_CLOEXEC); // the end comes when it is closed here
    pid_t process = start(command, (int[]){input[0], out[1], nowhere});
    close(input[0]);
    close(out[1]);
    close(nowhere);
    write_all(input[1], in);
    close(input[1]);
    while (process > 0 && more > 0) {
        more = read_more(out[0], output);
    }
    close(out[0]);
    if (process > 0) {
        *failed = finish(process) != 0;
    }
    return process > 0 && more == 0 ? 0 : EXIT_HARNESS;
}

// The source with its includes translated; no bytes without it.
static struct text read_source(const char *path) {
    struct text source = {0};
    size_t length;
    char *text = text_file_read(path, &length);
    if (text != NULL) {
        source.bytes = preprocessed_source(text, length, path, &source.length);
    }
    free(text);
    return source;
}

// May the source be compiled? Returns 0, or an exit code. *failed: the preprocessor has failed.
static int check(char **command, const char *source, const char *name, int *failed) {
    struct text text = {0}, in = read_source(source);
    int result = in.bytes != NULL ? preprocess(command, &in, &text, failed) : EXIT_HARNESS;
    if (in.bytes == NULL) {
        fprintf(stderr, "sim-compile: cannot read %s\n", source);
    }
    free(in.bytes);
    struct preprocessed_error error;
    if (result == 0 && preprocessed_check(text.bytes, text.length, LABS_HEADERS, &error) != 0) {
        const int own = error.file[0] == '\0' || strcmp(error.file, source) == 0;
        fprintf(stderr, "%s:%d: error: %s\n", own ? name : error.file, error.line, error.text);
        result = EXIT_REFUSED;
    }
    free(text.bytes);
    return result;
}

int main(int count, char **arguments) {
    size_t length;
    char *translation = NULL;
    if (count < 4 || strcmp(arguments[count - 2], "-c") != 0 ||
        (translation = text_file_read(arguments[count - 1], &length)) == NULL) {
        fprintf(stderr, "usage: sim-compile COMPILER ARGUMENT... -o OBJECT -c TRANSLATION\n");
        return EXIT_HARNESS;
    }
    char *source = find_last(translation, ORIGIN_SOURCE), *name = find_last(translation, ORIGIN_NAME);
    int failed = 0;
    signal(SIGPIPE, SIG_IGN);
    if (source != NULL && name != NULL) {
        source[strcspn(source, "\n")] = '\0';
        name[strcspn(name, "\n")] = '\0';
        char *folder = strdup(source), *slash = folder != NULL ? strrchr(folder, '/') : NULL;
        if (slash != NULL) {
            *slash = '\0';
        }
        char **command = preprocess_command(count, arguments, slash != NULL ? folder : ".");
        int refused = check(command, source, name, &failed);
        free(command);
        free(folder);
        if (refused != 0) {
            return refused;
        }
    }
    pid_t process = start(arguments + 1, NULL);
    int result = process > 0 ? finish(process) : EXIT_HARNESS;
    if (result == 0 && failed) {
        fprintf(stderr, "%s: error: the preprocessor fails on this file, and the compiler does not\n", name);
        result = EXIT_REFUSED;
    }
    free(translation);
    return result;
}
