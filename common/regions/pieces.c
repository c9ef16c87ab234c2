#include "pieces.h"

#include <stdlib.h>
#include <string.h>

#include "token.h"

enum { WORDS_MAX = 4000 }; // of a region; a longer one is a single piece

// The words of some lines: their tokens without blanks and comments.
struct code {
    const char *text;
    size_t begin; // offset
    struct token *words;
    size_t count;
};

// Words [begin, end) of the own code against [other_begin, other_end) of the other.
struct difference {
    size_t begin, end, other_begin, other_end;
};

struct differences {
    struct difference *items;
    size_t count;
};

// Reads the bytes [begin, end) of the source, which are whole lines. `code->words` is to be freed. false: memory is short.
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

static bool same_word(const struct code *a, size_t i, const struct code *b, size_t k) {
    const struct token *one = &a->words[i], *two = &b->words[k];
    return one->length == two->length &&
           memcmp(a->text + one->offset, b->text + two->offset, one->length) == 0;
}

static bool is(const struct code *code, size_t i, const char *word) {
    return i < code->count && token_is(code->text, &code->words[i], word);
}

// ---- The longest common subsequence of the words ---------------------------------------------------------

// The best way through the rests from word i of the own code and word k of the other on: the most words in common, and of
// several ways the one with the fewest runs of words that differ.
struct rest {
    unsigned short common;
    unsigned short runs[2]; // that begin here or later; [1]: a run before the rests goes on
};

static struct rest rest_of(const struct code *own, const struct code *other, const struct rest *rests,
                           size_t i, size_t k) {
    const size_t row = other->count + 1;
    const struct rest *down = i < own->count ? &rests[(i + 1) * row + k] : NULL,
                      *right = k < other->count ? &rests[i * row + k + 1] : NULL,
                      *both =
                          down && right && same_word(own, i, other, k) ? &rests[(i + 1) * row + k + 1] : NULL;
    const struct rest *const ways[] = {both, down, right};
    struct rest best = {.common = 0};
    bool any = false;
    for (size_t way = 0; way < 3; way++) {
        if (ways[way] == NULL) {
            continue;
        }
        const unsigned short common = (unsigned short)(ways[way]->common + (way == 0));
        const bool equal = any && common == best.common;
        if (any && common < best.common) {
            continue;
        }
        for (int in_run = 0; in_run < 2; in_run++) {
            const unsigned short runs =
                way == 0 ? ways[way]->runs[0] : (unsigned short)(ways[way]->runs[1] + !in_run);
            best.runs[in_run] = equal && best.runs[in_run] < runs ? best.runs[in_run] : runs;
        }
        best.common = common;
        any = true;
    }
    return best;
}

// Is the way from i and k over `next`, by a word in common (`same`) or in a run, a best one?
static bool is_best(const struct rest *rest, bool in_run, const struct rest *next, bool same) {
    return next->common + same == rest->common &&
           rest->runs[in_run] == (same ? next->runs[0] : next->runs[1] + !in_run);
}

// Is every bracket in these words opened and closed in them, and every `?` followed by its `:`?
static bool is_balanced(const struct code *code, size_t begin, size_t end) {
    static const char *const pairs[] = {"()", "[]", "{}", "?:"};
    enum { PAIRS = 4, CHOICE = 3 };
    int open[PAIRS] = {0};
    for (size_t i = begin; i < end; i++) {
        const char first = code->text[code->words[i].offset];
        for (int pair = 0; pair < PAIRS && code->words[i].length == 1; pair++) {
            open[pair] += first == pairs[pair][0];
            open[pair] -=
                first == pairs[pair][1] && (pair != CHOICE || open[pair] > 0); // labels have a `:`, too
            if (open[pair] < 0) {
                return false;
            }
        }
    }
    return open[0] == 0 && open[1] == 0 && open[2] == 0 && open[CHOICE] == 0;
}

// Moves a run of words that only one side has, as far as the words around it repeat, until it is whole statements:
// `sync(); a();` and not `; sync()`.
static void align(const struct code *code, size_t *begin, size_t *end, size_t *place, size_t low,
                  size_t high) {
    size_t from = *begin, to = *end, at = *place;
    while (from > low && same_word(code, from - 1, code, to - 1)) {
        from--;
        to--;
        at--;
    }
    for (; to <= high; from++, to++, at++) {
        const bool ends = is(code, to - 1, ";") || is(code, to - 1, "}");
        const bool begins =
            from == 0 || is(code, from - 1, ";") || is(code, from - 1, "{") || is(code, from - 1, "}");
        if (ends && begins && is_balanced(code, from, to)) {
            *begin = from;
            *end = to;
            *place = at;
            return;
        }
        if (to == high || !same_word(code, from, code, to)) {
            return;
        }
    }
}

