# A program gets the same verdict each time (same/same). This is a sample of programs and configurations.
if(LABS_SIM)
    add_course_test(NAME course.same LABELS sim TIMEOUT 600 COMMAND /bin/sh -c
        "exec '${CMAKE_CURRENT_LIST_DIR}/same' quick '${CMAKE_BINARY_DIR}' <'${CMAKE_CURRENT_LIST_DIR}/programs'")
    set_tests_properties(course.same PROPERTIES RUN_SERIAL ON) # it links programs that other tests link, too
endif()
