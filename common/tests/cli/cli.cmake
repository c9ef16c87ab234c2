# Tests of ./lab, on the small course in mini-course/.
foreach(topic words places device compile_error rebuild install)
    add_course_test(NAME course.cli.${topic}
        COMMAND ${CMAKE_SOURCE_DIR}/common/tests/cli/${topic} ${CMAKE_SOURCE_DIR}
            ${CMAKE_C_COMPILER} ${CMAKE_CXX_COMPILER})
endforeach()

# The launcher is POSIX sh: dash reads it, and shellcheck has nothing to say, where they are installed.
add_course_test(NAME course.cli.posix COMMAND ${CMAKE_SOURCE_DIR}/common/tests/cli/posix ${CMAKE_SOURCE_DIR})

foreach(topic labs_cli hint)
    add_course_test(NAME course.cli.${topic}
        COMMAND ${CMAKE_SOURCE_DIR}/common/tests/cli/${topic} ${CMAKE_SOURCE_DIR} $<TARGET_FILE:labs-cli>)
endforeach()
