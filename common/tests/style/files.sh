# Sourced by the tests of style, which run in the course's folder.
# shellcheck shell=sh

# files PATTERN...: the course's files whose names match, a line each. Without Git, all files but those of builds.
files() {
    if git ls-files --error-unmatch lab >/dev/null 2>&1; then
        git ls-files -- "$@" | while IFS= read -r file; do
            [ ! -f "$file" ] || printf '%s\n' "$file" # not one that has been removed
        done
    else
        for pattern in "$@"; do
            find . -path ./build -prune -o -path ./.git -prune -o -type f -name "${pattern##*/}" -print | sed 's|^\./||'
        done
    fi
}

# The C, C++ and CUDA files whose style is tested: all but two, which test a tab and long lines.
code_files() {
    files '*.c' '*.h' '*.cpp' '*.cu' | grep -v '^common/tests/fake/[a-z_]*\.cu$'
}
