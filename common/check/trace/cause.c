#include "check/trace/cause.h"

#include <string.h>

#include "check/judge/error_lines.h"
#include "check/trace/cause_search.h"
#include "lang/questions.h"

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
            const struct record_entry *entry = flow_entry(flow, slot);
            if (entry_writes(entry) && !entry_is_shared(entry) && flow_set(flow, slot) == set) {
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
        bool used = entry->type == RECORD_EXCHANGE ? entry->thread % CAUSE_WARP == 0
                                                   : entry_writes(entry) && !entry_is_shared(entry);
        uint32_t element = used ? flow_repeated(flow, flow_set(flow, slot)) : FLOW_NO_ELEMENT;
        if (element != FLOW_NO_ELEMENT) {
            return find_two_reads(search, element) || find_twice(search, slot, element);
        }
    }
    return false;
}

// The wrong value of a scan contains elements too often to tell them apart: the first value that a lane gets from
// another one with an element twice.
static bool find_lane_twice(struct search *search) {
    struct flow *flow = &search->flow;
    for (size_t slot = 0; slot < FLOW_WORDS * flow->count; slot += FLOW_WORDS) {
        const uint32_t element = entry_shuffles(flow_entry(flow, slot)) && !flow_gets_own(flow, slot)
                                     ? flow_repeated(flow, flow_set(flow, slot))
                                     : FLOW_NO_ELEMENT;
        if (element != FLOW_NO_ELEMENT) {
            return find_twice(search, slot, element);
        }
    }
    return false;
}

// The write of this number alone, without any element, that the thread read before it wrote at `slot`; FLOW_NO_SLOT:
// none.
static size_t find_constant_read(const struct flow *flow, size_t slot, int32_t number) {
    const struct record_entry *entries = flow->recording->record->entries;
    const size_t own = slot / FLOW_WORDS;
    for (size_t i = own; i-- > 0 && flow->runs[i] == flow->runs[own];) {
        if (entries[i].type != RECORD_ACCESS || entries[i].thread != entries[own].thread) {
            continue;
        }
        if (entry_writes(&entries[i])) {
            break;
        }
        const uint32_t writer = flow->writers[i * FLOW_WORDS];
        const size_t found = (size_t)writer - 1;
        uint32_t elements;
        if (writer > 0 && entry_writes(flow_entry(flow, found)) && flow_set(flow, found) != 0 &&
            !flow_sum(flow, flow_set(flow, found), &elements) &&
            (int32_t)entry_result(flow_entry(flow, found), found % FLOW_WORDS) == number) {
            return found;
        }
    }
    return FLOW_NO_SLOT;
}

// The first value that contains something else than elements: `wanted`; or if that is 0, anything but a small number
// alone, which may be an index.
static bool find_constant(const struct search *search, int32_t wanted) {
    enum { SMALL = 1 << 16 };
    const struct flow *flow = &search->flow;
    for (size_t slot = 0; slot < FLOW_WORDS * flow->count; slot += FLOW_WORDS) {
        const struct record_entry *entry = flow_entry(flow, slot);
        const bool exchange = entry_shuffles(entry);
        if ((!exchange && (!entry_writes(entry) || entry->bytes != 4)) || flow_set(flow, slot) == 0) {
            continue;
        }
        uint32_t elements;
        bool any = flow_sum(flow, flow_set(flow, slot), &elements);
        int32_t rest = (int32_t)(entry_result(entry, 0) - elements);
        if (wanted != 0 ? rest != wanted : rest == 0 || (!any && rest <= SMALL && rest >= -SMALL)) {
            continue;
        }
        const size_t constant = exchange ? FLOW_NO_SLOT : find_constant_read(flow, slot, rest);
        if (constant != FLOW_NO_SLOT) {
            return say_cause(search, DIAGNOSTIC_FOREIGN_VALUE, constant,
                             WORDS(TOPIC(FOREIGN_NUMBER_WRITTEN), PART(name_thread(search, constant)),
                                   PART(name_word(search, constant)), NUMBER(rest)));
        }
        return exchange ? say_cause(search, DIAGNOSTIC_FOREIGN_VALUE, slot,
                                    WORDS(TOPIC(FOREIGN_NUMBER_GOTTEN), PART(name_thread(search, slot)),
                                          NUMBER(entry->extra % CAUSE_WARP), NUMBER(rest)))
                        : say_cause(search, DIAGNOSTIC_FOREIGN_VALUE, slot,
                                    WORDS(TOPIC(FOREIGN_NUMBER_ADDED), PART(name_thread(search, slot)),
                                          PART(name_word(search, slot)), NUMBER(rest)));
    }
    return false;
}

// What is wrong with the contents of the wrong value: the first element of each kind; NONE if there is none.
struct difference {
    size_t twice, foreign, lost;
};

#define NONE SIZE_MAX

