# The editors of the lessons (docs/site/editor) in a real browser; as for write-page, common/tests/view.
if(LABS_SIM AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_course_test(NAME course.editor.browser LABELS any-compiler long WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_COMMAND} -E env "PATH=$<TARGET_FILE_DIR:write-page>:$<TARGET_FILE_DIR:lab-regions>:$ENV{PATH}"
        ${CMAKE_CURRENT_LIST_DIR}/browser)
endif()
