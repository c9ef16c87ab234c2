# Warnings. In the course preset, the course's own code is compiled with all of them, and they are errors. (In the
# student preset they would only take time.) Lab code is compiled with the useful ones, and they are not errors: an
# unused parameter in a half-finished kernel must not stop a student. The exception is a function that ends without
# returning its value: its result is undefined and may happen to be correct.
set(LABS_COURSE_WARNINGS)
if(LABS_WERROR)
    set(LABS_COURSE_WARNINGS -Wall -Wextra -Wpedantic -Werror)
endif()

# Only warnings that nvcc also gives, so not -Wsign-compare, nor -Wmissing-field-initializers for `struct s x = {0}`. A
# variable-length array is an error in a kernel, as it is to nvcc (the translator sees to that), and no warning
# elsewhere. -Wno-unknown-pragmas: #pragma unroll is for nvcc.
set(LABS_STUDENT_WARNINGS -Wall -Wextra -Wno-sign-compare -Wno-missing-field-initializers -Wfloat-conversion
    -Werror=return-type -Wno-unused-parameter -Wno-unknown-pragmas)
# For programs with a main of their own (common/sim/simcc), which need only compile as they do with nvcc.
set(LABS_PROGRAM_WARNINGS)
# The simulator's structs have an assignment operator. Students need not know about it. -Wno-vla: after the first kernel
# GCC would warn, because that ends with a pragma that restores what was not set (SIM_ANY_LENGTH).
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    list(APPEND LABS_STUDENT_WARNINGS -Wno-class-memaccess -Wno-attributes -Wno-vla) # SIM_INLINED without inline
    list(APPEND LABS_PROGRAM_WARNINGS -Wno-class-memaccess -Wno-attributes -Wno-vla)
else()
    list(APPEND LABS_STUDENT_WARNINGS -Wno-return-type-c-linkage -Wno-deprecated-copy -Wno-missing-braces
        -Wno-vla-extension) # which -Wall gives from version 18 on
endif()
