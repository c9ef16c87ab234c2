# Cheats: programs for lab02 that try to get points without the work. Tests course.cheats.NAME.
#
# To add one, write the file, beginning with `// expect:` lines (common/tests/labs/expect_verdict). A cheat that the
# build refuses has a name that begins with `compile_`; each other one is linked by its test. One that only `--contain`
# refuses has a name that begins with `contained_`; its program must do its work without. docs/trust.md lists the cheats
# that are not refused.
#
# Included for lab02 (add_planted_tests, which sets build_or_1).
file(GLOB cheats CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.cu)
foreach(source IN LISTS cheats)
    get_filename_component(name ${source} NAME_WE)
    set(properties ENVIRONMENT LABS_ENDLESS_SECONDS=0.1 FIXTURES_SETUP verdicts)
    if(name MATCHES "^compile_")
        add_program(lab02-cheat-${name}-sim SOURCE ${source} LAB lab02-interleaved DEVICE sim EXCLUDE_FROM_ALL)
        set(command ${build_or_1} lab02-cheat-${name}-sim)
        list(APPEND properties RESOURCE_LOCK build) # one at a time
    else()
        add_compiled(lab02-cheat-${name} SOURCE ${source} LAB lab02-interleaved)
        set(command $<TARGET_FILE:lab02-check> --program cheat-${name})
        if(name MATCHES "^contained_")
            list(APPEND command --contain)
            # Skipped where a layer of the box is missing.
            list(PREPEND command ${CMAKE_SOURCE_DIR}/common/tests/sandbox/contained $<TARGET_FILE:labs_box>)
        endif()
        list(PREPEND command ${CMAKE_SOURCE_DIR}/common/tests/labs/linked ${CMAKE_CURRENT_BINARY_DIR} cheat-${name} --)
        list(APPEND properties RESOURCE_LOCK cheat-${name}) # course.look.NAME links it, too
    endif()
    add_course_test(NAME course.cheats.${name} LABELS lab02 cheats WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_SOURCE_DIR}/common/tests/labs/expect_verdict ${source}
            --row ${CMAKE_BINARY_DIR}/verdicts/cheats.${name} -- ${command})
    set_tests_properties(course.cheats.${name} PROPERTIES ${properties})
endforeach()
