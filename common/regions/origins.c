#include "origins.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "conditions.h"
#include "scopes.h"
#include "structure.h"
#include "token.h"
#include "words.h"

enum { NAMES_MAX = 12 };

// The variables that are looked for: those of the line, and from number `direct` on those that set them.
struct names {
    const struct token *tokens[NAMES_MAX];
    size_t count, direct;
};

// Is it a member: `a.name` or `a->name`?
static bool is_member(const struct words *words, size_t i) {
    return i > 0 && (word_is(words, i - 1, ".") ||
                     (i > 1 && word_is(words, i - 1, ">") && word_is(words, i - 2, "-")));
}

static void add_name(const struct words *words, size_t i, struct names *names) {
    const struct token *token = &words->tokens[i];
    bool known = token->kind != TOKEN_IDENTIFIER || is_member(words, i) || names->count == NAMES_MAX;
    for (size_t k = 0; k < names->count && !known; k++) {
        known = words_same(words, names->tokens[k], token);
    }
    if (!known) {
        names->tokens[names->count++] = token;
    }
}

// Does a head with parentheses begin here: that of a loop, an `if` or a `switch`?
static bool is_head(const struct words *words, size_t i) {
    static const char *const heads[] = {"for", "if", "switch", "while"};
    for (size_t k = 0; k < sizeof(heads) / sizeof(heads[0]); k++) {
        if (word_is(words, i, heads[k])) {
            return true;
        }
    }
    return false;
}

// The statement's end: its `;`, or behind the head of a loop or an `if`: its `{`, or a body without braces, in another
// line or if a `body` does not count. Inside of such a head, the end is its `)`.
static size_t statement_end(const struct words *words, size_t i, bool body) {
    int round = 0;
    bool head = false;
    while (i < words->count && !word_is(words, i, "{") && (round > 0 || !word_is(words, i, ";"))) {
        head |= round == 0 && is_head(words, i);
        bool closes = word_is(words, i, ")");
        round += word_is(words, i, "(") - closes;
        i++;
        if (round < 0) {
            return i - 1;
        }
        if (head && closes && round == 0) {
            if (!body || i == words->count || words->tokens[i].line != words->tokens[i - 1].line) {
                return i;
            }
            head = false;
        }
    }
    return i;
}

// Of an index: with an array's name, only of those behind it, if it occurs, and without arrays.
static void names_of_line(const struct words *words, int line, enum origins_of of, const char *array,
                          struct names *names) {
    size_t begin = 0;
    int square = 0;
    while (begin < words->count && words->tokens[begin].line < line) {
        begin++;
    }
    const size_t end = statement_end(words, begin, of != ORIGINS_OF_HEAD);
    bool named = false;
    for (size_t i = begin; i + 1 < end && array != NULL; i++) {
        named |= word_is(words, i, array) && word_is(words, i + 1, "[");
    }
    for (size_t i = begin; i < end; i++) {
        bool opens = word_is(words, i, "[") && (square > 0 || !named || word_is(words, i - 1, array));
        if (opens && square++ == 0 && i > 0 && of == ORIGINS_OF_INDEX && array == NULL) {
            add_name(words, i - 1, names);
        }
        square -= square > 0 && word_is(words, i, "]");
        if (of != ORIGINS_OF_INDEX || square > 0) {
            add_name(words, i, names);
        }
    }
    names->direct = names->count;
}

// Is it a type, as a name before a declared one is, and none of the words before an operand?
static bool is_type(const struct words *words, size_t i) {
    static const char *const others[] = {"case", "co_return", "delete", "do",   "else",
                                         "new",  "return",    "sizeof", "throw"};
    bool type = words->tokens[i].kind == TOKEN_IDENTIFIER;
    for (size_t k = 0; k < sizeof(others) / sizeof(others[0]) && type; k++) {
        type = !word_is(words, i, others[k]);
    }
    return type;
}

// Is it the name of an array of the function, as in `struct piece rows[8];`, and not as in `new piece[8]`?
static bool is_array(const struct words *words, const struct token *name) {
    for (size_t i = 1; i < words->count; i++) {
        if (is_type(words, i - 1) && words_same(words, &words->tokens[i], name) &&
            word_is(words, i + 1, "[")) {
            return true;
        }
    }
    return false;
}

// Is an array handed to a function: `f(rows, ...)`, but not `sizeof(rows)`?
static bool is_handed(const struct words *words, size_t i) {
    return i > 1 && !word_is(words, i - 2, "sizeof") &&
           (word_is(words, i - 1, "(") || word_is(words, i - 1, ",")) &&
           (word_is(words, i + 1, ",") || word_is(words, i + 1, ")"));
}

