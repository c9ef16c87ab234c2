#include "exchange.h"

#include <stdio.h>
#include <stdlib.h>

#include "checker.h"
#include "commands.h"
#include "text_file.h"

static void pieces_path(const struct lab *lab, char path[BUILD_PATH_SIZE]) {
    snprintf(path, BUILD_PATH_SIZE, "%s/%s/%s-pieces", build_folder(), lab->folder, lab->name);
}

void exchange_end(const struct lab *lab) {
    char path[BUILD_PATH_SIZE];
    size_t length = 0;
    pieces_path(lab, path);
    char *text = text_file_read(path, &length);
    FILE *file = text != NULL && length > 0 ? fopen(path, "w") : NULL; // an older program is left as it is
    if (file != NULL) {
        fclose(file);
    }
    free(text);
}

// Runs the program that was built last. Do the cases of these options pass?
static bool passes(const struct lab *lab, const struct words *options) {
    const struct checker_run run = {
        .program = "starter", .device = "sim", .mixed = true, .done_counts = true, .quiet = true};
    return checker_run(&run, lab, options) == EXIT_PASSED;
}

// The operator whose program runs the part: in a lab with operators, that for the sum runs a part without any.
static const char *operator_of(const struct lab *lab, const struct failed_case *failed) {
    const char *name = failed->operator_name;
    return name[0] == '\0' && !build_has_runner(lab, "mixed", "") ? "sum" : name;
}

bool exchange_has_program(const struct lab *lab, const struct failed_case *failed) {
    return getenv("LABS_BUILD") == NULL && build_has_runner(lab, "mixed", operator_of(lab, failed));
}

bool exchange_passes(const struct lab *lab, const struct failed_case *failed, const struct piece *pieces,
                     size_t count) {
    static const struct build_of_starter what = {
        .program = "mixed", .device = "sim", .no_warnings = true, .attempt = true};
    struct words part = {0};
    char path[BUILD_PATH_SIZE];
    pieces_path(lab, path);
    FILE *file = fopen(path, "w");
    bool written = file != NULL && pieces_write(file, pieces, count);
    if (file != NULL) {
        written &= fclose(file) == 0;
    }
    words_add(&part, "--part");
    words_add(&part, failed->part);
    if (failed->operator_name[0] != '\0') {
        words_add(&part, "--operator");
        words_add(&part, failed->operator_name);
    }
    const bool pass = written && build_one(lab, "mixed", operator_of(lab, failed), &what) == EXIT_PASSED &&
                      passes(lab, &failed->options) && passes(lab, &part);
    words_free(&part);
    return pass;
}
