#include "statement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

// The words from `begin` on and before `end`.
struct range {
    size_t begin, end;
};

static char letter_of(const struct words *words, size_t i) {
    return i < words->count ? words->structure->text[words->tokens[i].offset] : '\0';
}

static bool opens(const struct words *words, size_t i) {
    return word_is(words, i, "(") || word_is(words, i, "[");
}

static bool closes(const struct words *words, size_t i) {
    return word_is(words, i, ")") || word_is(words, i, "]");
}

// The number of the word behind the bracket that closes the one at `i`.
static size_t behind_bracket(const struct words *words, size_t i) {
    int depth = 0;
    do {
        depth += opens(words, i) - closes(words, i);
        i++;
    } while (depth > 0 && i < words->count);
    return i;
}

// The statement that begins at the line, or, of one that begins before, what is at the line and behind.
static struct range statement_at(const struct words *words, int line) {
    struct range found = {0, 0};
    while (found.begin < words->count && words->tokens[found.begin].line < line) {
        found.begin++;
    }
    for (found.end = found.begin;
         found.end < words->count && !word_is(words, found.end, ";") && !word_is(words, found.end, "{");) {
        found.end = opens(words, found.end) ? behind_bracket(words, found.end) : found.end + 1;
    }
    return found;
}

// The number of the `=` of an assignment, of `+=` and the like too, outside brackets; or range.end.
static size_t find_equals(const struct words *words, struct range range) {
    for (size_t i = range.begin; i < range.end; i = opens(words, i) ? behind_bracket(words, i) : i + 1) {
        bool comparison =
            word_is(words, i + 1, "=") || (i > 0 && strchr("=!<>", letter_of(words, i - 1)) != NULL &&
                                           !(i > 1 && letter_of(words, i - 1) == letter_of(words, i - 2) &&
                                             strchr("<>", letter_of(words, i - 1)) != NULL));
        if (word_is(words, i, "=") && !comparison) {
            return i;
        }
    }
    return range.end;
}

// Does an operator end here that updates what stands before it: `+` of `+=`?
static bool is_operator(const struct words *words, size_t i) {
    return strchr("+-*/%&|^", letter_of(words, i)) != NULL && letter_of(words, i) != '\0';
}

static bool same_words(const struct words *words, struct range a, size_t begin) {
    for (size_t i = a.begin; i < a.end; i++, begin++) {
        if (begin >= words->count || !words_same(words, &words->tokens[i], &words->tokens[begin])) {
            return false;
        }
    }
    return true;
}

// What a statement assigns to: `s_sums[tid]` of `s_sums[tid] += 1;`, or of `s_sums[tid]++;`. Empty: nothing.
static struct range find_target(const struct words *words, struct range statement, bool *updates) {
    size_t at = find_equals(words, statement), begin = statement.begin;
    bool assigns = at < statement.end;
    *updates = assigns && is_operator(words, at - 1);
    size_t end = assigns ? at - (*updates ? 1 : 0) : statement.end;
    bool counts = !assigns && end > begin + 2 &&
                  ((word_is(words, end - 1, "+") && word_is(words, end - 2, "+")) ||
                   (word_is(words, end - 1, "-") && word_is(words, end - 2, "-")));
    bool counts_before = !assigns && ((word_is(words, begin, "+") && word_is(words, begin + 1, "+")) ||
                                      (word_is(words, begin, "-") && word_is(words, begin + 1, "-")));
    if (!assigns && !counts && !counts_before) {
        return (struct range){begin, begin};
    }
    *updates |= !assigns;
    end -= counts ? 2 : 0;
    begin += counts_before ? 2 : 0;
    while (begin < end &&
           (opens(words, begin) || word_is(words, begin, "if") || word_is(words, begin, "for") ||
            word_is(words, begin, "while"))) { // `if (...) s_sums[tid] += 1;`
        begin = behind_bracket(words, opens(words, begin) ? begin : begin + 1);
    }
    for (size_t i = begin; i + 1 < end; i = opens(words, i) ? behind_bracket(words, i) : i + 1) {
        bool name = words->tokens[i].kind == TOKEN_IDENTIFIER;
        bool next = words->tokens[i + 1].kind == TOKEN_IDENTIFIER || word_is(words, i + 1, "*");
        begin = name && next ? i + 1 : begin; // a declaration's type
    }
    return (struct range){begin, end};
}

