// Instances (check/runner/instance.h) that are processes, to test without a WebAssembly module what one has. A fork is
// the runner, and shares its messages and the case's data with the checker, which can start no threads.
#define _GNU_SOURCE // MAP_ANONYMOUS
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/runner/instance.h"
#include "engine/web/instance.h"

enum { INSTANCES_MAX = 16, MESSAGES_BYTES = 64 << 20, DATA_BYTES = 1 << 30 };

struct shared {
    size_t sent, taken; // bytes of the messages
    char messages[MESSAGES_BYTES];
    char asked[DATA_BYTES]; // a struct case_request, and the data
};

static struct instance {
    pid_t pid;
    int go, done; // pipes: a byte begins a case, another ends it
    int printed;  // a file
    off_t printed_taken;
    size_t request_bytes;
    int ended;
    struct shared *shared;
} instances[INSTANCES_MAX + 1];

static struct shared *own; // of the instance that this process is

int protocol_send(int socket, uint32_t type, const void *payload, size_t length) {
    const struct message_header header = {type, (uint32_t)length};
    (void)socket;
    if (own->sent + sizeof(header) + length > MESSAGES_BYTES) {
        abort();
    }
    memcpy(own->messages + own->sent, &header, sizeof(header));
    memcpy(own->messages + own->sent + sizeof(header), payload, length);
    own->sent += sizeof(header) + length;
    return 0;
}

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument) {
    return own == NULL ? EAGAIN : __real_pthread_create(thread, attributes, run, argument);
}

_Noreturn static void be_instance(const char *variables, int go, int done, int printed,
                                  struct shared *shared) {
    char *copy = strdup(variables), *rest = NULL, byte = 0;
    own = shared;
    dup2(printed, STDOUT_FILENO);
    dup2(printed, STDERR_FILENO);
    setenv("LABS_SOCKET", "0", 1);
    for (char *line = strtok_r(copy, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        putenv(line);
    }
    instance_open();
    while (write(done, &byte, 1) == 1 && read(go, &byte, 1) == 1) {
        instance_case((struct case_request *)shared->asked);
    }
    exit(0);
}

// Waits until the instance has done what it was asked for, or has ended.
static void await(struct instance *instance) {
    char byte;
    int status;
    if (instance->ended == 0 && read(instance->done, &byte, 1) != 1) {
        waitpid(instance->pid, &status, 0);
        instance->ended = WIFSIGNALED(status) ? -WTERMSIG(status) : 1 + WEXITSTATUS(status);
    }
}

int instance_start(const char *variables) {
    int number = 1, go[2], done[2];
    while (instances[number].pid != 0) {
        number++;
    }
    struct instance *instance = &instances[number];
    *instance = (struct instance){.printed = memfd_create("printed", MFD_CLOEXEC)};
    instance->shared = mmap(NULL, sizeof(struct shared), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (number > INSTANCES_MAX || instance->printed < 0 || instance->shared == MAP_FAILED ||
        pipe2(go, O_CLOEXEC) != 0 || pipe2(done, O_CLOEXEC) != 0) {
        abort();
    }
    fflush(NULL);
    instance->pid = fork();
    if (instance->pid == 0) {
        close(go[1]);
        close(done[0]);
        be_instance(variables, go[0], done[1], instance->printed, instance->shared);
    }
    close(go[0]);
    close(done[1]);
    instance->go = go[1];
    instance->done = done[0];
    await(instance);
    return number;
}

void instance_run(int number, const void *request, size_t request_bytes, const void *input,
                  size_t input_bytes, size_t data_bytes) {
    struct instance *instance = &instances[number];
    char *data = instance->shared->asked + request_bytes;
    (void)data_bytes;
    memcpy(instance->shared->asked, request, request_bytes);
    memcpy(data, input, input_bytes);
    instance->request_bytes = request_bytes;
    if (write(instance->go, "", 1) != 1) {
        abort();
    }
    await(instance);
}

int instance_ended(int number) {
    return instances[number].ended;
}

size_t instance_message(int number, void *message, size_t room) {
    struct shared *shared = instances[number].shared;
    struct message_header header;
    if (shared->taken == shared->sent) {
        return 0;
    }
    memcpy(&header, shared->messages + shared->taken, sizeof(header));
    const size_t bytes = sizeof(header) + header.length;
    if (bytes <= room) {
        memcpy(message, shared->messages + shared->taken, bytes);
        shared->taken += bytes;
    }
    if (shared->taken == shared->sent) {
        shared->taken = shared->sent = 0; // it sends nothing while the checker runs
    }
    return bytes;
}

size_t instance_printed(int number, char *bytes, size_t room) {
    struct instance *instance = &instances[number];
    const ssize_t count = pread(instance->printed, bytes, room, instance->printed_taken);
    instance->printed_taken += count > 0 ? count : 0;
    return count > 0 ? (size_t)count : 0;
}

void instance_read(int number, size_t offset, void *to, size_t bytes) {
    const struct instance *instance = &instances[number];
    memcpy(to, instance->shared->asked + instance->request_bytes + offset, bytes);
}

void instance_stop(int number) {
    struct instance *instance = &instances[number];
    if (instance->ended == 0) {
        kill(instance->pid, SIGKILL);
        waitpid(instance->pid, NULL, 0);
    }
    close(instance->go);
    close(instance->done);
    close(instance->printed);
    munmap(instance->shared, sizeof(struct shared));
    *instance = (struct instance){0};
}
