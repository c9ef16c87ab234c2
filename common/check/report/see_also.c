// Under a diagnostic: what decided that its line runs, and what set its variables.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "check/report/report.h"
#include "regions/origins.h"
#include "regions/structure.h"
#include "text/translation.h"

enum { TEXT_SIZE = 320 };

// Which variables can have made the error? false: they say nothing about it.
static bool find_variables(const struct finding *finding, enum origins_of *of) {
    const struct source_place *places = finding->places;
    switch (finding->diagnostic.class_) {
    case DIAGNOSTIC_OUT_OF_BOUNDS:
    case DIAGNOSTIC_MISALIGNED:
        *of = ORIGINS_OF_INDEX;
        return true;
    case DIAGNOSTIC_RACE_SHARED:
    case DIAGNOSTIC_RACE_GLOBAL: // two threads have the same index
        *of = ORIGINS_OF_INDEX;
        return places[0].line == places[1].line;
    case DIAGNOSTIC_ADDED_TWICE:
        *of = strstr(finding->diagnostic.message, " reads ") != NULL ? ORIGINS_OF_INDEX : ORIGINS_OF_ALL;
        return true;
    case DIAGNOSTIC_LAUNCH:
        *of = ORIGINS_OF_LAUNCH;
        return true;
    case DIAGNOSTIC_CRASH:
        *of = ORIGINS_OF_ALL;
        return true;
    case DIAGNOSTIC_LOST_ELEMENT:
        *of = strstr(finding->diagnostic.message, "nothing that it writes contains it") != NULL
                  ? ORIGINS_OF_TARGET
                  : ORIGINS_OF_VALUE;
        return true;
    case DIAGNOSTIC_LOST_LANE:
    case DIAGNOSTIC_LOST_VALUE:
    case DIAGNOSTIC_WRONG_ELEMENT:
    case DIAGNOSTIC_FOREIGN_VALUE:
        *of = ORIGINS_OF_VALUE;
        return true;
    default:
        return false;
    }
}

static void print_see_also(const struct terminal *terminal, const struct origins *origins) {
    for (size_t i = 0; i < origins->count; i++) {
        fprintf(terminal->out, i == 0 ? _("  see also line %d (%s)") : _(", line %d (%s)"),
                origins->lines[i].line, origins->lines[i].name);
    }
    fputs(origins->count > 0 ? "\n" : "", terminal->out);
}

void report_origins(const struct terminal *terminal, const struct source_place *place, enum origins_of of) {
    struct origins origins = {.count = 0};
    if (place->line > 0 && regions_done_number(place->file) == 0) {
        origins_add(place->file, place->line, of, &place->line, 1, &origins);
        print_see_also(terminal, &origins);
    }
}

// Of the first place; or of a launch of unusual size, of one that hands over a wrong pointer, or of a loop of launches.
static void print_origins(const struct terminal *terminal, const struct finding *finding, const int *known,
                          size_t count) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    const struct source_place *places = finding->places;
    bool at_call = finding->launched || finding->said[0] != '\0',
         race = diagnostic_is_race(diagnostic->class_);
    bool unwritten = diagnostic->class_ == DIAGNOSTIC_OUTPUT_UNWRITTEN,
         lost = diagnostic->class_ == DIAGNOSTIC_LOST_ELEMENT;
    struct origins origins = {.count = 0};
    enum origins_of of = finding->threads > 0 ? ORIGINS_OF_LAUNCH
                         : unwritten          ? ORIGINS_OF_INDEX
                                              : ORIGINS_OF_ALL;
    const struct source_place *place = at_call ? &finding->call : &places[unwritten ? 1 : 0];
    if (place->line == 0 || regions_done_number(place->file) > 0) {
        return;
    }
    bool one_line = strstr(diagnostic->message, ", at one line.") != NULL; // whose index is the question
    bool called =
        !one_line && finding->call.line == 0 && diagnostic->kernel[0] != '\0' && places[0].line > 0 &&
        origins_add_calls(places[0].file, places[0].line, diagnostic->kernel, !race, known, count, &origins);
    if (lost && places[1].line > 0) { // what happens later instead
        origins_add(places[1].file, places[1].line, ORIGINS_OF_INDEX, known, count, &origins);
    }
    if (strstr(diagnostic->message, " and adds it to ") != NULL) { // its other operand is read in a function
        origins_add_calls(places[1].file, places[1].line, diagnostic->kernel, true, known, count, &origins);
    }
    if (at_call || unwritten || (!(called && race) && find_variables(finding, &of))) {
        origins_add(place->file, place->line, of, known, count, &origins);
    }
    print_see_also(terminal, &origins);
}

