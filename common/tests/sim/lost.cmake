# Which value was never used, as the simulated GPU reports it to the checker: course.sim.lost.
if(LABS_SIM)
    add_sim_object(lost-kernels ${CMAKE_CURRENT_LIST_DIR}/lost_kernels.cu
        ${CMAKE_CURRENT_BINARY_DIR}/lost-kernels.cpp ${CMAKE_CURRENT_LIST_DIR})
    add_executable(lost_test ${CMAKE_CURRENT_LIST_DIR}/lost_test.c $<TARGET_OBJECTS:lost-kernels>)
    target_include_directories(lost_test PRIVATE ${CMAKE_SOURCE_DIR}/common/tests)
    target_link_libraries(lost_test PRIVATE labs_sim labs_check labs::cmocka)
    target_compile_options(lost_test PRIVATE ${LABS_COURSE_WARNINGS})
    set_target_properties(lost_test PROPERTIES LINKER_LANGUAGE CXX)
    add_course_test(NAME course.sim.lost COMMAND lost_test LABELS sim)
endif()
