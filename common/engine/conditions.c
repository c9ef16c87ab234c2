// The value of what follows #if and #elif: an integer of 64 bits, signed or not.
#include <stdlib.h>
#include <string.h>

#include "preprocessor.h"

struct integer {
    uint64_t bits;
    bool is_unsigned;
};

struct reader {
    struct preprocessor *p;
    struct words words;
    size_t at;
    struct engine_place place; // of the directive
    int depth;
    int unused; // the value of what is being read does not matter, because of && || ? :
};

static struct integer read_binary(struct reader *r, int level);

static _Noreturn void malformed(struct reader *r) {
    if (r->at < r->words.count) {
        const struct word *word = &r->words.list[r->at];
        refuse(r->p, r->place, "the condition of this #if is malformed at %.*s", (int)word->length,
               word->text);
    }
    refuse(r->p, r->place, "the condition of this #if is incomplete");
}

// Reads these characters, if they follow and touch each other.
static bool accept(struct reader *r, const char *sign) {
    size_t i = r->at;
    for (; *sign != '\0'; sign++, i++) {
        if (i >= r->words.count || r->words.list[i].kind != TOKEN_PUNCTUATION ||
            *r->words.list[i].text != *sign || (i > r->at && !words_touch(&r->words.list[i]))) {
            return false;
        }
    }
    r->at = i;
    return true;
}

static struct integer read_conditional(struct reader *r) {
    if (++r->depth > DEPTH_MAX) {
        refuse(r->p, r->place, "the condition of this #if is nested more than %d deep", DEPTH_MAX);
    }
    struct integer value = read_binary(r, 0);
    if (accept(r, "?")) {
        const bool first = value.bits != 0;
        r->unused += !first;
        const struct integer then = read_conditional(r);
        r->unused += first - !first;
        if (!accept(r, ":")) {
            malformed(r);
        }
        const struct integer otherwise = read_conditional(r);
        r->unused -= first;
        value = first ? then : otherwise;
        value.is_unsigned = then.is_unsigned || otherwise.is_unsigned;
    }
    r->depth--;
    return value;
}

static struct integer read_number(struct reader *r, const struct word *word) {
    char digits[80], *end;
    size_t length = 0;
    for (size_t i = 0; i < word->length && length < sizeof(digits) - 1; i++) {
        if (word->text[i] != '\'') {
            digits[length++] = word->text[i];
        }
    }
    digits[length] = '\0';
    const bool binary = digits[0] == '0' && (digits[1] == 'b' || digits[1] == 'B');
    struct integer value = {strtoull(binary ? digits + 2 : digits, &end, binary ? 2 : 0), false};
    value.is_unsigned = strpbrk(end, "uU") != NULL || value.bits > INT64_MAX;
    if (end[strspn(end, "uUlLzZ")] != '\0') {
        malformed(r);
    }
    return value;
}

static struct integer read_character(struct reader *r, const struct word *word) {
    static const char escapes[] = "n\nt\tr\r0\0a\ab\bf\fv\v";
    const char *text = word->text;
    if (word->length == 3 && *text == '\'') {
        return (struct integer){(uint64_t)text[1], false};
    }
    if (word->length != 4 || *text != '\'' || text[1] != '\\') {
        malformed(r);
    }
    for (size_t i = 0; i + 1 < sizeof(escapes) - 1; i += 2) {
        if (escapes[i] == text[2]) {
            return (struct integer){(uint64_t)escapes[i + 1], false};
        }
    }
    return (struct integer){(uint64_t)text[2], false};
}

static struct integer read_unary(struct reader *r) {
    struct integer value;
    if (++r->depth > DEPTH_MAX) {
        refuse(r->p, r->place, "the condition of this #if is nested more than %d deep", DEPTH_MAX);
    }
    if (accept(r, "(")) {
        value = read_conditional(r);
        if (!accept(r, ")")) {
            malformed(r);
        }
    } else if (accept(r, "!")) {
        value = (struct integer){read_unary(r).bits == 0, false};
    } else if (accept(r, "~")) {
        value = read_unary(r);
        value.bits = ~value.bits;
    } else if (accept(r, "-")) {
        value = read_unary(r);
        value.bits = 0 - value.bits;
    } else if (accept(r, "+")) {
        value = read_unary(r);
    } else if (r->at < r->words.count) {
        const struct word *word = &r->words.list[r->at];
        value = word->kind == TOKEN_NUMBER      ? read_number(r, word)
                : word->kind == TOKEN_CHARACTER ? read_character(r, word)
                                                : (struct integer){word_is(word, "true"), false};
        if (word->kind != TOKEN_NUMBER && word->kind != TOKEN_CHARACTER && word->kind != TOKEN_IDENTIFIER) {
            malformed(r);
        }
        r->at++;
    } else {
        malformed(r);
    }
    r->depth--;
    return value;
}

