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
