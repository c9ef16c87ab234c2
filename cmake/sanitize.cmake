# The sanitize preset. AddressSanitizer cannot live with -fsanitize=thread, by which the simulated GPU sees
# memory, so this preset has no labs and no runners, only the course's own code and its unit tests.
set(LABS_RUNNERS ON)
set(LABS_SANITIZE_OPTIONS)
if(LABS_SANITIZE)
    set(LABS_RUNNERS OFF)
    set(LABS_SANITIZE_OPTIONS -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
endif()
