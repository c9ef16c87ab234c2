// The one header of GCC's C++ library that writes __attribute__((__noinline__)), for which CUDA's word must
// be out of the way. <memory>, <future>, <regex> and <filesystem> lead here.
#pragma GCC system_header
#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")
