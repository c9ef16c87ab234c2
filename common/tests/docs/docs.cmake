# The program output in the pages is up to date, links lead to existing files, and quoted verdicts and figures are true.
#
# `cmake --build ... --target docs` updates the output in the pages; see common/tests/docs/pages.
foreach(table counters_table diagnostics_table)
    add_executable(${table} ${CMAKE_CURRENT_LIST_DIR}/${table}.c)
    target_include_directories(${table} PRIVATE ${CMAKE_SOURCE_DIR}/common)
endforeach()

if(LABS_SIM)
    file(GLOB pages CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/README.md
        ${CMAKE_SOURCE_DIR}/docs/*.md ${CMAKE_SOURCE_DIR}/docs/results/*.md
        ${CMAKE_SOURCE_DIR}/lab[0-9][0-9]-*/README.md ${CMAKE_SOURCE_DIR}/lab[0-9][0-9]-*/*/README.md)
    set(shown "")
    foreach(page IN LISTS pages)
        file(STRINGS ${CMAKE_SOURCE_DIR}/${page} marks REGEX "^<!-- output: ")
        if(marks)
            list(APPEND shown ${page})
        endif()
    endforeach()
    file(GLOB lab_folders RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/lab[0-9][0-9]-*
        ${CMAKE_SOURCE_DIR}/lab[0-9][0-9]-*/uses)
    list(TRANSFORM lab_folders PREPEND ${CMAKE_BINARY_DIR}/)
    list(JOIN lab_folders ":" lab_folders)
    set(with_path ${CMAKE_COMMAND} -E env "LABS_BUILD=${CMAKE_BINARY_DIR}"
        "PATH=${CMAKE_BINARY_DIR}/common/cli:${lab_folders}:${CMAKE_BINARY_DIR}/common/tests/documents:${CMAKE_CURRENT_BINARY_DIR}:$ENV{PATH}")
    # Tests course.docs.output.README, course.docs.output.docs_lab01 and so on.
    foreach(page IN LISTS shown)
        set(long long)
        if(page STREQUAL README.md)
            set(long "")
        endif()
        string(REGEX REPLACE "[.]md$" "" name ${page})
        string(REPLACE "/" "_" name ${name})
        add_course_test(NAME course.docs.output.${name} LABELS ${long} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
            COMMAND ${with_path} LABS_COUNTED=${LABS_COUNTED} ${CMAKE_CURRENT_LIST_DIR}/pages check ${page})
        if(page STREQUAL docs/hardware-counters.md)
            set_tests_properties(course.docs.output.${name} PROPERTIES FIXTURES_REQUIRED counted)
        endif()
    endforeach()
    add_course_test(NAME course.docs.grading WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${with_path} ${CMAKE_CURRENT_LIST_DIR}/grading)
    add_custom_target(docs WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} VERBATIM
        COMMAND ${with_path} ${CMAKE_CURRENT_LIST_DIR}/pages update ${shown}
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/animation update $<TARGET_FILE:lab-regions>)
    add_course_test(NAME course.docs.animation LABELS any-compiler long WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/animation check $<TARGET_FILE:lab-regions>)

    # The pages run most programs of the build, so `docs` depends on all that a build makes.
    add_dependencies(docs long-tests)
    function(add_docs_dependencies folder)
        get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
        foreach(target IN LISTS targets)
            get_target_property(excluded ${target} EXCLUDE_FROM_ALL)
            if(NOT excluded OR target MATCHES "-par$")
                add_dependencies(docs ${target})
            endif()
        endforeach()
        get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
        foreach(below IN LISTS folders)
            add_docs_dependencies(${below})
        endforeach()
    endfunction()
    cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY \"${CMAKE_SOURCE_DIR}\" CALL add_docs_dependencies \"${CMAKE_SOURCE_DIR}\")")
endif()

foreach(test figures links quotes sources)
    add_course_test(NAME course.docs.${test} LABELS any-compiler COMMAND ${CMAKE_CURRENT_LIST_DIR}/${test}
        WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
endforeach()

# The translations' catalogues: docs/translations.md.
add_executable(catalogues ${CMAKE_CURRENT_LIST_DIR}/catalogues.c)
target_link_libraries(catalogues PRIVATE labs_labs)
foreach(action check messages msgfmt wrong missing)
    add_course_test(NAME course.translations.${action} LABELS any-compiler WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/translations ${action} $<TARGET_FILE:catalogues>)
endforeach()
add_custom_target(translations WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} DEPENDS catalogues VERBATIM
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/translations update
    COMMAND ${CMAKE_COMMAND} -E env "PATH=${CMAKE_CURRENT_BINARY_DIR}:$ENV{PATH}"
        ${CMAKE_CURRENT_LIST_DIR}/pages update docs/translations.md)

# The programs for a real GPU whose output is in the pages.
if(LABS_GPU)
    foreach(program in_flight document_times small_sums timing)
        add_executable(${program} ${CMAKE_SOURCE_DIR}/docs/programs/${program}.cu)
        set_property(TARGET ${program} PROPERTY COMPILE_OPTIONS "") # the course's are for GCC and Clang
        gpu_program(${program})
    endforeach()
endif()
