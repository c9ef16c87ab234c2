// The tests course.sandbox.NAME: an attack (attacks.c) gets through without the box, and does not get through in it;
// what is harmless gets through there, too.
//
//   sandbox LABS_BOX NAME      as this user and, if that is root, also as an ordinary user
//   sandbox --list             the names
//   sandbox --attack NAME FOLDER VICTIM ADDRESS PORT      only the attack. Exit code 0: it got through
//
// Exit codes: 0 as expected, 1 not, 2 the test could not be done, 77 this machine lacks a layer.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "attacks.h"
#include "box/box.h"

enum { CONTAINED = 0, GOT_THROUGH = 1, BROKEN = 2, SKIPPED = 77, NOBODY = 65534, WORDS = 32 };

static void stop(const char *what) {
    fprintf(stderr, "sandbox: %s: %s\n", what, strerror(errno));
    exit(BROKEN);
}

static const struct attack *find(const char *name) {
    for (size_t i = 0; i < attack_count; i++) {
        if (strcmp(attacks[i].name, name) == 0) {
            return &attacks[i];
        }
    }
    stop(name);
    return NULL;
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0) {
        stop(path);
    }
}

static void copy(const char *from, const char *to) {
    static char bytes[1 << 16];
    int in = open(from, O_RDONLY | O_CLOEXEC), out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0755);
    ssize_t length = 0;
    while (in >= 0 && out >= 0 && (length = read(in, bytes, sizeof(bytes))) > 0) {
        if (write(out, bytes, (size_t)length) != length) {
            stop(to);
        }
    }
    if (in < 0 || out < 0 || length < 0 || fchmod(out, 0755) != 0) {
        stop(from);
    }
    close(in);
    close(out);
}

static bool report_is(const struct scene *scene, const char *text) {
    char found[64] = "";
    FILE *file = fopen(scene_path(scene, "report.json"), "r");
    bool same = file != NULL && fgets(found, sizeof(found), file) != NULL && strcmp(found, text) == 0;
    if (file != NULL) {
        fclose(file);
    }
    return same;
}

static void fill(const struct scene *scene) {
    static const char *const folders[] = {"course", "other", "home"};
    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
        mkdir(scene_path(scene, folders[i]), 0700);
    }
    unlink(scene_path(scene, "course/solution"));
    unlink(scene_path(scene, "home/mine"));
    copy("/bin/true", scene_path(scene, "course/solution"));
    write_file(scene_path(scene, "course/lab.h"), "// the contract\n");
    write_file(scene_path(scene, "other/starter.cu"), "// another student's\n");
    write_file(scene_path(scene, "report.json"), "the verdict");
}

// Runs a command, and returns whether it ended with exit code 0.
static bool succeeds(const char *const *command) {
    pid_t pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        execv(command[0], (char *const *)(uintptr_t)command);
        _exit(BROKEN);
    }
    int status = 1;
    waitpid(pid, &status, 0);
    return pid > 0 && status == 0;
}

// Does the attack get through? box: NULL, or labs_box.
static bool gets_through(const struct attack *attack, const char *self, const char *box,
                         struct scene *scene) {
    const char *words[WORDS];
    char victim[16], address[24], port[16];
    size_t count = 0;
    fill(scene);
    scene->victim = fork();
    if (scene->victim == 0) {
        for (;;) {
            pause();
        }
    }
    if (box != NULL) {
        const char *const usual[] = {box,  "--program", "--read",
                                     self, "--read",    scene_path(scene, "course/lab.h")};
        for (; count < sizeof(usual) / sizeof(usual[0]); count++) {
            words[count] = usual[count];
        }
        for (int i = 0; attack->options[i] != NULL; i++) {
            words[count++] = attack->options[i];
        }
        words[count++] = "--";
    }
    snprintf(victim, sizeof(victim), "%d", (int)scene->victim);
    snprintf(address, sizeof(address), "%llu", (unsigned long long)(uintptr_t)attacks);
    snprintf(port, sizeof(port), "%d", scene->port);
    const char *const last[] = {self, "--attack", attack->name, scene->folder, victim, address, port, NULL};
    for (size_t i = 0; i < sizeof(last) / sizeof(last[0]); i++) {
        words[count++] = last[i];
    }
    bool through = succeeds(words);
    if (attack->later) {
        nanosleep(&(struct timespec){.tv_nsec = 400000000}, NULL);
        through = through && !report_is(scene, "the verdict");
    }
    box_kill_rest(); // the victim, and what an attack without the box has left
    return through;
}

