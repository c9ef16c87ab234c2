# Words: messages, names of labs, and the nearest right one to a wrong one. Read by ./lab.
# shellcheck shell=sh disable=SC2034,SC2154 # variables are shared with ./lab

# fail MESSAGE: for what is not the student's mistake in a lab.
fail() {
    echo "lab: $1" >&2
    exit 2
}

# say_run COMMAND...: every command that ./lab stands for is shown before it runs.
say_run() {
    echo "\$ $*"
}

# nearest WORD CANDIDATE...: the first candidate that begins with the word, or else the one with the fewest
# insertions, deletions, changes and swaps of neighbours, if those are few for its length; else nothing.
nearest() {
    printf '%s\n' "$@" | awk '
        function least(a, b) { return a < b ? a : b }
        function distance(a, b,    i, j, cost, d) {
            for (i = 0; i <= length(a); i++) d[i, 0] = i
            for (j = 0; j <= length(b); j++) d[0, j] = j
            for (i = 1; i <= length(a); i++)
                for (j = 1; j <= length(b); j++) {
                    cost = substr(a, i, 1) != substr(b, j, 1)
                    d[i, j] = least(least(d[i - 1, j] + 1, d[i, j - 1] + 1), d[i - 1, j - 1] + cost)
                    if (i > 1 && j > 1 && substr(a, i, 1) == substr(b, j - 1, 1) &&
                        substr(a, i - 1, 1) == substr(b, j, 1))
                        d[i, j] = least(d[i, j], d[i - 2, j - 2] + 1)
                }
            return d[length(a), length(b)]
        }
        NR == 1 { word = tolower($0); next }
        length(word) > 2 && index($0, word) == 1 { if (!begins) which = $0; begins = 1 }
        begins { next }
        { now = distance(word, $0); if (NR == 2 || now < best) { best = now; which = $0 } }
        END { if (begins) print which; else if (which != "" && best * 2 <= length(which) + 1 && best < length(which)) print which }'
}

# did_you_mean WORD CANDIDATE...: "; did you mean demo?", or nothing.
did_you_mean() {
    found=$(nearest "$@")
    [ -z "$found" ] || printf '; did you mean %s?' "$found"
}

# The folders of all labs, in order.
all_labs() {
    for folder in lab[0-9][0-9]-*/; do
        [ -d "$folder" ] && [ -f "$folder/CMakeLists.txt" ] && printf '%s ' "${folder%/}"
    done
}

# short_name lab01-naive-reduce: lab01
short_name() {
    echo "${1%%-*}"
}

# Does a word among the options stand for a lab? (A bare number is an option's value there.)
is_lab_word() {
    case $1 in
    [Ll][Aa][Bb][0-9]*) return 0 ;;
    *) return 1 ;;
    esac
}

# The lab that has a part of that name, "lab01"; nothing where none has.
lab_of_part() {
    for folder in $(all_labs); do
        if grep -q "PART([A-Z_]*, *$1," "$folder/lab.h" 2>/dev/null; then
            short_name "$folder"
            return
        fi
    done
}

# find_lab WORD: the lab's folder. lab1, lab01, 01, 1, lab01-naive-reduce and naive-reduce are the same, in letters of
# any case; so are a folder as the shell completes it, and a file in it.
find_lab() {
    word=$(printf %s "${1#./}" | tr '[:upper:]' '[:lower:]')
    word=${word%%/*}
    number=${word#lab}
    case $number in
    '' | *[!0-9]*) number= ;;
    ?) number=0$number ;;
    esac
    names=
    for folder in $(all_labs); do
        case $word in
        "$folder" | "${folder#*-}") echo "$folder" && return 0 ;;
        esac
        [ "lab$number" = "${folder%%-*}" ] && echo "$folder" && return 0
        names="$names ${folder%%-*} $folder ${folder#*-}"
    done
    part=
    case $word in
    *[!a-z0-9_]*) ;;
    *) part=$(lab_of_part "$word") ;;
    esac
    # shellcheck disable=SC2046,SC2086 # lists of words
    {
        if [ -n "$part" ]; then
            echo "lab: '$1' is a part of $part: ./lab check $part --part $word"
        else
            echo "lab: there is no lab '$1'$(did_you_mean "$word" $names)"
        fi
        echo "The labs are:" $(all_labs)
    } >&2
    return 2
}

# worse A B: the exit code that stands for both: 2 before 1 before 0 before 77.
worse() {
    for code in 2 1 0; do
        if [ "$1" -eq $code ] || [ "$2" -eq $code ]; then
            echo $code
            return
        fi
    done
    [ "$1" -eq 77 ] && [ "$2" -eq 77 ] && echo 77 && return
    echo 2
}
