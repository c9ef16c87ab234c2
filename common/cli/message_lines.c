#include "message_lines.h"

// GCC's and Clang's place: "FILE:LINE:" or "FILE:LINE:COLUMN:". The file's path may have colons, but no number between
// two of them.
#define PLACE "^([^ :]([^:]|:[^ 0-9]|:[0-9]+[^0-9: ])*):([0-9]+)(:([0-9]+))?:"

// As POSIX regular expressions.
static const char *const line_patterns[LINE_KINDS] = {
    [LINE_NINJA] = "^\\[[0-9]+/[0-9]+\\] |^ninja: (build stopped|no work to do|warning|Entering)",
    [LINE_FAILED] = "^FAILED: ",
    [LINE_ORIGIN] = "^In file included from |^ +from [^ ]+[:,]$|^[^ ].*: In (instantiation|substitution) of ",
    [LINE_REQUIRED] = PLACE "   (recursively )?required ",
    [LINE_FUNCTION] =
        "^[^ ].*: (In [a-z ]*function|At global scope)|^[^ ].*: In (constructor|destructor|lambda)",
    [LINE_COMPILER] = "^cc1plus: (fatal )?error: ",
    [LINE_SUMMARY] = ("^cc1plus: |^[0-9]+ (error|warning)s?( and [0-9]+ errors?)? generated\\.$|"
                      "^[0-9]+ errors? detected in the compilation of "),
    [LINE_HEADER] = PLACE " (fatal error|error|warning|note): ",
    [LINE_NVCC_HEADER] = "^([^ :][^:]*)\\(([0-9]+)\\): (error|warning)[: ] *",
};

// The beginning of a message that comes from the course's headers, which a student need not see.
static const char attribute_pattern[] =
    "^.*( is unavailable| declared with attribute (error|warning)): |"
    "^static(_assert| assertion) failed due to requirement '[^']*sim_[^']*':? ";
// In a translated line, columns differ from the student's.
static const char translated_pattern[] = "<<<|__shared__";
static const char definition_pattern[] = "in definition of macro";
static const char macro_pattern[] = "in (definition|expansion) of macro|expanded from macro|in instantiation "
                                    "of|requested here|mismatched types";

// Words of the translator's and of the course's headers, which are not in the student's file.
static const char internal_pattern[] =
    "(^|[^A-Za-z0-9_])(sim|SIM)_|'warning' attribute only applies to functions"; // that of a kernel

static const char suggested_pattern[] = "; did you mean [^A-Za-z_]*sim_.*$";
static const char correction_pattern[] = "^[ |]*sim_[a-z0-9_]*$";

bool message_lines_open(struct message_lines *lines) {
    bool good = true;
    for (int i = 0; i < LINE_KINDS; i++) {
        good &= regcomp(&lines->kinds[i], line_patterns[i], REG_EXTENDED) == 0;
    }
    good &= regcomp(&lines->attribute, attribute_pattern, REG_EXTENDED) == 0;
    good &= regcomp(&lines->translated, translated_pattern, REG_EXTENDED) == 0;
    good &= regcomp(&lines->definition, definition_pattern, REG_EXTENDED) == 0;
    good &= regcomp(&lines->macro, macro_pattern, REG_EXTENDED) == 0;
    good &= regcomp(&lines->internal, internal_pattern, REG_EXTENDED) == 0;
    good &= regcomp(&lines->suggested, suggested_pattern, REG_EXTENDED) == 0;
    good &= regcomp(&lines->correction, correction_pattern, REG_EXTENDED) == 0;
    return good;
}

void message_lines_close(struct message_lines *lines) {
    for (int i = 0; i < LINE_KINDS; i++) {
        regfree(&lines->kinds[i]);
    }
    regfree(&lines->attribute);
    regfree(&lines->translated);
    regfree(&lines->definition);
    regfree(&lines->macro);
    regfree(&lines->internal);
    regfree(&lines->suggested);
    regfree(&lines->correction);
}

enum line_kind message_lines_kind(const struct message_lines *lines, const char *line,
                                  regmatch_t group[LINE_GROUPS]) {
    int kind = 0;
    while (kind < LINE_KINDS && regexec(&lines->kinds[kind], line, LINE_GROUPS, group, 0) != 0) {
        kind++;
    }
    return (enum line_kind)kind;
}
