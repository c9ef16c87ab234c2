#include "runner/element_name.h"

#include <stdio.h>

const char *element_name(const char *array, size_t row, long long index, char *text, size_t size) {
    long long length = (long long)row;
    if (row == 0 && index == 0) {
        snprintf(text, size, "%s", array);
    } else if (row <= 1) {
        snprintf(text, size, "%s[%lld]", array, index);
    } else {
        long long at = (index % length + length) % length;
        snprintf(text, size, "%s[%lld][%lld]", array, (index - at) / length, at);
    }
    return text;
}
