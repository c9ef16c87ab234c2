# The solutions on a real GPU under NVIDIA's compute-sanitizer, one part after the other at a small size: `ctest -L
# sanitize`. Tests course.sanitize.labNN.TOOL, skipped if there is no GPU or no compute-sanitizer. They take minutes
# and are not part of ./lab test. (The preset of that name is different: the course's C code under AddressSanitizer.)
set(SANITIZE ${CMAKE_CURRENT_LIST_DIR}/sanitize)
add_course_test(NAME course.harness.sanitize COMMAND ${CMAKE_CURRENT_LIST_DIR}/script ${CMAKE_CURRENT_LIST_DIR})

function(add_sanitize_test name label) # command...
    add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS "sanitize;${label}" TIMEOUT 900 SKIP_RETURN_CODE 77)
    set_property(TEST ${name} PROPERTY RESOURCE_GROUPS gpus:1)
endfunction()

# Each tool finds an error of common/tests/mistakes that the others do not look for.
if(LABS_GPU)
    foreach(mistake memcheck/loses_context racecheck/races initcheck/reads_unset synccheck/diverges)
        string(REPLACE "/" ";" mistake ${mistake})
        list(GET mistake 0 tool)
        list(GET mistake 1 part)
        add_sanitize_test(course.sanitize.finds.${tool} harness ${EXPECT_EXIT} 1 --says "sanitize: ${tool} has found"
            -- ${SANITIZE} ${tool} $<TARGET_FILE:mistakes-check> --program kernels --part ${part} --n 33)
    endforeach()
endif()

# add_lab calls this. Only with the first operator: the others make the same loads and stores of other values.
function(add_sanitize_tests short first_operator)
    if(NOT TARGET ${short}-solution-gpu)
        return()
    endif()
    set(options --program solution --n 100003)
    if(first_operator)
        list(APPEND options --operator ${first_operator})
    endif()
    foreach(tool memcheck racecheck initcheck synccheck)
        add_sanitize_test(course.sanitize.${short}.${tool} ${short}
            ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/sanitize ${tool} $<TARGET_FILE:${short}-check> ${options})
    endforeach()
endfunction()
