#include "text/option_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/suggest.h"

// To add an option of the checkers: a line here, and its field in options.c.
const struct option checker_options[] = {
    {"--program", TEXT, "WHICH", "starter (default), solution, or the path of a runner", false},
    {"--device", TEXT, "DEVICE", "sim (default) or gpu", false},
    {"--part", TEXT, "PART", "check only this part", false},
    {"--operator", TEXT, "OPERATOR", "check only this operator (may be given several times)", false},
    {"--n", NUMBER, "N", "run one case of N elements", false},
    {"--example", TEXT, "NAME", "run one case: the lesson's example of this name", false},
    {"--seed", NUMBER, "S", "seed of that case, or of the first case", false},
    {"--seed-file", TEXT, "FILE", "a secret: each case's seed is a keyed hash of it", false},
    {"--cases", TEXT, "FILE", "also run the cases in FILE, a line each: LAB PART OPERATOR N", true},
    {"--grading", TEXT, "FILE", "other points, limits and budgets than those of the lab's grading.txt",
     false},
    {"--long", FLAG, NULL, "the long check: also a length of millions, for some parts", true},
    {"--all", FLAG, NULL, "continue after a failing case", true},
    {"--aspect", TEXT, "ASPECT",
     "end with the points and the exit code of this aspect: result, memory or technique", false},
    {"--grade", FLAG, NULL, "show the points of each aspect", true},
    {"--counters", FLAG, NULL, "show the counters of each part's largest case (simulated GPU)", true},
    {"--lines", FLAG, NULL, "show its counters for each line of the source", true},
    {"--summary", FLAG, NULL, "show one row of counters per part", true},
    {"--brief", FLAG, NULL, "if the lab passes, show only the last line", true},
    {"--verbose", FLAG, NULL, "show every case, every diagnostic and what the program printed", true},
    {"--list", FLAG, NULL, "list parts and cases, run nothing", false},
    {"--limit", SECONDS, "SECONDS", "time limit per case (60), in processor time or waiting", false},
    {"--workers", NUMBER, "K", "operating-system threads of the simulated GPU (one per core)", false},
    {"--schedule", TEXT, "ORDER", "order of warps and blocks: fixed (default), random, reversed, together",
     false},
    {"--schedule-seed", NUMBER, "S", "seed of a random order; together: not 0 leaves gaps", false},
    {"--json", TEXT, "FILE", "write the report as JSON; - is standard output", false},
    {"--json-full", FLAG, NULL, "with all cases and details, however long (otherwise at most 1 MB)", true},
    {"--trace", TEXT, "FILE", "record one case, and write its trace (docs/trace.md)", false},
    {"--show", FLAG, NULL, "record one case, and show memory after each barrier instead of the verdict",
     false},
    {"--picture", TEXT, "KIND",
     "draw each step instead: its places, banks, elements, threads, partners or lanes", false},
    {"--contain", FLAG, NULL,
     "run the program in a box (docs/trust.md): for files of people that you do not know", false},
    {"--trust", FLAG, NULL, "with --contain: continue without the layers of it that this machine lacks",
     false},
    {"--help", FLAG, NULL, "show this help", false},
    // Not for students: --help lists these below the others.
    {"--runners", TEXT, "FOLDER", "the folder of the runners (that of the checker)", false},
    {"--report", TEXT, "FILE", "write the verdict and the points to FILE, for --from", false},
    {"--from", TEXT, "FILE", "show that report, run nothing; with --aspect, its points and exit code", false},
    {"--rows", TEXT, "FILE", "append rows to FILE, for the tables of ./lab demo and grade", false},
    {"--counter-limits", FLAG, NULL, "list the limits on counters as a Markdown table, run nothing", false},
    {"--plan", FLAG, NULL, "list PART:KIND:SECTION of each part that the bench can measure, run nothing",
     false},
    {"--speed", FLAG, NULL,
     "list the same for each part with a speed limit, and the limit in per cent of the ceiling", false},
    {"--not-compiled", FLAG, NULL, "report that the program does not compile, run nothing", false},
    {"--not-begun", FLAG, NULL,
     "report that no part is begun, run nothing: with --source, which ./lab check knows to be as handed out",
     false},
    {"--for-student", FLAG, NULL,
     "leave out of the text what only an instructor should read; the JSON report has it", false},
    {"--source", TEXT, "FILE", "the program's source, for its TODOs", false},
    {"--mix", TEXT, "SOLUTION",
     "print the source of --source with the empty tasks of parts that are begun done as in SOLUTION", false},
    {"--count", TEXT, "COUNTER[:STEP]",
     "run one case, and print only that counter of it, or an answer of check/trace/partner.h (for ./lab "
     "quiz)",
     false},
    {"--par", TEXT, "FILE",
     "write what the program spends in each part's largest case, as par.txt has it; - is standard output",
     false},
    {"--whole", FLAG, NULL, "do not say why a part fails as long as it has empty tasks", false},
    {"--exchange", TEXT, "FILE",
     "with --mix: first put the solution's code in place of the pieces in FILE (regions/pieces.h)", false},
    {"--mixed", FLAG, NULL, "the program was made by --mix; ./lab check does both", false},
    {"--done-counts", FLAG, NULL,
     "with --mixed: a part passes although tasks of it are done as in the solution", false},
};

