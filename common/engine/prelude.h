// What sources need of CUDA's headers and of the C library's, in place of these: a text that comes before each source.
#ifndef LABS_ENGINE_PRELUDE_H
#define LABS_ENGINE_PRELUDE_H

// Macros and types, the declarations of native_list.h, which are its first functions, and functions with a body.
extern const char engine_prelude[];

#endif
