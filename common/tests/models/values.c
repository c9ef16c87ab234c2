// A fingerprint of what the models show, for each setting of the page, a line each. check_models.js computes the same
// in a browser.
#include <stdio.h>

#include "models/models.h"

// FNV-1a, of 32-bit numbers instead of bytes.
static uint32_t fingerprint(const void *numbers, size_t bytes) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < bytes / sizeof(uint32_t); i++) {
        hash = (hash ^ ((const uint32_t *)numbers)[i]) * 16777619u;
    }
    return hash;
}

int main(void) {
    for (unsigned pattern = 0; pattern < MODEL_PATTERNS; pattern++) {
        for (unsigned threads = 64; threads <= 1024; threads *= 2) {
            for (unsigned padding = 0; padding <= 4; padding++) {
                const struct model_banks *shown;
                for (unsigned step = 0; (shown = model_banks(pattern, threads, padding, step)) != NULL;
                     step++) {
                    printf("banks %u %u %u %u: %u\n", pattern, threads, padding, step,
                           fingerprint(shown, sizeof(*shown)));
                }
            }
        }
    }
    static const unsigned sizes[] = {1, 4, 8, 16};
    for (unsigned size = 0; size < sizeof(sizes) / sizeof(*sizes); size++) {
        for (unsigned stride = 0; stride <= 33; stride++) {
            for (unsigned offset = 0; offset <= 31; offset++) {
                const struct model_sectors *shown = model_sectors(stride, offset, sizes[size]);
                printf("sectors %u %u %u: %u\n", stride, offset, sizes[size],
                       fingerprint(shown, sizeof(*shown)));
            }
        }
    }
    return 0;
}
