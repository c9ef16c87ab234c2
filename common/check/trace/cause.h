// Where does a wrong sum go wrong?
//
// The recording says which elements of the input each value contains (contents.h). The first wrong value of the output
// contains an element that it must not contain, or one too often, or it lacks one. From there the search goes back to
// the access that brought this element in, or from the element forward to where it is lost. Both are facts of the run,
// without a guess about the program.
#ifndef LABS_CAUSE_H
#define LABS_CAUSE_H

#include "check/check.h"
#include "check/judge/findings.h"
#include "check/runner/recording.h"

struct cause_question {
    const struct lab_part *part; // a reduction or a scan
    const struct recording *recording;
    const struct source *source;
    size_t stride;        // of the elements whose contents are known (contents_find)
    size_t n, wrong;      // elements of the input; index of the first wrong value of the output
    const char *expected; // the correct value there, as text; NULL: unknown
};

// Fills in a note at the access where a wrong sum goes wrong. false: nothing can be said. Cost: O(entries) for each
// step of the search, of which there are about as many as the kernel takes.
bool cause_find(const struct cause_question *question, struct finding *made);

// Values that no program without a mistake can make of the input.
struct foreign_values {
    bool (*is_foreign)(const void *context, int32_t value); // NULL: only the value itself is known to be one
    const void *context;
    bool anywhere;   // other arrays and lanes have no other numbers than values
    enum topic what; // why no program can make them, such as TOPIC_VALUE_IS_EVEN
};

// The same at the first write of a foreign value, or exchange; if other such values can lead to it, at the first of
// those in the same array, or anywhere. Or at a warp's reduction that adds up, for an operator that does not.
bool cause_find_value(const struct cause_question *question, int32_t value,
                      const struct foreign_values *foreign, struct finding *made);

// The same where affine maps are composed in another order than theirs. The contents are the ranges of translations
// (contents_ranges).
bool cause_find_order(const struct cause_question *question, struct finding *made);

// The same at the write that made the wrong value of an output, of which nothing else is known: of a part that is
// neither a sum nor a scan, or of another operator. It is found by its value, where that is copied from place to place.
bool cause_find_write(const struct cause_question *question, struct finding *made);

// To a finding whose index is in question, adds the writes of the words that its thread had read before, and of those
// that these writes were made of, if `own` says that their lines may be wrong: at most `most`, those of earlier
// launches first. The finding is in the recording, or is an error of the same case.
typedef bool cause_own(void *context, const struct source_place *place);
void cause_add_writes(const struct cause_question *question, cause_own *own, void *context, size_t most,
                      struct finding *finding);

#endif
