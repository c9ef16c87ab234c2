#include "check/trace/cause.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "check/judge/moment.h"
#include "check/trace/flow.h"

enum { NAME_SIZE = 96, STEPS_MAX = 4096, WARP = 32 };

struct search {
    struct flow flow;
    const struct cause_question *question;
    size_t begin, end; // the elements that the wrong value must contain
    char output[NAME_SIZE];
    struct finding *made;
};

// ---- Text ------------------------------------------------------------------------------------------------

static const char *name_thread(const struct search *search, size_t slot, char text[NAME_SIZE]) {
    const struct block_run *run = &search->flow.events->runs[search->flow.runs[slot / FLOW_WORDS]];
    snprintf(text, NAME_SIZE, "thread %u of block %llu", flow_entry(&search->flow, slot)->thread,
             (unsigned long long)run->block);
    return text;
}

static const char *name_element(const struct search *search, uint32_t element, char text[NAME_SIZE]) {
    const struct trace_array *input = search->flow.input;
    snprintf(text, NAME_SIZE, "%.40s[%u]", input == NULL ? "in" : input->name, element);
    return text;
}

// "s_partial[3]"
static const char *name_word(const struct search *search, size_t slot, char text[NAME_SIZE]) {
    const struct events *events = search->flow.events;
    const struct record_entry *entry = flow_entry(&search->flow, slot);
    uint32_t number = events_array(events, entry, events->runs[search->flow.runs[slot / FLOW_WORDS]].launch);
    if (number == TRACE_NO_ARRAY) {
        snprintf(text, NAME_SIZE, "memory");
        return text;
    }
    const struct trace_array *array = &events->arrays[number];
    snprintf(
        text, NAME_SIZE, "%.40s[%llu]", array->name,
        (unsigned long long)((entry->address + 4 * (slot % FLOW_WORDS) - array->address) / array->element));
    return text;
}

__attribute__((format(printf, 4, 5))) static bool
say(const struct search *search, enum diagnostic_class class_, size_t slot, const char *format, ...) {
    struct finding *made = search->made;
    const struct events *events = search->flow.events;
    const struct trace_launch *launch =
        &events->launches[events->runs[search->flow.runs[slot / FLOW_WORDS]].launch];
    *made = (struct finding){
        .diagnostic = {.class_ = class_, .count = 1, .launch = launch->number, .launch_pc = launch->pc},
        .count = 1};
    snprintf(made->diagnostic.kernel, sizeof(made->diagnostic.kernel), "%s", launch->kernel);
    made->diagnostic.places[0].pc = flow_entry(&search->flow, slot)->pc;
    va_list values;
    va_start(values, format);
    vsnprintf(made->diagnostic.message, sizeof(made->diagnostic.message), format, values);
    va_end(values);
    return true;
}

static void say_also(const struct search *search, size_t slot, const char *what) {
    struct diagnostic_place *place = &search->made->diagnostic.places[1];
    char thread[NAME_SIZE];
    place->pc = flow_entry(&search->flow, slot)->pc;
    snprintf(place->text, sizeof(place->text), "%.50s %.60s", name_thread(search, slot, thread), what);
}

// ---- Backwards from a value ------------------------------------------------------------------------------

static const char *name_source(const struct search *search, const struct flow_source *source,
                               char text[NAME_SIZE]) {
    const struct record_entry *entry = flow_entry(&search->flow, source->slot);
    if (source->element != FLOW_NO_ELEMENT) {
        return name_element(search, source->element, text);
    }
    if (entry->type == RECORD_EXCHANGE) {
        snprintf(text, NAME_SIZE, "the value of lane %u", entry->extra % WARP);
        return text;
    }
    return name_word(search, source->slot, text);
}

