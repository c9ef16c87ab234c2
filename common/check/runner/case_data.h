// The file in memory that checker and runner share: a case's input, its output, and its recording.
//
//     input │ padding │ output │ at least one page │ recording
//
// The checker reads and writes it, and does not map it: if a runner truncated a mapped file, the checker would die of a
// bus error.
#ifndef LABS_CASE_DATA_H
#define LABS_CASE_DATA_H

#include <stdbool.h>
#include <stddef.h>

#include "runner/protocol.h"
#include "runner/record.h"

struct client_case; // client.h

struct case_data {
    int file;    // -1: not opened yet
    size_t size; // bytes
};

enum {
    RECORD_BYTES_MAX = 64 << 20, // of a recording: 1.6 million entries
    CASE_OUTPUT_POISON = 0xdb    // fills the output before the runner writes it
};

// What is asked of the runner, with the places of input, output and recording in the file.
struct case_request case_data_request(const struct client_case *what);

// Opens the file, unless it is open. False with errno.
bool case_data_open(struct case_data *data);

// Writes the input and poisons the output, so that a result left by the previous case cannot count. False with errno.
bool case_data_fill(struct case_data *data, const struct client_case *what,
                    const struct case_request *request);

// Reads the output into the checker's memory. False: there is less than was requested.
bool case_data_read_output(const struct case_data *data, const struct client_case *what,
                           const struct case_request *request);

// Reads what the runner has recorded, however the case ended. NULL if memory is short.
struct record *case_data_read_record(const struct case_data *data, const struct case_request *request);

void case_data_close(struct case_data *data);

#endif
