// The lines that decide whether a line of the source runs and what it uses, with the values at the error.
#include "check/report/deciding_lines.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "regions/arguments.h"
#include "regions/operands.h"
#include "regions/statement.h"
#include "regions/structure.h"
#include "text/translation.h"

enum { TEXT_SIZE = 320 };

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

// Adds ": tid = 128, stride = 64" to a text: the values that the variables in the line of the source had at the error,
// in the function where it was.
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

bool shown_add(struct shown_lines *shown, int line) {
    for (size_t i = 0; i < shown->count; i++) {
        if (shown->lines[i] == line) {
            return false;
        }
    }
    if (shown->count < SHOWN_LINES_MAX) {
        shown->lines[shown->count++] = line;
    }
    return true;
}

void report_add_range(const struct source_place *place, char *text, size_t size) {
    char name[32];
    const char *range = place->line > 0 ? statement_narrow(place->file, place->line, name) : NULL;
    const size_t end = strlen(text);
    if (range != NULL && end < size) {
        snprintf(text + end, size - end, _("; %s holds only %s"), name, range);
    }
}

// Prints a line of the place's file with this text and with values, unless it was shown.
static bool report_line(const struct terminal *terminal, const struct finding *values,
                        const struct source_place *place, int line, const char *text,
                        struct shown_lines *shown) {
    struct source_place at = *place;
    char said[TEXT_SIZE];
    at.line = line;
    at.column = 0;
    if (shown != NULL && !shown_add(shown, line)) {
        return false;
    }
    snprintf(said, sizeof(said), "%s", text);
    add_values(values, &at, said);
    report_add_range(&at, said, sizeof(said));
    report_place(terminal, &at, said);
    return true;
}

void report_conditions(const struct terminal *terminal, const struct finding *values,
                       const struct source_place *place, enum origins_of of,
                       const struct condition_texts *texts, struct shown_lines *shown) {
    enum { CONDITIONS_MAX = 2 };
    struct condition conditions[CONDITIONS_MAX];
    size_t all = place->line > 0 && regions_done_number(place->file) == 0
                     ? origins_conditions(place->file, place->line, of, conditions, CONDITIONS_MAX)
                     : 0;
    for (size_t i = 0; i < all; i++) {
        const char *text = conditions[i].kind == CONDITION_LOOP   ? texts->loop
                           : conditions[i].kind == CONDITION_TRUE ? texts->is_true
                                                                  : texts->is_false;
        if (text != NULL) {
            report_line(terminal, values, place, conditions[i].line, translate(text), shown);
        }
    }
}

// Is it one of the variables, or set in the line of one?
static bool has_origin(const struct origins *origins, const struct origin *origin) {
    for (size_t i = 0; i < origins->count; i++) {
        if (origins->lines[i].line == origin->line || strcmp(origins->lines[i].name, origin->name) == 0) {
            return true;
        }
    }
    return false;
}

// Is the variable used only as the bound of a loop: between the `;` of a head, and in no other of these lines or at
// `line`?
static bool is_bound(const struct structure *structure, const struct origins *origins, const char *name,
                     int line) {
    bool bound = false, other = structure_names(structure, line, name);
    for (size_t i = 0; i < origins->count; i++) {
        const struct origin *origin = &origins->lines[i];
        if (strcmp(origin->name, name) == 0 || !structure_names(structure, origin->line, name)) {
            continue;
        }
        if (!origin->loop) {
            return false;
        }
        const char *at = line_begin(structure, origin->line);
        bool first = false, last = false;
        for (size_t length = strlen(name); at != NULL && *at != '\0' && *at != '{' && !last; at++) {
            last = first && *at == ';';
            first |= *at == ';';
            bool named = strncmp(at, name, length) == 0 && !is_of_name(at[length]) && !is_of_name(at[-1]);
            bound |= named && first;
            other |= named && !first;
        }
        const char *end = at == NULL ? NULL : strpbrk(at, "{\n");
        const char *again = at == NULL ? NULL : strstr(at, name);
        other |= again != NULL && end != NULL && again < end; // its step
    }
    return bound && !other;
}

