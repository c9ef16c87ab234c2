# Warnings. The course's own code is compiled with all of them, and in the course preset they are errors. Lab code is
# compiled with the useful ones, and they are not errors: an unused parameter in a half-finished kernel must not stop a
# student. The exception is a function that ends without returning its value: its result is undefined and may happen to
# be correct.
set(LABS_COURSE_WARNINGS -Wall -Wextra -Wpedantic)
if(LABS_WERROR)
    list(APPEND LABS_COURSE_WARNINGS -Werror)
endif()

# Nothing that nvcc does not warn of: not -Wsign-compare. An array of variable length is an error in a kernel, as it is
# to nvcc (the translator sees to that), and no warning elsewhere. -Wno-unknown-pragmas: #pragma unroll is for nvcc.
set(LABS_STUDENT_WARNINGS -Wall -Wextra -Wno-sign-compare -Werror=return-type -Wno-unused-parameter
    -Wno-unknown-pragmas)
# The simulator's structs have an assignment operator. A student need not know.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    list(APPEND LABS_STUDENT_WARNINGS -Wno-class-memaccess -Wno-attributes) # SIM_INLINED without inline
else()
    list(APPEND LABS_STUDENT_WARNINGS -Wno-return-type-c-linkage)
endif()
