# Tests of the simulated GPU's pieces. Whole kernels are tested through runners, in the folders below.
if(TARGET labs_sim)
    add_unit_test(fiber_test labs_sim)
    add_unit_test(shadow_test labs_sim)
    add_unit_test(group_test labs_sim)
    add_unit_test(heap_test labs_sim)
    add_unit_test(report_test labs_sim)
endif()