// The binary operators, and how strongly they bind. One that begins with another comes first.
static const struct binary {
    char sign[3];
    int level;
} operations[] = {{"||", 0}, {"&&", 1}, {"|", 2},  {"^", 3},  {"&", 4},  {"==", 5},
                  {"!=", 5}, {"<<", 7}, {">>", 7}, {"<=", 6}, {">=", 6}, {"<", 6},
                  {">", 6},  {"+", 8},  {"-", 8},  {"*", 9},  {"/", 9},  {"%", 9}};

static uint64_t divided(struct reader *r, char sign, uint64_t x, uint64_t y, bool is_unsigned) {
    if (y == 0 && r->unused == 0) {
        refuse(r->p, r->place, "the condition of this #if divides by zero");
    }
    if (y == 0 || (!is_unsigned && y == UINT64_MAX)) { // by -1
        return sign == '/' ? 0 - x : 0;
    }
    if (is_unsigned) {
        return sign == '/' ? x / y : x % y;
    }
    return (uint64_t)(sign == '/' ? (int64_t)x / (int64_t)y : (int64_t)x % (int64_t)y);
}

// The count may be negative.
static uint64_t shifted(char sign, struct integer a, struct integer b) {
    const bool turned = !b.is_unsigned && (int64_t)b.bits < 0;
    const uint64_t count = turned ? 0 - b.bits : b.bits, x = a.bits;
    const uint64_t sign_bits = !a.is_unsigned && (int64_t)x < 0 ? UINT64_MAX : 0;
    if ((sign == '<') != turned) {
        return count < 64 ? x << count : 0;
    }
    return count == 0 ? x : count < 64 ? x >> count | sign_bits << (64 - count) : sign_bits;
}

static struct integer compute(struct reader *r, const char *sign, struct integer a, struct integer b) {
    const bool is_unsigned = a.is_unsigned || b.is_unsigned, two = sign[1] != '\0';
    const uint64_t x = a.bits, y = b.bits, top = is_unsigned ? 0 : (uint64_t)1 << 63;
    const bool less = (x ^ top) < (y ^ top), more = (y ^ top) < (x ^ top);
    if (sign[0] == sign[1] && (*sign == '<' || *sign == '>')) {
        return (struct integer){shifted(*sign, a, b), a.is_unsigned};
    }
    switch (*sign) {
    case '|':
        return two ? (struct integer){x != 0 || y != 0, false} : (struct integer){x | y, is_unsigned};
    case '&':
        return two ? (struct integer){x != 0 && y != 0, false} : (struct integer){x & y, is_unsigned};
    case '=':
        return (struct integer){x == y, false};
    case '!':
        return (struct integer){x != y, false};
    case '<':
        return (struct integer){less || (two && x == y), false};
    case '>':
        return (struct integer){more || (two && x == y), false};
    case '^':
        return (struct integer){x ^ y, is_unsigned};
    case '+':
        return (struct integer){x + y, is_unsigned};
    case '-':
        return (struct integer){x - y, is_unsigned};
    case '*':
        return (struct integer){x * y, is_unsigned};
    default:
        return (struct integer){divided(r, *sign, x, y, is_unsigned), is_unsigned};
    }
}

static const struct binary *accept_operation(struct reader *r, int level) {
    const size_t before = r->at;
    for (size_t i = 0; i < sizeof(operations) / sizeof(*operations); i++) {
        if (accept(r, operations[i].sign)) {
            if (operations[i].level >= level) {
                return &operations[i];
            }
            r->at = before;
            return NULL;
        }
    }
    return NULL;
}

static struct integer read_binary(struct reader *r, int level) {
    struct integer value = read_unary(r);
    for (const struct binary *operation; (operation = accept_operation(r, level)) != NULL;) {
        const bool skip =
            (operation->level == 0 && value.bits != 0) || (operation->level == 1 && value.bits == 0);
        r->unused += skip;
        value = compute(r, operation->sign, value, read_binary(r, operation->level + 1));
        r->unused -= skip;
    }
    return value;
}

bool condition_holds(struct preprocessor *p, struct words words, struct engine_place place) {
    struct reader reader = {.p = p, .words = words, .place = place};
    const struct integer value = read_conditional(&reader);
    if (reader.at < words.count) {
        malformed(&reader);
    }
    return value.bits != 0;
}
