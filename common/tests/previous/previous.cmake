# A lab grades what it teaches. With the previous lab's code, the results are correct and there are no errors, but the
# technique is missing. Tests course.labNN.previous.ASPECT.
if(NOT LABS_SIM)
    return()
endif()

# Puts the code of one TODO region into another:
# add_previous_lab_test(lab02-interleaved PART interleaved TODO 1 FROM lab01-naive-reduce TODO_THERE 10)
function(add_previous_lab_test lab)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "PART;TODO;FROM;TODO_THERE" "")
    string(REGEX MATCH "^lab[0-9][0-9]" short ${lab})
    set(there ${CMAKE_SOURCE_DIR}/${arg_FROM}/solution.cu)
    set(here ${CMAKE_SOURCE_DIR}/${lab}/solution.cu)
    set(put_in ${CMAKE_SOURCE_DIR}/common/tests/previous/put_in)
    set(derived ${CMAKE_CURRENT_BINARY_DIR}/${short}-previous.cu)
    add_custom_command(OUTPUT ${derived} VERBATIM DEPENDS ${there} ${here} ${put_in}
        COMMAND ${put_in} ${there} ${arg_TODO_THERE} ${here} ${arg_TODO} > ${derived})
    add_program(${short}-previous-sim SOURCE ${derived} LAB ${lab} DEVICE sim)
    add_dependencies(lab-tests ${short}-previous-sim)
    foreach(aspect_code result=0 memory=0 technique=1)
        string(REGEX MATCH "[a-z]+" aspect ${aspect_code})
        string(REGEX MATCH "[0-9]" code ${aspect_code})
        add_course_test(NAME course.${short}.previous.${aspect} LABELS ${short} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
            COMMAND ${EXPECT_EXIT} ${code} --says "${short}.${aspect}: "
                -- $<TARGET_FILE:${short}-check> --program previous --part ${arg_PART} --aspect ${aspect})
    endforeach()
endfunction()

# The whole solution, called by the code in common/tests/previous/labNN.cu, for one sum of ints. PARTS: the parts with
# technique points, which all get none (course.labNN.previous.technique.PART):
# add_previous_solution_test(lab04-coarsening FROM lab03-sequential-addressing PARTS first_add coarse atomic)
function(add_previous_solution_test lab)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "FROM" "PARTS")
    string(REGEX MATCH "^lab[0-9][0-9]" short ${lab})
    set(there ${CMAKE_SOURCE_DIR}/${arg_FROM}/solution.cu)
    set(calls ${CMAKE_SOURCE_DIR}/common/tests/previous/${short}.cu)
    set(derived ${CMAKE_CURRENT_BINARY_DIR}/${short}-previous.cu)
    add_custom_command(OUTPUT ${derived} VERBATIM DEPENDS ${there} ${calls} COMMAND cat ${there} ${calls} > ${derived})
    add_program(${short}-previous-sim SOURCE ${derived} LAB ${lab} DEVICE sim OPERATORS sum)
    add_dependencies(lab-tests ${short}-previous-sim)
    set(check $<TARGET_FILE:${short}-check> --program previous --operator sum --n 100003)
    foreach(aspect result memory)
        add_course_test(NAME course.${short}.previous.${aspect} LABELS ${short} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
            COMMAND ${EXPECT_EXIT} 0 --says "${short}.${aspect}: " -- ${check} --aspect ${aspect})
    endforeach()
    foreach(part IN LISTS arg_PARTS)
        add_course_test(NAME course.${short}.previous.technique.${part} LABELS ${short}
            WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
            COMMAND ${EXPECT_EXIT} 1 --says "${short}.technique: " -- ${check} --aspect technique --part ${part})
    endforeach()
endfunction()

add_previous_lab_test(lab02-interleaved PART interleaved TODO 1 FROM lab01-naive-reduce TODO_THERE 10)
add_previous_lab_test(lab03-sequential-addressing PART sequential TODO 1 FROM lab02-interleaved TODO_THERE 1)
add_previous_solution_test(lab04-coarsening FROM lab03-sequential-addressing PARTS first_add coarse atomic)
add_previous_solution_test(lab05-warp-unroll FROM lab04-coarsening PARTS last_warp unrolled)
add_previous_solution_test(lab06-shuffle FROM lab05-warp-unroll PARTS shuffle grid_stride)
