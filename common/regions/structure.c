#include "structure.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "braces.h"
#include "text_file.h"
#include "token.h"

enum { DEPTH_MAX = 64 }; // of brackets; deeper ones are not looked at

struct reader {
    const char *text;
    struct structure *structure;
    struct token last;              // the last token that is not blank
    struct token called[DEPTH_MAX]; // before each open `(`
    struct token word;              // before the `(` of the last `)`
    struct token assigned;          // before the last `=`
    struct token lambda;            // that before the last `[` of `= [`
    int round;                      // open `(`
    struct block open[DEPTH_MAX];
    int depth;   // open `{`
    bool kernel; // __global__, since the last end of a declaration
    bool chosen; // `?`, `&&` or `||`, since the statement began
};

static bool is(const struct reader *reader, const struct token *token, const char *word) {
    return token->length > 0 && token_is(reader->text, token, word);
}

static bool is_control(const struct reader *reader, const struct token *token) {
    return is(reader, token, "if") || is(reader, token, "switch") || is(reader, token, "for") ||
           is(reader, token, "while");
}

// Does the name contain `sync`, as those of all barriers do? An asynchronous call or a shuffle is no barrier.
static bool is_barrier(const struct reader *reader, const struct token *token) {
    const char *name = reader->text + token->offset, *end = name + token->length;
    for (const char *at = name; at + 4 <= end; at++) {
        if (strncmp(at, "sync", 4) == 0) {
            return strncmp(name, "__shfl", 6) != 0 && (at == name || at[-1] != 'a') &&
                   (strncmp(name, "__sync", 6) == 0 || at == name);
        }
    }
    return false;
}

static void open_block(struct reader *reader, const struct token *brace) {
    const struct token *last = &reader->last;
    bool after_bracket = is(reader, last, ")");
    struct block block = {.begin = brace->line, .head = brace->line};
    if (is(reader, last, "do") ||
        (after_bracket && (is(reader, &reader->word, "for") || is(reader, &reader->word, "while")))) {
        block.loop = true;
        block.head = after_bracket ? reader->word.line : last->line;
    }
    block.alternative = is(reader, last, "else");
    block.lambda = is(reader, last, "]") || (after_bracket && is(reader, &reader->word, "]"));
    block.function = after_bracket && !block.lambda && !is_control(reader, &reader->word);
    block.kernel = block.function && reader->kernel;
    const struct token *name = block.lambda ? &reader->lambda : &reader->word;
    if (block.function || block.lambda) {
        snprintf(block.name, sizeof(block.name), "%.*s", (int)name->length, reader->text + name->offset);
    }
    if (reader->depth < DEPTH_MAX) {
        reader->open[reader->depth] = block;
    }
    reader->depth++;
}

// Makes room for one more element when `count` is a power of two, or 0. NULL: memory is short.
static void *grown(void *array, size_t count, size_t element_size) {
    if (count > 0 && (count & (count - 1)) != 0) {
        return array;
    }
    return realloc(array, (count > 0 ? 2 * count : 1) * element_size);
}

static int close_block(struct reader *reader, const struct token *brace) {
    struct structure *structure = reader->structure;
    reader->kernel &= reader->depth > 1;
    if (reader->depth == 0 || --reader->depth >= DEPTH_MAX) {
        return 0;
    }
    struct block *more = grown(structure->blocks, structure->count, sizeof(*more));
    if (more == NULL) {
        return -1;
    }
    structure->blocks = more;
    more[structure->count] = reader->open[reader->depth];
    more[structure->count++].end = brace->line;
    return 0;
}

static int note_leave(struct reader *reader, const struct token *token, enum leave_kind kind) {
    struct structure *structure = reader->structure;
    struct leave *more = grown(structure->leaves, structure->leave_count, sizeof(*more));
    if (more == NULL) {
        return -1;
    }
    structure->leaves = more;
    more[structure->leave_count++] = (struct leave){.line = token->line, .kind = kind};
    return 0;
}

static int note_barrier(struct reader *reader, const struct token *token) {
    struct structure *structure = reader->structure;
    struct barrier_call *more = grown(structure->barriers, structure->barrier_count, sizeof(*more));
    if (more == NULL) {
        return -1;
    }
    structure->barriers = more;
    more[structure->barrier_count++] = (struct barrier_call){token->line, reader->chosen};
    for (int i = 0; i < reader->depth && i < DEPTH_MAX; i++) {
        reader->open[i].barrier = true;
    }
    return 0;
}

