# Tests of ./lab, on the small course in mini-course/.
foreach(topic words places device compile_error rebuild install ctest)
    add_course_test(NAME course.cli.${topic}
        COMMAND ${CMAKE_SOURCE_DIR}/common/tests/cli/${topic} ${CMAKE_SOURCE_DIR}
            ${CMAKE_C_COMPILER} ${CMAKE_CXX_COMPILER})
endforeach()

# The simulator's bench, which ./lab bench --device sim calls. Nothing is said of how fast it is.
if(TARGET sim-bench)
    add_course_test(NAME course.cli.sim_bench
        COMMAND ${EXPECT_EXIT} 0 --says "ns/thread" --says "race shadow" -- $<TARGET_FILE:sim-bench> 3000 modulo)
    add_course_test(NAME course.cli.sim_bench_words
        COMMAND ${EXPECT_EXIT} 2 --says "usage: sim-bench" -- $<TARGET_FILE:sim-bench> 3000 modulu)
endif()

# What is shown of compilers' messages, of the configured one and of Clang.
if(LABS_SIM)
    find_program(LABS_CLANGXX clang++)
    foreach(compiler compiler clang)
        set(path ${CMAKE_CXX_COMPILER})
        if(compiler STREQUAL clang)
            set(path ${LABS_CLANGXX})
        endif()
        if(path)
            add_course_test(NAME course.cli.messages_${compiler}
                COMMAND ${CMAKE_SOURCE_DIR}/common/tests/cli/messages ${CMAKE_SOURCE_DIR} $<TARGET_FILE:sim-translate>
                    ${path} -std=gnu++17 -Wall -I${CMAKE_SOURCE_DIR}/common/sim/cuda -I${CMAKE_SOURCE_DIR}/common/runner
                    -include cuda_runtime.h)
        endif()
    endforeach()
endif()

# The launcher is POSIX sh: dash reads it, and shellcheck has nothing to say, where they are installed.
add_course_test(NAME course.cli.posix COMMAND ${CMAKE_SOURCE_DIR}/common/tests/cli/posix ${CMAKE_SOURCE_DIR})
add_course_test(NAME course.cli.plot COMMAND ${CMAKE_SOURCE_DIR}/common/tests/cli/plot ${CMAKE_SOURCE_DIR})

foreach(topic labs_cli hint grade reset wait bench)
    add_course_test(NAME course.cli.${topic}
        COMMAND ${CMAKE_SOURCE_DIR}/common/tests/cli/${topic} ${CMAKE_SOURCE_DIR} $<TARGET_FILE:labs-cli>)
endforeach()
