// Values, names and lists of numbers in a trace.
#include <string.h>

#include "check/trace/json_writer.h"
#include "text/json_text.h"

void put_value(const struct writer *writer, uint32_t word) {
    float value;
    memcpy(&value, &word, sizeof(value));
    if (writer->floats && !entry_word_counts(word) && (word & 0x7f800000) != 0x7f800000) {
        fprintf(writer->out, "%.9g", value);
    } else {
        fprintf(writer->out, "%d", (int32_t)word);
    }
}

// A value of the operator, as JSON; a text if JSON has no such value.
static void put_operator_value(FILE *out, enum operator_id id, const void *value) {
    char text[VALUE_TEXT_SIZE];
    operators[id].text(value, text);
    if (text[0] != '\0' && strspn(text, "-+.0123456789e[], ") == strlen(text)) {
        fputs(text, out);
    } else {
        json_text(out, text, strlen(text));
    }
}

void put_operator_values(FILE *out, const char *name, enum operator_id id, const void *values, size_t count) {
    fprintf(out, "\"%s\": [", name);
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? "," : "", out);
        put_operator_value(out, id, (const char *)values + i * operators[id].value_size);
    }
    fputs("],\n", out);
}

// How many of the numbers are evenly spaced, from the first one on?
static size_t stretch_length(const uint64_t *numbers, size_t count) {
    size_t length = count < 2 ? count : 2;
    while (length < count && numbers[length] - numbers[length - 1] == numbers[1] - numbers[0]) {
        length++;
    }
    return length;
}

// [[count, first, step], ...], if that is shorter than the list.
static bool put_stretches(FILE *out, const uint64_t *numbers, size_t count) {
    size_t stretches = 0;
    for (size_t i = 0; i < count; i += stretch_length(&numbers[i], count - i)) {
        stretches++;
    }
    if (3 * stretches >= count) {
        return false;
    }
    for (size_t i = 0, length; i < count; i += length) {
        length = stretch_length(&numbers[i], count - i);
        fprintf(out, "%s[%zu,%lld,%lld]", i > 0 ? "," : "[", length, (long long)numbers[i],
                length > 1 ? (long long)(numbers[i + 1] - numbers[i]) : 0);
    }
    fputc(']', out);
    return true;
}

// One number if all are the same, [first, step] if they are evenly spaced, otherwise stretches or the list.
void put_numbers(FILE *out, const uint64_t *numbers, size_t count) {
    int64_t step = count > 1 ? (int64_t)(numbers[1] - numbers[0]) : 0;
    bool even = true;
    for (size_t i = 1; i < count; i++) {
        even &= (int64_t)(numbers[i] - numbers[i - 1]) == step;
    }
    if (even && step == 0) {
        fprintf(out, "%lld", (long long)numbers[0]);
    } else if (even) {
        fprintf(out, "[%lld,%lld]", (long long)numbers[0], (long long)step);
    } else if (!put_stretches(out, numbers, count)) {
        for (size_t i = 0; i < count; i++) {
            fprintf(out, "%s%lld", i > 0 ? "," : "[", (long long)numbers[i]);
        }
        fputc(']', out);
    }
}
