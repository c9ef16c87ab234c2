# Memory of the simulated GPU, measured: course.sim.memory.
if(LABS_SIM)
    add_sim_object(memory-kernels ${CMAKE_CURRENT_LIST_DIR}/memory_kernels.cu
        ${CMAKE_CURRENT_BINARY_DIR}/memory-kernels.cpp ${CMAKE_CURRENT_LIST_DIR})
    add_executable(memory_test ${CMAKE_CURRENT_LIST_DIR}/memory_test.c $<TARGET_OBJECTS:memory-kernels>)
    target_include_directories(memory_test PRIVATE ${CMAKE_SOURCE_DIR}/common/tests)
    target_link_libraries(memory_test PRIVATE labs_sim labs::cmocka)
    target_compile_options(memory_test PRIVATE ${LABS_COURSE_WARNINGS})
    set_target_properties(memory_test PROPERTIES LINKER_LANGUAGE CXX)
    add_course_test(NAME course.sim.memory COMMAND memory_test LABELS sim)
endif()
