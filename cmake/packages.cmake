# The libraries that the course uses, as targets: labs::boost_context (fibers of the simulated GPU, where it has none of
# its own), labs::dw (file and line of an address), labs::elf (symbols of an object), labs::cmocka (unit tests), labs::jansson
# (tests that read JSON, and ./lab class). `./lab` installs missing ones.
#
# labs::threads: POSIX threads. CMake's own package would compile a program to find out what each compiler here knows.
add_library(labs::threads INTERFACE IMPORTED GLOBAL)
set_target_properties(labs::threads PROPERTIES INTERFACE_COMPILE_OPTIONS -pthread INTERFACE_LINK_OPTIONS -pthread)

# find_labs_package(NAME name HEADER file LIBRARY name PACKAGE name for apt): the target labs::NAME. What is missing is
# collected in `missing_headers` and `missing_packages`, so that one message names all of it.
set(missing_headers "")
set(missing_packages "")
function(find_labs_package)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;HEADER;LIBRARY;PACKAGE" "")
    find_path(LABS_${arg_NAME}_INCLUDE ${arg_HEADER})
    find_library(LABS_${arg_NAME}_LIBRARY ${arg_LIBRARY})
    mark_as_advanced(LABS_${arg_NAME}_INCLUDE LABS_${arg_NAME}_LIBRARY)
    if(NOT LABS_${arg_NAME}_INCLUDE OR NOT LABS_${arg_NAME}_LIBRARY)
        set(missing_headers ${missing_headers} ${arg_HEADER} PARENT_SCOPE)
        set(missing_packages ${missing_packages} ${arg_PACKAGE} PARENT_SCOPE)
        return()
    endif()
    add_library(labs::${arg_NAME} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(labs::${arg_NAME} PROPERTIES
        IMPORTED_LOCATION ${LABS_${arg_NAME}_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${LABS_${arg_NAME}_INCLUDE})
endfunction()

set(LABS_FIBERS "") # the simulated GPU's own on x86-64 (common/sim/schedule/fiber.h)
if(LABS_SIM AND (APPLE OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64"))
    find_labs_package(NAME boost_context HEADER boost/context/detail/fcontext.hpp LIBRARY boost_context
        PACKAGE libboost-context-dev)
    set(LABS_FIBERS labs::boost_context)
endif()
if(LABS_SIM AND NOT APPLE) # only the simulated device has instructions to look up
    find_labs_package(NAME dw HEADER elfutils/libdwfl.h LIBRARY dw PACKAGE libdw-dev)
    find_labs_package(NAME elf HEADER gelf.h LIBRARY elf PACKAGE libelf-dev) # which libdw-dev needs itself
endif()
if(LABS_TESTS)
    find_labs_package(NAME cmocka HEADER cmocka.h LIBRARY cmocka PACKAGE libcmocka-dev)
endif()
find_path(LABS_jansson_INCLUDE jansson.h)
if(LABS_TESTS OR LABS_jansson_INCLUDE) # students do not need it
    find_labs_package(NAME jansson HEADER jansson.h LIBRARY jansson PACKAGE libjansson-dev)
endif()
if(missing_packages)
    list(JOIN missing_headers ", " missing_headers)
    list(JOIN missing_packages " " missing_packages)
    message(FATAL_ERROR "Missing, or without a library: ${missing_headers}. Install them (on Debian and Ubuntu: "
        "apt-get install --no-install-recommends ${missing_packages}), or see ./lab doctor.")
endif()
