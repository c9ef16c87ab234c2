# The conformance suite of the simulated GPU: the errors that it must report, the code that it must accept, and the
# counters. Each SUITE.cu is a table of small cases with their expectations beside them (expectation.h says how);
# tests course.sim.SUITE*.
#
# To add a case: write it into a suite. To add a suite: a file and a line at the end here.
if(NOT LABS_SIM OR NOT TARGET labs::dw)
    return() # without debug information there are no lines to compare
endif()

set(CONFORMANCE common/tests/sim) # from the course's root, as a lab's folder
set(CONFORMANCE_FOLDER ${CMAKE_BINARY_DIR}/${CONFORMANCE})
add_executable(conformance ${CMAKE_CURRENT_LIST_DIR}/conformance.c ${CMAKE_CURRENT_LIST_DIR}/compare.c
    ${CMAKE_CURRENT_LIST_DIR}/expectation.c)
target_link_libraries(conformance PRIVATE labs::jansson)
target_compile_options(conformance PRIVATE ${LABS_COURSE_WARNINGS})
add_custom_target(conformance-gpu) # all suites for a real GPU

# The list of a suite's cases, SUITE_cases.h, for lab.h and check.c.
function(make_case_list suite source)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    file(STRINGS ${source} lines REGEX "^(CASE|SUM|SCAN)\\([a-z0-9_]+\\)")
    set(list "#define LAB_PARTS(PART)")
    foreach(line IN LISTS lines)
        string(REGEX MATCH "^(CASE|SUM|SCAN)\\(([a-z0-9_]+)\\)" begin "${line}")
        set(kind REDUCE)
        if(CMAKE_MATCH_1 STREQUAL SCAN)
            set(kind SCAN)
        endif()
        string(APPEND list " \\\n    PART(${kind}, ${CMAKE_MATCH_2}, ${CMAKE_MATCH_2})")
    endforeach()
    file(CONFIGURE OUTPUT ${CONFORMANCE_FOLDER}/${suite}_cases.h CONTENT "${list}\n" @ONLY)
endfunction()

# add_suite(NAME [SIM_ONLY] [ELEMENTS n] [ONCE | POLLS] [OPTIONS ...]): tests course.sim.NAME, and unless ONCE course.sim.NAME.same
# and .random_S, .reversed: as expected, the same with any number of workers, and right also when blocks and warps take
# turns otherwise. n: elements that each case is given. POLLS: no .same, because how often a block looks at another's
# flag depends on when the other one gets there. SIM_ONLY: nvcc does not compile it. OPTIONS: of the checker, for
# course.sim.NAME. And course.engine.NAME: the cases that the engine accepts, on it.
function(add_suite suite)
    cmake_parse_arguments(PARSE_ARGV 1 arg "ONCE;POLLS;SIM_ONLY" "ELEMENTS" "OPTIONS")
    if(NOT arg_ELEMENTS)
        set(arg_ELEMENTS 0)
    endif()
    set(source ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${suite}.cu)
    make_case_list(${suite} ${source})
    add_executable(${suite}-check ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/check.c)
    target_link_libraries(${suite}-check PRIVATE labs_checker)
    if(NOT APPLE)
        target_link_options(${suite}-check PRIVATE LINKER:--strip-debug) # thirty times the same; each lab's has it
    endif()
    set_target_properties(${suite}-check PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CONFORMANCE_FOLDER})
    add_part_table(parts ${CONFORMANCE}/${suite} "")
    add_runner(TARGET ${suite}-cases-sim SOURCE ${source} LAB ${CONFORMANCE} DEVICE sim PARTS ${parts})
    if(NOT arg_SIM_ONLY) # the same cases on a real GPU, under NVIDIA's own checkers: common/tests/hardware/sanitizers
        add_runner(TARGET ${suite}-cases-gpu SOURCE ${source} LAB ${CONFORMANCE} DEVICE gpu PARTS ${parts}
            EXCLUDE_FROM_ALL)
    endif()
    file(WRITE ${CONFORMANCE_FOLDER}/${suite}.n ${arg_ELEMENTS}) # for that script
    if(TARGET ${suite}-cases-gpu)
        add_dependencies(conformance-gpu ${suite}-cases-gpu)
    endif()
    foreach(target ${suite}-check ${parts})
        target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_FUNCTION_LIST_DIR} ${CONFORMANCE_FOLDER})
        target_compile_definitions(${target} PRIVATE CONFORMANCE_SUITE="${suite}" CONFORMANCE_CASES="${suite}_cases.h")
    endforeach()

    set(command conformance ${source} ${arg_ELEMENTS} $<TARGET_FILE:${suite}-check>)
    add_course_test(NAME course.sim.${suite} COMMAND ${command} ${arg_OPTIONS} LABELS sim)
    set_tests_properties(course.sim.${suite} PROPERTIES ENVIRONMENT LABS_ENDLESS_SECONDS=0.1)
    if(TARGET labs-engine)
        add_course_test(NAME course.engine.${suite} LABELS sim long COMMAND ${CMAKE_SOURCE_DIR}/common/tests/engine/suite
            $<TARGET_FILE:labs-engine> $<TARGET_FILE:conformance> ${source} ${arg_ELEMENTS} $<TARGET_FILE:${suite}-check>
            ${arg_OPTIONS})
    endif()
    if(NOT arg_ONCE AND NOT arg_POLLS)
        add_course_test(NAME course.sim.${suite}.same COMMAND ${command} --same LABELS sim)
    endif()
    if(NOT arg_ONCE)
        add_course_test(NAME course.sim.${suite}.reversed LABELS sim
            COMMAND ${command} --right-cases --schedule reversed)
        foreach(seed 1 2 3)
            add_course_test(NAME course.sim.${suite}.random_${seed} LABELS sim
                COMMAND ${command} --right-cases --schedule random --schedule-seed ${seed})
        endforeach()
    endif()
