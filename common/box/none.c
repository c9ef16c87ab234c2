// For systems without the layers of box.h: nothing is contained.
#include "box/box.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int box_missing(enum box_kind kind, char *text, size_t size) {
    (void)kind;
    snprintf(text, size, "all layers: only Linux has them\n");
    return 1;
}

int box_present(enum box_kind kind, char *text, size_t size) {
    (void)kind;
    snprintf(text, size, "%s", "");
    return 0;
}

int box_exec(const struct box *box, char *const command[], char *problem, size_t size) {
    extern char **environ;
    if (!box->trusted) {
        snprintf(problem, size, "the program cannot be contained on this system");
        errno = ENOSYS;
        return -1;
    }
    environ = (char **)(uintptr_t)box->environment;
    setpgid(0, 0);
    execvp(command[0], command);
    snprintf(problem, size, "%s cannot be executed", command[0]);
    return -1;
}

enum box_breach box_look(pid_t pid, const struct box_limits *limits) {
    (void)pid, (void)limits;
    return BOX_WITHIN;
}

void box_breach_text(enum box_breach breach, const struct box_limits *limits, char *text, size_t size) {
    (void)breach, (void)limits;
    snprintf(text, size, "%s", "");
}

struct box_watch *box_watch_begin(pid_t pid, const struct box_limits *limits) {
    (void)pid, (void)limits;
    return NULL;
}

enum box_breach box_watch_end(struct box_watch *watch) {
    (void)watch;
    return BOX_WITHIN;
}

void box_adopt(void) {
}

void box_kill_rest(void) {
}