static struct difference compare_contents(const struct search *search, uint32_t set) {
    const struct cause_question *question = search->question;
    struct difference wrong = {NONE, NONE, NONE};
    for (size_t e = question->n; e-- > 0;) {
        bool known =
            question->stride == 1 || (e % question->stride == 0 && e / question->stride < CONTENTS_PER_RUN);
        if (!known) {
            continue;
        }
        uint32_t times = flow_times(&search->flow, set, (uint32_t)e);
        bool belongs = e >= search->begin && e < search->end;
        wrong.twice = times > 1 ? e : wrong.twice;
        wrong.foreign = times > 0 && !belongs ? e : wrong.foreign;
        wrong.lost = times == 0 && belongs ? e : wrong.lost;
    }
    return wrong;
}

static bool find_in_reduction(struct search *search, uint32_t set, const struct difference *wrong) {
    size_t slot = find_output(search, set);
    if (wrong->twice != NONE && find_two_reads(search, (uint32_t)wrong->twice)) {
        return true;
    }
    if (wrong->twice != NONE && slot != FLOW_NO_SLOT && find_twice(search, slot, (uint32_t)wrong->twice)) {
        return true;
    }
    return wrong->lost != NONE && find_lost(search, (uint32_t)wrong->lost);
}

static bool find_in_scan(struct search *search, uint32_t set, const struct difference *wrong) {
    size_t slot = find_output(search, set);
    if (slot == FLOW_NO_SLOT) {
        return false;
    }
    search->output = name_word(search, slot);
    if (wrong->twice != NONE && find_twice(search, slot, (uint32_t)wrong->twice)) {
        return true;
    }
    if (search->question->stride > 1) { // where a value comes from is not known well enough
        return false;
    }
    if (find_elsewhere(search, slot)) {
        return true;
    }
    if (wrong->foreign != NONE && find_foreign(search, slot, (uint32_t)wrong->foreign)) {
        return true;
    }
    return wrong->lost != NONE &&
           (find_unread(search, (uint32_t)wrong->lost) || find_split(search, slot, (uint32_t)wrong->lost) ||
            find_lacking(search, slot, (uint32_t)wrong->lost));
}

static bool find(struct search *search) {
    const struct contents *contents = search->question->recording->contents;
    bool reduces = search->question->part->kind == LAB_REDUCE;
    if (contents == NULL) {
        return reduces && find_reads(search);
    }
    if (reduces && search->question->stride > 1 && find_reads(search)) { // needs no contents
        return true;
    }
    uint32_t set = contents->of_output[search->question->wrong];
    if (set == 0) {
        return reduces ? find_first_twice(search) || find_reads(search) : find_lane_twice(search);
    }
    struct difference wrong = compare_contents(search, set);
    if (search->question->stride == 1 && find_constant(search, (int32_t)LABS_UNSET_LOCAL)) {
        return true; // an uninitialized variable, and elements are missing where it is
    }
    if (wrong.twice == NONE && wrong.foreign == NONE && wrong.lost == NONE) {
        return search->question->stride == 1 && find_constant(search, 0);
    }
    return reduces ? find_in_reduction(search, set, &wrong) : find_in_scan(search, set, &wrong);
}

// The line of an access by the warp of `entry` that is the nearest one before it, or with `step` 1 behind it, in
// another function of the file than that at `own`; 0: none.
static int find_outside(const struct flow *flow, const struct cause_question *question, size_t entry,
                        const struct source_place *own, int step) {
    const struct record_entry *entries = flow->recording->record->entries;
    const struct tree *tree = tree_of(own->file);
    const unsigned warp = entries[entry].thread / CAUSE_WARP;
    for (size_t i = entry + (size_t)step; i < flow->count && flow->runs[i] == flow->runs[entry];
         i += (size_t)step) {
        struct source_place place;
        bool of_warp = entries[i].type == RECORD_ACCESS && entries[i].thread / CAUSE_WARP == warp;
        if (of_warp && source_find(question->source, entries[i].pc, &place) &&
            strcmp(place.file, own->file) == 0 &&
            question_function(tree, place.line) != question_function(tree, own->line)) {
            return place.line;
        }
    }
    return 0;
}

// Which call of its function was a shuffle in? What the warp accessed before and after it shows this.
static void find_called(const struct flow *flow, const struct cause_question *question,
                        struct finding *made) {
    const struct source_place *own = &made->places[0];
    const struct tree *tree = own->line > 0 ? tree_of(own->file) : NULL;
    enum { CALLS_MAX = 2 };
    int calls[CALLS_MAX];
    if (tree == NULL || made->slot == 0 || flow_entry(flow, made->slot - 1)->type != RECORD_EXCHANGE) {
        return;
    }
    const size_t call_count = question_callers(tree, own->line, made->diagnostic.kernel, calls, CALLS_MAX);
    const size_t entry = (made->slot - 1) / FLOW_WORDS;
    const int before = find_outside(flow, question, entry, own, -1),
              after = find_outside(flow, question, entry, own, 1);
    size_t count = 0;
    for (size_t i = 0; i < call_count; i++) { // in the order of the lines
        const int line = calls[i];
        const struct node *caller = question_function(tree, line);
        bool early = before > 0 && question_function(tree, before) == caller &&
                     line<before, late = after> 0 && question_function(tree, after) == caller && line > after;
        if (!early && !late) {
            made->called = line;
            count++;
        }
    }
    made->called = count == 1 ? made->called : 0;
}