// A label: the earlier jumps that name it lead here.
static void note_label(struct reader *reader, const struct token *label) {
    struct structure *structure = reader->structure;
    for (size_t i = 0; i < structure->leave_count; i++) {
        struct leave *leave = &structure->leaves[i];
        if (leave->kind == LEAVE_GOTO && leave->to == 0 && leave->label_length == label->length &&
            memcmp(reader->text + leave->label, reader->text + label->offset, label->length) == 0) {
            leave->to = label->line;
        }
    }
}

static bool begins_statement(const struct reader *reader, const struct token *token) {
    return is(reader, token, ";") || is(reader, token, "{") || is(reader, token, "}") ||
           (is(reader, token, ")") && is_control(reader, &reader->word));
}

// Is it the second sign of `&&` or `||`?
static bool is_twice(const struct reader *reader, const struct token *token, const char *sign) {
    return is(reader, token, sign) && is(reader, &reader->last, sign) &&
           reader->last.offset + reader->last.length == token->offset;
}

// What decides whether the next call is reached, and what a lambda is called.
static void note_statement(struct reader *reader, const struct token *token) {
    if (begins_statement(reader, token)) {
        reader->chosen = false;
    } else if (is(reader, token, "?") || is_twice(reader, token, "&") || is_twice(reader, token, "|")) {
        reader->chosen = true;
    } else if (is(reader, token, "=")) {
        reader->assigned = reader->last;
    } else if (is(reader, token, "[")) {
        reader->lambda = is(reader, &reader->last, "=") ? reader->assigned : (struct token){.length = 0};
    } else if (is(reader, &reader->last, "goto") && reader->structure->leave_count > 0) {
        struct leave *jump = &reader->structure->leaves[reader->structure->leave_count - 1];
        jump->label = token->offset;
        jump->label_length = token->length;
    } else if (is(reader, token, ":") && reader->last.kind == TOKEN_IDENTIFIER) {
        note_label(reader, &reader->last);
    }
}

static int take(struct reader *reader, const struct token *token) {
    if (is(reader, token, "(")) {
        if (reader->round < DEPTH_MAX) {
            reader->called[reader->round] = reader->last;
        }
        reader->round++;
        if (reader->last.kind == TOKEN_IDENTIFIER && is_barrier(reader, &reader->last)) {
            return note_barrier(reader, &reader->last);
        }
    } else if (is(reader, token, ")") && reader->round > 0 && --reader->round < DEPTH_MAX) {
        reader->word = reader->called[reader->round];
    } else if (is(reader, token, "__global__")) {
        reader->kernel = true;
    } else if (is(reader, token, "{")) {
        open_block(reader, token);
    } else if (is(reader, token, "}")) {
        return close_block(reader, token);
    } else {
        static const char *const words[] = {[LEAVE_RETURN] = "return",
                                            [LEAVE_BREAK] = "break",
                                            [LEAVE_CONTINUE] = "continue",
                                            [LEAVE_GOTO] = "goto"};
        for (enum leave_kind kind = LEAVE_RETURN; kind <= LEAVE_GOTO; kind++) {
            if (is(reader, token, words[kind])) {
                return note_leave(reader, token, kind);
            }
        }
    }
    return 0;
}

// The words of the file as it is.
static int read_words(struct structure *structure) {
    struct tokenizer tokenizer;
    struct token token;
    tokenizer_start(&tokenizer, structure->text, structure->length);
    while ((token = token_next_word(&tokenizer)).kind != TOKEN_END) {
        struct token *more = grown(structure->words, structure->word_count, sizeof(*more));
        if (more == NULL) {
            return -1;
        }
        structure->words = more;
        more[structure->word_count++] = token;
    }
    return 0;
}

static int read_blocks(const char *text, size_t length, struct structure *structure) {
    struct reader reader = {.text = text, .structure = structure};
    struct tokenizer tokenizer;
    struct token token;
    int failed = 0;
    tokenizer_start(&tokenizer, text, length);
    while (failed == 0 && (token = token_next_word(&tokenizer)).kind != TOKEN_END) {
        failed = take(&reader, &token);
        note_statement(&reader, &token);
        reader.last = token;
    }
    return failed;
}

// The blocks are those of the program with braces around each body: a loop is one without them, too.
static int read_file(const char *path, struct structure *structure) {
    *structure = (struct structure){.blocks = NULL};
    structure->text = text_file_read(path, &structure->length);
    if (structure->text == NULL) {
        return -1;
    }
    const struct regions program = {.source = structure->text, .length = structure->length};
    struct braced braced;
    braces_insert(&program,
                  &braced); // false: memory is short, or a TODO is malformed, which does not matter here
    const char *text = braced.regions.owned_source;
    int failed = text == NULL ? -1 : read_blocks(text, structure->length + braced.count, structure);
    failed = failed != 0 ? failed : read_words(structure);
    braces_free(&braced);
    return failed;
}

