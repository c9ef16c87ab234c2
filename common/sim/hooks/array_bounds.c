// What -fsanitize=bounds inserts where an index is outside an array whose length the compiler knows. In host code no
// other hook sees that. (In kernels the access itself is checked, except to local arrays.)
#include <stddef.h>
#include <stdint.h>

#include "sim/access/host_code.h"
#include "sim/hooks/hook.h"

// As the compilers lay them out.
struct type_description {
    uint16_t kind, info; // of an integer, bit 0 of `info`: it is signed
    char name[];         // "'int [64]'"
};
struct index_check {
    const char *file;
    uint32_t line, column;
    const struct type_description *array, *index;
};

void __ubsan_handle_out_of_bounds(const struct index_check *check, uintptr_t index);
void __ubsan_handle_out_of_bounds(const struct index_check *check, uintptr_t index) {
    if (running_worker == NULL) {
        char type[64]; // "int[64]": GCC has a blank before the bracket
        size_t length = 0;
        for (const char *c = check->array->name; *c != '\0' && length + 1 < sizeof(type); c++) {
            if (*c != '\'' && !(c[0] == ' ' && c[1] == '[')) {
                type[length++] = *c;
            }
        }
        type[length] = '\0';
        host_outside_array(type, (int64_t)index, relative_pc(__builtin_return_address(0)));
    }
}
