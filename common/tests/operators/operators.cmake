# Every operator from generator to verdict: correct programs pass with all operators, wrong programs fail with those
# that show the error. Tests course.operators.NAME.
set(OPERATORS common/tests/operators) # from the course's root, as a lab's folder
add_executable(operators-check ${CMAKE_CURRENT_LIST_DIR}/check.c)
target_link_libraries(operators-check PRIVATE labs_checker)
set_target_properties(operators-check PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${OPERATORS})
foreach(device sim gpu)
    add_program(operators-kernels-${device} SOURCE ${CMAKE_CURRENT_LIST_DIR}/kernels.cu LAB ${OPERATORS}
        DEVICE ${device} OPERATORS ${LABS_SCAN_OPERATORS})
endforeach()

function(add_operators_test name device exit) # what is expected... -- options...
    list(FIND ARGN -- end)
    list(SUBLIST ARGN 0 ${end} expectations)
    math(EXPR end "${end} + 1")
    list(SUBLIST ARGN ${end} -1 options)
    add_course_test(NAME course.operators.${name}.${device} LABELS ${device} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${EXPECT_EXIT} ${exit} ${expectations}
            -- $<TARGET_FILE:operators-check> --program kernels --device ${device} ${options})
endfunction()

foreach(device sim gpu)
    if(NOT TARGET operators-kernels-${device})
        continue()
    endif()
    set(all "with 7 operators")
    # On the simulated GPU, two cases run in other orders of blocks.
    set(ints 9)
    if(device STREQUAL gpu)
        set(ints 7)
    endif()
    add_operators_test(reduce ${device} 0 --says ${all} -- --part reduce)
    add_operators_test(scan ${device} 0 --says ${all} -- --part scan)
    add_operators_test(through_shared ${device} 0 --says ${all} -- --part through_shared)
    add_operators_test(ints ${device} 0 --says "part ints: ${ints} cases passed, n = 0 to 2,000" -- --part ints)
    add_operators_test(neighbours ${device} 0 --says "with sum, farthest, affine" -- --part neighbours)
    add_operators_test(parities ${device} 0 --says "cases passed, n = 0 to 2,000" -- --part parities)
    foreach(operator product min max)
        add_operators_test(zero_for_${operator} ${device} 1 --says "fails at ${operator}, n = 0"
            --says "part reduce_from_zero fails at ${operator}, n = 0, seed 1"
            -- --part reduce_from_zero --operator ${operator})
    endforeach()
    add_operators_test(swapped ${device} 1 --says "fails at affine, n = 2"
        --says "out[1]: expected" -- --part scan_swapped)
endforeach()

# The plan for the bench lists the parts that run with the operator.
if(TARGET operators-kernels-sim)
    add_operators_test(plan sim 0 --says "reduce:reduce:0" --says "ints:reduce:0" -- --plan --operator sum)
    add_operators_test(plan_of_affine sim 0 --says "scan:exclusive:0" --silent-on "ints:" -- --plan --operator affine)
endif()

# A result of another length than n has that length.
if(TARGET operators-kernels-sim)
    add_operators_test(third_parity sim 1 --says "writes d_out[2], but d_out has 2 elements of 4 bytes"
        -- --part third_parity)
endif()

# An operator that only check.c lists.
if(TARGET operators-kernels-sim)
    add_operators_test(not_built sim 2 --says "must also be in the lab's CMakeLists.txt"
        -- --program none --operator max)
endif()

# Storing a struct that a function returns is a write like any other, and passing one by value is a read.
if(TARGET operators-kernels-sim)
    foreach(operator sum farthest affine)
        add_operators_test(race_of_${operator} sim 1
            --says "race in shared memory: s_copy[0]: thread 0 of block 0 wrote"
            -- --part shared_race --operator ${operator})
        add_operators_test(argument_race_of_${operator} sim 1 --says "race in shared memory: s_value"
            --says "const value_t value = combine(s_value" -- --part argument_race --operator ${operator})
        add_operators_test(past_the_end_of_${operator} sim 1 --says "reads d_in[0]"
            --says "value = combine(value, d_in[i])"
            -- --part past_the_end --operator ${operator})
    endforeach()
endif()
