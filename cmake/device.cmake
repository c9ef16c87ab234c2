# Which devices are built: LABS_SIM and LABS_GPU, from LABS_DEVICE and the tools of this machine.
#
# The simulated GPU needs only the compiler and two libraries. The real one needs nvcc to build. A run for it looks for
# a GPU and is skipped (exit code 77) if there is none.
if(NOT LABS_DEVICE MATCHES "^(auto|sim|gpu)$")
    message(FATAL_ERROR "LABS_DEVICE is '${LABS_DEVICE}'; it can be auto, sim or gpu")
endif()

set(LABS_SIM ON)
if(LABS_DEVICE STREQUAL gpu)
    set(LABS_SIM OFF)
endif()
set(LABS_GPU OFF)

# The compute capability of the installed GPU, such as 9.0, or "".
function(find_gpu capability)
    find_program(LABS_NVIDIA_SMI nvidia-smi)
    mark_as_advanced(LABS_NVIDIA_SMI)
    set(gpu_list "")
    if(LABS_NVIDIA_SMI)
        execute_process(COMMAND ${LABS_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader
            OUTPUT_VARIABLE gpu_list ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    endif()
    string(REGEX MATCH "^[0-9]+\\.[0-9]+" first "${gpu_list}")
    set(${capability} "${first}" PARENT_SCOPE)
endfunction()

# The architecture to compile for: that of the installed GPU, otherwise LABS_CUDA_ARCHITECTURE from the preset, in the
# form of CMAKE_CUDA_ARCHITECTURES. CMake must know it before CUDA is enabled.
function(choose_cuda_architecture capability)
    if(DEFINED CMAKE_CUDA_ARCHITECTURES)
        return()
    endif()
    if(capability)
        if(CMAKE_VERSION VERSION_LESS 3.24) # the first version that supports `native`
            string(REPLACE "." "" architecture ${capability})
        else()
            set(architecture native)
        endif()
    else()
        set(architecture ${LABS_CUDA_ARCHITECTURE})
    endif()
    if(architecture)
        set(CMAKE_CUDA_ARCHITECTURES ${architecture} CACHE STRING "CUDA architectures to build for")
    endif()
endfunction()

# nvcc is often not on the PATH.
find_program(LABS_NVCC nvcc HINTS ENV CUDA_PATH ENV CUDA_HOME PATH_SUFFIXES bin PATHS /usr/local/cuda/bin)
mark_as_advanced(LABS_NVCC)

if(NOT LABS_DEVICE STREQUAL sim)
    if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
        if(LABS_NVCC)
            set(CMAKE_CUDA_COMPILER ${LABS_NVCC})
        endif()
    endif()
    find_gpu(LABS_GPU_HERE)
    choose_cuda_architecture("${LABS_GPU_HERE}")
    include(CheckLanguage)
    check_language(CUDA)
    if(CMAKE_CUDA_COMPILER)
        enable_language(CUDA)
        set(LABS_GPU ON)
        find_package(CUDAToolkit REQUIRED)
        set(LABS_CUDART CUDA::cudart_static)
        if(TARGET CUDA::cudart) # static, it is 1 MB in each of 74 runners
            set(LABS_CUDART CUDA::cudart)
            set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)
        endif()
    elseif(LABS_DEVICE STREQUAL gpu)
        message(FATAL_ERROR "LABS_DEVICE=gpu needs the CUDA toolkit: no working nvcc was found")
    else()
        message(STATUS "No CUDA toolkit (nvcc): building for the simulated GPU only")
    endif()
endif()

# gpu_program(TARGET): an executable for a real GPU. The target `gpu` builds all of them. Where there is no GPU to run
# them, a build does not contain them unless it is for this device only: that takes a third more time.
function(gpu_program target)
    if(NOT TARGET gpu)
        add_custom_target(gpu)
    endif()
    add_dependencies(gpu ${target})
    if(NOT LABS_GPU_HERE AND NOT LABS_DEVICE STREQUAL gpu)
        set_property(TARGET ${target} PROPERTY EXCLUDE_FROM_ALL ON)
    endif()
endfunction()

# The devices of this build, for ./lab.
set(device_names "")
if(LABS_SIM)
    string(APPEND device_names "sim\n")
endif()
if(LABS_GPU)
    string(APPEND device_names "gpu\n")
endif()
file(WRITE ${CMAKE_BINARY_DIR}/devices "${device_names}")
