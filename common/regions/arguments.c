#include "arguments.h"

#include <stdio.h>
#include <string.h>

#include "statement_words.h"

enum { NAMES_MAX = 8, LEVELS_MAX = 3 };

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

// Which parameter of the function has this name? -1: none.
static int find_parameter(const struct words *file, const struct block *function, const char *name) {
    struct word_range parts[ARGUMENTS_MAX];
    size_t open = file->count;
    for (size_t i = 1; i < file->count && file->tokens[i].line <= function->begin; i++) {
        open = word_is(file, i, "(") && word_is(file, i - 1, function->name) ? i : open;
    }
    size_t count = open < file->count ? words_arguments(file, open, parts) : 0;
    for (size_t i = 0; i < count; i++) {
        if (parts[i].end > parts[i].begin && word_is(file, parts[i].end - 1, name)) {
            return (int)i;
        }
    }
    return -1;
}

// What an expression in a function may stand for: itself, and what the variables in its place are set to.
struct values {
    struct word_range ranges[NAMES_MAX];
    size_t count;
};

static void add_values(const struct words *file, const struct block *function, struct word_range value,
                       struct values *values) {
    for (size_t i = 0; i < values->count; i++) {
        const struct word_range *known = &values->ranges[i];
        if (known->end - known->begin == value.end - value.begin &&
            words_same_range(file, *known, value.begin)) {
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
            struct word_range set = {i + 2, i + 2};
            while (set.end < file->count && !word_is(file, set.end, ";") && !word_is(file, set.end, ",")) {
                set.end = words_open(file, set.end) ? words_behind_bracket(file, set.end) : set.end + 1;
            }
            add_values(file, function, set, values);
        }
    }
}

// The last line before `line` of the function that sets the variable; 0: none.
static int find_set(const struct words *file, const struct block *function, struct word_range value,
                    int line) {
    int found = 0;
    for (size_t i = 0; i + 1 < file->count && value.end - value.begin == 1; i++) {
        const struct token *token = &file->tokens[i];
        bool set = token->line >= function->begin && token->line < line && word_is(file, i + 1, "=") &&
                   !word_is(file, i + 2, "=") && words_same(file, token, &file->tokens[value.begin]);
        found = set ? token->line : found;
    }
    return found;
}

// The line of the function before the line `set` that makes two elements of an array of pointers one,
// `d_sums[1] = d_sums[0];`, if a variable is set to an element of it at the line `set`; 0: none.
static int find_copied(const struct words *file, const struct block *function, int set) {
    size_t array = file->count;
    for (size_t i = 1; i + 1 < file->count && file->tokens[i].line <= set; i++) {
        array =
            file->tokens[i].line == set && word_is(file, i - 1, "=") && word_is(file, i + 1, "[") ? i : array;
    }
    for (size_t i = 0; i + 1 < file->count && array < file->count && file->tokens[i].line < set; i++) {
        if (file->tokens[i].line < function->begin ||
            !words_same(file, &file->tokens[i], &file->tokens[array]) || !word_is(file, i + 1, "[")) {
            continue;
        }
        const size_t behind = words_behind_bracket(file, i + 1);
        if (word_is(file, behind, "=") && behind + 2 < file->count &&
            words_same(file, &file->tokens[behind + 1], &file->tokens[array]) &&
            word_is(file, behind + 2, "[")) {
            return file->tokens[i].line;
        }
    }
    return 0;
}

