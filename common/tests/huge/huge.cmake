# 2^32 elements on a real GPU: tests course.huge.labNN.PART.
if(NOT LABS_GPU)
    return()
endif()

function(add_huge_test arrays lab part) # ARGN: the checker's options
    add_course_test(NAME course.huge.${lab}.${part} LABELS ${lab} gpu
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/huge ${arrays} $<TARGET_FILE:${lab}-check> --program solution --device gpu
            --part ${part} ${ARGN})
    set_property(TEST course.huge.${lab}.${part} PROPERTY RESOURCE_GROUPS gpus:1)
    set_tests_properties(course.huge.${lab}.${part} PROPERTIES TIMEOUT 3600 RUN_SERIAL ON) # they need much memory
endfunction()

add_huge_test(1 lab01 modulo)
add_huge_test(1 lab04 coarse --operator sum)
add_huge_test(1 lab06 grid_stride --operator sum)
add_huge_test(2 lab10 single_pass --operator sum)
