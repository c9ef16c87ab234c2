# Planted mistakes and correct alternatives: whole programs for a lab, each made from its solution.
#
#   common/tests/planted/labNN/NAME.cu        one natural mistake each; the checker must refuse it, by its name
#                                             and at its line (expect_verdict says how the file tells them)
#   common/tests/alternatives/labNN/NAME.cu   right in another way; the checker must pass it
#
# To add one: write the file. A mistake that the compiler finds has a name that begins with `compile_`. In a lab
# with operators a mistake is tried with the first of them, or with those that a line `// operators: max affine`
# names; alternatives are tried with one operator of each kind, or with those. A line `// part: mend` tries that part of the lab alone, and saves
# time; so it does with an alternative that goes its own way in that part alone.

# Tests course.planted.labNN.NAME and course.alternatives.labNN.NAME of one lab, on the simulated GPU. ARGN: the
# lab's operators. add_lab calls this.
function(add_planted_tests lab short)
    set(operators ${ARGN})
    list(SUBLIST operators 0 1 first)
    set(verdict ${CMAKE_SOURCE_DIR}/common/tests/planted/expect_verdict)
    file(GLOB planted CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/common/tests/planted/${short}/*.cu)
    file(GLOB alternatives CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/common/tests/alternatives/${short}/*.cu)

    if(NOT LABS_UNSET_LOCALS) # without it a local variable that nothing sets may happen to be right
        list(FILTER planted EXCLUDE REGEX "_local_unset\\.cu$")
    endif()

    foreach(source IN LISTS planted)
        get_filename_component(name ${source} NAME_WE)
        set(runner ${short}-planted-${name}-sim)
        set(which ${first})
        set(only "")
        file(STRINGS ${source} named REGEX "^// operators: ")
        if(named)
            string(REGEX REPLACE "^// operators: +" "" which "${named}")
            string(REPLACE " " ";" which "${which}")
        endif()
        file(STRINGS ${source} part REGEX "^// part: ")
        if(part)
            string(REGEX REPLACE "^// part: +" "--part=" only "${part}")
        endif()
        foreach(operator IN LISTS which)
            list(APPEND only --operator ${operator})
        endforeach()
        if(name MATCHES "^compile_")
            add_program(${runner} SOURCE ${source} LAB ${lab} DEVICE sim OPERATORS ${which} EXCLUDE_FROM_ALL)
            set(command ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target ${runner})
        else()
            add_program(${runner} SOURCE ${source} LAB ${lab} DEVICE sim OPERATORS ${which})
            set(command $<TARGET_FILE:${short}-check> --program planted-${name} ${only})
        endif()
        add_course_test(NAME course.planted.${short}.${name} LABELS ${short} planted
            WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMAND ${verdict} ${source} -- ${command})
        # A fraction of a learner's patience with endless loops.
        set_tests_properties(course.planted.${short}.${name} PROPERTIES ENVIRONMENT LABS_ENDLESS_SECONDS=0.4)
        if(name MATCHES "^compile_")
            set_tests_properties(course.planted.${short}.${name} PROPERTIES RUN_SERIAL ON) # one build at a time
        endif()
    endforeach()

    foreach(source IN LISTS alternatives)
        get_filename_component(name ${source} NAME_WE)
        set(only "")
        # One with 0 for its identity and one with another, the largest values, and the one that does not commute.
        set(which "")
        foreach(operator sum max farthest affine)
            if(operator IN_LIST operators)
                list(APPEND which ${operator})
            endif()
        endforeach()
        file(STRINGS ${source} named REGEX "^// operators: ")
        if(named)
            string(REGEX REPLACE "^// operators: +" "" which "${named}")
            string(REPLACE " " ";" which "${which}")
        endif()
        file(STRINGS ${source} part REGEX "^// part: ")
        if(part)
            string(REGEX REPLACE "^// part: +" "--part=" only "${part}")
        endif()
        foreach(operator IN LISTS which)
            list(APPEND only --operator ${operator})
        endforeach()
        add_program(${short}-alternative-${name}-sim SOURCE ${source} LAB ${lab} DEVICE sim OPERATORS ${which})
        add_course_test(NAME course.alternatives.${short}.${name} LABELS ${short} alternatives
            WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
            COMMAND ${CMAKE_SOURCE_DIR}/common/tests/expect_exit 0 -- $<TARGET_FILE:${short}-check> --program alternative-${name} ${only})
    endforeach()
endfunction()
