// Runs one case of a program's description (engine/program.h) on the simulated GPU, and prints all that the device
// says, so that two builds of the engine can be compared:
//
//     web_case DESCRIPTION PART N [WORDS]     values of so many 4-byte words, 1 by default
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/program.h"
#include "engine/run/machine.h"
#include "runner/device.h"
#include "runner/reply.h"

enum { WORDS_MAX = 16 };

static void print_said(const char *title, const struct said *said) {
    printf("%s:", title);
    for (size_t i = 0; i < sizeof(*said); i++) {
        printf(" %02x", ((const unsigned char *)said)[i]);
    }
    printf("\n");
}

static void print_diagnostic(const struct diagnostic *diagnostic) {
    printf("class %d, %llu times, at %llu and %llu, launch %d from %llu, array %s, kernel %s\n",
           (int)diagnostic->class_, (unsigned long long)diagnostic->count,
           (unsigned long long)diagnostic->places[0].pc, (unsigned long long)diagnostic->places[1].pc,
           (int)diagnostic->launch, (unsigned long long)diagnostic->launch_pc, diagnostic->array,
           diagnostic->kernel);
    for (int i = 0; i < DIAGNOSTIC_CALLS && diagnostic->calls[i] != 0; i++) {
        printf("call %llu\n", (unsigned long long)diagnostic->calls[i]);
    }
    print_said("message", &diagnostic->message);
    fflush(stdout);
}

static void print_words(const char *title, const void *begin, size_t bytes) {
    printf("%s:", title);
    for (size_t i = 0; i + 8 <= bytes; i += 8) {
        uint64_t word;
        memcpy(&word, (const char *)begin + i, sizeof(word));
        printf(" %llx", (unsigned long long)word);
    }
    printf("\n");
}

static void print_launch(const struct launch_record *launch, const struct counters *intervals,
                         const struct place_counters *lines) {
    print_words("launch", launch, sizeof(*launch));
    print_words("intervals", intervals, launch->interval_count * sizeof(*intervals));
    print_words("lines", lines, launch->line_count * sizeof(*lines));
}

static const struct device_sink sink = {print_diagnostic, print_launch};

void reply_send_result(struct case_result *result) {
    print_said("no room", &result->message);
}

static uint32_t function;
static union value registers[WORDS_MAX];

static void call(void *argument) {
    machine_call(function, argument);
}

int main(int count, char **words) {
    char refusal[512] = "usage: web_case DESCRIPTION PART N [WORDS]";
    struct program *program = count < 4 ? NULL : program_load(words[1], refusal, sizeof(refusal));
    if (program == NULL) {
        fprintf(stderr, "%s\n", refusal);
        return 2;
    }
    const size_t n = strtoul(words[3], NULL, 10), size = count > 4 ? 4 * strtoul(words[4], NULL, 10) : 4;
    const struct code_part *part = NULL;
    for (uint32_t i = 0; i < program->part_count; i++) {
        part = strcmp(program->parts[i].name, words[2]) == 0 ? &program->parts[i] : part;
    }
    struct said said;
    struct case_result result = {.status = CASE_DONE};
    machine_open(program);
    if (part == NULL ||
        device_open(&(struct device_options){.workers = 1, .endless_seconds = 5, .fixed_order = 1}, &said) !=
            CASE_DONE) {
        return 2;
    }
    unsigned *values = calloc(n + 1, size);
    for (size_t i = 0; i < n * size / 4; i++) {
        values[i] = (unsigned)(i * 7 % 23);
    }
    function = part->function;
    device_case_begin(&sink);
    device_sample(&(struct sample){0});
    void *input = device_input("d_in", values, n, size);
    void *output = part->kind == 'S' ? device_output("d_out", n, size) : NULL;
    registers[0].u = (uintptr_t)input;
    registers[1].u = part->kind == 'S' ? (uintptr_t)output : n;
    registers[2].u = n;
    device_hide_input(values, n, size);
    result.status = (uint32_t)device_run(call, registers);
    if (part->kind == 'S' && result.status == CASE_DONE) {
        device_read_output(output, values);
        print_words("output", values, n * size);
    } else if (part->kind == 'R') {
        print_words("result", registers, size < 8 ? 8 : size);
    }
    device_case_end(&result);
    printf("status %u, %llu launches, copied %llu %llu %llu at %llu\n", result.status,
           (unsigned long long)result.launches, (unsigned long long)result.copied_to_host,
           (unsigned long long)result.copied_to_device, (unsigned long long)result.copied_on_device,
           (unsigned long long)result.copied_pc);
    print_said("message", &result.message);
    return 0;
}
