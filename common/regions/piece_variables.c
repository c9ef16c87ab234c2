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
