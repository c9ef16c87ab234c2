#include "check/trace/partner.h"

#include "check/trace/flow.h"

// The thread of the same block that wrote what is read at `slot`; -1: none.
static long writer_before(const struct flow *flow, size_t slot) {
    const size_t writer = flow->writers[slot];
    if (writer == 0 || !entry_writes(flow_entry(flow, writer - 1)) ||
        flow->runs[(writer - 1) / FLOW_WORDS] != flow->runs[slot / FLOW_WORDS]) {
        return -1;
    }
    return flow_entry(flow, writer - 1)->thread;
}

// The last thread, other than its own, that read the value which the write at `slot` replaces; -1: none.
static long reader_before(const struct flow *flow, size_t slot) {
    for (size_t i = slot / FLOW_WORDS; i-- > 0;) {
        const struct record_entry *entry = flow_entry(flow, i * FLOW_WORDS);
        for (unsigned w = 0; entry_reads(entry) && w < entry_words(entry); w++) {
            const size_t read = i * FLOW_WORDS + w;
            if (entry->thread != flow_entry(flow, slot)->thread && flow_same_word(flow, read, slot) &&
                flow->writers[read] == flow->writers[slot]) {
                return entry->thread;
            }
        }
    }
    return -1;
}

// The other thread, if the access at `slot` is of the question's kind and there is one; -1.
static long partner_at(const struct flow *flow, size_t slot, enum partner_kind kind) {
    const struct record_entry *entry = flow_entry(flow, slot);
    if (entry->type != RECORD_ACCESS || entry_reads(entry) != (kind == PARTNER_WRITER)) {
        return -1;
    }
    const long other = kind == PARTNER_WRITER ? writer_before(flow, slot) : reader_before(flow, slot);
    return other == entry->thread ? -1 : other;
}

static long find_in(const struct flow *flow, const struct partner_question *question) {
    unsigned turn = 0;
    for (size_t i = 0; i < flow->count && flow->runs[i] == 0; i++) {
        const struct record_entry *entry = flow_entry(flow, i * FLOW_WORDS);
        for (unsigned w = 0; entry->thread == question->thread && w < entry_words(entry); w++) {
            const long other = partner_at(flow, i * FLOW_WORDS + w, question->kind);
            turn += other >= 0;
            if (other >= 0 && turn == question->turn) {
                return other;
            }
        }
    }
    return -1;
}

long partner_find(const struct recording *recording, size_t n, const struct partner_question *question) {
    struct flow flow;
    const long found = flow_open(&flow, recording, n) ? find_in(&flow, question) : -1;
    flow_close(&flow);
    return found;
}
