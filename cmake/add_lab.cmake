# Adds a lab: its checker, programs and tests.

# The runners labNN-mixed-sim: the starter, in the parts that are begun its empty regions filled from the solution, and
# the solution's code in place of the pieces in the file labNN-pieces. ./lab check judges them while tasks are left, and
# to find the piece that makes a case fail. A copy of the course without solutions does not have them. ARGN: the
# operators.
function(add_mixed_program lab short)
    set(starter ${CMAKE_CURRENT_SOURCE_DIR}/starter.cu)
    set(solution ${CMAKE_CURRENT_SOURCE_DIR}/solution.cu)
    set(mixed ${CMAKE_CURRENT_BINARY_DIR}/${short}-mixed-source.cpp) # no .cu, which would be the program's main file
    if(NOT EXISTS ${solution})
        return()
    endif()
    set(pieces ${CMAKE_CURRENT_BINARY_DIR}/${short}-pieces) # ./lab check writes it (common/cli/exchange.c)
    if(NOT EXISTS ${pieces})
        file(TOUCH ${pieces})
    endif()
    add_custom_command(OUTPUT ${mixed}
        COMMAND ${short}-check --source ${starter} --mix ${solution} --exchange ${pieces} > ${mixed}
        DEPENDS ${starter} ${solution} ${pieces} ${short}-check COMMENT "Mixing ${lab}/starter.cu and its solution" VERBATIM)
    set(LABS_LINE_NAME ${starter})
    add_program(${short}-mixed-sim SOURCE ${mixed} LAB ${lab} DEVICE sim OPERATORS ${ARGN} EXCLUDE_FROM_ALL)
endfunction()

# The target labNN-warnings: what GCC warns about in the starter and cannot warn about in the program, because there
# unset variables are set, and statements have directives between them. ./lab shows it after a failure. `operator`: the
# first one, or "". (Clang warns anyway.)
function(add_warnings lab short operator)
    if(NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU)
        return()
    endif()
    set(runner ${short}-starter-sim)
    set(arguments -std=gnu++17 -O1 -Wuninitialized -Wmisleading-indentation -Wno-attributes -DSIM_FOR_WARNINGS
        -include cuda_runtime.h -c -o /dev/null)
    if(operator)
        set(runner ${short}-starter-${operator}-sim)
        list(APPEND arguments -DLABS_OPERATOR=${operator})
    endif()
    foreach(folder common/sim/cuda ${lab} common/operator common/student)
        list(APPEND arguments -I ${CMAKE_SOURCE_DIR}/${folder})
    endforeach()
    set(translated ${CMAKE_CURRENT_BINARY_DIR}/${runner}.cpp)
    add_custom_target(${short}-warnings DEPENDS ${translated} VERBATIM
        COMMAND sh ${CMAKE_SOURCE_DIR}/common/sim/translate/warnings ${CMAKE_CURRENT_SOURCE_DIR}/starter.cu ${translated}
            ${CMAKE_CURRENT_BINARY_DIR}/${short}-warnings.cpp ${CMAKE_CXX_COMPILER} ${arguments})
endfunction()

# Tells common/class which runners a submission becomes on each device, and what they are linked from. ARGN: the lab's
# operators.
function(add_lab_to_class lab short)
    if(NOT LABS_SIM)
        return()
    endif()
    string(REPLACE "/" "-" parts ${lab}-parts)
    if(ARGN)
        list(TRANSFORM ARGN PREPEND ${parts}- OUTPUT_VARIABLE parts)
    endif()
    set_property(GLOBAL APPEND PROPERTY LABS_CLASS_NEEDS ${short}-check ${parts})
    foreach(device sim gpu)
        if(NOT TARGET ${short}-starter-${device})
            continue()
        endif()
        set(ends ${device})
        if(ARGN)
            list(TRANSFORM ARGN APPEND -${device} OUTPUT_VARIABLE ends)
        endif()
        list(TRANSFORM ends PREPEND ${lab}/${short}-starter-)
        set_property(GLOBAL APPEND PROPERTY LABS_CLASS_RUNNERS ${ends})
    endforeach()
endfunction()

