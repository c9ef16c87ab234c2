#define _GNU_SOURCE
#include "result.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/utf8.h"

void result_path(const struct class *class, int lab, const char *hash, char path[RESULT_PATH_SIZE]) {
    snprintf(path, RESULT_PATH_SIZE, "%s/state/results/%s%s-%s-%s-%g-%s.json", class->options.out,
             class->labs[lab].name, class->options.gpu ? "-gpu" : "", hash, class->seed, class->options.limit,
             class->grader[lab]);
}

bool result_has_other(const struct class *class, int lab, const char *hash) {
    char path[RESULT_PATH_SIZE], begin[200];
    const struct dirent *entry;
    bool has = false;
    snprintf(path, sizeof(path), "%s/state/results", class->options.out);
    snprintf(begin, sizeof(begin), "%s%s-%s-", class->labs[lab].name, class->options.gpu ? "-gpu" : "", hash);
    DIR *folder = opendir(path);
    while (folder != NULL && !has && (entry = readdir(folder)) != NULL) {
        has = strncmp(entry->d_name, begin, strlen(begin)) == 0;
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return has;
}

json_t *result_read(const struct class *class, int lab, const char *hash) {
    char path[RESULT_PATH_SIZE];
    result_path(class, lab, hash, path);
    return json_load_file(path, JSON_ALLOW_NUL, NULL);
}

// Places in the submission are called as the student knows the file, without the folder that it was graded in.
static void shorten_places(json_t *one, const char *lab) {
    json_t *diagnostic, *place;
    size_t i, k;
    json_array_foreach(json_object_get(one, "diagnostics"), i, diagnostic) {
        json_array_foreach(json_object_get(diagnostic, "places"), k, place) {
            const char *found = NULL; // the last one: the folders above may have the lab's name, too
            for (const char *at = result_text(place, "file"); (at = strstr(at, lab)) != NULL; at++) {
                found = at;
            }
            if (found != NULL) {
                json_object_set_new(place, "file", json_string(found));
            }
        }
    }
}

// Of the cases only those that failed, and of these only what explains them.
static void shorten(json_t *report, const char *lab) {
    static const char *const dropped[] = {"counters",       "kernels",          "lines",
                                          "milliseconds",   "launches",         "blocks",
                                          "copied_to_host", "copied_to_device", "copied_on_device"};
    json_t *part, *cases = NULL;
    size_t p;
    json_array_foreach(json_object_get(report, "parts"), p, part) {
        cases = json_object_get(part, "cases");
        for (size_t i = json_array_size(cases); i-- > 0;) {
            json_t *one = json_array_get(cases, i);
            if (strcmp(result_text(one, "verdict"), "pass") == 0) {
                json_array_remove(cases, i);
                continue;
            }
            for (size_t k = 0; k < sizeof(dropped) / sizeof(dropped[0]); k++) {
                json_object_del(one, dropped[k]);
            }
            shorten_places(one, lab);
        }
    }
}

// A JSON string. In a text that is not UTF-8, as a compiler prints a line of a file that is not, '?' replaces the bytes
// that are wrong.
static json_t *json_of(const char *text) {
    json_t *value = json_string(text);
    char *clean = value == NULL ? strdup(text) : NULL;
    if (clean != NULL) {
        utf8_clean(clean, '?');
        value = json_string(clean);
        free(clean);
    }
    return value;
}

int result_write(const char *path, const char *lab, const char *hash, int exit_code, double seconds,
                 const char *text, json_t *report) {
    char fresh[RESULT_PATH_SIZE + 8];
    shorten(report, lab);
    json_t *result = json_pack("{s:s, s:s, s:s, s:i, s:f, s:o, s:O}", "lab", lab, "hash", hash, "verdict",
                               result_text(report, "verdict"), "exit_code", exit_code, "seconds", seconds,
                               "text", json_of(text), "report", report);
    snprintf(fresh, sizeof(fresh), "%s.new", path);
    int failed =
        result == NULL || json_dump_file(result, fresh, JSON_INDENT(1)) != 0 || rename(fresh, path) != 0;
    json_decref(result);
    return failed ? -1 : 0;
}

const char *const result_aspects[ASPECTS] = {"result", "memory", "technique"};

const json_t *result_aspect(const json_t *part, int aspect) {
    return json_object_get(json_object_get(part, "aspects"), result_aspects[aspect]);
}

long long result_number(const json_t *object, const char *name) {
    return json_integer_value(json_object_get(object, name));
}

const char *result_text(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text != NULL ? text : "";
}
