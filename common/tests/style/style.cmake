# The style of all files of the course; run in its folder.
foreach(topic budget format places shell sizeof)
    add_course_test(NAME course.style.${topic} COMMAND ${CMAKE_CURRENT_LIST_DIR}/${topic}
        WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} LABELS any-compiler)
endforeach()
if(LABS_SIM AND CMAKE_GENERATOR STREQUAL Ninja)
    add_course_test(NAME course.style.units
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/units ${CMAKE_COMMAND} ${CMAKE_C_COMPILER} ${CMAKE_CXX_COMPILER}
        WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} LABELS any-compiler)
endif()
