// Shows the checker that the course's own code has sent an answer, and all of it.
//
// The checker's first bytes on the socket are a random key. The runner reads it before any code of the student's file
// runs (main.c), and both hash all messages of the runner with it, one into the other. The answer to a case has the
// hash so far. A file that answers in the runner's place, or drops a message, does not know the key. It is in the same
// process, so it could still find it there (docs/trust.md).
#ifndef LABS_PROOF_H
#define LABS_PROOF_H

#include "runner/keyed_hash.h"
#include "runner/protocol.h"

struct proof {
    struct hash_key key;
    uint64_t chain; // of all messages so far
};

// Adds one message.
void proof_add(struct proof *proof, uint32_t type, const void *payload, size_t length);

// Adds the answer to a case, whose own field `proof` counts as 0. Returns what must be in that field.
uint64_t proof_of(struct proof *proof, struct case_result result);

#endif
