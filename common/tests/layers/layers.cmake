# The layers of common/layers.txt: includes, calls and cycles (layers.c). One test for each program, because two
# programs may each have a function of the same name.
add_executable(layers ${CMAKE_CURRENT_LIST_DIR}/layers.c)

# add_layers_test(NAME FOLDER EXIT [TEXT...] -- TARGET...): looks at the objects of those targets that this build has,
# and expects that exit code and those texts.
function(add_layers_test name folder exit)
    list(FIND ARGN -- end)
    list(SUBLIST ARGN 0 ${end} texts)
    math(EXPR end "${end} + 1")
    list(SUBLIST ARGN ${end} -1 targets)
    set(expected "")
    foreach(text IN LISTS texts)
        list(APPEND expected --says ${text})
    endforeach()
    set(objects "")
    foreach(target IN LISTS targets)
        if(TARGET ${target})
            list(APPEND objects --of $<TARGET_PROPERTY:${target},SOURCE_DIR> $<TARGET_OBJECTS:${target}>)
        endif()
    endforeach()
    add_test(NAME course.layers.${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMAND_EXPAND_LISTS
        COMMAND ${EXPECT_EXIT} ${exit} ${expected} -- $<TARGET_FILE:layers> ${folder} ${CMAKE_NM} ${objects})
    set_tests_properties(course.layers.${name} PROPERTIES LABELS "course;any-compiler")
endfunction()

add_layers_test(sim common 0 -- labs_sim labs_sim_calls labs_sim_main labs_protocol)
add_layers_test(models common 0 -- labs_models labs_sim labs_sim_calls labs_protocol)
add_layers_test(program common 0 -- labs_sim labs_sim_calls labs_sim_program labs_protocol)
add_layers_test(gpu common 0 -- labs_gpu labs_protocol)
add_layers_test(check common 0 -- labs_check labs_boxing labs_protocol labs_words labs_text labs_data labs_engine labs_regions labs_lang)
add_layers_test(cli common 0 -- labs-cli labs_labs labs_text labs_regions labs_lang)
add_layers_test(box common 0 -- labs_boxing)
add_layers_test(class common 0 -- labs-class labs_boxing labs_labs labs_text labs_regions labs_lang)
add_layers_test(translate common 0 -- labs_translate labs_lang)
add_layers_test(engine common 0 -- labs_engine labs_lang)
add_layers_test(simcc common 0 -- simcc labs_translate labs_lang)
add_layers_test(run common 0 -- labs-run labs_check labs_protocol labs_words labs_text labs_data labs_engine labs_regions labs_lang)

# A tree with one mistake of each kind is refused.
add_library(layers_wrong OBJECT ${CMAKE_CURRENT_LIST_DIR}/wrong/upper/upper.c
    ${CMAKE_CURRENT_LIST_DIR}/wrong/lower/first.c ${CMAKE_CURRENT_LIST_DIR}/wrong/lower/second.c)
add_layers_test(refused ${CMAKE_CURRENT_LIST_DIR}/wrong 1
    "lower/second.c:2: includes upper/upper.h, but lower may not use upper"
    "lower/second.c: uses upper_value of" "lower/second.c: uses first of" "which uses" -- layers_wrong)
target_include_directories(layers_wrong PRIVATE ${CMAKE_CURRENT_LIST_DIR}/wrong)