// A thread adds two sources for a value, and both contain the element.
static bool say_twice(const struct search *search, const struct flow_value *value,
                      const struct flow_source *later, const struct flow_source *earlier, uint32_t element) {
    const struct record_entry *entry = flow_entry(&search->flow, later->slot);
    bool written = flow_writes(&search->flow.recording->record->entries[value->entry]);
    char thread[NAME_SIZE], name[NAME_SIZE], one[NAME_SIZE], other[NAME_SIZE];
    name_thread(search, later->slot, thread);
    name_element(search, element, name);
    name_source(search, later, one);
    name_source(search, earlier, other);
    if (entry->type == RECORD_EXCHANGE && entry->extra % WARP == entry->thread % WARP) {
        return say(search, DIAGNOSTIC_ADDED_TWICE, later->slot,
                   "%s gets its own value back here, so it adds %s twice", thread, name);
    }
    if (entry->type == RECORD_EXCHANGE) {
        return say(search, DIAGNOSTIC_ADDED_TWICE, later->slot,
                   "%s gets %s here, which contains %s, and its own value contains that already", thread, one,
                   name);
    }
    size_t at = written && later->element == FLOW_NO_ELEMENT ? value->entry * FLOW_WORDS : later->slot;
    if (strcmp(one, name) == 0 || strcmp(one, other) == 0) {
        return say(search, DIAGNOSTIC_ADDED_TWICE, at, "%s adds %s here to a value that contains %s already",
                   thread, one, strcmp(one, name) == 0 ? "it" : name);
    }
    return say(search, DIAGNOSTIC_ADDED_TWICE, at, "%s adds %s and %s here, and both contain %s", thread,
               other, one, name);
}

// Goes back from a value that contains the element more than once to where two values that contain it were added.
static bool find_twice(struct search *search, size_t slot, uint32_t element) {
    struct flow *flow = &search->flow;
    struct flow_value value = {slot / FLOW_WORDS, flow_entry(flow, slot)->thread, flow_set(flow, slot)};
    if (flow_entry(flow, slot)->type == RECORD_EXCHANGE) { // what a lane gets is another lane's
        flow_origin(flow, &(struct flow_source){slot, value.set, FLOW_NO_ELEMENT}, &value);
    }
    for (int step = 0; step < STEPS_MAX; step++) {
        struct flow_source sources[FLOW_SOURCES_MAX];
        size_t count = flow_sources(flow, &value, sources), with = 0;
        const struct flow_source *next = NULL, *both[2] = {NULL, NULL};
        for (size_t i = 0; i < count; i++) {
            uint32_t times = flow_source_times(flow, &sources[i], element);
            next = next == NULL && times > 1 ? &sources[i] : next;
            if (times > 0 && with < 2) {
                both[with++] = &sources[i];
            }
        }
        if (next == NULL) {
            return with > 1 && say_twice(search, &value, both[0], both[1], element);
        }
        if (!flow_origin(flow, next, &value)) {
            return false;
        }
    }
    return false;
}

static bool say_foreign(const struct search *search, const struct flow_source *source, uint32_t element) {
    char thread[NAME_SIZE], name[NAME_SIZE], word[NAME_SIZE];
    const struct record_entry *entry = flow_entry(&search->flow, source->slot);
    name_thread(search, source->slot, thread);
    name_element(search, element, name);
    if (source->element != FLOW_NO_ELEMENT) {
        return say(search, DIAGNOSTIC_WRONG_ELEMENT, source->slot,
                   "%s reads %s here, which does not belong in %s", thread, name, search->output);
    }
    if (entry->type == RECORD_EXCHANGE) {
        return say(search, DIAGNOSTIC_WRONG_ELEMENT, source->slot,
                   "%s gets a value of lane %u here that contains %s, which does not belong in %s", thread,
                   entry->extra % WARP, name, search->output);
    }
    return say(search, DIAGNOSTIC_WRONG_ELEMENT, source->slot,
               "%s reads %s here, which contains %s, and that does not belong in %s", thread,
               name_word(search, source->slot, word), name, search->output);
}

// Does the source contain any element that belongs in the output?
static bool any_belongs(const struct search *search, const struct flow_source *source) {
    for (size_t e = search->begin; e < search->end; e++) {
        if (flow_source_times(&search->flow, source, (uint32_t)e) > 0) {
            return true;
        }
    }
    return false;
}

