# The style of all files of the course; run in its folder.
foreach(topic format shell sizeof)
    add_course_test(NAME course.style.${topic} COMMAND ${CMAKE_CURRENT_LIST_DIR}/${topic}
        WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} TIMEOUT 300)
endforeach()
