# Sourced by tests that compile many small files with -include cuda_runtime.h. They define `folder`, their temporary
# folder; their arguments are a compiler and its options. Puts the precompiled header there, with what first.h there
# includes, and the option with which the compiler uses it in front of the others.
# shellcheck shell=sh disable=SC2154
touch "$folder/first.h"
precompile_compiler=$1
if "$1" --version | grep -q clang; then
    precompiled=$folder/cuda_runtime.h.pch
    precompile_option="-include-pch $precompiled"
else
    precompiled=$folder/cuda_runtime.h.gch
    precompile_option=-I$folder # here GCC finds it for -include cuda_runtime.h
fi
"$@" -x c++-header "$folder/first.h" -o "$precompiled" || exit 2
shift
# shellcheck disable=SC2086
set -- "$precompile_compiler" $precompile_option "$@"
