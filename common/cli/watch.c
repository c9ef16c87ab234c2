// watch: judges the student's file each time it is saved. On a terminal it is a screen to work in: the verdict on top,
// keys for hints and the like, and after a pass the next lab. Elsewhere it prints one verdict after the other.
#define _GNU_SOURCE // st_mtim, localtime_r under -std=c11
#include "check.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"
#include "job.h"
#include "progress.h"
#include "regions.h"
#include "screen.h"
#include "text/translation.h"
#include "text/width.h"
#include "view.h"

enum {
    STATE_SIZE = 80,
    POLL_MS = 100,
    VERDICT_SIZE = 512,
    STATUS_SIZE = 128,
    HEAD_SIZE = 1024,
    BAR_MAX = 30
};

// ---- Saving ----------------------------------------------------------------------------------------------

#ifdef __APPLE__
#define MODIFIED(status) (status).st_mtimespec
#else
#define MODIFIED(status) (status).st_mtim
#endif

// A starter: `known` is its state when it was judged, `seen` what the last look found. A state is a text that changes
// when the file is saved, in place or by a new file with its name.
struct watched {
    char known[STATE_SIZE], seen[STATE_SIZE];
};

static void read_state(const struct lab *lab, char *state) {
    char path[LAB_PATH_SIZE];
    struct stat status;
    lab_file(lab, "starter.cu", path);
    if (stat(path, &status) != 0) {
        strcpy(state, "none");
        return;
    }
    snprintf(state, STATE_SIZE, "%lld.%09ld-%lld-%llu", (long long)MODIFIED(status).tv_sec,
             (long)MODIFIED(status).tv_nsec, (long long)status.st_size, (unsigned long long)status.st_ino);
}

// Has the file been saved? Only once it is the same in two looks: an editor may write in several steps, or move the old
// file away first.
static bool was_saved(const struct lab *lab, struct watched *watched) {
    char now[STATE_SIZE];
    read_state(lab, now);
    bool saved =
        strcmp(now, watched->known) != 0 && strcmp(now, watched->seen) == 0 && strcmp(now, "none") != 0;
    strcpy(watched->seen, now);
    if (saved) {
        strcpy(watched->known, now);
    }
    return saved;
}

// ---- Without a terminal ------------------------------------------------------------------------------------

static void watch_lines(const struct arguments *arguments, const struct check *check) {
    struct watched watched;
    char clock[16], path[LAB_PATH_SIZE];
    lab_file(&check->labs[0], "starter.cu", path);
    for (;;) {
        read_state(&check->labs[0], watched.known);
        strcpy(watched.seen, watched.known);
        check_starters(arguments, check);
        time_t now = time(NULL);
        strftime(clock, sizeof(clock), "%H:%M:%S", localtime(&now));
        printf("\n--- %s, waiting until %s is saved; Ctrl-C ends\n", clock, path); // the editor reads this
        fflush(stdout);
        while (!was_saved(&check->labs[0], &watched)) {
            poll(NULL, 0, POLL_MS);
        }
    }
}

// ---- The screen --------------------------------------------------------------------------------------------

// What is done for a key: r judges, and so does a save.
enum work { JUDGE = 'r', HINT = 'h', LIST = 'l', COUNTERS = 'c', VIEW = 'v', MORE = 'm', WHERE = 'w' };

struct watch {
    const struct arguments *arguments;
    const struct check *check;
    struct lab labs[LAB_MAX];
    struct watched watched[LAB_MAX];
    int lab_count, first;
    int current, judged; // the lab that is worked on, and the one that has the verdict
    enum work work;      // of the job
    struct job job;
    struct timespec started; // the job
    char verdict[VERDICT_SIZE];
    bool viewed; // a page is open, which follows
    int page, pages;
};

static const char foot[] = N_("n next  h hint  w where  m more  l list  c counters  v view  r run  q quit");

static double seconds_since(const struct timespec *begin) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - begin->tv_sec) + (double)(now.tv_nsec - begin->tv_nsec) * 1e-9;
}

// Writes the page without a word about it. Its path is in path[VIEW_PATH_SIZE].
static int write_page(const struct lab *lab, const struct arguments *arguments, char *path) {
    fflush(stdout);
    int shown = dup(STDOUT_FILENO), nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, STDOUT_FILENO);
    int code = view_write(lab, arguments, true, path);
    fflush(stdout);
    dup2(shown, STDOUT_FILENO);
    close(shown);
    close(nothing);
    return code;
}