// Goes back from a value that must not contain the element to where it came in.
static bool find_foreign(struct search *search, size_t slot, uint32_t element) {
    struct flow *flow = &search->flow;
    struct flow_value value = {slot / FLOW_WORDS, flow_entry(flow, slot)->thread, flow_set(flow, slot)};
    for (int step = 0; step < STEPS_MAX; step++) {
        struct flow_source sources[FLOW_SOURCES_MAX];
        size_t count = flow_sources(flow, &value, sources), with = 0;
        const struct flow_source *own = NULL,
                                 *last = NULL; // that contain it: from the place that is written, and any
        bool written = flow_writes(&flow->recording->record->entries[value.entry]);
        for (size_t i = 0; i < count; i++) {
            if (flow_source_times(flow, &sources[i], element) == 0) {
                continue;
            }
            bool same = written && flow_entry(flow, sources[i].slot)->type == RECORD_ACCESS &&
                        flow_same_word(flow, sources[i].slot, value.entry * FLOW_WORDS);
            own = own == NULL && same ? &sources[i] : own;
            last = last == NULL ? &sources[i] : last;
            with++;
        }
        const struct flow_source *next = own != NULL ? own : count == 1 ? last : NULL;
        if (last == NULL) {
            return false;
        }
        if (!any_belongs(search, last)) {
            return say_foreign(search, last, element);
        }
        if (next == NULL || !flow_origin(flow, next, &value)) {
            return say_foreign(search, next == NULL ? last : next, element);
        }
    }
    return false;
}

// The first write to shared memory by another instruction after that at `slot`, in the block; FLOW_NO_SLOT: none.
static size_t find_later_write(const struct search *search, size_t slot) {
    const struct flow *flow = &search->flow;
    const struct record_entry *first = flow_entry(flow, slot), *entries = flow->recording->record->entries;
    for (size_t i = slot / FLOW_WORDS + 1; i < flow->count && entries[i].type != RECORD_BLOCK_END; i++) {
        if (flow_writes(&entries[i]) && entries[i].pc != first->pc &&
            (entries[i].kind & first->kind & RECORD_SHARED_SPACE) != 0) {
            return i * FLOW_WORDS;
        }
    }
    return FLOW_NO_SLOT;
}

// The word of an array in shared memory keeps the input's element that was loaded. Where do later writes of the block
// pass it by?
static bool say_left_out(const struct search *search, size_t slot, uint32_t element) {
    char name[NAME_SIZE], word[NAME_SIZE], other[NAME_SIZE], thread[NAME_SIZE];
    size_t later = find_later_write(search, slot);
    return later != FLOW_NO_SLOT &&
           say(search, DIAGNOSTIC_LOST_ELEMENT, later,
               "%s must contain %s, but nothing is added to %s: %s adds to %s here", search->output,
               name_element(search, element, name), name_word(search, slot, word),
               name_thread(search, later, thread), name_word(search, later, other));
}

// Has the thread that writes at `slot` had a value with the element before?
static void say_unused(const struct search *search, size_t slot, uint32_t element) {
    const struct flow *flow = &search->flow;
    const struct record_entry *entries = flow->recording->record->entries;
    uint16_t thread = flow_entry(flow, slot)->thread;
    char name[NAME_SIZE], what[NAME_SIZE + 40];
    for (size_t i = slot / FLOW_WORDS; i-- > 0 && entries[i].type != RECORD_BLOCK;) {
        bool got = entries[i].type == RECORD_EXCHANGE && entries[i].kind == RECORD_SHUFFLE &&
                   entries[i].thread == thread &&
                   flow_times(flow, flow_set(flow, i * FLOW_WORDS), element) > 0;
        if (got) {
            snprintf(what, sizeof(what), "gets a value with %s here", name_element(search, element, name));
            say_also(search, i * FLOW_WORDS, what);
            return;
        }
    }
    size_t later = find_later_write(search, slot);
    if (later != FLOW_NO_SLOT) {
        snprintf(what, sizeof(what), "writes %s after that here", name_word(search, later, name));
        say_also(search, later, what);
    }
}

