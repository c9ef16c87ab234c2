// expect: it takes the address of strncpy
// And in a table of constants, which the linker fills.
#include <string.h>

typedef char *(*copy_t)(char *, const char *, size_t);
extern const copy_t copies[];
const copy_t copies[] = {strncpy};