void cause_add_places(const struct cause_question *question, const struct flow *flow, struct finding *made) {
    for (int place = 0; place < 2; place++) {
        source_find(question->source, made->diagnostic.places[place].pc, &made->places[place]);
    }
    find_called(flow, question, made);
    error_lines_add(question->source, made);
    finding_put_own_first(made);
}

bool cause_find(const struct cause_question *question, struct finding *made) {
    struct search search = {.question = question, .made = made};
    bool found =
        flow_open(&search.flow, question->recording, question->n) && find_range(&search) && find(&search);
    if (found) {
        cause_add_places(question, &search.flow, made);
    }
    flow_close(&search.flow);
    return found && made->places[0].line > 0;
}

static bool say_value(const struct search *search, size_t slot, enum topic what) {
    const struct said thread = name_thread(search, slot);
    return flow_entry(&search->flow, slot)->type == RECORD_EXCHANGE
               ? say_cause(search, DIAGNOSTIC_FOREIGN_VALUE, slot,
                           WORDS(TOPIC(VALUE_GOTTEN), PART(thread), A_TOPIC(what)))
               : say_cause(
                     search, DIAGNOSTIC_FOREIGN_VALUE, slot,
                     WORDS(TOPIC(VALUE_WRITTEN), PART(thread), PART(name_word(search, slot)), A_TOPIC(what)));
}

// Does the thread store what its atomic found, as a number that it took? Such a number is no value.
static bool is_taken_number(const struct flow *flow, size_t entry) {
    const struct record_entry *entries = flow->recording->record->entries;
    for (size_t i = entry; i-- > 0 && flow->runs[i] == flow->runs[entry];) {
        if (entries[i].type == RECORD_ACCESS && entries[i].thread == entries[entry].thread) {
            return entry_updates(&entries[i]) &&
                   entry_word(&entries[i], 0) == entry_result(&entries[entry], 0);
        }
    }
    return false;
}

static bool makes_value(const struct flow *flow, size_t i) {
    const struct record_entry *entry = &flow->recording->record->entries[i];
    return (entry_shuffles(entry) || entry_writes(entry)) && !is_taken_number(flow, i);
}

// The array that an entry writes to; that of a shuffle is the lanes.
static uint32_t array_of(const struct flow *flow, size_t i) {
    const struct record_entry *entry = &flow->recording->record->entries[i];
    return entry_shuffles(entry) ? TRACE_NO_ARRAY
                                 : events_array(flow->events, entry, flow_run(flow, i * FLOW_WORDS)->launch);
}

// The first such entry up to `last`. Other arrays may hold other numbers than values.
static size_t find_first(const struct flow *flow, size_t last, const struct foreign_values *foreign) {
    const struct record_entry *entries = flow->recording->record->entries;
    for (size_t i = 0; i < last && foreign->is_foreign != NULL; i++) {
        if (makes_value(flow, i) &&
            foreign->is_foreign(foreign->context, (int32_t)entry_result(&entries[i], 0)) &&
            (foreign->anywhere || array_of(flow, i) == array_of(flow, last))) {
            return i;
        }
    }
    return last;
}

// Do the entries from number i on, of one instruction, get the sum of what they give? A vote's lanes give 0 or 1.
static bool is_sum_of_lanes(const struct flow *flow, size_t i) {
    const struct record_entry *entries = flow->recording->record->entries;
    uint32_t sum = 0, all = 0;
    size_t k = i;
    for (; k < flow->count && entries[k].type == RECORD_EXCHANGE && entries[k].kind == RECORD_VOTE &&
           entries[k].row == entries[i].row;
         k++) {
        sum += entry_word(&entries[k], 0);
        all |= entry_word(&entries[k], 0);
    }
    return k > i + 1 && all > 1 && sum == entry_result(&entries[i], 0);
}

bool cause_find_value(const struct cause_question *question, int32_t value,
                      const struct foreign_values *foreign, struct finding *made) {
    struct search search = {.question = question, .made = made};
    const struct flow *flow = &search.flow;
    bool found = false, opened = flow_open(&search.flow, question->recording, question->n);
    for (size_t i = 0; opened && i < flow->count && !found; i++) {
        const bool is_sum = is_sum_of_lanes(flow, i);
        if (is_sum ||
            (makes_value(flow, i) && (int32_t)entry_result(flow_entry(flow, i * FLOW_WORDS), 0) == value)) {
            const size_t first = is_sum ? i : find_first(flow, i, foreign);
            found =
                say_value(&search, first * FLOW_WORDS, is_sum ? TOPIC_VALUE_IS_SUM_OF_LANES : foreign->what);
            cause_add_places(question, &search.flow, made);
        }
    }
    flow_close(&search.flow);
    return found && made->places[0].line > 0;
}
