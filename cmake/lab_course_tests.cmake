# The course's own tests of a lab: course.labNN.*.

# A copy of the solution made by `lab-regions ...`, and its runner labNN-PROGRAM-gpu, for LABS_FILL_OPERATORS; for the
# simulated GPU only compiled. LONG_LAB: `LONG labNN` where only long tests need it, or "". ARGN: the arguments of
# lab-regions after the file.
function(add_derived_runner lab short program device command long_lab)
    set(solution ${CMAKE_CURRENT_SOURCE_DIR}/solution.cu)
    set(derived ${CMAKE_CURRENT_BINARY_DIR}/${program}.cu)
    add_custom_command(OUTPUT ${derived} COMMAND lab-regions ${command} ${solution} ${ARGN} > ${derived}
        DEPENDS ${solution} lab-regions COMMENT "Making ${lab}/${program}.cu" VERBATIM)
    if(device STREQUAL sim)
        add_compiled(${short}-${program} SOURCE ${derived} LAB ${lab} OPERATORS ${LABS_FILL_OPERATORS} ${long_lab})
    else()
        add_program(${short}-${program}-gpu SOURCE ${derived} LAB ${lab} DEVICE gpu OPERATORS ${LABS_FILL_OPERATORS})
    endif()
endfunction()

# The program labNN-alone_PART: the skeleton with the code of the regions that the part needs; only compiled.
function(add_part_alone lab short part)
    set(skeleton ${CMAKE_CURRENT_BINARY_DIR}/skeleton.cu)
    set(solution ${CMAKE_CURRENT_SOURCE_DIR}/solution.cu)
    set(alone ${CMAKE_CURRENT_BINARY_DIR}/alone_${part}.cpp)
    add_custom_command(OUTPUT ${alone}
        COMMAND ${short}-check --source ${skeleton} --part ${part} --mix ${solution} > ${alone}
        DEPENDS ${skeleton} ${solution} ${short}-check COMMENT "Making ${lab}/alone_${part}.cpp" VERBATIM)
    set(LABS_LINE_NAME ${skeleton})
    add_compiled(${short}-alone_${part} SOURCE ${alone} LAB ${lab} OPERATORS ${LABS_FILL_OPERATORS} LONG ${short})
endfunction()

# The course's tests of one lab, course.labNN.*. The regions of starter.cu belong to the student, so no test reads or
# compiles them: the skeleton of the solution is the starter as it was handed out.
function(add_lab_course_tests lab short)
    add_long_tests_target(${short})
    set(expect ${CMAKE_SOURCE_DIR}/common/tests/expect_exit)
    add_test(NAME course.${short}.files
        COMMAND ${CMAKE_SOURCE_DIR}/common/tests/lab_files ${CMAKE_CURRENT_SOURCE_DIR})
    add_test(NAME course.${short}.same_outside_todo COMMAND lab-regions same starter.cu solution.cu
        WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    set(tests course.${short}.files course.${short}.same_outside_todo)
    set(long_tests "")
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/hints.md)
        add_test(NAME course.${short}.hints COMMAND hints_fit ${short} hints.md solution.cu
            WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
        list(APPEND tests course.${short}.hints)
    endif()

    if(LABS_SIM AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/quiz)
        add_test(NAME course.${short}.quiz WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
            COMMAND ${CMAKE_SOURCE_DIR}/common/tests/cli/quiz_fits $<TARGET_FILE:${short}-check>
                $<TARGET_FILE:documents-check> ${lab})
        list(APPEND tests course.${short}.quiz)
    endif()

    # The original starter must compile and link on both devices. It is judged on the simulated one.
    if(LABS_GPU)
        add_derived_runner(${lab} ${short} skeleton-nvcc gpu skeleton "")
    endif()
    if(LABS_SIM)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/solution.cu)
        file(STRINGS ${CMAKE_CURRENT_SOURCE_DIR}/solution.cu todos REGEX "^[ \t]*// TODO\\([0-9]+\\)")
        list(LENGTH todos last)
        add_derived_runner(${lab} ${short} skeleton sim skeleton "")
        set(check $<TARGET_FILE:${short}-check> --device sim)
        foreach(operator IN LISTS LABS_FILL_OPERATORS)
            list(APPEND check --operator ${operator})
        endforeach()
        set(linked ${CMAKE_SOURCE_DIR}/common/tests/labs/linked ${CMAKE_CURRENT_BINARY_DIR})
        add_test(NAME course.${short}.skeleton COMMAND ${expect} 1 --says "TODO(1)"
            -- ${linked} skeleton ${LABS_FILL_OPERATORS} -- ${check} --program skeleton)
        list(APPEND tests course.${short}.skeleton)
        foreach(filled RANGE 1 ${last})
            math(EXPR next "${filled} + 1")
            set(long_lab LONG ${short}) # the small tier has the first one
            if(filled EQUAL 1)
                set(long_lab "")
            endif()
            add_derived_runner(${lab} ${short} fill${filled} sim fill "${long_lab}" ${filled})
            if(filled EQUAL last)
                set(expected 0)
            else()
                set(expected 1 --says "TODO(${next})" --silent-on "TODO(${filled})")
            endif()
            add_test(NAME course.${short}.fill${filled}
                COMMAND ${expect} ${expected}
                    -- ${linked} fill${filled} ${LABS_FILL_OPERATORS} -- ${check} --program fill${filled})
            list(APPEND tests course.${short}.fill${filled})
            if(long_lab)
                list(APPEND long_tests course.${short}.fill${filled})
            endif()
        endforeach()
        # Each part passes with the code of those regions that check.c names for it.
        file(READ lab.h text)
        string(REGEX MATCHALL "PART\\([A-Z]+, [a-z_]+" parts "${text}")
        foreach(part IN LISTS parts)
            string(REGEX REPLACE ".* " "" part ${part})
            add_part_alone(${lab} ${short} ${part})
            add_test(NAME course.${short}.alone_${part} COMMAND ${expect} 0 -- ${linked} alone_${part}
                ${LABS_FILL_OPERATORS} -- ${check} --program alone_${part} --part ${part} --n 1000)
            list(APPEND tests course.${short}.alone_${part})
            list(APPEND long_tests course.${short}.alone_${part})
        endforeach()
        add_test(NAME course.${short}.tasks COMMAND ${CMAKE_SOURCE_DIR}/common/tests/labs/tasks
            ${CMAKE_CURRENT_SOURCE_DIR} $<TARGET_FILE:${short}-check> $<TARGET_FILE:lab-regions>)
        add_test(NAME course.${short}.par COMMAND ${CMAKE_SOURCE_DIR}/common/tests/labs/par check
            $<TARGET_FILE:${short}-check> ${CMAKE_CURRENT_SOURCE_DIR}/par.txt)
        add_custom_target(${short}-par VERBATIM COMMAND ${CMAKE_SOURCE_DIR}/common/tests/labs/par update
            $<TARGET_FILE:${short}-check> ${CMAKE_CURRENT_SOURCE_DIR}/par.txt)
        add_dependencies(${short}-par ${short}-solution)
        list(APPEND tests course.${short}.tasks course.${short}.par)
        if(NOT short STREQUAL lab02)
            list(APPEND long_tests course.${short}.tasks course.${short}.par)
        endif()
    endif()
    set_tests_properties(${tests} PROPERTIES LABELS "course;${short}")
    if(long_tests)
        set_property(TEST ${long_tests} APPEND PROPERTY LABELS long)
    endif()
endfunction()
