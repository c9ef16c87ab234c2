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
    for (const struct node *node = tree_child_of_kind(caller->node, NODE_PARAMETERS)->child; node != NULL;
         node = node->next) {
        const struct node *type = tree_child_of_kind(node, NODE_TYPE),
                          *class = type != NULL ? type->last : NULL;
        if (class != NULL && class->name != NO_TOKEN && node->name != NO_TOKEN &&
            same_word(source, node->name, i)) {
            const int is_pointer = range_has(source, (struct range){class->end, node->name}, '*');
            return is_pointer == through_pointer && is_library_class(source, class->name, unqualified)
                       ? class->name
                       : NO_TOKEN;
        }
    }
    return NO_TOKEN;
}
