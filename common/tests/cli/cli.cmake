# Tests of ./lab and labs-cli, on the small course in mini-course/. Those of the first list compile programs, those of the
# second one take long.
set(compiling bench compile_error ctest device grade labs_cli narrow new rebuild together where)
set(slow handout narrow new rebuild together)
foreach(topic IN LISTS compiling ITEMS
        class handout hint install lang places quiz reset screen tasks watch words)
    set(labels any-compiler)
    if(topic IN_LIST compiling)
        set(labels "")
    endif()
    if(topic IN_LIST slow)
        list(APPEND labels long)
    endif()
    add_course_test(NAME course.cli.${topic} LABELS ${labels}
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/${topic} ${CMAKE_SOURCE_DIR} $<TARGET_FILE:labs-cli>
            ${CMAKE_C_COMPILER} ${CMAKE_CXX_COMPILER})
endforeach()

# The course's tests of the labs' hints (cmake/lab_course_tests.cmake).
add_executable(hints_fit ${CMAKE_CURRENT_LIST_DIR}/hints_fit.c)
target_link_libraries(hints_fit PRIVATE labs_labs labs_regions)
add_dependencies(lab-tests hints_fit)

# The simulator's bench, which ./lab bench --device sim calls. Its speed is not tested.
if(TARGET sim-bench)
    add_course_test(NAME course.cli.sim_bench
        COMMAND ${EXPECT_EXIT} 0 --says "ns/thread" --says "race shadow" -- $<TARGET_FILE:sim-bench> 3000 modulo)
    add_course_test(NAME course.cli.sim_bench_words
        COMMAND ${EXPECT_EXIT} 2 --says "usage: sim-bench" -- $<TARGET_FILE:sim-bench> 3000 modulu)
endif()

# The shown part of compilers' messages, for the configured compiler and for Clang (once, if that is the same).
if(LABS_SIM)
    add_executable(show_messages ${CMAKE_CURRENT_LIST_DIR}/show_messages.c)
    target_link_libraries(show_messages PRIVATE labs_labs)
    find_program(LABS_CLANGXX clang++)
    foreach(compiler compiler clang)
        set(path ${CMAKE_CXX_COMPILER})
        if(compiler STREQUAL clang)
            set(path "")
            if(NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
                set(path ${LABS_CLANGXX})
            endif()
        endif()
        if(path)
            add_course_test(NAME course.cli.messages_${compiler}
                COMMAND ${CMAKE_CURRENT_LIST_DIR}/messages $<TARGET_FILE:show_messages> $<TARGET_FILE:sim-translate>
                    ${path} -std=gnu++17 -Wall -I${CMAKE_SOURCE_DIR}/common/sim/cuda -I${CMAKE_SOURCE_DIR}/common/student
                    -include cuda_runtime.h)
        endif()
    endforeach()
endif()

add_course_test(NAME course.cli.plot COMMAND ${CMAKE_CURRENT_LIST_DIR}/plot ${CMAKE_SOURCE_DIR})

# The width of a real terminal.
add_course_test(NAME course.cli.terminal WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/fake
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/terminal $<TARGET_FILE:labs-cli> $<TARGET_FILE:lab98-check>)
