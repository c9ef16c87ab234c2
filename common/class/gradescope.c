#include "gradescope.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "result.h"
#include "table.h"
#include "text/utf8.h"

// One test. Its points are those of an aspect of a part.
static json_t *make_test(const struct class *class, int lab, const json_t *part, int aspect,
                         const char *number) {
    const json_t *points = result_aspect(part, aspect);
    json_int_t reached = result_number(points, "points"), most = result_number(points, "points_max");
    char name[200];
    snprintf(name, sizeof(name), "%s %s: %s", class->labs[lab].name, result_text(part, "name"),
             result_aspects[aspect]);
    return json_pack("{s:s, s:s, s:I, s:I, s:s, s:s}", "name", name, "number", number, "score", reached,
                     "max_score", most, "status", reached == most ? "passed" : "failed", "visibility",
                     class->options.visibility);
}

static bool is_visible_at_once(const struct class *class) {
    return strcmp(class->options.visibility, "visible") == 0;
}

// What the checker says about one lab.
static json_t *make_report(const struct class *class, int lab) {
    const struct entry *entry = &class->students[0].entries[lab];
    const char *said = entry->submitted == SUBMITTED_NOTHING ? "No file of this lab was found."
                       : entry->result != NULL               ? result_text(entry->result, "text")
                                                             : entry->note;
    return json_sprintf("%s: %s\n%s\n", class->labs[lab].folder, entry_verdict(entry), said);
}

// The tests of one lab. If they are not visible at once, the first one has what the checker says, which then appears
// with them.
static void add_tests(const struct class *class, int lab, json_t *tests) {
    const json_t *part;
    size_t p, before = json_array_size(tests);
    json_array_foreach(json_object_get(entry_report(class, &class->students[0].entries[lab], lab), "parts"),
                       p, part) {
        for (int aspect = 0; aspect < ASPECTS; aspect++) {
            const json_t *points = result_aspect(part, aspect);
            char number[40];
            snprintf(number, sizeof(number), "%d.%zu.%d", lab + 1, p + 1, aspect + 1);
            if (result_number(points, "points_max") > 0) {
                json_array_append_new(tests, make_test(class, lab, part, aspect, number));
            }
        }
    }
    json_t *first = json_array_get(tests, before);
    if (!is_visible_at_once(class) && first != NULL) {
        json_object_set_new(first, "output", make_report(class, lab));
        json_object_set_new(first, "output_format", json_string("text"));
    }
}

// Appends a text to another one. Both are given up for the result.
static json_t *joined(json_t *text, json_t *more) {
    json_t *both = json_sprintf("%s%s", json_string_value(text), json_string_value(more));
    json_decref(text);
    json_decref(more);
    return both;
}

// Which files belong to no lab, a line each.
static json_t *make_unmatched(const struct class *class) {
    const struct student *student = &class->students[0];
    json_t *output = json_string("");
    for (size_t i = 0; i < student->unmatched_count; i++) {
        char path[CLASS_PATH_SIZE];
        snprintf(path, sizeof(path), "%s", student->unmatched[i].path);
        utf8_clean(path, '?');
        output = joined(output, json_sprintf("Not graded: %s %s.\n", path, student->unmatched[i].why));
    }
    return output;
}

// What was not accepted and what is missing, a line each. It says nothing about the tests.
static json_t *make_refusals(const struct class *class) {
    json_t *output = json_string("");
    for (int lab = 0; lab < class->lab_count; lab++) {
        const struct entry *entry = &class->students[0].entries[lab];
        const char *folder = class->labs[lab].folder;
        if (entry->submitted == SUBMITTED_REFUSED) {
            output =
                joined(output, json_sprintf("%s: the file was not accepted: %s.\n", folder, entry->note));
        } else if (entry->submitted == SUBMITTED_NOTHING) {
            output = joined(output, json_sprintf("%s: no file of this lab was found.\n", folder));
        }
    }
    return joined(output, make_unmatched(class));
}

// Before the tests are visible: when they will be, and what the student can fix by then.
static json_t *make_later(const struct class *class) {
    const char *when = class->options.visibility;
    return joined(make_refusals(class),
                  json_sprintf("Your submission was graded. %s\n",
                               strcmp(when, "after_due_date") == 0 ? "You see the results after the due date."
                               : strcmp(when, "after_published") == 0
                                   ? "You see the results when they are published."
                                   : "Your instructor has the results."));
}

// What students see at once: what the checker says about all labs, or when they see that.
static json_t *make_output(const struct class *class) {
    if (!is_visible_at_once(class)) {
        return make_later(class);
    }
    json_t *output = json_string("");
    for (int lab = 0; lab < class->lab_count; lab++) {
        output = joined(output, make_report(class, lab));
    }
    return joined(output, make_unmatched(class));
}

int gradescope_write(const struct class *class) {
    json_t *tests = json_array();
    double seconds = 0;
    for (int lab = 0; lab < class->lab_count; lab++) {
        const struct entry *entry = &class->students[0].entries[lab];
        if (entry_report(class, entry, lab) == NULL) { // say_end() says why
            json_decref(tests);
            remove(class->options.gradescope);
            return 0;
        }
        seconds += json_real_value(json_object_get(entry->result, "seconds"));
        add_tests(class, lab, tests);
    }
    json_t *results = json_pack("{s:f, s:s, s:o, s:s, s:s, s:o}", "execution_time", seconds, "visibility",
                                class->options.visibility, "output", make_output(class), "output_format",
                                "text", "stdout_visibility", "hidden", "tests", tests);
    int failed = results == NULL || json_dump_file(results, class->options.gradescope, JSON_INDENT(1)) != 0;
    if (failed) {
        fprintf(stderr, "class: cannot write %s: %s. Give --gradescope a file that you can write to\n",
                class->options.gradescope, strerror(errno));
    }
    json_decref(results);
    return failed ? -1 : 0;
}
