# The tests of a lab that a student and an instructor run: labNN.build, labNN.result and so on. All are for the lab's
# build folder, where its checker is.

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
    set_tests_properties(${name} PROPERTIES LABELS "${short};student;${device}" SKIP_RETURN_CODE 77
        FIXTURES_REQUIRED labs-cli FIXTURES_SETUP ${short}-starter-${device}
        RESOURCE_LOCK build) # only one build at a time in a folder
endfunction()

# Tests labNN.check, which runs the long check on the starter and writes a report, and labNN.result, labNN.memory and
# labNN.technique, which read it. CTest always runs labNN.check before them, and skips them when it fails: that is when
# there is no verdict, since a wrong program has points, too.
function(add_aspect_tests short)
    set(report ${CMAKE_CURRENT_BINARY_DIR}/${short}.report)
    add_check_test(${short}.check ${short} starter sim OPTIONS --long --report ${report} LABELS ${short} student sim)
    set_tests_properties(${short}.check PROPERTIES FIXTURES_SETUP ${short}-report
        PASS_REGULAR_EXPRESSION "${short}: [0-9]+ of [0-9]+ points")
    foreach(aspect result memory technique)
        add_test(NAME ${short}.${aspect} COMMAND ${CMAKE_CURRENT_BINARY_DIR}/${short}-check --from ${report}
            --aspect ${aspect} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
        set_tests_properties(${short}.${aspect} PROPERTIES LABELS "${short};student;sim" SKIP_RETURN_CODE 77
            FIXTURES_REQUIRED ${short}-report)
    endforeach()
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
    add_test(NAME ${name} COMMAND ${CMAKE_CURRENT_BINARY_DIR}/${short}-check --program ${program} --device ${device} ${arg_OPTIONS}
        WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" SKIP_RETURN_CODE 77)
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
        set_tests_properties(${name} PROPERTIES LABELS "${short};${label};gpu" SKIP_RETURN_CODE 77 TIMEOUT 3600
            RUN_SERIAL ON)
        set_property(TEST ${name} PROPERTY RESOURCE_GROUPS gpus:1)
    endforeach()
endfunction()