// `tid = threadIdx.x;` says nothing.
static bool is_plain(const struct words *words, size_t i) {
    return word_is(words, i, "tid") && word_is(words, i + 2, "threadIdx") && word_is(words, i + 5, ";");
}

// Can what the line `set` does reach the line `use`, from before or in the next iteration of a loop?
static bool reaches(const struct words *words, int set, int use) {
    const int both[] = {set, use};
    return set < use || (set > use && structure_loop(words->structure, both, 2) != NULL);
}

static void add_line(struct origins *to, struct origin found, const char *name, size_t length) {
    const int line = found.line;
    struct origin *lines = to->lines;
    size_t at = to->count;
    bool listed = at == ORIGINS_MAX || length >= sizeof(lines->name);
    for (size_t k = 0; k < at && !listed; k++) {
        listed = lines[k].line == line;
    }
    if (listed) {
        return;
    }
    while (at > 0 && lines[at - 1].line > line) {
        lines[at] = lines[at - 1];
        at--;
    }
    lines[at] = found;
    snprintf(lines[at].name, sizeof(lines->name), "%.*s", (int)length, name);
    to->count++;
}

// Adds the variables that the statement at number `i` uses: of a loop, those of its whole head.
static void add_used(const struct words *words, size_t i, struct names *names) {
    int round = 0;
    for (size_t k = i + 1, end = statement_end(words, i, true); k < words->count && !word_is(words, k, "{");
         k++) {
        round += word_is(words, k, "(") - word_is(words, k, ")");
        if (round < 0) {
            break; // the head ends: its body may be without braces
        }
        if (k < end || words->tokens[k].line == words->tokens[i].line) {
            add_name(words, k, names);
        }
    }
}

// Does a function get the address of the variable, and may do anything with it? An atomic sets the variable.
static bool is_address_handed(const struct words *words, size_t i) {
    const char *text = words->structure->text;
    const bool atomic = i > 2 && word_is(words, i - 2, "(") && words->tokens[i - 3].length > 6 &&
                        strncmp(text + words->tokens[i - 3].offset, "atomic", 6) == 0;
    return i > 0 && word_is(words, i - 1, "&") && !atomic;
}

// Does word `i` set its variable in the head of a loop around `line`, `for (i = 0; ...`? Its old value is gone then.
static bool begins_loop(const struct words *words, size_t i, int line) {
    const int both[] = {words->tokens[i].line, line};
    const struct block *loop = structure_loop(words->structure, both, 2);
    return i > 1 && word_is(words, i - 2, "for") && word_is(words, i - 1, "(") &&
           word_is(words, i + 1, "=") && (both[0] == line || (loop != NULL && loop->head == both[0]));
}

// Adds the first and the last line that set the variable before `line`, and the last one after it, and to `names` the
// variables that these use.
static void add_lines(const struct words *words, int line, size_t name, struct names *names,
                      struct origins *to) {
    enum { FIRST, BEFORE, AFTER, KINDS };
    size_t found[KINDS];
    bool array = is_array(words, names->tokens[name]), any[KINDS] = {false};
    const size_t declared = scopes_declaration(words, (size_t)(names->tokens[name] - words->tokens));
    for (size_t i = 0; i < words->count; i++) {
        const struct token *token = &words->tokens[i];
        const bool set = words_same(words, token, names->tokens[name]) && !is_member(words, i) &&
                         (word_is_set(words, i) || (array && is_handed(words, i))) && !is_plain(words, i) &&
                         scopes_declaration(words, i) == declared;
        if (!set || structure_skipped(words->structure, token->line, line)) {
            continue;
        }
        if (begins_loop(words, i, line)) {
            any[FIRST] = any[BEFORE] = false;
        }
        if (reaches(words, token->line, line)) {
            int kind = token->line > line ? AFTER : any[FIRST] ? BEFORE : FIRST;
            found[kind] = i;
            any[kind] = true;
        }
    }
    for (int kind = 0; kind < KINDS; kind++) {
        const struct token *token = any[kind] ? &words->tokens[found[kind]] : NULL;
        if (token != NULL && name < names->direct) {
            add_used(words, found[kind], names);
        }
        if (token != NULL) {
            const struct block *loop = structure_loop(words->structure, &token->line, 1);
            struct origin origin = {.line = token->line};
            origin.handed = is_address_handed(words, found[kind]);
            origin.loop = loop != NULL && loop->head == token->line;
            add_line(to, origin, words->structure->text + token->offset, token->length);
        }
    }
}

