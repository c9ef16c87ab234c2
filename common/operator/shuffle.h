// Shuffles of a value_t, which may be larger than the 8 bytes that CUDA's shuffles take. They go word by
// word, so a struct of three words takes three shuffles. Mask and lanes are those of __shfl_up_sync,
// __shfl_down_sync and __shfl_sync. A lane whose partner is outside the warp keeps its own value.
#ifndef LABS_SHUFFLE_H
#define LABS_SHUFFLE_H

#include "operator.h"

enum { VALUE_WORDS = sizeof(value_t) / 4 };

union value_words {
    value_t value;
    int words[VALUE_WORDS];
    unsigned bits; // the first word: all of a value of 4 bytes
};

#if defined(SIM_RAW)
// Reports must name the line of the kernel, not of this file.
#define VALUE_SHUFFLE(name, function, kind, type)                                                            \
    SIM_CALLED_BY_VALUE static inline value_t name(unsigned mask, value_t value, type argument, SIM_PLACE) { \
        return sim_shuffle_words(kind, mask, {value}, (int)argument, sim_place);                             \
    }

SIM_RAW static inline value_t sim_shuffle_words(enum sim_exchange_kind kind, unsigned mask,
                                                union value_words parts, int argument, void *place) {
    sim_exchange_words(kind, mask, (unsigned *)parts.words, VALUE_WORDS, argument, place);
    return parts.value;
}
#elif defined(__CUDACC__)
#define VALUE_SHUFFLE(name, function, kind, type)                                                            \
    static __device__ __forceinline__ value_t name(unsigned mask, value_t value, type argument) {            \
        union value_words parts = {value};                                                                   \
        for (int i = 0; i < VALUE_WORDS; i++)                                                                \
            parts.words[i] = function(mask, parts.words[i], argument);                                       \
        return parts.value;                                                                                  \
    }
#endif

#if defined(VALUE_SHUFFLE)                                                // otherwise this is host code
VALUE_SHUFFLE(shuffle_up, __shfl_up_sync, SIM_SHUFFLE_UP, unsigned)       // from `argument` lanes below
VALUE_SHUFFLE(shuffle_down, __shfl_down_sync, SIM_SHUFFLE_DOWN, unsigned) // from `argument` lanes above
VALUE_SHUFFLE(shuffle_from, __shfl_sync, SIM_SHUFFLE_INDEX, int)          // from lane `argument`
#endif

#endif
