# The box (common/box): tests course.sandbox.NAME. Each attack of attacks.c must get through without it, and not in it.
if(NOT CMAKE_SYSTEM_NAME STREQUAL Linux)
    return()
endif()
add_executable(labs_box ${CMAKE_CURRENT_LIST_DIR}/labs_box.c)
target_link_libraries(labs_box PRIVATE labs_boxing)
add_executable(sandbox ${CMAKE_CURRENT_LIST_DIR}/sandbox.c ${CMAKE_CURRENT_LIST_DIR}/attacks.c)
target_link_libraries(sandbox PRIVATE labs_boxing)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/attacks.c)
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/attacks.c lines REGEX "^    {ATTACK\\(")
foreach(line IN LISTS lines)
    string(REGEX REPLACE "^    {ATTACK\\(([a-z_]+).*" "\\1" name "${line}")
    add_course_test(NAME course.sandbox.${name} COMMAND sandbox $<TARGET_FILE:labs_box> ${name})
endforeach()

# Untrusted input of a compiler.
foreach(topic include incbin line memory time size)
    add_course_test(NAME course.sandbox.compile_${topic}
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/compile $<TARGET_FILE:labs_box> ${CMAKE_CXX_COMPILER} ${topic})
endforeach()

# Where a layer is missing, nothing runs unless it is trusted. In a box, both Landlock and seccomp are missing.
function(add_missing_layer_test name exit)
    add_course_test(NAME course.sandbox.${name} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/fake
        COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/sandbox/contained $<TARGET_FILE:labs_box> ${EXPECT_EXIT} ${exit} ${ARGN})
endfunction()
set(inside -- $<TARGET_FILE:labs_box> --read ${CMAKE_BINARY_DIR} --)
add_missing_layer_test(fails_closed 125 --says "cannot be contained" --says "files: this kernel has no Landlock"
    --says "system calls: this kernel has no seccomp" ${inside} $<TARGET_FILE:labs_box> -- /bin/true)
add_missing_layer_test(trusted 0 --says "trusted without these layers" ${inside}
    $<TARGET_FILE:labs_box> --trust -- /bin/true)
# The driver of a real GPU names its threads in /proc, in which nothing else may be changed.
set(shell -- $<TARGET_FILE:labs_box> --gpu-program --trust --read /bin/sh -- /bin/sh -c)
add_missing_layer_test(gpu_names_threads 0 ${shell} "echo name >/proc/$$/task/$$/comm")
add_missing_layer_test(gpu_changes_nothing 2 --says "ermission denied" ${shell} "echo name >/proc/$PPID/comm")
if(LABS_SIM)
    add_missing_layer_test(solution 0 --says "lab02 solution: PASS"
        -- $<TARGET_FILE:lab02-check> --program solution --contain)
endif()
if(TARGET lab98-check)
    add_missing_layer_test(check_fails_closed 2 --says "The program cannot be contained" --says "--trust runs it anyway"
        ${inside} $<TARGET_FILE:lab98-check> --contain)
    add_missing_layer_test(check_trusted 2 --says "warning: programs are not contained" --says "no shared memory" ${inside}
        $<TARGET_FILE:lab98-check> --contain --trust)
    foreach(topic memory limits time)
        add_course_test(NAME course.sandbox.checker_${topic} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/fake
            COMMAND ${CMAKE_CURRENT_LIST_DIR}/checker $<TARGET_FILE:labs_box> $<TARGET_FILE:lab98-check> ${topic})
    endforeach()
endif()
