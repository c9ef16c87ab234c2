# What of a real GPU's part can be tried without one; needs the CUDA toolkit.
if(LABS_GPU)
    add_unit_test(launch_name_test labs_gpu)
endif()
