#include "pieces.h"

#include <stdlib.h>
#include <string.h>

#include "pieces_code.h"

enum { WORDS_MAX = 4000 }; // of a region; a longer one is a single piece

// Reads the bytes [begin, end) of the source, which are whole lines. The caller frees `code->words`. false: memory is
// short.
static bool read_code(const char *source, size_t begin, size_t end, struct code *code) {
    struct tokenizer tokenizer;
    *code =
        (struct code){.text = source, .begin = begin, .words = calloc(end - begin + 1, sizeof(*code->words))};
    if (code->words == NULL) {
        return false;
    }
    tokenizer_start(&tokenizer, source, end);
    tokenizer.offset = begin;
    for (struct token token = token_next(&tokenizer); token.kind != TOKEN_END;
         token = token_next(&tokenizer)) {
        if (!token_is_space(&token) && token.length > 0 && token.kind != TOKEN_DIRECTIVE_END) {
            code->words[code->count++] = token;
        }
    }
    return true;
}

// ---- Pieces that can be exchanged ------------------------------------------------------------------------

// Are two differences parts of one operator, as in `!=` and `==`?
static bool in_one_operator(const struct code *own, const struct code *other, const struct difference *first,
                            const struct difference *second) {
    return code_is_operator(own, first->begin, second->end) &&
           code_is_operator(other, first->other_begin, second->other_end);
}

// Does word i continue an operator that ends before it?
static bool continues_operator(const struct code *code, size_t begin, size_t i) {
    return i < code->count && code_is_operator(code, begin, i + 1) &&
           code->words[i - 1].offset + code->words[i - 1].length == code->words[i].offset;
}

// Is word i the rest of an operator that begins with the word before it?
static bool ends_operator(const struct code *code, size_t i) {
    return i > 0 && code_is_operator(code, i - 1, i + 1) &&
           code->words[i - 1].offset + code->words[i - 1].length == code->words[i].offset;
}

// The whole operator, also in `>= 10` and `> 5`: its beginning is the same, but in one code there is a blank behind it.
static void widen_begin(const struct code *own, const struct code *other, size_t low,
                        struct difference *item) {
    if (item->begin < item->end && item->other_begin < item->other_end && item->begin > low &&
        item->other_begin > 0 && ends_operator(own, item->begin) != ends_operator(other, item->other_begin)) {
        item->begin--;
        item->other_begin--;
    }
}

// The same at the end, in `x =` and `y +=`.
static void widen_end(const struct code *own, const struct code *other, struct difference *item) {
    if (item->begin < item->end && item->other_begin < item->other_end && item->end < own->count &&
        item->other_end < other->count &&
        ends_operator(own, item->end) != ends_operator(other, item->other_end)) {
        item->end++;
        item->other_end++;
    }
}

// The whole operator, in `!=` and `==` not only its first character.
static void widen(const struct code *own, const struct code *other, struct difference *item) {
    if (item->begin < item->end && item->other_begin < item->other_end &&
        continues_operator(own, item->begin, item->end) &&
        continues_operator(other, item->other_begin, item->other_end)) {
        item->end++;
        item->other_end++;
    }
}

// Joins differences to their successors until all can be exchanged alone.
static void join(const struct code *own, const struct code *other, struct differences *found) {
    size_t kept = 0;
    for (size_t i = 0; i < found->count;) {
        struct difference whole = found->items[i++];
        while (i < found->count && (!code_is_balanced(own, whole.begin, whole.end) ||
                                    !code_is_balanced(other, whole.other_begin, whole.other_end) ||
                                    in_one_operator(own, other, &whole, &found->items[i]))) {
            whole.end = found->items[i].end;
            whole.other_end = found->items[i++].other_end;
        }
        if (i == found->count || found->items[i].begin > whole.end) {
            widen(own, other, &whole);
            widen_end(own, other, &whole);
        }
        widen_begin(own, other, kept > 0 ? found->items[kept - 1].end : 0, &whole);
        found->items[kept++] = whole;
    }
    found->count = kept;
}

// The bytes of words [begin, end); of none the place behind the word before, or at the first one.
static void bytes_of(const struct code *code, size_t begin, size_t end, size_t *first, size_t *last) {
    if (begin < end) {
        *first = code->words[begin].offset;
        *last = code->words[end - 1].offset + code->words[end - 1].length;
    } else if (begin > 0) {
        *first = *last = code->words[begin - 1].offset + code->words[begin - 1].length;
    } else {
        *first = *last = code->count > 0 ? code->words[0].offset : code->begin;
    }
}

// Does a statement or block begin, or end, before word i? After a `;` in the head of a loop, none does.
static bool is_between_statements(const struct code *code, size_t i) {
    return i == 0 || (code_begins_statement(code, i) && code_kind_around(code, i, i) != PIECE_IN_LOOP);
}

