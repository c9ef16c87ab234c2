# simcc as it is installed. Each kind of build is tried with two_files.
if(LABS_SIM AND NOT APPLE)
    add_course_test(NAME course.simcc.installed LABELS programs
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/installed ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
endif()
