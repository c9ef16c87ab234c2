# What a compiler said of a student's file, for its author: each message once, at the line of the file that it is about,
# without the insides of the course. Reads ninja's output. `root` is the course's folder with a slash behind it,
# `log_file` what is read, for those who want all of it; `kind_of_code` is "student", or "course" for all messages as
# they are.
#
# A message is a header, "FILE:LINE:COLUMN: error: TEXT", and what follows up to the next one: lines of code and notes,
# which have headers, too. GCC and Clang write them alike, nvcc "FILE(LINE): error: TEXT". What is none of this, such as
# what a linker says, stays.
BEGIN { errors_most = 3 }

# Line `line` of a file, as it stands there: the compiler has seen the translator's.
function source(path, line,    text, count) {
    if (!(path in read)) {
        read[path] = 1
        while ((getline text <path) > 0) lines[path, ++count] = text
        close(path)
    }
    return lines[path, line]
}

function is_course(path) { return path ~ /^common\// || path ~ /^\// || path ~ /^</ }

# Its code as a line of its own, where the compiler's columns are those of the translated line.
function own_code(path, line) {
    if (is_course(path) || source(path, line) == "") return ""
    return sprintf("%5d | %s\n", line, source(path, line))
}
function is_translated(path, line) { return !is_course(path) && source(path, line) ~ /<<<|__shared__/ }

# Takes the message that was read last to where it belongs.
function finish(    key) {
    if (kind == "") return
    key = path ":" place ":" kind (place ~ /:/ ? "" : text)
    if (!(key in told)) {
        told[key] = 1
        if (kind != "warning" && ++errors > errors_most) {
            more++
        } else {
            if (within != "" && within != last_within) print within
            last_within = within
            printf "%s:%s: %s: %s\n%s", path, place, kind, text, body
        }
    }
    kind = ""
}

# Moves a message about the course's own code to the student's line that led there.
function move(to_path, to_line) {
    path = to_path
    place = to_line
    body = own_code(path, place)
    own = 1
}

function begin(to_path, line, column, to_kind, to_text) {
    finish()
    kind = to_kind
    path = to_path
    text = to_text
    sub(/^.* is unavailable: /, "", text)
    sub(/^.* declared with attribute (error|warning): /, "", text)
    within = function_line
    body = ""
    own = silent = 0
    place = column == "" ? line : line ":" column
    if (is_course(path) && here != "") {
        split(here, at, ":")
        move(at[1], at[2])
    } else if (is_translated(path, line)) {
        move(path, line)
    }
    here = ""
}

# A note of the message. Of the course's code there is nothing to say but what its helpers for labs take.
function note(to_path, line, head, to_text) {
    silent = 1
    if (is_course(path) && !is_course(to_path)) {
        move(to_path, line)
    } else if (to_text ~ /in (definition|expansion) of macro|expanded from macro|in instantiation of|requested here/) {
        return
    } else if (to_path ~ /^common\/operator\//) {
        if (to_text ~ /candidate/) body = body head to_text "\n"
    } else if (!is_course(to_path)) {
        body = body head to_text "\n" own_code(to_path, line)
    }
}

/^\[[0-9]+\/[0-9]+\] / || /^ninja: / { finish(); next }
/^FAILED: / { finish(); command = 1; next }
command { command = 0; next }
{
    while (at_root = index($0, root)) $0 = substr($0, 1, at_root - 1) substr($0, at_root + length(root))
}
kind_of_code == "course" { print; next }

# What comes before a header, or in the midst of notes.
/^In file included from / || /^ +from [^ ]+[:,]$/ || /^[^ ].*: In (instantiation|substitution) of / {
    silent = 1
    next
}
/^[^ ].*:   (recursively )?required / {
    if (!is_course($0)) here = $0
    silent = 1
    next
}
/^[^ ].*: (In [a-z ]*function|At global scope)/ || /^[^ ].*: In (constructor|destructor|lambda)/ {
    silent = 1
    function_line = is_course($0) || /At global scope/ ? "" : $0
    next
}
/^cc1plus: / || /^[0-9]+ (error|warning)s?( and [0-9]+ errors?)? generated\.$/ ||
/^[0-9]+ errors? detected in the compilation of / {
    finish()
    next
}
match($0, /^[^ :][^:]*:[0-9]+(:[0-9]+)?: (fatal error|error|warning|note): /) {
    head = substr($0, 1, RLENGTH)
    rest = substr($0, RLENGTH + 1)
    count = split(head, part, ":")
    if (head ~ / note: $/) {
        if (kind != "") note(part[1], part[2], head, rest)
    } else {
        begin(part[1], part[2], count > 4 ? part[3] : "", substr(part[count - 1], 2), rest)
    }
    next
}
match($0, /^[^ (:]+\([0-9]+\): (error|warning)/) { # nvcc
    split($0, part, /[()]/)
    begin(part[1], part[2], "", $0 ~ /: error/ ? "error" : "warning", substr($0, RLENGTH + 3))
    next
}
kind != "" {
    if (!own && !silent) body = body $0 "\n"
    next
}
{ print }
END {
    finish()
    if (more > 0) printf "and %d more error%s, perhaps in consequence: %s has all\n", more, more == 1 ? "" : "s", log_file
}
