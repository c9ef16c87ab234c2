# What the simulated GPU knows of CUDA: surface.cu has a line for each thing and is compiled and linked, for a real GPU
# too; docs/cuda-surface.md is made from it. What is not there says what to use in its place.
set(SURFACE common/tests/surface) # from the course's root, as a lab's folder
foreach(device sim gpu)
    add_runner(TARGET surface-all-${device} SOURCE ${CMAKE_CURRENT_LIST_DIR}/surface.cu LAB ${SURFACE} DEVICE ${device})
    if(TARGET surface-all-${device}) # it does nothing with what it computes
        target_compile_options(surface-all-${device}-code PRIVATE -w)
    endif()
endforeach()
if(LABS_SIM)
    add_course_test(NAME course.surface.missing COMMAND ${CMAKE_CURRENT_LIST_DIR}/missing $<TARGET_FILE:sim-translate>
        ${CMAKE_CXX_COMPILER} -std=gnu++17 -I${CMAKE_SOURCE_DIR}/common/sim/cuda
        -include cuda_runtime.h -include cooperative_groups.h -include cuda/atomic)
endif()