const size_t checker_option_count = sizeof(checker_options) / sizeof(checker_options[0]);

const struct option run_options[] = {
    {"--counters", FLAG, NULL, "show the counters of each launch (simulated GPU)", true},
    {"--lines", FLAG, NULL, "show the counters for each line of the source", true},
    {"--launch", NUMBER, "N", "only those of launch N, from 1", true},
    {"--json", TEXT, "FILE", "write the report as JSON; - is standard output", true},
    {"--verbose", FLAG, NULL, "show every diagnostic, and the notes", true},
    {"--workers", NUMBER, "K", "operating-system threads of the simulated GPU (1)", false},
    {"--schedule", TEXT, "ORDER", "order of warps and blocks: fixed (default), random, reversed, together",
     false},
    {"--schedule-seed", NUMBER, "S", "seed of a random order; together: not 0 leaves gaps", false},
    {"--error-exitcode", NUMBER, "N", "exit with N if there are errors and the program itself exits with 0",
     true},
    {"--trace", TEXT, "FILE", "record a launch, the first one without --launch, and write its trace", true},
    {"--source", TEXT, "FILE", "the program's source, for the trace", true},
    {"--name", TEXT, "NAME", "call the program NAME, also in its argv[0]", true},
    {"--help", FLAG, NULL, "show this help", true},
};

const size_t run_option_count = sizeof(run_options) / sizeof(run_options[0]);

void option_list_print(const struct option *options, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char left[40];
        snprintf(left, sizeof(left), "%s %s", options[i].name,
                 options[i].value != NULL ? options[i].value : "");
        printf("  %-20s %s\n", left, options[i].help);
    }
}

const struct option *option_find(const struct option *options, size_t count, const char *word) {
    size_t length = strcspn(word, "=");
    for (size_t i = 0; i < count; i++) {
        if (strncmp(options[i].name, word, length) == 0 && options[i].name[length] == '\0') {
            return &options[i];
        }
    }
    return NULL;
}

int option_unknown(const struct option *options, size_t count, const char *word, char *error, size_t size) {
    enum { NAME_SIZE = 64, NAMES_MAX = 80 };
    const char *names[NAMES_MAX];
    char name[NAME_SIZE];
    snprintf(name, sizeof(name), "%.*s", (int)strcspn(word, "="), word);
    for (size_t i = 0; i < count && i < NAMES_MAX; i++) {
        names[i] = options[i].name;
    }
    const char *nearest = suggest(name, names, count < NAMES_MAX ? count : NAMES_MAX);
    if (nearest != NULL) {
        snprintf(error, size, "unknown option %s; did you mean %s?", name, nearest);
    } else {
        snprintf(error, size, "unknown option %s; --help lists all", name);
    }
    return -1;
}

int option_value(const struct option *option, char **words, int word_count, int *at, const char **value,
                 char *error, size_t size) {
    const char *equals = strchr(words[*at], '=');
    *value = equals != NULL ? equals + 1 : NULL;
    if (option->kind == FLAG) {
        if (equals != NULL) {
            snprintf(error, size, "%s takes no value", option->name);
        }
        return equals != NULL ? -1 : 0;
    }
    if (equals == NULL && *at + 1 < word_count && strncmp(words[*at + 1], "--", 2) != 0) {
        *value = words[++*at];
    }
    if (*value == NULL || **value == '\0') {
        int used =
            snprintf(error, size, "%s needs a value: %s %s", option->name, option->name, option->value);
        if (option->help != NULL && used > 0 && (size_t)used < size) {
            snprintf(error + used, size - (size_t)used, " (%s)", option->help);
        }
        return -1;
    }
    return 0;
}

bool option_number(const char *text, uint64_t most, uint64_t *number) {
    if (*text < '0' || *text > '9') { // strtoull takes signs and spaces
        return false;
    }
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return *end == '\0' && errno == 0 && *number <= most;
}

static bool read_seconds(const char *text, double *seconds) {
    char *end;
    *seconds = strtod(text, &end);
    return end != text && *end == '\0' && *seconds > 0 && *seconds <= 86400;
}

int option_set(const struct option_field *fields, size_t count, const struct option *option,
               const char *value, void *options, char *error, size_t size) {
    size_t i = 0;
    while (i < count && strcmp(fields[i].name, option->name) != 0) {
        i++;
    }
    if (i == count) {
        abort();
    }
    const struct option_field *field = &fields[i];
    void *at = (char *)options + field->at;
    uint64_t number;
    switch (option->kind) {
    case FLAG:
        *(bool *)at = true;
        break;
    case TEXT:
        *(const char **)at = value;
        break;
    case SECONDS:
        if (!read_seconds(value, at)) {
            snprintf(error, size, "%s needs a number of seconds above 0, not '%s'", option->name, value);
            return -1;
        }
        break;
    case NUMBER:
        if (!option_number(value, field->most, &number)) {
            snprintf(error, size, "%s needs a whole number from 0 to %llu, not '%s'", option->name,
                     (unsigned long long)field->most, value);
            return -1;
        }
        if (field->size == sizeof(int)) {
            *(int *)at = (int)number;
        } else {
            *(uint64_t *)at = number;
        }
        break;
    }
    if (field->given != 0) {
        *(bool *)((char *)options + field->given) = true;
    }
    return 0;
}
