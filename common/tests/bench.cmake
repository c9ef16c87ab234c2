# What of the bench can be tried without a GPU.
add_unit_test(times_test m)
target_sources(times_test PRIVATE ../bench/times.c)
target_include_directories(times_test PRIVATE ..)
