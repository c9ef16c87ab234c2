// The lines that no thread has come to, and where the input is read.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "check/report/deciding_lines.h"
#include "check/report/line_counters.h"
#include "check/report/report.h"
#include "regions/statement.h"
#include "regions/structure.h"
#include "text/translation.h"

static bool is_letter(char letter) {
    return isalnum((unsigned char)letter) || letter == '_';
}

// Is this a line with an access to an array in shared or device memory, by the names that the course gives them?
static bool is_access(const char *line, size_t length) {
    static const char shared[] = "__shared__";
    for (size_t i = 0; i + 2 < length && strncmp(&line[i], "//", 2) != 0; i++) {
        if (strncmp(&line[i], shared, strlen(shared)) == 0) { // a declaration
            return false;
        }
        if ((line[i] == 's' || line[i] == 'd') && line[i + 1] == '_' && (i == 0 || !is_letter(line[i - 1]))) {
            while (i < length && is_letter(line[i])) {
                i++;
            }
            if (i < length && line[i] == '[') {
                return true;
            }
        }
    }
    return false;
}

// Is this a line of a preprocessor directive, such as #define? `*continued`: the line before it goes on in it; then
// whether it goes on in the next one.
static bool is_directive(const char *line, size_t length, bool *continued) {
    size_t begin = 0;
    while (begin < length && isspace((unsigned char)line[begin])) {
        begin++;
    }
    const bool directive = *continued || (begin < length && line[begin] == '#');
    *continued = directive && length > 0 && line[length - 1] == '\\';
    return directive;
}

// Has the line a condition or a loop of its own, as `if (tid == 0) s_sum[0] = 0;` has? It may be what keeps the threads
// from the access.
static bool has_head(const char *line, size_t length) {
    static const char *const words[] = {"if", "for", "while", "switch"};
    for (size_t i = 0; i < length && strncmp(&line[i], "//", 2) != 0; i++) {
        for (size_t k = 0; k < sizeof(words) / sizeof(*words) && (i == 0 || !is_letter(line[i - 1])); k++) {
            const size_t end = i + strlen(words[k]);
            if (end < length && strncmp(&line[i], words[k], end - i) == 0 && !is_letter(line[end])) {
                return true;
            }
        }
    }
    return false;
}

// A run's lines with counters.
struct counted {
    struct line *lines;
    size_t count;
};

static bool was_run(const struct counted *counted, int first, int last) {
    for (size_t i = 0; i < counted->count; i++) {
        if (first <= counted->lines[i].place.line && counted->lines[i].place.line <= last) {
            return true;
        }
    }
    return false;
}

enum { SHOWN_MAX = 4 };

// An access that no thread comes to.
struct idle_line {
    int number;
    bool has_head;
};

// What keeps the threads from these lines: the condition and the loop around each. Returns how many of the lines have
// neither, and moves these to the front.
static size_t print_around(const struct terminal *terminal, const char *path, struct idle_line *idle,
                           size_t count) {
    struct shown_lines shown = {.count = 0};
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        struct source_place place = {.line = idle[i].number};
        char condition[96], loop[96];
        struct condition nearest;
        snprintf(place.file, sizeof(place.file), "%s", path);
        if (idle[i].has_head) {
            report_place(terminal, &place, _("no thread reaches the access in this line"));
            continue;
        }
        if (origins_conditions(path, idle[i].number, ORIGINS_OF_ALL, &nearest, 1) == 0) {
            idle[left++] = idle[i];
            continue;
        }
        const char *inside = nearest.kind == CONDITION_LOOP ? NULL : condition; // the loop was reached
        const struct condition_texts texts = {inside, inside, loop};
        snprintf(condition, sizeof(condition), _("no thread gets past this condition to line %d"),
                 idle[i].number);
        snprintf(loop, sizeof(loop), _("no thread reaches line %d in this loop"), idle[i].number);
        report_conditions(terminal, NULL, &place, ORIGINS_OF_ALL, &texts, &shown);
    }
    return left;
}

