// Diagnostics in the form of a compiler's messages: file:line:column, the line itself, a caret.
#define _GNU_SOURCE // getline under -std=c11

#include "check/report/report.h"

#include <stdlib.h>
#include <string.h>

#include "check/report/said.h"
#include "regions/origins.h"
#include "text/translation.h"

// Reads line `number` of the file, without its end. The caller frees it. NULL if there is no such line.
static char *read_line(const char *path, int number) {
    FILE *file = source_is_shown(path) ? fopen(path, "r") : NULL;
    if (file == NULL) {
        return NULL;
    }
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length = -1;
    for (int i = 0; i < number; i++) {
        length = getline(&line, &capacity, file);
        if (length < 0) {
            break;
        }
    }
    fclose(file);
    if (length < 0) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\r\n")] = '\0';
    return line;
}

// The bytes of a line's first columns. A UTF-8 letter has several bytes, but one column.
static int bytes_of(const char *line, int columns) {
    int bytes = 0;
    while (line[bytes] != '\0' && (columns > 0 || ((unsigned char)line[bytes] & 0xc0) == 0x80)) {
        columns -= ((unsigned char)line[bytes++] & 0xc0) != 0x80;
    }
    return bytes;
}

// The columns of a line's first bytes.
static int columns_of(const char *line, int bytes) {
    int columns = 0;
    for (int i = 0; i < bytes; i++) {
        columns += ((unsigned char)line[i] & 0xc0) != 0x80;
    }
    return columns;
}

// Prints the line of the source and a caret below the column. Tabs become single spaces, so that the caret fits. Of a
// line that is too wide for the terminal, the columns around the caret.
static void print_excerpt(const struct terminal *terminal, const struct source_place *place) {
    enum { MARGIN = 8 };
    char *line = read_line(place->file, place->line);
    if (line == NULL) {
        return;
    }
    for (char *c = line; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f) {
            *c = ' ';
        }
    }
    int length = (int)strlen(line), width = columns_of(line, length), left = 0, room = width;
    bool has_caret = place->column > 0 && place->column <= length;
    int caret = has_caret ? columns_of(line, place->column - 1) : 0;
    if (terminal->width > 2 * MARGIN && width + MARGIN > terminal->width) {
        room = terminal->width - MARGIN;
        left = caret > room / 2 ? caret - room / 2 : 0;
        left = left > width - room ? width - room : left;
    }
    const char *shown = line + bytes_of(line, left);
    fprintf(terminal->out, "%5d | %.*s\n", place->line, bytes_of(shown, room), shown);
    if (has_caret) {
        fprintf(terminal->out, "      | %*s%s^%s\n", caret - left, "", terminal_ink(terminal, INK_GREEN),
                terminal_ink(terminal, INK_PLAIN));
    }
    free(line);
}

// Prints "file:57:9: ", or nothing if the place is unknown.
static void print_place(const struct terminal *terminal, const struct source_place *place) {
    int done = regions_done_number(place->file); // its lines must not be shown
    if (place->line > 0 && done > 0) {
        fprintf(terminal->out, _("in TODO(%d), which is done for you: "), done);
    }
    if (place->line == 0 || done > 0) {
        return;
    }
    fprintf(terminal->out, "%s%s:%d:", terminal_ink(terminal, INK_BOLD), relative_path(place->file),
            place->line);
    if (place->column > 0) {
        fprintf(terminal->out, "%d:", place->column);
    }
    fprintf(terminal->out, "%s ", terminal_ink(terminal, INK_PLAIN));
}

void report_place(const struct terminal *terminal, const struct source_place *place, const char *text) {
    if (place->line > 0 && regions_done_number(place->file) == 0) {
        print_place(terminal, place);
        fprintf(terminal->out, "%s\n", text);
        print_excerpt(terminal, place);
    }
}

// Prints the second place of a diagnostic: "called from here" and the like, or "thread 4 of block 0 reads here" without
// its last word.
static void print_second(const struct terminal *terminal, const struct source_place *place,
                         const char *text) {
    static const char here[] = " here";
    static const char *const whole[] = {N_("called from here"),
                                        N_("launched here"),
                                        N_("other elements are written here"),
                                        N_("last written here"),
                                        N_("this copies other values to the host"),
                                        N_("the loop that does not end"),
                                        N_("does this loop take too few steps?")};
    size_t length = strlen(text), end = strlen(here);
    char shown[sizeof(((struct diagnostic_place *)NULL)->text)], translated[SAID_SIZE];
    for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++) {
        if (strcmp(text, whole[i]) == 0) {
            fprintf(terminal->out, "%s\n", translate(text));
            return;
        }
    }
    if (length > end && strcmp(text + length - end, here) == 0) {
        length -= end;
    }
    snprintf(shown, sizeof(shown), "%.*s", (int)length, text);
    fputs(regions_done_number(place->file) == 0 ? _("also here: ") : "", terminal->out);
    said(shown, translated);
    terminal_foreign(terminal, translated, strlen(translated), "");
}

