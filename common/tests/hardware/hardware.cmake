# What the simulated GPU counts is what Nsight Compute read on a real one (docs/hardware-counters.md). The real counts are
# those of docs/results/hardware-counters.tsv; the script `counters` says how they are read.
if(LABS_SIM)
    add_course_test(NAME course.hardware.counters LABELS sim WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/counters table ${CMAKE_BINARY_DIR} docs/results/hardware-counters.tsv)
endif()