static int listen_somewhere(int *port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof(address);
    int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (server < 0 || bind(server, (struct sockaddr *)&address, sizeof(address)) != 0 ||
        listen(server, 4) != 0 || getsockname(server, (struct sockaddr *)&address, &length) != 0) {
        stop("no local network");
    }
    *port = ntohs(address.sin_port);
    return server;
}

// One user's part of the test, in a folder of its own. Does not return.
static void try_as_this_user(const struct attack *attack, const char *programs, const char *who) {
    char self[300], box[300], folder[300];
    struct scene scene = {.folder = folder};
    snprintf(self, sizeof(self), "%s/sandbox", programs);
    snprintf(box, sizeof(box), "%s/labs_box", programs);
    snprintf(folder, sizeof(folder), "%s/%s", programs, who);
    listen_somewhere(&scene.port);
    fill(&scene);
    int secret = open(scene_path(&scene, "other/starter.cu"), O_RDONLY | O_CLOEXEC);
    if (secret < 0 || dup2(secret, LEAKED) != LEAKED) {
        stop("a descriptor to leak");
    }
    setenv("LABS_TEST_SECRET", "1", 1);
    prctl(PR_SET_DUMPABLE, 1); // which changing the user has switched off, for the victim, too
    box_adopt();
    bool outside = gets_through(attack, self, NULL, &scene), inside = gets_through(attack, self, box, &scene);
    printf("%s, as %s: %s without the box, %s in it\n", attack->name, who,
           outside ? "gets through" : "does not get through", inside ? "gets through" : "is contained");
    if (!outside && !inside && !(attack->as_root && strcmp(who, "root") != 0)) {
        printf("skipped: this machine prevents it anyway\n"); // such as a container
        exit(SKIPPED);
    }
    exit(inside == attack->harmless ? CONTAINED : GOT_THROUGH);
}

static int try_as(const struct attack *attack, const char *programs, const char *who, uid_t user) {
    char folder[300];
    int status = -1;
    snprintf(folder, sizeof(folder), "%s/%s", programs, who);
    if (mkdir(folder, 0700) != 0 || (user != getuid() && chown(folder, user, user) != 0)) {
        stop(folder);
    }
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        if (user != getuid() && (setgroups(0, NULL) != 0 || setgid(user) != 0 || setuid(user) != 0)) {
            stop("another user");
        }
        try_as_this_user(attack, programs, who);
    }
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : BROKEN;
}

static int try(const char *box, const struct attack *attack) {
    char programs[] = "/tmp/labs-sandbox-XXXXXX", path[300], missing[1000], command[300];
    if (box_missing(BOX_PROGRAM, missing, sizeof(missing)) > 0) {
        printf("not contained here, because this machine lacks:\n%s", missing);
        return SKIPPED;
    }
    if (mkdtemp(programs) == NULL || chmod(programs, 0755) != 0) {
        stop(programs);
    }
    snprintf(path, sizeof(path), "%s/sandbox", programs); // where every user can execute them
    copy("/proc/self/exe", path);
    snprintf(path, sizeof(path), "%s/labs_box", programs);
    copy(box, path);
    bool root = getuid() == 0;
    int result = try_as(attack, programs, root ? "root" : "user", getuid());
    if (result == CONTAINED && root) {
        result = try_as(attack, programs, "nobody", NOBODY);
    }
    snprintf(command, sizeof(command), "rm -rf %s", programs);
    return system(command) == 0 ? result : BROKEN;
}

int main(int count, char **words) {
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    if (count == 7 && strcmp(words[1], "--attack") == 0) {
        const struct scene scene = {words[3], (pid_t)atoi(words[4]), (uintptr_t)strtoull(words[5], NULL, 10),
                                    atoi(words[6])};
        return find(words[2])->got_through(&scene) ? 0 : 1;
    }
    if (count == 2 && strcmp(words[1], "--list") == 0) {
        for (size_t i = 0; i < attack_count; i++) {
            puts(attacks[i].name);
        }
        return 0;
    }
    if (count != 3) {
        fputs("usage: sandbox LABS_BOX NAME\n", stderr);
        return BROKEN;
    }
    return try(words[1], find(words[2]));
}
