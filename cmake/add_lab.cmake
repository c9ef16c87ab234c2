# add_lab and add_runner: how labs, planted mistakes and the documents' kernels are built.

# Options for lab code on the simulated GPU. (-fsanitize=bounds, shift-exponent: a call where an index is outside an array
# of known length, or a shift is by too many bits; see sim/hooks/array_bounds.c.) -fsanitize=thread makes the compiler
# call a function before every load and store. The program is linked without that flag, and the course supplies those
# functions. -O0, because optimization merges, widens and drops accesses. docs/simulated-gpu.md explains the rest.
set(LABS_SIM_OPTIONS -O0 -g -fwrapv -fsanitize=thread -UNDEBUG -fstack-clash-protection
    -Werror=attribute-warning) # a kernel called like a function (common/sim/cuda/sim/qualifiers.h)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    list(APPEND LABS_SIM_OPTIONS -fsanitize=bounds -fsanitize=shift-exponent
        "SHELL:--param tsan-distinguish-volatile=1" "SHELL:--param tsan-instrument-func-entry-exit=0")
else()
    list(APPEND LABS_SIM_OPTIONS -fsanitize=array-bounds -fsanitize=shift-exponent
        "SHELL:-mllvm -tsan-distinguish-volatile=1"
        "SHELL:-mllvm -tsan-instrument-read-before-write=1" "SHELL:-mllvm -tsan-instrument-func-entry-exit=0")
endif()

# An uninitialized local variable gets a value that spoils every result, instead of a 0 that may happen to be correct.
# The checker knows the value. GCC 11 does not have this option.
set(LABS_UNSET_LOCALS ON)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
    set(LABS_UNSET_LOCALS OFF)
endif()
if(LABS_UNSET_LOCALS)
    list(APPEND LABS_SIM_OPTIONS -ftrivial-auto-var-init=pattern)
endif()

# On x86-64 a simulated thread leaves its kernel by a jump (sim/leave.h), which does not preserve the red zone below the
# stack pointer.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
    set(LABS_NO_RED_ZONE -mno-red-zone)
endif()
list(APPEND LABS_SIM_OPTIONS ${LABS_NO_RED_ZONE})

# add_lab_code(NAME file.cpp [include folder...]): an object library of translated CUDA C, with the options above.
function(add_lab_code name source)
    add_library(${name} OBJECT EXCLUDE_FROM_ALL ${source})
    set_target_properties(${name} PROPERTIES CXX_EXTENSIONS ON) # gnu++17
    set_property(TARGET ${name} PROPERTY COMPILE_OPTIONS ${LABS_STUDENT_WARNINGS} ${LABS_SIM_OPTIONS})
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/common/sim/cuda ${ARGN}
        ${CMAKE_SOURCE_DIR}/common/student)
endfunction()

# Translates CUDA C for the simulated GPU. LABS_LINE_NAME: the name of the source in messages, if it is generated from
# another one.
function(translate_for_sim source translated)
    set(line_name "")
    if(LABS_LINE_NAME)
        set(line_name --line-name ${LABS_LINE_NAME})
    endif()
    add_custom_command(OUTPUT ${translated} COMMAND sim-translate ${source} ${translated} ${line_name}
        DEPENDS ${source} sim-translate COMMENT "Translating ${source}" VERBATIM)
endfunction()

# add_sim_object(NAME file.cu generated.cpp [include folder...]): an object library of CUDA C, translated and compiled
# for the simulated GPU. The program that uses it links to labs_sim or labs_sim_runner.
function(add_sim_object name source translated)
    translate_for_sim(${source} ${translated})
    add_lab_code(${name} ${translated} ${ARGN})
    target_precompile_headers(${name} REUSE_FROM lab-code-header) # common/sim/CMakeLists.txt
endfunction()

