# Runners: programs made of lab code, the table of a lab's parts, and a device. The checker starts them.

# The operators that a lab's kernels can be compiled for (common/operator/operators.h). A scan's operator need not
# commute.
set(LABS_REDUCTION_OPERATORS sum product min max float_sum farthest)
set(LABS_SCAN_OPERATORS ${LABS_REDUCTION_OPERATORS} affine)
set(LABS_BENCH_OPERATORS ${LABS_SCAN_OPERATORS} double_sum)

# For these, lab code is the same, as only the sum and the affine maps have code of their own (OPERATOR_IS): on the
# simulated GPU it is compiled for the first one, and linked with each.
set(LABS_ALIKE_OPERATORS product min max)

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
#            [CODE_OF runner] [EXCLUDE_FROM_ALL])
#
# A runner: lab code compiled for one operator, the table of its parts, and a device. SOURCE may be generated. PARTS: an
# object library with another table than the lab's. CODE_OF: the runner, this one or another, whose compiled lab code
# this one is linked with; the code for its own operator is then compiled only on request (common/class). The checker
# looks for `labNN-PROGRAM-DEVICE` in the lab's build folder. A build without that device, or without runners
# (sanitize), has no such target; test with `if(TARGET ...)`.
function(add_runner)
    cmake_parse_arguments(PARSE_ARGV 0 arg "EXCLUDE_FROM_ALL" "TARGET;SOURCE;LAB;DEVICE;OPERATOR;PARTS;CODE_OF" "")
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

    set(code ${arg_TARGET}-code)
    if(arg_CODE_OF)
        set(code ${arg_CODE_OF}-code)
    endif()

    if(arg_DEVICE STREQUAL sim)
        # An object library, because the options are for lab code and not for the table of parts.
        add_sim_object(${arg_TARGET}-code ${source} ${folder}/${arg_TARGET}.cpp ${CMAKE_SOURCE_DIR}/${arg_LAB}
            ${CMAKE_SOURCE_DIR}/common/operator)
        add_executable(${arg_TARGET} ${exclude} $<TARGET_OBJECTS:${code}> $<TARGET_OBJECTS:${parts}>)
        target_link_libraries(${arg_TARGET} PRIVATE labs_sim_runner)
    else()
        add_library(${arg_TARGET}-code OBJECT EXCLUDE_FROM_ALL ${source})
        # ./lab reports a missing file. Without this property, CMake would stop while configuring.
        if(NOT EXISTS ${source})
            set_source_files_properties(${source} PROPERTIES GENERATED ON)
        endif()
        # -lineinfo: file and line of each instruction, for profilers and compute-sanitizer. --extended-lambda: lambdas
        # with __device__, which host code passes to a kernel.
        set_target_properties(${arg_TARGET}-code PROPERTIES
            COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CUDA>:-lineinfo;--extended-lambda>")
        target_include_directories(${arg_TARGET}-code PRIVATE ${CMAKE_SOURCE_DIR}/common/gpu/light ${includes}
            ${CMAKE_BINARY_DIR}/common/gpu/include)
        add_executable(${arg_TARGET} ${exclude} $<TARGET_OBJECTS:${arg_TARGET}-code> $<TARGET_OBJECTS:${parts}>)
        target_link_libraries(${arg_TARGET} PRIVATE labs_gpu)
        set_target_properties(${arg_TARGET} PROPERTIES LINKER_LANGUAGE CUDA)
        if(NOT arg_EXCLUDE_FROM_ALL)
            gpu_program(${arg_TARGET})
        endif()
    endif()
    if(LABS_LINE_NAME)
        set(source ${LABS_LINE_NAME})
    endif()
    # Tell the checker whose TODOs to read, and which object to inspect.
    file(GENERATE OUTPUT ${folder}/${arg_TARGET}.source CONTENT "${source}\n")
    file(GENERATE OUTPUT ${folder}/${arg_TARGET}.object CONTENT "$<TARGET_OBJECTS:${code}>\n")
    set_property(TARGET ${arg_TARGET} PROPERTY RUNTIME_OUTPUT_DIRECTORY ${folder})
    if(arg_OPERATOR)
        target_compile_definitions(${arg_TARGET}-code PRIVATE LABS_OPERATOR=${arg_OPERATOR})
    endif()
    if(arg_CODE_OF STREQUAL arg_TARGET)
        target_compile_definitions(${arg_TARGET}-code PRIVATE LABS_OPERATOR_LINKED)
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
    set(first_alike "")
    foreach(operator IN LISTS arg_OPERATORS)
        set(code_of "")
        if(arg_DEVICE STREQUAL sim AND operator IN_LIST LABS_ALIKE_OPERATORS)
            if(NOT first_alike)
                set(first_alike ${program}-${operator}-sim)
            endif()
            set(code_of CODE_OF ${first_alike})
        endif()
        add_runner(TARGET ${program}-${operator}-${arg_DEVICE} OPERATOR ${operator} ${common} ${code_of})
        if(TARGET ${program}-${operator}-${arg_DEVICE})
            list(APPEND runners ${program}-${operator}-${arg_DEVICE})
        endif()
    endforeach()
    if(runners)
        add_custom_target(${name} DEPENDS ${runners})
        list(JOIN arg_OPERATORS "\n" lines)
        file(WRITE ${CMAKE_BINARY_DIR}/${arg_LAB}/${name}.operators "${lines}\n") # for ./lab
    endif()
endfunction()

# add_compiled(lab01-fill1 SOURCE file.cu LAB lab01-naive-reduce [OPERATORS sum max...] [LONG lab01])
#
# A program on the simulated GPU that the build only compiles, and that its test links (common/tests/labs/linked). It is
# translated once. The programs of a lab for one operator are one library, labNN-compiled-OPERATOR, because there are
# hundreds and each target has folders of its own; the file compiled-OPERATOR.objects lists what they are compiled to.
# LONG: only long tests need it (common/tests/CMakeLists.txt); the library's name then ends in -long.
function(add_compiled name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCE;LAB;LONG" "OPERATORS")
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
        set(compiled compiled${suffix})
        if(arg_LONG)
            string(APPEND compiled -long)
        endif()
        string(REPLACE "/" "-" library ${arg_LAB}-${compiled})
        if(NOT TARGET ${library})
            add_lab_code(${library} "" ${CMAKE_SOURCE_DIR}/${arg_LAB} ${CMAKE_SOURCE_DIR}/common/operator)
            target_precompile_headers(${library} REUSE_FROM lab-code-header)
            if(arg_LONG)
                only_long_tests_need(${library} ${arg_LONG})
            else()
                set_property(TARGET ${library} PROPERTY EXCLUDE_FROM_ALL OFF)
            endif()
            if(suffix)
                string(SUBSTRING ${suffix} 1 -1 operator)
                target_compile_definitions(${library} PRIVATE LABS_OPERATOR=${operator})
            endif()
            file(GENERATE OUTPUT ${folder}/${compiled}.objects
                CONTENT "$<JOIN:$<TARGET_OBJECTS:${library}>,\n>\n")
        endif()
        target_sources(${library} PRIVATE ${folder}/${name}-sim.cpp)
    endforeach()
endfunction()
