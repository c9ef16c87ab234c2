# Runners that record what their kernels do in memory, for the pictures in the labs' pages: with the lab's blocks of
# 256 or 512 threads, and with blocks of 8 (and 4 elements per thread if the lab has several), so that the picture
# fits on a page. See picture, warp, trace.c.
if(NOT LABS_SIM OR APPLE) # --wrap is GNU ld's
    return()
endif()

# add_picture_runners(lab04-coarsening [OPERATORS sum] [THREADS 256])
function(add_picture_runners lab)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPERATORS;THREADS")
    if(NOT arg_THREADS)
        set(arg_THREADS 8 256)
    endif()
    string(REGEX MATCH "^lab[0-9][0-9]" short ${lab})
    set(solution ${CMAKE_SOURCE_DIR}/${lab}/solution.cu)
    foreach(threads IN LISTS arg_THREADS)
        set(name ${short}-picture${threads}-sim)
        set(derived ${CMAKE_CURRENT_BINARY_DIR}/${name}.cu)
        set(other "#undef BLOCK_SIZE\\n#define BLOCK_SIZE ${threads}")
        if(threads EQUAL 8)
            string(APPEND other "\\n#undef COARSE_FACTOR\\n#define COARSE_FACTOR 4")
        endif()
        add_custom_command(OUTPUT ${derived} VERBATIM DEPENDS ${solution}
            COMMAND sed "/#include \"lab.h\"/a ${other}" ${solution} > ${derived})
        add_program(${name} SOURCE ${derived} LAB ${lab} DEVICE sim OPERATORS ${arg_OPERATORS})
        set(runner ${name})
        if(arg_OPERATORS)
            set(runner ${short}-picture${threads}-${arg_OPERATORS}-sim)
        endif()
        target_sources(${runner} PRIVATE ${CMAKE_SOURCE_DIR}/common/tests/picture/trace.c)
        # The library, because the joined object (common/sim/CMakeLists.txt) has no symbols left to wrap.
        set_target_properties(${runner} PROPERTIES LINK_LIBRARIES labs_sim_main)
        target_include_directories(${runner} PRIVATE $<$<COMPILE_LANGUAGE:C>:${CMAKE_SOURCE_DIR}/common>) # trace.c's
        target_link_options(${runner} PRIVATE LINKER:--wrap=count_rows,--wrap=shuffle_values)
    endforeach()
endfunction()

add_picture_runners(lab01-naive-reduce)
add_picture_runners(lab02-interleaved)
add_picture_runners(lab03-sequential-addressing)
add_picture_runners(lab04-coarsening OPERATORS sum)
add_picture_runners(lab05-warp-unroll OPERATORS sum THREADS 256)
add_picture_runners(lab06-shuffle OPERATORS sum THREADS 512)
