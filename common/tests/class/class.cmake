# Tests of ./lab class. `grades` builds and checks real submissions; the others use a build folder of scripts.
if(NOT TARGET labs-class)
    return()
endif()
set(topics grades resume machine layouts similar shard)
if(LABS_GPU)
    list(APPEND topics gpu)
endif()
foreach(topic IN LISTS topics)
    set(labels any-compiler)
    if(topic STREQUAL grades)
        set(labels "")
    endif()
    if(topic MATCHES "^(grades|resume|shard|gpu)$")
        list(APPEND labels long)
    endif()
    add_course_test(NAME course.class.${topic} LABELS ${labels} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/${topic} ${CMAKE_BINARY_DIR} $<TARGET_FILE:early_signal>
            $<TARGET_FILE:nfs_locks>)
endforeach()
foreach(library early_signal nfs_locks)
    add_library(${library} MODULE ${CMAKE_CURRENT_LIST_DIR}/${library}.c)
endforeach()

add_executable(gradescope_schema ${CMAKE_CURRENT_LIST_DIR}/gradescope_schema.c)
target_link_libraries(gradescope_schema PRIVATE labs::jansson)
add_course_test(NAME course.class.platforms LABELS long WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/platforms ${CMAKE_BINARY_DIR} $<TARGET_FILE:gradescope_schema>)
