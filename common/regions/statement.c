#include "statement.h"

#include <stdio.h>
#include <string.h>

#include "scopes.h"
#include "statement_words.h"

// Does a statement, the head of one, or a block end with this word?
static bool ends_statement(const struct words *words, size_t i) {
    if (word_is(words, i, ";") || word_is(words, i, "{") || word_is(words, i, "}") ||
        word_is(words, i, "else")) {
        return true;
    }
    int depth = 0;
    size_t open = i + 1; // of the bracket that ends here
    while (word_is(words, i, ")") && open > 0 && (depth > 0 || open == i + 1)) {
        open--;
        depth += words_close(words, open) - words_open(words, open);
    }
    return open > 0 && open <= i &&
           (word_is(words, open - 1, "if") || word_is(words, open - 1, "for") ||
            word_is(words, open - 1, "while") || word_is(words, open - 1, "switch"));
}

bool statement_same(const char *path, int one, int other) {
    const struct structure *structure = structure_of(path);
    const int first = one < other ? one : other, last = one < other ? other : one;
    struct words words;
    if (structure == NULL || !words_read(structure, first, &words)) {
        return false;
    }
    size_t i = 0;
    while (i < words.count && words.tokens[i].line <= first) {
        i++;
    }
    bool same = i > 0 && (i < words.count || first == last);
    for (i = i > 0 ? i - 1 : 0; same && i < words.count && words.tokens[i].line < last; i++) {
        same = first == last || !ends_statement(&words, i);
    }
    same = same && (first == last || i < words.count);
    return same;
}

// Does the word at i begin what an atomic's first argument points to: `sums[0]` of &sums[0], *p of p?
static bool is_pointed_to(const struct words *words, struct word_range pointer, size_t i) {
    if (word_is(words, pointer.begin, "&")) {
        return words_same_range(words, (struct word_range){pointer.begin + 1, pointer.end}, i);
    }
    return pointer.end - pointer.begin == 1 && word_is(words, i, "*") &&
           words_same(words, &words->tokens[i + 1], &words->tokens[pointer.begin]);
}

// Does an atomic in the statement get the value that it changes as an argument, too: atomicExch(p, *p + x)?
static bool reads_for_atomic(const struct words *words, struct word_range statement) {
    static const char atomic[] = "atomic";
    for (size_t i = statement.begin; i + 1 < statement.end; i++) {
        const struct token *word = &words->tokens[i];
        struct word_range parts[ARGUMENTS_MAX];
        const bool call = word->kind == TOKEN_IDENTIFIER && word_is(words, i + 1, "(") &&
                          strncmp(words->structure->text + word->offset, atomic, strlen(atomic)) == 0;
        const size_t count = call ? words_arguments(words, i + 1, parts) : 0;
        for (size_t k = 1; k < count; k++) {
            for (size_t at = parts[k].begin; at < parts[k].end; at++) {
                if (is_pointed_to(words, parts[0], at)) {
                    return true;
                }
            }
        }
    }
    return false;
}

bool statement_updates(const char *path, int line) {
    const struct structure *structure = structure_of(path);
    struct words words;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return false;
    }
    bool updates;
    const struct word_range statement = words_statement(&words, line),
                            target = words_target(&words, statement, &updates);
    size_t uses = 0; // of the array behind the target
    for (size_t i = target.end; i < statement.end && target.begin < target.end; i++) {
        if (words_same(&words, &words.tokens[i], &words.tokens[target.begin])) {
            updates |= words_same_range(&words, target, i);
            uses += 1 + (updates && !words_same_range(&words, target, i));
        }
    }
    bool again = updates && uses == 1; // `x = x + 1`
    if (uses > 0 && words_equals(&words, statement) < statement.end &&
        words_end_operator(&words, words_equals(&words, statement) - 1)) {
        again = false; // `x += x`
    }
    return (target.begin < target.end && (again || (updates && uses == 0))) ||
           reads_for_atomic(&words, statement);
}