# The operators that a lab's kernels can be compiled for (common/operator/operators.h). A scan's operator need not
# commute.
set(LABS_REDUCTION_OPERATORS sum product min max float_sum farthest)
set(LABS_SCAN_OPERATORS ${LABS_REDUCTION_OPERATORS} affine)
set(LABS_BENCH_OPERATORS ${LABS_SCAN_OPERATORS} double_sum)

# The table of a lab's parts for one operator, "" in a lab without any: an object library, which all of the lab's
# programs share. Sets NAME in the caller to its name.
function(add_part_table name lab operator)
    string(REPLACE "/" "-" target ${lab}-parts)
    if(operator)
        string(APPEND target -${operator})
    endif()
    set(${name} ${target} PARENT_SCOPE)
    if(TARGET ${target})
        return()
    endif()
    add_library(${target} OBJECT EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/common/runner/part.cpp)
    # Replace the options of the calling folder: the warnings for the course's own code are not for lab code.
    set_property(TARGET ${target} PROPERTY COMPILE_OPTIONS "")
    target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/common ${CMAKE_SOURCE_DIR}/${lab}
        ${CMAKE_SOURCE_DIR}/common/operator ${CMAKE_SOURCE_DIR}/common/student)
    if(operator)
        target_compile_definitions(${target} PRIVATE LABS_OPERATOR=${operator})
    endif()
endfunction()

