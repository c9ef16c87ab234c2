# Random programs, whose outputs and counters on a real GPU are in docs/results (random, accesses). These are samples of
# them.
if(NOT LABS_SIM)
    return()
endif()
foreach(writes program accesses)
    add_executable(write-${writes} ${CMAKE_CURRENT_LIST_DIR}/write_${writes}.c ${CMAKE_CURRENT_LIST_DIR}/draw.c)
endforeach()
add_course_test(NAME course.random.program LABELS sim TIMEOUT 300 COMMAND ${CMAKE_CURRENT_LIST_DIR}/random check
    ${CMAKE_BINARY_DIR} ${CMAKE_SOURCE_DIR}/docs/results/h100-random.tsv 20)
add_course_test(NAME course.random.accesses LABELS sim TIMEOUT 300 COMMAND ${CMAKE_CURRENT_LIST_DIR}/accesses check
    ${CMAKE_BINARY_DIR} ${CMAKE_SOURCE_DIR}/docs/results/h100-accesses.tsv 12)
