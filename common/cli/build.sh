# Configures and builds. Read by ./lab.
#
# build/PRESET/.lab-stamp says what a build folder was made by and for. It is written last, so a folder
# without one was interrupted or made by hand.
# shellcheck shell=sh disable=SC2034,SC2154 # variables are shared with ./lab

# One line each: field, then value.
stamp() {
    find_nvcc
    find_gpu
    echo "folder $root"
    echo "version of the course $version"
    echo "presets $(cksum <CMakePresets.json)"
    echo "compiler $cc $cc_version, $cxx $cxx_version"
    echo "cmake $cmake $cmake_version"
    echo "ninja $ninja"
    echo "nvcc ${nvcc:-none}"
    echo "GPU ${gpu:-none}"
}

is_configured() { # PRESET
    [ -f "build/$1/build.ninja" ] && [ -f "build/$1/CMakeCache.txt" ] && [ -f "build/$1/.lab-stamp" ] &&
        [ "$(cat "build/$1/.lab-stamp")" = "$(stamp)" ]
}

# Why the folder build/PRESET cannot be used as it is; nothing when it can.
unusable_because() {
    if [ -f "build/$1/.lab-stamp" ]; then
        stamp | while read -r line; do
            case $line in
            presets*) was='was made with another CMakePresets.json' ;;
            *) was="was made with: $(grep -e "^${line%% *} " "build/$1/.lab-stamp"); now: $line" ;;
            esac
            if ! grep -F -x -q -e "$line" "build/$1/.lab-stamp"; then
                echo "$was"
                break
            fi
        done
    elif [ -f "build/$1/CMakeCache.txt" ]; then
        grep -F -x -q "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "build/$1/CMakeCache.txt" ||
            echo "was made for another folder"
    fi
}

own_copy() {
    echo "Work in a copy of your own: cp -R '$root' ~/ (and leave out its folder build)"
}

# configure PRESET: brings build/PRESET to where it can be built; does nothing when it is there.
configure() {
    if [ -d "build/$1" ] && [ ! -w "build/$1" ]; then
        fail "build/$1 is not yours to write in, $(id -un). $(own_copy)"
    fi
    is_configured "$1" && return 0
    why=$(unusable_because "$1")
    if [ -n "$why" ]; then
        echo "build/$1 $why. It is built anew."
        remove_build "$1"
    fi
    was_there=no
    [ -d "build/$1" ] && was_there=yes
    if ! run_configure "$1"; then
        # An interrupted run or a full disk leaves half a folder behind.
        if [ $was_there = yes ]; then
            echo "build/$1 is damaged. It is built anew."
            remove_build "$1"
            run_configure "$1" || stop_at_configure "$1"
        else
            stop_at_configure "$1"
        fi
    fi
    stamp >"build/$1/.lab-stamp" || full_disk
}

remove_build() {
    rm -f "build/$1/.lab-stamp"
    rm -rf "build/$1" || fail "build/$1 cannot be removed; do it by hand"
}

run_configure() {
    if ! mkdir -p "build/$1" 2>/dev/null; then
        full_disk
        fail "build/$1 cannot be made: $root is not yours to write in, $(id -un). $(own_copy)"
    fi
    say_run cmake --preset "$1"
    # Only for a new folder: CMake keeps the compilers of an old one.
    CC=$cc CXX=$cxx cmake --preset "$1" >"build/$1/lab.log" 2>&1
}

stop_at_configure() {
    full_disk
    cat "build/$1/lab.log" >&2
    fail "configuring failed"
}

# Says so and stops when the disk has no room; else does nothing.
full_disk() {
    if [ "$(disk_free)" -lt 3072 ]; then
        fail "the disk is full: $(disk_free) KB free in $root. Make room and run this again."
    fi
}