// The value at `slot` lacks the element. Goes back to the last write that did more than copy a value.
static bool find_lacking(struct search *search, size_t slot, uint32_t element) {
    struct flow *flow = &search->flow;
    char thread[NAME_SIZE], name[NAME_SIZE], word[NAME_SIZE], own[NAME_SIZE];
    name_element(search, element, name);
    for (int step = 0; step < STEPS_MAX; step++) {
        struct flow_value value = {slot / FLOW_WORDS, flow_entry(flow, slot)->thread, flow_set(flow, slot)};
        struct flow_source sources[FLOW_SOURCES_MAX];
        size_t count = flow_sources(flow, &value, sources), before = flow->writers[slot];
        name_thread(search, slot, thread);
        name_word(search, slot, word);
        if (before != 0 && flow_times(flow, flow_set(flow, before - 1), element) > 0) {
            return say(search, DIAGNOSTIC_LOST_ELEMENT, slot,
                       "%s writes a value without %s to %s, which contained it before", thread, name, word);
        }
        bool copied = count == 1 && flow_origin(flow, &sources[0], &value) &&
                      flow_entry(flow, sources[0].slot)->type == RECORD_ACCESS;
        if (!copied && count == 1 && sources[0].element != FLOW_NO_ELEMENT &&
            say_left_out(search, slot, element)) {
            return true;
        }
        if (!copied) {
            bool direct = strcmp(word, search->output) == 0;
            snprintf(own, sizeof(own), "%s", direct ? "" : search->output);
            say(search, DIAGNOSTIC_LOST_ELEMENT, slot, "%s gets its last value here%s%s, and it lacks %s",
                word, direct ? "" : ", for ", own, name);
            say_unused(search, slot, element);
            return true;
        }
        slot = flow->writers[sources[0].slot] - 1;
    }
    return false;
}

// ---- Forwards from an element ----------------------------------------------------------------------------

// The last read of the element, or of its nearest neighbour before it; FLOW_NO_SLOT: none.
static size_t find_read(const struct flow *flow, uint32_t element, uint32_t *which) {
    size_t found = FLOW_NO_SLOT;
    for (size_t i = 0; i < flow->count && flow->input != NULL; i++) {
        const struct record_entry *entry = &flow->recording->record->entries[i];
        uint64_t offset = entry->address - flow->input->address;
        if (!flow_reads(entry) || (entry->kind & RECORD_SHARED_SPACE) != 0 || offset >= flow->input->bytes) {
            continue;
        }
        for (unsigned w = 0; w < (entry->bytes <= 4 ? 1u : entry->bytes / 4u); w++) {
            uint32_t at = (uint32_t)(offset / 4) + w;
            if (at <= element && (found == FLOW_NO_SLOT || at >= *which)) {
                found = i * FLOW_WORDS + w;
                *which = at;
            }
        }
    }
    return found;
}

// The first and the second read of the element by different threads, or by one thread in a launch.
static bool find_two_reads(const struct search *search, uint32_t element) {
    const struct flow *flow = &search->flow;
    size_t first = FLOW_NO_SLOT;
    char thread[NAME_SIZE], name[NAME_SIZE], other[NAME_SIZE];
    for (size_t i = 0; i < flow->count && flow->input != NULL; i++) {
        const struct record_entry *entry = &flow->recording->record->entries[i];
        uint64_t offset = flow->input->address + 4ull * element - entry->address;
        if (!flow_reads(entry) || (entry->kind & RECORD_SHARED_SPACE) != 0 || offset >= entry->bytes) {
            continue;
        }
        if (first == FLOW_NO_SLOT) {
            first = i * FLOW_WORDS;
            continue;
        }
        say(search, DIAGNOSTIC_ADDED_TWICE, i * FLOW_WORDS, "%s reads %s here, and %s has read it, too",
            name_thread(search, i * FLOW_WORDS, thread), name_element(search, element, name),
            name_thread(search, first, other));
        say_also(search, first, "reads it here");
        return true;
    }
    return false;
}

// The thread's first shuffle after a read of the input; FLOW_NO_SLOT: none, or it reads more of it before. Then its value
// may have been overwritten.
static size_t find_shuffle_after(const struct flow *flow, size_t read) {
    const struct record_entry *entries = flow->recording->record->entries;
    size_t at = read / FLOW_WORDS;
    for (size_t i = at; i < flow->count && entries[i].type != RECORD_BLOCK_END; i++) {
        if (entries[i].type == RECORD_EXCHANGE && entries[i].kind == RECORD_SHUFFLE &&
            entries[i].thread == entries[at].thread) {
            return i * FLOW_WORDS;
        }
        if (i > at && entries[i].pc == entries[at].pc && entries[i].thread == entries[at].thread) {
            break;
        }
    }
    return FLOW_NO_SLOT;
}

