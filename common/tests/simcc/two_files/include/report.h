#include <cstdio>

inline int report(int sum) {
    std::printf("sum %d\n", sum);
    return sum == 20300 ? 0 : 1; // 0 + ... + 9, and the squares from 10 to 39
}