bool statement_is_call(const char *path, int line, char name[32]) {
    const struct structure *structure = structure_of(path);
    struct words words;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return false;
    }
    const size_t at = words_statement(&words, line).begin;
    const bool call = at + 1 < words.count && words.tokens[at].kind == TOKEN_IDENTIFIER &&
                      word_is(&words, at + 1, "(") &&
                      word_is(&words, words_behind_bracket(&words, at + 1), ";");
    if (call) {
        snprintf(name, 32, "%.*s", (int)words.tokens[at].length, structure->text + words.tokens[at].offset);
    }
    return call;
}

int statement_reads_element(const char *path, int line, const char *array) {
    const struct structure *structure = structure_of(path);
    struct words words;
    int found = 0;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return 0;
    }
    for (size_t i = 1; i + 1 < words.count; i++) {
        if (words.tokens[i].line <= line || !word_is(&words, i, array)) {
            continue;
        }
        const bool element = word_is(&words, i + 1, "[");
        if (!element && (word_is(&words, i - 1, "(") || word_is(&words, i - 1, ","))) {
            return 0; // handed to a function
        }
        if (element && found == 0 && !word_is_assigned(&words, words_behind_bracket(&words, i + 1) - 1)) {
            found = words.tokens[i].line;
        }
    }
    return found;
}

// Is the variable at token `i`, in the kernel that contains the line, a parameter of that?
static bool is_kernel_parameter(const struct words *words, size_t i, int line) {
    const struct block *function = structure_function(words->structure, line);
    return function != NULL && function->kernel && scopes_declaration(words, i) == words->count;
}

bool statement_writes_element(const char *path, int line, bool shared) {
    const struct structure *structure = structure_of(path);
    struct words words;
    bool updates;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return false;
    }
    const struct word_range target = words_target(&words, words_statement(&words, line), &updates);
    if (target.begin >= target.end || !word_is(&words, target.begin + 1, "[")) {
        return false;
    }
    if (shared) {
        return !is_kernel_parameter(&words, target.begin, line);
    }
    const struct word_range statement = words_statement(&words, line);
    for (size_t i = target.end; i < statement.end; i++) {
        if (words_same(&words, &words.tokens[i], &words.tokens[target.begin])) {
            return true;
        }
    }
    return false;
}

bool statement_shares_out(const char *path, int head) {
    const struct structure *structure = structure_of(path);
    struct words words;
    if (structure == NULL || !words_read(structure, head, &words)) {
        return false;
    }
    struct word_range statement = words_statement(&words, head);
    bool first = false, step = false;
    int part = 0;
    for (size_t i = statement.begin; i < words.count && words.tokens[i].line == head; i++) {
        part += word_is(&words, i, ";");
        first |= part == 0 &&
                 (word_is(&words, i, "threadIdx") || word_is(&words, i, "tid") || word_is(&words, i, "lane"));
        step |= part == 2 && word_is(&words, i, "+") && word_is(&words, i + 1, "=");
    }
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
    return atomic ? 0 : found;
}

int statement_calls(const char *path, int first, int last, const char *name) {
    const struct structure *structure = structure_of(path);
    struct words words;
    int found = 0;
    if (structure == NULL || !words_read(structure, first, &words)) {
        return 0;
    }
    for (size_t i = 0; i < words.count && found == 0; i++) {
        const int line = words.tokens[i].line;
        found = first <= line && line <= last && word_is(&words, i, name) && word_is(&words, i + 1, "(")
                    ? line
                    : 0;
    }
    return found;
}

bool statement_in_one_call(const char *path, int line) {
    const struct structure *structure = structure_of(path);
    const struct block *function = structure == NULL ? NULL : structure_function(structure, line);
    const struct block *last = NULL;
    bool once = true;
    if (function == NULL || function->kernel) {
        return false;
    }
    const struct words file = words_of_file(structure);
    for (size_t i = 0; i < file.count; i++) {
        const struct block *caller = structure_function(structure, file.tokens[i].line);
        if (word_is(&file, i, function->name) && caller != NULL && caller != function) {
            once &= caller != last;
            last = caller;
        }
    }
    return once && last != NULL;
}

