# A program gets the same verdict each time (same/same). This is a sample of programs and configurations.
if(LABS_SIM)
    add_course_test(NAME course.same LABELS sim long COMMAND /bin/sh -c
        "exec '${CMAKE_CURRENT_LIST_DIR}/same' quick '${CMAKE_BINARY_DIR}' <'${CMAKE_CURRENT_LIST_DIR}/programs'")
    set_tests_properties(course.same PROPERTIES RUN_SERIAL ON) # it keeps the machine busy
    # The list for the run of all has a hundred programs.
    add_course_test(NAME course.same.draw LABELS sim long COMMAND /bin/sh -c
        "'${CMAKE_CURRENT_LIST_DIR}/draw' '${CMAKE_BINARY_DIR}' | sort -u | wc -l | grep -qx ' *100'")
endif()
