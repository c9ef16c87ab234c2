// The preprocessor: from a source, the headers that it includes and their macros, the text that lang/tree reads.
//
// Its refusals are what compilers call errors, headers that it does not have, and what it does not know: `#line`, and
// some rare forms of macros and conditions. Of the system's headers it has none: the prelude declares what they would.
// `#pragma`, except `once`, and `#warning` are ignored.
#ifndef LABS_ENGINE_PREPROCESS_H
#define LABS_ENGINE_PREPROCESS_H

#include <stddef.h>

#include "place.h"

struct preprocess_request {
    const char *path;           // of the source
    const char *const *folders; // for #include, after that of the file that includes; no / ends them
    size_t folder_count;
    const char *const *definitions; // "LABS_OPERATOR=sum"
    size_t definition_count;
    const char *prelude;                   // text that comes before the source, as the file "prelude"
    char *(*read)(const char *, size_t *); // as text_file_read() of lang/text_file.h, which NULL means
};

// The text has no directives and no comments, and ends in a zero. Words that touched each other in the source still do,
// and others do not: `<<<` is one operator, and two macros never make one of theirs.
struct preprocessed {
    char *text;
    size_t length;
    const char *parts; // the expansion of LAB_PARTS(LAB_PART), LAB_PART being no macro
    struct preprocessed_word *words;
    size_t word_count;
    struct arena *memory;
};

// Preprocesses a source. 0; or -1 and in `refusal` the reason, "FILE:LINE: text": there is nothing to free then.
int preprocess(const struct preprocess_request *request, struct preprocessed *result, char *refusal,
               size_t size);

// The place of the word at a byte of the text; of a word that a macro made, where the outermost macro is used. The
// file's name is valid until preprocessed_free().
struct engine_place preprocessed_place(const struct preprocessed *preprocessed, size_t byte);

void preprocessed_free(struct preprocessed *preprocessed);

#endif
