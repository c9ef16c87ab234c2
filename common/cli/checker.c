#define _GNU_SOURCE // setenv under -std=c11
#include "checker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "commands.h"
#include "machine.h"
#include "text/file_error.h"

void checker_add_path(struct words *command, const struct lab *lab) {
    words_addf(command, "%s/%s/%s-check", build_folder(), lab->folder, lab->name);
}

int checker_run(const struct checker_run *run, const struct lab *lab, const struct words *options) {
    struct words command = {0};
    checker_add_path(&command, lab);
    words_add(&command, "--program");
    words_add(&command, run->program);
    words_add(&command, "--device");
    words_add(&command, run->device);
    if (run->mixed) {
        words_add(&command, "--mixed");
    }
    if (run->done_counts) {
        words_add(&command, "--done-counts");
    }
    if (run->whole) {
        words_add(&command, "--whole");
    }
    if (run->brief) {
        words_add(&command, "--brief");
    }
    if (run->rows != NULL) {
        words_add(&command, "--rows");
        words_add(&command, run->rows);
    }
    if (run->par != NULL) {
        words_add(&command, "--par");
        words_add(&command, run->par);
    }
    words_append(&command, options);
    if (run->failed != NULL) {
        setenv("LABS_FAILED", run->failed, 1);
    }
    int code = program_run(&command, run->quiet ? OUTPUT_DROPPED : OUTPUT_SHOWN);
    unsetenv("LABS_FAILED");
    words_free(&command);
    return code;
}

bool checker_has_gpu(void) {
    return machine_has_gpu() && machine_nvcc()[0] != '\0';
}

int checker_devices(const struct arguments *arguments, const char *devices[2]) {
    bool gpu_asked = arguments->device != NULL && strcmp(arguments->device, "gpu") == 0;
    if (gpu_asked && !checker_has_gpu()) {
        fputs("lab: --device gpu cannot be used here. Missing:\n", stderr);
        machine_say_missing_for_gpu(stderr);
        fputs("The simulated GPU needs neither: --device sim\n", stderr);
        return 0;
    }
    if (gpu_asked && !build_has_device("gpu")) {
        fprintf(stderr, "lab: nvcc (%s) does not work with this C++ compiler: see %s/CMakeFiles/cuda.log\n",
                machine_nvcc(), build_folder());
        return 0;
    }
    if (build_is_gpu_only() && arguments->device != NULL && !gpu_asked) {
        build_say_gpu_only();
        return 0;
    }
    devices[0] = gpu_asked || build_is_gpu_only() ? "gpu" : "sim";
    devices[1] = "gpu";
    if (build_is_gpu_only()) {
        return 1;
    }
    return arguments->device == NULL && arguments->report == NULL && checker_has_gpu() ? 2 : 1;
}

int worse(int a, int b) {
    static const int order[] = {EXIT_BROKEN, EXIT_WRONG, EXIT_PASSED, EXIT_SKIPPED};
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
        if (a == order[i] || b == order[i]) {
            return order[i];
        }
    }
    return EXIT_BROKEN;
}

bool rows_begin(const char *path) {
    if (!file_close(fopen(path, "w"))) {
        file_error("lab", FILE_WRITE, path);
        return false;
    }
    return true;
}
