# The bench of a program on a real GPU (common/bench): labNN-PROGRAM-OPERATOR-bench, one per operator, made from the
# runners' objects. A lab without operators has one bench, for the sum.
function(add_bench lab short program)
    foreach(operator IN LISTS ARGN)
        set(runner ${short}-${program}-${operator}-gpu)
        if(NOT LABS_OPERATORS)
            set(runner ${short}-${program}-gpu)
        elseif(NOT TARGET ${runner}) # measured, but not judged
            add_runner(TARGET ${runner} SOURCE ${program}.cu LAB ${lab} DEVICE gpu
                OPERATOR ${operator} EXCLUDE_FROM_ALL)
        endif()
        set(bench ${short}-${program}-${operator}-bench)
        set(parts_operator ${operator})
        if(NOT LABS_OPERATORS)
            set(parts_operator "")
        endif()
        add_part_table(parts ${lab} "${parts_operator}")
        add_executable(${bench} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${runner}-code> $<TARGET_OBJECTS:${parts}>)
        set_target_properties(${bench}
            PROPERTIES LINKER_LANGUAGE CUDA RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${lab})
        target_link_libraries(${bench} PRIVATE labs_bench_${operator})
        if(NOT program STREQUAL starter) # a student's compile error must not stop the bench
            add_dependencies(bench ${bench})
        endif()
    endforeach()
endfunction()