endfunction()

add_suite(surface)
add_suite(surface_groups)
add_suite(atomic_ref POLLS)
add_suite(variables)
add_suite(streams)
add_suite(stream_order)
add_suite(managed)
add_suite(memory_calls)
add_suite(hinted)
add_suite(groups)
add_suite(lanes)
add_suite(exchange)
add_suite(active_mask)
add_suite(stops)
add_suite(bounds)
add_suite(shifts)
add_suite(conversions SIM_ONLY)
add_suite(statement)
add_suite(structs)
add_suite(arguments)
add_suite(skipped_lines)
add_suite(race_shared)
add_suite(race_global)
add_suite(block_scope)
add_suite(order POLLS)
add_suite(stale POLLS)
add_suite(scopes POLLS)
add_suite(shared_flags POLLS)
add_suite(order_random ONCE OPTIONS --schedule random --schedule-seed 1 --workers 1)
add_suite(order_mixed ONCE OPTIONS --schedule random --schedule-seed 2 --workers 1)
add_suite(order_together ONCE OPTIONS --schedule together --workers 4)
add_suite(bytes)
add_suite(lifetime)
add_suite(local_arrays)
add_suite(spaces)
add_suite(host_variables SIM_ONLY)
add_suite(unset)
if(LABS_UNSET_LOCALS)
    add_suite(unset_locals)
endif()
add_suite(barrier)
add_suite(barrier_object POLLS)
add_suite(grid)
add_suite(launch)
add_suite(io ELEMENTS 64)
add_suite(notes ELEMENTS 64)
add_suite(counters)
add_suite(pattern)
add_suite(endless ONCE)

# Ctrl-C while a case runs, in a terminal.
find_program(LABS_SCRIPT script)
if(LABS_SCRIPT AND CMAKE_SYSTEM_NAME STREQUAL Linux)
    add_course_test(NAME course.sim.interrupt LABELS sim
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/interrupt ${CONFORMANCE_FOLDER}/endless-check)
endif()

add_course_test(NAME course.sim.driver LABELS sim
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/driver $<TARGET_FILE:conformance> ${CMAKE_CURRENT_LIST_DIR} ${CONFORMANCE_FOLDER})

# A lab's solution, when blocks and warps take turns otherwise.
foreach(order reversed "random --schedule-seed 1" "random --schedule-seed 2" "random --schedule-seed 3")
    string(REPLACE " --schedule-seed " "_" name ${order})
    string(REPLACE " " ";" order ${order})
    add_course_test(NAME course.sim.lab01.${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} LABELS lab01 sim
        COMMAND ${EXPECT_EXIT} 0 -- ${CMAKE_BINARY_DIR}/lab01-naive-reduce/lab01-check --program solution
            --schedule ${order})
endforeach()
