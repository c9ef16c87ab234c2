# Errors that the harness reports on a real GPU: stray writes, changed input, unwritten output, leaks, a lost context,
# a hang, a launch that fails. The case after the one with the error passes again. Tests course.mistakes.NAME.gpu, and
# the same with .sim.
set(MISTAKES common/tests/mistakes) # from the course's root, as a lab's folder
add_executable(mistakes-check ${CMAKE_CURRENT_LIST_DIR}/check.c)
target_include_directories(mistakes-check PRIVATE ${CMAKE_CURRENT_LIST_DIR})
target_link_libraries(mistakes-check PRIVATE labs_checker)
set_target_properties(mistakes-check PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${MISTAKES})
foreach(device sim gpu)
    add_program(mistakes-kernels-${device} SOURCE ${CMAKE_CURRENT_LIST_DIR}/kernels.cu LAB ${MISTAKES} DEVICE ${device})
endforeach()

function(add_mistake_test device exit part) # what is expected...
    if(NOT TARGET mistakes-kernels-${device})
        return()
    endif()
    set(name course.mistakes.${part}.${device})
    set(passed --says "2 of 3 cases passed")
    if(exit EQUAL 0)
        set(passed --says "3 cases passed")
    endif()
    set(limit "") # the default: on the simulated GPU a short limit sets LABS_ENDLESS_SECONDS itself
    if(device STREQUAL gpu)
        set(limit --limit 10)
    endif()
    add_course_test(NAME ${name} LABELS ${device} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${EXPECT_EXIT} ${exit} ${passed} ${ARGN} -- $<TARGET_FILE:mistakes-check> --program kernels
            --device ${device} --part ${part} --all ${limit})
    set_tests_properties(${name} PROPERTIES ENVIRONMENT LABS_ENDLESS_SECONDS=0.1)
    if(device STREQUAL gpu)
        set_property(TEST ${name} PROPERTY RESOURCE_GROUPS gpus:1)
    endif()
endfunction()

foreach(device sim gpu)
    add_mistake_test(${device} 0 right)
endforeach()

# On a real GPU. Before CUDA 12.3 a kernel's name is not available.
set(store "store_kernel")
set(add_one "add_one_kernel")
if(LABS_GPU AND CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12.3)
    set(store "a kernel")
    set(add_one "a kernel")
endif()
set(right_but "n = 33, seed 2: the result is correct, but the program has errors")
set(lost "${store}, launch 2: cudaErrorIllegalAddress: an illegal memory access was encountered")
# InvalidConfiguration, "invalid configuration argument"; since CUDA 13 InvalidValue, "invalid argument".
set(refused "${add_one}<<<1, 2048>>>: cudaErrorInvalid")
set(ended "n = 33, seed 2: the program ended with exit code 2 during the case, as CUDA_CHECK does")
add_mistake_test(gpu 1 writes_behind --says "writes_behind, ${right_but}"
    --says "out of bounds: ${store} wrote d_out[33], but d_out has 33 elements")
add_mistake_test(gpu 1 writes_before --says "writes_before, ${right_but}"
    --says "out of bounds: ${store} wrote d_out[-1], but d_out has 33 elements")
add_mistake_test(gpu 1 writes_behind_own --says "writes_behind_own, ${right_but}"
    --says "out of bounds: ${store} wrote byte 132 of cudaMalloc number 1, which has 132 bytes")
add_mistake_test(gpu 1 writes_before_own --says "writes_before_own, ${right_but}"
    --says "out of bounds: ${store} wrote byte -8 of cudaMalloc number 1, which has 132 bytes")
add_mistake_test(gpu 1 copies_behind_own --says "copies_behind_own, ${right_but}"
    --says "out of bounds: cudaMemcpy wrote byte 132 of cudaMalloc number 1, which has 132 bytes")
add_mistake_test(gpu 1 sets_behind_own --says "sets_behind_own, ${right_but}"
    --says "out of bounds: cudaMemset wrote byte 132 of cudaMalloc number 1, which has 132 bytes")
add_mistake_test(gpu 1 changes_input --says "changes_input, ${right_but}"
    --says "input changed: d_in[32], which is const input, has been changed")
add_mistake_test(gpu 1 leaves_unwritten --says "leaves_unwritten, n = 33, seed 2: out[32]: expected"
    --says "got memory that was never written" --says " 1 of 33 elements is wrong")
add_mistake_test(gpu 1 leaks --says "leaks, ${right_but}"
    --says "leak: cudaMalloc number 1 (132 bytes) is never freed")
add_mistake_test(gpu 1 loses_context --says "out of bounds: ${lost}"
    --says "loses_context, n = 33, seed 2: the device stopped the program: ${lost}" --silent-on "launch refused")
add_mistake_test(gpu 1 loses_context_and_looks --says "out of bounds: ${lost}"
    --says "loses_context_and_looks, ${ended}" --says "cudaErrorIllegalAddress (an illegal memory access")
add_mistake_test(gpu 1 hangs
    --says "hangs, n = 33, seed 2: no answer within 10 s: an endless loop, or far too slow")
add_mistake_test(gpu 1 asks_too_much --says "launch refused: ${refused}"
    --says "asks_too_much, n = 33, seed 2: the device stopped the program: ${refused}")
add_mistake_test(gpu 1 asks_too_much_and_looks --says "launch refused: ${refused}"
    --says "asks_too_much_and_looks, ${ended}" --says "cudaErrorInvalid")
# These are not detected without compute-sanitizer (common/tests/sanitize).
foreach(part reads_unset races diverges)
    add_mistake_test(gpu 0 ${part})
endforeach()

# On the simulated GPU, which reports more of them.
add_mistake_test(sim 1 writes_behind --says "out of bounds: thread 0 of block 0 writes d_out[33]")
add_mistake_test(sim 1 writes_before --says "out of bounds: thread 0 of block 0 writes d_out[-1]")
add_mistake_test(sim 1 writes_behind_own --says "out of bounds: thread 0 of block 0 writes d_own")
add_mistake_test(sim 1 writes_before_own --says "out of bounds: thread 0 of block 0 writes d_own")
add_mistake_test(sim 1 copies_behind_own --says "out of bounds: ")
add_mistake_test(sim 1 sets_behind_own --says "out of bounds: ")
add_mistake_test(sim 1 changes_input --says "input changed: thread 0 of block 0 writes d_in[32]")
add_mistake_test(sim 1 leaves_unwritten --says "output not written: " --says "got memory that was never written")
add_mistake_test(sim 1 leaks --says "leak: ")
add_mistake_test(sim 1 loses_context
    --says "wrong memory space: thread 0 of block 0 writes 4 bytes through a null pointer")
add_mistake_test(sim 1 loses_context_and_looks --says "wrong memory space: ")
add_mistake_test(sim 1 hangs --says "stopped in an endless loop")
add_mistake_test(sim 1 asks_too_much --says "launch refused: add_one_kernel: ")
add_mistake_test(sim 1 asks_too_much_and_looks --says "launch refused: add_one_kernel: ")
add_mistake_test(sim 1 reads_unset --says "unset read: ")
add_mistake_test(sim 1 races --says "race in shared memory: ")
add_mistake_test(sim 1 diverges --says "divergent barrier: ")
