#include "sim/access/stream_use.h"

#include "sim/memory/variables.h"
#include "runner/element_name.h"
#include "sim/report/host.h"
#include "sim/report/streams.h"

static uint32_t *word_of(const struct allocation *found, uintptr_t address) {
    return &found->shadow.operations[(address - found->base) / 4];
}

static const char *name_place(const struct allocation *found, uintptr_t address, char place[96]) {
    uintptr_t at = address < found->base ? found->base : address;
    return element_name(found->name, 1, (long long)((at - found->base) / found->element), place, 96);
}

static void report(struct report *to, const struct allocation *found, uintptr_t address, uint32_t operation,
                   enum access_kind kind, const struct word_access *earlier) {
    char place[96];
    report_stream_race(
        to, name_place(found, address, place),
        (struct use){stream_order_operation(operation), !access_reads(kind)},
        (struct use){stream_order_operation(earlier->operation), !access_reads(earlier->kind)});
}

void stream_use_range(uint32_t operation, uintptr_t address, size_t bytes, enum access_kind kind) {
    bool inside;
    const struct variable *variable = variables_contain(address) ? variables_find(address, 1, &inside) : NULL;
    const struct allocation *found =
        variable != NULL ? &variable->allocation : global_memory_find(address, 1, &inside);
    if (found == NULL || found->is_input) {
        return;
    }
    if (!stream_words_followed()) {
        stream_words_early_range(operation, found, address, bytes, kind);
        return;
    }
    for (uintptr_t word = address & ~(uintptr_t)3; word < address + bytes; word += 4) {
        struct word_access race =
            stream_words_access(word_of(found, word), operation, kind, shadow_mask(word, address, bytes));
        if (race.operation != 0) {
            report(&host_report, found, word, operation, kind, &race);
        }
    }
}

void stream_use_word(struct worker *worker, const struct allocation *found, uintptr_t address, unsigned mask,
                     enum access_kind kind) {
    uint32_t operation = worker->launch->operation;
    struct word_access race =
        stream_words_access(word_of(found, address), operation, access_update(kind), mask);
    if (race.operation != 0) {
        report(&worker->report, found, address, operation, kind, &race);
    }
}

void stream_use_host(const struct allocation *found, uintptr_t address, unsigned bytes, enum access_kind kind,
                     uint32_t pc) {
    for (uintptr_t word = address & ~(uintptr_t)3; word < address + bytes; word += 4) {
        struct word_access race =
            stream_words_host(*word_of(found, word), kind, shadow_mask(word, address, bytes));
        if (race.operation != 0) {
            char place[96];
            struct use use = {stream_order_operation(race.operation), !access_reads(race.kind)};
            report_host_too_early(name_place(found, word, place), use, access_reads(kind), pc);
        }
    }
}

void stream_use_result(const struct allocation *found) {
    if (!stream_words_followed()) {
        return;
    }
    const uint32_t copy = stream_order_issue(STREAM_LEGACY, "cudaMemcpy", TOPIC_NONE, 0);
    for (uintptr_t word = found->base; word < found->base + found->bytes; word += 4) {
        struct word_access race = stream_words_access(word_of(found, word), copy, ACCESS_READ,
                                                      shadow_mask(word, found->base, found->bytes));
        if (race.operation != 0) {
            char place[96];
            report_result_too_early(name_place(found, word, place), stream_order_operation(race.operation));
        }
    }
}
