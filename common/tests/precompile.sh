# Sourced by tests that compile many small files with -include cuda_runtime.h. They define `folder`, their temporary
# folder; their arguments are a compiler and its options. Puts the precompiled header there, with what first.h there
# includes, and the folder in front of the compiler's include path. GCC then uses it. Clang would not, and compiles as
# before.
# shellcheck shell=sh disable=SC2154
if ! "$1" --version | grep -q clang; then
    touch "$folder/first.h"
    "$@" -x c++-header "$folder/first.h" -o "$folder/cuda_runtime.h.gch" || exit 2
    precompile_compiler=$1
    shift
    set -- "$precompile_compiler" "-I$folder" "$@"
fi
