// The only header of GCC's C++ library that uses __attribute__((__noinline__)). CUDA's macro of that name
// must be undefined there. <memory>, <future>, <regex> and <filesystem> include it.
#pragma GCC system_header
#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")
