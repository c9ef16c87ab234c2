# The course documents' own kernels, compared with the numbers that the documents give. Tests course.documents.PART.
set(DOCUMENTS common/tests/documents) # from the course's root, as a lab's folder
add_executable(documents-check ${CMAKE_CURRENT_LIST_DIR}/check.c)
target_link_libraries(documents-check PRIVATE labs_checker)
set_target_properties(documents-check PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${DOCUMENTS})
add_runner(TARGET documents-kernels-sim SOURCE ${CMAKE_CURRENT_LIST_DIR}/kernels.cu LAB ${DOCUMENTS} DEVICE sim)
add_runner(TARGET documents-kernels-gpu SOURCE ${CMAKE_CURRENT_LIST_DIR}/kernels.cu LAB ${DOCUMENTS} DEVICE gpu)
if(NOT LABS_SIM)
    return()
endif()

foreach(part modulo_1024 sequential_1024 modulo_256 strided_256 sequential_256 four_loads_256
    shuffle_256 coarsened_256)
    add_course_test(NAME course.documents.${part} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${EXPECT_EXIT} 0 --says "6 cases passed"
            -- $<TARGET_FILE:documents-check> --program kernels --part ${part})
endforeach()

# Step by step; where a document states only some steps, all are listed here. ARGN: what --counters shows of a part.
function(document_steps part n)
    set(says)
    foreach(line IN LISTS ARGN)
        list(APPEND says --says "${line}")
    endforeach()
    add_course_test(NAME course.documents.steps_of_${part} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${EXPECT_EXIT} 0 ${says} -- $<TARGET_FILE:documents-check> --program kernels --part ${part} --n ${n}
            --counters)
endfunction()
# 001, questions 1 to 3: 1,024 threads, and at stride 1, 16 and 64 there are 0, 32 and 16 divergent warps.
document_steps(modulo_1024 2048 "divergent warps                         191        191  0 32 32 32 32 32 16 8 4 2 1"
    "working warps                           223        223  32 32 32 32 32 32 16 8 4 2 1")
# 001, questions 4 and 5: at stride 16 and 64 there are 1 and 0. The strides fall from 1,024 to 1.
document_steps(sequential_1024 2048 "divergent warps                           5          5  0 0 0 0 0 0 1 1 1 1 1")
# 003: 47 working warps.
document_steps(modulo_256 768 "working warps                           141         47  8 8 8 8 8 4 2 1"
    "shared store bank conflicts               0          0")
# 003: 12 working warps; at s = 16 the 8 threads load i from bank 0 and i + s from bank 16, and store to bank 0, each in
# 8 passes. At first, 128 threads add, not 127.
document_steps(strided_256 256 "working warps                            12         12  4 2 1 1 1 1 1 1"
    "shared load bank conflicts               70         70  8 12 14 14 14 6 2 0"
    "shared store bank conflicts              35         35  4 6 7 7 7 3 1 0"
    "active lanes                          1,279      1,279  384 192 96 48 24 12 6 3")
# 003: the same 12, and no conflicts.
document_steps(sequential_256 256 "working warps                            12         12  4 2 1 1 1 1 1 1"
    "shared load bank conflicts                0          0" "shared store bank conflicts               0          0")

# 004's kernel changes its input, which is const for a lab's function. The harness must report it.
add_course_test(NAME course.documents.in_place_256 WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMAND ${EXPECT_EXIT} 1 --says "input changed: " --says "the result is correct"
        -- $<TARGET_FILE:documents-check> --program kernels --part in_place_256)

# Nothing orders the steps in 003's last warp; volatile does not.
add_course_test(NAME course.documents.last_warp_256 WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMAND ${EXPECT_EXIT} 1 --says "race in shared memory: shared_data"
        -- $<TARGET_FILE:documents-check> --program kernels --part last_warp_256)

# 000's `blockDim + t` does not compile.
add_runner(TARGET documents-block_dim-sim SOURCE ${CMAKE_CURRENT_LIST_DIR}/compile_block_dim.cu
    LAB ${DOCUMENTS} DEVICE sim EXCLUDE_FROM_ALL)
add_course_test(NAME course.documents.block_dim WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMAND ${CMAKE_SOURCE_DIR}/common/tests/labs/expect_verdict
        ${CMAKE_CURRENT_LIST_DIR}/compile_block_dim.cu
        -- ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target documents-block_dim-sim)
set_tests_properties(course.documents.block_dim PROPERTIES RESOURCE_LOCK build)