// Prints them, unless there are more than SHOWN_MAX: only in functions of which some line was run; with `around`, by
// the block around them.
static void print_idle(const struct terminal *terminal, const struct todo_list *todos,
                       const struct lab_part *part, const struct counted *counted, bool around) {
    const struct regions *regions = &todos->regions;
    const struct structure *structure = structure_of(todos->path);
    struct idle_line idle[SHOWN_MAX + 1];
    size_t idle_count = 0;
    int number = 1;
    bool continued = false;
    for (size_t at = 0; at < regions->length && idle_count <= SHOWN_MAX && structure != NULL; number++) {
        const char *line = regions->source + at, *end = memchr(line, '\n', regions->length - at);
        size_t length = end == NULL ? regions->length - at : (size_t)(end - line);
        const struct region *region = todo_at(todos, todos->path, number);
        const struct block *function = structure_function(structure, number);
        const bool directive = is_directive(line, length, &continued); // what it defines runs in other lines
        at += length + 1;
        if (!directive && region != NULL && function != NULL && todo_belongs_to(region, part) &&
            is_access(line, length) && !was_run(counted, number, number) &&
            was_run(counted, function->begin, function->end)) {
            idle[idle_count++] = (struct idle_line){number, has_head(line, length)};
        }
    }
    if (idle_count > SHOWN_MAX) {
        return;
    }
    idle_count = around ? print_around(terminal, todos->path, idle, idle_count) : idle_count;
    for (size_t i = 0; i < idle_count; i++) {
        fprintf(terminal->out, i == 0 ? _("  no thread reaches line %d") : _(", line %d"), idle[i].number);
    }
    fputs(idle_count > 0 ? "\n" : "", terminal->out);
}

static void print_reads(const struct terminal *terminal, const struct counted *counted) {
    const struct line *most = NULL;
    for (size_t i = 0; i < counted->count; i++) {
        const struct line *line = &counted->lines[i];
        uint64_t loads = line->total.global_load_requests;
        most = loads > (most == NULL ? 0 : most->total.global_load_requests) ? line : most;
    }
    if (most != NULL) {
        report_place(terminal, &most->place, _("most reads are here"));
        report_origins(terminal, &most->place, ORIGINS_OF_INDEX);
    }
}

void report_idle_lines(const struct terminal *terminal, const struct lab_result *result,
                       const struct lab_part *part, const struct judgement *judgement) {
    const struct finding *first = judgement->finding_count > 0 ? &judgement->findings[0] : NULL;
    uint32_t class_ = first == NULL ? DIAGNOSTIC_CLASS_COUNT : first->diagnostic.class_;
    bool input = class_ == DIAGNOSTIC_UNREAD_INPUT || class_ == DIAGNOSTIC_INPUT_IGNORED ||
                 class_ == DIAGNOSTIC_REREAD_INPUT;
    bool lost = class_ == DIAGNOSTIC_LOST_VALUE || class_ == DIAGNOSTIC_LOST_LANE ||
                class_ == DIAGNOSTIC_LOST_ELEMENT;
    struct counted counted;
    char name[32]; // of an array that is not in shared memory: accesses to it are not counted
    if ((!input && !lost) || !result->todos.known || judgement->run.place_count == RUN_PLACE_MAX ||
        statement_not_shared(result->todos.path, first->diagnostic.kernel, name, sizeof(name)) > 0) {
        return;
    }
    counted.lines = lines_make(&judgement->run, result->sources[judgement->what.operator_id], &counted.count);
    if (counted.lines != NULL && input && first->places[0].line == 0 && first->call.line == 0) {
        print_reads(terminal, &counted);
    }
    if (counted.lines != NULL) {
        print_idle(terminal, &result->todos, part, &counted, input);
    }
    free(counted.lines);
}
