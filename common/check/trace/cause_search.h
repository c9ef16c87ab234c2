// The parts of the search for where a wrong sum goes wrong (cause.h), by the file that defines them.
//
// A search that finds an answer fills in `made` and returns true.
#ifndef LABS_TRACE_CAUSE_SEARCH_H
#define LABS_TRACE_CAUSE_SEARCH_H

#include "check/trace/cause.h"
#include "check/trace/flow.h"

enum { CAUSE_STEPS_MAX = 4096, CAUSE_WARP = 32 };

struct search {
    struct flow flow;
    const struct cause_question *question;
    size_t begin, end;  // the elements that the wrong value must contain
    struct said output; // the wrong value; empty: its write was not found
    struct finding *made;
};

// ---- cause_say.c ----

struct said name_thread(const struct search *search, size_t slot);       // "thread 3 of block 0"
struct said name_element(const struct search *search, uint32_t element); // "d_in[3]"
struct said name_range(const struct search *search, struct range range); // "d_in[3] to d_in[5]"
int line_of(const struct search *search, size_t slot);                   // in the source; 0: unknown
struct said name_word(const struct search *search, size_t slot);         // "s_partial[3]"

// Fills in the finding: at the access or exchange of `slot`, with this message. Returns true.
bool say_cause(const struct search *search, enum diagnostic_class class_, size_t slot,
               const struct said_word *words);

// The same as say_cause() at an entry of host code.
bool say_host(const struct search *search, enum diagnostic_class class_, size_t entry,
              const struct said_word *words);

// Adds the second place: what the thread of `slot`, which is the first argument and left out, does there.
void say_also(const struct search *search, size_t slot, const struct said_word *words);

// The elements from this one on that belong in the output and are not in the set.
struct range missing_from(const struct search *search, uint32_t set, uint32_t element);

// ---- cause_back.c: from a value of the output backwards ----

// Where were two values added that both contain the element?
bool find_twice(struct search *search, size_t slot, uint32_t element);

// Where did the element come in, which does not belong in the value?
bool find_foreign(struct search *search, size_t slot, uint32_t element);

// ---- cause_copy.c: an output that is a copy ----

// Is the output this element itself, which its thread has read, perhaps by way of words that it wrote? Then it is the
// read that is wrong. (The word of another thread may be correct, and its index wrong.)
bool find_copied(struct search *search, size_t output, uint32_t element);

// Is the output a copy of a word, although its thread wrote exactly what belongs there to another word of that array?
bool find_elsewhere(struct search *search, size_t output);

// ---- cause_held.c: the elements that are missing from a value of a scan are elsewhere ----

// Does another word or another block have exactly the missing elements, which the value at `slot` does not get?
// `sources`: the `count` values that it is made of.
bool find_held(const struct search *search, size_t slot, const struct flow_source *sources, size_t count,
               struct range missing);

// ---- cause_lack.c: an element that is missing from a value of a scan ----

// Which step should have brought the element in? One that passes by a word or lane with it, or the last write that did
// more than copy a value.
bool find_lacking(struct search *search, size_t slot, uint32_t element);

// Does the block execute the instruction at `slot` after a further barrier again, as in a loop that goes on?
bool goes_on(const struct search *search, size_t slot);

// The first write to shared memory by another instruction after that at `slot`, in the block; FLOW_NO_SLOT: none.
size_t find_later_write(const struct search *search, size_t slot);

// ---- cause_forward.c: from an element of the input forwards ----

// The first and the second read of the element by different threads, or by one thread in a launch.
bool find_two_reads(const struct search *search, uint32_t element);

// In a scan of sections: does another block of the launch read the missing elements, from this one on, and that which
// writes the output at `slot` none of them?
bool find_split(const struct search *search, size_t slot, uint32_t element);

// Does no thread read the element, although one reads an element before it? Says so.
bool find_unread(const struct search *search, uint32_t element);

// The sum lacks the element: what became of the last value that contains it?
bool find_lost(const struct search *search, uint32_t element);

// Without contents: a reduction reads each element once. Which one does it read again, or never?
bool find_reads(const struct search *search);

// ---- cause.c ----

// Fills in the lines of the finding's places, and which call of its function it was.
void cause_add_places(const struct cause_question *question, const struct flow *flow, struct finding *made);

#endif