// In the job's process, so what it changes is its own.
static int do_work(const void *context) {
    const struct watch *watch = context;
    struct arguments arguments = *watch->arguments;
    struct check check = *watch->check;
    char page[VIEW_PATH_SIZE];
    int code;
    arguments.labs[0] = watch->labs[watch->current];
    arguments.lab_count = 1;
    check.labs = arguments.labs;
    check.lab_count = 1;
    if (!arguments.whole && watch->current != watch->first) { // such as --part: the other lab may not have it
        arguments.words = (struct words){0};
    }
    switch (watch->work) {
    case HINT:
        return command_hint(&arguments);
    case LIST:
        arguments.lab_count = 0;
        return command_list(&arguments);
    case WHERE:
        arguments.keys = true;
        arguments.words = (struct words){0};
        return command_where(&arguments);
    case COUNTERS:
    case MORE:
        words_add(&arguments.words, watch->work == MORE ? "--verbose" : "--counters");
        arguments.whole = false;
        check.device_count = 1;
        return check_starters(&arguments, &check);
    case VIEW:
        code = write_page(&arguments.labs[0], &arguments, page);
        if (code == EXIT_PASSED) {
            view_open(page);
        } else {
            puts(_("No run could be recorded: the verdict (key r) says what to fix first."));
        }
        return code;
    case JUDGE:
        arguments.keys = arguments.whole; // otherwise, the key does not know which task is to be fixed
        break;
    }
    code = check_starters(&arguments, &check);
    fflush(stdout);
    if (watch->viewed) {
        write_page(&arguments.labs[0], &arguments, page);
    }
    return code;
}

static void start(struct watch *watch, enum work work) {
    watch->work = work;
    watch->page = 0;
    if (work == JUDGE) {
        read_state(&watch->labs[watch->current], watch->watched[watch->current].known);
        watch->verdict[0] = '\0';
        watch->judged = watch->current;
    }
    clock_gettime(CLOCK_MONOTONIC, &watch->started);
    job_start(&watch->job, screen_columns(), do_work, watch);
}

// The line of the job's text that is the verdict, "lab01 starter: PASS ..."; NULL as long as there is none.
static char *find_verdict(const struct watch *watch, size_t *length) {
    char begin[32], *found = NULL;
    snprintf(begin, sizeof(begin), "%s starter: ", watch->labs[watch->current].name);
    for (char *line = watch->job.text; line != NULL && *line != '\0'; line += *line == '\n') {
        size_t line_length = strcspn(line, "\n");
        bool whole = line[line_length] == '\n' || watch->job.child == 0;
        if (whole && strncmp(line, begin, strlen(begin)) == 0) {
            found = line;
            *length = line_length;
        }
        line += line_length;
    }
    return found;
}

// Moves the verdict from the text to the head of the screen, and leaves out the first line, which names the lab.
static void take_verdict(struct watch *watch) {
    size_t length;
    const char *folder = watch->labs[watch->current].folder;
    char *line = find_verdict(watch, &length), *text = watch->job.text;
    if (line != NULL && (watch->work == JUDGE || watch->work == COUNTERS || watch->work == MORE)) {
        char *end = line + length + (line[length] == '\n');
        snprintf(watch->verdict, sizeof(watch->verdict), "%.*s", (int)length, line);
        memmove(line, end, strlen(end) + 1);
        if (strncmp(text, folder, strlen(folder)) == 0 && text[strlen(folder)] == ',') {
            end = text + strcspn(text, "\n");
            end += *end == '\n';
            memmove(text, end, strlen(end) + 1);
        }
        watch->job.length = strlen(watch->job.text);
    }
}

// What follows from a job that has ended: after a pass, the next lab.
static void after_job(struct watch *watch) {
    const struct lab *lab = &watch->labs[watch->current];
    struct lab next;
    watch->viewed |= watch->work == VIEW && watch->job.code == EXIT_PASSED;
    if (watch->work != JUDGE) {
        return;
    }
    if (watch->verdict[0] == '\0') {
        snprintf(watch->verdict, sizeof(watch->verdict),
                 watch->job.code == EXIT_WRONG ? _("%s starter: FAIL, it does not compile")
                                               : _("%s: not judged"),
                 lab->name);
    }
    bool passed = watch->job.code == EXIT_PASSED && watch->arguments->whole && progress_passed(lab);
    if (passed && progress_first_unfinished(&next)) {
        for (int i = 0; i < watch->lab_count; i++) {
            watch->current = strcmp(watch->labs[i].folder, next.folder) == 0 ? i : watch->current;
        }
    }
}

// "lab03 2/4 · course 3/10 [#########------]"
static void write_status(const struct watch *watch, int columns, char status[STATUS_SIZE]) {
    const struct lab *lab = &watch->labs[watch->current];
    char path[LAB_PATH_SIZE];
    struct regions regions;
    size_t filled = 0, tasks = 0;
    int passed, labs = progress_labs(&passed);
    lab_file(lab, "starter.cu", path);
    if (regions_read(path, &regions) == 0) {
        tasks = regions.count;
        for (size_t i = 0; i < tasks; i++) {
            filled += regions.regions[i].filled != 0;
        }
    }
    regions_free(&regions);
    int used = snprintf(status, STATUS_SIZE, _("%s %zu/%zu \u00b7 course %d/%d"), lab->name, filled, tasks,
                        passed, labs);
    int cells = columns - width_of_text(status, status + used) - 3; // the bar's blank and brackets
    cells = cells > BAR_MAX ? BAR_MAX : cells;
    // The tasks of the lab that is worked on are a part of its share. All of it takes a pass, too.
    double begun = progress_passed(lab) ? 0 : (double)filled / (double)(tasks + 1);
    int full = (int)(cells * ((double)passed + begun) / labs);
    if (cells > 2) {
        used += snprintf(status + used, STATUS_SIZE - (size_t)used, " [");
        for (int i = 0; i < cells; i++) {
            status[used++] = i < full ? '#' : '-';
        }
        snprintf(status + used, STATUS_SIZE - (size_t)used, "]");
    }
}

