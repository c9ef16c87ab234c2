# Tests of the bench that need no GPU.
add_unit_test(times_test m)
target_sources(times_test PRIVATE ../bench/times.c)
target_include_directories(times_test PRIVATE ..)