bool statement_updates(const char *path, int line) {
    const struct structure *structure = structure_of(path);
    struct words words;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return false;
    }
    bool updates;
    const struct range statement = statement_at(&words, line),
                       target = find_target(&words, statement, &updates);
    size_t uses = 0; // of the array behind the target
    for (size_t i = target.end; i < statement.end && target.begin < target.end; i++) {
        if (words_same(&words, &words.tokens[i], &words.tokens[target.begin])) {
            updates |= same_words(&words, target, i);
            uses += 1 + (updates && !same_words(&words, target, i));
        }
    }
    bool again = updates && uses == 1; // `x = x + 1`
    if (uses > 0 && find_equals(&words, statement) < statement.end &&
        is_operator(&words, find_equals(&words, statement) - 1)) {
        again = false; // `x += x`
    }
    bool found = target.begin < target.end && (again || (updates && uses == 0));
    free(words.tokens);
    return found;
}

bool statement_shares_out(const char *path, int head) {
    const struct structure *structure = structure_of(path);
    struct words words;
    if (structure == NULL || !words_read(structure, head, &words)) {
        return false;
    }
    struct range statement = statement_at(&words, head);
    bool first = false, step = false;
    int part = 0;
    for (size_t i = statement.begin; i < words.count && words.tokens[i].line == head; i++) {
        part += word_is(&words, i, ";");
        first |= part == 0 &&
                 (word_is(&words, i, "threadIdx") || word_is(&words, i, "tid") || word_is(&words, i, "lane"));
        step |= part == 2 && word_is(&words, i, "+") && word_is(&words, i + 1, "=");
    }
    free(words.tokens);
    return first && step;
}

static bool begins_with(const struct words *words, size_t i, const char *begin) {
    const struct token *token = &words->tokens[i];
    return token->length >= strlen(begin) &&
           strncmp(words->structure->text + token->offset, begin, strlen(begin)) == 0;
}

int statement_fence(const char *path, int first, int last, char *name, size_t size) {
    const struct structure *structure = structure_of(path);
    struct words words;
    int found = 0;
    bool atomic = false;
    if (structure == NULL || !words_read(structure, first, &words)) {
        return 0;
    }
    for (size_t i = 0; i < words.count; i++) {
        const struct token *token = &words.tokens[i];
        atomic |= begins_with(&words, i, "atomic");
        if (found == 0 && first <= token->line && token->line <= last &&
            begins_with(&words, i, "__threadfence")) {
            snprintf(name, size, "%.*s", (int)token->length, structure->text + token->offset);
            found = token->line;
        }
    }
    free(words.tokens);
    return atomic ? 0 : found;
}

// ---- Two pointers to one array ----

enum { NAMES_MAX = 8, ARGUMENTS_MAX = 12, LEVELS_MAX = 3 };

static void copy_name(const struct words *words, size_t i, char name[32]) {
    snprintf(name, 32, "%.*s", (int)words->tokens[i].length,
             words->structure->text + words->tokens[i].offset);
}

// Is it declared in these words as an array, `int rows[8]`?
static bool is_array(const struct words *words, size_t name) {
    for (size_t i = 1; i < words->count; i++) {
        if (words->tokens[i - 1].kind == TOKEN_IDENTIFIER && !word_is(words, i - 1, "return") &&
            words_same(words, &words->tokens[i], &words->tokens[name]) && word_is(words, i + 1, "[")) {
            return true;
        }
    }
    return false;
}

// The parameters of the function, or arguments of a call, whose `(` is word `open`. Returns how many.
static size_t split(const struct words *words, size_t open, struct range parts[ARGUMENTS_MAX]) {
    const size_t end = behind_bracket(words, open) - 1;
    size_t count = 0, begin = open + 1;
    for (size_t i = begin; i <= end && count < ARGUMENTS_MAX;) {
        if (i == end || word_is(words, i, ",")) {
            parts[count++] = (struct range){begin, i};
            begin = i + 1;
        }
        i = i < end && opens(words, i) ? behind_bracket(words, i) : i + 1;
    }
    return count;
}