// The runs of words that differ; `items` is to be freed. false: memory is short.
static bool compare(const struct code *own, const struct code *other, struct differences *found) {
    const size_t row = other->count + 1;
    struct rest *rests = calloc((own->count + 1) * row, sizeof(*rests));
    *found = (struct differences){.items = calloc(own->count + other->count + 1, sizeof(*found->items))};
    if (rests == NULL || found->items == NULL) {
        free(rests);
        return false;
    }
    for (size_t i = own->count + 1; i-- > 0;) {
        for (size_t k = row; k-- > 0;) {
            rests[i * row + k] = rest_of(own, other, rests, i, k);
        }
    }
    bool in_run = false;
    for (size_t i = 0, k = 0; i < own->count || k < other->count;) {
        const struct rest *rest = &rests[i * row + k];
        if (i < own->count && k < other->count && same_word(own, i, other, k) &&
            is_best(rest, in_run, &rests[(i + 1) * row + k + 1], true)) {
            i++;
            k++;
            in_run = false;
            continue;
        }
        if (!in_run) {
            found->items[found->count++] = (struct difference){.begin = i, .other_begin = k};
        }
        if (i < own->count && is_best(rest, in_run, &rests[(i + 1) * row + k], false)) {
            i++;
        } else {
            k++;
        }
        in_run = true;
        found->items[found->count - 1].end = i;
        found->items[found->count - 1].other_end = k;
    }
    free(rests);
    for (size_t i = 0; i < found->count; i++) {
        struct difference *item = &found->items[i];
        const struct difference *before = i > 0 ? item - 1 : NULL,
                                *after = i + 1 < found->count ? item + 1 : NULL;
        if (item->begin == item->end) {
            align(other, &item->other_begin, &item->other_end, &item->begin, before ? before->other_end : 0,
                  after ? after->other_begin : other->count);
            item->end = item->begin;
        } else if (item->other_begin == item->other_end) {
            align(own, &item->begin, &item->end, &item->other_begin, before ? before->end : 0,
                  after ? after->begin : own->count);
            item->other_end = item->other_begin;
        }
    }
    return true;
}

// ---- Pieces that can be exchanged ------------------------------------------------------------------------

// Are these words one operator? Each character is a word.
static bool is_operator(const struct code *code, size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++) {
        if (code->words[i].kind != TOKEN_PUNCTUATION ||
            strchr("+-*/%&|^<>=!~", code->text[code->words[i].offset]) == NULL) {
            return false;
        }
    }
    return end - begin >= 1 && end - begin <= 2;
}

// Are two differences parts of one operator, as in `!=` and `==`?
static bool in_one_operator(const struct code *own, const struct code *other, const struct difference *first,
                            const struct difference *second) {
    return is_operator(own, first->begin, second->end) &&
           is_operator(other, first->other_begin, second->other_end);
}

// Does word i continue an operator that ends before it?
static bool continues_operator(const struct code *code, size_t begin, size_t i) {
    return i < code->count && is_operator(code, begin, i + 1) &&
           code->words[i - 1].offset + code->words[i - 1].length == code->words[i].offset;
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
        while (i < found->count && (!is_balanced(own, whole.begin, whole.end) ||
                                    !is_balanced(other, whole.other_begin, whole.other_end) ||
                                    in_one_operator(own, other, &whole, &found->items[i]))) {
            whole.end = found->items[i].end;
            whole.other_end = found->items[i++].other_end;
        }
        if (i == found->count || found->items[i].begin > whole.end) {
            widen(own, other, &whole);
        }
        found->items[kept++] = whole;
    }
    found->count = kept;
}

// How often do these words contain one that `accepts` it?
static size_t count_words(const struct code *code, size_t begin, size_t end,
                          bool (*accepts)(const struct code *code, size_t i)) {
    size_t count = 0;
    for (size_t i = begin; i < end; i++) {
        count += accepts(code, i);
    }
    return count;
}

static bool is_condition(const struct code *code, size_t i) {
    return is(code, i, "if") || is(code, i, "?");
}

static bool is_loop(const struct code *code, size_t i) {
    return is(code, i, "for") || is(code, i, "while");
}

static bool is_call(const struct code *code, size_t i) {
    return code->words[i].kind == TOKEN_IDENTIFIER && !is_condition(code, i) && !is_loop(code, i) &&
           (is(code, i + 1, "(") || is(code, i + 1, "<"));
}

