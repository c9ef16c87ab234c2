# The part of CUDA that the simulated GPU supports. surface.cu has a line for each feature, and is compiled and
# linked,
# also for a real GPU. docs/cuda-surface.md is generated from it. Using another feature is an error that names a
# replacement: `missing` tests these messages, and `toolkit` that every header and function of the installed toolkit
# is
# supported or has a message.
set(SURFACE common/tests/surface) # from the course's root, as a lab's folder
foreach(device sim gpu)
    add_runner(TARGET surface-all-${device} SOURCE ${CMAKE_CURRENT_LIST_DIR}/surface.cu LAB ${SURFACE} DEVICE ${device})
    if(TARGET surface-all-${device}) # it does not use its results
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
    add_course_test(NAME course.surface.as_nvcc LABELS long COMMAND ${CMAKE_CURRENT_LIST_DIR}/as_nvcc $<TARGET_FILE:sim-translate>
        ${nvcc} ${student_compiler} ${LABS_STUDENT_WARNINGS} -Wno-unused)
    add_course_test(NAME course.surface.library LABELS long COMMAND ${CMAKE_CURRENT_LIST_DIR}/library $<TARGET_FILE:sim-translate>
        ${nvcc} ${student_compiler})
    if(LABS_GPU)
        if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
            list(APPEND student_compiler -ferror-limit=0)
        endif()
        add_course_test(NAME course.surface.toolkit LABELS long COMMAND ${CMAKE_CURRENT_LIST_DIR}/toolkit
            $<TARGET_FILE:sim-translate> ${CMAKE_CUDA_COMPILER} ${student_compiler})
    endif()
endif()
