# Warnings. The course's own code: all of them, errors in the course preset. Lab code (what a student writes):
# the useful ones, and no errors, so that an unused parameter in a half-done kernel stops nobody; but for a function that
# ends without the value that it promises: what comes back then is anything, the right value too.
set(LABS_COURSE_WARNINGS -Wall -Wextra -Wpedantic)
if(LABS_WERROR)
    list(APPEND LABS_COURSE_WARNINGS -Werror)
endif()

# -Wvla: in a kernel nvcc takes no array of variable length. -Wno-unknown-pragmas: #pragma unroll is for nvcc.
set(LABS_STUDENT_WARNINGS -Wall -Wextra -Wvla -Werror=return-type -Wno-unused-parameter -Wno-unknown-pragmas)
# The simulator's structs are assigned by an operator of their own: no news for a student.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    list(APPEND LABS_STUDENT_WARNINGS -Wno-class-memaccess)
else()
    list(APPEND LABS_STUDENT_WARNINGS -Wno-return-type-c-linkage)
endif()
