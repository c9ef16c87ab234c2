# Sourced by the tests of ./lab, whose arguments are the course's folder, labs-cli, and a C and a C++ compiler: makes a
# small course in a temporary folder with a difficult name, enters it, and defines what the tests need.
# shellcheck shell=sh disable=SC2034 # some of it
set -u
course=$1 labs_cli=$2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
here="$scratch/my läbs (1)"
mkdir -p "$here/common" "$here/cmake" || exit 2
cp -R "$course/common/tests/cli/mini-course/." "$here/" || exit 2
cp -R "$course/common/cli" "$here/common/" || exit 2
cp "$course/cmake/lab_tests.cmake" "$here/cmake/" || exit 2
cp "$course/lab" "$course/CMakePresets.json" "$labs_cli" "$here/" || exit 2
cd "$here" || exit 2
unset LABS_INSTALL LABS_BUILD LABS_NVCC LABS_GPU LABS_DAMAGED LABS_CALLED_FROM CC CXX MINI_EXIT

# `called COMMAND...` runs a command, and then prints how it called CMake and the checkers, as "$ cmake --build ...".
called=$scratch/called
mkdir "$scratch/bin" || exit 2
printf '#!/bin/sh\n[ "$1" = --version ] || [ -z "${MINI_CALLED:-}" ] || echo "$ cmake $*" >>"$MINI_CALLED"\nexec "%s" "$@"\n' \
    "$(command -v cmake)" >"$scratch/bin/cmake"
printf '#!/bin/sh\nMINI_CALLED=%s.log\nexport MINI_CALLED\n: >"$MINI_CALLED"\n"$@"\ncode=$?\ncat "$MINI_CALLED"\nexit $code\n' \
    "$called" >"$called"
chmod +x "$scratch/bin/cmake" "$called" || exit 2
PATH=$scratch/bin:$PATH

expect() {
    echo "--- $*"
    "$course/common/tests/expect_exit" "$@" || exit 1
}

# Puts checkers into a folder `build`. From now on labs-cli uses that folder and builds nothing.
use_checkers() {
    LABS_BUILD=build
    export LABS_BUILD
    for lab in lab01-naive-reduce lab02-second-lab; do
        mkdir -p "build/$lab"
        cp checker "build/$lab/${lab%%-*}-check" || exit 2
    done
}