// Which parameter of the function has this name? -1: none.
static int find_parameter(const struct words *file, const struct block *function, const char *name) {
    struct range parts[ARGUMENTS_MAX];
    size_t open = file->count;
    for (size_t i = 1; i < file->count && file->tokens[i].line <= function->begin; i++) {
        open = word_is(file, i, "(") && word_is(file, i - 1, function->name) ? i : open;
    }
    size_t count = open < file->count ? split(file, open, parts) : 0;
    for (size_t i = 0; i < count; i++) {
        if (parts[i].end > parts[i].begin && word_is(file, parts[i].end - 1, name)) {
            return (int)i;
        }
    }
    return -1;
}

// What an expression in a function may stand for: itself, and what the variables in its place are set to.
struct values {
    struct range ranges[NAMES_MAX];
    size_t count;
};

static void add_values(const struct words *file, const struct block *function, struct range value,
                       struct values *values) {
    for (size_t i = 0; i < values->count; i++) {
        const struct range *known = &values->ranges[i];
        if (known->end - known->begin == value.end - value.begin && same_words(file, *known, value.begin)) {
            return;
        }
    }
    if (values->count == NAMES_MAX || value.begin >= value.end) {
        return;
    }
    values->ranges[values->count++] = value;
    for (size_t i = 0; i + 1 < file->count && value.end - value.begin == 1; i++) {
        const struct token *token = &file->tokens[i];
        if (token->line >= function->begin && token->line <= function->end && word_is(file, i + 1, "=") &&
            !word_is(file, i + 2, "=") && words_same(file, token, &file->tokens[value.begin])) {
            struct range set = {i + 2, i + 2};
            while (set.end < file->count && !word_is(file, set.end, ";") && !word_is(file, set.end, ",")) {
                set.end = opens(file, set.end) ? behind_bracket(file, set.end) : set.end + 1;
            }
            add_values(file, function, set, values);
        }
    }
}

// The last line before `line` of the function that sets the variable; 0: none.
static int find_set(const struct words *file, const struct block *function, struct range value, int line) {
    int found = 0;
    for (size_t i = 0; i + 1 < file->count && value.end - value.begin == 1; i++) {
        const struct token *token = &file->tokens[i];
        bool set = token->line >= function->begin && token->line < line && word_is(file, i + 1, "=") &&
                   !word_is(file, i + 2, "=") && words_same(file, token, &file->tokens[value.begin]);
        found = set ? token->line : found;
    }
    return found;
}

static bool can_be_same(const struct words *file, const struct block *function, struct range a,
                        struct range b) {
    struct values one = {.count = 0}, other = {.count = 0};
    add_values(file, function, a, &one);
    add_values(file, function, b, &other);
    for (size_t i = 0; i < one.count; i++) {
        for (size_t k = 0; k < other.count; k++) {
            if (one.ranges[i].end - one.ranges[i].begin == other.ranges[k].end - other.ranges[k].begin &&
                same_words(file, one.ranges[i], other.ranges[k].begin)) {
                return true;
            }
        }
    }
    return false;
}

// Finds the call of the function that hands the same array to two of its parameters. `line`: of the call; 0: of any.
static bool find_call(const struct words *file, const struct block *function, int line,
                      const int parameters[2], int level, struct same_array *found) {
    const struct structure *structure = file->structure;
    for (size_t i = 0; i < file->count && level < LEVELS_MAX; i++) {
        const struct token *token = &file->tokens[i];
        const struct block *caller = structure_function(structure, token->line);
        size_t open = i + 1;
        if (caller == NULL || !word_is(file, i, function->name) || (line > 0 && token->line != line)) {
            continue;
        }
        while (open < file->count && word_is(file, i + 1, "<") && !word_is(file, open, ";") &&
               !(word_is(file, open, "(") && word_is(file, open - 1, ">"))) { // behind <...> and <<<...>>>
            open++;
        }
        struct range arguments[ARGUMENTS_MAX];
        size_t count = word_is(file, open, "(") ? split(file, open, arguments) : 0;
        if ((size_t)parameters[0] >= count || (size_t)parameters[1] >= count) {
            continue;
        }
        struct range written = arguments[parameters[0]], read = arguments[parameters[1]];
        if (can_be_same(file, caller, written, read)) {
            found->call = token->line;
            found->set = find_set(file, caller, written, token->line);
            return true;
        }
        char names[2][32];
        copy_name(file, written.begin, names[0]);
        copy_name(file, read.begin, names[1]);
        const int handed_on[] = {find_parameter(file, caller, names[0]),
                                 find_parameter(file, caller, names[1])};
        if (handed_on[0] >= 0 && handed_on[1] >= 0 &&
            find_call(file, caller, 0, handed_on, level + 1, found)) {
            return true;
        }
    }
    return false;
}

