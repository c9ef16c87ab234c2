# Random programs, whose outputs on a real GPU are in docs/results (random/random). This is a sample of them.
if(NOT LABS_SIM)
    return()
endif()
add_executable(write-program ${CMAKE_CURRENT_LIST_DIR}/write_program.c)
add_course_test(NAME course.random LABELS sim TIMEOUT 300 COMMAND ${CMAKE_CURRENT_LIST_DIR}/random check
    ${CMAKE_BINARY_DIR} ${CMAKE_SOURCE_DIR}/docs/results/h100-random.tsv 20)
