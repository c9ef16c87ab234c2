// gradescope_schema FILE: is it a results.json as Gradescope's documentation describes it? Prints the sum of the
// scores.
// https://gradescope-autograders.readthedocs.io/en/latest/specs/
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct field {
    const char *name;
    const char *type; // "number", "text", or the allowed texts
    bool needed;
};

static const char formats[] = "|text|html|simple_format|md|ansi|";
static const char visibilities[] = "|hidden|after_due_date|after_published|visible|";

static const struct field of_results[] = {{"score", "number", false},
                                          {"execution_time", "number", false},
                                          {"output", "text", false},
                                          {"output_format", formats, false},
                                          {"test_output_format", formats, false},
                                          {"test_name_format", formats, false},
                                          {"visibility", visibilities, false},
                                          {"stdout_visibility", visibilities, false}};
static const struct field of_tests[] = {
    {"score", "number", true}, {"max_score", "number", true},     {"status", "|passed|failed|", false},
    {"name", "text", true},    {"name_format", formats, false},   {"number", "text", false},
    {"output", "text", false}, {"output_format", formats, false}, {"visibility", visibilities, true}};

static bool fits(const struct field *field, const json_t *value) {
    char quoted[100];
    if (strcmp(field->type, "number") == 0) {
        return json_is_number(value);
    }
    if (!json_is_string(value) || strcmp(field->type, "text") == 0) {
        return json_is_string(value);
    }
    snprintf(quoted, sizeof(quoted), "|%s|", json_string_value(value));
    return strstr(field->type, quoted) != NULL;
}

// Are all members known and well-formed, besides `tests`?
static bool check(json_t *object, const struct field *fields, size_t count) {
    const char *name;
    json_t *value;
    bool good = json_is_object(object);
    for (size_t i = 0; i < count; i++) {
        good &= !fields[i].needed || json_object_get(object, fields[i].name) != NULL;
    }
    json_object_foreach(object, name, value) {
        bool known = strcmp(name, "tests") == 0;
        for (size_t i = 0; i < count; i++) {
            known |= strcmp(fields[i].name, name) == 0 && fits(&fields[i], value);
        }
        if (!known) {
            printf("'%s' is not as documented\n", name);
        }
        good &= known;
    }
    return good;
}

int main(int count, char **words) {
    json_error_t error;
    json_t *results = count == 2 ? json_load_file(words[1], 0, &error) : NULL, *test;
    size_t i;
    double sum = 0, most = 0;
    bool good = results != NULL && check(results, of_results, sizeof(of_results) / sizeof(of_results[0]));
    json_array_foreach(json_object_get(results, "tests"), i, test) {
        good &= check(test, of_tests, sizeof(of_tests) / sizeof(of_tests[0]));
        sum += json_number_value(json_object_get(test, "score"));
        most += json_number_value(json_object_get(test, "max_score"));
    }
    printf("%g of %g points\n", sum, most);
    json_decref(results);
    return good ? 0 : 1;
}