struct known {
    struct known *next;
    struct structure structure;
    char path[];
};

static struct known *known_files;

static const struct structure *find_known(const char *path) {
    for (const struct known *known = known_files; known != NULL; known = known->next) {
        if (strcmp(known->path, path) == 0) {
            return &known->structure;
        }
    }
    struct known *known = malloc(sizeof(*known) + strlen(path) + 1);
    if (known == NULL) {
        return NULL;
    }
    if (read_file(path, &known->structure) != 0) {
        free(known->structure.text);
        free(known->structure.words);
        free(known->structure.blocks);
        free(known->structure.leaves);
        free(known->structure.barriers);
        free(known);
        return NULL;
    }
    strcpy(known->path, path);
    known->next = known_files;
    known_files = known;
    return &known->structure;
}

const struct structure *structure_of(const char *path) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    const struct structure *found = find_known(path);
    pthread_mutex_unlock(&lock);
    return found;
}

static bool contains(const struct block *block, int line) {
    return block->begin <= line && line <= block->end;
}

const struct block *structure_loop(const struct structure *structure, const int *lines, size_t count) {
    for (size_t i = 0; i < structure->count; i++) { // inner blocks end first
        const struct block *block = &structure->blocks[i];
        size_t inside = 0;
        while (block->loop && inside < count && block->head <= lines[inside] && lines[inside] <= block->end) {
            inside++;
        }
        if (block->loop && inside == count) {
            return block;
        }
    }
    return NULL;
}

const struct block *structure_block(const struct structure *structure, int line) {
    for (size_t i = 0; i < structure->count; i++) {
        if (contains(&structure->blocks[i], line)) {
            return structure->blocks[i].function ? NULL : &structure->blocks[i];
        }
    }
    return NULL;
}

const struct block *structure_function(const struct structure *structure, int line) {
    for (size_t i = 0; i < structure->count; i++) {
        if (structure->blocks[i].function && contains(&structure->blocks[i], line)) {
            return &structure->blocks[i];
        }
    }
    return NULL;
}

const struct block *structure_kernel(const struct structure *structure, const char *name) {
    size_t length = strcspn(name, "<");
    for (size_t i = 0; i < structure->count; i++) {
        const struct block *block = &structure->blocks[i];
        if (block->kernel && strlen(block->name) == length && strncmp(block->name, name, length) == 0) {
            return block;
        }
    }
    return NULL;
}

const struct block *structure_kernel_at(const struct structure *structure, int line) {
    for (size_t i = 0; i < structure->count; i++) {
        if (structure->blocks[i].kernel && structure->blocks[i].end >= line) {
            return &structure->blocks[i];
        }
    }
    return NULL;
}

bool structure_in_order(const struct structure *structure, int first, int second) {
    const struct block *function = structure_function(structure, first);
    if (function == NULL || function != structure_function(structure, second) || first >= second) {
        return false;
    }
    for (size_t i = 0; i < structure->count; i++) { // one of them in an `else` that the other is not in
        const struct block *block = &structure->blocks[i];
        if (block->alternative && contains(block, first) != contains(block, second)) {
            return false;
        }
    }
    return true;
}

// Is the line in a lambda that does not contain the other one? Its `return` leaves only the lambda.
static bool is_in_lambda(const struct structure *structure, int line, int other) {
    for (size_t i = 0; i < structure->count; i++) {
        const struct block *block = &structure->blocks[i];
        if (block->lambda && contains(block, line) && !contains(block, other)) {
            return true;
        }
    }
    return false;
}

const struct leave *structure_leave_before(const struct structure *structure, int line) {
    const struct block *function = structure_function(structure, line),
                       *loop = structure_loop(structure, &line, 1);
    const struct leave *found = NULL;
    for (size_t i = 0; function != NULL && i < structure->leave_count; i++) {
        const struct leave *one = &structure->leaves[i];
        bool leaves = one->kind == LEAVE_GOTO ? contains(function, one->line) && one->to > line
                      : one->kind != LEAVE_RETURN
                          ? loop != NULL && structure_loop(structure, &one->line, 1) == loop
                          : contains(function, one->line);
        found = leaves && one->line < line && !is_in_lambda(structure, one->line, line) ? one : found;
    }
    return found;
}
