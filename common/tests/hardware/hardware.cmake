# The simulated GPU's counters equal those that Nsight Compute read on a real GPU (docs/hardware-counters.md). The real
# counts are in docs/results/hardware-counters.tsv; the script `counters` says how they are read.
set(HARDWARE common/tests/hardware) # from the course's root, as a lab's folder
add_executable(hardware-check ${CMAKE_CURRENT_LIST_DIR}/check.c)
target_include_directories(hardware-check PRIVATE ${CMAKE_CURRENT_LIST_DIR})
target_link_libraries(hardware-check PRIVATE labs_checker)
set_target_properties(hardware-check PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${HARDWARE})
foreach(device sim gpu)
    add_runner(TARGET hardware-kernels-${device} SOURCE ${CMAKE_CURRENT_LIST_DIR}/kernels.cu LAB ${HARDWARE}
        DEVICE ${device})
endforeach()

if(LABS_SIM)
    foreach(part neighbours warp_sums exchanges tiles atomics)
        add_course_test(NAME course.hardware.${part} LABELS sim WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
            COMMAND hardware-check --program kernels --part ${part})
    endforeach()
    # course.docs.output shows in a page what is counted here.
    add_course_test(NAME course.hardware.counters LABELS sim WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND sh -c "rm -f \"$1\" && LABS_COUNTED=$1 exec \"$0\" table \"$2\" docs/results/hardware-counters.tsv"
            ${CMAKE_CURRENT_LIST_DIR}/counters ${LABS_COUNTED} ${CMAKE_BINARY_DIR})
    set_tests_properties(course.hardware.counters PROPERTIES FIXTURES_SETUP counted)
endif()
