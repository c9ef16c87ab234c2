#define _GNU_SOURCE // getline under -std=c11

#include "text/table_row.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const case_names[] = {"largest", "one block"};

static bool is_field(const char *text) {
    return strpbrk(text, "\t\r\n") == NULL;
}

bool table_row_write(FILE *out, const struct table_row *row) {
    if (!is_field(row->lab) || !is_field(row->part) || !is_field(row->device) || !is_field(row->verdict) ||
        !is_field(row->steps)) {
        return false;
    }
    fprintf(out, "%s\t%s\t%s\t%s\t%s\t%llu\t%llu\t%llu\t%.6f", row->lab, row->part, row->device, row->verdict,
            case_names[row->one_block], (unsigned long long)row->n, (unsigned long long)row->launches,
            (unsigned long long)row->blocks, row->milliseconds);
    for (int i = 0; i < ROW_ASPECTS; i++) {
        fprintf(out, "\t%llu\t%llu", (unsigned long long)row->points[i],
                (unsigned long long)row->points_max[i]);
    }
#define WRITE_COUNTER(name, title, definition) fprintf(out, "\t%llu", (unsigned long long)row->total.name);
    COUNTERS(WRITE_COUNTER)
#undef WRITE_COUNTER
    fprintf(out, "\t%llu\t%s\n", (unsigned long long)row->steps_sum, row->steps);
    return !ferror(out);
}

// Copies the line's next field to `text` of `size` bytes and moves *line past it. Returns false if there is
// no field or it is too long.
static bool take_text(char **line, char *text, size_t size) {
    char *field = *line;
    if (field == NULL) {
        return false;
    }
    size_t length = strcspn(field, "\t");
    *line = field[length] == '\t' ? field + length + 1 : NULL;
    if (length >= size) {
        return false;
    }
    memcpy(text, field, length);
    text[length] = '\0';
    return true;
}

static bool take_number(char **line, uint64_t *number) {
    char text[24], *end;
    if (!take_text(line, text, sizeof(text)) || text[0] < '0' || text[0] > '9') {
        return false;
    }
    errno = 0;
    *number = strtoull(text, &end, 10);
    return *end == '\0' && errno == 0;
}

static bool take_milliseconds(char **line, double *milliseconds) {
    char text[40], *end;
    if (!take_text(line, text, sizeof(text)) || text[0] == '\0') {
        return false;
    }
    *milliseconds = strtod(text, &end);
    return *end == '\0' && *milliseconds >= 0;
}

static bool take_case(char **line, bool *one_block) {
    char text[16];
    if (!take_text(line, text, sizeof(text))) {
        return false;
    }
    *one_block = strcmp(text, case_names[1]) == 0;
    return strcmp(text, case_names[*one_block]) == 0;
}

static bool take_row(char *line, struct table_row *row) {
    bool good = take_text(&line, row->lab, sizeof(row->lab)) &&
                take_text(&line, row->part, sizeof(row->part)) &&
                take_text(&line, row->device, sizeof(row->device)) &&
                take_text(&line, row->verdict, sizeof(row->verdict)) && take_case(&line, &row->one_block) &&
                take_number(&line, &row->n) && take_number(&line, &row->launches) &&
                take_number(&line, &row->blocks) && take_milliseconds(&line, &row->milliseconds);
    for (int i = 0; i < ROW_ASPECTS; i++) {
        good = good && take_number(&line, &row->points[i]) && take_number(&line, &row->points_max[i]) &&
               row->points[i] <= row->points_max[i];
    }
#define TAKE_COUNTER(name, title, definition) good = good && take_number(&line, &row->total.name);
    COUNTERS(TAKE_COUNTER)
#undef TAKE_COUNTER
    return good && take_number(&line, &row->steps_sum) && take_text(&line, row->steps, sizeof(row->steps)) &&
           line == NULL;
}

int table_row_read(FILE *in, struct table_row *row) {
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length = getline(&line, &capacity, in);
    int result = ferror(in) ? -1 : 0;
    if (length > 0) {
        bool whole = line[length - 1] == '\n' && strlen(line) == (size_t)length;
        line[length - 1] = '\0';
        result = whole && take_row(line, row) ? 1 : -1;
    }
    free(line);
    return result;
}
