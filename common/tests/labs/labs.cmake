# Tests of the labs' checkers: mistakes that they must refuse, and programs that they must accept.
#
#   mistakes/labNN               natural mistakes, as edits of the lab's solution (common/regions/edits.h); the checker
#                                must refuse each by its name and at its line (expect_verdict)
#   alternatives/labNN/edits     programs that are correct in another way, as edits too; the checker must pass them
#   alternatives/labNN/NAME.cu   the same, where little of the solution is left
#   sentences/labNN.NAME         mistakes in alternatives/labNN/NAME.cu, as edits of it: what the checker says of the
#                                solution's mistakes, it must say of those in other programs too
#   handed_out                   whether the starters are empty
#   screens/                     what a student sees first, of twelve mistakes (screen)
#   failed                       what the checker tells ./lab of a failure
#   cheats/                      programs that try to get points without the work
#   mutate/                      small changes of the solutions, made by a program
#
# To add one, write an entry in a file of edits. The build makes the program in BUILD/labNN-name/planted or
# alternatives, and stops at an entry that does not fit the solution any more. `lab-regions plant` prints the program,
# or writes it over a starter. A mistake that the compiler finds has a name that begins with `compile_`. In a lab with
# operators a mistake is tried with the first operator, an alternative with one operator of each kind, or both with
# those that the line `operators max affine` names. With a line `part fix` only that part is checked, which saves time.
# With a line `check long` it is the long check, and `check verbose` shows the whole verdict. With a line `tier small`
# its test is one that `./lab test` runs without --all. A line `ladder lab01 modulo` says that the mistake is the kernel
# of that part, and so must be refused for what grading.txt names in a line `lesson`. In a whole program these lines are
# `// operators: max affine`, `// part: fix` and `// tier: small`.
#
# The build only compiles these programs. Each test links its own (linked), because together they take 200 MB.
#
# verdicts.tsv has the verdict on each planted mistake and cheat. `verdicts` compares it, updates it, and checks that
# the small tier has each diagnostic class and graded quantity, and that each lab refuses the kernels before it.
include(${CMAKE_CURRENT_LIST_DIR}/mutate/mutate.cmake)

# An empty starter is handed out, one with code is not.
set(handed_out ${CMAKE_CURRENT_BINARY_DIR}/handed_out)
file(COPY ${CMAKE_SOURCE_DIR}/lab01-naive-reduce/solution.cu DESTINATION ${handed_out})
add_course_test(NAME course.check.handed_out WORKING_DIRECTORY ${handed_out}
    COMMAND sh -c "\"$1\" skeleton ./solution.cu >starter.cu && \"$2\" 0 -- \"$3\" \"$1\" ./solution.cu && \
        cp solution.cu starter.cu && \"$2\" 1 --says ./starter.cu -- \"$3\" \"$1\" ./solution.cu"
        sh $<TARGET_FILE:lab-regions> ${EXPECT_EXIT} ${CMAKE_CURRENT_LIST_DIR}/handed_out)

# Of the 65,537 blocks of the long case, a program that passes runs some hundred (runner/sample.h).
if(LABS_SIM)
    add_course_test(NAME course.check.sample
        COMMAND ${EXPECT_EXIT} 0 --says "\"blocks_left_out\": 65" -- $<TARGET_FILE:lab01-check> --program solution
            --part modulo --long --json-full --json -)
endif()

# An untouched lab has no device to name, and so nothing to translate.
if(LABS_SIM)
    add_course_test(NAME course.check.untouched_in_chinese WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_COMMAND} -E env LABS_LANG=zh_CN LABS_LOCALE=${CMAKE_SOURCE_DIR}/docs/locale ${EXPECT_EXIT} 1
            --says "lab02-interleaved, starter" --silent-on "Content-Type" -- $<TARGET_FILE:lab02-check>
            --program starter --runners nowhere --source lab02-interleaved/starter.cu --not-begun)
endif()