# add_runner(TARGET lab01-starter-sim SOURCE file.cu LAB lab01-naive-reduce DEVICE sim|gpu [OPERATOR sum] [PARTS target]
#            [EXCLUDE_FROM_ALL])
#
# A runner: lab code compiled for one operator, the table of its parts, and a device. SOURCE may be generated. PARTS: an
# object library with another table than the lab's. The checker looks for `labNN-PROGRAM-DEVICE` in the lab's build
# folder. A build without that device, or without runners (sanitize), has no such target; test with `if(TARGET ...)`.
function(add_runner)
    cmake_parse_arguments(PARSE_ARGV 0 arg "EXCLUDE_FROM_ALL" "TARGET;SOURCE;LAB;DEVICE;OPERATOR;PARTS" "")
    if(NOT LABS_RUNNERS OR (arg_DEVICE STREQUAL sim AND NOT LABS_SIM) OR (arg_DEVICE STREQUAL gpu AND NOT LABS_GPU))
        return()
    endif()
    get_filename_component(source ${arg_SOURCE} ABSOLUTE)
    set(folder ${CMAKE_BINARY_DIR}/${arg_LAB})
    set(includes ${CMAKE_SOURCE_DIR}/${arg_LAB} ${CMAKE_SOURCE_DIR}/common/operator ${CMAKE_SOURCE_DIR}/common/student)
    set(exclude "")
    if(arg_EXCLUDE_FROM_ALL)
        set(exclude EXCLUDE_FROM_ALL)
    endif()
    set(parts ${arg_PARTS})
    if(NOT parts)
        add_part_table(parts ${arg_LAB} "${arg_OPERATOR}")
    endif()

    if(arg_DEVICE STREQUAL sim)
        # An object library, because the options are for lab code and not for the table of parts.
        add_sim_object(${arg_TARGET}-code ${source} ${folder}/${arg_TARGET}.cpp ${CMAKE_SOURCE_DIR}/${arg_LAB}
            ${CMAKE_SOURCE_DIR}/common/operator)
        add_executable(${arg_TARGET} ${exclude} $<TARGET_OBJECTS:${arg_TARGET}-code> $<TARGET_OBJECTS:${parts}>)
        target_link_libraries(${arg_TARGET} PRIVATE labs_sim_runner)
    else()
        add_library(${arg_TARGET}-code OBJECT EXCLUDE_FROM_ALL ${source})
        # ./lab reports a missing file. Without this property, CMake would stop while configuring.
        if(NOT EXISTS ${source})
            set_source_files_properties(${source} PROPERTIES GENERATED ON)
        endif()
        # -lineinfo: file and line of each instruction, for profilers and compute-sanitizer.
        set_target_properties(${arg_TARGET}-code PROPERTIES COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CUDA>:-lineinfo>")
        target_include_directories(${arg_TARGET}-code PRIVATE ${includes} ${CMAKE_BINARY_DIR}/common/gpu/include)
        add_executable(${arg_TARGET} ${exclude} $<TARGET_OBJECTS:${arg_TARGET}-code> $<TARGET_OBJECTS:${parts}>)
        target_link_libraries(${arg_TARGET} PRIVATE labs_gpu)
        set_target_properties(${arg_TARGET} PROPERTIES LINKER_LANGUAGE CUDA)
    endif()
    if(LABS_NVCC AND arg_DEVICE STREQUAL sim)
        # How nvcc compiles it to PTX, for --counters (common/check/report/machine_code.h).
        set(command "'${LABS_NVCC}' -ptx -lineinfo -o /dev/stdout")
        foreach(include IN LISTS includes)
            string(APPEND command " -I '${include}'")
        endforeach()
        if(arg_OPERATOR)
            string(APPEND command " -DLABS_OPERATOR=${arg_OPERATOR}")
        endif()
        file(GENERATE OUTPUT ${folder}/${arg_TARGET}.nvcc CONTENT "${command} '${source}' 2>/dev/null\n")
    endif()
    if(LABS_LINE_NAME)
        set(source ${LABS_LINE_NAME})
    endif()
    # Tell the checker whose TODOs to read, and which object to inspect.
    file(GENERATE OUTPUT ${folder}/${arg_TARGET}.source CONTENT "${source}\n")
    file(GENERATE OUTPUT ${folder}/${arg_TARGET}.object CONTENT "$<TARGET_OBJECTS:${arg_TARGET}-code>\n")
    set_property(TARGET ${arg_TARGET} PROPERTY RUNTIME_OUTPUT_DIRECTORY ${folder})
    if(arg_OPERATOR)
        target_compile_definitions(${arg_TARGET}-code PRIVATE LABS_OPERATOR=${arg_OPERATOR})
    endif()
endfunction()

# add_program(lab01-starter-sim SOURCE file.cu LAB lab01-naive-reduce DEVICE sim|gpu [OPERATORS sum max...]
#             [EXCLUDE_FROM_ALL])
#
# A program on one device: the runner of that name. With OPERATORS: one runner per operator, such as
# lab01-starter-max-sim, and a target of the program's name that builds all of them.
function(add_program name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "EXCLUDE_FROM_ALL" "SOURCE;LAB;DEVICE" "OPERATORS")
    set(exclude "")
    if(arg_EXCLUDE_FROM_ALL)
        set(exclude EXCLUDE_FROM_ALL)
    endif()
    set(common SOURCE ${arg_SOURCE} LAB ${arg_LAB} DEVICE ${arg_DEVICE} ${exclude})
    if(NOT arg_OPERATORS)
        add_runner(TARGET ${name} ${common})
        return()
    endif()
    string(REGEX REPLACE "-${arg_DEVICE}$" "" program ${name})
    set(runners "")
    foreach(operator IN LISTS arg_OPERATORS)
        add_runner(TARGET ${program}-${operator}-${arg_DEVICE} OPERATOR ${operator} ${common})
        if(TARGET ${program}-${operator}-${arg_DEVICE})
            list(APPEND runners ${program}-${operator}-${arg_DEVICE})
        endif()
    endforeach()
    if(runners)
        add_custom_target(${name} DEPENDS ${runners})
    endif()
    if(runners AND NOT arg_ONLY_COMPILED) # for ./lab, a line each
        list(JOIN arg_OPERATORS "\n" lines)
        file(WRITE ${CMAKE_BINARY_DIR}/${arg_LAB}/${name}.operators "${lines}\n")
    endif()
endfunction()

# add_compiled(lab01-fill1 SOURCE file.cu LAB lab01-naive-reduce [OPERATORS sum max...])
#
# A program on the simulated GPU that the build only compiles, and that its test links (common/tests/labs/linked). It is
# translated once. The programs of a lab for one operator are one library, labNN-compiled-OPERATOR, because there are
# hundreds and each target has folders of its own; the file compiled-OPERATOR.objects lists what they are compiled to.
function(add_compiled name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCE;LAB" "OPERATORS")
    if(NOT LABS_RUNNERS OR NOT LABS_SIM)
        return()
    endif()
    get_filename_component(source ${arg_SOURCE} ABSOLUTE)
    set(folder ${CMAKE_BINARY_DIR}/${arg_LAB})
    translate_for_sim(${source} ${folder}/${name}-sim.cpp)
    set(suffixes "")
    list(TRANSFORM arg_OPERATORS PREPEND - OUTPUT_VARIABLE suffixes)
    if(NOT arg_OPERATORS)
        set(suffixes " ") # one, without an operator
    endif()
    foreach(suffix IN LISTS suffixes)
        string(STRIP "${suffix}" suffix)
        string(REPLACE "/" "-" library ${arg_LAB}-compiled${suffix})
        if(NOT TARGET ${library})
            add_lab_code(${library} "" ${CMAKE_SOURCE_DIR}/${arg_LAB} ${CMAKE_SOURCE_DIR}/common/operator)
            target_precompile_headers(${library} REUSE_FROM lab-code-header)
            set_property(TARGET ${library} PROPERTY EXCLUDE_FROM_ALL OFF)
            if(suffix)
                string(SUBSTRING ${suffix} 1 -1 operator)
                target_compile_definitions(${library} PRIVATE LABS_OPERATOR=${operator})
            endif()
            file(GENERATE OUTPUT ${folder}/compiled${suffix}.objects
                CONTENT "$<JOIN:$<TARGET_OBJECTS:${library}>,\n>\n")
        endif()
        target_sources(${library} PRIVATE ${folder}/${name}-sim.cpp)
    endforeach()
endfunction()

# The bench of a program on a real GPU (common/bench): labNN-PROGRAM-OPERATOR-bench, one per operator, made from the
# runners' objects. A lab without operators has one bench, for the sum.
function(add_bench lab short program)
    foreach(operator IN LISTS ARGN)
        set(runner ${short}-${program}-${operator}-gpu)
        if(NOT LABS_OPERATORS)
            set(runner ${short}-${program}-gpu)
        elseif(NOT TARGET ${runner}) # measured, but not judged
            add_runner(TARGET ${runner} SOURCE ${program}.cu LAB ${lab} DEVICE gpu
                OPERATOR ${operator} EXCLUDE_FROM_ALL)
        endif()
        set(bench ${short}-${program}-${operator}-bench)
        set(parts_operator ${operator})
        if(NOT LABS_OPERATORS)
            set(parts_operator "")
        endif()
        add_part_table(parts ${lab} "${parts_operator}")
        add_executable(${bench} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${runner}-code> $<TARGET_OBJECTS:${parts}>)
        set_target_properties(${bench}
            PROPERTIES LINKER_LANGUAGE CUDA RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${lab})
        target_link_libraries(${bench} PRIVATE labs_bench_${operator})
        if(NOT program STREQUAL starter) # a student's compile error must not stop the bench
            add_dependencies(bench ${bench})
        endif()
    endforeach()
endfunction()

# Test labs-cli.build, which CTest runs before the tests that add_build_test adds: they call labs-cli.
function(add_labs_cli_test)
    add_test(NAME labs-cli.build COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target labs-cli)
    set_tests_properties(labs-cli.build PROPERTIES FIXTURES_SETUP labs-cli RESOURCE_LOCK build)
endfunction()

# Test NAME, labNN.build or labNN.build_gpu: builds the current starter. CTest always runs it before the starter's
# tests on that device, and skips them when it fails.
function(add_build_test name lab short device)
    add_test(NAME ${name} COMMAND ${CMAKE_BINARY_DIR}/common/cli/labs-cli build-starter ${lab} ${device}
        ${CMAKE_BINARY_DIR} ${CMAKE_COMMAND} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS "${short};student;${device}" SKIP_RETURN_CODE 77 TIMEOUT 1800
        FIXTURES_REQUIRED labs-cli FIXTURES_SETUP ${short}-starter-${device}
        RESOURCE_LOCK build) # only one build at a time in a folder
endfunction()

# Test NAME: runs the lab's checker on one program and device. OPTIONS: for the checker. LABELS: of the test.
function(add_check_test name short program device)
    cmake_parse_arguments(PARSE_ARGV 4 arg "" "" "OPTIONS;LABELS")
    if(program STREQUAL starter AND LABS_SEED_FILE)
        list(APPEND arg_OPTIONS --seed-file ${LABS_SEED_FILE})
    endif()
    if(program STREQUAL starter AND LABS_CASES)
        list(APPEND arg_OPTIONS --cases ${LABS_CASES})
    endif()
    add_test(NAME ${name} COMMAND ${short}-check --program ${program} --device ${device} ${arg_OPTIONS}
        WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" SKIP_RETURN_CODE 77 TIMEOUT 300)
    if(program STREQUAL starter)
        set_property(TEST ${name} PROPERTY FIXTURES_REQUIRED ${short}-starter-${device})
    endif()
    if(device STREQUAL gpu) # `ctest --resource-spec-file` distributes them over several GPUs
        set_property(TEST ${name} PROPERTY RESOURCE_GROUPS gpus:1)
    endif()
endfunction()

# Tests labNN.speed and labNN.solution.speed, if check.c has a limit on speed. They build the bench only on a machine
# with a GPU, because compiling CUB takes long.
function(add_speed_tests lab short)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/check.c)
    file(STRINGS ${CMAKE_CURRENT_SOURCE_DIR}/check.c limits REGEX "\\.least_share")
    if(NOT limits)
        return()
    endif()
    foreach(program starter solution)
        set(name ${short}.speed)
        set(label student)
        if(program STREQUAL solution)
            set(name ${short}.solution.speed)
            set(label solution)
        endif()
        add_test(NAME ${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMAND ${CMAKE_SOURCE_DIR}/common/bench/speed
            ${short} ${program} ${CMAKE_BINARY_DIR}/${lab} ${CMAKE_BINARY_DIR})
        # Serial: the GPU must be idle, and only one build may run in a folder.
        set_tests_properties(${name} PROPERTIES LABELS "${short};${label};gpu" SKIP_RETURN_CODE 77 TIMEOUT 600
            RUN_SERIAL ON)
        set_property(TEST ${name} PROPERTY RESOURCE_GROUPS gpus:1)
    endforeach()
endfunction()

# A copy of the solution made by `lab-regions ...`, and its runner labNN-PROGRAM-gpu, for LABS_FILL_OPERATORS; for the
# simulated GPU only compiled.
function(add_derived_runner lab short program device command) # ARGN: the arguments of lab-regions after the file
    set(solution ${CMAKE_CURRENT_SOURCE_DIR}/solution.cu)
    set(derived ${CMAKE_CURRENT_BINARY_DIR}/${program}.cu)
    add_custom_command(OUTPUT ${derived} COMMAND lab-regions ${command} ${solution} ${ARGN} > ${derived}
        DEPENDS ${solution} lab-regions COMMENT "Making ${lab}/${program}.cu" VERBATIM)
    if(device STREQUAL sim)
        add_compiled(${short}-${program} SOURCE ${derived} LAB ${lab} OPERATORS ${LABS_FILL_OPERATORS})
    else()
        add_program(${short}-${program}-gpu SOURCE ${derived} LAB ${lab} DEVICE gpu OPERATORS ${LABS_FILL_OPERATORS})
    endif()
endfunction()

# The runners labNN-mixed-sim: the starter, in the parts that are begun its empty regions filled from the solution, and
# the solution's code in place of the pieces in the file labNN-pieces. ./lab check judges them while tasks are left, and to
# find the piece that makes a case fail. A copy of the course without solutions does not have them. ARGN: the operators.
function(add_mixed_program lab short)
    set(starter ${CMAKE_CURRENT_SOURCE_DIR}/starter.cu)
    set(solution ${CMAKE_CURRENT_SOURCE_DIR}/solution.cu)
    set(mixed ${CMAKE_CURRENT_BINARY_DIR}/${short}-mixed-source.cpp) # no .cu, which would be the program's main file
    if(NOT EXISTS ${solution})
        return()
    endif()
    set(pieces ${CMAKE_CURRENT_BINARY_DIR}/${short}-pieces) # ./lab check writes it (common/cli/narrow.c)
    if(NOT EXISTS ${pieces})
        file(TOUCH ${pieces})
    endif()
    add_custom_command(OUTPUT ${mixed}
        COMMAND ${short}-check --source ${starter} --mix ${solution} --exchange ${pieces} > ${mixed}
        DEPENDS ${starter} ${solution} ${pieces} ${short}-check COMMENT "Mixing ${lab}/starter.cu and its solution" VERBATIM)
    set(LABS_LINE_NAME ${starter})
    add_program(${short}-mixed-sim SOURCE ${mixed} LAB ${lab} DEVICE sim OPERATORS ${ARGN} EXCLUDE_FROM_ALL)
endfunction()

# The program labNN-alone_PART: the skeleton with the code of the regions that the part needs; only compiled.
function(add_part_alone lab short part)
    set(skeleton ${CMAKE_CURRENT_BINARY_DIR}/skeleton.cu)
    set(solution ${CMAKE_CURRENT_SOURCE_DIR}/solution.cu)
    set(alone ${CMAKE_CURRENT_BINARY_DIR}/alone_${part}.cpp)
    add_custom_command(OUTPUT ${alone}
        COMMAND ${short}-check --source ${skeleton} --part ${part} --mix ${solution} > ${alone}
        DEPENDS ${skeleton} ${solution} ${short}-check COMMENT "Making ${lab}/alone_${part}.cpp" VERBATIM)
    set(LABS_LINE_NAME ${skeleton})
    add_compiled(${short}-alone_${part} SOURCE ${alone} LAB ${lab} OPERATORS ${LABS_FILL_OPERATORS})
endfunction()

# The course's tests of one lab, course.labNN.*. The regions of starter.cu belong to the student, so no test reads or
# compiles them: the skeleton of the solution is the starter as it was handed out.
function(add_lab_course_tests lab short)
    set(expect ${CMAKE_SOURCE_DIR}/common/tests/expect_exit)
    add_test(NAME course.${short}.files
        COMMAND ${CMAKE_SOURCE_DIR}/common/tests/lab_files ${CMAKE_CURRENT_SOURCE_DIR})
    add_test(NAME course.${short}.same_outside_todo COMMAND lab-regions same starter.cu solution.cu
        WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    set(tests course.${short}.files course.${short}.same_outside_todo)
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/hints.md)
        add_test(NAME course.${short}.hints COMMAND labs-cli hints-fit ${short} hints.md solution.cu
            WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
        list(APPEND tests course.${short}.hints)
    endif()

    if(LABS_SIM AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/quiz)
        add_test(NAME course.${short}.quiz COMMAND labs-cli quiz-fits ${lab} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
        set_tests_properties(course.${short}.quiz PROPERTIES ENVIRONMENT LABS_BUILD=${CMAKE_BINARY_DIR})
        list(APPEND tests course.${short}.quiz)
    endif()

    # The original starter must compile and link on both devices. It is judged on the simulated one.
    if(LABS_GPU)
        add_derived_runner(${lab} ${short} skeleton-nvcc gpu skeleton)
    endif()
    if(LABS_SIM)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/solution.cu)
        file(STRINGS ${CMAKE_CURRENT_SOURCE_DIR}/solution.cu todos REGEX "^[ \t]*// TODO\\([0-9]+\\)")
        list(LENGTH todos last)
        add_derived_runner(${lab} ${short} skeleton sim skeleton)
        set(check $<TARGET_FILE:${short}-check> --device sim)
        foreach(operator IN LISTS LABS_FILL_OPERATORS)
            list(APPEND check --operator ${operator})
        endforeach()
        set(linked ${CMAKE_SOURCE_DIR}/common/tests/labs/linked ${CMAKE_CURRENT_BINARY_DIR})
        add_test(NAME course.${short}.skeleton COMMAND ${expect} 1 --says "TODO(1)"
            -- ${linked} skeleton ${LABS_FILL_OPERATORS} -- ${check} --program skeleton)
        list(APPEND tests course.${short}.skeleton)
        foreach(filled RANGE 1 ${last})
            math(EXPR next "${filled} + 1")
            add_derived_runner(${lab} ${short} fill${filled} sim fill ${filled})
            if(filled EQUAL last)
                set(expected 0)
            else()
                set(expected 1 --says "TODO(${next})" --silent-on "TODO(${filled})")
            endif()
            add_test(NAME course.${short}.fill${filled}
                COMMAND ${expect} ${expected}
                    -- ${linked} fill${filled} ${LABS_FILL_OPERATORS} -- ${check} --program fill${filled})
            list(APPEND tests course.${short}.fill${filled})
        endforeach()
        # Each part passes with the code of those regions that check.c names for it.
        file(READ lab.h text)
        string(REGEX MATCHALL "PART\\([A-Z]+, [a-z_]+" parts "${text}")
        foreach(part IN LISTS parts)
            string(REGEX REPLACE ".* " "" part ${part})
            add_part_alone(${lab} ${short} ${part})
            add_test(NAME course.${short}.alone_${part} COMMAND ${expect} 0 -- ${linked} alone_${part}
                ${LABS_FILL_OPERATORS} -- ${check} --program alone_${part} --part ${part} --n 1000)
            list(APPEND tests course.${short}.alone_${part})
        endforeach()
        add_test(NAME course.${short}.tasks COMMAND ${CMAKE_SOURCE_DIR}/common/tests/labs/tasks
            ${CMAKE_CURRENT_SOURCE_DIR} $<TARGET_FILE:${short}-check> $<TARGET_FILE:lab-regions>)
        list(APPEND tests course.${short}.tasks)
    endif()
    set_tests_properties(${tests} PROPERTIES LABELS "course;${short}" TIMEOUT 300)
endfunction()

# Tells common/class which runners a submission becomes on each device, and what they are linked from. ARGN: the lab's
# operators. Only labs are submitted, not the exercises beyond them.
function(add_lab_to_class lab short)
    if(NOT LABS_SIM OR NOT short MATCHES "^lab[0-9]")
        return()
    endif()
    set(parts ${lab}-parts)
    if(ARGN)
        list(TRANSFORM ARGN PREPEND ${lab}-parts- OUTPUT_VARIABLE parts)
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
    # The grade: one test per aspect, on the simulated GPU. On a real GPU one test, which sees the result and the errors
    # that CUDA and the guards report.
    if(TARGET ${short}-starter-sim)
        add_build_test(${short}.build ${lab} ${short} sim)
        foreach(aspect result memory technique)
            add_check_test(${short}.${aspect} ${short} starter sim OPTIONS --long --aspect ${aspect}
                LABELS ${short} student sim)
        endforeach()
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
        list(SUBLIST arg_OPERATORS 0 1 first_operator)
        add_sanitize_tests(${short} "${first_operator}") # common/tests/sanitize
        if(LABS_SIM)
            add_planted_tests(${lab} ${short} ${arg_OPERATORS}) # common/tests/labs
        endif()
    endif()
endfunction()
