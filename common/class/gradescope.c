#include "gradescope.h"

#include <stdio.h>
#include <string.h>

#include "result.h"
#include "table.h"

static const char *const aspects[] = {"result", "memory", "technique"};

// One test. Its points are those of an aspect of a part.
static json_t *make_test(const struct class *class, int lab, const json_t *part, int aspect,
                         const char *number) {
    const json_t *points = json_object_get(json_object_get(part, "aspects"), aspects[aspect]);
    json_int_t reached = json_integer_value(json_object_get(points, "points"));
    json_int_t most = json_integer_value(json_object_get(points, "points_max"));
    char name[200];
    snprintf(name, sizeof(name), "%s %s: %s", class->labs[lab].name, result_text(part, "name"),
             aspects[aspect]);
    return json_pack("{s:s, s:s, s:I, s:I, s:s, s:s}", "name", name, "number", number, "score", reached,
                     "max_score", most, "status", reached == most ? "passed" : "failed", "visibility",
                     class->options.visibility);
}

static void add_tests(const struct class *class, int lab, json_t *tests) {
    const json_t *part;
    size_t p;
    json_array_foreach(json_object_get(entry_report(class, &class->students[0].entries[lab], lab), "parts"),
                       p, part) {
        for (int aspect = 0; aspect < 3; aspect++) {
            const json_t *points = json_object_get(json_object_get(part, "aspects"), aspects[aspect]);
            char number[40];
            snprintf(number, sizeof(number), "%d.%zu.%d", lab + 1, p + 1, aspect + 1);
            if (json_integer_value(json_object_get(points, "points_max")) > 0) {
                json_array_append_new(tests, make_test(class, lab, part, aspect, number));
            }
        }
    }
}

// What the checker says about all labs.
static json_t *make_output(const struct class *class) {
    json_t *output = json_string("");
    for (int lab = 0; lab < class->lab_count; lab++) {
        const struct entry *entry = &class->students[0].entries[lab];
        const char *text = entry->result != NULL ? result_text(entry->result, "text") : entry->note;
        json_t *more = json_sprintf("%s%s: %s\n%s\n", json_string_value(output), class->labs[lab].folder,
                                    entry_verdict(entry), text);
        json_decref(output);
        output = more;
    }
    return output;
}

int gradescope_write(const struct class *class) {
    json_t *tests = json_array();
    double seconds = 0;
    if (class->student_count != 1) {
        fputs("class: --gradescope is for one student: --student NAME\n", stderr);
        json_decref(tests);
        return -1;
    }
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
                                "visible", "output", make_output(class), "output_format", "text",
                                "stdout_visibility", "hidden", "tests", tests);
    int failed = results == NULL || json_dump_file(results, class->options.gradescope, JSON_INDENT(1)) != 0;
    if (failed) {
        perror(class->options.gradescope);
    }
    json_decref(results);
    return failed ? -1 : 0;
}
