# Translates and compiles lab code for the simulated GPU.

# Options for lab code on the simulated GPU. (-fsanitize=bounds, shift-exponent: a call where an index is outside an
# array of known length, or a shift is by too many bits; see sim/hooks/array_bounds.c. float-cast-overflow: where a
# number does not fit into an integer; see sim/hooks/conversions.c.) -fsanitize=thread makes the
# compiler call a function before every load and store. The program is linked without that flag, and the course supplies
# those functions. -O0, because optimization merges, widens and drops accesses. docs/simulated-gpu.md explains the rest.
set(LABS_SIM_OPTIONS -O0 -g -fwrapv -fsanitize=thread -UNDEBUG -fstack-clash-protection
    -fstack-protector-strong # hooks/local_arrays.c
    -Werror=attribute-warning) # a kernel called like a function (common/sim/cuda/sim/qualifiers.h)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    list(APPEND LABS_SIM_OPTIONS -fsanitize=bounds -fsanitize=shift-exponent -fsanitize=float-cast-overflow
        "SHELL:--param tsan-distinguish-volatile=1" "SHELL:--param tsan-instrument-func-entry-exit=0")
else()
    list(APPEND LABS_SIM_OPTIONS -fsanitize=array-bounds -fsanitize=shift-exponent -fsanitize=float-cast-overflow
        "SHELL:-mllvm -tsan-distinguish-volatile=1"
        "SHELL:-mllvm -tsan-instrument-read-before-write=1" "SHELL:-mllvm -tsan-instrument-func-entry-exit=0")
endif()

# An uninitialized local variable gets a value that spoils every result, instead of a 0 that may happen to be correct.
# The checker knows the value. GCC 11 does not have this option.
set(LABS_UNSET_LOCALS ON)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
    set(LABS_UNSET_LOCALS OFF)
endif()
if(LABS_UNSET_LOCALS)
    list(APPEND LABS_SIM_OPTIONS -ftrivial-auto-var-init=pattern)
endif()

# On x86-64 a simulated thread leaves its kernel by a jump (sim/leave.h), which does not preserve the red zone below the
# stack pointer.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
    set(LABS_NO_RED_ZONE -mno-red-zone)
endif()
list(APPEND LABS_SIM_OPTIONS ${LABS_NO_RED_ZONE})

# On x86-64, a call of a function by its address passes through hooks/host_functions.c, and so do calls of these
# functions of the C library, which access memory: a kernel may call only lab code and the simulated GPU.
set(LABS_LIBRARY_CALLS "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64" AND NOT APPLE)
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
        list(APPEND LABS_SIM_OPTIONS -mindirect-branch=thunk-extern)
    else()
        list(APPEND LABS_SIM_OPTIONS -mretpoline -mretpoline-external-thunk)
    endif()
    set(LABS_LIBRARY_CALLS
        strcpy strncpy stpcpy stpncpy strcat strncat strlen strnlen strcmp strncmp strcasecmp strncasecmp strchr strrchr
        strstr strspn strcspn strpbrk strtok strtok_r strtol strtoul strtoll strtoull strtof strtod strtold memcmp memchr
        __isoc23_strtol __isoc23_strtoul __isoc23_strtoll __isoc23_strtoull qsort bsearch atoi atol atoll atof fprintf vfprintf sprintf snprintf vsnprintf fputs fwrite perror
        __fprintf_chk __snprintf_chk __sprintf_chk)
endif()

# add_lab_code(NAME file.cpp [include folder...]): an object library of translated CUDA C, with the options above.
function(add_lab_code name source)
    add_library(${name} OBJECT EXCLUDE_FROM_ALL ${source})
    set_target_properties(${name} PROPERTIES CXX_EXTENSIONS ON # gnu++17
        CXX_COMPILER_LAUNCHER ${CMAKE_BINARY_DIR}/common/sim/translate/sim-compile)
    add_dependencies(${name} sim-compile)
    set_property(TARGET ${name} PROPERTY COMPILE_OPTIONS ${LABS_STUDENT_WARNINGS} ${LABS_SIM_OPTIONS})
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/common/sim/cuda ${ARGN}
        ${CMAKE_SOURCE_DIR}/common/student)
endfunction()

# Translates CUDA C for the simulated GPU. LABS_LINE_NAME: the name of the source in messages, if it is generated from
# another one.
function(translate_for_sim source translated)
    set(line_name "")
    if(LABS_LINE_NAME)
        set(line_name --line-name ${LABS_LINE_NAME})
    endif()
    add_custom_command(OUTPUT ${translated} COMMAND sim-translate ${source} ${translated} ${line_name}
        DEPENDS ${source} sim-translate COMMENT "Translating ${source}" VERBATIM)
endfunction()

# add_sim_object(NAME file.cu generated.cpp [include folder...]): an object library of CUDA C, translated and compiled
# for the simulated GPU. The program that uses it links to labs_sim or labs_sim_runner.
function(add_sim_object name source translated)
    translate_for_sim(${source} ${translated})
    add_lab_code(${name} ${translated} ${ARGN})
    target_precompile_headers(${name} REUSE_FROM lab-code-header) # common/sim/CMakeLists.txt
endfunction()