static bool is_of_name(char letter) {
    return isalnum((unsigned char)letter) || letter == '_';
}

static const char *line_begin(const struct structure *structure, int line) {
    const char *begin = structure->text;
    while (line-- > 1 && begin != NULL) {
        begin = strchr(begin, '\n');
        begin += begin != NULL;
    }
    return begin;
}

// Adds ": tid = 128, stride = 64" to a text: the values that the variables in the line of the source had at the error, in
// the function where it was.
static void add_values(const struct finding *finding, const struct source_place *place,
                       char text[TEXT_SIZE]) {
    enum { VALUES_MAX = 4 };
    const struct structure *structure = finding != NULL ? structure_of(place->file) : NULL;
    const char *line = structure != NULL ? line_begin(structure, place->line) : NULL;
    size_t shown[VALUES_MAX], count = 0;
    if (line == NULL || strcmp(place->file, finding->places[0].file) != 0 ||
        structure_function(structure, place->line) !=
            structure_function(structure, finding->places[0].line)) {
        return;
    }
    for (const char *at = line; *at != '\n' && *at != '\0' && strncmp(at, "//", 2) != 0;) {
        size_t length = 0, i = 0, k = 0;
        while (is_of_name(at[length])) {
            length++;
        }
        bool member = at > line && (at[-1] == '.' || at[-1] == '>');
        while (i < finding->variable_count && (strlen(finding->variables[i].name) != length ||
                                               strncmp(finding->variables[i].name, at, length) != 0)) {
            i++;
        }
        while (k < count && shown[k] != i) {
            k++;
        }
        if (length > 0 && !member && i < finding->variable_count && k == count && count < VALUES_MAX) {
            size_t end = strlen(text);
            snprintf(text + end, TEXT_SIZE - end, "%s %s = %s", count == 0 ? ":" : ",",
                     finding->variables[i].name, finding->variables[i].value);
            shown[count++] = i;
        }
        at += length > 0 ? length : 1;
    }
}

size_t report_conditions(const struct terminal *terminal, const struct finding *finding,
                         const struct source_place *place, enum origins_of of,
                         const struct condition_texts *texts, int *known, size_t count) {
    enum { SHOWN_MAX = 2 };
    struct condition conditions[SHOWN_MAX];
    size_t all = place->line > 0 && regions_done_number(place->file) == 0
                     ? origins_conditions(place->file, place->line, of, conditions, SHOWN_MAX)
                     : 0;
    for (size_t i = 0; i < all; i++) {
        struct source_place at = *place;
        bool is_known = false;
        const char *text = conditions[i].kind == CONDITION_LOOP   ? texts->loop
                           : conditions[i].kind == CONDITION_TRUE ? texts->is_true
                                                                  : texts->is_false;
        for (size_t k = 0; k < count; k++) {
            is_known |= known[k] == conditions[i].line;
        }
        if (text == NULL || is_known) {
            continue;
        }
        char shown[TEXT_SIZE];
        at.line = known[count++] = conditions[i].line;
        at.column = 0;
        snprintf(shown, sizeof(shown), "%s", text);
        add_values(finding, &at, shown);
        report_place(terminal, &at, shown);
    }
    return count;
}

