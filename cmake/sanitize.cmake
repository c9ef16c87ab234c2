# The sanitize preset. AddressSanitizer cannot be combined with -fsanitize=thread, which the simulated GPU needs. This
# preset therefore has no labs and no runners, only the course's C code and its unit tests.
set(LABS_RUNNERS ON)
set(LABS_SANITIZE_OPTIONS)
if(LABS_SANITIZE)
    set(LABS_RUNNERS OFF)
    set(LABS_SANITIZE_OPTIONS -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
endif()
