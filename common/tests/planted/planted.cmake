# Planted mistakes and correct alternatives: whole programs for a lab, each made from its solution.
#
#   common/tests/planted/labNN/NAME.cu        one natural mistake each; the checker must refuse it, by its name
#                                             and at its line (expect_verdict says how the file tells them)
#   common/tests/alternatives/labNN/NAME.cu   right in another way; the checker must pass it
#
# To add one: write the file. A mistake that the compiler finds has a name that begins with `compile_`.

set(EXPECT_VERDICT ${CMAKE_CURRENT_LIST_DIR}/expect_verdict)

# Tests course.planted.labNN.NAME and course.alternatives.labNN.NAME of one lab, on the simulated GPU.
function(add_planted_tests lab)
    string(REGEX MATCH "^lab[0-9][0-9]" short ${lab})
    file(GLOB planted CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/common/tests/planted/${short}/*.cu)
    file(GLOB alternatives CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/common/tests/alternatives/${short}/*.cu)

    foreach(source IN LISTS planted)
        get_filename_component(name ${source} NAME_WE)
        set(runner ${short}-planted-${name}-sim)
        if(name MATCHES "^compile_")
            add_runner(TARGET ${runner} SOURCE ${source} LAB ${lab} DEVICE sim EXCLUDE_FROM_ALL)
            set(command ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target ${runner})
        else()
            add_runner(TARGET ${runner} SOURCE ${source} LAB ${lab} DEVICE sim)
            set(command $<TARGET_FILE:${short}-check> --program planted-${name})
        endif()
        add_course_test(NAME course.planted.${short}.${name} LABELS ${short} planted
            WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMAND ${EXPECT_VERDICT} ${source} -- ${command})
        # A fraction of a learner's patience with endless loops.
        set_tests_properties(course.planted.${short}.${name} PROPERTIES ENVIRONMENT LABS_ENDLESS_SECONDS=0.4)
        if(name MATCHES "^compile_")
            set_tests_properties(course.planted.${short}.${name} PROPERTIES RUN_SERIAL ON) # one build at a time
        endif()
    endforeach()

    foreach(source IN LISTS alternatives)
        get_filename_component(name ${source} NAME_WE)
        add_runner(TARGET ${short}-alternative-${name}-sim SOURCE ${source} LAB ${lab} DEVICE sim)
        add_course_test(NAME course.alternatives.${short}.${name} LABELS ${short} alternatives
            WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
            COMMAND ${EXPECT_EXIT} 0 -- $<TARGET_FILE:${short}-check> --program alternative-${name})
    endforeach()
endfunction()

if(LABS_SIM)
    add_planted_tests(lab01-naive-reduce)
endif()
