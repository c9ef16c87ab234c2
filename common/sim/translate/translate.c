#include "translate.h"

#include <stdlib.h>
#include <string.h>

#include "functions.h"

enum { LENGTH_MAX = 1 << 28 }; // bytes: keeps tokens' indices and line numbers within 32 bits

int source_add_line_directive(struct buffer *out, const char *name) {
    if (buffer_add_string(out, "#line 1 \"") != 0) {
        return -1;
    }
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;
        int escape = c == '"' || c == '\\' || c < ' ' || c == 127;
        if ((escape ? buffer_add_format(out, "\\%03o", (unsigned)c) : buffer_add_character(out, *name)) !=
            0) {
            return -1;
        }
    }
    return buffer_add_string(out, "\"\n");
}

static int rewrite_node(struct source *source, const struct node *node, int macro) {
    if (node->kind == NODE_LAUNCH) {
        return rewrite_launch(source, node, macro);
    }
    return node->kind == NODE_DECLARATION &&
                   (rewrite_shared(source, node, macro) != 0 || rewrite_device(source, node, macro) != 0)
               ? -1
               : 0;
}

static int check_and_rewrite_bodies(struct source *source) {
    struct functions functions = {0};
    int result =
        find_functions(source, &functions) == 0 && source_check_launches(source, &functions) == 0 &&
                source_check_calls(source, &functions) == 0 &&
                source_check_addresses(source, &functions) == 0 &&
                source_check_kernels(source, &functions) == 0 && rewrite_branches(source, &functions) == 0 &&
                rewrite_compared(source, &functions) == 0 && rewrite_cases(source, &functions) == 0 &&
                rewrite_chains(source, &functions) == 0 && rewrite_unused(source, &functions) == 0 &&
                rewrite_whole(source, &functions) == 0 && rewrite_unset(source, &functions) == 0 &&
                rewrite_local_arrays(source, &functions) == 0 && rewrite_host_code(source, &functions) == 0
            ? 0
            : -1;
    free_functions(&functions);
    return result;
}

static int translate_text(struct source *source, const char *text, size_t length, const char *line_name,
                          struct buffer *out) {
    static const char byte_order_mark[] = "\xEF\xBB\xBF";
    size_t mark = length >= 3 && memcmp(text, byte_order_mark, 3) == 0 ? 3 : 0;
    if (source_read(source, text, length) != 0 || check_and_rewrite_bodies(source) != 0 ||
        rewrite_chosen(source) != 0 || rewrite_registers(source) != 0 || rewrite_functions(source) != 0 ||
        source_visit(source, rewrite_node) != 0) {
        return -1;
    }
    if (source_number_lines(source) != 0) {
        return -1;
    }
    if (buffer_add(out, text, mark) != 0 || source_add_line_directive(out, line_name) != 0) {
        return source_out_of_memory(source);
    }
    return source_apply(source, mark, out);
}

// Refuses what an editor has saved as UTF-16, and a file that a crash has filled with zeros: compilers report each
// byte.
static int refuse_other_encodings(struct source *source, const char *text, size_t length) {
    size_t zeros = 0;
    for (size_t i = 0; i < length; i++) {
        zeros += text[i] == '\0';
    }
    return zeros > length / 4
               ? source_fail(source, 1,
                             "%zu of the file's %zu bytes are zero. Save it with the encoding UTF-8", zeros,
                             length)
               : 0;
}

static int translate_source(struct source *source, const char *headers, const char *text, size_t length,
                            const char *line_name, struct buffer *out) {
    if (length > LENGTH_MAX) {
        return source_fail(source, 0, "the file is over %d MiB long", LENGTH_MAX >> 20);
    }
    if (refuse_other_encodings(source, text, length) != 0 ||
        source_refuse_reserved(source, text, length) != 0 ||
        source_find_defined(source, headers, strlen(headers)) != 0) {
        return -1;
    }
    struct buffer expanded = {0};
    int result;
    if (expand_macros(headers, text, length, &expanded) != 0) {
        result = source_out_of_memory(source);
    } else if (expanded.bytes != NULL) {
        result = source_refuse_reserved(source, expanded.bytes, expanded.length) != 0
                     ? -1
                     : translate_text(source, expanded.bytes, expanded.length, line_name, out);
    } else {
        result = translate_text(source, text, length, line_name, out);
    }
    free(expanded.bytes);
    return result;
}

int translate(const char *text, size_t length, const char *line_name, struct translation *translation) {
    return translate_with("", text, length, line_name, translation);
}

int translate_with(const char *headers, const char *text, size_t length, const char *line_name,
                   struct translation *translation) {
    struct source source = {.path = line_name};
    struct buffer out = {0};
    int result = translate_source(&source, headers, text, length, line_name, &out);
    memset(translation, 0, sizeof(*translation));
    if (result == 0) {
        translation->text = out.bytes;
        translation->length = out.length;
    } else {
        free(out.bytes);
        translation->error_line = source.error_line;
        memcpy(translation->error, source.error, sizeof(translation->error));
    }
    source_free(&source);
    return result;
}

void translation_free(struct translation *translation) {
    free(translation->text);
    translation->text = NULL;
}
