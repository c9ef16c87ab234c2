#include "check/runner/case_outcome.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/runner/counter_names.h"
#include "words/words.h"

void case_outcome_init(struct case_outcome *run) {
    *run = (struct case_outcome){.end = RUN_ANSWERED};
}

void case_outcome_free(struct case_outcome *run) {
    for (size_t i = 0; i < run->launch_count; i++) {
        free(run->launches[i].intervals);
    }
    free(run->launches);
    free(run->diagnostics);
    free(run->places);
    free(run->output);
    case_outcome_init(run);
}

static bool malformed(struct case_outcome *run, struct said_word what) {
    say(&run->problem, WORDS(what));
    return false;
}

// Makes room for one more element when `count` is a power of two, or 0. Returns the new array, or NULL.
static void *grown(void *array, size_t count, size_t element_size) {
    if (count > 0 && (count & (count - 1)) != 0) {
        return array;
    }
    return realloc(array, (count > 0 ? 2 * count : 1) * element_size);
}

#define END_STRING(array) ((array)[sizeof(array) - 1] = '\0')

// Has each sentence the arguments that its topic needs?
static bool says_whole(const struct diagnostic *diagnostic) {
    struct said whole = diagnostic->message;
    if (is_said(&diagnostic->missing)) {
        say_more(&whole, &diagnostic->message, &diagnostic->missing);
    }
    return said_is_formed(&diagnostic->missing) && words_are_whole(&diagnostic->message) &&
           words_are_whole(&whole) && words_are_whole(&diagnostic->places[0].said) &&
           words_are_whole(&diagnostic->places[1].said);
}

static bool take_diagnostic(struct case_outcome *run, const void *payload, size_t length) {
    struct diagnostic diagnostic;
    if (length != sizeof(diagnostic)) {
        return malformed(run, TOPIC(BAD_DIAGNOSTIC_LENGTH));
    }
    memcpy(&diagnostic, payload, sizeof(diagnostic));
    if (diagnostic.class_ >= DIAGNOSTIC_CLASS_COUNT) {
        return malformed(run, TOPIC(BAD_DIAGNOSTIC_CLASS));
    }
    END_STRING(diagnostic.kernel);
    END_STRING(diagnostic.array);
    if (!says_whole(&diagnostic)) {
        return malformed(run, TOPIC(BAD_DIAGNOSTIC_TOPIC));
    }
    if (run->diagnostic_count == RUN_DIAGNOSTIC_MAX) {
        run->diagnostics_dropped++;
        return true;
    }
    struct diagnostic *more = grown(run->diagnostics, run->diagnostic_count, sizeof(diagnostic));
    if (more == NULL) {
        return malformed(run, TOPIC(TOO_MANY_DIAGNOSTICS));
    }
    run->diagnostics = more;
    run->diagnostics[run->diagnostic_count++] = diagnostic;
    return true;
}

static bool add_place(struct case_outcome *run, const struct place_counters *place) {
    for (size_t i = 0; i < run->place_count; i++) {
        if (run->places[i].pc == place->pc) {
            counters_add(&run->places[i].total, &place->total);
            run->places[i].bytes = place->bytes > run->places[i].bytes ? place->bytes : run->places[i].bytes;
            return true;
        }
    }
    if (run->place_count == RUN_PLACE_MAX) {
        return true;
    }
    struct place_counters *more = grown(run->places, run->place_count, sizeof(*place));
    if (more == NULL) {
        return false;
    }
    run->places = more;
    run->places[run->place_count++] = *place;
    return true;
}

static bool add_launch(struct case_outcome *run, const struct launch_record *record, const void *intervals) {
    struct case_launch *more = grown(run->launches, run->launch_count, sizeof(*more));
    if (more == NULL) {
        return false;
    }
    run->launches = more;
    size_t bytes = record->interval_count * sizeof(struct counters);
    struct case_launch launch = {.record = *record, .intervals = malloc(bytes > 0 ? bytes : 1)};
    if (launch.intervals == NULL) {
        return false;
    }
    memcpy(launch.intervals, intervals, bytes);
    run->launches[run->launch_count++] = launch;
    return true;
}

