# A machine that fails is never a wrong program: exit code 2 for lab01's solution under limits and without processes.
if(LABS_SIM AND CMAKE_SYSTEM_NAME STREQUAL Linux)
    add_course_test(NAME course.machine.limits WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/limits ${CMAKE_BINARY_DIR}/lab01-naive-reduce/lab01-check)
endif()

add_course_test(NAME course.machine.configure LABELS any-compiler
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/configure ${CMAKE_SOURCE_DIR})
add_course_test(NAME course.machine.habit LABELS long any-compiler
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/habit ${CMAKE_SOURCE_DIR})