# Has LAB's starter.cu other content than when it was built? Then what was made of it goes. The file's time alone
# does not tell: a copy or an archive may bring an older one, and the build would judge the file before it.
forget_old_starter() { # BUILD LAB
    made=$1/$2/$(short_name "$2")-starter note=$1/$2/starter.cksum
    sum=$(cksum 2>/dev/null <"$2/starter.cu") || sum=
    if [ "$(cat "$note" 2>/dev/null)" != "$sum" ]; then
        rm -f "$made"-*.cpp "$1/$2/CMakeFiles/${made##*/}"-*-gpu.dir/*.o
        # Without the note it is built anew each time.
        { mkdir -p "$1/$2" && echo "$sum" >"$note"; } 2>/dev/null || full_disk
    fi
}

# Is LAB's starter.cu there? Says what to do if not.
has_starter() { # LAB
    [ -f "$1/starter.cu" ] ||
        { echo "lab: there is no $1/starter.cu. ./lab reset $(short_name "$1") gives it anew" >&2 && return 1; }
}

repaired=no

# build PRESET course|student [TARGET...]: all targets without one. What the compiler says is shown when
# something fails or warns. On a failure of the student's starter.cu returns 1; on another stops with 2.
build() {
    preset=$1 kind=$2
    shift 2
    say_run cmake --build --preset "$preset" ${1:+--target} "$@"
    log=build/$preset/lab.log
    [ "$kind" = course ] || log=build/$preset/starter.log
    if run_build --build --preset "$preset" ${1:+--target} "$@"; then
        [ "$kind" = course ] || ! grep -q 'warning:' "$log" || show_messages "$log" student
        return 0
    fi
    full_disk
    # Cut off in the middle of writing, by hand or by a full disk: what a fresh build repairs.
    if grep -q -e '^ninja: error: build.ninja' -e '^ninja: error: loading' -e 'file truncated' \
        -e 'file format not recognized' -e 'malformed' "$log" &&
        [ "$repaired" = no ]; then
        echo "build/$preset is damaged. It is built anew."
        repaired=yes
        remove_build "$preset"
        configure "$preset"
        build "$preset" "$kind" "$@"
        return
    fi
    [ "$kind" = course ] || starter_failed "$log" || kind=course
    if [ "$kind" = student ] && say_missing_functions "$log" "$lab" >&2; then
        return 1
    fi
    show_messages "$log" "$kind" >&2
    if grep -e 'Killed signal' -e 'internal compiler error' -e 'No space left on device' \
        -e 'Cannot create temporary file' "$log" >&2; then
        fail "the compiler could not do its work; too little memory or disk does that. Run this again."
    fi
    if [ "$kind" = student ]; then
        echo "lab: $lab does not compile yet: the first message above says where" >&2
        return 1
    fi
    fail "the course's own build failed; the messages above say why (all of it is in $log)"
}

# Is all that failed the student's?
starter_failed() { # LOG
    grep -q '^FAILED: ' "$1" && ! grep '^FAILED: ' "$1" | grep -v -q -e '-starter-'
}

# Says which of the functions that LAB's lab.h declares the starter has not, as the linker has found out; false where it
# has them.
say_missing_functions() { # LOG LAB
    functions=$(sed -n 's/.*PART([A-Z_]*, *[a-z0-9_]*, *\([A-Za-z0-9_]*\)).*/\1/p' "$2/lab.h" 2>/dev/null)
    said=1
    for function in $functions; do
        if grep -q -e "undefined reference to [\`']$function'" -e "undefined symbol: $function\$" \
            -e "\"_$function\", referenced from" "$1"; then
            said=0
            echo "$2/starter.cu: there is no function as lab.h declares it:"
            sed -n "s/^\([^/#].*[ *]$function(.*;\)\$/    \1/p" "$2/lab.h"
        fi
    done
    [ $said -ne 0 ] ||
        echo "lab: it needs that name and these parameters. ./lab reset $(short_name "$2") gives the file anew, and keeps yours"
    return $said
}

# cmake with these words, what it says into $log. A terminal shows in one line how far it is.
run_build() {
    NINJA_STATUS='[%f/%t] '
    export NINJA_STATUS
    if [ ! -t 1 ]; then
        cmake "$@" >"$log" 2>&1
        return
    fi
    rm -f "$log.code"
    { cmake "$@" 2>&1 && echo built >"$log.code"; } | awk -v log_file="$log" '
        { print >log_file }
        /^\[[0-9]+\/[0-9]+\] / { printf "\r%s\033[K", substr($0, 1, 79); fflush() }
        END { printf "\r\033[K" }'
    rm "$log.code" 2>/dev/null # 0: it was there
}

# What compilers said, with paths as seen from the course's folder: of a student's file what is for its author
# (messages.awk), of the course's code all.
show_messages() { # LOG course|student
    awk -v root="$root/" -v kind_of_code="$2" -v log_file="$1" -f common/cli/messages.awk "$1"
}