static bool is_set_in(const struct words *file, size_t name, const struct block *loop) {
    for (size_t i = 1; i < file->count; i++) {
        int line = file->tokens[i].line;
        bool twice = word_is(file, i + 2, "="),
             counts = (word_is(file, i + 1, "+") && word_is(file, i + 2, "+")) ||
                      (word_is(file, i + 1, "-") && word_is(file, i + 2, "-"));
        bool set = (word_is(file, i + 1, "=") && !twice) || (twice && words_end_operator(file, i + 1)) ||
                   counts || word_is(file, i - 1, "&");
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
    int found = 0;
    if (kernel == NULL || !kernel->kernel) {
        return 0;
    }
    const struct words file = words_of_file(structure);
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
        struct word_range arguments[ARGUMENTS_MAX];
        size_t count = word_is(&file, open, "(") ? words_arguments(&file, open, arguments) : 0;
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
    return found;
}

int statement_declared_as(const char *path, const char *keyword, const char *kernel, const char *array) {
    const struct structure *structure = structure_of(path);
    int found = 0, own = 0;
    size_t count = 0;
    if (structure == NULL) {
        return 0;
    }
    const struct words file = words_of_file(structure);
    const struct block *function = structure_kernel(structure, kernel);
    for (size_t i = 0; i < file.count; i++) {
        if (!word_is(&file, i, keyword) || (i > 0 && word_is(&file, i - 1, "extern"))) {
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
    return own > 0 ? own : count == 1 ? found : 0;
}

// Is the length of the array that is declared at `i` that of a block or a section? SECTION_SIZE / BLOCK_SIZE is not.
static bool is_for_all_threads(const struct words *words, size_t i) {
    static const char size[] = "_SIZE";
    const size_t end = sizeof(size) - 1;
    bool found = false, divided = false;
    for (i += 2; i < words->count && !word_is(words, i, "]"); i++) { // behind its name and the [
        const struct token *token = &words->tokens[i];
        found |= token->length > end &&
                 memcmp(words->structure->text + token->offset + token->length - end, size, end) == 0;
        divided |= token->kind == TOKEN_IDENTIFIER && word_is(words, i - 1, "/");
    }
    return found && !divided;
}

// The last word of the struct that is defined at `i`; `i` if none is.
static size_t end_of_struct(const struct words *words, size_t i) {
    size_t end = i;
    int depth = 0;
    if (!word_is(words, i, "struct") && !word_is(words, i, "union") && !word_is(words, i, "class")) {
        return i;
    }
    while (end < words->count && !word_is(words, end, "{") && !word_is(words, end, ";")) {
        end++;
    }
    for (; end < words->count; end++) {
        depth += word_is(words, end, "{") - word_is(words, end, "}");
        if (depth == 0) {
            return word_is(words, end, "}") ? end : i;
        }
    }
    return i;
}

// statement_not_shared for the arrays of one function.
static int not_shared_in(const struct structure *structure, const struct block *function, char *name,
                         size_t size) {
    struct words words;
    bool kept = false; // this statement says where the array is
    if (!words_read(structure, function->begin, &words)) {
        return 0;
    }
    for (size_t i = 1; i + 1 < words.count; i++) {
        i = end_of_struct(&words, i);
        const struct token *token = &words.tokens[i];
        kept = (kept || word_is(&words, i, "__shared__") || word_is(&words, i, "static")) &&
               !ends_statement(&words, i);
        const bool declared = words.tokens[i - 1].kind == TOKEN_IDENTIFIER && // its type
                              !word_is(&words, i - 1, "return") && !ends_statement(&words, i - 1) &&
                              token->kind == TOKEN_IDENTIFIER && word_is(&words, i + 1, "[");
        if (declared && !kept && (begins_with(&words, i, "s_") || is_for_all_threads(&words, i))) {
            snprintf(name, size, "%.*s", (int)token->length, structure->text + token->offset);
            return token->line;
        }
    }
    return 0;
}

int statement_not_shared(const char *path, const char *kernel, char *name, size_t size) {
    const struct structure *structure = structure_of(path);
    const struct block *function = structure != NULL ? structure_kernel(structure, kernel) : NULL;
    int line = function != NULL ? not_shared_in(structure, function, name, size) : 0;
    for (size_t i = 0; function != NULL && line == 0 && i < structure->count; i++) {
        const struct block *called = &structure->blocks[i];
        if (called != function && structure_call(structure, function, called) > 0) {
            line = not_shared_in(structure, called, name, size);
        }
    }
    return line;
}

int statement_reads_copy(const char *path, int line, char *name, size_t size) {
    const struct structure *structure = structure_of(path);
    struct words words;
    int found = 0;
    bool several = false;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return 0;
    }
    size_t i = words_statement(&words, line).begin;
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
    return several ? 0 : found;
}

static void copy_word(const struct words *words, size_t i, char name[32]) {
    snprintf(name, 32, "%.*s", (int)words->tokens[i].length,
             words->structure->text + words->tokens[i].offset);
}

const char *statement_narrow(const char *path, int line, char name[32]) {
    static const struct {
        const char *type, *plain, *without_sign;
    } types[] = {{"char", "-128 to 127", "0 to 255"},    {"short", "-32,768 to 32,767", "0 to 65,535"},
                 {"int8_t", "-128 to 127", NULL},        {"uint8_t", "0 to 255", NULL},
                 {"int16_t", "-32,768 to 32,767", NULL}, {"uint16_t", "0 to 65,535", NULL}};
    const struct structure *structure = structure_of(path);
    struct words words;
    const char *found = NULL;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return NULL;
    }
    for (size_t i = 0; i + 1 < words.count && found == NULL; i++) {
        const size_t next = i + (word_is(&words, i + 1, "int") ? 2 : 1);
        bool declares = words.tokens[i].line == line && next + 1 < words.count &&
                        words.tokens[next].kind == TOKEN_IDENTIFIER &&
                        (word_is(&words, next + 1, "=") || word_is(&words, next + 1, ";"));
        for (size_t k = 0; k < sizeof(types) / sizeof(types[0]) && declares && found == NULL; k++) {
            bool no_sign = i > 0 && word_is(&words, i - 1, "unsigned") && types[k].without_sign != NULL;
            if (word_is(&words, i, types[k].type)) {
                found = no_sign ? types[k].without_sign : types[k].plain;
                copy_word(&words, next, name);
            }
        }
    }
    return found;
}

int statement_declares(const char *path, int line, char name[32]) {
    const struct structure *structure = structure_of(path);
    struct words words;
    int found = 0;
    if (structure == NULL || !words_read(structure, line, &words)) {
        return 0;
    }
    const struct word_range statement = words_statement(&words, line);
    for (size_t i = 1; i < statement.begin && found == 0; i++) {
        bool declares = words.tokens[i - 1].kind == TOKEN_IDENTIFIER && !word_is(&words, i - 1, "return") &&
                        words.tokens[i].kind == TOKEN_IDENTIFIER && word_is(&words, i + 1, "[");
        for (size_t k = statement.begin; k < statement.end && declares && found == 0; k++) {
            if (words_same(&words, &words.tokens[k], &words.tokens[i])) {
                found = words.tokens[i].line;
                copy_word(&words, i, name);
            }
        }
    }
    return found;
}

bool statement_allocates(const char *path, int line, char name[32]) {
    static const char *const calls[] = {"malloc", "calloc", "realloc", "aligned_alloc", "strdup", "new"};
    const struct structure *structure = structure_of(path);
    struct words words;
    if (structure == NULL || line <= 0 || !words_read(structure, line, &words)) {
        return false;
    }
    const struct word_range statement = words_statement(&words, line);
    const size_t equals = words_equals(&words, statement);
    if (equals <= statement.begin || equals >= statement.end ||
        words.tokens[equals - 1].kind != TOKEN_IDENTIFIER) {
        return false;
    }
    for (size_t i = equals; i < statement.end; i++) {
        for (size_t k = 0; k < sizeof(calls) / sizeof(calls[0]); k++) {
            if (word_is(&words, i, calls[k])) {
                copy_word(&words, equals - 1, name);
                return true;
            }
        }
    }
    return false;
}

bool statement_has_element(const char *path, int line, const char *name) {
    const struct structure *structure = structure_of(path);
    struct words words;
    if (structure == NULL || line <= 0 || !words_read(structure, line, &words)) {
        return false;
    }
    for (size_t i = 0; i + 1 < words.count; i++) {
        if (words.tokens[i].line == line && word_is(&words, i, name) && word_is(&words, i + 1, "[")) {
            return true;
        }
    }
    return false;
}
