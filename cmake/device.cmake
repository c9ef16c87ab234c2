# Which devices are built: LABS_SIM and LABS_GPU, from LABS_DEVICE and from what this machine has.
#
# The simulated GPU needs nothing but the compiler. The real one needs nvcc to build; whether there is a GPU
# to run on is found out by each run, which is skipped (exit code 77) where there is none.
if(NOT LABS_DEVICE MATCHES "^(auto|sim|gpu)$")
    message(FATAL_ERROR "LABS_DEVICE is '${LABS_DEVICE}'; it can be auto, sim or gpu")
endif()

set(LABS_SIM ON)
if(LABS_DEVICE STREQUAL gpu)
    set(LABS_SIM OFF)
endif()
set(LABS_GPU OFF)

# The GPU's architecture: its own where there is one, else what the preset says (LABS_CUDA_ARCHITECTURE, in
# the form of CMAKE_CUDA_ARCHITECTURES). Has to be known before CUDA is enabled.
function(choose_cuda_architecture)
    if(DEFINED CMAKE_CUDA_ARCHITECTURES)
        return()
    endif()
    find_program(LABS_NVIDIA_SMI nvidia-smi)
    mark_as_advanced(LABS_NVIDIA_SMI)
    set(gpu_list "")
    if(LABS_NVIDIA_SMI)
        execute_process(COMMAND ${LABS_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader
            OUTPUT_VARIABLE gpu_list ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    endif()
    if(gpu_list MATCHES "^[0-9]+\\.[0-9]+")
        if(CMAKE_VERSION VERSION_LESS 3.24) # which brought `native`
            string(REPLACE "." "" architecture ${CMAKE_MATCH_0})
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

if(NOT LABS_DEVICE STREQUAL sim)
    # nvcc's usual place is often not on the PATH.
    if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
        find_program(LABS_NVCC nvcc HINTS ENV CUDA_PATH ENV CUDA_HOME PATH_SUFFIXES bin PATHS /usr/local/cuda/bin)
        mark_as_advanced(LABS_NVCC)
        if(LABS_NVCC)
            set(CMAKE_CUDA_COMPILER ${LABS_NVCC})
        endif()
    endif()
    choose_cuda_architecture()
    include(CheckLanguage)
    check_language(CUDA)
    if(CMAKE_CUDA_COMPILER)
        enable_language(CUDA)
        set(LABS_GPU ON)
    elseif(LABS_DEVICE STREQUAL gpu)
        message(FATAL_ERROR "LABS_DEVICE=gpu needs the CUDA toolkit: no working nvcc was found")
    else()
        message(STATUS "No CUDA toolkit (nvcc): the labs are built for the simulated GPU alone")
    endif()
endif()

# For ./lab: what it can ask this build for.
set(device_names "")
if(LABS_SIM)
    string(APPEND device_names "sim\n")
endif()
if(LABS_GPU)
    string(APPEND device_names "gpu\n")
endif()
file(WRITE ${CMAKE_BINARY_DIR}/devices "${device_names}")
