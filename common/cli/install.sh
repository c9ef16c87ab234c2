# Installs what is missing, or says which command does. Sourced by ./lab.
# shellcheck shell=sh disable=SC2034,SC2154 # variables are shared with ./lab

# missing_for build [cmocka] [jansson] [seccomp]: what find.sh has not found, as keys, into $missing.
missing_for() {
    missing=
    [ -n "$cmake" ] || missing="$missing cmake"
    [ -n "$ninja" ] || missing="$missing ninja"
    [ -n "$cxx" ] || missing="$missing compiler"
    [ -n "$boost" ] || has_own_fibers || missing="$missing boost"
    [ -n "$dw" ] || missing="$missing dw"
    case " $* " in
    *" cmocka "*) [ -n "$cmocka" ] || missing="$missing cmocka" ;;
    *" jansson "*) [ -n "$jansson" ] || missing="$missing jansson" ;;
    esac
    case " $* " in
    *" seccomp "*) [ -n "$seccomp" ] || missing="$missing seccomp" ;;
    esac
    missing=${missing# }
}

# Can all that is missing be done without? The simulated GPU's libraries can, where there is a real GPU and its
# compiler.
only_sim_is_missing() {
    [ -n "$nvcc" ] && [ -n "$gpu" ] || return 1
    for key in $missing; do
        case $key in
        boost | dw) ;;
        *) return 1 ;;
        esac
    done
}

# has build [cmocka] [jansson] [seccomp]: is everything here?
has() {
    find_all "$@"
    missing_for "$@"
    [ -z "$missing" ]
}

# The labs' names, where labs-cli cannot be built.
list_folders() {
    for folder in lab[0-9][0-9]-*/; do
        echo "${folder%/}"
        for file in "$folder"*/solution.cu; do
            [ ! -e "$file" ] || echo "${file%/*}"
        done
    done
    echo
    echo "Tasks and progress: after ./lab demo has installed what the course needs."
}

# To add a requirement: a line here, a find_ function, a line in missing_for and in doctor.
describe() {
    case $1 in
    cmake) echo "cmake 3.22 or newer${cmake_note:+ ($cmake_note)}" ;;
    ninja) echo "ninja" ;;
    compiler) echo "a C and a C++ compiler: GCC 11, Clang 14 or newer${cc_note:+ ($cc_note)}${cxx_note:+ ($cxx_note)}" ;;
    boost) echo "Boost.Context, with its headers" ;;
    dw) echo "libdw of elfutils, with its headers" ;;
    cmocka) echo "cmocka and Jansson, for the course's own tests" ;;
    jansson) echo "Jansson, for grading a class" ;;
    seccomp) echo "libseccomp, with its headers, to contain submissions (not with --trust)" ;;
    esac
}

package_of() { # MANAGER KEY
    case $1:$2 in
    *:cmake) echo cmake ;;
    brew:ninja) echo ninja ;;
    *:ninja) echo ninja-build ;;
    apt-get:compiler) echo "g++" ;;
    dnf:compiler) echo "gcc-c++" ;;
    brew:compiler) echo llvm ;;
    apt-get:boost) echo libboost-context-dev ;;
    dnf:boost) echo boost-devel ;;
    brew:boost) echo boost ;;
    apt-get:dw) echo libdw-dev ;;
    dnf:dw) echo elfutils-devel ;;
    apt-get:cmocka) echo libcmocka-dev libjansson-dev ;;
    dnf:cmocka) echo libcmocka-devel jansson-devel ;;
    brew:cmocka) echo cmocka jansson ;;
    apt-get:jansson) echo libjansson-dev ;;
    dnf:jansson) echo jansson-devel ;;
    brew:jansson) echo jansson ;;
    apt-get:seccomp) echo libseccomp-dev ;;
    dnf:seccomp) echo libseccomp-devel ;;
    esac
}

find_manager() {
    manager=
    for one in apt-get dnf brew; do
        if command -v $one >/dev/null; then
            manager=$one
            return
        fi
    done
}

# The command that installs $packages.
install_command() {
    case $manager in
    apt-get) echo "apt-get install -y --no-install-recommends $packages" ;;
    dnf) echo "dnf install -y $packages" ;;
    brew) echo "brew install $packages" ;;
    esac
}

