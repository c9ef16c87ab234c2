// The simulated GPU as the runner sees it (run/device.h): opening it, and what surrounds a case.
#include "runner/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/schedule/grid.h"
#include "sim/memory/global_memory.h"
#include "sim/access/host_code.h"
#include "sim/hooks/host_memory.h"
#include "runner/plural.h"
#include "sim/api/runtime.h"
#include "sim/memory/variables.h"
#include "sim/schedule/watchdog.h"

static const struct device_sink *sink; // NULL between cases

// The student's code has ended the process in the middle of a case, as CUDA_CHECK does: what was found is
// told all the same.
static void at_exit(void) {
    if (sink != NULL) {
        report_send(&host_report, sink->diagnostic);
    }
}

int device_open(const struct device_options *options, char *text, size_t size) {
    host_open();
    if (watch_open(options->endless_seconds) != 0 || heap_open() != 0 || variables_open() != 0 ||
        grid_open(options) != 0) {
        snprintf(text, size, "the simulated GPU needs more memory or threads than there are");
        return CASE_DEVICE_LOST;
    }
    atexit(at_exit);
    snprintf(text, size, "simulated GPU (%u worker%s)", grid_workers(), plural(grid_workers()));
    return CASE_DONE;
}

void device_case_begin(const struct device_sink *to) {
    sink = to;
    heap_reset();
    host_begin();
    host_memory_begin_case();
    runtime_begin_case();
    grid_begin_case(to);
    watch_begin_case(to);
}

void *device_input(const char *name, const void *values, size_t count, size_t value_size) {
    struct allocation *made = heap_allocate(name, count * value_size, value_size, OWNED_BY_HARNESS, true, 0);
    if (made == NULL) {
        return NULL;
    }
    heap_unlock();
    memcpy((void *)made->base, values, count * value_size);
    heap_lock();
    return (void *)made->base;
}

// Device memory, which is closed to host code, has them; and a write to the input is seen when it is done.
void device_hide_input(void *values, size_t bytes) {
    memset(values, 0, bytes);
}

void *device_output(const char *name, size_t count, size_t value_size) {
    struct allocation *made = heap_allocate(name, count * value_size, value_size, OWNED_BY_HARNESS, false, 0);
    return made == NULL ? NULL : (void *)made->base;
}

void device_read_output(const void *d_output, void *values) {
    bool inside;
    const struct allocation *output = heap_find((uintptr_t)d_output, 0, &inside);
    heap_unlock();
    memcpy(values, d_output, output->bytes);
    heap_lock();
}

int device_run(void (*call)(void *), void *argument) {
    return host_run(call, argument) == 0 ? CASE_DONE : CASE_ABANDONED;
}

static void report_leak(const struct allocation *one) {
    host_add(DIAGNOSTIC_LEAK, one->name, (uint32_t)one->pc, 0, "",
             "%s (%zu byte%s) is allocated here and never freed", one->name, one->bytes, plural(one->bytes));
}

// An output word that no kernel and no copy has written.
static void report_unwritten(const struct allocation *one) {
    size_t words = one->bytes / 4, unwritten = 0, first = 0;
    for (size_t word = words; word > 0; word--) {
        uintptr_t address = one->base + (word - 1) * 4;
        const struct shadow_cell *cell = heap_cell(address);
        if (cell->set_bytes != 15 && !shadow_may_be_padding(cell, address, one->element / 8 * 8, one->element)) {
            unwritten++;
            first = word - 1;
        }
    }
    size_t elements = unwritten * 4 / one->element;
    if (unwritten > 0) {
        host_add(DIAGNOSTIC_OUTPUT_UNWRITTEN, one->name, 0, 0, "", "%zu of the %zu elements of %s %s %s[%zu]",
                 elements, one->bytes / one->element, one->name,
                 elements == 1 ? "is never written:" : "are never written, the first is", one->name,
                 first * 4 / one->element);
    }
}

// The words of an input of which `read` says how often each has been read.
struct words {
    size_t count, first, last;
};

static struct words words_read(const struct allocation *one, uint8_t read) {
    struct words found = {0};
    for (size_t word = 0; word < (one->bytes + 3) / 4; word++) {
        if (one->seen[word] == read) {
            found.first = found.count == 0 ? word : found.first;
            found.last = word;
            found.count++;
        }
    }
    return found;
}

static void note_input(const struct allocation *one, enum diagnostic_class class_, struct words words,
                       const char *how) {
    size_t elements = one->bytes / one->element, first = words.first * 4 / one->element;
    if (elements == 1) {
        host_add(class_, one->name, 0, 0, "", "%s[0], the only element, is %s", one->name, how);
    } else if (words.count * 4 == one->element) {
        host_add(class_, one->name, 0, 0, "", "1 of the %zu elements of %s is %s: %s[%zu]", elements,
                 one->name, how, one->name, first);
    } else {
        host_add(class_, one->name, 0, 0, "",
                 "%zu of the %zu elements of %s are %s: the first is %s[%zu], the last %s[%zu]",
                 words.count * 4 / one->element, elements, one->name, how, one->name, first, one->name,
                 words.last * 4 / one->element);
    }
}

static void note_reads_of_input(const struct allocation *one) {
    struct words unread = words_read(one, 0), again = words_read(one, 2);
    if (unread.count > 0 && unread.count == (one->bytes + 3) / 4) {
        host_add(DIAGNOSTIC_INPUT_IGNORED, one->name, 0, 0, "", "nothing of %s, %zu element%s, is ever read",
                 one->name, one->bytes / one->element, plural(one->bytes / one->element));
    } else if (unread.count > 0) {
        note_input(one, DIAGNOSTIC_UNREAD_INPUT, unread, "never read");
    }
    if (again.count > 0) {
        note_input(one, DIAGNOSTIC_REREAD_INPUT, again, "read more than once");
    }
}

// Words in the student's own global arrays that a kernel has written and nobody has read.
static void note_unused(const struct allocation *one) {
    for (size_t word = 0; word < one->bytes / 4; word++) {
        const struct shadow_cell *cell = heap_cell(one->base + word * 4);
        if (cell->unused) {
            size_t index = word * 4 / one->element;
            struct diagnostic *made = host_add(DIAGNOSTIC_LOST_VALUE, one->name, cell->pc, 0, "",
                                               "%s[%zu] is written here and never read", one->name, index);
            if (made != NULL) {
                made->lost.index = index;
            }
        }
    }
}

void device_case_end(struct case_result *result) {
    // A function that was stopped in the middle had no chance to free and to write.
    bool finished = grid_error() == 0 && result->status == CASE_DONE;
    for (size_t i = 0; i < heap_count() && finished; i++) {
        const struct allocation *one = heap_at(i);
        if (one->owner == OWNED_BY_STUDENT && !one->freed) {
            report_leak(one);
        }
        if (one->owner == OWNED_BY_STUDENT) {
            note_unused(one);
        } else if (one->is_input) {
            note_reads_of_input(one);
        } else {
            report_unwritten(one);
        }
    }
    if (finished) {
        memory_report_leaks();
        host_memory_report_leaks();
        host_note_unread();
    }
    int error = grid_error() != 0 ? grid_error() : runtime_unseen_error();
    report_send(&host_report, sink->diagnostic);
    sink = NULL;

    result->launches = grid_launches();
    runtime_copied(&result->copied_to_host, &result->copied_to_device);
    if (error != 0) {
        result->status = CASE_ABANDONED;
        snprintf(result->message, sizeof(result->message), "%s: %s", cudaGetErrorName((cudaError_t)error),
                 cudaGetErrorString((cudaError_t)error));
    }
}