// Of two barriers at which threads of one block wait: the block around only one of them.
static size_t print_block(const struct terminal *terminal, const struct finding *finding, int *known,
                          size_t count) {
    const struct source_place *places = finding->places;
    const struct structure *structure = structure_of(places[0].file);
    for (int i = 0; i < 2 && structure != NULL; i++) {
        const struct block *block = structure_block(structure, places[i].line);
        if (block != NULL && strcmp(places[0].file, places[1].file) == 0 &&
            !(block->begin <= places[1 - i].line && places[1 - i].line <= block->end)) {
            struct source_place at = places[i];
            at.line = known[count++] = block->head;
            at.column = 0;
            report_place(terminal, &at,
                         block->loop ? _("not all threads come in here as often")
                                     : _("not all threads come in here"));
            break;
        }
    }
    return count;
}

// The conditions of the calls of the function that contains the place.
static size_t print_calls(const struct terminal *terminal, const struct finding *finding, int *known,
                          size_t count) {
    const struct condition_texts called = {_("the function is called only if this condition is true"),
                                           _("the function is called only if this condition is false"), NULL};
    struct origins calls = {.count = 0};
    struct source_place at = finding->places[0];
    if (at.line > 0 && regions_done_number(at.file) == 0) {
        origins_add_calls(at.file, at.line, finding->diagnostic.kernel, false, NULL, 0, &calls);
    }
    for (size_t i = 0; i < calls.count && i < 2; i++) {
        at.line = calls.lines[i].line;
        count = report_conditions(terminal, NULL, &at, ORIGINS_OF_ALL, &called, known, count);
    }
    return count;
}

// Is the name in the brackets behind the array's name in this line? If the array has another name there, it may be.
static bool is_in_index(const char *line, const char *array, const char *name) {
    const size_t length = strcspn(line, "\n"), array_length = strcspn(array, "["), name_length = strlen(name);
    bool found = false;
    int depth = 0;
    for (size_t i = 0; i < length; i++) {
        bool begins = i == 0 || !is_of_name(line[i - 1]);
        if (depth > 0) {
            depth += (line[i] == '[') - (line[i] == ']');
            if (begins && strncmp(&line[i], name, name_length) == 0 && !is_of_name(line[i + name_length])) {
                return true;
            }
        } else if (begins && array_length > 0 && strncmp(&line[i], array, array_length) == 0 &&
                   line[i + array_length] == '[') {
            found = true;
            depth = 1;
            i += array_length;
        }
    }
    return !found;
}

// The nearest lines, without heads of loops, that set the variables of the index. With the values of `values`, or NULL: of
// two threads that have different ones.
static size_t print_index(const struct terminal *terminal, const struct finding *finding,
                          const struct finding *values, int *known, size_t count, size_t most) {
    const struct source_place *place = &finding->places[0];
    const struct structure *structure = place->line > 0 ? structure_of(place->file) : NULL;
    struct origins origins = {.count = 0};
    if (structure == NULL || regions_done_number(place->file) > 0) {
        return count;
    }
    origins_add(place->file, place->line, ORIGINS_OF_INDEX, known, count, &origins);
    const char *line_text = line_begin(structure, place->line);
    bool direct = false;
    for (size_t i = 0; i < origins.count && line_text != NULL; i++) {
        direct |= is_in_index(line_text, finding->diagnostic.array, origins.lines[i].name);
    }
    for (size_t i = origins.count; i-- > 0 && most > 0 && direct;) {
        struct source_place at = *place;
        char text[TEXT_SIZE];
        const int line = at.line = origins.lines[i].line;
        const struct block *loop = structure_loop(structure, &line, 1);
        at.column = 0;
        if (line > place->line || (loop != NULL && loop->head == line) ||
            structure_function(structure, line) != structure_function(structure, place->line) ||
            structure_function(structure, line)->begin == line) {
            continue;
        }
        snprintf(text, sizeof(text), "%s", _("the index comes from here"));
        add_values(values, &at, text);
        report_place(terminal, &at, text);
        known[count++] = line;
        most--;
    }
    return count;
}

