# Read by the tests of ./lab, with the course's folder as $1: makes a small course in a temporary folder with a
# space in its name, enters it, and defines what the tests say.
# shellcheck shell=sh
set -u
course=$1
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/my course/common" "$scratch/my course/cmake" || exit 2
cp -R "$course/common/tests/cli/mini-course/." "$scratch/my course/" || exit 2
cp -R "$course/common/cli" "$scratch/my course/common/" || exit 2
cp "$course/cmake/add_lab.cmake" "$scratch/my course/cmake/" || exit 2
cp "$course/lab" "$course/CMakePresets.json" "$scratch/my course/" || exit 2
cd "$scratch/my course" || exit 2
unset LABS_INSTALL CC CXX MINI_EXIT

expect() {
    echo "--- $*"
    "$course/common/tests/expect_exit" "$@" || exit 1
}