void report_limit_origin(const struct terminal *terminal, const struct finding *finding,
                         struct shown_lines *shown) {
    enum { CONDITIONS_MAX = 2 };
    const struct source_place *place = &finding->places[0];
    struct condition conditions[CONDITIONS_MAX];
    struct origins index = {.count = 0};
    if (place->line == 0 || regions_done_number(place->file) > 0) {
        return;
    }
    origins_add(place->file, place->line, ORIGINS_OF_INDEX, NULL, 0, &index);
    size_t all = origins_conditions(place->file, place->line, ORIGINS_OF_INDEX, conditions, CONDITIONS_MAX);
    for (size_t i = 0; i < all; i++) {
        struct origins origins = {.count = 0};
        origins_add(place->file, conditions[i].line, ORIGINS_OF_ALL, shown->lines, shown->count, &origins);
        for (size_t k = origins.count; k-- > 0;) {
            const struct origin *origin = &origins.lines[k];
            if (origin->line < conditions[i].line && !has_origin(&index, origin) &&
                report_line(terminal, finding, place, origin->line, N_("the limit comes from here"), shown)) {
                return;
            }
        }
    }
}

void report_pointer(const struct terminal *terminal, const struct finding *finding,
                    struct shown_lines *shown) {
    const struct source_place *place = &finding->places[0];
    const struct structure *structure = place->line > 0 ? structure_of(place->file) : NULL;
    const char *line = structure != NULL ? line_begin(structure, place->line) : NULL;
    struct origins origins = {.count = 0};
    if (line == NULL || regions_done_number(place->file) > 0) {
        return;
    }
    origins_add(place->file, place->line, ORIGINS_OF_INDEX, shown->lines, shown->count, &origins);
    for (size_t i = origins.count; i-- > 0;) {
        const struct origin *origin = &origins.lines[i];
        const size_t length = strlen(origin->name);
        bool indexed = false;
        for (const char *at = line; *at != '\n' && *at != '\0' && !indexed; at++) {
            indexed = strncmp(at, origin->name, length) == 0 && at[length] == '[' &&
                      (at == line || !is_of_name(at[-1]));
        }
        if (indexed && origin->line < place->line) {
            report_line(terminal, NULL, place, origin->line, N_("the pointer comes from here"), shown);
            return;
        }
    }
}

void report_value_loop(const struct terminal *terminal, const struct finding *finding,
                       struct shown_lines *shown) {
    const struct source_place *place = &finding->places[0];
    const struct structure *structure = place->line > 0 ? structure_of(place->file) : NULL;
    struct origins origins = {.count = 0};
    if (structure == NULL || regions_done_number(place->file) > 0) {
        return;
    }
    origins_add(place->file, place->line, ORIGINS_OF_VALUE, NULL, 0, &origins);
    for (size_t i = origins.count; i-- > 0;) {
        const int line = origins.lines[i].line;
        const struct block *loop = structure_loop(structure, &line, 1);
        if (loop != NULL && loop->head < line && loop->end < place->line) {
            report_line(terminal, NULL, place, loop->head, N_("this loop makes its value"), shown);
            return;
        }
    }
}

void report_block(const struct terminal *terminal, const struct finding *finding, struct shown_lines *shown) {
    const struct source_place *places = finding->places;
    const struct structure *structure = structure_of(places[0].file);
    for (int i = 0; i < 2 && structure != NULL; i++) {
        const struct block *block = structure_block(structure, places[i].line);
        if (block != NULL && strcmp(places[0].file, places[1].file) == 0 &&
            !(block->begin <= places[1 - i].line && places[1 - i].line <= block->end)) {
            report_line(terminal, NULL, &places[i], block->head,
                        block->loop ? _("not all threads come in here as often")
                                    : _("not all threads come in here"),
                        shown);
            break;
        }
    }
}

