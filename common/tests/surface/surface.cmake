# What the simulated GPU knows of CUDA: surface.cu has a line for each thing and is compiled and linked, for a real GPU
# too; docs/cuda-surface.md is made from it. What is not there says what to use in its place: `missing` tests the
# messages, `toolkit` that no header or function of the installed toolkit is without one.
set(SURFACE common/tests/surface) # from the course's root, as a lab's folder
foreach(device sim gpu)
    add_runner(TARGET surface-all-${device} SOURCE ${CMAKE_CURRENT_LIST_DIR}/surface.cu LAB ${SURFACE} DEVICE ${device})
    if(TARGET surface-all-${device}) # it does nothing with what it computes
        target_compile_options(surface-all-${device}-code PRIVATE -w)
    endif()
endforeach()
if(LABS_SIM)
    set(student_compiler ${CMAKE_CXX_COMPILER} -std=gnu++17 -I${CMAKE_SOURCE_DIR}/common/sim/cuda -include
        cuda_runtime.h)
    add_course_test(NAME course.surface.missing COMMAND ${CMAKE_CURRENT_LIST_DIR}/missing $<TARGET_FILE:sim-translate>
        ${student_compiler} -include cooperative_groups.h -include cuda/atomic)
    # Compares with nvcc where it is installed, otherwise with the table in the script.
    set(nvcc none)
    if(LABS_GPU)
        set(nvcc ${CMAKE_CUDA_COMPILER})
    endif()
    add_course_test(NAME course.surface.as_nvcc COMMAND ${CMAKE_CURRENT_LIST_DIR}/as_nvcc $<TARGET_FILE:sim-translate>
        ${nvcc} ${student_compiler} ${LABS_STUDENT_WARNINGS} -Wno-unused)
    if(LABS_GPU)
        if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
            list(APPEND student_compiler -ferror-limit=0)
        endif()
        add_course_test(NAME course.surface.toolkit COMMAND ${CMAKE_CURRENT_LIST_DIR}/toolkit
            $<TARGET_FILE:sim-translate> ${CMAKE_CUDA_COMPILER} ${student_compiler})
    endif()
endif()
