// if (x > 0)   becomes   if (SIM_BRANCH(x > 0))
//
// in kernels and device functions of a source that asks for the active mask: lanes that take different paths need not
// be together afterwards, even if no access shows it. The same for `while`, and for the condition of `for`. Conditions
// with a declaration or an assignment, `switch`, `?:`, && and || remain unchanged.
//
// if (lane < s) { __syncwarp(); }   becomes   if (SIM_ENTER(lane < s)) { __syncwarp(); }
//
// in each source: a lane that skips this statement does not come to a barrier or an exchange of its warp. The statement
// may also call a function of the source that contains one. The same for x in x ? __ballot_sync(mask, y) : 0.
#include "functions.h"

#include <stdlib.h>
#include <string.h>

static int asks_active(const struct source *source) {
    static const char *const words[] = {"__activemask", "coalesced_threads", NULL};
    for (token_index i = 0; i < source->count; i++) {
        if (is_one_of(source, i, words)) {
            return 1;
        }
    }
    return 0;
}

// Is this a call by which a lane waits for others of its warp?
static int is_meeting(const struct source *source, token_index i) {
    static const char *const members[] = {"sync", "shfl",   "shfl_up",   "shfl_down", "shfl_xor", "any",
                                          "all",  "ballot", "match_any", "match_all", NULL};
    static const char *const of_groups[] = {"reduce", "inclusive_scan", "exclusive_scan", NULL};
    static const char end[] = "_sync";
    const struct token *token = &source->tokens[i];
    size_t length = strlen(end);
    return is_word(source, i, "__syncwarp") ||
           (i > 0 && is_character(source, i - 1, '.') && is_one_of(source, i, members)) ||
           (i > 1 && is_pair(source, i - 2, "::") && is_one_of(source, i, of_groups)) ||
           (is_kind(source, i, TOKEN_IDENTIFIER) && token->length > length + 2 &&
            memcmp(source->text + token->offset, "__", 2) == 0 &&
            memcmp(source->text + token_end(source, i) - length, end, length) == 0);
}

// Is there such a call in [first, end), or one of a function that `meets`?
static int has_meeting(const struct source *source, const struct functions *functions, const char *meets,
                       token_index first, token_index end) {
    for (token_index i = first; i < end; i++) {
        if (is_meeting(source, i)) {
            return 1;
        }
        for (size_t k = 0; is_kind(source, i, TOKEN_IDENTIFIER) && k < functions->count; k++) {
            if (meets[k] && same_word(source, functions->list[k].name, i)) {
                return 1;
            }
        }
    }
    return 0;
}

static int is_device_code(const struct function *function) {
    return function->for_device && !function->for_host && function->body != NO_TOKEN;
}

// Marks the functions with such a call, also by other functions.
static void find_meetings(const struct source *source, const struct functions *functions, char *meets) {
    for (int more = 1; more;) {
        more = 0;
        for (size_t k = 0; k < functions->count; k++) {
            const struct function *function = &functions->list[k];
            if (!meets[k] && is_device_code(function) &&
                has_meeting(source, functions, meets, function->body, source->match[function->body])) {
                meets[k] = 1;
                more = 1;
            }
        }
    }
}

// Wraps the tokens [first, end), if they are an expression.
static int wrap(struct source *source, token_index first, token_index end, const char *macro) {
    for (token_index i = first; i < end; i++) {
        int opens =
            is_character(source, i, '(') || is_character(source, i, '[') || is_character(source, i, '{');
        if (is_character(source, i, ';') || is_assignment(source, i) || skip_directive(source, i) != i) {
            return 0;
        }
        i = opens && source->match[i] != NO_TOKEN ? source->match[i] : i;
    }
    return first == end ? 0
           : source_insert(source, source->tokens[first].offset, macro) != 0
               ? -1
               : source_insert(source, token_end(source, end - 1), ")");
}