static void print_call(const struct terminal *terminal, const struct finding *finding) {
    char text[SAID_SIZE];
    if (finding->call.line == 0) {
        return;
    }
    if (finding->threads > 0) {
        snprintf(text, sizeof(text), _("launched here with <<<%llu, %llu>>>"),
                 (unsigned long long)finding->blocks, (unsigned long long)finding->threads);
    } else if (finding->said[0] != '\0') {
        said(finding->said, text);
    } else {
        snprintf(text, sizeof(text), "%s",
                 finding->launched ? _("launched here")
                 : finding->calls  ? _("in this function")
                                   : _("called from here"));
    }
    report_place(terminal, &finding->call, text);
}

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
static void print_origins(const struct terminal *terminal, const struct finding *finding) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    const struct source_place *places = finding->places;
    enum { KNOWN_MAX = 8 };
    int known[KNOWN_MAX] = {places[0].line, places[1].line, finding->call.line};
    size_t count = 3;
    for (const char *at = diagnostic->message; (at = strstr(at, " line ")) != NULL && count < KNOWN_MAX;) {
        at += strlen(" line ");
        known[count++] = atoi(at);
    }
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
    bool called =
        finding->call.line == 0 && diagnostic->kernel[0] != '\0' && places[0].line > 0 &&
        origins_add_calls(places[0].file, places[0].line, diagnostic->kernel, !race, known, count, &origins);
    if (lost && places[1].line > 0) { // what happens later instead
        origins_add(places[1].file, places[1].line, ORIGINS_OF_INDEX, known, count, &origins);
    }
    if (at_call || unwritten || (!(called && race) && find_variables(finding, &of))) {
        origins_add(place->file, place->line, of, known, count, &origins);
    }
    print_see_also(terminal, &origins);
}

void report_finding(const struct terminal *terminal, const struct finding *finding, bool hint) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    bool note = diagnostic_severities[diagnostic->class_] == DIAGNOSTIC_NOTE;
    char count[27], message[SAID_SIZE];
    print_place(terminal, &finding->places[0]);
    fprintf(terminal->out, "%s%s%s:%s ", terminal_ink(terminal, note ? INK_YELLOW : INK_RED),
            note ? _("note: ") : "", translate(diagnostic_titles[diagnostic->class_]),
            terminal_ink(terminal, INK_PLAIN));
    said(diagnostic->message, message);
    terminal_foreign(terminal, message, strlen(message), "");
    if (finding->places[0].line != 0) {
        print_excerpt(terminal, &finding->places[0]);
    }
    if (diagnostic->places[1].text[0] != '\0') {
        bool same_line = finding->places[1].line == finding->places[0].line &&
                         strcmp(finding->places[1].file, finding->places[0].file) == 0;
        print_place(terminal, &finding->places[1]);
        print_second(terminal, &finding->places[1], diagnostic->places[1].text);
        if (finding->places[1].line != 0 && !same_line) {
            print_excerpt(terminal, &finding->places[1]);
        }
    }
    print_call(terminal, finding);
    if (hint) {
        print_origins(terminal, finding);
    }
    if (finding->done_for_student) {
        fputs(_("  So what your code hands on to that task is wrong.\n"), terminal->out);
    }
    if (finding->count > 1) {
        fprintf(terminal->out, _("  %s more like it\n"), format_count(finding->count - 1, count));
    }
    // Where one statement reads and writes, the message says what to do; a barrier would not help.
    if (hint && strstr(diagnostic->message, "which no barrier can split") == NULL) {
        fprintf(terminal->out, _("  hint: %s\n"), translate(diagnostic_hints[diagnostic->class_]));
    }
}

void report_findings(const struct terminal *terminal, const struct finding *findings, size_t count,
                     bool notes, size_t shown_most) {
    bool hinted[DIAGNOSTIC_CLASS_COUNT] = {false};
    size_t shown = 0, left = 0;
    // Errors after a barrier that some threads did not reach are mostly those that it should have prevented.
    bool barrier =
        shown_most < SIZE_MAX && !notes && count > 0 && findings[0].diagnostic.class_ == DIAGNOSTIC_BARRIER;
    for (size_t i = 0; i < count; i++) {
        struct finding one = findings[i], *finding = &one;
        uint32_t class_ = finding->diagnostic.class_;
        if ((diagnostic_severities[class_] == DIAGNOSTIC_NOTE) != notes) {
            continue;
        }
        bool consequence = finding->done_for_student && shown > 0 && shown_most < SIZE_MAX;
        if (shown == shown_most || (barrier && shown > 0) || consequence) {
            left++;
            continue;
        }
        if (shown > 0 && finding->places[0].line == 0) { // the launch is shown with the first
            finding->call.line = 0;
        }
        report_finding(terminal, finding, !hinted[class_]);
        hinted[class_] = true;
        shown++;
    }
    if (left > 0 && shown_most > 1) {
        fprintf(terminal->out,
                barrier     ? left == 1
                                  ? _("and %zu more error, possibly caused by this one; --verbose shows all\n")
                                  : _("and %zu more errors, possibly caused by this one; --verbose shows all\n")
                    : notes ? left == 1 ? _("and %zu more note; --verbose shows all\n")
                                        : _("and %zu more notes; --verbose shows all\n")
                    : left == 1 ? _("and %zu more error; --verbose shows all\n")
                            : _("and %zu more errors; --verbose shows all\n"),
                left);
    }
    if (shown > 0) {
        fputc('\n', terminal->out);
    }
}