static bool can_be_same(const struct words *file, const struct block *function, struct word_range a,
                        struct word_range b) {
    struct values one = {.count = 0}, other = {.count = 0};
    add_values(file, function, a, &one);
    add_values(file, function, b, &other);
    for (size_t i = 0; i < one.count; i++) {
        for (size_t k = 0; k < other.count; k++) {
            if (one.ranges[i].end - one.ranges[i].begin == other.ranges[k].end - other.ranges[k].begin &&
                words_same_range(file, one.ranges[i], other.ranges[k].begin)) {
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
        struct word_range arguments[ARGUMENTS_MAX];
        size_t count = word_is(file, open, "(") ? words_arguments(file, open, arguments) : 0;
        if ((size_t)parameters[0] >= count || (size_t)parameters[1] >= count) {
            continue;
        }
        struct word_range written = arguments[parameters[0]], read = arguments[parameters[1]];
        if (can_be_same(file, caller, written, read)) {
            found->call = token->line;
            found->set = find_set(file, caller, written, token->line);
            const int copied = find_copied(file, caller, found->set);
            found->set = copied > 0 ? copied : found->set;
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
    const struct word_range statement = words_statement(words, line),
                            target = words_target(words, statement, &updates);
    size_t count = 0;
    for (size_t i = statement.begin; i < statement.end && count < NAMES_MAX; i++) {
        bool subscript = words->tokens[i].kind == TOKEN_IDENTIFIER && word_is(words, i + 1, "[");
        bool other = words_letter(words, i) == (global ? 's' : 'd') &&
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

bool arguments_same_array(const char *path, int writes, int reads, bool global, int launch,
                          struct same_array *found) {
    const struct structure *structure = structure_of(path);
    struct words words;
    char names[NAMES_MAX][32];
    bool updates, same = false, itself = false;
    *found = (struct same_array){.call = 0};
    const struct block *function = structure == NULL ? NULL : structure_function(structure, writes);
    if (function == NULL || function != structure_function(structure, reads) ||
        !words_read(structure, writes, &words)) {
        return false;
    }
    const struct word_range target = words_target(&words, words_statement(&words, writes), &updates);
    const struct words file = words_of_file(structure);
    size_t count = find_read(&words, reads, global, names);
    if (target.begin < target.end && word_is(&words, target.begin + 1, "[")) {
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
    return same;
}

// Does the loop set the pointer: `s_now = s_next;`?
static bool is_set_in_loop(const struct words *words, const struct block *loop, const char *name) {
    bool found = false;
    for (size_t i = 0; i < words->count; i++) {
        found |= loop->begin <= words->tokens[i].line && words->tokens[i].line <= loop->end &&
                 word_is(words, i, name) && word_is(words, i + 1, "=") && !word_is(words, i + 2, "=");
    }
    return found;
}

bool arguments_change_places(const char *path, int writes, int reads, bool global, char name[32]) {
    const struct structure *structure = structure_of(path);
    const int lines[] = {writes, reads};
    const struct block *loop = structure == NULL ? NULL : structure_loop(structure, lines, 2);
    struct words words;
    char names[NAMES_MAX][32];
    bool updates, found = false;
    if (loop == NULL || !words_read(structure, writes, &words)) {
        return false;
    }
    const struct word_range target = words_target(&words, words_statement(&words, writes), &updates);
    const size_t count = find_read(&words, reads, global, names);
    if (target.begin < target.end && word_is(&words, target.begin + 1, "[") && !updates) {
        copy_name(&words, target.begin, name);
        for (size_t i = 0; i < count && is_set_in_loop(&words, loop, name); i++) {
            found |= strcmp(names[i], name) == 0;
        }
    }
    return found;
}

// Does the loop set one pointer to the other: `s_now = s_next;`?
static bool is_set_to(const struct words *words, const struct block *loop, const char *name,
                      const char *other) {
    bool found = false;
    for (size_t i = 0; i < words->count; i++) {
        found |= loop->begin <= words->tokens[i].line && words->tokens[i].line <= loop->end &&
                 word_is(words, i, name) && word_is(words, i + 1, "=") && word_is(words, i + 2, other) &&
                 word_is(words, i + 3, ";");
    }
    return found;
}

enum becomes_one arguments_become_one(const char *path, int writes, int reads, bool global,
                                      struct same_array *found) {
    const struct structure *structure = structure_of(path);
    const int lines[] = {writes, reads};
    const struct block *loop = structure == NULL ? NULL : structure_loop(structure, lines, 2);
    struct words words;
    char names[NAMES_MAX][32];
    bool updates;
    if (loop == NULL || !words_read(structure, writes, &words)) {
        return NOT_ONE;
    }
    const struct word_range target = words_target(&words, words_statement(&words, writes), &updates);
    if (target.begin >= target.end || !word_is(&words, target.begin + 1, "[") || updates ||
        find_read(&words, reads, global, names) != 1) {
        return NOT_ONE;
    }
    copy_name(&words, target.begin, found->written);
    snprintf(found->read, sizeof(found->read), "%s", names[0]);
    const bool sets_read = is_set_in_loop(&words, loop, found->read),
               sets_written = is_set_in_loop(&words, loop, found->written);
    enum becomes_one one = NOT_ONE;
    if (strcmp(found->read, found->written) == 0) {
        one = NOT_ONE;
    } else if (sets_read != sets_written) {
        one = sets_read ? ONE_BY_THE_READ : ONE_BY_THE_WRITTEN;
    } else if (is_set_to(&words, loop, found->read, found->written) &&
               is_set_to(&words, loop, found->written, found->read)) {
        one = ONE_BY_BOTH;
    }
    return one;
}

// The number of the kernel's parameter through which the statement reads or writes memory; -1: none, or several.
static int find_used(const struct words *words, const struct words *file, const struct block *kernel,
                     int line, bool writes) {
    bool updates;
    const struct word_range statement = words_statement(words, line),
                            target = words_target(words, statement, &updates),
                            searched = writes && target.begin < target.end ? target : statement;
    int found = -1;
    for (size_t i = searched.begin; i < searched.end; i++) {
        char name[32];
        bool atomic = i > 1 && word_is(words, i - 1, "(") &&
                      strncmp(words->structure->text + words->tokens[i - 2].offset, "atomic", 6) == 0;
        bool pointer = words->tokens[i].kind == TOKEN_IDENTIFIER &&
                       (atomic || word_is(words, i + 1, "[") || (i > 0 && word_is(words, i - 1, "*")));
        if (pointer) {
            copy_name(words, i, name);
        }
        const int parameter = pointer ? find_parameter(file, kernel, name) : -1;
        if (parameter >= 0 && found >= 0 && parameter != found) {
            return -1;
        }
        found = parameter >= 0 ? parameter : found;
    }
    return found;
}

// The last line of the function before `line` that sets the variable, or hands its address to a function; 0: none.
static int find_last_set(const struct words *file, const struct block *function, size_t name, int line) {
    int found = find_set(file, function, (struct word_range){name, name + 1}, line);
    for (size_t i = 1; i < file->count; i++) {
        const struct token *token = &file->tokens[i];
        if (token->line > found && token->line >= function->begin && token->line < line &&
            word_is(file, i - 1, "&") && words_same(file, token, &file->tokens[name])) {
            found = token->line;
        }
    }
    return found;
}

// Does the line name a member of the variable: progress.values?
static bool sets_member(const struct words *file, size_t variable, int line) {
    bool member = false;
    for (size_t i = 0; i + 1 < file->count && file->tokens[i].line <= line; i++) {
        member |= file->tokens[i].line == line &&
                  words_same(file, &file->tokens[i], &file->tokens[variable]) && word_is(file, i + 1, ".");
    }
    return member;
}

int arguments_set(const char *path, int line, bool writes, int launch, char name[32]) {
    const struct structure *structure = structure_of(path);
    const struct block *kernel = structure == NULL ? NULL : structure_function(structure, line);
    const struct block *caller = structure == NULL ? NULL : structure_function(structure, launch);
    struct words words;
    int found = 0;
    if (kernel == NULL || !kernel->kernel || caller == NULL || !words_read(structure, line, &words)) {
        return 0;
    }
    const struct words file = words_of_file(structure);
    const int parameter = find_used(&words, &file, kernel, line, writes);
    for (size_t i = 0; i < file.count && parameter >= 0 && found == 0; i++) {
        struct word_range arguments[ARGUMENTS_MAX];
        size_t open = i + 1;
        if (file.tokens[i].line != launch || !word_is(&file, i, kernel->name) || !word_is(&file, open, "<")) {
            continue;
        }
        while (open < file.count && !word_is(&file, open, ";") &&
               !(word_is(&file, open, "(") && word_is(&file, open - 1, ">"))) { // behind <...> and <<<...>>>
            open++;
        }
        size_t count = word_is(&file, open, "(") ? words_arguments(&file, open, arguments) : 0;
        if ((size_t)parameter >= count) {
            continue;
        }
        const struct word_range argument = arguments[parameter];
        const size_t variable = argument.begin + word_is(&file, argument.begin, "&"); // perhaps its address
        if (argument.end == variable + 1) {
            copy_name(&file, variable, name);
            found = find_last_set(&file, caller, variable, launch);
            found =
                sets_member(&file, variable, found) ? 0 : found; // which other members may be set is unknown
        }
    }
    return found;
}
