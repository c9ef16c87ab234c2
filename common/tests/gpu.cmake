# Tests of the code for real GPUs that need no GPU, but the CUDA toolkit.
if(LABS_GPU)
    add_unit_test(launch_name_test labs_gpu)
    add_unit_test(allocations_test labs_protocol labs_words)
    target_sources(allocations_test PRIVATE ../gpu/allocations.c)
    target_include_directories(allocations_test PRIVATE .. ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
endif()
