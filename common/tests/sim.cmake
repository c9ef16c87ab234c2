# Tests of the simulated GPU's pieces. Whole kernels are tested through runners, in the folders below.
if(TARGET labs_sim)
    add_unit_test(fiber_test labs_sim)
    add_unit_test(race_test labs_sim)
    add_unit_test(stream_order_test labs_sim)
    add_unit_test(instruction_test labs_sim)
    add_unit_test(counting_test labs_sim labs_data)
    add_unit_test(models_test labs_models)
    add_unit_test(global_memory_test labs_sim)
    add_unit_test(report_test labs_sim)
    add_unit_test(happens_before_test labs_sim)
    add_unit_test(hash_map_test labs_sim)
endif()

if(TARGET labs_engine_sim)
    add_unit_test(engine_sim_test labs_engine_sim)
    target_compile_options(engine_sim_test PRIVATE $<$<C_COMPILER_ID:GNU>:-Wno-builtin-declaration-mismatch>)
    add_unit_test(engine_machine_test labs_engine_machine)
endif()

# Few elements need few addresses. A sanitizer takes terabytes of them by itself.
if(LABS_SIM AND NOT LABS_SANITIZE)
    add_course_test(NAME course.sim.addresses COMMAND ${CMAKE_CURRENT_LIST_DIR}/sim/addresses ${CMAKE_BINARY_DIR})
endif()

# Only schedule/lane.c switches simulated threads, as schedule/README.md says.
add_course_test(NAME course.sim.switches COMMAND ${CMAKE_CURRENT_LIST_DIR}/sim/switches
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} LABELS any-compiler)
