# Sourced by tests that compile many small files with -include cuda_runtime.h. They define `folder`, their temporary
# folder; their arguments are a compiler and its options. Puts the precompiled header there, with what first.h there
# includes, and the option with which the compiler uses it in front of the others.
# shellcheck shell=sh disable=SC2154
touch "$folder/first.h"
precompiled=$folder/cuda_runtime.h.gch
"$@" -x c++-header "$folder/first.h" -o "$precompiled" || exit 2
precompile_compiler=$1
shift
if "$precompile_compiler" --version | grep -q clang; then
    set -- "$precompile_compiler" -include-pch "$precompiled" "$@"
else
    set -- "$precompile_compiler" "-I$folder" "$@" # where GCC finds it for -include cuda_runtime.h
fi