// No written value contains the element: is it read at all?
static bool find_unwritten(const struct search *search, uint32_t element) {
    uint32_t which = 0;
    size_t read = find_read(&search->flow, element, &which);
    char thread[NAME_SIZE], name[NAME_SIZE], other[NAME_SIZE];
    if (read == FLOW_NO_SLOT) {
        return false;
    }
    name_element(search, element, name);
    name_thread(search, read, thread);
    size_t shuffle = which == element ? find_shuffle_after(&search->flow, read) : FLOW_NO_SLOT;
    if (shuffle != FLOW_NO_SLOT) {
        return say(search, DIAGNOSTIC_LOST_ELEMENT, shuffle,
                   "%s comes to this shuffle with %s, but nothing that it writes contains it", thread, name);
    }
    if (which == element) {
        return say(search, DIAGNOSTIC_LOST_ELEMENT, read,
                   "%s reads %s here, but nothing that it writes contains it", thread, name);
    }
    return say(search, DIAGNOSTIC_LOST_ELEMENT, read, "no thread reads %s; %s is read here, by %s", name,
               name_element(search, which, other), thread);
}

// The last value that contains the element; `memory`: or, if threads made none, what is in memory before a launch.
static size_t find_last(const struct flow *flow, uint32_t element, bool memory) {
    for (size_t slot = FLOW_WORDS * flow->count; slot-- > 0;) {
        const struct record_entry *entry = flow_entry(flow, slot);
        bool made =
            memory ? entry->type == RECORD_CONTENTS && entry->kind != 1
                   : flow_writes(entry) || (entry->type == RECORD_EXCHANGE && entry->kind == RECORD_SHUFFLE);
        if (made && flow_set(flow, slot) != 0 && flow_times(flow, flow_set(flow, slot), element) > 0) {
            return slot;
        }
    }
    return FLOW_NO_SLOT;
}

// The sum lacks the element: what became of the last value that contains it?
static bool find_lost(const struct search *search, uint32_t element) {
    const struct flow *flow = &search->flow;
    size_t slot = find_last(flow, element, false);
    char thread[NAME_SIZE], name[NAME_SIZE], word[NAME_SIZE];
    if (slot == FLOW_NO_SLOT) {
        slot = find_last(flow, element, true);
    }
    if (slot == FLOW_NO_SLOT) {
        return find_unwritten(search, element);
    }
    name_element(search, element, name);
    name_thread(search, slot, thread);
    if (flow_entry(flow, slot)->type == RECORD_EXCHANGE) {
        return say(search, DIAGNOSTIC_LOST_ELEMENT, slot,
                   "%s gets a value with %s here, but no later value contains it", thread, name);
    }
    size_t next = flow_next_access(flow, slot), read = FLOW_NO_SLOT;
    name_word(search, slot, word);
    while (next != FLOW_NO_SLOT && flow_reads(flow_entry(flow, next))) {
        read = next;
        next = flow_next_access(flow, next);
    }
    if (read != FLOW_NO_SLOT) {
        return say(search, DIAGNOSTIC_LOST_ELEMENT, read,
                   "%s reads %s here, which contains %s, but nothing that it writes contains it",
                   name_thread(search, read, thread), word, name);
    }
    if (next != FLOW_NO_SLOT) {
        char other[NAME_SIZE];
        say(search, DIAGNOSTIC_LOST_ELEMENT, next, "%s overwrites %s, which nothing has read: %s is lost",
            name_thread(search, next, other), word, name);
        if (flow_writes(flow_entry(flow, slot))) {
            say_also(search, slot, "wrote it here");
        }
        return true;
    }
    if (!flow_writes(flow_entry(flow, slot))) {
        return false; // in memory before the launch, and no thread has touched it
    }
    if ((flow_entry(flow, slot)->kind & RECORD_SHARED_SPACE) == 0) {
        return say(search, DIAGNOSTIC_LOST_ELEMENT, slot,
                   "%s, which %s writes here, contains %s, but what the host code returns does not", word,
                   thread, name);
    }
    return say(search, DIAGNOSTIC_LOST_ELEMENT, slot,
               "%s, which %s writes here, contains %s, but no thread reads it", word, thread, name);
}

// ---- The question ----------------------------------------------------------------------------------------

