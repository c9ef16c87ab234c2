# The models of the lessons in a real browser; course.unit.models_test tests the functions natively.
add_executable(model-values ${CMAKE_CURRENT_LIST_DIR}/values.c)
target_link_libraries(model-values PRIVATE labs_models)
if(LABS_SIM AND CMAKE_CXX_COMPILER_ID STREQUAL GNU) # as for write-page, common/tests/view
    add_course_test(NAME course.models.browser LABELS any-compiler long WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_COMMAND} -E env "PATH=$<TARGET_FILE_DIR:write-page>:$<TARGET_FILE_DIR:lab-regions>:$ENV{PATH}"
        ${CMAKE_CURRENT_LIST_DIR}/browser $<TARGET_FILE:model-values>)
endif()