static bool is_barrier(const struct code *code, size_t i) {
    static const char part[] = "sync";
    const struct token *word = &code->words[i];
    for (size_t at = 0; is_call(code, i) && at + strlen(part) <= word->length; at++) {
        if (memcmp(code->text + word->offset + at, part, strlen(part)) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_end(const struct code *code, size_t i) {
    return is(code, i, ";");
}

// Is word i one of the characters of a comparison, directly behind the word before it if `joined`?
static bool is_part_of_comparison(const struct code *code, size_t i, bool joined) {
    const struct token *word = &code->words[i];
    return i < code->count && word->kind == TOKEN_PUNCTUATION &&
           strchr("<>=!", code->text[word->offset]) != NULL &&
           (!joined || (i > 0 && word[-1].offset + word[-1].length == word->offset));
}

// Are these words, together with those directly around them, a comparison?
static bool is_comparison(const struct code *code, size_t begin, size_t end) {
    while (begin > 0 && is_part_of_comparison(code, begin - 1, false) &&
           (begin == end || is_part_of_comparison(code, begin, true))) {
        begin--;
    }
    while (is_part_of_comparison(code, end, begin < end)) {
        end++;
    }
    if (end - begin == 1) {
        return is(code, begin, "<") || is(code, begin, ">");
    }
    return end - begin == 2 && is_part_of_comparison(code, begin, false) && is(code, begin + 1, "=");
}

// Code in place of the words from `begin` on: of a condition or a loop, if they are within its `( )`.
static enum piece_kind kind_around(const struct code *code, size_t begin) {
    for (size_t i = begin, closed = 0; i-- > 0 && !is(code, i, "{") && !is(code, i, "}");) {
        if (is(code, i, ")")) {
            closed++;
        } else if (is(code, i, "(") && closed > 0) {
            closed--;
        } else if (is(code, i, "(") && i > 0 && is_loop(code, i - 1)) {
            return PIECE_IN_LOOP;
        } else if (is(code, i, "(") && i > 0 && is(code, i - 1, "if")) {
            return PIECE_IN_CONDITION;
        }
    }
    return PIECE_CODE;
}

static enum piece_kind kind_of(const struct code *own, const struct code *other,
                               const struct difference *difference) {
    static const struct {
        enum piece_kind kind;
        bool (*accepts)(const struct code *code, size_t i);
    } lacks[] = {{PIECE_LOOP, is_loop}, {PIECE_CONDITION, is_condition}, {PIECE_BARRIER, is_barrier}};
    const size_t begin = difference->begin, end = difference->end;
    const size_t other_begin = difference->other_begin, other_end = difference->other_end;
    const bool operators = (begin == end || is_operator(own, begin, end)) &&
                           (other_begin == other_end || is_operator(other, other_begin, other_end));
    if (operators && is_comparison(own, begin, end) && is_comparison(other, other_begin, other_end)) {
        return PIECE_COMPARISON;
    }
    if (other_begin == other_end) {
        return PIECE_NOTHING;
    }
    if (operators) {
        return PIECE_OPERATOR;
    }
    const bool single =
        count_words(own, begin, end, is_end) <= 1; // not several statements for several others
    for (size_t i = 0; i < sizeof(lacks) / sizeof(lacks[0]) && single; i++) {
        if ((lacks[i].kind != PIECE_BARRIER || begin == end) &&
            count_words(other, other_begin, other_end, lacks[i].accepts) >
                count_words(own, begin, end, lacks[i].accepts)) {
            return lacks[i].kind;
        }
    }
    if (begin == end) {
        return count_words(other, other_begin, other_end, is_end) == 0   ? kind_around(own, begin)
               : count_words(other, other_begin, other_end, is_call) > 0 ? PIECE_CALL
                                                                         : PIECE_STATEMENT;
    }
    if (end - begin == 1 && other_end - other_begin == 1) {
        const enum token_kind kind = own->words[begin].kind;
        if (kind == other->words[other_begin].kind && (kind == TOKEN_NUMBER || kind == TOKEN_IDENTIFIER)) {
            return kind == TOKEN_NUMBER ? PIECE_NUMBER : PIECE_NAME;
        }
    }
    return kind_around(own, begin);
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
                                .kind = kind_of(own, other, difference),
                                .around = kind_around(own, difference->begin)};
        bytes_of(own, difference->begin, difference->end, &piece->begin, &piece->end);
        bytes_of(other, difference->other_begin, difference->other_end, &piece->other_begin,
                 &piece->other_end);
    }
    found->count++;
}

// Is the byte of the source within braces?
static bool is_in_braces(const struct regions *regions, size_t offset) {
    struct tokenizer tokenizer;
    int open = 0;
    tokenizer_start(&tokenizer, regions->source, regions->length);
    for (struct token token = token_next(&tokenizer); token.kind != TOKEN_END && token.offset < offset;
         token = token_next(&tokenizer)) {
        open += token_is(regions->source, &token, "{") - token_is(regions->source, &token, "}");
    }
    return open > 0;
}

// Adds the pieces of the own source's code against the other's. `region`: as in struct piece.
static void find_in_code(const struct regions *source, const struct code *own, const struct code *other,
                         int region, struct found *found) {
    struct differences differences = {0};
    if (own->count <= WORDS_MAX && other->count <= WORDS_MAX && compare(own, other, &differences)) {
        join(own, other, &differences);
        if (region > 0 && differences.count > found->region_max) {
            differences.items[0] = (struct difference){.end = own->count, .other_end = other->count};
            differences.count = 1;
        }
    }
    for (size_t i = 0; i < differences.count; i++) {
        const struct difference *item = &differences.items[i];
        if (region > 0 || item->other_begin < item->other_end ||
            is_in_braces(source, own->words[item->begin].offset)) {
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

size_t pieces_join_lines(const struct regions *own, struct piece *pieces, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct piece *before = kept > 0 ? &pieces[kept - 1] : NULL;
        const size_t gap = before != NULL ? pieces[i].begin - before->end : 0;
        if (before == NULL || memchr(own->source + before->end, '\n', gap) != NULL) {
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
