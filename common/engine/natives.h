// The functions that sources can call and the simulated GPU has, in the order of native_list.h. The prelude begins with
// their declarations.
#ifndef LABS_ENGINE_NATIVES_H
#define LABS_ENGINE_NATIVES_H

#define NATIVE(declaration, ...) +1
enum {
    NATIVE_COUNT = 0
#include "native_list.h"
};
#undef NATIVE

#endif