// Is code missing directly before the next word of the own program: `+` before `=`, or the beginning of a statement?
static bool is_missing_before(const struct code *own, const struct code *other,
                              const struct difference *difference) {
    const size_t at = difference->begin, other_end = difference->other_end;
    return at == difference->end && at < own->count &&
           ((other_end < other->count && ends_operator(other, other_end)) ||
            (at > 0 && is_between_statements(own, at) && !is_between_statements(other, other_end)));
}

// The pieces found so far: `count`, of which at most `max` are in `items`.
struct found {
    struct piece *items;
    size_t count, max, region_max;
};

static void add_piece(const struct code *own, const struct code *other, const struct difference *difference,
                      int region, struct found *found) {
    if (found->count < found->max) {
        struct piece *piece = &found->items[found->count];
        *piece = (struct piece){.region = region,
                                .kind = code_kind_of(own, other, difference),
                                .around = code_kind_around(own, difference->begin, difference->end)};
        bytes_of(own, difference->begin, difference->end, &piece->begin, &piece->end);
        if (is_missing_before(own, other, difference)) {
            piece->begin = piece->end = own->words[difference->end].offset;
        }
        bytes_of(other, difference->other_begin, difference->other_end, &piece->other_begin,
                 &piece->other_end);
    }
    found->count++;
}

// How many braces are open at this byte of the source?
static int open_braces(const struct regions *regions, size_t offset) {
    struct tokenizer tokenizer;
    int open = 0;
    tokenizer_start(&tokenizer, regions->source, regions->length);
    for (struct token token = token_next(&tokenizer); token.kind != TOKEN_END && token.offset < offset;
         token = token_next(&tokenizer)) {
        open += token_is(regions->source, &token, "{") - token_is(regions->source, &token, "}");
    }
    return open;
}

// Are two differences in one function?
static bool in_one_function(const struct regions *source, const struct code *own,
                            const struct difference *first, const struct difference *second) {
    int open = first->begin < own->count ? open_braces(source, own->words[first->begin].offset) : 0;
    for (size_t i = first->begin; i < second->begin && open > 0; i++) {
        open += code_is(own, i, "{") - code_is(own, i, "}");
    }
    return open > 0;
}

// All code from the first difference to the last one, in whole statements: the words before and after are the same.
static struct difference whole_statements(const struct code *own, struct difference first,
                                          struct difference last) {
    while (first.begin > 0 && first.other_begin > 0 && !is_between_statements(own, first.begin)) {
        first.begin--;
        first.other_begin--;
    }
    while (last.end < own->count && !is_between_statements(own, last.end)) {
        last.end++;
        last.other_end++;
    }
    return (struct difference){
        .begin = first.begin, .end = last.end, .other_begin = first.other_begin, .other_end = last.other_end};
}

// Joins the differences of each function to one.
static void join_functions(const struct regions *source, const struct code *own, struct differences *found) {
    size_t count = 0;
    for (size_t i = 0; i < found->count;) {
        const struct difference first = found->items[i++];
        struct difference last = first;
        while (i < found->count && in_one_function(source, own, &first, &found->items[i])) {
            last = found->items[i++];
        }
        found->items[count++] = last.begin > first.begin ? whole_statements(own, first, last) : first;
    }
    found->count = count;
}

// Adds the pieces of the own source's code against the other's. `region`: as in struct piece.
static void find_in_code(const struct regions *source, const struct code *own, const struct code *other,
                         int region, struct found *found) {
    struct differences differences = {0};
    if (own->count <= WORDS_MAX && other->count <= WORDS_MAX && code_compare(own, other, &differences)) {
        join(own, other, &differences);
        if (region > 0 && differences.count > found->region_max) {
            differences.items[0] =
                whole_statements(own, differences.items[0], differences.items[differences.count - 1]);
            differences.count = 1;
        } else if (differences.count > found->region_max) {
            join_functions(source, own, &differences);
        }
    }
    for (size_t i = 0; i < differences.count; i++) {
        const struct difference *item = &differences.items[i];
        if (region > 0 || item->other_begin < item->other_end ||
            open_braces(source, own->words[item->begin].offset) > 0) {
            add_piece(own, other, item, region, found);
        }
    }
    free(differences.items);
}

// The same for lines: the bytes [begin, end) against [other_begin, other_end).
static void find_in_lines(const struct regions *own, size_t begin, size_t end, const struct regions *other,
                          size_t other_begin, size_t other_end, int region, struct found *found) {
    struct code code, other_code;
    if (end - begin == other_end - other_begin &&
        memcmp(own->source + begin, other->source + other_begin, end - begin) == 0) {
        return;
    }
    const bool read = read_code(own->source, begin, end, &code);
    if (read_code(other->source, other_begin, other_end, &other_code) && read) {
        find_in_code(own, &code, &other_code, region, found);
    }
    free(code.words);
    free(other_code.words);
}

