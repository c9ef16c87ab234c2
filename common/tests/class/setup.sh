# Sourced by the tests of ./lab class, which run in the course's folder. Their argument is the build folder.
# shellcheck shell=sh disable=SC2034 # some of it
set -u
course=$(pwd) build=$1
labs_class=$build/common/class/labs-class
"$build/common/tests/labs_box" --layers || exit 77 # skipped where untrusted programs cannot be contained
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
submissions="$scratch/my cläss (1)"
out=$scratch/out
mkdir "$submissions" || exit 2

expect() {
    echo "--- $*"
    "$course/common/tests/expect_exit" "$@" || exit 1
}

fail() {
    echo "$*"
    exit 1
}

# The named columns of OUT/grades.csv, without quotes: columns OUT student lab points
columns() {
    file=$1/grades.csv
    shift
    tr -d '"\r' <"$file" | awk -F, -v names="$*" '
        NR == 1 { count = split(names, name, " "); for (i = 1; i <= NF; i++) column[$i] = i; next }
        { for (i = 1; i <= count; i++) printf "%s%s", $column[name[i]], i < count ? " " : "\n" }'
}

# In the build folder of scripts, the compiler runs the command for submissions, but compiles the course's solutions.
compiler_for_submissions() {
    cat >"$fake/compiler" <<END
#!/bin/sh
case "\$*" in */trials/[0-9]/solution/*) ;; *) $1 ;; esac
while [ "\$1" != -o ]; do shift; done
echo >"\$2"
END
}

# Compares the lines of standard input with those of a command's output.
same() {
    cat >"$scratch/expected"
    "$@" >"$scratch/found"
    diff "$scratch/expected" "$scratch/found" || exit 1
}

# A build folder in which scripts stand for the translator, the compiler and the checkers of labs. The checker
# writes the report of a pass, or of a fail if the file contains WRONG. What the file contains after DO: it does first.
fake_build() {
    fake=$scratch/build
    mkdir -p "$fake/common/class" "$fake/common/sim/translate" || exit 2
    for lab in "$@"; do
        case $lab in
        */*) short=${lab#*/} ;; # exercises
        *) short=${lab%%-*} ;;
        esac
        mkdir -p "$fake/$lab/objects"
        # Once for each lab: a second call only makes the scripts again.
        grep -q "$lab/$short-starter-sim" "$fake/common/class/commands" 2>/dev/null || {
            echo "$fake/compiler -o $lab/objects/$short-starter-sim.cpp.o -c $lab/$short-starter-sim.cpp"
            echo ": && $fake/compiler $lab/objects/$short-starter-sim.cpp.o -o $lab/$short-starter-sim && :"
            gpu=$lab/$short-starter-gpu-code.dir/starter.cu.o
            echo "$fake/compiler -x cu -c $course/$lab/starter.cu -o $gpu"
            echo ": && $fake/compiler $gpu -o $lab/$short-starter-gpu && :"
        } >>"$fake/common/class/commands"
        cat >"$fake/$lab/$short-check" <<END
#!/bin/sh
case " \$* " in
*" --not-compiled "*) verdict='does not compile' points=0 ;;
*)
    sed -n 's/^DO: //p' $lab/starter.cu >todo && . ./todo
    verdict=pass points=3
    ! grep -q WRONG $lab/starter.cu || verdict=fail points=0
    ;;
esac
aspect='{"points": '\$((points / 3))', "points_max": 1}'
echo '{"lab": "$lab", "verdict": "'"\$verdict"'", "points": '\$points', "points_max": 3, "parts": [{"name": "tree",
"verdict": "'"\$verdict"'", "aspects": {"result": '"\$aspect"', "memory": '"\$aspect"', "technique": '"\$aspect"'},
"cases": []}]}' >report.json
echo "checked"
[ \$points = 3 ]
END
        chmod +x "$fake/$lab/$short-check"
    done
    printf '#!/bin/sh\ncp "$1" "$2"\n' >"$fake/common/sim/translate/sim-translate"
    printf '#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\necho >"$2"\n' >"$fake/compiler"
    chmod +x "$fake/compiler" "$fake/common/sim/translate/sim-translate"
}