// The pointers through which the statement reads. Returns how many, without those that are arrays by themselves.
static size_t find_read(const struct words *words, int line, bool global, char names[NAMES_MAX][32]) {
    bool updates;
    const struct range statement = statement_at(words, line),
                       target = find_target(words, statement, &updates);
    size_t count = 0;
    for (size_t i = statement.begin; i < statement.end && count < NAMES_MAX; i++) {
        bool subscript = words->tokens[i].kind == TOKEN_IDENTIFIER && word_is(words, i + 1, "[");
        bool other = letter_of(words, i) == (global ? 's' : 'd') &&
                     words->structure->text[words->tokens[i].offset + 1] == '_';
        if (subscript && !other && (i != target.begin || updates) && !is_array(words, i)) {
            copy_name(words, i, names[count]);
            size_t k = 0;
            while (k < count && strcmp(names[k], names[count]) != 0) {
                k++;
            }
            count += k == count;
        }
    }
    return count;
}

bool statement_same_array(const char *path, int writes, int reads, bool global, int launch,
                          struct same_array *found) {
    const struct structure *structure = structure_of(path);
    struct words words = {.count = 0}, file = {.count = 0};
    char names[NAMES_MAX][32];
    bool updates, same = false, itself = false;
    *found = (struct same_array){.call = 0};
    const struct block *function = structure == NULL ? NULL : structure_function(structure, writes);
    if (function == NULL || function != structure_function(structure, reads) ||
        !words_read(structure, writes, &words)) {
        return false;
    }
    const struct range target = find_target(&words, statement_at(&words, writes), &updates);
    size_t count = find_read(&words, reads, global, names);
    if (target.begin < target.end && word_is(&words, target.begin + 1, "[") &&
        words_read_file(structure, &file)) {
        copy_name(&words, target.begin, found->written);
        const int first = find_parameter(&file, function, found->written);
        for (size_t i = 0; i < count; i++) {
            itself |= strcmp(names[i], found->written) == 0;
        }
        for (size_t i = 0; i < count && !same && !itself; i++) {
            const int parameters[] = {first, find_parameter(&file, function, names[i])};
            snprintf(found->read, sizeof(found->read), "%s", names[i]);
            same = parameters[0] >= 0 && parameters[1] >= 0 &&
                   find_call(&file, function, function->kernel ? launch : 0, parameters, 0, found);
        }
    }
    free(file.tokens);
    free(words.tokens);
    return same;
}

bool statement_in_one_call(const char *path, int line) {
    const struct structure *structure = structure_of(path);
    const struct block *function = structure == NULL ? NULL : structure_function(structure, line);
    const struct block *last = NULL;
    struct words file;
    bool once = true;
    if (function == NULL || function->kernel || !words_read_file(structure, &file)) {
        return false;
    }
    for (size_t i = 0; i < file.count; i++) {
        const struct block *caller = structure_function(structure, file.tokens[i].line);
        if (word_is(&file, i, function->name) && caller != NULL && caller != function) {
            once &= caller != last;
            last = caller;
        }
    }
    free(file.tokens);
    return once && last != NULL;
}

static bool is_set_in(const struct words *file, size_t name, const struct block *loop) {
    for (size_t i = 1; i < file->count; i++) {
        int line = file->tokens[i].line;
        bool twice = word_is(file, i + 2, "="),
             counts = (word_is(file, i + 1, "+") && word_is(file, i + 2, "+")) ||
                      (word_is(file, i + 1, "-") && word_is(file, i + 2, "-"));
        bool set = (word_is(file, i + 1, "=") && !twice) || (twice && is_operator(file, i + 1)) || counts ||
                   word_is(file, i - 1, "&");
        if (loop->head <= line && line <= loop->end && set &&
            words_same(file, &file->tokens[i], &file->tokens[name])) {
            return true;
        }
    }
    return false;
}

