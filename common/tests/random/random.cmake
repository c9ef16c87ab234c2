# Random programs. Of those whose outputs and counters on a real GPU are in docs/results (random, accesses), a sample is
# run, and a few of which it is known where they race (races). The small tier has those of racecheck.
if(NOT LABS_SIM)
    return()
endif()
foreach(writes program accesses races streams)
    add_executable(write-${writes} ${CMAKE_CURRENT_LIST_DIR}/write_${writes}.c ${CMAKE_CURRENT_LIST_DIR}/draw.c
        ${CMAKE_CURRENT_LIST_DIR}/lines.c)
endforeach()
add_course_test(NAME course.random.program LABELS sim long COMMAND ${CMAKE_CURRENT_LIST_DIR}/random check
    ${CMAKE_BINARY_DIR} ${CMAKE_SOURCE_DIR}/docs/results/h100-random.tsv 20)
add_course_test(NAME course.random.accesses LABELS sim long COMMAND ${CMAKE_CURRENT_LIST_DIR}/accesses check
    ${CMAKE_BINARY_DIR} ${CMAKE_SOURCE_DIR}/docs/results/h100-accesses.tsv 12)
add_course_test(NAME course.random.races LABELS sim long COMMAND ${CMAKE_CURRENT_LIST_DIR}/races check
    write-races ${CMAKE_BINARY_DIR} 5 14)
add_course_test(NAME course.random.streams LABELS sim long COMMAND ${CMAKE_CURRENT_LIST_DIR}/races check
    write-streams ${CMAKE_BINARY_DIR} 1 6)
add_course_test(NAME course.random.racecheck LABELS sim COMMAND ${CMAKE_CURRENT_LIST_DIR}/races found ${CMAKE_BINARY_DIR}
    ${CMAKE_SOURCE_DIR}/docs/results/h100-races.tsv)
