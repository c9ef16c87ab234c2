# The solutions of four labs with blocks of 8 threads, and 4 elements per thread if a thread has several, for the
# pictures in the lessons that must fit on a page: lab02-check --program picture8 --picture places.
if(NOT LABS_SIM)
    return()
endif()

# add_blocks_of_8(lab04-coarsening [OPERATORS sum])
function(add_blocks_of_8 lab)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPERATORS")
    string(REGEX MATCH "^lab[0-9][0-9]" short ${lab})
    set(name ${short}-picture8-sim)
    set(solution ${CMAKE_SOURCE_DIR}/${lab}/solution.cu)
    set(derived ${CMAKE_CURRENT_BINARY_DIR}/${name}.cu)
    add_custom_command(OUTPUT ${derived} VERBATIM DEPENDS ${solution}
        COMMAND sed "/#include \"lab.h\"/a #undef BLOCK_SIZE\\n#define BLOCK_SIZE 8\\n#undef COARSE_FACTOR\\n#define COARSE_FACTOR 4"
            ${solution} > ${derived})
    add_program(${name} SOURCE ${derived} LAB ${lab} DEVICE sim OPERATORS ${arg_OPERATORS})
endfunction()

add_blocks_of_8(lab01-naive-reduce)
add_blocks_of_8(lab02-interleaved)
add_blocks_of_8(lab03-sequential-addressing)
add_blocks_of_8(lab04-coarsening OPERATORS sum)
