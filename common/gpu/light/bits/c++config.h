// libstdc++'s own header of this name, without std::riemann_zeta and similar functions. No lab uses them, and they
// would take a third of the time in which nvcc compiles a lab's file. The folder comes before the compiler's own ones.
// (The simulated GPU's cuda_runtime.h does the same; nvcc includes NVIDIA's before it reads the lab's file.)
#include_next <bits/c++config.h>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#define _GLIBCXX_USE_STD_SPEC_FUNCS 0
