# Included by ctest in a project that was configured with toolchain.cmake: a test fails if the simulated GPU reports an
# error, also where the program itself exits with 0.
if(NOT "$ENV{SIMCC_OPTIONS}" MATCHES "--error-exitcode")
    set(ENV{SIMCC_OPTIONS} "--error-exitcode 1 $ENV{SIMCC_OPTIONS}")
endif()
