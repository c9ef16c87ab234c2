# The files around the course: the editor's tasks and what its language server shows, the container, the citation.
foreach(test matcher packages release version)
    add_course_test(NAME course.community.${test} COMMAND ${CMAKE_CURRENT_LIST_DIR}/${test}
        WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
endforeach()
add_course_test(NAME course.community.clangd LABELS long any-compiler WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/clangd)
add_course_test(NAME course.community.notebook LABELS long any-compiler WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/notebook $<TARGET_FILE:lab-regions>)
