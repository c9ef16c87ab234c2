// expect: the result is correct, but the program never read the input
// Returns stored results of the cases without --seed, and launches no kernel.
#include "lab.h"

int reduce_interleaved(const int *d_in, size_t n) {
    (void)d_in;
    static const struct {
        size_t n;
        int sum;
    } known[] = {{1, -2156},   {2, 6617},         {31, 62263},        {32, 94539},        {33, 30134},
                 {255, 39580}, {256, 34866},      {257, 68833},       {511, 65550},       {512, -204271},
                 {513, 71536}, {65537, -2718253}, {100003, -2236000}, {1048576, -1247038}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (known[i].n == n) {
            return known[i].sum;
        }
    }
    return 0;
}
