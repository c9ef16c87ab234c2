add_course_test(NAME course.harness.scripts COMMAND ${CMAKE_SOURCE_DIR}/common/tests/harness/scripts ${CMAKE_SOURCE_DIR})
