# Configures, and builds labs-cli. Sourced by ./lab.
#
# build/PRESET/.lab-stamp says what a build folder was made with. It is written last, so a folder without one was
# interrupted or configured without ./lab.
# shellcheck shell=sh disable=SC2034,SC2154 # variables are shared with ./lab

# What a build folder depends on: a line each, field and value.
stamp() {
    echo "folder $root"
    echo "version of the course $version"
    echo "presets $(cksum <CMakePresets.json)"
    echo "compiler $cc $cc_version, $cxx $cxx_version"
    echo "cmake $cmake $cmake_version"
    echo "ninja $ninja"
    echo "nvcc ${nvcc:-none}"
    echo "GPU ${gpu:-none}"
    echo "simulated GPU: $sim"
}

# lock_build PRESET: waits until no other process builds in build/PRESET. The lock is that of common/cli/lock.h, on a
# file in the folder, and ends with this process and those that it starts. macOS has no command for it.
lock_build() {
    command -v flock >/dev/null && mkdir -p "build/$1" 2>/dev/null && ( : >>"build/$1/.lab-lock") 2>/dev/null || return 0
    exec 9>>"build/$1/.lab-lock"
    flock -n 9 || { sleep 1 && flock -n 9; } || {
        echo "lab: waiting for another build in build/$1" >&2
        flock 9
    }
}

unlock_build() {
    ! command -v flock >/dev/null || flock -u 9 2>/dev/null # even if a process that was started meanwhile goes on
    exec 9>&-
}

configured='' was_there=yes
is_configured() { # PRESET
    [ "$configured" != "$1" ] || return 0
    [ -f "build/$1/build.ninja" ] && [ -f "build/$1/CMakeCache.txt" ] && [ -f "build/$1/.lab-stamp" ] &&
        [ "$(cat "build/$1/.lab-stamp")" = "$(stamp)" ] && configured=$1
}

# Why the folder build/PRESET cannot be used as it is; nothing if it can.
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

# What to do about a folder of another user's: root's after `sudo ./lab`, or all of the course.
own_copy() {
    if [ -w "$root" ]; then
        echo "If it was made with sudo, remove it: sudo rm -rf '$root/build'"
    else
        echo "Work in your own copy: cp -R '$root' ~/ (and leave out its folder build)"
    fi
}

