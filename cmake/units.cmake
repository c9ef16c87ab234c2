# Units: with LABS_UNITS, files are compiled together, which halves the time of a fresh build. A developer compiles each
# file by itself: only what has changed is compiled again, and each file includes what it needs.
option(LABS_UNITS "Compile files together: a fresh build takes half the time" OFF)

# compile_in_units(TARGET [UNIT...]): the target's files are one unit, except for those of the other units. Each UNIT is
# a list of files and folders; a file that is named comes before its folder. Static names may clash in a unit: then move
# a file to another one. (Files with options of their own are compiled by themselves.)
function(compile_in_units target)
    if(NOT LABS_UNITS)
        return()
    endif()
    # Without extensions, system headers declare less; the first file of a unit decides for all of it.
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP
        UNITY_BUILD_CODE_BEFORE_INCLUDE "#define _GNU_SOURCE")
    get_target_property(files ${target} SOURCES)
    foreach(i RANGE 1 ${ARGC})
        if(i LESS ARGC)
            foreach(member IN LISTS ARGV${i})
                set(unit_of_${member} ${i})
            endforeach()
        endif()
    endforeach()
    foreach(file IN LISTS files)
        get_filename_component(folder ${file} DIRECTORY)
        set(unit first)
        foreach(member ${folder} ${file})
            if(DEFINED unit_of_${member})
                set(unit ${unit_of_${member}})
            endif()
        endforeach()
        set_property(SOURCE ${file} PROPERTY UNITY_GROUP "${target}_${unit}")
    endforeach()
endfunction()