# Does apt know any package at all? A fresh image often has no lists.
apt_has_lists() {
    for list in /var/lib/apt/lists/*_Packages*; do
        [ -e "$list" ] && return 0
    done
    return 1
}

# Shows a command of the package manager and runs it, as root or with sudo. Its output is shown only if it fails.
run_manager() {
    echo "\$ $sudo${sudo:+ }$*"
    [ "$1" != apt-get ] || set -- "$@" -o DPkg::Lock::Timeout=300 # seconds; another program may be installing
    # shellcheck disable=SC2086 # $sudo is empty or one word
    if $sudo env DEBIAN_FRONTEND=noninteractive "$@" >"$install_log" 2>&1 </dev/null; then
        return 0
    fi
    cat "$install_log" >&2
    return 1
}

# The rights to install: sets $sudo to "" or "sudo"; fails if there are none.
find_rights() {
    sudo=
    [ "$manager" = brew ] && return 0
    [ "$(id -u)" -eq 0 ] && return 0
    command -v sudo >/dev/null || return 1
    sudo=sudo
    sudo -n true 2>/dev/null && return 0
    if [ -t 0 ] && [ -t 2 ]; then
        echo "To install packages, sudo may ask for your password."
        sudo -v && return 0
    fi
    return 1
}

# Continues without the simulated GPU if possible. Otherwise shows the exact command, for users who must run it
# themselves, and exits with 2.
go_on_or_say_by_hand() {
    if only_sim_is_missing; then
        sim=no
        {
            echo "Without what is missing, only the real GPU can be used, as with --device gpu. To have both, run later, as root:"
            echo "    $(install_command)"
        } >&2
        return
    fi
    update=
    [ "$manager" = apt-get ] && ! apt_has_lists && update=yes
    prefix=
    if [ "$manager" != brew ] && [ "$(id -u)" -ne 0 ]; then
        prefix='sudo '
    fi
    {
        if [ -z "$manager" ] || [ -z "$packages" ]; then
            echo "Neither apt-get, dnf nor brew was found: install these with your system's own tools."
        else
            if [ -n "$prefix" ] && ! command -v sudo >/dev/null; then
                echo "As root, run"
                prefix=
            else
                echo "Run"
            fi
            echo
            echo "    ${update:+${prefix}apt-get update && }$prefix$(install_command)"
            echo
        fi
        echo "and then ./lab $command again."
    } >&2
    exit 2
}

install_packages() {
    if [ "$manager" = apt-get ] && ! apt_has_lists; then
        run_manager apt-get update || return 1
    fi
    # shellcheck disable=SC2046 # a list of words
    run_manager $(install_command) && return 0
    # Old lists name packages that the server does not have any more.
    # shellcheck disable=SC2046
    [ "$manager" = apt-get ] && run_manager apt-get update && run_manager $(install_command)
}

# require build [cmocka] [jansson] [seccomp]: finds what is needed, and installs what is missing or stops.
require() {
    has "$@" && return 0
    if only_sim_is_missing; then
        sim=no
        is_configured "$preset" && return 0 # it has been said
        sim=yes
    fi

    if [ -z "$cxx" ] && [ -n "${CC:-}${CXX:-}" ] && (unset CC CXX && find_compilers && [ -n "$cxx" ]); then
        fail "CC='${CC:-}' and CXX='${CXX:-}' name no compilers to use${cc_note:+ ($cc_note)}${cxx_note:+ ($cxx_note)}. Unset them, and this machine's are used."
    fi
    find_manager
    packages=
    {
        echo "lab: missing on this machine:"
        for key in $missing; do
            echo "  - $(describe "$key")"
            packages="$packages${packages:+ }$(package_of "$manager" "$key")"
        done
    } >&2
    if [ -z "$manager" ] || [ "${LABS_INSTALL:-}" = no ] || ! find_rights; then
        go_on_or_say_by_hand
        return
    fi
    install_log=$(mktemp) || fail "cannot make a temporary file in ${TMPDIR:-/tmp}"
    trap 'rm -f "$install_log"' EXIT
    installed=yes
    install_packages || installed=no
    rm -f "$install_log"
    trap - EXIT
    if [ $installed = no ]; then
        only_sim_is_missing || fail "$manager failed"
        go_on_or_say_by_hand
        return
    fi

    hash -r
    if ! has "$@"; then
        {
            echo "lab: still missing after that:"
            for key in $missing; do
                echo "  - $(describe "$key")"
            done
            echo "This system's packages are too old or incomplete; ./lab doctor shows what was found."
        } >&2
        exit 2
    fi
}

# The programs that a build folder was made with, as files: which they are, and how they looked. Other ones have another
# number or size.
programs() {
    echo "$PATH, ${CC:-}, ${CXX:-}"
    ls -Lin "$(command -v cmake)" "$(command -v "$cc")" "$(command -v "$cxx")" 2>/dev/null
}

# remember FILE: writes what was found. recall FILE: reads it, unless the programs have changed: asking them takes
# longer than all else that ./lab does.
remember() {
    { printf '%s\n' "$cmake" "$cmake_version" "$cc" "$cc_version" "$cxx" "$cxx_version" && programs; } 2>/dev/null >"$1"
}

recall() {
    [ -f "$1" ] || return 1
    cc='' cxx=''
    {
        read -r cmake && read -r cmake_version && read -r cc && read -r cc_version && read -r cxx &&
            read -r cxx_version && known=$(cat)
    } <"$1" || return 1 # a full disk has cut it off
    [ "$known" = "$(programs)" ]
}

# Finds everything that a build needs, into these variables. sim: is the simulated GPU to be built? The libraries of a
# configured build folder are known to be there; trying them again would cost each run a tenth of a second.
find_all() {
    find_ninja
    find_nvcc
    find_gpu
    case " $* " in
    *" cmocka "*) preset=course ;;
    esac
    remembered=build/$preset/.lab-found
    if ! recall "$remembered"; then
        [ ! -f "$remembered" ] || rm -f "$remembered" 2>/dev/null
        find_cmake
        find_compilers
    fi
    sim=yes
    case " $* " in
    *" jansson "*) find_jansson ;;
    esac
    case " $* " in
    *" seccomp "*) find_seccomp ;;
    esac
    if [ -n "$cmake" ] && [ -n "$ninja" ] && [ -n "$cxx" ] && is_configured "$preset"; then
        boost=found dw=found cmocka=found
        [ -f "$remembered" ] || remember "$remembered"
        return
    fi
    find_libraries
    if [ -z "$boost$dw" ]; then # is it the compiler?
        find_compilers thoroughly
        find_libraries
    fi
    [ "$preset" != course ] || find_cmocka
}
