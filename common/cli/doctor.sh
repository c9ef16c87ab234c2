# ./lab doctor: what was found, what is missing, what each device needs. Builds and installs nothing. Sourced by ./lab.
# shellcheck shell=sh disable=SC2154 # variables are shared with ./lab

# row LABEL FOUND [NOTE]
row() {
    printf '  %-24s %s\n' "$1" "${2:-missing${3:+: $3}}"
}

core_count() {
    getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2
}

gpu_names() {
    for smi in nvidia-smi /usr/lib/wsl/lib/nvidia-smi; do
        if command -v "$smi" >/dev/null; then
            "$smi" --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | sed 's/, /, driver /' |
                head -n 1
            return
        fi
    done
}

doctor() {
    find_cmake
    find_ninja
    find_compilers thoroughly
    find_libraries
    find_cmocka
    find_seccomp
    find_nvcc
    find_gpu
    system=$(sed -n 's/^PRETTY_NAME="\(.*\)"$/\1/p' /etc/os-release 2>/dev/null)
    commit=$(git rev-parse --short HEAD 2>/dev/null)

    echo "The Reduction and Scan Labs $version${commit:+, commit $commit}, in $root"
    echo "${system:-$(uname -s)}, $(uname -m), $(core_count) cores, $(($(disk_free) / 1024)) MB of disk free"
    echo
    echo "To build:"
    row "cmake >= 3.22" "${cmake:+$cmake_version  $cmake}" "$cmake_note"
    row "ninja" "${ninja:+$("$ninja" --version 2>/dev/null)  $ninja}"
    row "C compiler" "${cc:+$cc_version  $(command -v "${cc:-cc}")}" "$cc_note"
    row "C++ compiler" "${cxx:+$cxx_version  $(command -v "${cxx:-c++}")}" "$cxx_note"
    has_own_fibers || row "Boost.Context" "$boost"
    row "libdw" "$dw"
    row "cmocka, Jansson (tests)" "$cmocka"
    row "libseccomp (./lab class)" "$seccomp"
    echo
    echo "For a real GPU (not needed for the simulated one):"
    nvcc_version=
    [ -z "$nvcc" ] || nvcc_version=$("$nvcc" --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\),.*/\1/p')
    nvcc_note=${nvcc:+"$nvcc does not run"}
    [ -n "$nvcc_version" ] || nvcc=
    row "CUDA toolkit (nvcc)" "${nvcc:+$nvcc_version  $nvcc}" "$nvcc_note"
    row "NVIDIA GPU" "${gpu:+$(gpu_names)  $gpu}"
    echo
    missing_for build cmocka seccomp
    without_tests=$(echo "$missing" | sed 's/ *cmocka//; s/ *seccomp//')
    if [ -z "$without_tests" ]; then
        echo "sim (the simulated GPU): ready"
    else
        echo "sim (the simulated GPU): something is missing; ./lab demo installs it"
    fi
    missing=$without_tests
    only_sim_is_missing && without_tests=
    if [ -n "$without_tests" ] || [ -z "$nvcc" ] || [ -z "$gpu" ]; then
        needs=
        [ -n "$nvcc" ] || needs="the CUDA toolkit"
        [ -n "$gpu" ] || needs="$needs${needs:+ and }an NVIDIA GPU with its driver"
        [ -n "$needs" ] || needs="what the simulated one needs"
        echo "gpu (a real one):        needs $needs"
    else
        echo "gpu (a real one):        ready"
    fi
    missing_for build cmocka seccomp
    if [ -n "$missing" ]; then
        find_manager
        packages=
        for key in $missing; do
            packages="$packages${packages:+ }$(package_of "$manager" "$key")"
        done
        [ -z "$manager" ] || printf "\nAll of it: %s\n" "$(install_command)"
    fi
    [ -z "$without_tests" ] || exit 2
}
