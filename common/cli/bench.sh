# ./lab bench: time on a real GPU, or what there is without one. Read by ./lab.
# shellcheck shell=sh disable=SC2154 # variables are shared with ./lab

bench() {
    case " $* " in
    *' --device sim '* | *' --device=sim '*) bench_simulator "$@" ;;
    esac
    parse_arguments "$@"
    if have_gpu; then
        bench_gpu
    fi
    if [ "$device" = gpu ]; then
        demand_gpu_machine
    fi
    bench_without_gpu
}

# On a real GPU: each solution, and each starter that has passed its check, against the one before it, CUB and a copy.
bench_gpu() {
    device=gpu
    require build
    configure student
    choose_devices
    [ -n "$labs" ] || labs=$(all_labs)
    targets='labs-cli bench'
    for lab in $labs; do
        targets="$targets $(short_name "$lab")-check"
        if [ "$(build/student/common/cli/labs-cli passed "$lab" 2>/dev/null)" = passed ]; then
            targets="$targets $(short_name "$lab")-starter-sum-bench"
        fi
    done
    # shellcheck disable=SC2086 # lists of words
    build student course $targets
    # shellcheck disable=SC2086
    eval "build/student/common/cli/labs-cli bench build/student build/bench $labs -- $options"
    code=$?
    [ $code -ne 0 ] || common/bench/plot build/bench || :
    exit $code
}

# No time without a GPU, but counts: 77, as for everything that is skipped for want of one.
bench_without_gpu() {
    echo "There is nothing to time a kernel on here. Missing:"
    missing_for_gpu
    echo "On a machine that has both, the same command times each lab's kernels. (The simulated GPU has no time of its"
    echo "own: how long it takes says nothing about a kernel. How fast it is itself: ./lab bench --device sim.)"
    echo "What does not depend on a clock is this:"
    echo
    device=sim
    require build
    configure student
    choose_devices
    run_solutions
    code=$?
    [ $code -eq 0 ] || exit $code
    exit 77
}

# The simulated GPU's own speed: CPU time a simulated thread, and what its layers cost.
bench_simulator() {
    while [ $# -gt 0 ]; do
        case $1 in
        --device) shift ;;
        --device=*) ;;
        *) add_option "$1" ;;
        esac
        shift
    done
    require build
    configure student
    build student course sim-bench
    eval "say_run build/student/common/sim/sim-bench $options"
    eval "exec build/student/common/sim/sim-bench $options"
}
