# lab-mutate: small changes of each lab's solution, which its checker must notice (docs/checkers.md).
#
#   course.mutation.wrong    of a wrong program nothing is tried, because all its mutants would be caught
#   course.mutation.sample   a few per lab, always the same; part of ./lab test --all
#   mutation.all             all of them: ctest -L mutation. It takes an hour, and continues an interrupted run.
add_library(labs_mutants STATIC
    ${CMAKE_CURRENT_LIST_DIR}/change.c ${CMAKE_CURRENT_LIST_DIR}/counts.c
    ${CMAKE_CURRENT_LIST_DIR}/equivalent.c ${CMAKE_CURRENT_LIST_DIR}/find_barriers.c
    ${CMAKE_CURRENT_LIST_DIR}/find_buffers.c ${CMAKE_CURRENT_LIST_DIR}/find_device.c
    ${CMAKE_CURRENT_LIST_DIR}/find_expressions.c ${CMAKE_CURRENT_LIST_DIR}/find_statements.c
    ${CMAKE_CURRENT_LIST_DIR}/mutants.c ${CMAKE_CURRENT_LIST_DIR}/program.c ${CMAKE_CURRENT_LIST_DIR}/statements.c)
target_include_directories(labs_mutants PUBLIC ${CMAKE_CURRENT_LIST_DIR})
target_link_libraries(labs_mutants PUBLIC labs_translate labs_regions)

add_unit_test(mutants_test labs_mutants)

add_executable(lab-mutate
    ${CMAKE_CURRENT_LIST_DIR}/lab_files.c ${CMAKE_CURRENT_LIST_DIR}/main.c
    ${CMAKE_CURRENT_LIST_DIR}/report.c ${CMAKE_CURRENT_LIST_DIR}/results.c ${CMAKE_CURRENT_LIST_DIR}/run.c
    ${CMAKE_CURRENT_LIST_DIR}/table.c ${CMAKE_CURRENT_LIST_DIR}/trial.c)
target_link_libraries(lab-mutate PRIVATE labs_mutants labs_data)
add_dependencies(lab-tests labs-cli lab-mutate)

if(NOT LABS_SIM OR NOT CMAKE_GENERATOR STREQUAL Ninja)
    return()
endif()
set(mutate lab-mutate run --root ${CMAKE_SOURCE_DIR} --build ${CMAKE_BINARY_DIR})
add_course_test(NAME course.mutation.sample LABELS sample long COMMAND ${mutate} --jobs 2 --sample 6 --fresh
    --results ${CMAKE_BINARY_DIR}/mutation-sample.tsv)
set_tests_properties(course.mutation.sample PROPERTIES PROCESSORS 2)
add_course_test(NAME course.mutation.wrong LABELS sample long WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMAND ${EXPECT_EXIT} 2 --says "no_barrier_in_loop.cu does not pass its check without a change"
        -- $<TARGET_FILE:lab-mutate> run --root ${CMAKE_SOURCE_DIR} --build ${CMAKE_BINARY_DIR} --jobs 2 --source ${CMAKE_BINARY_DIR}/lab02-interleaved/planted/no_barrier_in_loop.cu
        --results ${CMAKE_BINARY_DIR}/mutation-wrong.tsv lab02)
add_test(NAME mutation.all COMMAND ${mutate} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set_tests_properties(mutation.all PROPERTIES LABELS mutation TIMEOUT 7200 RUN_SERIAL ON)