# add_lab(lab01-naive-reduce [OPERATORS sum max...] [FILL_OPERATORS sum...]): the checker lab01-check, the programs
# lab01-{starter,solution}-{sim,gpu}, the targets lab01-starter and lab01-solution for all devices of this build, and
# the tests. OPERATORS: the kernels are compiled for each of them, as listed in check.c, too. FILL_OPERATORS: those
# with which the tests fill the starter region by region; by default the first operator.
#
# add_lab(uses ...) in a folder of a lab: exercises beyond the lab, in the same form. They go by the folder's name:
# uses-check, uses-solution-sim.
function(add_lab name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPERATORS;FILL_OPERATORS")
    set(LABS_OPERATORS ${arg_OPERATORS}) # visible in the functions that this one calls
    set(LABS_FILL_OPERATORS ${arg_FILL_OPERATORS})
    if(NOT LABS_FILL_OPERATORS)
        list(SUBLIST LABS_OPERATORS 0 1 LABS_FILL_OPERATORS)
    endif()
    file(RELATIVE_PATH lab ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
    string(REGEX REPLACE "^(lab[0-9][0-9])-.*" "\\1" short ${name})

    add_executable(${short}-check check.c)
    target_link_libraries(${short}-check PRIVATE labs_checker)
    target_compile_definitions(${short}-check PRIVATE LAB_FOLDER="${CMAKE_CURRENT_SOURCE_DIR}")
    target_compile_options(${short}-check PRIVATE ${LABS_COURSE_WARNINGS})

    # A student's compile error must not stop the course's own tests.
    set(exclude_starter "")
    if(LABS_TESTS)
        set(exclude_starter EXCLUDE_FROM_ALL)
    endif()
    add_custom_target(${short}-starter DEPENDS ${short}-check)
    add_custom_target(${short}-solution DEPENDS ${short}-check)
    foreach(device sim gpu)
        add_program(${short}-starter-${device} SOURCE starter.cu LAB ${lab} DEVICE ${device}
            OPERATORS ${arg_OPERATORS} ${exclude_starter})
        add_program(${short}-solution-${device} SOURCE solution.cu LAB ${lab} DEVICE ${device}
            OPERATORS ${arg_OPERATORS})
        if(TARGET ${short}-solution-${device})
            add_dependencies(${short}-starter ${short}-starter-${device})
            add_dependencies(${short}-solution ${short}-solution-${device})
            add_check_test(${short}.solution.${device} ${short} solution ${device} OPTIONS --long
                LABELS ${short} solution course ${device})
        endif()
    endforeach()
    add_lab_to_class(${lab} ${short} ${arg_OPERATORS})
    add_mixed_program(${lab} ${short} ${arg_OPERATORS})
    # ./lab check starts the checker as soon as the runner for the first operator is built.
    list(SUBLIST arg_OPERATORS 0 1 first_operator)
    foreach(program starter mixed)
        if(TARGET ${short}-${program}-${first_operator}-sim)
            add_dependencies(${short}-${program}-${first_operator}-sim ${short}-check)
        endif()
    endforeach()
    if(TARGET ${short}-starter-sim)
        add_warnings(${lab} ${short} "${first_operator}")
    endif()
    # The grade: one test per aspect, on the simulated GPU. On a real GPU one test, which sees the result and the errors
    # that CUDA and the guards report.
    if(TARGET ${short}-starter-sim)
        add_build_test(${short}.build ${lab} ${short} sim)
        add_aspect_tests(${short})
    endif()
    if(TARGET ${short}-starter-gpu)
        add_build_test(${short}.build_gpu ${lab} ${short} gpu)
        add_check_test(${short}.gpu ${short} starter gpu LABELS ${short} student gpu)
        add_bench(${lab} ${short} starter sum)
        if(arg_OPERATORS)
            add_bench(${lab} ${short} solution ${arg_OPERATORS} double_sum)
        else()
            add_bench(${lab} ${short} solution sum)
        endif()
        add_speed_tests(${lab} ${short})
    endif()
    if(NOT TARGET solutions)
        add_custom_target(solutions)
    endif()
    add_dependencies(solutions ${short}-solution)

    if(LABS_TESTS)
        add_lab_course_tests(${lab} ${short})
        add_sanitize_tests(${short} "${first_operator}") # common/tests/sanitize
        if(LABS_SIM)
            add_planted_tests(${lab} ${short} ${arg_OPERATORS}) # common/tests/labs
        endif()
    endif()
endfunction()
