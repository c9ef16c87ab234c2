# Units: with LABS_UNITS, the files of one folder are compiled together, which halves the time of a fresh build. A
# developer compiles each file by itself: only what has changed is compiled again, and each file includes what it needs.
option(LABS_UNITS "Compile the files of a folder together: a fresh build takes half the time" OFF)

# compile_in_units(TARGET [SECOND file.c...] [ALONE file.c...]): each folder of the target's files is one unit. Static
# names may clash in it: SECOND are files of a folder's second unit, ALONE those that are compiled by themselves. (So
# are files with options of their own.)
function(compile_in_units target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SECOND;ALONE")
    if(NOT LABS_UNITS)
        return()
    endif()
    # Without extensions, system headers declare less; the first file of a unit decides for all of it.
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP
        UNITY_BUILD_CODE_BEFORE_INCLUDE "#define _GNU_SOURCE")
    get_target_property(files ${target} SOURCES)
    list(REMOVE_ITEM files ${arg_ALONE})
    foreach(file IN LISTS files)
        get_filename_component(unit ${file} DIRECTORY)
        string(MAKE_C_IDENTIFIER "${unit}" unit)
        if(file IN_LIST arg_SECOND)
            string(APPEND unit _second)
        endif()
        set_property(SOURCE ${file} PROPERTY UNITY_GROUP "${target}_${unit}")
    endforeach()
endfunction()