// Which elements belong in the value? false: another kind of part.
static bool find_range(struct search *search) {
    const struct lab_part *part = search->question->part;
    size_t wrong = search->question->wrong, section = part->elements_per_block;
    bool sections = part->kind == LAB_SECTION_INCLUSIVE_SCAN || part->kind == LAB_SECTION_EXCLUSIVE_SCAN;
    bool exclusive = part->kind == LAB_EXCLUSIVE_SCAN || part->kind == LAB_SECTION_EXCLUSIVE_SCAN;
    if (part->kind == LAB_LOOP || wrong >= search->question->recording->output_count) {
        return false;
    }
    search->begin = sections && section > 0 ? wrong / section * section : 0;
    search->end = part->kind == LAB_REDUCE ? search->question->n : exclusive ? wrong : wrong + 1;
    return true;
}

// The write of the wrong value of a scan, or of the result that a reduction returns; FLOW_NO_SLOT: not found.
static size_t find_output(const struct search *search, uint32_t set) {
    const struct flow *flow = &search->flow;
    if (search->question->part->kind == LAB_REDUCE) {
        for (size_t slot = FLOW_WORDS * flow->count; slot-- > 0;) {
            if (flow_writes(flow_entry(flow, slot)) && flow_set(flow, slot) == set &&
                (flow_entry(flow, slot)->kind & RECORD_SHARED_SPACE) == 0) {
                return slot;
            }
        }
        return FLOW_NO_SLOT;
    }
    for (size_t i = 0; i < flow->events->array_count; i++) {
        const struct trace_array *array = &flow->events->arrays[i];
        if (array->kind == RECORD_OUTPUT) {
            return flow_last_write(flow, array->address + 4 * search->question->wrong);
        }
    }
    return FLOW_NO_SLOT;
}

// A reduction's result contains elements too often to tell them apart: the first value with one twice that is in global
// memory, or that the first lane of a warp gets. (Other lanes may get values that are not used.)
static bool find_first_twice(struct search *search) {
    struct flow *flow = &search->flow;
    for (size_t slot = 0; slot < FLOW_WORDS * flow->count; slot++) {
        const struct record_entry *entry = flow_entry(flow, slot);
        bool used = entry->type == RECORD_EXCHANGE
                        ? entry->thread % WARP == 0
                        : flow_writes(entry) && (entry->kind & RECORD_SHARED_SPACE) == 0;
        uint32_t element = used ? flow_repeated(flow, flow_set(flow, slot)) : FLOW_NO_ELEMENT;
        if (element != FLOW_NO_ELEMENT) {
            return find_two_reads(search, element) || find_twice(search, slot, element);
        }
    }
    return false;
}

// Without contents: a reduction reads each element once. Which one does it read again, or never?
static bool find_reads(const struct search *search) {
    const struct flow *flow = &search->flow;
    size_t n = search->question->n, unread = n;
    memset(flow->left, 0, n);
    for (size_t i = 0; i < flow->count && flow->input != NULL; i++) {
        const struct record_entry *entry = &flow->recording->record->entries[i];
        uint64_t offset = entry->address - flow->input->address;
        bool reads =
            flow_reads(entry) && (entry->kind & RECORD_SHARED_SPACE) == 0 && offset < flow->input->bytes;
        for (uint64_t at = offset / 4; reads && at < (offset + entry->bytes + 3) / 4 && at < n; at++) {
            if (flow->left[at]++ > 0) {
                return find_two_reads(search, (uint32_t)at);
            }
        }
    }
    for (size_t e = n; e-- > 0;) {
        unread = flow->left[e] == 0 ? e : unread;
    }
    return unread < n && find_unwritten(search, (uint32_t)unread);
}

// The output contains the right elements, and something else: the first value that contains this, too.
static bool find_constant(const struct search *search) {
    enum { SMALL = 1 << 16 }; // such a number may be an index
    const struct flow *flow = &search->flow;
    char thread[NAME_SIZE], word[NAME_SIZE];
    for (size_t slot = 0; slot < FLOW_WORDS * flow->count; slot += FLOW_WORDS) {
        const struct record_entry *entry = flow_entry(flow, slot);
        if (!flow_writes(entry) || entry->bytes != 4 || flow_set(flow, slot) == 0) {
            continue;
        }
        uint32_t elements;
        bool any = flow_sum(flow, flow_set(flow, slot), &elements);
        int32_t rest = (int32_t)((uint32_t)entry->value[0] - elements);
        if (rest != 0 && (any || rest > SMALL || rest < -SMALL)) {
            return say(search, DIAGNOSTIC_FOREIGN_VALUE, slot,
                       "the value that %s writes to %s here contains %d, which comes from no element",
                       name_thread(search, slot, thread), name_word(search, slot, word), rest);
        }
    }
    return false;
}

