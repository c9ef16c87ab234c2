#define _GNU_SOURCE
#include "sim/hooks/printf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/schedule/turn.h"

enum { PRINT_MAX = 1 << 20, LINE_MAX_BYTES = 1024 }; // bytes per launch (as on a device) and per call

// The output of one call.
struct piece {
    uint32_t block_id; // of the block
    uint32_t bytes;
    char text[];
};

// The output of one worker, in pieces.
struct output {
    char *pieces;
    size_t bytes, capacity;
    uint64_t dropped; // calls for which there was no room
};
static struct output outputs[WORKERS_MAX];

static size_t piece_bytes(size_t text_bytes) {
    return (sizeof(struct piece) + text_bytes + _Alignof(struct piece) - 1) / _Alignof(struct piece) *
           _Alignof(struct piece);
}

static void keep(const struct worker *worker, const char *text, size_t bytes) {
    struct output *output = &outputs[worker->number];
    size_t space = piece_bytes(bytes);
    if (output->dropped > 0 || output->bytes + space > PRINT_MAX) {
        output->dropped++; // and all later ones: the output has no gap
        return;
    }
    if (output->pieces == NULL && (output->pieces = malloc(PRINT_MAX)) == NULL) {
        output->dropped++;
        return;
    }
    struct piece *piece = (struct piece *)(output->pieces + output->bytes);
    piece->block_id = worker->block_id;
    piece->bytes = (uint32_t)bytes;
    memcpy(piece->text, text, bytes);
    output->bytes += space;
}

static int print(const char *format, va_list values) {
    const struct worker *worker = turn_worker();
    if (worker == NULL) {
        return vprintf(format, values);
    }
    char text[LINE_MAX_BYTES];
    int length = vsnprintf(text, sizeof(text), format, values);
    if (length >= 0) {
        keep(worker, text, (size_t)length < sizeof(text) ? (size_t)length : sizeof(text) - 1);
    }
    return length;
}

// The C library's printf, and what compilers make of simple calls to it, for all of this program.
int printf(const char *format, ...) {
    va_list values;
    va_start(values, format);
    int length = print(format, values);
    va_end(values);
    return length;
}

int puts(const char *text) {
    const struct worker *worker = turn_worker();
    if (worker == NULL) {
        return fputs(text, stdout) < 0 || fputc('\n', stdout) < 0 ? EOF : 1;
    }
    return printf("%s\n", text);
}

int putchar(int character) {
    const struct worker *worker = turn_worker();
    if (worker == NULL) {
        return fputc(character, stdout);
    }
    char text = (char)character;
    keep(worker, &text, 1);
    return character;
}

// Blocks are printed in the order of their numbers. A worker runs its blocks in any order, but one at a time.
static int by_block(const void *left, const void *right) {
    const struct piece *a = *(const struct piece *const *)left, *b = *(const struct piece *const *)right;
    if (a->block_id != b->block_id) {
        return a->block_id < b->block_id ? -1 : 1;
    }
    return a < b ? -1 : a > b; // of one worker, in the order in which they were made
}

void printf_end_launch(void) {
    size_t count = 0, at;
    uint64_t dropped = 0;
    for (unsigned w = 0; w < worker_count(); w++) {
        for (at = 0; at < outputs[w].bytes;
             at += piece_bytes(((struct piece *)(outputs[w].pieces + at))->bytes)) {
            count++;
        }
        dropped += outputs[w].dropped;
    }
    if (count == 0) {
        return;
    }
    struct piece **pieces = malloc(count * sizeof(*pieces));
    size_t found = 0;
    for (unsigned w = 0; w < worker_count(); w++) {
        for (at = 0; at < outputs[w].bytes && pieces != NULL; at += piece_bytes(pieces[found - 1]->bytes)) {
            pieces[found++] = (struct piece *)(outputs[w].pieces + at);
        }
        outputs[w].bytes = 0;
        outputs[w].dropped = 0;
    }
    if (pieces != NULL) {
        qsort(pieces, count, sizeof(*pieces), by_block);
    }
    size_t bytes = 0;
    for (size_t i = 0; i < found; i++) {
        bytes += piece_bytes(pieces[i]->bytes); // the limit of a single worker that runs all blocks
        if (bytes > PRINT_MAX) {
            dropped += found - i;
            break;
        }
        fwrite(pieces[i]->text, 1, pieces[i]->bytes, stdout);
    }
    if (dropped > 0) {
        printf("(%llu more calls to printf in this kernel are not shown)\n", (unsigned long long)dropped);
    }
    fflush(stdout);
    free(pieces);
}
