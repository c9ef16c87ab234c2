// void k(std::vector<int> values) { ... values[i] ... values.size() ... }
//
// nvcc accepts such a parameter of a kernel or device function, but not the calls of its members, which are host code.
#include "functions.h"

// Does the file define a struct or class of the name at i?
static int defines_class(const struct source *source, token_index i) {
    for (token_index k = 0; k < source->count; k++) {
        if ((is_word(source, k, "struct") || is_word(source, k, "class")) && same_word(source, k + 1, i)) {
            return 1;
        }
    }
    return 0;
}

static int is_library_class(const struct source *source, token_index i, int unqualified) {
    return is_host_class(source, i) &&
           (is_std(source, i) || (unqualified && !is_pair(source, i - 2, "::") && !defines_class(source, i)));
}

token_index find_host_object(const struct source *source, const struct function *caller, int unqualified,
                             token_index i) {
    const int through_pointer = is_pair(source, i + 1, "->");
    const token_index member = through_pointer ? i + 3 : i + 2;
    const int calls = is_character(source, i + 1, '[') ||
                      ((through_pointer || is_character(source, i + 1, '.')) && is_called(source, member));
    if (!calls || is_member(source, i)) {
        return NO_TOKEN;
    }
    for (token_index k = caller->parameters + 1; k < source->match[caller->parameters]; k++) {
        if (!is_library_class(source, k, unqualified)) {
            continue;
        }
        token_index name = name_end(source, k) + 1;
        int is_pointer = 0;
        while (is_word(source, name, "const") || is_character(source, name, '*') ||
               is_character(source, name, '&')) {
            is_pointer |= is_character(source, name, '*');
            name++;
        }
        if (is_kind(source, name, TOKEN_IDENTIFIER) && same_word(source, name, i)) {
            return is_pointer == through_pointer ? k : NO_TOKEN;
        }
    }
    return NO_TOKEN;
}
