#include "piece_variables.h"

#include <string.h>

static bool is_name_byte(char byte) {
    return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
           byte == '_';
}

// Does the text contain this word; with `set`, before a `=`?
static bool names_word(const char *text, size_t length, const char *word, size_t word_length, bool set) {
    for (size_t i = 0; i + word_length <= length; i++) {
        const size_t end = i + word_length, next = end + strspn(text + end, " ");
        if (memcmp(text + i, word, word_length) == 0 && (i == 0 || !is_name_byte(text[i - 1])) &&
            (end == length || !is_name_byte(text[end])) &&
            (!set || (next + 1 < length && text[next] == '=' && text[next + 1] != '='))) {
            return true;
        }
    }
    return false;
}

bool piece_uses_variable(const struct regions *own_source, const struct regions *other_source,
                         const struct piece *user, const struct piece *setter) {
    const char *own = own_source->source, *other = other_source->source;
    for (size_t i = user->begin, end; i < user->end; i = end) {
        for (end = i; end < user->end && is_name_byte(own[end]); end++) {
        }
        if (end > i && own[i] > '9' &&
            names_word(own + setter->begin, setter->end - setter->begin, own + i, end - i, true) &&
            !names_word(other + user->other_begin, user->other_end - user->other_begin, own + i, end - i,
                        false)) {
            return true;
        }
        end += end == i;
    }
    return false;
}

// A piece's code of one source.
struct passage {
    const char *begin;
    size_t length;
};

// The whole lines of the own code, with a block that begins in them, or none where a statement is missing.
static struct passage own_lines(const struct regions *own, const struct piece *piece,
                                const struct passage *other_text) {
    size_t begin = piece->begin, end = piece->end;
    if (begin == end && memchr(other_text->begin, ';', other_text->length) != NULL) {
        return (struct passage){own->source, 0};
    }
    while (begin > 0 && own->source[begin - 1] != '\n') {
        begin--;
    }
    int open = 0;
    for (size_t i = begin; i < own->length && (i < end || own->source[i] != '\n' || open > 0); i++) {
        open += (own->source[i] == '{') - (own->source[i] == '}');
        end = i + 1 > end ? i + 1 : end;
    }
    return (struct passage){own->source + begin, end - begin};
}

static bool is_step(const char *text) {
    return text[0] == text[1] && (text[0] == '+' || text[0] == '-');
}

// Is the name in the bytes [from, to) set there: `x = 1`, `x[i] = 1`, `x += 1`, `x >>= 1`, `x++`, `++x`?
static bool is_set_at(const struct passage *text, size_t from, size_t to) {
    const char *at = text->begin + to, *end = text->begin + text->length;
    if (from > 1 && is_step(text->begin + from - 2)) {
        return true;
    }
    for (int open = 0; at < end && (*at == ' ' || *at == '[' || open > 0); at++) {
        open += (*at == '[') - (*at == ']');
    }
    if (at + 1 < end && is_step(at)) {
        return true;
    }
    if (at + 2 < end && at[0] == at[1] && (*at == '<' || *at == '>')) { // not `<=` and `>=`
        return at[2] == '=';
    }
    at += at < end && strchr("+-*/%&|^", *at) != NULL;
    return at + 1 < end && at[0] == '=' && at[1] != '=';
}

// Does `setter` set a variable that `user` names?
static bool sets_one_of(const struct passage *setter, const struct passage *user) {
    for (size_t i = 0, end; i < setter->length; i = end) {
        for (end = i; end < setter->length && is_name_byte(setter->begin[end]); end++) {
        }
        if (end > i && setter->begin[i] > '9' && is_set_at(setter, i, end) &&
            names_word(user->begin, user->length, setter->begin + i, end - i, false)) {
            return true;
        }
        end += end == i;
    }
    return false;
}

bool pieces_are_linked(const struct regions *own, const struct regions *other, const struct piece *one,
                       const struct piece *two) {
    const struct piece *pieces[] = {one, two};
    struct passage texts[2][2]; // [piece][source]
    for (int i = 0; i < 2; i++) {
        texts[i][1] = (struct passage){other->source + pieces[i]->other_begin,
                                       pieces[i]->other_end - pieces[i]->other_begin};
        texts[i][0] = own_lines(own, pieces[i], &texts[i][1]);
    }
    for (int source = 0; source < 2; source++) {
        for (int user_source = 0; user_source < 2; user_source++) {
            if (sets_one_of(&texts[0][source], &texts[1][user_source]) ||
                sets_one_of(&texts[1][source], &texts[0][user_source])) {
                return true;
            }
        }
    }
    return false;
}
