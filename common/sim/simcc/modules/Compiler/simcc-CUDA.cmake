# simcc takes nvcc's options. It needs no separate device link, and reads no response files.
include(Compiler/NVIDIA-CUDA)
set(CMAKE_CUDA_COMPILER_HAS_DEVICE_LINK_PHASE False)
foreach(kind INCLUDES LIBRARIES OBJECTS)
    set(CMAKE_CUDA_USE_RESPONSE_FILE_FOR_${kind} 0)
endforeach()
set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
set(CMAKE_CUDA_LINKER_PREFERENCE 40) # above that of C++: simcc links a program that has both