# Stops if CMake or Ninja cannot build in this folder: they give these characters of a path a meaning.
check_path() {
    case $root in
    *[\"\#\;\<\>\|\\[]* | *]* | *'$('* | *'${'*)
        why="has one of these: \" # ; < > | \\ [ ] \$( \${"
        ;;
    *"
"*)
        why="has a line break"
        ;;
    *)
        # The longest path within it has 300 characters more, and labs-cli room for 1,200.
        [ ${#root} -gt 600 ] || return 0
        why="has ${#root} characters, more than 600"
        ;;
    esac
    fail "CMake cannot build in this folder, as its path $why. Rename or move it: $root"
}

# Gives files of the course that are from the future, written while the clock was ahead, the present time: Ninja would
# configure and build again and again.
end_future() {
    ( : >build/.now) 2>/dev/null || return 0
    find . -path ./build -prune -o -path ./.git -prune -o -type f -newer build/.now -exec touch {} + 2>/dev/null
    rm -f build/.now
}

# configure PRESET: makes build/PRESET ready to build; does nothing if it is ready.
configure() {
    if [ -d "build/$1" ] && [ ! -w "build/$1" ]; then
        fail "build/$1 is not writable for $(id -un). $(own_copy)"
    fi
    if [ "${LABS_DAMAGED:-}" = "$1" ]; then # labs-cli sets this when a build shows that
        echo "build/$1 is damaged. It is rebuilt from scratch."
        empty_build "$1"
    fi
    is_configured "$1" && return 0
    check_path
    why=$(unusable_because "$1")
    if [ -n "$why" ]; then
        echo "build/$1 $why. It is rebuilt from scratch."
        empty_build "$1"
    fi
    was_there=no
    [ -z "$(in_build "$1" -print)" ] || was_there=yes
    if ! run_configure "$1"; then
        # An interrupted run or a full disk leaves half a folder behind.
        if [ $was_there = yes ]; then
            echo "build/$1 is damaged. It is rebuilt from scratch."
            empty_build "$1"
            run_configure "$1" || stop_at_configure "$1"
        else
            stop_at_configure "$1"
        fi
    fi
    stamp 2>/dev/null >"build/$1/.lab-stamp" || full_disk
}

# in_build PRESET ACTION...: what find does with all that is in build/PRESET, except the lock.
in_build() {
    in=build/$1
    shift
    [ ! -d "$in" ] || find "$in/." ! -name . -prune ! -name .lab-lock "$@"
}

# Other processes may wait for the lock, so its file stays.
empty_build() {
    configured=
    rm -f "build/$1/.lab-stamp"
    in_build "$1" -exec rm -rf {} + || fail "build/$1 cannot be emptied; remove it by hand"
}

run_configure() {
    if ! mkdir -p "build/$1" 2>/dev/null; then
        full_disk
        [ -d build ] || { [ ! -e build ] && [ ! -L build ]; } ||
            fail "$root/build is not a folder, or a link to none. Remove it and run this again."
        fail "build/$1 cannot be made: $root is not writable for $(id -un). $(own_copy)"
    fi
    device=
    [ "$1" = course ] || device=-DLABS_DEVICE=sim # labs-cli adds the real GPU when it is needed
    [ "$sim" = yes ] || device=-DLABS_DEVICE=gpu
    [ "$was_there" = yes ] || echo "Setting up build/$1. The first time this takes a minute."
    # CC and CXX are for a new folder: in an old one CMake keeps its compilers. Options for other programs, such as
    # -ffast-math, could change a verdict.
    env -u CFLAGS -u CXXFLAGS -u CUDAFLAGS -u LDFLAGS CC="$cc" CXX="$cxx" \
        cmake --preset "$1" $device >"build/$1/lab.log" 2>&1
}

stop_at_configure() {
    full_disk
    cat "build/$1/lab.log" >&2
    set_here=$(env | sed -n 's/^\(CMAKE_[A-Za-z_]*\)=.*/\1/p' | tr '\n' ' ')
    [ -z "$set_here" ] || echo "lab: these variables, which are set here, may be the reason: ${set_here% }" >&2
    fail "configuring failed; the messages above say why, and ./lab doctor what is missing"
}

# Says so and stops if the disk is full.
full_disk() {
    if [ "$(disk_free)" -lt 3072 ]; then
        fail "the disk is full: $(disk_free) KB free in $root. Make room and run this again."
    fi
}

is_built() { # PRESET TARGET: has none of the sources changed since?
    note=build/$1/.$2-built
    [ -x "build/$1/common/cli/labs-cli" ] && [ -f "$note" ] &&
        [ -z "$(find CMakeLists.txt cmake common lab*/CMakeLists.txt -path common/tests -prune -o -newer "$note" -print)" ]
}

# build_target PRESET TARGET: a target of the course's own as its sources are now: labs-cli, or what ./lab run
# needs. It does nothing if it is built.
build_target() {
    note=build/$1/.$2-built log=build/$1/lab.log
    ! is_built "$@" || return 0
    touch "$note.new" 2>/dev/null || full_disk
    if cmake --build --preset "$1" --target "$2" >"$log" 2>&1; then
        mv "$note.new" "$note"
        return
    fi
    full_disk
    # Cut off in the middle of being written, by an interruption or a full disk: a fresh build repairs that.
    if [ -z "${LABS_DAMAGED:-}" ] && grep -q -e '^ninja: error: build.ninja' -e '^ninja: error: loading' \
        -e 'file truncated' -e 'file format not recognized' \
        -e 'malformed archive' -e 'malformed or corrupted' -e 'malformed mach-o' "$log"; then
        LABS_DAMAGED=$1
        export LABS_DAMAGED
        configure "$1"
        build_target "$@"
        return
    fi
    cat "$log" >&2
    fail "the course's own build failed; the messages above say why"
}
