// Where affine maps are composed in the wrong order.
//
// The case runs again with translations, whose order is all one (contents_ranges). So the elements that each word is
// made of are known, and what it should be in the recorded run.

#include <stdlib.h>

#include "check/trace/cause_search.h"
#include "operator/operators.h"

// Element number i is the composition of all elements before it. Factors are odd, so a range is a quotient.
static struct affine *compose_prefixes(const struct affine *in, size_t n) {
    struct affine *prefixes = malloc((n + 1) * sizeof(*prefixes));
    bool good = prefixes != NULL;
    if (good) {
        prefixes[0] = identity_affine();
    }
    for (size_t i = 0; good && i < n; i++) {
        prefixes[i + 1] = combine_affine(prefixes[i], in[i]);
        good = in[i].a % 2 == 1;
    }
    if (!good) {
        free(prefixes);
        return NULL;
    }
    return prefixes;
}

// The part b of the range's composition.
static uint32_t right_part(const struct affine *prefixes, struct range range) {
    const struct affine before = prefixes[range.first], all = prefixes[range.end];
    uint32_t inverse = before.a;
    for (int i = 0; i < 5; i++) { // each step doubles the right bits, of which there are 3
        inverse *= 2 - before.a * inverse;
    }
    return all.b - all.a * inverse * before.b;
}

// The elements that a thread gets at `slot`: by a read, or from another lane; false: none.
static bool find_gotten(const struct flow *flow, size_t slot, struct range *range) {
    const struct record_entry *entry = flow_entry(flow, slot);
    const size_t size = sizeof(struct affine), first = flow_input_read(flow, entry);
    if (first != SIZE_MAX) {
        *range = (struct range){(uint32_t)(4 * (first + slot % FLOW_WORDS) / size), 0};
        range->end = range->first + 1;
        return true;
    }
    if (entry_shuffles(entry)) {
        return slot % FLOW_WORDS == 0 && !flow_gets_own(flow, slot) &&
               flow_is_range(flow, flow_set(flow, slot), range);
    }
    return entry_reads(entry) && slot % FLOW_WORDS < entry_words(entry) && flow->writers[slot] != 0 &&
           flow_is_range(flow, flow_set(flow, flow->writers[slot] - 1), range);
}

// Are the two in one line? A copy of a struct has one column.
static bool in_one_statement(const struct search *search, size_t one, size_t other) {
    struct source_place places[2] = {{.line = 0}, {.line = 0}};
    source_find(search->question->source, flow_entry(&search->flow, one)->pc, &places[0]);
    source_find(search->question->source, flow_entry(&search->flow, other)->pc, &places[1]);
    return places[0].line == places[1].line && places[0].column != places[1].column;
}

// Where the thread got the last elements of the value; or the write, if its line reads some.
static size_t find_last_gotten(const struct search *search, const struct flow_value *value,
                               struct range whole, struct range *range) {
    const struct flow *flow = &search->flow;
    const struct record_entry *entries = flow->recording->record->entries, *end = &entries[value->entry];
    const int line = entry_writes(end) ? line_of(search, value->entry * FLOW_WORDS) : 0;
    size_t last = FLOW_NO_SLOT;
    for (size_t i = value->entry; i-- > 0 && entries[i].type != RECORD_BLOCK;) {
        struct range one;
        bool other = entries[i].thread == value->thread &&
                     (end->type != RECORD_EXCHANGE || entries[i].row != end->row);
        for (size_t slot = i * FLOW_WORDS; other && slot < (i + 1) * FLOW_WORDS; slot++) {
            bool part = find_gotten(flow, slot, &one) && one.first >= whole.first && one.end <= whole.end &&
                        one.end - one.first < whole.end - whole.first;
            if (part && line != 0 && in_one_statement(search, slot, value->entry * FLOW_WORDS)) {
                return value->entry * FLOW_WORDS;
            }
            if (part && last == FLOW_NO_SLOT) {
                last = slot;
                *range = one;
            }
        }
    }
    return last;
}

// Did the thread make the value of neighbors, one after the other? Then the order of two operands is wrong.
static bool has_neighbors(struct flow *flow, const struct flow_value *value) {
    struct flow_source sources[FLOW_SOURCES_MAX];
    struct range all = {0, 0}, one;
    for (size_t i = flow_sources(flow, value, sources); i-- > 0;) { // the earliest first
        if (!find_gotten(flow, sources[i].slot, &one) ||
            (all.end > 0 && (one.first > all.end || one.end < all.first))) {
            return false;
        }
        all.first = all.end == 0 || one.first < all.first ? one.first : all.first;
        all.end = one.end > all.end ? one.end : all.end;
    }
    return true;
}

static bool say_order(struct search *search, size_t slot, struct range whole) {
    struct flow *flow = &search->flow;
    struct flow_value value = flow_value_at(flow, slot);
    struct range range = whole;
    if (flow_entry(flow, slot)->type == RECORD_EXCHANGE) {
        flow_origin(flow, &(struct flow_source){slot, value.set, FLOW_NO_ELEMENT}, &value);
    }
    const size_t at = find_last_gotten(search, &value, whole, &range);
    const struct said all = name_range(search, whole), part = name_range(search, range);
    if (at == FLOW_NO_SLOT) {
        return false;
    }
    const struct said thread = name_thread(search, at);
    const bool swapped = has_neighbors(flow, &value);
    if (at == value.entry * FLOW_WORDS) {
        return say_cause(search, DIAGNOSTIC_WRONG_ELEMENT, at,
                         WORDS(swapped ? TOPIC(COMBINES_IN_WRONG_ORDER) : TOPIC(COMBINES_OUT_OF_ORDER),
                               PART(thread), PART(all), PART(name_word(search, at))));
    }
    const bool gets = flow_entry(flow, at)->type == RECORD_EXCHANGE;
    say_cause(search, DIAGNOSTIC_WRONG_ELEMENT, at,
              WORDS(swapped ? TOPIC(TAKES_IN_WRONG_ORDER) : TOPIC(TAKES_OUT_OF_ORDER), PART(thread),
                    gets ? TOPIC(GETS) : TOPIC(READS), PART(part), PART(all)));
    if (entry_writes(flow_entry(flow, value.entry * FLOW_WORDS))) { // the operands may meet far from the read
        say_also(search, value.entry * FLOW_WORDS, WORDS(TOPIC(WRITES_RESULT)));
    }
    return true;
}

static bool find_order(struct search *search) {
    const struct flow *flow = &search->flow;
    struct affine *prefixes = compose_prefixes(flow->recording->input, search->question->n);
    bool found = false;
    for (size_t slot = 0; prefixes != NULL && slot < FLOW_WORDS * flow->count; slot++) {
        const struct record_entry *entry = flow_entry(flow, slot);
        struct range range;
        if ((entry_writes(entry) || entry_shuffles(entry)) &&
            flow_is_range(flow, flow_set(flow, slot), &range) &&
            entry_result(entry, slot % FLOW_WORDS) != right_part(prefixes, range)) {
            found = say_order(search, slot, range);
            break;
        }
    }
    free(prefixes);
    return found;
}

bool cause_find_order(const struct cause_question *question, struct finding *made) {
    struct search search = {.question = question, .made = made};
    bool found = flow_open(&search.flow, question->recording, question->n) && find_order(&search);
    if (found) {
        cause_add_places(question, &search.flow, made);
    }
    flow_close(&search.flow);
    return found && made->places[0].line > 0;
}