static void add_statement(const struct structure *structure, int line, enum origins_of of, const char *array,
                          struct origins *to) {
    struct words words;
    struct names names = {.count = 0};
    if (!words_read(structure, line, &words)) {
        return;
    }
    names_of_line(&words, line, of, array, &names);
    for (size_t i = 0; i < structure->count && of == ORIGINS_OF_INDEX; i++) {
        const struct block *function = &structure->blocks[i];
        for (size_t k = 0; k < names.count && function->function; k++) {
            if (token_is(structure->text, names.tokens[k], function->name)) {
                add_line(to, (struct origin){.line = function->begin, .function = true}, function->name,
                         strlen(function->name));
            }
        }
    }
    for (size_t i = 0; i < names.count; i++) {
        add_lines(&words, line, i, &names, to);
    }
}

void origins_add(const char *path, int line, enum origins_of of, struct origins *origins) {
    const struct structure *structure = structure_of(path);
    if (structure != NULL && line > 0) {
        add_statement(structure, line, of, NULL, origins);
    }
}

// The lines of a function that call the other one, at most `most`. Returns how many.
static size_t find_calls_in(const struct structure *structure, const struct block *caller, const char *name,
                            int *lines, size_t most) {
    struct words words;
    size_t count = 0;
    if (!words_read(structure, caller->begin, &words)) {
        return 0;
    }
    for (size_t i = 0; i < words.count && count < most; i++) {
        bool call = word_is(&words, i, name) && (word_is(&words, i + 1, "(") || word_is(&words, i + 1, "<"));
        if (call && (count == 0 || lines[count - 1] != words.tokens[i].line)) {
            lines[count++] = words.tokens[i].line;
        }
    }
    return count;
}

bool origins_add_calls(const char *path, int line, const char *kernel, struct origins *origins) {
    enum { CALLS_MAX = 3 };
    const struct structure *structure = structure_of(path);
    const struct block *function = structure == NULL ? NULL : structure_function(structure, line);
    int lines[CALLS_MAX];
    if (function == NULL || function->kernel) {
        return false;
    }
    const struct block *caller = structure_kernel(structure, kernel);
    size_t count = caller == NULL ? 0 : find_calls_in(structure, caller, function->name, lines, CALLS_MAX);
    for (size_t i = 0, own = count; i < structure->count && own == 0; i++) {
        const struct block *other = &structure->blocks[i];
        if (other->function && other != function) {
            count += find_calls_in(structure, other, function->name, lines + count, CALLS_MAX - count);
        }
    }
    for (size_t i = 0; i < count && count < CALLS_MAX; i++) {
        add_line(origins, (struct origin){.line = lines[i]}, function->name, strlen(function->name));
    }
    return count > 0 && count < CALLS_MAX;
}

// Does the head use one of the variables, or a variable of the kernel's own such as threadIdx?
static bool uses(const struct words *words, const struct condition *condition, const struct names *names) {
    for (size_t i = condition->begin; i < condition->end; i++) {
        for (size_t k = 0; k < names->count; k++) {
            if (words_same(words, &words->tokens[i], names->tokens[k])) {
                return true;
            }
        }
    }
    return false;
}

// Does a condition in the line itself use these names?
static bool limits_names(const struct words *words, int line, const struct names *names) {
    enum { OWN_MAX = 4 };
    struct condition own[OWN_MAX];
    const size_t count = conditions_of(words, line, own, OWN_MAX);
    for (size_t i = 0; i < count; i++) {
        if (own[i].line == line && uses(words, &own[i], names)) {
            return true;
        }
    }
    return false;
}

// Does the word at number `i` read memory or another lane: an element, or a call that may? A function of the file does
// not if it neither has elements nor calls others.
static bool may_read(const struct structure *structure, size_t i) {
    const char *text = structure->text;
    const struct token *words = structure->words;
    if (token_is(text, &words[i], "[")) {
        return true;
    }
    if (i + 1 >= structure->word_count || words[i].kind != TOKEN_IDENTIFIER ||
        !token_is(text, &words[i + 1], "(")) {
        return false;
    }
    for (size_t k = 0; k < structure->count; k++) {
        const struct block *function = &structure->blocks[k];
        if (!function->function || !token_is(text, &words[i], function->name)) {
            continue;
        }
        bool inside = false, reads = false;
        for (size_t at = 0; at + 1 < structure->word_count && words[at].line <= function->end; at++) {
            inside |= words[at].line >= function->begin && token_is(text, &words[at], "{");
            reads |= inside && (token_is(text, &words[at], "[") ||
                                (words[at].kind == TOKEN_IDENTIFIER && token_is(text, &words[at + 1], "(") &&
                                 !token_is(text, &words[at], "return")));
        }
        return reads;
    }
    return true;
}