void report_call_conditions(const struct terminal *terminal, const struct finding *finding,
                            struct shown_lines *shown) {
    static const struct condition_texts
        each = {N_("the function is called only if this condition is true"),
                N_("the function is called only if this condition is false"), NULL},
        one = {N_("the function is called here only if this condition is true"),
               N_("the function is called here only if this condition is false"), NULL},
        some = {N_("the function is called at several places, at one only if this condition is true"),
                N_("the function is called at several places, at one only if this condition is false"), NULL};
    struct origins calls = {.count = 0};
    struct source_place at = finding->places[0];
    if (at.line > 0 && regions_done_number(at.file) == 0) {
        origins_add_calls(at.file, at.line, finding->diagnostic.kernel, false, NULL, 0, &calls);
    }
    const struct condition_texts *texts = calls.count > 1 && finding->called > 0 ? &one : &each;
    bool race = diagnostic_is_race(finding->diagnostic.class_); // the other access may be of another call
    if (calls.count > 0 && finding->called > 0 && !race) {
        calls = (struct origins){.lines = {{.line = finding->called}}, .count = 1};
    }
    for (size_t i = 0; i < calls.count; i++) {
        struct condition conditions[2];
        size_t count = origins_conditions(at.file, calls.lines[i].line, ORIGINS_OF_ALL, conditions, 2);
        bool always = count == 0 || (count == 1 && conditions[0].kind == CONDITION_LOOP);
        texts = always ? &some : texts;
    }
    for (size_t i = 0; i < calls.count && i < 2; i++) {
        at.line = calls.lines[i].line;
        report_conditions(terminal, NULL, &at, ORIGINS_OF_ALL, texts, shown);
    }
}

void report_called(const struct terminal *terminal, const struct finding *finding,
                   struct shown_lines *shown) {
    const struct source_place *place = &finding->places[0];
    struct origins origins = {.count = 0};
    if (finding->called == 0 || regions_done_number(place->file) > 0) {
        return;
    }
    report_line(terminal, NULL, place, finding->called, N_("called from here"), shown);
    origins_add(place->file, finding->called, ORIGINS_OF_ALL, shown->lines, shown->count, &origins);
    for (size_t i = origins.count; i-- > 0;) {
        if (origins.lines[i].line < finding->called) {
            report_line(terminal, NULL, place, origins.lines[i].line, N_("this sets its argument"), shown);
            break;
        }
    }
}

bool report_named(const struct terminal *terminal, const struct source_place *place, int line,
                  const char *text, const char *name, struct shown_lines *shown) {
    char named[TEXT_SIZE];
    snprintf(named, sizeof(named), translate(text), name);
    return report_line(terminal, NULL, place, line, named, shown);
}

struct array_name report_array_name(const struct finding *finding) {
    struct array_name name;
    snprintf(name.text, sizeof(name.text), "%.*s", (int)strcspn(finding->diagnostic.array, "["),
             finding->diagnostic.array);
    return name;
}

void report_index(const struct terminal *terminal, const struct finding *finding,
                  const struct finding *values, struct shown_lines *shown, size_t most) {
    const struct source_place *place = &finding->places[0];
    const struct structure *structure = place->line > 0 ? structure_of(place->file) : NULL;
    struct origins origins = {.count = 0};
    if (structure == NULL || regions_done_number(place->file) > 0) {
        return;
    }
    const struct array_name array = report_array_name(finding);
    struct maker maker;
    const bool made = operands_index(place->file, place->line, array.text, &maker);
    if (made && maker.mixed && most > 0) {
        fprintf(terminal->out,
                _("  %s() makes one index of %s in this line, and another one is made without it\n"),
                maker.function, array.text);
        most--;
    } else if (made && finding->behind_count == 0) { // otherwise it shows the function
        if (maker.set > 0 && most > 0) {
            most -= report_named(terminal, place, maker.set, N_("%s is set here"), maker.name, shown);
        }
        if (most > 0) {
            most -= report_named(terminal, place, maker.result, N_("%s() returns the index here"),
                                 maker.function, shown);
        }
    }
    struct origins all = {.count = 0};
    origins_add_index(place->file, place->line, array.text, shown->lines, shown->count, &origins);
    origins_add_index(place->file, place->line, array.text, NULL, 0, &all);
    for (size_t i = origins.count; i-- > 0 && most > 0;) {
        const struct origin *origin = &origins.lines[i];
        if (origin->line > place->line || origin->loop || origin->function ||
            is_bound(structure, &all, origin->name, place->line) ||
            structure_function(structure, origin->line) != structure_function(structure, place->line)) {
            continue;
        }
        most -= report_line(terminal, values, place, origin->line, _("the index comes from here"), shown);
    }
}

