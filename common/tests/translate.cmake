# The translator of CUDA source, its tokenizer, the syntax tree, and the TODO regions.
add_unit_test(token_test labs_lang)
add_unit_test(translate_test labs_translate)
add_unit_test(brackets_test labs_translate)
add_unit_test(host_call_test labs_translate)
add_unit_test(kernel_test labs_translate)
add_unit_test(launch_test labs_translate)
add_unit_test(shared_test labs_translate)
add_unit_test(tree_test labs_lang)
add_unit_test(questions_test labs_lang)
add_unit_test(difference_test labs_regions labs_lang)
add_unit_test(pieces_test labs_regions)
add_unit_test(regions_test labs_regions)
add_unit_test(edits_test labs_regions labs_lang)

# The syntax tree of all sources, whole and changed at random. `tree_fuzz --seconds 600 FILE...` does that for longer.
file(GLOB_RECURSE tree_sources ${CMAKE_SOURCE_DIR}/lab*/*.cu ${CMAKE_SOURCE_DIR}/common/tests/*.cu
    ${CMAKE_SOURCE_DIR}/docs/*.cu)
# Three are made of macros that no text without the preprocessor explains: JOIN(__as, m__)(...).
list(FILTER tree_sources EXCLUDE REGEX "compile_joins_assembly|long_name|endless\\.cu")
foreach(program tree_files tree_fuzz)
    add_executable(${program} ${CMAKE_CURRENT_SOURCE_DIR}/lang/${program}.c)
    target_link_libraries(${program} PRIVATE labs_regions labs_lang)
endforeach()
add_course_test(NAME course.lang.files COMMAND tree_files ${tree_sources})
add_course_test(NAME course.lang.fuzz COMMAND tree_fuzz --count 3000 ${tree_sources})

set(translate_tests ${CMAKE_SOURCE_DIR}/common/tests/translate)
add_course_test(NAME course.translate.programs
    COMMAND ${translate_tests}/programs $<TARGET_FILE:sim-translate> $<TARGET_FILE:lab-regions>)
add_course_test(NAME course.translate.compile
    COMMAND ${translate_tests}/compile ${CMAKE_SOURCE_DIR} $<TARGET_FILE:sim-translate> ${CMAKE_CXX_COMPILER})
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU) # Clang warns in the program itself
    add_course_test(NAME course.translate.warnings
        COMMAND ${translate_tests}/warnings ${CMAKE_SOURCE_DIR} $<TARGET_FILE:sim-translate> ${CMAKE_CXX_COMPILER}
            ${LABS_STUDENT_WARNINGS})
endif()

# cmake -DLABS_TESTS=ON -DLABS_FUZZ=ON with Clang: translate_fuzz.c says how to run it.
option(LABS_FUZZ "Fuzzing of the translator (Clang)" OFF)
if(LABS_FUZZ AND CMAKE_C_COMPILER_ID MATCHES Clang)
    set(folder ${CMAKE_SOURCE_DIR}/common/sim/translate)
    set(lang ${CMAKE_SOURCE_DIR}/common/lang)
    file(GLOB sources ${folder}/*.c ${lang}/*.c)
    list(REMOVE_ITEM sources ${folder}/main.c ${folder}/compile.c)
    set(regions ${CMAKE_SOURCE_DIR}/common/regions)
    add_executable(translate_fuzz ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/translate_fuzz.c ${sources}
        ${regions}/regions.c ${regions}/kept.c)
    target_include_directories(translate_fuzz PRIVATE ${folder} ${lang} ${regions})
    target_compile_options(translate_fuzz PRIVATE -g -O1 -fsanitize=fuzzer,address,undefined)
    target_link_options(translate_fuzz PRIVATE -fsanitize=fuzzer,address,undefined)
endif()
