#define _GNU_SOURCE // pread and pwrite also under -std=c11

#include "check/runner/case_data.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/runner/client.h"
#include "check/runner/process.h"

struct case_request case_data_request(const struct client_case *what) {
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    struct case_request request = {.n = what->n, .value_size = what->value_size, .sample = what->sample};
    snprintf(request.part, sizeof(request.part), "%s", what->part);
    request.input_bytes = (uint64_t)what->n * what->value_size;
    request.output_bytes = (uint64_t)what->output_count * what->value_size;
    request.output_offset = (request.input_bytes + page - 1) / page * page;
    request.record_offset =
        (request.output_offset + request.output_bytes + page) / page * page; // after at least one page
    request.record_bytes = what->record != NULL ? RECORD_BYTES_MAX : 0;
    request.data_bytes = request.record_offset + request.record_bytes;
    return request;
}

bool case_data_open(struct case_data *data) {
    if (data->file < 0) {
        data->file = process_memory_file();
    }
    return data->file >= 0;
}

static bool write_all(int file, const void *bytes, size_t length, off_t offset) {
    for (size_t done = 0; done < length;) {
        ssize_t written = pwrite(file, (const char *)bytes + done, length - done, offset + (off_t)done);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        done += written > 0 ? (size_t)written : 0;
    }
    return true;
}

static bool read_all(int file, void *bytes, size_t length, off_t offset) {
    for (size_t done = 0; done < length;) {
        ssize_t got = pread(file, (char *)bytes + done, length - done, offset + (off_t)done);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return false;
        }
        done += got > 0 ? (size_t)got : 0;
    }
    return true;
}

static bool write_input(int file, const struct client_case *what) {
    bool written = what->sample.section > 0 || write_all(file, what->input, what->n * what->value_size, 0);
    for (uint64_t block = 0, first, end;
         written && sample_next(&what->sample, what->n, &block, &first, &end);) {
        first *= what->value_size, end *= what->value_size;
        written = write_all(file, (const char *)what->input + first, end - first, (off_t)first);
    }
    return written;
}

bool case_data_fill(struct case_data *data, const struct client_case *what,
                    const struct case_request *request) {
    if (what->sample.section > 0) { // what is not written is 0 then
        data->size = 0;
        if (ftruncate(data->file, 0) != 0) {
            return false;
        }
    }
    if (request->data_bytes > data->size) {
        if (ftruncate(data->file, (off_t)request->data_bytes) != 0) {
            return false;
        }
        data->size = request->data_bytes;
    }
    memset(what->output, CASE_OUTPUT_POISON, request->output_bytes);
    const struct record none = {0};
    if (request->record_bytes > 0 &&
        !write_all(data->file, &none, sizeof(none), (off_t)request->record_offset)) {
        return false;
    }
    return write_input(data->file, what) &&
           write_all(data->file, what->output, request->output_bytes, (off_t)request->output_offset);
}

bool case_data_read_output(const struct case_data *data, const struct client_case *what,
                           const struct case_request *request) {
    return read_all(data->file, what->output, request->output_bytes, (off_t)request->output_offset);
}

struct record *case_data_read_record(const struct case_data *data, const struct case_request *request) {
    struct record head = {0};
    read_all(data->file, &head, sizeof(head), (off_t)request->record_offset);
    size_t most = (request->record_bytes - sizeof(head)) / sizeof(struct record_entry);
    head.capacity = head.count < most ? head.count : most;
    size_t bytes = head.capacity * sizeof(struct record_entry);
    struct record *record = malloc(sizeof(head) + bytes);
    if (record != NULL) {
        *record = head;
        if (!read_all(data->file, record->entries, bytes, (off_t)(request->record_offset + sizeof(head)))) {
            record->capacity = 0;
        }
    }
    return record;
}

void case_data_close(struct case_data *data) {
    if (data->file >= 0) {
        close(data->file);
    }
    *data = (struct case_data){.file = -1};
}