static void draw(struct watch *watch) {
    char head[HEAD_SIZE], status[STATUS_SIZE], state[VERDICT_SIZE] = "";
    const char *name = watch->labs[watch->current].name;
    write_status(watch, screen_columns(), status);
    if (watch->job.child != 0) {
        static const char *const doing[] = {
            ['r'] = N_("%s: judging, %.0f s"),  ['c'] = N_("%s: counting, %.0f s"),
            ['m'] = N_("%s: judging, %.0f s"),  ['v'] = N_("%s: recording, %.0f s"),
            ['h'] = N_("%s: hint, %.0f s"),     ['l'] = N_("%s: list, %.0f s"),
            ['w'] = N_("%s: searching, %.0f s")};
        snprintf(state, sizeof(state), translate(doing[watch->work]), name, seconds_since(&watch->started));
    }
    int used =
        snprintf(head, sizeof(head), "%s\n%s\n", watch->verdict[0] != '\0' ? watch->verdict : state, status);
    if (watch->current != watch->judged) {
        used += snprintf(head + used, sizeof(head) - (size_t)used, _("now: %s/starter.cu\n"),
                         watch->labs[watch->current].folder);
    }
    snprintf(head + used, sizeof(head) - (size_t)used, "\n");
    // Beside a verdict, the state of a search or a recording stands where its text will be.
    const bool nothing_yet = watch->verdict[0] != '\0' && watch->job.text[0] == '\0';
    const struct screen_page page = {
        .head = head, .text = nothing_yet ? state : watch->job.text, .foot = _(foot), .page = watch->page};
    watch->pages = screen_draw(&page);
}

// Does what a key asks for. false: it ends the watch.
static bool do_key(struct watch *watch, int key) {
    switch (key) {
    case 'q':
    case SCREEN_END:
        return false;
    case 'n':
        watch->current = (watch->current + 1) % watch->lab_count;
        start(watch, JUDGE);
        break;
    case ' ':
        watch->page = (watch->page + 1) % watch->pages;
        break;
    case JUDGE:
    case HINT:
    case LIST:
    case COUNTERS:
    case VIEW:
    case MORE:
    case WHERE:
        start(watch, (enum work)key);
        break;
    }
    return true;
}

// Judges the first file that was saved. A run of an older version is cancelled.
static bool look_for_save(struct watch *watch) {
    bool saved = false;
    for (int i = 0; i < watch->lab_count; i++) {
        if (was_saved(&watch->labs[i], &watch->watched[i]) && !saved) {
            saved = true;
            watch->current = i;
            start(watch, JUDGE);
        }
    }
    return saved;
}

static void watch_screen(struct watch *watch) {
    struct timespec looked;
    bool goes_on = true;
    int second = 0;
    for (int i = 0; i < watch->lab_count; i++) {
        read_state(&watch->labs[i], watch->watched[i].known);
    }
    clock_gettime(CLOCK_MONOTONIC, &looked);
    start(watch, JUDGE);
    draw(watch);
    while (goes_on) {
        int key = screen_wait(watch->job.output, POLL_MS);
        bool changed = key != SCREEN_NO_KEY;
        goes_on = do_key(watch, key);
        if (seconds_since(&looked) * 1000 >= POLL_MS) {
            changed |= look_for_save(watch);
            clock_gettime(CLOCK_MONOTONIC, &looked);
        }
        bool ran = watch->job.child != 0;
        changed |= job_read(&watch->job);
        take_verdict(watch);
        if (ran && watch->job.child == 0) {
            after_job(watch);
        }
        int now = (int)seconds_since(&watch->started);
        changed |= watch->job.child != 0 && now != second;
        second = now;
        if (changed && goes_on) {
            draw(watch);
        }
    }
}

int command_watch(const struct arguments *arguments) {
    static struct watch watch = {.job = {.output = -1}};
    struct lab first;
    struct check check;
    int code;
    if (!check_prepare(arguments, &first, &check, &code)) {
        return code;
    }
    if (!screen_open()) {
        watch_lines(arguments, &check);
    }
    watch.arguments = arguments;
    watch.check = &check;
    watch.lab_count = labs_find(watch.labs);
    for (int i = 0; i < watch.lab_count; i++) {
        watch.first = strcmp(watch.labs[i].folder, check.labs[0].folder) == 0 ? i : watch.first;
    }
    watch.current = watch.judged = watch.first;
    watch_screen(&watch);
    job_free(&watch.job);
    int ended_by = screen_signal();
    screen_close();
    if (watch.verdict[0] != '\0') {
        printf("%s\n", watch.verdict);
    }
    if (ended_by != 0) {
        fflush(stdout);
        raise(ended_by);
    }
    return EXIT_PASSED;
}
