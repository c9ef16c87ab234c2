# The models of the lessons in a real browser; course.unit.models_test tests the functions natively.
add_executable(model-values ${CMAKE_CURRENT_LIST_DIR}/values.c)
target_link_libraries(model-values PRIVATE labs_models)
add_course_test(NAME course.models.browser LABELS any-compiler WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/browser $<TARGET_FILE:model-values>)