uint64_t launch_time(const struct launch_record *launch) {
    const uint64_t share = (launch->total.critical_path + MULTIPROCESSORS - 1) / MULTIPROCESSORS;
    return share > launch->longest_path ? share : launch->longest_path;
}

uint64_t launch_warps(const struct launch_record *launch) {
    return extent_count(launch->grid) * ((extent_count(launch->block) + WARP_THREADS - 1) / WARP_THREADS);
}

static bool take_launch(struct case_outcome *run, const void *payload, size_t length) {
    struct launch_record record;
    if (length < sizeof(record)) {
        return malformed(run, TOPIC(BAD_LAUNCH_LENGTH));
    }
    memcpy(&record, payload, sizeof(record));
    END_STRING(record.kernel);
    uint64_t lines_at = sizeof(record) + (uint64_t)record.interval_count * sizeof(struct counters);
    if (record.interval_count > INTERVAL_MAX || !(record.milliseconds >= 0) || isinf(record.milliseconds) ||
        length != lines_at + (uint64_t)record.line_count * sizeof(struct place_counters)) {
        return malformed(run, TOPIC(BAD_LAUNCH_NUMBERS));
    }
    run->launch_total++;
    const uint64_t blocks = extent_count(record.grid);
    run->block_total += blocks;
    run->thread_total += blocks * extent_count(record.block);
    run->warp_total += launch_warps(&record);
    run->time += launch_time(&record);
    run->longest_alone =
        record.longest_alone > run->longest_alone ? record.longest_alone : run->longest_alone;
    run->loading_launches += record.total.global_load_requests > 0;
    run->milliseconds += record.milliseconds;
    counters_add(&run->total, &record.total);
    for (uint32_t i = 0; i < record.line_count; i++) {
        struct place_counters place; // copied: the payload is not aligned
        memcpy(&place, (const char *)payload + lines_at + i * sizeof(place), sizeof(place));
        if (!add_place(run, &place)) {
            return malformed(run, TOPIC(TOO_MANY_LAUNCHES));
        }
    }
    if (run->launch_count < RUN_LAUNCH_MAX &&
        !add_launch(run, &record, (const char *)payload + sizeof(record))) {
        return malformed(run, TOPIC(TOO_MANY_LAUNCHES));
    }
    return true;
}

bool case_outcome_take_hello(struct case_outcome *run, const struct message_header *header,
                             const void *payload) {
    struct hello hello = {.version = 0};
    if (header->length == sizeof(hello)) {
        memcpy(&hello, payload, sizeof(hello));
    }
    if (hello.version != PROTOCOL_VERSION || !words_are_whole(&hello.device)) {
        return malformed(run, TOPIC(OTHER_PROTOCOL));
    }
    run->device = hello.device;
    return true;
}

bool case_outcome_take_message(struct case_outcome *run, const struct message_header *header,
                               const void *payload) {
    switch (header->type) {
    case REPLY_DIAGNOSTIC:
        return take_diagnostic(run, payload, header->length);
    case REPLY_LAUNCH:
        return take_launch(run, payload, header->length);
    default:
        return malformed(run, TOPIC(BAD_MESSAGE_TYPE));
    }
}

bool case_outcome_take_result(struct case_outcome *run, const struct message_header *header,
                              const void *payload) {
    if (header->length != sizeof(run->result)) {
        return malformed(run, TOPIC(BAD_RESULT_LENGTH));
    }
    memcpy(&run->result, payload, sizeof(run->result));
    if (run->result.status > CASE_NO_ROOM || !words_are_whole(&run->result.message)) {
        return malformed(run, TOPIC(BAD_RESULT_KIND));
    }
    return true;
}

bool case_outcome_take_output(struct case_outcome *run, const char *bytes, size_t length) {
    size_t room = RUN_OUTPUT_MAX - run->output_length;
    size_t kept = length < room ? length : room;
    if (run->output == NULL) {
        run->output = malloc(RUN_OUTPUT_MAX); // untouched pages cost nothing
    }
    if (run->output == NULL) {
        return false;
    }
    memcpy(run->output + run->output_length, bytes, kept);
    run->output_length += kept;
    return kept == length;
}
