# Tests of ./lab class. `grades` builds and checks real submissions; the others use a build folder of scripts.
if(NOT TARGET labs-class)
    return()
endif()
foreach(topic grades resume machine layouts similar)
    add_course_test(NAME course.class.${topic} TIMEOUT 300 WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/${topic} ${CMAKE_BINARY_DIR})
endforeach()