static bool find(struct search *search) {
    struct flow *flow = &search->flow;
    const struct cause_question *question = search->question;
    bool reduces = question->part->kind == LAB_REDUCE;
    if (question->recording->contents == NULL) {
        return reduces && find_reads(search);
    }
    uint32_t set = question->recording->contents->of_output[question->wrong];
    size_t slot = set == 0 ? FLOW_NO_SLOT : find_output(search, set);
    if (set == 0) {
        return reduces && (find_first_twice(search) || find_reads(search));
    }
    size_t twice = SIZE_MAX, foreign = SIZE_MAX, lost = SIZE_MAX;
    for (size_t e = question->n; e-- > 0;) {
        if (e % question->stride != 0 ||
            e / question->stride >= CONTENTS_PER_RUN * (question->stride > 1 ? 1 : question->n)) {
            continue;
        }
        uint32_t times = flow_times(flow, set, (uint32_t)e);
        bool belongs = e >= search->begin && e < search->end;
        twice = times > 1 ? e : twice;
        foreign = times > 0 && !belongs ? e : foreign;
        lost = times == 0 && belongs ? e : lost;
    }
    if (twice == SIZE_MAX && foreign == SIZE_MAX && lost == SIZE_MAX) {
        return question->stride == 1 ? find_constant(search) : reduces && find_reads(search);
    }
    if (slot != FLOW_NO_SLOT) {
        name_word(search, slot, search->output);
    }
    if (twice != SIZE_MAX && reduces && find_two_reads(search, (uint32_t)twice)) {
        return true;
    }
    if (twice != SIZE_MAX && slot != FLOW_NO_SLOT && find_twice(search, slot, (uint32_t)twice)) {
        return true;
    }
    if (question->stride > 1) { // where a value comes from is not known well enough for the rest
        return false;
    }
    if (foreign != SIZE_MAX && slot != FLOW_NO_SLOT && find_foreign(search, slot, (uint32_t)foreign)) {
        return true;
    }
    return lost != SIZE_MAX && (reduces                ? find_lost(search, (uint32_t)lost)
                                : slot != FLOW_NO_SLOT ? find_lacking(search, slot, (uint32_t)lost)
                                                       : false);
}

static void add_places(const struct cause_question *question, struct finding *made) {
    for (int place = 0; place < 2; place++) {
        source_find(question->source, made->diagnostic.places[place].pc, &made->places[place]);
    }
    moment_add(question->source, made);
    finding_put_own_first(made);
}

bool cause_find(const struct cause_question *question, struct finding *made) {
    struct search search = {.question = question, .made = made};
    bool found =
        flow_open(&search.flow, question->recording, question->n) && find_range(&search) && find(&search);
    flow_close(&search.flow);
    if (found) {
        add_places(question, made);
    }
    return found && made->places[0].line > 0;
}

static bool say_value(const struct search *search, size_t slot, const char *text) {
    char thread[NAME_SIZE], word[NAME_SIZE];
    name_thread(search, slot, thread);
    return flow_entry(&search->flow, slot)->type == RECORD_EXCHANGE
               ? say(search, DIAGNOSTIC_FOREIGN_VALUE, slot, "%s gets a value here that %s", thread, text)
               : say(search, DIAGNOSTIC_FOREIGN_VALUE, slot, "the value that %s writes to %s here %s", thread,
                     name_word(search, slot, word), text);
}

bool cause_find_value(const struct cause_question *question, int32_t value, const char *text,
                      struct finding *made) {
    struct search search = {.question = question, .made = made};
    bool found = false, opened = flow_open(&search.flow, question->recording, question->n);
    for (size_t i = 0; opened && i < search.flow.count && !found; i++) {
        const struct record_entry *entry = &question->recording->record->entries[i];
        bool exchange = entry->type == RECORD_EXCHANGE && entry->kind == RECORD_SHUFFLE;
        if ((exchange || flow_writes(entry)) &&
            (int32_t)(exchange ? entry->value[1] : entry->value[0]) == value) {
            found = say_value(&search, i * FLOW_WORDS, text);
            add_places(question, made);
        }
    }
    flow_close(&search.flow);
    return found && made->places[0].line > 0;
}
