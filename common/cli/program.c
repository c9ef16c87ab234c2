#define _GNU_SOURCE // vasprintf, setenv
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands.h"

enum { EXIT_INTERRUPTED = 130 }; // as shells say it

static void no_memory(void) {
    fputs("lab: not enough memory\n", stderr);
    exit(EXIT_BROKEN);
}

// Adds a word that was allocated, and frees it with the others.
static void add_owned(struct words *words, char *word) {
    char **more = realloc(words->items, ((size_t)words->count + 2) * sizeof(*more));
    if (word == NULL || more == NULL) {
        no_memory();
    }
    words->items = more;
    words->items[words->count++] = word;
    words->items[words->count] = NULL;
}

void words_add(struct words *words, const char *word) {
    add_owned(words, strdup(word));
}

void words_addf(struct words *words, const char *format, ...) {
    char *word = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&word, format, arguments) < 0) {
        no_memory();
    }
    va_end(arguments);
    add_owned(words, word);
}

void words_append(struct words *words, const struct words *more) {
    for (int i = 0; i < more->count; i++) {
        words_add(words, more->items[i]);
    }
}

void words_free(struct words *words) {
    for (int i = 0; i < words->count; i++) {
        free(words->items[i]);
    }
    free(words->items);
    *words = (struct words){0};
}

const char *words_after(const struct words *words, const char *word) {
    for (int i = 0; i + 1 < words->count; i++) {
        if (strcmp(words->items[i], word) == 0) {
            return words->items[i + 1];
        }
    }
    return NULL;
}

static void say_not_started(const struct words *command) {
    const int error = errno;
    fprintf(stderr, "lab: cannot start %s: %s. %s\n", command->items[0], strerror(error),
            error == ENOENT ? "./lab doctor says what is missing" : "Run the command again");
}

int program_become(const struct words *command) {
    fflush(stdout);
    execvp(command->items[0], command->items);
    say_not_started(command);
    return EXIT_BROKEN;
}

// The child of a fork, with `output` for its standard output, and for its errors if `with_errors`.
static void become_child(const struct words *command, int output, int with_errors) {
    if (output >= 0) {
        dup2(output, STDOUT_FILENO);
    }
    if (output >= 0 && with_errors) {
        dup2(output, STDERR_FILENO);
    }
    _exit(program_become(command));
}

static int wait_for(const struct words *command, pid_t child) {
    int status = 0;
    pid_t ended = child;
    while (child > 0 && (ended = waitpid(child, &status, 0)) < 0 && errno == EINTR) {
        continue;
    }
    if (ended < 0) {
        say_not_started(command);
        return EXIT_BROKEN;
    }
    if (WIFEXITED(status)) {
        return WEXITSTATUS(status);
    }
    if (WTERMSIG(status) == SIGINT) {
        return EXIT_INTERRUPTED;
    }
    if (WTERMSIG(status) == SIGPIPE) { // as in `./lab check | head`: the reader has ended
        return EXIT_BROKEN;
    }
    fprintf(stderr, "lab: signal %d ended %s\n", WTERMSIG(status), command->items[0]);
    return EXIT_BROKEN;
}

int program_run(const struct words *command, enum program_output output) {
    fflush(stdout);
    // Ctrl-C reaches the program too, which may still have something to say. Then it ends both.
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGINT, &ignore, &before);
    pid_t child = fork();
    if (child == 0) {
        sigaction(SIGINT, &before, NULL);
        become_child(command, output == OUTPUT_DROPPED ? open("/dev/null", O_WRONLY) : -1, 0);
    }
    int code = wait_for(command, child);
    sigaction(SIGINT, &before, NULL);
    if (code == EXIT_INTERRUPTED) {
        raise(SIGINT);
    }
    return code;
}

int program_open(const struct words *command, int with_errors, struct program *program) {
    int ends[2];
    fflush(stdout);
    if (pipe(ends) == 0) {
        program->child = fork();
        if (program->child == 0) {
            close(ends[0]);
            setenv("LC_ALL", "C", 1);
            become_child(command, ends[1], with_errors);
        }
        close(ends[1]);
        program->output = program->child > 0 ? fdopen(ends[0], "r") : NULL;
        if (program->output != NULL) {
            return EXIT_PASSED;
        }
        close(ends[0]);
    }
    say_not_started(command);
    return EXIT_BROKEN;
}

int program_close(const struct words *command, struct program *program) {
    fclose(program->output);
    return wait_for(command, program->child);
}
