# What the labs' checkers are tried on: mistakes that they must refuse, and programs that they must pass.
#
#   mistakes/labNN             natural mistakes, as edits of the lab's solution (common/regions/edits.h); the checker
#                              must refuse each by its name and at its line (expect_verdict)
#   mistakes/labNN.NAME.cu     the same as a whole program, which differs too much from the solution
#   alternatives/labNN/NAME.cu a whole program that is correct in another way; the checker must pass it
#   cheats/                    programs that want the points without the work
#   mutate/                    small changes of the solutions, made by a program
#
# To add a mistake, write an entry in mistakes/labNN. The build makes BUILD/labNN-name/planted/NAME.cu from it, and stops
# at an entry that does not fit the solution any more. `lab-regions plant` prints that program, or writes it over a
# starter. A mistake that the compiler finds has a name that begins with `compile_`. In a lab with operators a mistake is
# tried with the first operator, or with those that its line `operators max affine` names; an alternative is tried with one
# operator of each kind, or with those that its line `// operators: max affine` names. With a line `part fix` (`// part: fix`)
# only that part is checked, which saves time.
include(${CMAKE_CURRENT_LIST_DIR}/cheats/cheats.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/mutate/mutate.cmake)

# Makes the programs with one mistake each: sets NAMES to the mistakes' names, and for each of them source_NAME, and
# where the entry has such a line, operators_NAME and part_NAME.
function(plant_mistakes short names)
    set(mistakes ${CMAKE_SOURCE_DIR}/common/tests/labs/mistakes/${short})
    set(solution ${CMAKE_CURRENT_SOURCE_DIR}/solution.cu)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/planted)
    file(MAKE_DIRECTORY ${folder})
    set(found "")
    set(programs "")
    if(EXISTS ${mistakes})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${mistakes})
        file(STRINGS ${mistakes} lines REGEX "^(mistake|operators|part) ")
        foreach(line IN LISTS lines)
            string(REGEX REPLACE "^[a-z]+ +" "" rest "${line}")
            if(line MATCHES "^mistake ")
                set(name ${rest})
                list(APPEND found ${name})
                set(program ${folder}/${name}.cu)
                set(source_${name} ${program} PARENT_SCOPE)
                list(APPEND programs ${program})
                # A program that stays the same is not written, so its runner is not built again.
                add_custom_command(OUTPUT ${program} COMMAND lab-regions plant ${solution} ${mistakes} ${name} --to ${program}
                    DEPENDS ${solution} ${mistakes} lab-regions COMMENT "Planting ${short}'s ${name}" VERBATIM)
            elseif(line MATCHES "^operators ")
                string(REPLACE " " ";" operators "${rest}")
                set(operators_${name} ${operators} PARENT_SCOPE)
            else()
                set(part_${name} ${rest} PARENT_SCOPE)
            endif()
        endforeach()
        # Also those that nothing builds before their test, compile_*.
        add_custom_target(${short}-planted ALL DEPENDS ${programs})
    endif()
    file(GLOB whole CONFIGURE_DEPENDS ${mistakes}.*.cu)
    foreach(source IN LISTS whole)
        string(REGEX REPLACE "^.*/${short}\\.(.*)\\.cu$" "\\1" name ${source})
        list(APPEND found ${name})
        set(source_${name} ${source} PARENT_SCOPE)
        read_head(${source} operators_${name} part_${name})
        set(operators_${name} ${operators_${name}} PARENT_SCOPE)
        set(part_${name} ${part_${name}} PARENT_SCOPE)
    endforeach()
    set(${names} ${found} PARENT_SCOPE)
endfunction()

# What a whole program's lines `// operators: ` and `// part: ` say, or "".
function(read_head source operators part)
    file(STRINGS ${source} line REGEX "^// operators: ")
    string(REGEX REPLACE "^// operators: +" "" line "${line}")
    string(REPLACE " " ";" line "${line}")
    set(${operators} "${line}" PARENT_SCOPE)
    file(STRINGS ${source} line REGEX "^// part: ")
    string(REGEX REPLACE "^// part: +" "" line "${line}")
    set(${part} "${line}" PARENT_SCOPE)
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

# Tests course.planted.labNN.NAME and course.alternatives.labNN.NAME of one lab, on the simulated GPU. ARGN: the
# lab's operators. add_lab calls this.
function(add_planted_tests lab short)
    set(operators ${ARGN})
    list(SUBLIST operators 0 1 first)
    set(verdict ${CMAKE_SOURCE_DIR}/common/tests/labs/expect_verdict)

    plant_mistakes(${short} mistakes)
    if(NOT LABS_UNSET_LOCALS) # without it a local variable that nothing sets may happen to have the right value
        list(FILTER mistakes EXCLUDE REGEX "_local_unset$")
    endif()
    foreach(name IN LISTS mistakes)
        set(runner ${short}-planted-${name}-sim)
        set(which ${first})
        if(operators_${name})
            set(which ${operators_${name}})
        endif()
        if(name MATCHES "^compile_")
            add_program(${runner} SOURCE ${source_${name}} LAB ${lab} DEVICE sim OPERATORS ${which} EXCLUDE_FROM_ALL)
            set(command ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target ${runner})
        else()
            add_program(${runner} SOURCE ${source_${name}} LAB ${lab} DEVICE sim OPERATORS ${which})
            check_options(options "${part_${name}}" ${which})
            set(command $<TARGET_FILE:${short}-check> --program planted-${name} ${options})
        endif()
        add_course_test(NAME course.planted.${short}.${name} LABELS ${short} planted
            WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMAND ${verdict} ${source_${name}} -- ${command})
        # A fraction of a student's patience with endless loops.
        set_tests_properties(course.planted.${short}.${name} PROPERTIES ENVIRONMENT LABS_ENDLESS_SECONDS=0.4)
        if(name MATCHES "^compile_")
            set_tests_properties(course.planted.${short}.${name} PROPERTIES RUN_SERIAL ON) # one build at a time
        endif()
    endforeach()

    file(GLOB alternatives CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/common/tests/labs/alternatives/${short}/*.cu)
    foreach(source IN LISTS alternatives)
        get_filename_component(name ${source} NAME_WE)
        read_head(${source} which part)
        if(NOT which) # an identity of 0 and another one, the largest values, and the operator that does not commute
            foreach(operator sum max farthest affine)
                if(operator IN_LIST operators)
                    list(APPEND which ${operator})
                endif()
            endforeach()
        endif()
        check_options(options "${part}" ${which})
        add_program(${short}-alternative-${name}-sim SOURCE ${source} LAB ${lab} DEVICE sim OPERATORS ${which})
        add_course_test(NAME course.alternatives.${short}.${name} LABELS ${short} alternatives
            WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMAND ${CMAKE_SOURCE_DIR}/common/tests/expect_exit 0
                -- $<TARGET_FILE:${short}-check> --program alternative-${name} ${options})
    endforeach()
endfunction()