static bool line_may_read(const struct structure *structure, int line) {
    bool reads = false;
    for (size_t i = 0; i < structure->word_count && structure->words[i].line <= line; i++) {
        reads |= structure->words[i].line == line && may_read(structure, i);
    }
    return reads;
}

// Adds the lines that set the variables in the brackets [] behind this array alone, without the array itself; if it has
// another name there, in all brackets.
static void add_index(const char *path, int line, const char *array, struct origins *origins) {
    const struct structure *structure = structure_of(path);
    if (structure != NULL && line > 0) {
        add_statement(structure, line, ORIGINS_OF_INDEX, array, origins);
    }
}

bool origins_index_is_computed(const char *path, int line, const char *array) {
    const struct structure *structure = structure_of(path);
    struct origins origins = {.count = 0};
    const struct block *function = structure == NULL ? NULL : structure_function(structure, line);
    if (function == NULL || !function->kernel) { // others get indices from their callers
        return false;
    }
    const struct token *words = structure->words;
    add_index(path, line, array, &origins);
    bool named = false, found = false, reads = origins.count == ORIGINS_MAX; // there may be more
    for (size_t i = 0; i + 1 < structure->word_count && words[i].line <= line; i++) {
        named |= words[i].line == line && token_is(structure->text, &words[i], array) &&
                 token_is(structure->text, &words[i + 1], "[");
    }
    int square = 0;
    for (size_t i = 1; i < structure->word_count && words[i].line <= line; i++) {
        const bool opens = token_is(structure->text, &words[i], "[") &&
                           (square > 0 || !named || token_is(structure->text, &words[i - 1], array));
        if (words[i].line < line || (!opens && square == 0)) {
            continue;
        }
        reads |= (opens && square > 0) || (!opens && may_read(structure, i));
        found = true;
        square += opens - token_is(structure->text, &words[i], "]");
    }
    for (size_t i = 0; i < origins.count; i++) {
        const struct origin *origin = &origins.lines[i];
        reads |=
            origin->handed || (!origin->loop && !origin->function && line_may_read(structure, origin->line));
    }
    return found && !reads;
}

// Does the line end with the head of the condition? Then nothing in the line happens after the condition is known.
static bool ends_line(const struct words *words, const struct condition *condition) {
    size_t i = condition->end;
    while (i < words->count && words->tokens[i].line == condition->line &&
           (word_is(words, i, ")") || word_is(words, i, "{"))) {
        i++;
    }
    return i == words->count || words->tokens[i].line != condition->line;
}

// Those around the line, or those in the line itself.
static size_t find_conditions_of(const char *path, int line, bool own, enum origins_of of,
                                 struct condition *conditions, size_t most) {
    enum { AROUND_MAX = 16 };
    const struct structure *structure = structure_of(path);
    struct condition around[AROUND_MAX];
    struct origins origins = {.count = 0};

    struct names names = {.count = 0};
    struct words words;
    size_t count = 0;
    bool found[2] = {false, false}; // a loop; another condition
    if (structure == NULL || line <= 0 || !words_read(structure, line, &words)) {
        return 0;
    }
    const size_t all = own ? conditions_of(&words, line, around, AROUND_MAX)
                           : conditions_around(&words, line, around, AROUND_MAX);
    names_of_line(&words, line, of, NULL, &names);
    if (of == ORIGINS_OF_INDEX && limits_names(&words, line, &names)) {
        names_of_line(&words, line, ORIGINS_OF_HEAD, NULL,
                      &names); // as if the head were on a line of its own
    }
    for (size_t i = 0; i < names.count; i++) {
        add_lines(&words, line, i, &names, &origins);
    }
    for (size_t i = 0; i < all && count < most; i++) {
        bool loop = around[i].kind == CONDITION_LOOP,
             decided = loop || !own || !ends_line(&words, &around[i]);
        if ((around[i].line == line) == own && decided && !found[loop] &&
            (of == ORIGINS_OF_ALL || uses(&words, &around[i], &names))) {
            conditions[count++] = around[i];
            found[loop] = true;
        }
    }
    return count;
}

size_t origins_conditions(const char *path, int line, enum origins_of of, struct condition *conditions,
                          size_t most) {
    return find_conditions_of(path, line, false, of, conditions, most);
}

bool origins_own_condition(const char *path, int line, enum origins_of of, struct condition *condition) {
    return find_conditions_of(path, line, true, of, condition, 1) > 0;
}
