#include "bytes.h"

#include "accuse.h"

static void split(struct shadow_cell *cell, struct shadow_cell bytes[4], const struct accessor *who) {
    for (unsigned byte = 0; byte < 4; byte++) {
        bytes[byte] = *cell;
    }
    cell->split = true;
    cell->unused = false; // whether single bytes are used is not followed
    cell->write.serial = 0;
    cell->read_a.serial = who->serial;
    cell->read_b.serial = 0;
    cell->reader_lanes = 0;
}

void bytes_access(struct worker *worker, struct shadow_cell *cell, struct shadow_cell bytes[4],
                  const struct accessor *who, uintptr_t address, uint8_t mask, enum access_kind kind) {
    bool writes = !access_reads(kind);
    if ((!writes || kind == ACCESS_ATOMIC) && (cell->set_bytes & mask) != mask) {
        accuse_unset(worker, address, cell->set_bytes, who->pc);
    }
    if (!cell->split) {
        split(cell, bytes, who);
    }
    bool told = false; // the bytes of one access make one mistake
    for (unsigned byte = 0; byte < 4; byte++) {
        if ((mask >> byte & 1) == 0) {
            continue;
        }
        struct access_record suspects[SUSPECTS_MAX];
        unsigned count = writes ? shadow_write(&bytes[byte], who, kind, suspects)
                                : shadow_read(&bytes[byte], who, kind, suspects);
        if (count != 0 && !told) {
            uintptr_t at = (address & ~(uintptr_t)3) + byte;
            accuse_suspects(worker, at, kind, who->pc, suspects, count);
            told = true;
        }
    }
    if (writes) {
        cell->set_bytes |= mask;
    }
    if (writes && mask == 15) { // all bytes are the same again
        cell->write = bytes[0].write;
        cell->read_a.serial = 0;
        cell->split = false;
        cell->unused = bytes[0].unused;
    }
}
