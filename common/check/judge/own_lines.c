#include "check/judge/own_lines.h"

#include <string.h>

#include "lang/questions.h"

// Files of the course do not end so, except in its own tests.
static bool is_cuda_source(const char *path) {
    const char *end = strrchr(path, '.');
    return end != NULL && (strcmp(end, ".cu") == 0 || strcmp(end, ".cuh") == 0);
}

static bool is_own(const struct source_place *place) {
    return is_cuda_source(place->file) || place->done != 0;
}

// The body of the function that contains the place; NULL: none.
static const struct node *body_at(const struct tree *tree, const struct source_place *place) {
    const struct node *function = tree != NULL ? question_function(tree, place->line) : NULL;
    return function != NULL ? tree_child_of_kind(function, NODE_BLOCK) : NULL;
}

// A function that may return a struct is inlined, and its body is a function that it calls (sim/translate/by_value.c).
// Moves the place of that call, in the function of `own`, to the call of the whole function.
static void leave_function(const struct source *source, uint64_t pc, const struct source_place *own,
                           struct source_place *place) {
    enum { INLINED_MAX = 4 };
    int lines[INLINED_MAX];
    const struct tree *tree = tree_of(own->file);
    const struct node *body = body_at(tree, own);
    if (body == NULL || strcmp(own->file, place->file) != 0 || !question_has_line(tree, body, place->line)) {
        return;
    }
    const size_t count = source_inlined(source, pc, lines, INLINED_MAX);
    for (size_t i = 0; i < count; i++) {
        if (!question_has_line(tree, body, lines[i])) {
            place->line = lines[i];
            place->column = 0;
            return;
        }
    }
}

// Is the place the } of a function? The call of its body, if that is not inlined, is no line of the student's.
static bool is_end(const struct source_place *place) {
    const struct tree *tree = tree_of(place->file);
    const struct node *body = body_at(tree, place);
    return body != NULL && place->line == question_last_line(tree, body) &&
           question_first_line(tree, body) < place->line;
}

// Finds the student's own line among the calls that led to the error, and where that function was called, or its kernel
// launched, if that is the student's, too.
static void find_first(const struct source *source, struct finding *finding) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    int found = 0;
    if (diagnostic->stack[0] == 0) {
        return;
    }
    bool complete = false;
    for (int i = 0; i < DIAGNOSTIC_FRAMES && !complete; i++) {
        struct source_place place;
        complete = diagnostic->stack[i] == 0;
        if (complete || !source_find(source, diagnostic->stack[i], &place) || !is_own(&place)) {
            continue;
        }
        if (found == 1 && diagnostic->class_ != DIAGNOSTIC_RECURSION &&
            diagnostic->class_ != DIAGNOSTIC_STACK) {
            leave_function(source, diagnostic->stack[i], &finding->places[0], &place);
            if (is_end(&place)) {
                continue;
            }
        }
        if (found < 2 && (found == 0 || place.line != finding->places[0].line)) {
            diagnostic->places[found].pc = diagnostic->stack[i];
            finding->places[found++] = place;
        }
    }
    if (found == 0) { // in code that the student did not write
        finding->places[0] = (struct source_place){.line = 0};
        return;
    }
    struct source_place launch = {.line = 0}; // which has called the outermost function
    if (complete && diagnostic->launch != 0 && source_find(source, diagnostic->launch_pc, &launch) &&
        is_own(&launch) && found == 1 && launch.line != finding->places[0].line) {
        diagnostic->places[1].pc = diagnostic->launch_pc;
        finding->places[found++] = launch;
    }
    if (found == 2) {
        diagnostic->places[1].act = ACT_OTHER;
        diagnostic->places[1].form = PLACE_WHOLE;
        say(&diagnostic->places[1].said,
            WORDS(finding->places[1].line == launch.line ? TOPIC(LAUNCHED_HERE) : TOPIC(CALLED_FROM_HERE)));
    }
}

// Is the file in the folder of the student's source, or below it? A library's is not.
static bool is_beside(const char *file, const char *source_file) {
    const char *slash = strrchr(source_file, '/');
    return slash == NULL || strncmp(file, source_file, (size_t)(slash + 1 - source_file)) == 0;
}

// An error in a function of a library, such as cuda::std::max(a[i], b), is the student's where that is called.
static void leave_library(const struct source *source, struct finding *finding) {
    struct source_place *own = &finding->places[0], place;
    for (int i = 0; i < DIAGNOSTIC_CALLS && finding->diagnostic.calls[i] != 0; i++) {
        if (own->line == 0 || is_own(own)) {
            return;
        }
        if (source_find(source, finding->diagnostic.calls[i] - 1, &place) && is_own(&place)) {
            *own = is_beside(own->file, place.file) ? *own : place;
            return;
        }
    }
}

// Finds the call of the function that contains the first place.
static void find_call(const struct source *source, struct finding *finding) {
    enum { INLINED_MAX = 4 };
    const struct source_place *own = &finding->places[0];
    struct source_place place, launch;
    bool inside = false;
    if (own->line == 0 || finding->diagnostic.calls[0] == 0) {
        return;
    }
    const struct tree *tree = tree_of(own->file);
    const struct node *body = body_at(tree, own);
    source_find(source, finding->diagnostic.launch_pc, &launch);
    for (int i = 0; i < DIAGNOSTIC_CALLS && finding->diagnostic.calls[i] != 0 && body != NULL; i++) {
        uint64_t pc = finding->diagnostic.calls[i] - 1; // of the call, not behind it
        int lines[INLINED_MAX + 1];
        if (!source_find(source, pc, &place) || strcmp(place.file, own->file) != 0) {
            continue;
        }
        lines[0] = place.line;
        size_t count = 1 + source_inlined(source, pc, &lines[1], INLINED_MAX);
        for (size_t k = 0; k < count && finding->call.line == 0; k++) {
            const bool within = question_has_line(tree, body, lines[k]);
            if (lines[k] == launch.line) { // the calls before it are the host's
                body = NULL;
                break;
            }
            if (inside && !within) {
                finding->call = place;
                finding->call.line = finding->called = lines[k];
                finding->call.column = 0;
            }
            inside |= within;
        }
    }
}

// Of threads that come to one barrier by different calls of a function: shows the calls, not that function's end.
static void leave_ends(const struct source *source, struct finding *finding) {
    for (int i = 0; i < 2 && finding->diagnostic.class_ == DIAGNOSTIC_BARRIER; i++) {
        const struct source_place end = finding->places[i];
        if (end.line > 0 && is_end(&end)) {
            leave_function(source, finding->diagnostic.places[i].pc, &end, &finding->places[i]);
        }
    }
}

void own_lines_find(const struct source *source, struct finding *finding) {
    leave_ends(source, finding);
    find_first(source, finding);
    leave_library(source, finding);
    find_call(source, finding);
}
