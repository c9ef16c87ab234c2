# Sourced by the tests of style, which run in the course's folder.
# shellcheck shell=sh

# files PATTERN...: the course's files whose names match, a line each. Without Git's list, all files but those of builds.
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

# The C, C++ and CUDA files whose style is tested. Not yet: the labs' own kernels and the programs that stand beside them.
# Never: the two that are input of a test, which is about a tab and about long lines.
code_files() {
    files '*.c' '*.h' '*.cpp' '*.cu' | grep -v -e '^lab[0-9][0-9]-[^/]*/.*\.cu$' -e '^common/tests/labs/alternatives/' \
        -e '^common/tests/labs/mistakes/' -e '^common/tests/fake/[a-z_]*\.cu$'
}