// The first `;` from token i on that is in no inner brackets, or `end`.
static token_index semicolon(const struct source *source, token_index i, token_index end) {
    while (i < end && !is_character(source, i, ';')) {
        int opens =
            is_character(source, i, '(') || is_character(source, i, '[') || is_character(source, i, '{');
        i = opens && source->match[i] != NO_TOKEN ? source->match[i] + 1 : i + 1;
    }
    return i < end ? i : end;
}

// The end of the statement that begins at token i, without an `else`.
static token_index end_of_statement(const struct source *source, token_index i, token_index end) {
    static const char *const words[] = {"if", "for", "while", NULL};
    while (is_one_of(source, i, words) && is_character(source, i + 1, '(') &&
           source->match[i + 1] != NO_TOKEN) {
        i = source->match[i + 1] + 1;
    }
    return is_character(source, i, '{') && source->match[i] != NO_TOKEN ? source->match[i]
                                                                        : semicolon(source, i, end);
}

static int wrap_condition(struct source *source, token_index i, const char *macro) {
    token_index first = i + 2, end = source->match[i + 1];
    if (is_word(source, i, "for")) {
        first = semicolon(source, first, end);
        first += first < end;
        end = semicolon(source, first, end);
    }
    return wrap(source, first, end, macro);
}

// The first token of the condition before the `?` at i.
static token_index condition_begin(const struct source *source, token_index body, token_index i) {
    static const char ends[] = ";,{}([?";
    for (;; i--) {
        const token_index before = i - 1;
        int ended = before == body || is_word(source, before, "return") || ends_assignment(source, before) ||
                    (is_character(source, before, ':') && !is_pair(source, before - 1, "::"));
        for (const char *c = ends; *c != '\0'; c++) {
            ended |= is_character(source, before, *c);
        }
        if (ended) {
            return i;
        }
        if (source->match[before] != NO_TOKEN) { // a closing bracket
            i = source->match[before] + 1;
        } else if (is_character(source, before, ':')) { // of `::`
            i--;
        }
    }
}

// The `:` of the `?` at i, or `end`.
static token_index find_colon(const struct source *source, token_index i, token_index end) {
    int open = 1;
    for (i++; i < end && !is_character(source, i, ';'); i = token_step(source, i)) {
        open += is_character(source, i, '?');
        if (is_pair(source, i, "::")) {
            i++;
        } else if (is_character(source, i, ':') && --open == 0) {
            return i;
        }
    }
    return end;
}

static int rewrite_in_function(struct source *source, const struct functions *functions, const char *meets,
                               token_index body, int active) {
    static const char *const words[] = {"if", "for", "while", NULL};
    const token_index end = source->match[body];
    for (token_index i = body + 1; i < end; i++) {
        if (is_character(source, i, '?')) {
            const token_index colon = find_colon(source, i, end);
            if (colon != end && has_meeting(source, functions, meets, i, colon) &&
                wrap(source, condition_begin(source, body, i), i, "SIM_ENTER(") != 0) {
                return -1;
            }
            continue;
        }
        if (!is_one_of(source, i, words) || !is_character(source, i + 1, '(') ||
            source->match[i + 1] == NO_TOKEN) {
            continue;
        }
        token_index next = source->match[i + 1] + 1;
        int enters = has_meeting(source, functions, meets, next, end_of_statement(source, next, end));
        if ((enters && wrap_condition(source, i, "SIM_ENTER(") != 0) ||
            (active && wrap_condition(source, i, "SIM_BRANCH(") != 0)) {
            return -1;
        }
    }
    return 0;
}

int rewrite_branches(struct source *source, const struct functions *functions) {
    char *meets = calloc(functions->count + 1, 1);
    if (meets == NULL) {
        return source_out_of_memory(source);
    }
    find_meetings(source, functions, meets);
    int result = 0, active = asks_active(source);
    for (size_t k = 0; k < functions->count && result == 0; k++) {
        if (is_device_code(&functions->list[k])) {
            result = rewrite_in_function(source, functions, meets, functions->list[k].body, active);
        }
    }
    free(meets);
    return result;
}
