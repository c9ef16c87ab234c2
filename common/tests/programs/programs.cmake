# Whole programs, in the style of introductory courses, with ./lab run: NAME.cu prints what its comments `// prints:
# TEXT` say and has no errors; each mistake in NAME.wrong (common/regions/edits.h) is reported at its line.
#
# To add one: NAME.cu and NAME.wrong. Those of docs/experiments.md are in docs/experiments. on_gpu compares all of them
# with a real GPU. The small tier has one of each kind.
if(NOT LABS_SIM)
    return()
endif()

# add_whole_programs(PREFIX SMALL COMMAND FOLDER...): tests course.programs.PREFIXNAME, one of each .cu file in the
# folders. SMALL is the name of the one in the small tier.
function(add_whole_programs prefix small command)
    list(TRANSFORM ARGN APPEND /*.cu)
    file(GLOB programs CONFIGURE_DEPENDS ${ARGN})
    foreach(program IN LISTS programs)
        get_filename_component(name ${program} NAME_WE)
        set(long long)
        if(name STREQUAL small)
            set(long "")
        endif()
        add_course_test(NAME course.programs.${prefix}${name} LABELS programs ${long}
            COMMAND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${command} ${program} ${CMAKE_BINARY_DIR})
    endforeach()
endfunction()
add_whole_programs("" matmul_tiled try ${CMAKE_CURRENT_LIST_DIR} ${CMAKE_SOURCE_DIR}/docs/experiments)

# Programs of the docs: here without errors, and with arguments that make them short.
foreach(call "first_kernel" "in_flight 1 1" "timing 10" "document_times today 16 16 1" "small_sums 12 1" "exercises")
    separate_arguments(words UNIX_COMMAND "${call}")
    list(POP_FRONT words name)
    set(long long)
    if(name STREQUAL timing)
        set(long "")
    endif()
    add_course_test(NAME course.programs.${name} LABELS programs ${long}
        COMMAND ${CMAKE_COMMAND} -E env LABS_BUILD=${CMAKE_BINARY_DIR} ${CMAKE_BINARY_DIR}/common/cli/labs-cli
            run --error-exitcode 1 ${CMAKE_SOURCE_DIR}/docs/programs/${name}.cu -- ${words})
endforeach()

# What is said of programs that run with each of several arguments.
add_whole_programs(reported. passing reported/reported ${CMAKE_CURRENT_LIST_DIR}/reported)

add_course_test(NAME course.programs.behaviour LABELS programs long
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/behaviour ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
