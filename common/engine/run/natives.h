// The functions of engine/native_list.h.
#ifndef LABS_ENGINE_RUN_NATIVES_H
#define LABS_ENGINE_RUN_NATIVES_H

#include <stdint.h>

#include "engine/code.h"

// Calls native number `native`: `registers` has its arguments, and then its result.
void native_call(uint32_t native, union value *registers);

#endif
