# The simulated GPU's counters equal those that Nsight Compute read on a real GPU (docs/hardware-counters.md). The real
# counts are in docs/results/hardware-counters.tsv; the script `counters` says how they are read.
if(LABS_SIM)
    add_course_test(NAME course.hardware.counters LABELS sim WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/counters table ${CMAKE_BINARY_DIR} docs/results/hardware-counters.tsv)
endif()
