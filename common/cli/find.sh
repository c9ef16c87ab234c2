# What this machine has. Sourced by ./lab. Each find_ function sets a variable to what was found, empty for nothing, and
# a _note to what is there but cannot be used.
# shellcheck shell=sh disable=SC2034,SC2154 # variables are shared with ./lab

# at_least 3.25.1 3.22: compares the first two numbers.
at_least() {
    have_major=${1%%.*} have_rest=${1#*.}
    have_minor=${have_rest%%[!0-9]*}
    want_major=${2%%.*} want_minor=${2#*.}
    [ "$have_major" -gt "$want_major" ] 2>/dev/null && return 0
    [ "$have_major" -eq "$want_major" ] 2>/dev/null && [ "${have_minor:-0}" -ge "$want_minor" ]
}

find_cmake() {
    cmake='' cmake_version='' cmake_note=''
    command -v cmake >/dev/null || return 0
    cmake_version=$(cmake --version 2>/dev/null | sed -n '1s/^cmake version //p')
    if [ -z "$cmake_version" ]; then
        cmake_note="$(command -v cmake) does not run"
    elif at_least "$cmake_version" 3.22; then
        cmake=$(command -v cmake)
    else
        cmake_note="$cmake_version is too old"
    fi
}

find_ninja() {
    ninja=$(command -v ninja || command -v ninja-build) || ninja=
}

# compiler_version COMMAND: "GCC 12.2", "Clang 14.0" or "AppleClang 15.0"; fails when it does not run.
compiler_version() {
    "$1" -dM -E -x c /dev/null 2>/dev/null | awk '
        { value[$2] = $3 }
        END {
            if (value["__clang_major__"] != "")
                print (value["__apple_build_version__"] != "" ? "AppleClang " : "Clang ") \
                    value["__clang_major__"] "." value["__clang_minor__"]
            else if (value["__GNUC__"] != "")
                print "GCC " value["__GNUC__"] "." value["__GNUC_MINOR__"]
            else exit 1
        }'
}

new_enough() { # "GCC 12.2"
    case $1 in
    GCC*) at_least "${1#* }" 11.0 ;;
    AppleClang*) at_least "${1#* }" 14.0 ;;
    Clang*) at_least "${1#* }" 14.0 ;;
    *) return 1 ;;
    esac
}

# The first pair of C and C++ compilers that is new enough: CC and CXX, the system's own, then by name. Thoroughly: one
# that can make a C++ program (Clang without libstdc++'s headers cannot).
find_compilers() {
    cc='' cxx='' cc_version='' cxx_version='' cc_note='' cxx_note=''
    pairs='cc:c++ gcc:g++ clang:clang++ gcc-15:g++-15 gcc-14:g++-14 gcc-13:g++-13 gcc-12:g++-12 gcc-11:g++-11
        clang-20:clang++-20 clang-19:clang++-19 clang-18:clang++-18 clang-17:clang++-17 clang-16:clang++-16
        clang-15:clang++-15 clang-14:clang++-14'
    if [ -n "${CC:-}${CXX:-}" ]; then
        pairs="${CC:-cc}:${CXX:-c++}"
    fi
    for pair in $pairs; do
        one=${pair%%:*} two=${pair#*:}
        if ! command -v "$one" >/dev/null; then
            continue
        fi
        found=$(compiler_version "$one") || found=
        if [ -z "$found" ] || ! new_enough "$found"; then
            cc_note="${cc_note:-${found:-$one} is too old}"
            continue
        fi
        cc=$one cc_version=$found
        if ! command -v "$two" >/dev/null || ! found=$(compiler_version "$two") || ! new_enough "$found"; then
            cxx_note="${cxx_note:-no $two to go with $one}"
            continue
        fi
        if [ "${1:-}" = thoroughly ] && ! (cxx=$two && has_libraries); then
            cxx_note="${cxx_note:-$two finds no C++ standard library}"
            continue
        fi
        cxx=$two cxx_version=$found
        return 0
    done
}

# has_libraries HEADER LIBRARY...: can a C++ program include the headers and be linked to the libraries?
has_libraries() {
    includes='#include <atomic>' links=
    while [ $# -gt 0 ]; do
        includes="$includes
#include <$1>" links="$links -l$2"
        shift 2
    done
    # shellcheck disable=SC2086 # a list of words
    printf '%s\nint main() { return 0; }\n' "$includes" | "${cxx:-c++}" -x c++ -std=c++17 - $links -o /dev/null 2>/dev/null
}

# cmocka's header wants these before it.
has_cmocka() {
    printf '#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <setjmp.h>
#include <cmocka.h>\nint main(void) { return 0; }\n' | "${cc:-cc}" -x c - -lcmocka -o /dev/null 2>/dev/null
}

# Does the simulated GPU switch between threads by code of its own here? Elsewhere Boost.Context does
# (common/sim/schedule/fiber.h).
has_own_fibers() {
    case $(uname -sm) in
    Darwin*) return 1 ;;
    *x86_64 | *amd64) ;;
    *) return 1 ;;
    esac
}

# shellcheck disable=SC2086 # lists of words
find_libraries() {
    boost_needs='boost/context/detail/fcontext.hpp boost_context' dw_needs='elfutils/libdwfl.h dw'
    [ "$(uname -s)" != Darwin ] || dw_needs=
    ! has_own_fibers || boost_needs=
    boost='' dw=''
    [ -n "$cxx" ] || return 0
    if has_libraries $boost_needs $dw_needs; then # one try for both: it takes a tenth of a second
        boost=found dw=found
        return
    fi
    if has_libraries $boost_needs; then boost=found; fi
    if has_libraries $dw_needs; then dw=found; fi
}

find_cmocka() { # with Jansson, both for the tests alone
    cmocka=
    if [ -n "$cxx" ] && has_cmocka && has_libraries jansson.h jansson; then cmocka=found; fi
}

find_jansson() { # for ./lab class
    jansson=
    if [ -n "$cxx" ] && has_libraries jansson.h jansson; then jansson=found; fi
}

find_seccomp() { # for ./lab class and ./lab grade --contain; only Linux has it
    seccomp=
    if [ "$(uname -s)" != Linux ] || { [ -n "$cxx" ] && has_libraries seccomp.h seccomp; }; then seccomp=found; fi
}

find_nvcc() {
    nvcc=$(command -v nvcc || command -v "${CUDA_PATH:-/usr/local/cuda}/bin/nvcc" ||
        command -v /usr/local/cuda/bin/nvcc) || nvcc=
}

# Asks no program: nvidia-smi can take a second, and this runs before every check.
find_gpu() {
    gpu=${LABS_GPU:-} # for tests
    for node in /dev/nvidia[0-9]* /dev/dxg; do # dxg: in WSL
        [ ! -e "$node" ] || gpu=$node
    done
}

# Kilobytes free where the course is.
disk_free() {
    df -Pk "$root" | awk 'NR == 2 { print $4 }'
}