# A part without a filled task is not begun, as in ./lab class.
if(LABS_SIM)
    add_course_test(NAME course.check.rows_not_begun
        COMMAND ${EXPECT_EXIT} 1 --says "tree	sim	not begun" --says "modulo	sim	not begun" --silent-on "	fail	" --
            ${CMAKE_CURRENT_LIST_DIR}/linked --apart ${CMAKE_BINARY_DIR}/lab01-naive-reduce skeleton --
            lab01-check --program skeleton --grade --rows /dev/stdout)
endif()

# A sum that several workers may lose a part of: points are those of one worker, as in ./lab class.
if(LABS_SIM)
    set(racing planted-atomic_plain_addition)
    add_course_test(NAME course.check.points_of_a_race
        COMMAND ${EXPECT_EXIT} 1 --says "atomic                        2 of 2      0 of 1      2 of 2" --
            ${CMAKE_CURRENT_LIST_DIR}/linked --apart ${CMAKE_BINARY_DIR}/lab04-coarsening ${racing} sum --
            lab04-check --program ${racing} --operator sum --part atomic --workers 4 --grade)
endif()

# What a person should look at: nothing in solutions and alternatives, the reason in cheats.
if(LABS_SIM AND NOT APPLE)
    add_executable(look ${CMAKE_CURRENT_LIST_DIR}/look.c)
    target_link_libraries(look PRIVATE labs_check)
    add_course_test(NAME course.look.harmless LABELS alternatives long
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/look_all $<TARGET_FILE:look> ${CMAKE_BINARY_DIR})
    # Debug information is read in 600 MB, or not at all.
    foreach(lines 1000 30000000)
        add_executable(debug_lines_${lines} ${CMAKE_CURRENT_LIST_DIR}/debug_lines.c)
        target_link_libraries(debug_lines_${lines} PRIVATE labs_check)
        target_compile_definitions(debug_lines_${lines} PRIVATE LINES=${lines})
        set(found "a line")
        if(lines GREATER 1000000)
            set(found "not opened")
        endif()
        add_course_test(NAME course.look.debug_lines_${lines} LABELS cheats any-compiler COMMAND ${EXPECT_EXIT} 0 --says "${found}"
            -- sh -c "ulimit -v 600000 && exec \"$0\"" $<TARGET_FILE:debug_lines_${lines}>)
    endforeach()
    # add_look_test(CHEAT EXIT REASON)
    set(linked ${CMAKE_CURRENT_LIST_DIR}/linked ${CMAKE_BINARY_DIR}/lab02-interleaved)
    function(add_look_test name exit reason)
        add_course_test(NAME course.look.${name} LABELS cheats
            COMMAND ${EXPECT_EXIT} ${exit} --says "look at this file: it " --says "${reason}"
                -- ${linked} cheat-${name} -- $<TARGET_FILE:lab02-check> --program cheat-${name} --grade)
        set_tests_properties(course.look.${name} PROPERTIES RESOURCE_LOCK cheat-${name})
    endfunction()
    add_look_test(contained_own_memory 0 "it uses open, pread, close")
    add_course_test(NAME course.look.for_student LABELS cheats
        COMMAND ${EXPECT_EXIT} 0 --says "lab02: 7 of 7 points" --silent-on "look at this file"
            -- ${linked} cheat-contained_own_memory -- $<TARGET_FILE:lab02-check> --program cheat-contained_own_memory
                --grade --for-student)
    set_tests_properties(course.look.for_student PROPERTIES RESOURCE_LOCK cheat-contained_own_memory)
    add_look_test(answers_for_the_runner 1 "getenv, mmap, munmap, read, _Exit")
    add_look_test(drops_reports 1 "it defines names of the C library: sendmsg")
    add_course_test(NAME course.look.line_of_a_secret LABELS cheats # in the messages, its lines are not shown
        COMMAND ${EXPECT_EXIT} 1 --says "passwd:1:" --silent-on "root:x"
            -- ${linked} cheat-line_of_a_secret -- $<TARGET_FILE:lab02-check> --program cheat-line_of_a_secret)
    set_tests_properties(course.look.line_of_a_secret PROPERTIES RESOURCE_LOCK cheat-line_of_a_secret)
    # Objects: each source begins with its reason, `// expect: REASON`, or with `// expect nothing`.
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/look/*.cu)
    foreach(source IN LISTS sources)
        get_filename_component(name ${source} NAME_WE)
        file(STRINGS ${source} expected LIMIT_COUNT 1)
        add_sim_object(look-${name} ${source} ${CMAKE_CURRENT_BINARY_DIR}/look-${name}.cpp)
        set_property(TARGET look-${name} PROPERTY EXCLUDE_FROM_ALL OFF)
        set(result 0 --says " 0 reasons")
        if(expected MATCHES "^// expect: (.*)")
            set(result 1 --says "${CMAKE_MATCH_1}")
        endif()
        add_course_test(NAME course.look.${name} LABELS cheats
            COMMAND ${EXPECT_EXIT} ${result} -- $<TARGET_FILE:look> $<TARGET_OBJECTS:look-${name}>)
    endforeach()
    add_look_test(early_start_exits 1 "it defines names of the C library: __gmon_start__")
    add_look_test(constructor_exits 1 "it has code that runs before or after main")
endif()

# The verdicts that the tests of planted mistakes and cheats find: in BUILD/verdicts, a file with one row for each.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/verdicts ${CMAKE_BINARY_DIR}/accepted) # accepted: what alternatives spend
if(LABS_SIM AND LABS_UNSET_LOCALS)
    add_course_test(NAME course.check.accepted LABELS long WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/par check-times ${CMAKE_BINARY_DIR}/accepted)
    set_tests_properties(course.check.accepted PROPERTIES FIXTURES_REQUIRED accepted)
    add_course_test(NAME course.check.verdicts LABELS long WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/verdicts check ${CMAKE_BINARY_DIR}/verdicts)
    set_tests_properties(course.check.verdicts PROPERTIES FIXTURES_REQUIRED verdicts)
    add_course_test(NAME course.check.small_tier LABELS any-compiler WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/verdicts tier)
    add_course_test(NAME course.check.ladder LABELS any-compiler WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/verdicts ladder)
endif()

# The first screens of some mistakes, and the code at fault that ./lab where finds: three in the small tier.
if(LABS_SIM AND LABS_UNSET_LOCALS)
    set(screens ${CMAKE_CURRENT_LIST_DIR}/screens)
    set(small ${screens}/race_in_shared_memory ${screens}/out_of_bounds ${screens}/wrong_value)
    file(GLOB all CONFIGURE_DEPENDS ${screens}/*)
    list(REMOVE_ITEM all ${small})
    add_course_test(NAME course.check.screens LABELS any-compiler WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/screen check $<TARGET_FILE:lab-regions> ${small})
    add_course_test(NAME course.check.more_screens LABELS any-compiler long WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/screen check $<TARGET_FILE:lab-regions> ${all})
endif()

# Makes the programs that a file of edits describes of a source, in the lab's build folder under FOLDER. Sets NAMES to
# their names, and for each of them source_NAME, and operators_NAME, part_NAME, check_NAME and tier_NAME where the entry
# has such a line.
function(plant short source edits folder names)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/${folder})
    set(found "")
    set(programs "")
    if(EXISTS ${edits})
        file(MAKE_DIRECTORY ${folder})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${edits})
        file(STRINGS ${edits} lines REGEX "^(mistake|alternative|operators|part|check|tier) ")
        foreach(line IN LISTS lines)
            string(REGEX REPLACE "^[a-z]+ +(.*)$" "\\1" rest "${line}") # the whole line: CMake's ^ matches repeatedly
            if(line MATCHES "^(mistake|alternative) ")
                set(name ${rest})
                set(program ${folder}/${name}.cu)
                set(source_${name} ${program} PARENT_SCOPE)
                set(operators_${name} "" PARENT_SCOPE)
                set(part_${name} "" PARENT_SCOPE)
                set(check_${name} "" PARENT_SCOPE)
                set(tier_${name} "" PARENT_SCOPE)
                list(APPEND found ${name})
                list(APPEND programs ${program})
            elseif(line MATCHES "^operators ")
                string(REPLACE " " ";" operators "${rest}")
                set(operators_${name} ${operators} PARENT_SCOPE)
            elseif(line MATCHES "^check ")
                set(check_${name} --${rest} PARENT_SCOPE)
            elseif(line MATCHES "^tier ")
                set(tier_${name} ${rest} PARENT_SCOPE)
            else()
                set(part_${name} ${rest} PARENT_SCOPE)
            endif()
        endforeach()
    endif()
    if(programs) # one that stays the same is not written, so its runner is not built again
        add_custom_command(OUTPUT ${programs} COMMAND lab-regions plant ${source} ${edits} --to ${folder}
            DEPENDS ${source} ${edits} lab-regions COMMENT "Planting ${short}'s ${names}" VERBATIM)
    endif()
    set(${names} ${found} PARENT_SCOPE)
    set(${names}_programs ${programs} PARENT_SCOPE)
endfunction()

# Sets operators_NAME, part_NAME and tier_NAME to the values of these lines at the head of a whole program, or "".
function(read_head source name)
    foreach(word operators part tier)
        file(STRINGS ${source} line REGEX "^// ${word}: ")
        string(REGEX REPLACE "^// ${word}: +" "" line "${line}")
        string(REPLACE " " ";" line "${line}")
        set(${word}_${name} "${line}" PARENT_SCOPE)
    endforeach()
endfunction()

# Sets LONG in the caller to `long` or "", and LONG_LAB to `LONG labNN` or "", by a tier.
function(read_tier short tier)
    set(long long)
    set(long_lab LONG ${short})
    if(tier STREQUAL small)
        set(long "")
        set(long_lab "")
    endif()
    set(long ${long} PARENT_SCOPE)
    set(long_lab ${long_lab} PARENT_SCOPE)
endfunction()

# The checker's options for one part, or all for "", and these operators.
function(check_options options part)
    set(list "")
    if(part)
        set(list --part=${part})
    endif()
    foreach(operator IN LISTS ARGN)
        list(APPEND list --operator ${operator})
    endforeach()
    set(${options} ${list} PARENT_SCOPE)
endfunction()

# How the build links the solution's runners, for `linked`: the file link-functions in the lab's build folder.
function(add_link_functions lab short) # ARGN: the lab's operators
    set(runners ${lab}/${short}-solution-sim)
    if(ARGN)
        list(TRANSFORM ARGN REPLACE "(.+)" "${lab}/${short}-solution-\\1-sim" OUTPUT_VARIABLE runners)
    endif()
    set(file ${CMAKE_CURRENT_BINARY_DIR}/link-functions)
    set(script ${CMAKE_SOURCE_DIR}/common/tests/labs/link_functions)
    add_custom_command(OUTPUT ${file} DEPENDS ${CMAKE_BINARY_DIR}/build.ninja ${script}
        WORKING_DIRECTORY ${CMAKE_BINARY_DIR}
        COMMAND ${CMAKE_MAKE_PROGRAM} -t commands -s ${runners} | ${script} > ${file} VERBATIM)
    add_custom_target(${short}-link-functions ALL DEPENDS ${file})
endfunction()

# Test course.labNN.mixed_NAME: the regions 1 to FILLED of a planted mistake, the others done as in the solution. ARGN:
# what the report says, and does not say.
function(add_mixed_mistake lab short name filled) # VERBOSE: the whole report
    cmake_parse_arguments(PARSE_ARGV 4 mixed VERBOSE "" "")
    set(verbose "")
    if(mixed_VERBOSE)
        set(verbose --verbose)
    endif()
    set(begun ${CMAKE_CURRENT_BINARY_DIR}/mixed_${name}.cu)
    set(mixed ${CMAKE_CURRENT_BINARY_DIR}/mixed_${name}.cpp)
    set(solution ${CMAKE_CURRENT_SOURCE_DIR}/solution.cu)
    add_custom_command(OUTPUT ${begun} COMMAND lab-regions fill ${source_${name}} ${filled} > ${begun}
        DEPENDS ${source_${name}} lab-regions COMMENT "Making ${lab}/mixed_${name}.cu" VERBATIM)
    add_custom_command(OUTPUT ${mixed} COMMAND ${short}-check --source ${begun} --mix ${solution} > ${mixed}
        DEPENDS ${begun} ${solution} ${short}-check COMMENT "Making ${lab}/mixed_${name}.cpp" VERBATIM)
    set(LABS_LINE_NAME ${begun})
    add_compiled(${short}-mixed_${name} SOURCE ${mixed} LAB ${lab})
    add_course_test(NAME course.${short}.mixed_${name} LABELS ${short} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_SOURCE_DIR}/common/tests/expect_exit 4 ${mixed_UNPARSED_ARGUMENTS} --silent-on "done for you:1"
            -- ${CMAKE_SOURCE_DIR}/common/tests/labs/linked ${CMAKE_CURRENT_BINARY_DIR} mixed_${name}
            -- $<TARGET_FILE:${short}-check> --mixed --program mixed_${name} ${verbose})
endfunction()

# Tests course.planted.labNN.NAME, course.sentences.labNN.NAME and course.alternatives.labNN.NAME of one lab, on the
# simulated GPU. ARGN: the lab's operators. add_lab calls this.
function(add_planted_tests lab short)
    set(operators ${ARGN})
    list(SUBLIST operators 0 1 first)
    set(tests ${CMAKE_SOURCE_DIR}/common/tests/labs)
    set(verdict ${tests}/expect_verdict)
    set(linked ${tests}/linked ${CMAKE_CURRENT_BINARY_DIR})
    add_link_functions(${lab} ${short} ${operators})

    set(solution ${CMAKE_CURRENT_SOURCE_DIR}/solution.cu)
    plant(${short} ${solution} ${tests}/mistakes/${short} planted mistakes)
    # Also those that nothing builds before their test, compile_*.
    add_custom_target(${short}-planted ALL DEPENDS ${mistakes_programs})
    if(NOT LABS_UNSET_LOCALS) # without it a local variable that nothing sets may happen to have the right value
        list(FILTER mistakes EXCLUDE REGEX "_local_unset$")
    endif()
    # Builds a target. From 1.12 on, Ninja exits with the failed command's code.
    set(build_or_1 /bin/sh -c "\"$@\" || exit 1" sh ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target)
    foreach(name IN LISTS mistakes)
        set(program ${short}-planted-${name})
        read_tier(${short} "${tier_${name}}")
        set(which ${first})
        if(operators_${name})
            set(which ${operators_${name}})
        endif()
        if(name MATCHES "^compile_")
            add_program(${program}-sim SOURCE ${source_${name}} LAB ${lab} DEVICE sim OPERATORS ${which}
                EXCLUDE_FROM_ALL)
            set(command ${build_or_1} ${program}-sim)
        else()
            add_compiled(${program} SOURCE ${source_${name}} LAB ${lab} OPERATORS ${which} ${long_lab})
            check_options(options "${part_${name}}" ${which})
            set(command ${linked} planted-${name} ${which}
                -- $<TARGET_FILE:${short}-check> --program planted-${name} ${options} ${check_${name}})
        endif()
        add_course_test(NAME course.planted.${short}.${name} LABELS ${short} planted ${long}
            WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
            COMMAND ${verdict} ${source_${name}} --row ${CMAKE_BINARY_DIR}/verdicts/${short}.${name} -- ${command})
        # A fraction of a student's patience with endless loops.
        set_tests_properties(course.planted.${short}.${name} PROPERTIES ENVIRONMENT LABS_ENDLESS_SECONDS=0.1
            FIXTURES_SETUP verdicts)
        if(name MATCHES "^compile_")
            set_tests_properties(course.planted.${short}.${name} PROPERTIES RESOURCE_LOCK build) # one at a time
        endif()
    endforeach()

    if(short STREQUAL lab01)
        add_mixed_mistake(${lab} ${short} modulo_no_barrier_after_load 9
            --says "part modulo, with the other tasks done for you, fails at n = 1" --says "race in shared memory"
            --says "s_partial[tid] = i < n" --says "in TODO(10), which is done for you: thread 0 of block 0 read"
            --says "next: fix TODO(9)" --silent-on "s_partial[tid + stride]")
    elseif(short STREQUAL lab03) # its host code has several tasks
        add_mixed_mistake(${lab} ${short} repeated_2048_threads 3
            --says "launch refused" --says "next: fix TODO(3)" --silent-on "cudaMemcpy(")
        add_mixed_mistake(${lab} ${short} repeated_elements_for_bytes 2 VERBOSE --says "> TODO(3), done for you: cudaErrorIllegal"
            --says "CUDA_CHECK(cudaMalloc(&d_sums[0], blocks_for(n)));" --silent-on "cudaGetLastError")
        add_mixed_mistake(${lab} ${short} repeated_count_stays 3 # in TODO(3), and the error shows in TODO(2)
            --says "out of bounds" --says "next: fix TODO(2) or TODO(3)." --silent-on "fix TODO(2),")
        add_mixed_mistake(${lab} ${short} repeated_launch_not_checked 3
            --says "unchecked launches: 1 in total" --says "next: fix TODO(3)")
    endif()

    file(GLOB files CONFIGURE_DEPENDS ${tests}/sentences/${short}.*)
    foreach(edits IN LISTS files)
        get_filename_component(alternative ${edits} LAST_EXT)
        string(SUBSTRING ${alternative} 1 -1 alternative)
        plant(${short} ${tests}/alternatives/${short}/${alternative}.cu ${edits} sentences/${alternative} sentences)
        foreach(name IN LISTS sentences)
            read_tier(${short} "${tier_${name}}")
            set(which ${first})
            if(operators_${name})
                set(which ${operators_${name}})
            endif()
            check_options(options "${part_${name}}" ${which})
            add_compiled(${short}-sentence-${name} SOURCE ${source_${name}} LAB ${lab} OPERATORS ${which} ${long_lab})
            add_course_test(NAME course.sentences.${short}.${name} LABELS ${short} sentences ${long}
                WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
                COMMAND ${verdict} ${source_${name}} -- ${linked} sentence-${name} ${which}
                    -- $<TARGET_FILE:${short}-check> --program sentence-${name} ${options} ${check_${name}})
            set_tests_properties(course.sentences.${short}.${name} PROPERTIES ENVIRONMENT LABS_ENDLESS_SECONDS=0.1)
        endforeach()
    endforeach()

    plant(${short} ${solution} ${tests}/alternatives/${short}/edits alternatives alternatives)
    file(GLOB whole CONFIGURE_DEPENDS ${tests}/alternatives/${short}/*.cu)
    foreach(source IN LISTS whole)
        get_filename_component(name ${source} NAME_WE)
        list(APPEND alternatives ${name})
        set(source_${name} ${source})
        read_head(${source} ${name})
    endforeach()
    foreach(name IN LISTS alternatives)
        set(which ${operators_${name}})
        if(NOT which) # an identity of 0 and a different one, the largest values, and the operator that does not commute
            foreach(operator sum max farthest affine)
                if(operator IN_LIST operators)
                    list(APPEND which ${operator})
                endif()
            endforeach()
        endif()
        check_options(options "${part_${name}}" ${which})
        read_tier(${short} "${tier_${name}}")
        add_compiled(${short}-alternative-${name} SOURCE ${source_${name}} LAB ${lab} OPERATORS ${which} ${long_lab})
        add_course_test(NAME course.alternatives.${short}.${name} LABELS ${short} alternatives ${long}
            WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMAND ${CMAKE_SOURCE_DIR}/common/tests/expect_exit 0
                -- ${linked} alternative-${name} ${which}
                -- $<TARGET_FILE:${short}-check> --program alternative-${name} ${options} ${check_${name}}
                --par ${CMAKE_BINARY_DIR}/accepted/${short}.${name})
        set_tests_properties(course.alternatives.${short}.${name} PROPERTIES FIXTURES_SETUP accepted)
    endforeach()
    if(short STREQUAL lab02)
        include(${tests}/cheats/cheats.cmake)
    endif()

    # Lists of libraries that earlier configurations had (add_compiled).
    string(REPLACE "/" "-" target ${lab})
    file(GLOB lists ${CMAKE_CURRENT_BINARY_DIR}/compiled*.objects)
    foreach(list IN LISTS lists)
        get_filename_component(name ${list} NAME_WE)
        if(NOT TARGET ${target}-${name})
            file(REMOVE ${list})
        endif()
    endforeach()
endfunction()
