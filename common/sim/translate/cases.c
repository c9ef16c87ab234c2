// switch (op) { case ADD: return a + b; case MUL: return a * b; } }   becomes   ... } SIM_NO_CASE }
//
// at the end of a function. Compilers say that such a function may end without returning its value, because an enum may
// have other values than its names. In lab code that would be an error (cmake/warnings.cmake), but the function is
// correct where no other value comes. SIM_NO_CASE stops a program in which one does.
#include "functions.h"

// Does each `return` of the tokens [begin, end) have a value, and is there one? And nothing else leaves them.
static int always_returns(const struct source *source, token_index begin, token_index end) {
    static const char *const others[] = {"break", "default", "goto", "continue", NULL};
    int returns = 0;
    for (token_index i = begin; i < end; i++) {
        if (is_one_of(source, i, others) ||
            (is_word(source, i, "return") && is_character(source, i + 1, ';'))) {
            return 0;
        }
        returns |= is_word(source, i, "return");
    }
    return returns;
}

// Does the block whose `}` is token `close` end with such a switch?
static int ends_with_switch(const struct source *source, token_index close) {
    if (close < 4 || !is_character(source, close - 1, '}') || source->match[close - 1] == NO_TOKEN) {
        return 0;
    }
    const token_index open = source->match[close - 1];
    if (open < 3 || !is_character(source, open - 1, ')') || source->match[open - 1] == NO_TOKEN) {
        return 0;
    }
    const token_index condition = source->match[open - 1];
    return condition > 0 && is_word(source, condition - 1, "switch") &&
           always_returns(source, open + 1, close - 1);
}

int rewrite_cases(struct source *source, const struct functions *functions) {
    for (size_t i = 0; i < functions->count; i++) {
        const token_index body = functions->list[i].body;
        const token_index close = body == NO_TOKEN ? NO_TOKEN : source->match[body];
        if (close != NO_TOKEN && ends_with_switch(source, close) &&
            source_insert(source, source->tokens[close].offset, "SIM_NO_CASE ") != 0) {
            return -1;
        }
    }
    return 0;
}
