// For the tests of check/trace: programs of one block of 32 threads in plain C. What they do in memory is recorded; the
// line of each access is its pc.
#ifndef LABS_PROGRAM_CHECK_H
#define LABS_PROGRAM_CHECK_H

#include "record_check.h"

#include "check/runner/recording.h"
#include "check/trace/contents.h"

enum { ELEMENTS_MAX = 64, SHARED_WORDS = 64 };

typedef void program(size_t n);

static const int32_t *program_input;
static int32_t program_output[ELEMENTS_MAX], shared_words[SHARED_WORDS];
static unsigned rows;

static inline int32_t load_at(uint32_t line, unsigned thread, size_t i) {
    put_access(thread, ++rows, RECORD_READ, INPUT + 4 * i, (uint32_t)program_input[i], line);
    return program_input[i];
}

static inline void store_at(uint32_t line, unsigned thread, size_t i, int32_t value) {
    program_output[i] = value;
    put_access(thread, ++rows, RECORD_WRITE, OUTPUT + 4 * i, (uint32_t)value, line);
}

// An atomic addition.
static inline void add_at(uint32_t line, unsigned thread, size_t i, int32_t value) {
    struct record_entry *entry =
        put_access(thread, ++rows, RECORD_ATOMIC, OUTPUT + 4 * i, (uint32_t)program_output[i], line);
    program_output[i] += value;
    entry->value[1] = (uint32_t)program_output[i];
}

static inline int32_t get_at(uint32_t line, unsigned thread, unsigned word) {
    put_access(thread, ++rows, RECORD_READ | SHARED, 4 * word, (uint32_t)shared_words[word], line);
    return shared_words[word];
}

static inline void set_at(uint32_t line, unsigned thread, unsigned word, int32_t value) {
    shared_words[word] = value;
    put_access(thread, ++rows, RECORD_WRITE | SHARED, 4 * word, (uint32_t)value, line);
}

// Each of `count` lanes gives a value and gets that of the lane `offset` further on; the last ones get their own.
static inline void shuffle_down_at(uint32_t line, unsigned count, unsigned offset, const int32_t *given,
                                   int32_t *got) {
    rows++;
    for (unsigned lane = 0; lane < count; lane++) {
        unsigned from = lane + offset < count ? lane + offset : lane;
        got[lane] = given[from];
        put_shuffle(lane, rows, from, (uint32_t)given[lane], (uint32_t)got[lane], line);
    }
}

#define load(thread, i)                      load_at(__LINE__, thread, i)
#define store(thread, i, value)              store_at(__LINE__, thread, i, value)
#define add(thread, i, value)                add_at(__LINE__, thread, i, value)
#define get(thread, word)                    get_at(__LINE__, thread, word)
#define set(thread, word, value)             set_at(__LINE__, thread, word, value)
#define shuffle_down(count, offset, in, out) shuffle_down_at(__LINE__, count, offset, in, out)

// What a program is run with.
struct program_case {
    program *run;
    size_t n, outputs;
};

// contents_runner: `context` is a program_case.
static inline bool run_program(void *context, const int32_t *input, struct recording *again) {
    const struct program_case *what = context;
    begin_record();
    rows = 0;
    program_input = input;
    memset(program_output, 0, sizeof(program_output));
    put_array(RECORD_INPUT, INPUT, 4 * what->n, "d_in");
    put_array(RECORD_OUTPUT, OUTPUT, 4 * what->outputs, "d_out");
    put_launch(1, 1, 32, "kernel");
    put_block(0, 1);
    put_array(RECORD_SHARED, 0, sizeof(shared_words), "s_data");
    what->run(what->n);
    put_stretch(0, UINT32_MAX, 0);
    put(RECORD_BLOCK_END, (struct record_entry){0});
    put(RECORD_LAUNCH_END, (struct record_entry){.extra = 1});
    *again = (struct recording){.record = record, .output_count = what->outputs, .value_size = 4};
    again->output = malloc(sizeof(program_output));
    memcpy(again->output, program_output, sizeof(program_output));
    record = NULL;
    return true;
}

// Element i is 1000 + 3 * i.
static int32_t program_elements[ELEMENTS_MAX];
static struct recording recording;

// Records a program on distinct elements, and finds the contents of its values.
static inline void record_program(struct program_case *what, size_t stride) {
    for (size_t i = 0; i < what->n; i++) {
        program_elements[i] = 1000 + 3 * (int32_t)i;
    }
    assert_true(run_program(what, program_elements, &recording));
    recording.input = program_elements;
    contents_find(&recording, what->n, stride, UINT64_MAX, run_program, what);
}

static inline int free_recording(void **state) {
    (void)state;
    contents_free(recording.contents);
    free(recording.record);
    free(recording.output);
    recording = (struct recording){0};
    return 0;
}

#endif