void report_setters(const struct terminal *terminal, const struct finding *values,
                    const struct source_place *place, enum origins_of of, struct shown_lines *shown,
                    size_t most) {
    const struct structure *structure = place->line > 0 ? structure_of(place->file) : NULL;
    struct origins origins = {.count = 0};
    if (structure == NULL || regions_done_number(place->file) > 0) {
        return;
    }
    origins_add(place->file, place->line, of, shown->lines, shown->count, &origins);
    for (int later = 0; later <= 1; later++) { // the lines before it first, the nearest one at the beginning
        for (size_t k = 0; k < origins.count && most > 0; k++) {
            const struct origin *origin = &origins.lines[later ? k : origins.count - 1 - k];
            if ((origin->line > place->line) != later || (of == ORIGINS_OF_TARGET && !later) ||
                !origin->direct || origin->function ||
                structure_function(structure, origin->line) != structure_function(structure, place->line)) {
                continue;
            }
            char text[TEXT_SIZE];
            snprintf(text, sizeof(text),
                     origin->loop     ? _("this loop sets %s")
                     : origin->handed ? _("%s is handed to a function here")
                                      : _("%s is set here"),
                     origin->name);
            most -= report_line(terminal, values, place, origin->line, text, shown);
        }
    }
}

void report_argument(const struct terminal *terminal, const struct finding *finding,
                     struct shown_lines *shown) {
    const struct source_place *place = &finding->places[0];
    const bool writes = finding->diagnostic.class_ == DIAGNOSTIC_INPUT_CHANGED;
    char name[32];
    int line = finding->launched && finding->places[1].line == 0 && place->line > 0 &&
                       strcmp(place->file, finding->call.file) == 0 && regions_done_number(place->file) == 0
                   ? arguments_set(place->file, place->line, writes, finding->call.line, name)
                   : 0;
    if (line > 0) {
        report_named(terminal, place, line, N_("%s is set here"), name, shown);
    }
}

void report_declaration(const struct terminal *terminal, const struct source_place *place,
                        struct shown_lines *shown) {
    char name[32];
    int line = place->line > 0 && regions_done_number(place->file) == 0
                   ? statement_declares(place->file, place->line, name)
                   : 0;
    if (line > 0) {
        report_named(terminal, place, line, N_("%s is declared here"), name, shown);
    }
}

void report_operands(const struct terminal *terminal, const struct finding *finding,
                     struct shown_lines *shown) {
    enum { OPERANDS_MAX = 2 };
    const struct source_place *place = &finding->places[0];
    struct operand operands[OPERANDS_MAX];
    const size_t count = place->line > 0 && regions_done_number(place->file) == 0
                             ? operands_find(place->file, place->line, operands, OPERANDS_MAX)
                             : 0;
    for (size_t i = 0; i < count; i++) {
        if (operands[i].declared > 0) {
            report_named(terminal, place, operands[i].declared, N_("%s is declared here without a value"),
                         operands[i].name, shown);
        }
        const bool is_true = operands[i].kind == CONDITION_TRUE;
        if (operands[i].condition > 0) {
            report_named(terminal, place, operands[i].condition,
                         operands[i].declared == 0
                             ? is_true ? N_("%s gets another value only if this condition is true")
                                       : N_("%s gets another value only if this condition is false")
                         : is_true ? N_("%s is set only if this condition is true")
                                   : N_("%s is set only if this condition is false"),
                         operands[i].name, shown);
        }
    }
}

void report_returned(const struct terminal *terminal, const struct finding *finding,
                     struct shown_lines *shown) {
    const struct source_place *place = &finding->places[0];
    struct maker maker;
    int call = 0;
    if (place->line == 0 || regions_done_number(place->file) > 0 ||
        !operands_returned(place->file, place->line, &maker, &call)) {
        return;
    }
    report_named(terminal, place, call, N_("%s() returns that array"), maker.function, shown);
    if (maker.set > 0) {
        report_named(terminal, place, maker.set, N_("%s, which it returns, is set here"), maker.name, shown);
    }
}
