# What a student does with a lab: check, watch, grade, hint, reset. Read by ./lab.
# shellcheck shell=sh disable=SC2154 # variables are shared with ./lab

# first_unfinished DOES: that lab into $labs; where all are passed says what naming one DOES, and that is all.
first_unfinished() {
    build student course labs-cli
    labs=$(build/student/common/cli/labs-cli first) || exit 2
    if [ -z "$labs" ]; then
        echo "All labs are passed. ./lab $command lab01 $1."
        exit 0
    fi
}

# Everything up to where check and watch know their labs and devices.
prepare_check() {
    parse_arguments "$@"
    forget_report
    if [ "$device" = gpu ]; then
        demand_gpu_machine
    fi
    require build
    configure student
    choose_devices
    if [ -z "$labs" ]; then
        first_unfinished 'judges one again, ./lab list shows all'
    fi
}

# Builds LAB's starter for DEVICE with its checker; returns 1 when it does not compile or is not there.
build_starter() { # LAB DEVICE
    has_starter "$1" || return 1
    forget_old_starter build/student "$1"
    build student student labs-cli "$(short_name "$1")-check" "$(short_name "$1")-starter-$2"
}

# Judges the starters of $labs on $devices. Returns the worst of the exit codes.
check_starters() {
    result=77
    for lab in $labs; do
        for one in $devices; do
            build_starter "$lab" "$one"
            code=$?
            if [ $code -eq 0 ]; then
                eval "build/student/common/cli/labs-cli check build/student $lab $one $options"
                code=$?
            elif [ -n "$reports" ]; then
                build student course labs-cli "$(short_name "$lab")-check" # a build stops at its first failure
                eval "build/student/common/cli/labs-cli check build/student $lab $one $options --not-compiled"
                code=$?
            fi
            result=$(worse "$result" "$code")
            [ $code -eq 0 ] || break # a file that is wrong on the simulated GPU need not run on the real one
        done
    done
    return "$result"
}

check() {
    prepare_check "$@"
    check_starters
    exit
}

watch() {
    prepare_check "$@"
    labs=${labs# }
    case $labs in
    *' '*) fail "watch takes one lab: ./lab watch $(short_name "$labs")" ;;
    esac
    build student course labs-cli
    state=$(build/student/common/cli/labs-cli wait "$labs") || exit 2
    while :; do
        (check_starters) # where it stops for good, watching goes on
        echo
        echo "--- $(date +%H:%M:%S), waiting until $labs/starter.cu is saved; Ctrl-C ends"
        state=$(build/student/common/cli/labs-cli wait "$labs" "$state") || exit 2
    done
}

# Points are given on the simulated GPU, which alone sees all that is graded.
grade() {
    parse_arguments "$@"
    [ "$device" != gpu ] || fail "points are given on the simulated GPU, which alone sees all that is graded"
    [ -z "$options" ] || fail "grade takes labs and nothing else"
    [ -n "$labs" ] || labs=$(all_labs)
    require build
    configure student
    compiled='' broken=''
    for lab in $labs; do
        if build_starter "$lab" sim; then
            compiled="$compiled $lab"
        else
            broken="$broken $lab"
        fi
    done
    for lab in $broken; do # a build stops at its first failure
        build student course labs-cli "$(short_name "$lab")-check"
    done
    # shellcheck disable=SC2086 # lists of words
    exec build/student/common/cli/labs-cli grade build/student sim $compiled -- $broken
}

# ./lab hint [lab] [N] [--step K | --all]. By itself 2 is a task, 02 a lab; what the options say, labs-cli reads.
hint() {
    first='' second=''
    while [ $# -gt 0 ]; do
        case $1 in
        --step)
            [ $# -ge 2 ] || fail "--step needs the number of a hint: --step 1"
            add_option "$1"
            add_option "$2"
            shift
            ;;
        -*) add_option "$1" ;;
        *)
            [ -z "$second" ] || fail "'$1' is one word too many: ./lab hint [lab] [N] [--step K | --all]"
            if [ -z "$first" ]; then first=$1; else second=$1; fi
            ;;
        esac
        shift
    done
    case $second${first#[Tt][Oo][Dd][Oo]} in
    '' | *[!0-9]* | 0?) ;;
    *) [ -n "$second" ] || { second=$first && first=''; } ;;
    esac
    if [ -n "$first" ]; then
        labs=$(find_lab "$first") || exit 2
    fi
    [ -z "$second" ] || add_option "${second#[Tt][Oo][Dd][Oo]}"
    require build
    configure student
    if [ -n "$labs" ]; then
        build student course labs-cli
    else
        first_unfinished 'shows a hint all the same'
    fi
    eval "exec build/student/common/cli/labs-cli hint $labs $options"
}

reset() {
    [ $# -eq 1 ] || fail "reset takes one lab: ./lab reset lab01"
    lab=$(find_lab "$1") || exit 2
    require build
    configure student
    build student course labs-cli
    exec build/student/common/cli/labs-cli reset "$lab"
}
