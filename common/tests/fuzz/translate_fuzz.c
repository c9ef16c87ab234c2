// Takes arbitrary bytes as a CUDA source: translator, tokenizer and TODO regions must not crash or hang, and
// their results must be consistent. In the build folder of a build with LABS_FUZZ, start with the labs' own
// files:
//
//     mkdir corpus; cp ../../lab*/*.cu ../../common/tests/translate/*.cu corpus
//     common/tests/translate_fuzz -max_total_time=600 corpus
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "regions.h"
#include "token.h"
#include "translate.h"

static void require(int condition) {
    if (!condition) {
        abort();
    }
}

static size_t count_newlines(const char *text, size_t length) {
    size_t lines = 0;
    for (size_t i = 0; i < length; i++) {
        lines += text[i] == '\n';
    }
    return lines;
}

// The tokens, concatenated, are the text.
static void check_tokens(const char *text, size_t length) {
    struct tokenizer tokenizer;
    struct token token;
    size_t offset = 0;
    tokenizer_start(&tokenizer, text, length);
    do {
        token = token_next(&tokenizer);
        require(token.offset == offset);
        require(token.length > 0 || token.kind == TOKEN_END || token.kind == TOKEN_DIRECTIVE_END);
        offset += token.length;
    } while (token.kind != TOKEN_END);
    require(offset == length);
}

// No line is lost, and each error has a line.
static void check_translation(const char *text, size_t length) {
    struct translation translation;
    size_t lines = count_newlines(text, length);
    if (translate(text, length, "x.cu", &translation) == 0) {
        require(count_newlines(translation.text, translation.length) >= lines + 1);
    } else {
        require(translation.error[0] && translation.error_line >= 1 &&
                (size_t)translation.error_line <= lines + 1);
    }
    translation_free(&translation);
}

// An emptied source has the same regions, all of them empty, and differs only in their code.
static void check_regions(const char *text, size_t length) {
    struct regions regions, emptied;
    struct source_line line, emptied_line;
    if (regions_find(text, length, &regions) == 0) {
        size_t emptied_length;
        char *copy = regions_fill(&regions, 0, &emptied_length);
        require(copy && regions_find(copy, emptied_length, &emptied) == 0);
        require(emptied.count == regions.count);
        for (size_t i = 0; i < emptied.count; i++) {
            require(!emptied.regions[i].filled);
            require(strcmp(emptied.regions[i].text, regions.regions[i].text) == 0);
        }
        require(regions_differ(&regions, &emptied, &line, &emptied_line) == 0);
        regions_free(&emptied);
        free(copy);
    }
    regions_free(&regions);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    // A copy without a terminating NUL reveals a read past the end.
    char *text = malloc(size ? size : 1);
    require(text != NULL);
    if (size > 0) {
        memcpy(text, data, size);
    }
    check_tokens(text, size);
    check_translation(text, size);
    check_regions(text, size);
    free(text);
    return 0;
}