void report_see_also(const struct terminal *terminal, const struct finding *finding) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    const struct source_place *places = finding->places;
    enum { SAID_MAX = 8, KNOWN_MAX = 16 };
    int known[KNOWN_MAX] = {places[0].line, places[1].line, finding->call.line};
    size_t count = 3;
    for (const char *at = diagnostic->message; (at = strstr(at, " line ")) != NULL && count < SAID_MAX;) {
        at += strlen(" line ");
        known[count++] = atoi(at);
    }
    const struct condition_texts once = {_("this condition was true"), _("this condition was false"),
                                         _("this loop was still running")},
                                 both = {_("this condition was true for both threads"),
                                         _("this condition was false for both threads"), NULL},
                                 lanes = {_("only threads for which this condition is true come here"),
                                          _("only threads for which this condition is false come here"),
                                          NULL},
                                 elsewhere = {_("they are written only if this condition is true"),
                                              _("they are written only if this condition is false"), NULL},
                                 around = {NULL, NULL, _("this is the loop around it")};
    bool race = diagnostic_is_race(diagnostic->class_),
         written = strcmp(diagnostic->places[1].text, "other elements are written here") == 0;
    if (diagnostic->class_ == DIAGNOSTIC_OUT_OF_BOUNDS) {
        const size_t before = count;
        count = report_conditions(terminal, finding, &places[0], ORIGINS_OF_INDEX, &once, known, count);
        count = print_index(terminal, finding, finding, known, count, 3 - (count - before));
    } else if (race && strstr(diagnostic->message, "which no barrier can split") != NULL) {
        count = report_conditions(terminal, NULL, &places[0], ORIGINS_OF_INDEX, &both, known, count);
        count = print_index(terminal, finding, NULL, known, count, 2);
    } else if (race && places[0].line == places[1].line &&
               strstr(diagnostic->message, "nothing orders the two blocks") != NULL) {
        count = print_index(terminal, finding, finding, known, count, 2);
    } else if (race && strstr(diagnostic->message, "no __syncthreads()") != NULL) { // of several warps
        count = print_calls(terminal, finding, known, count);
    } else if (race && places[0].line == places[1].line &&
               strstr(diagnostic->message, "only a shuffle or vote between") != NULL) {
        count = print_calls(terminal, finding, known, count);
    } else if (diagnostic->class_ == DIAGNOSTIC_SHUFFLE) {
        count = report_conditions(terminal, finding, &places[0], ORIGINS_OF_ALL, &lanes, known, count);
        count = print_calls(terminal, finding, known, count);
    } else if (strstr(diagnostic->message, " has read it, too") != NULL) {
        count = print_index(terminal, finding, NULL, known, count, 2);
        if (places[0].line == places[1].line) {
            count = report_conditions(terminal, NULL, &places[0], ORIGINS_OF_ALL, &both, known, count);
        }
    } else if (strncmp(diagnostic->message, "no thread reads ", strlen("no thread reads ")) == 0 ||
               strstr(diagnostic->message, " first adds to ") != NULL ||
               strstr(diagnostic->message, " but nothing is added to ") != NULL) {
        count = report_conditions(terminal, NULL, &places[0], ORIGINS_OF_ALL, &lanes, known, count);
        count = print_index(terminal, finding, NULL, known, count, 2);
    } else if (written) {
        count = report_conditions(terminal, NULL, &places[1], ORIGINS_OF_ALL, &elsewhere, known, count);
    } else if (strstr(diagnostic->message, "two different barriers") != NULL ||
               strstr(diagnostic->message, "go past this barrier") != NULL) {
        count = print_block(terminal, finding, known, count);
    } else if (diagnostic->class_ == DIAGNOSTIC_LOST_LANE) {
        count = report_conditions(terminal, NULL, &places[1], ORIGINS_OF_ALL, &around, known, count);
    }
    print_origins(terminal, finding, known, count);
}
