# Runners that write down what their kernels do in shared memory, for the pictures in the labs' pages: with the
# lab's blocks of 256 threads, and with blocks of 8, of which a picture fits on a page. See picture, trace.c.
if(NOT LABS_SIM OR APPLE) # --wrap is GNU ld's
    return()
endif()

function(add_picture_runners lab)
    string(REGEX MATCH "^lab[0-9][0-9]" short ${lab})
    set(solution ${CMAKE_SOURCE_DIR}/${lab}/solution.cu)
    foreach(threads 8 256)
        set(name ${short}-picture${threads}-sim)
        set(derived ${CMAKE_CURRENT_BINARY_DIR}/${name}.cu)
        add_custom_command(OUTPUT ${derived} VERBATIM DEPENDS ${solution}
            COMMAND sed "/#include \"lab.h\"/a #undef BLOCK_SIZE\\n#define BLOCK_SIZE ${threads}" ${solution} > ${derived})
        add_program(${name} SOURCE ${derived} LAB ${lab} DEVICE sim)
        target_sources(${name} PRIVATE ${CMAKE_SOURCE_DIR}/common/tests/picture/trace.c)
        target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/common ${CMAKE_SOURCE_DIR}/common/sim)
        target_link_options(${name} PRIVATE LINKER:--wrap=count_rows)
    endforeach()
endfunction()

add_picture_runners(lab01-naive-reduce)
add_picture_runners(lab02-interleaved)
add_picture_runners(lab03-sequential-addressing)
