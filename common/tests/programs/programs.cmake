# Whole programs, in the style of introductory courses, with ./lab run: NAME.cu prints what its comments `// prints: TEXT`
# say and has no errors; each mistake in NAME.wrong (common/regions/edits.h) is reported at its line.
#
# To add one: NAME.cu and NAME.wrong. Those of docs/experiments.md are in docs/experiments.
if(NOT LABS_SIM)
    return()
endif()
file(GLOB programs CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.cu ${CMAKE_SOURCE_DIR}/docs/experiments/*.cu)
foreach(program IN LISTS programs)
    get_filename_component(name ${program} NAME_WE)
    add_course_test(NAME course.programs.${name} LABELS programs
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/try ${program} ${CMAKE_BINARY_DIR})
endforeach()

add_course_test(NAME course.programs.behaviour LABELS programs
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/behaviour ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
