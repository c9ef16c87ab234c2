// expect: it takes the address of rand
#include <stdint.h>
#include <stdlib.h>

int protect(void *at);
int protect(void *at) {
    return ((int (*)(void *, size_t, int))((uintptr_t)rand + 791200))(at, 4096, 1);
}
