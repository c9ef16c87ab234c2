# lab10 beyond its usual check: more lengths, every order of blocks with every case, and the previous lab's technique.
if(NOT LABS_SIM)
    return()
endif()

# test_lab10(NAME CODE PROGRAM OPTION...): the check ends with that exit code.
function(test_lab10 name code program)
    add_course_test(NAME course.lab10.${name} LABELS lab10 long WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${EXPECT_EXIT} ${code} -- $<TARGET_FILE:lab10-check> --program ${program} ${ARGN})
endfunction()

foreach(n 4194303 4194304) # a section of sections, and one less
    test_lab10(n_${n} 0 solution --part three_kernel --operator sum --n ${n})
endforeach()
test_lab10(tiles_256 0 solution --part single_pass --operator sum --n 4194304)
foreach(operator sum affine)
    set(options solution --part single_pass --operator ${operator} --schedule)
    test_lab10(reversed.${operator} 0 ${options} reversed)
    test_lab10(random.${operator} 0 ${options} random --schedule-seed 11 --workers 4)
    test_lab10(together.${operator} 0 ${options} together --workers 20)
    test_lab10(one_block.${operator} 0 ${options} fixed --workers 1)
endforeach()

# The scan of three kernels instead of the single pass: correct and without errors, but not the technique.
add_program(lab10-previous-sim LAB lab10-large-scan DEVICE sim OPERATORS sum EXCLUDE_FROM_ALL
    SOURCE ${CMAKE_BINARY_DIR}/lab10-large-scan/planted/single_pass_in_three_kernels.cu)
only_long_tests_need(lab10-previous-sim lab10)
set(before previous --operator sum --part single_pass --aspect)
test_lab10(previous.result 0 ${before} result)
test_lab10(previous.memory 0 ${before} memory)
test_lab10(previous.technique 1 ${before} technique)

# A part exists only with its own operator.
test_lab10(recurrence_of_sums 77 solution --part recurrence --operator sum)