size_t pieces_find(const struct regions *own, const struct regions *other,
                   bool (*wanted)(const void *context, int region), const void *context, size_t region_max,
                   struct piece *pieces, size_t max) {
    struct found found = {.items = pieces, .max = max, .region_max = region_max};
    const bool outside = own->count == other->count && wanted(context, 0);
    size_t at = 0, other_at = 0; // behind the last region
    for (size_t i = 0; i < own->count; i++) {
        const struct region *region = &own->regions[i], *same = regions_numbered(other, region->number);
        if (outside && same != NULL) {
            find_in_lines(own, at, region->code_begin, other, other_at, same->code_begin, 0, &found);
            at = region->code_end;
            other_at = same->code_end;
        }
        if (region->filled && same != NULL && same->filled && wanted(context, region->number)) {
            find_in_lines(own, region->code_begin, region->code_end, other, same->code_begin, same->code_end,
                          region->number, &found);
        }
    }
    if (outside) {
        find_in_lines(own, at, own->length, other, other_at, other->length, 0, &found);
    }
    return found.count;
}

// Is a statement missing, behind the line's last word? It belongs to the next line rather than to this one.
static bool is_behind_line(const struct regions *own, const struct piece *piece) {
    const char *rest = own->source + piece->begin;
    rest += strspn(rest, " \t");
    return piece->begin == piece->end &&
           (piece->kind == PIECE_CONDITION || piece->kind == PIECE_LOOP || piece->kind == PIECE_BARRIER ||
            piece->kind == PIECE_CALL || piece->kind == PIECE_STATEMENT) &&
           (rest[0] == '\n' || rest[0] == '\r' || (rest[0] == '/' && rest[1] == '/'));
}

size_t pieces_join_lines(const struct regions *own, struct piece *pieces, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct piece *before = kept > 0 ? &pieces[kept - 1] : NULL;
        const size_t gap = before != NULL ? pieces[i].begin - before->end : 0;
        if (before == NULL || memchr(own->source + before->end, '\n', gap) != NULL ||
            (gap > 0 && is_behind_line(own, &pieces[i]))) {
            pieces[kept++] = pieces[i];
            continue;
        }
        before->end = pieces[i].end;
        before->other_end = pieces[i].other_end;
        before->kind = before->around == pieces[i].around ? before->around : PIECE_CODE;
    }
    return kept;
}

// ---- The program with the other's pieces -----------------------------------------------------------------

static bool is_word_byte(char byte) {
    return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
           byte == '_';
}

// Appends bytes. Two words stay apart; the characters of an operator such as `+=` stay together.
static void append(char *text, size_t *length, const char *bytes, size_t count) {
    if (*length > 0 && count > 0 && is_word_byte(text[*length - 1]) && is_word_byte(bytes[0])) {
        text[(*length)++] = ' ';
    }
    memcpy(text + *length, bytes, count);
    *length += count;
}

char *pieces_exchange(const struct regions *own, const struct regions *other, const struct piece *pieces,
                      size_t count, size_t *length) {
    size_t size = own->length + 1, at = 0;
    for (size_t i = 0; i < count; i++) {
        size += pieces[i].other_end - pieces[i].other_begin + 2;
    }
    char *text = malloc(size);
    *length = 0;
    if (text == NULL) {
        return NULL;
    }
    for (size_t i = 0; i <= count; i++) {
        const size_t until = i < count ? pieces[i].begin : own->length;
        append(text, length, own->source + at, until - at);
        if (i < count) {
            append(text, length, other->source + pieces[i].other_begin,
                   pieces[i].other_end - pieces[i].other_begin);
            at = pieces[i].end;
        }
    }
    text[*length] = '\0';
    return text;
}

bool pieces_write(FILE *out, const struct piece *pieces, size_t count) {
    bool written = true;
    for (size_t i = 0; i < count; i++) {
        written &= fprintf(out, "%zu %zu %zu %zu\n", pieces[i].begin, pieces[i].end, pieces[i].other_begin,
                           pieces[i].other_end) > 0;
    }
    return written;
}

bool pieces_read(FILE *in, size_t own_length, size_t other_length, struct piece *pieces, size_t max,
                 size_t *count) {
    size_t at = 0;
    int fields = 0;
    for (*count = 0; *count < max; ++*count) {
        struct piece *piece = &pieces[*count];
        *piece = (struct piece){0};
        fields =
            fscanf(in, "%zu %zu %zu %zu", &piece->begin, &piece->end, &piece->other_begin, &piece->other_end);
        if (fields != 4) {
            break;
        }
        if (piece->begin < at || piece->end < piece->begin || piece->end > own_length ||
            piece->other_end < piece->other_begin || piece->other_end > other_length) {
            return false;
        }
        at = piece->end;
    }
    return fields == EOF;
}

void piece_place(const struct regions *regions, size_t offset, int *line, int *column) {
    size_t begin = 0;
    *line = 1;
    for (size_t i = 0; i < offset && i < regions->length; i++) {
        if (regions->source[i] == '\n') {
            ++*line;
            begin = i + 1;
        }
    }
    *column = (int)(offset - begin) + 1;
}
