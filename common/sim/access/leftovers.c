#include "sim/access/leftovers.h"

#include "runner/element_name.h"
#include "sim/access/stream_use.h"
#include "sim/memory/global_memory.h"
#include "sim/report/host.h"

enum { ELEMENT_SIZE = 96 };

static const char *name_element(const struct allocation *one, size_t index, char text[ELEMENT_SIZE]) {
    return element_name(one->name, 1, (long long)index, text, ELEMENT_SIZE);
}

static void check_leak(const struct allocation *one) {
    report_host(DIAGNOSTIC_LEAK, one->name, (uint32_t)one->pc, 0, NOTHING,
                WORDS(TOPIC(NEVER_FREED), NAME(one->name), NUMBER(one->bytes)));
}

// Output words that no kernel and no copy has written.
static void check_output(const struct allocation *one) {
    size_t words = one->bytes / 4, unwritten = 0, first = 0;
    uint32_t written_pc = 0; // where a kernel writes other elements
    for (size_t word = words; word > 0; word--) {
        uintptr_t address = one->base + (word - 1) * 4;
        const struct shadow_cell *cell = global_memory_cell(address);
        if (cell->set_bytes != 15 &&
            !shadow_may_be_padding(cell, address, one->element / 8 * 8, one->element)) {
            unwritten++;
            first = word - 1;
        } else if (cell->kind == ACCESS_WRITE && cell->block_id != 0) {
            written_pc = cell->pc;
        }
    }
    size_t elements = unwritten * 4 / one->element;
    const size_t all = one->bytes / one->element, index = first * 4 / one->element;
    struct diagnostic *made = NULL;
    char element[ELEMENT_SIZE];
    name_element(one, index, element);
    if (unwritten > 0 && all == 1) {
        made = report_host(DIAGNOSTIC_OUTPUT_UNWRITTEN, one->name, 0, 0, NOTHING,
                           WORDS(TOPIC(ONLY_NEVER_WRITTEN), NAME(element)));
    } else if (unwritten > 0 && unwritten == words) {
        made = report_host(DIAGNOSTIC_OUTPUT_UNWRITTEN, one->name, 0, 0, NOTHING,
                           WORDS(TOPIC(NONE_WRITTEN), NUMBER(all), NAME(one->name)));
    } else if (unwritten > 0) {
        made = report_host(
            DIAGNOSTIC_OUTPUT_UNWRITTEN, one->name, 0, written_pc,
            written_pc != 0 ? TOPIC(OTHERS_WRITTEN_HERE) : NOTHING,
            WORDS(TOPIC(SOME_NEVER_WRITTEN), NUMBER(elements), NUMBER(all), NAME(one->name), NAME(element)));
    }
    if (made != NULL) {
        made->lost.index = index;
    }
}

// Words of an input.
struct words {
    size_t count, first, last;
};

// Those for which `seen` is `read`.
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

// `only`, `single` and `some`: topics for the only element, one of several, and several.
static void note_input(const struct allocation *one, enum diagnostic_class class_, struct words words,
                       struct said_word only, struct said_word single, struct said_word some) {
    const size_t elements = one->bytes / one->element, count = words.count * 4 / one->element;
    char first[ELEMENT_SIZE], last[ELEMENT_SIZE];
    name_element(one, words.first * 4 / one->element, first);
    name_element(one, words.last * 4 / one->element, last);
    if (elements == 1) {
        report_host(class_, one->name, 0, 0, NOTHING, WORDS(only, NAME(first)));
    } else if (words.count * 4 == one->element) {
        report_host(class_, one->name, 0, 0, NOTHING,
                    WORDS(single, NUMBER(count), NUMBER(elements), NAME(one->name), NAME(first)));
    } else {
        report_host(class_, one->name, 0, 0, NOTHING,
                    WORDS(some, NUMBER(count), NUMBER(elements), NAME(one->name), NAME(first), NAME(last)));
    }
}

static void check_input(const struct allocation *one) {
    struct words unread = words_read(one, 0), again = words_read(one, 2);
    if (unread.count > 0 && unread.count == (one->bytes + 3) / 4) {
        report_host(DIAGNOSTIC_INPUT_IGNORED, one->name, 0, 0, NOTHING,
                    WORDS(TOPIC(NONE_READ), NAME(one->name), NUMBER(one->bytes / one->element)));
    } else if (unread.count > 0) {
        note_input(one, DIAGNOSTIC_UNREAD_INPUT, unread, TOPIC(ONLY_NEVER_READ), TOPIC(ONE_NEVER_READ),
                   TOPIC(SOME_NEVER_READ));
    }
    if (again.count > 0) {
        note_input(one, DIAGNOSTIC_REREAD_INPUT, again, TOPIC(ONLY_REREAD), TOPIC(ONE_REREAD),
                   TOPIC(SOME_REREAD));
    }
}

// Words in the student's own global arrays that a kernel has written and that were never read.
static void check_unused(const struct allocation *one) {
    for (size_t word = 0; word < one->bytes / 4; word++) {
        const struct shadow_cell *cell = global_memory_cell(one->base + word * 4);
        if (cell->unused) {
            size_t index = word * 4 / one->element;
            char element[ELEMENT_SIZE];
            struct diagnostic *made =
                report_host(DIAGNOSTIC_LOST_VALUE, one->name, cell->pc, 0, NOTHING,
                            WORDS(TOPIC(NEVER_READ), NAME(name_element(one, index, element))));
            if (made != NULL) {
                made->lost.index = index;
            }
        }
    }
}

void leftovers_report_freed(const struct allocation *freed) {
    check_unused(freed);
}

void leftovers_report(void) {
    for (size_t i = 0; i < global_memory_count(); i++) {
        const struct allocation *one = global_memory_at(i);
        if (one->owner == OWNED_BY_STUDENT && !one->freed) {
            check_leak(one);
        }
        if (one->owner == OWNED_BY_STUDENT) {
            if (!one->discarded) { // otherwise its values were reported before
                check_unused(one);
            }
        } else if (global_memory.blank) { // a sample neither reads nor writes all elements
            continue;
        } else if (one->is_input) {
            check_input(one);
        } else {
            check_output(one);
            stream_use_result(one);
        }
    }
}
