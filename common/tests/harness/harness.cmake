add_course_test(NAME course.harness.scripts
    COMMAND ${CMAKE_SOURCE_DIR}/common/tests/harness/scripts ${CMAKE_SOURCE_DIR})
add_course_test(NAME course.harness.speed
    COMMAND ${CMAKE_SOURCE_DIR}/common/tests/harness/speed ${CMAKE_SOURCE_DIR}/common/bench/speed)
