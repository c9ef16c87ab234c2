#include "check/explain/chance.h"

#include <stdbool.h>
#include <stdlib.h>

enum {
    TRIES = 40,
    FEW_TRIES = 8, // for many elements, which take longer
    MANY = 4096,
    RARE = 20 // a phrase may fit at most one output in this many
};

// A random difference of at most twice this size, and not 0.
static uint32_t noise(uint32_t difference, uint64_t *state) {
    uint64_t size = difference > INT32_MAX ? 0u - difference : difference;
    uint64_t most = size < 1u << 30 ? 2 * size : 1u << 31; // 1 << 31 allows all differences
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    uint64_t drawn = (*state >> 32) * (2 * most) >> 32; // 0 to 2 * most - 1
    return (uint32_t)(drawn < most ? drawn - most : drawn - most + 1);
}

// That nothing contributed, or something where nothing belongs, is worth knowing in any case.
static bool is_always_kept(enum topic topic) {
    return topic == TOPIC_IS_SUM_OF_NONE || topic == TOPIC_LACKS_IDENTITY || topic == TOPIC_HAS_IDENTITY;
}

size_t chance_drop(chance_search *search, const void *context, const int32_t *expected, const int32_t *actual,
                   size_t count, struct said found[HYPOTHESIS_MAX], size_t found_count) {
    int32_t *other = malloc(count * sizeof(*other));
    unsigned tries = count > MANY ? FEW_TRIES : TRIES, fits[HYPOTHESIS_MAX] = {0};
    uint64_t state = count;
    for (unsigned try = 0; try < tries && other != NULL; try++) {
        struct said by_chance[HYPOTHESIS_MAX];
        for (size_t i = 0; i < count; i++) {
            uint32_t difference = (uint32_t)actual[i] - (uint32_t)expected[i];
            other[i] =
                difference == 0 ? actual[i] : (int32_t)((uint32_t)expected[i] + noise(difference, &state));
        }
        size_t others = search(context, other, by_chance);
        for (size_t i = 0; i < found_count; i++) {
            size_t k = 0;
            while (k < others && said_topic(&found[i]) != said_topic(&by_chance[k])) {
                k++;
            }
            fits[i] += k < others;
        }
    }
    free(other);
    size_t kept = 0;
    for (size_t i = 0; i < found_count; i++) {
        if (fits[i] * RARE < tries || is_always_kept(said_topic(&found[i]))) {
            found[kept++] = found[i];
        }
    }
    return kept;
}