// Is it declared in the function before the line, with a value, and may it change?
static bool is_variable_before(const struct words *file, size_t name, const struct block *function,
                               int line) {
    for (size_t i = 2; i < file->count; i++) {
        const struct token *token = &file->tokens[i];
        bool pointer = word_is(file, i - 1, "*"), type = file->tokens[i - 1].kind == TOKEN_IDENTIFIER;
        if (function->begin <= token->line && token->line < line && (pointer || type) &&
            words_same(file, token, &file->tokens[name]) && word_is(file, i + 1, "=")) {
            bool constant = !pointer && word_is(file, i - 2, "const");
            return !constant && !word_is(file, i + 2, "NULL") && !word_is(file, i + 2, "nullptr");
        }
    }
    return false;
}

int statement_stays(const char *path, int line, char *name, size_t size) {
    const struct structure *structure = structure_of(path);
    const struct block *kernel = structure == NULL ? NULL : structure_function(structure, line);
    struct words file;
    int found = 0;
    if (kernel == NULL || !kernel->kernel || !words_read_file(structure, &file)) {
        return 0;
    }
    for (size_t i = 0; i + 3 < file.count && found == 0; i++) {
        const int at = file.tokens[i].line;
        const struct block *caller = structure_function(structure, at),
                           *loop = structure_loop(structure, &at, 1);
        if (!word_is(&file, i, kernel->name) || !word_is(&file, i + 1, "<") || caller == NULL ||
            loop == NULL) {
            continue;
        }
        size_t open = i + 4;
        while (open < file.count && !word_is(&file, open, ";") &&
               !(word_is(&file, open, "(") && word_is(&file, open - 1, ">"))) {
            open++;
        }
        struct range arguments[ARGUMENTS_MAX];
        size_t count = word_is(&file, open, "(") ? split(&file, open, arguments) : 0;
        for (size_t k = 0; k < count && found == 0; k++) {
            const size_t argument = arguments[k].begin;
            if (arguments[k].end == argument + 1 && is_variable_before(&file, argument, caller, loop->head) &&
                !is_set_in(&file, argument, loop)) {
                found = loop->head;
                snprintf(name, size, "%.*s", (int)file.tokens[argument].length,
                         structure->text + file.tokens[argument].offset);
            }
        }
    }
    free(file.tokens);
    return found;
}

int statement_shared(const char *path, const char *kernel, const char *array) {
    const struct structure *structure = structure_of(path);
    struct words file;
    int found = 0, own = 0;
    size_t count = 0;
    if (structure == NULL || !words_read_file(structure, &file)) {
        return 0;
    }
    const struct block *function = structure_kernel(structure, kernel);
    for (size_t i = 0; i < file.count; i++) {
        if (!word_is(&file, i, "__shared__") || (i > 0 && word_is(&file, i - 1, "extern"))) {
            continue;
        }
        for (; i < file.count && !word_is(&file, i, ";"); i++) {
            if (word_is(&file, i, array)) {
                found = file.tokens[i].line;
                count++;
                own = structure_function(structure, found) == function ? found : own;
            }
        }
    }
    free(file.tokens);
    return own > 0 ? own : count == 1 ? found : 0;
}

int statement_reads_copy(const char *path, int line, char *name, size_t size) {
    const struct structure *structure = structure_of(path);
    struct words words;
    int found = 0;
    bool several = false;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return 0;
    }
    size_t i = statement_at(&words, line).begin;
    while (i < words.count && words.tokens[i].line == line && !begins_with(&words, i, "cudaMemcpy")) {
        i++;
    }
    const size_t array = i + 2; // behind `cudaMemcpy(`
    bool named = array < words.count && words.tokens[array].line == line &&
                 words.tokens[array].kind == TOKEN_IDENTIFIER && word_is(&words, array + 1, ",");
    for (i = array + 1; named && i < words.count; i++) {
        if (words_same(&words, &words.tokens[i], &words.tokens[array]) && word_is(&words, i + 1, "[")) {
            several |= found > 0 && found != words.tokens[i].line;
            found = words.tokens[i].line;
        }
    }
    if (found > 0) {
        snprintf(name, size, "%.*s", (int)words.tokens[array].length,
                 structure->text + words.tokens[array].offset);
    }
    free(words.tokens);
    return several ? 0 : found;
}
