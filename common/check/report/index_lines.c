// The lines that decide an index or a pointer: those that set its variables, and the limit of the index.
#include <stdio.h>
#include <string.h>

#include "check/report/deciding_lines.h"
#include "regions/operands.h"
#include "regions/structure.h"
#include "text/translation.h"

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
    struct condition conditions[CONDITIONS_MAX + 1];
    struct origins index = {.count = 0};
    if (place->line == 0 || place->done > 0) {
        return;
    }
    origins_add(place->file, place->line, ORIGINS_OF_INDEX, NULL, 0, &index);
    const struct structure *structure = structure_of(place->file);
    const struct block *function = structure == NULL ? NULL : structure_function(structure, place->line);
    if (index.count == 0 && function != NULL && function->kernel) {
        return; // the kernel sets no variable of it, so no limit of the kernel is about it
    }
    size_t all = origins_conditions(place->file, place->line, ORIGINS_OF_INDEX, conditions, CONDITIONS_MAX);
    all += origins_own_condition(place->file, place->line, ORIGINS_OF_INDEX, &conditions[all]);
    for (size_t i = 0; i < all; i++) {
        struct origins origins = {.count = 0};
        origins_add(place->file, conditions[i].line, ORIGINS_OF_HEAD, shown->lines, shown->count, &origins);
        for (size_t k = origins.count; k-- > 0;) {
            const struct origin *origin = &origins.lines[k];
            if (origin->line < conditions[i].line && !has_origin(&index, origin) &&
                report_line(terminal, finding, place, origin->line, _("the limit comes from here"), shown)) {
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
    if (line == NULL || place->done > 0) {
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
            report_line(terminal, NULL, place, origin->line, _("the pointer comes from here"), shown);
            return;
        }
    }
}

void report_index(const struct terminal *terminal, const struct finding *finding,
                  const struct finding *values, struct shown_lines *shown, size_t most) {
    const struct source_place *place = &finding->places[0];
    const struct structure *structure = place->line > 0 ? structure_of(place->file) : NULL;
    struct origins origins = {.count = 0};
    if (structure == NULL || place->done > 0) {
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
