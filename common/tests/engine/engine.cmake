# Compares the engine with the compiled simulated GPU (compare), and with its WebAssembly module (node).
if(NOT LABS_SIM OR NOT TARGET labs::jansson OR APPLE)
    return()
endif()
set(folder ${CMAKE_CURRENT_BINARY_DIR}/engine)
add_executable(differences ${CMAKE_CURRENT_LIST_DIR}/differences.c)
target_link_libraries(differences PRIVATE labs::jansson)
set_property(TARGET differences PROPERTY RUNTIME_OUTPUT_DIRECTORY ${folder})
file(GLOB checks ${CMAKE_SOURCE_DIR}/lab[01][0-9]-*/check.c)
foreach(check IN LISTS checks)
    string(REGEX REPLACE ".*/(lab[0-9][0-9])-[^/]*/check.c" "\\1" short ${check})
    add_executable(engine-${short}-check ${check} ${CMAKE_CURRENT_LIST_DIR}/small_cases.c)
    target_link_libraries(engine-${short}-check PRIVATE labs_check -Wl,--wrap=cases_make)
    get_filename_component(lab ${check} DIRECTORY)
    target_compile_definitions(engine-${short}-check PRIVATE LAB_FOLDER="${lab}")
    set_property(TARGET engine-${short}-check PROPERTY RUNTIME_OUTPUT_DIRECTORY ${folder})
endforeach()
if(TARGET labs-engine)
    add_course_test(NAME course.engine.compare LABELS long
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/compare ${folder} ${CMAKE_BINARY_DIR} $<TARGET_FILE:labs-engine>)
    # More than 1000 kernels.
    add_course_test(NAME course.engine.random LABELS long COMMAND ${CMAKE_CURRENT_LIST_DIR}/random ${CMAKE_BINARY_DIR}
        $<TARGET_FILE:labs-engine> accesses=12 races=12 program=30)
    add_course_test(NAME course.engine.node LABELS any-compiler long WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/node ${CMAKE_BINARY_DIR} $<TARGET_FILE:labs-engine> 20 1)
endif()
