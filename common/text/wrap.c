#define _GNU_SOURCE // fopencookie
#include "text/wrap.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text/translation.h"
#include "text/width.h"

enum {
    CODE_INDENTATION = 4,
    LAST_COLUMN_MIN = 20, // a table's last column is wrapped in at least this room
    LABEL_MAX = 48,       // "FILE:LINE:COLUMN: " and the like end before this column
    LABEL_WORDS = 4,      // and have at most so many words
    ROOM_MIN = 10,
    BUFFER_SIZE = 1 << 14
};

int wrap_width(int descriptor) {
    struct winsize size = {0};
    bool terminal = isatty(descriptor) == 1;
    if (terminal && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col;
    }
    struct stat status;
    bool pipe = fstat(descriptor, &status) == 0 && S_ISFIFO(status.st_mode);
    const char *columns = terminal ? getenv("COLUMNS") : pipe ? getenv("LABS_COLUMNS") : NULL;
    int width = columns != NULL ? atoi(columns) : 0;
    return width > 0 ? width : 0;
}

// ---- One line --------------------------------------------------------------------------------------------

static bool begins(const char *line, size_t length, const char *text) {
    return length >= strlen(text) && memcmp(line, text, strlen(text)) == 0;
}

// "again: ./lab check ...", in the student's language.
static bool begins_command(const char *line, size_t length) {
    const char *again = translate("again: %s");
    size_t words = strcspn(again, "%");
    return length >= words && memcmp(line, again, words) == 0;
}

// How many of these characters the text has from `from` on.
static size_t span(const char *line, size_t length, size_t from, const char *among) {
    size_t end = from;
    while (end < length && strchr(among, line[end]) != NULL) {
        end++;
    }
    return end - from;
}

// A source's line after its number and a bar.
static bool is_excerpt(const char *line, size_t length) {
    size_t digits = span(line, length, 0, " 0123456789");
    return digits > 0 && begins(line + digits - 1, length - digits + 1, " | ");
}

// Is the line one that must stay whole? `blanks`: how many it begins with; `last`: where its last column begins.
static bool is_whole(const char *line, size_t length, size_t blanks, size_t last) {
    bool numbers = last > 0 && last + span(line, length, last, " ,0123456789") == length;
    return (blanks >= CODE_INDENTATION && !numbers) || begins(line, length, "$ ") ||
           begins_command(line, length) || begins(line, length, "  > ") || memchr(line, '\r', length) != NULL;
}

// Where code has a comment in which it can be broken; NULL: nowhere.
static const char *code_comment(const char *line, size_t length, int width) {
    size_t sign = length > 0 && strchr("+-", line[0]) != NULL;
    const char *comment = memmem(line, length, "// ", 3);
    return span(line, length, sign, " ") >= CODE_INDENTATION && comment != NULL &&
                   width_of_text(line, comment) + ROOM_MIN < width
               ? comment
               : NULL;
}

// The column of further rows; `width` if the line must stay whole.
static int indentation(const char *line, size_t length, int width) {
    size_t blanks = 0, gap = 0, label = 0;
    while (blanks < length && line[blanks] == ' ') {
        blanks++;
    }
    for (size_t i = blanks + 2; i < length; i++) {
        gap = line[i - 2] == ' ' && line[i - 1] == ' ' && line[i] != ' ' ? i : gap;
        label = label == 0 && line[i - 1] == ':' && (line[i] == ' ' || line[i] == '\033')
                    ? i
                    : label; // or a colour ends
    }
    size_t number = span(line, length, blanks, "0123456789");
    if (code_comment(line, length, width) != NULL) {
        return (int)(blanks > 0 ? blanks : 1 + span(line, length, 1, " "));
    }
    if (is_whole(line, length, blanks, gap)) {
        return width;
    }
    if (gap > 0) {
        int column = width_of_text(line, line + gap);
        return column + LAST_COLUMN_MIN <= width ? column : width;
    }
    size_t words = 0; // of prose before a colon, there are more
    for (size_t i = blanks; i < label; i++) {
        words += line[i] == ' ';
    }
    bool labelled = label > 0 && words <= LABEL_WORDS && width_of_text(line, line + label) < LABEL_MAX;
    bool item = begins(line + blanks, length - blanks, "- ");
    bool numbered = number > 0 && begins(line + blanks + number, length - blanks - number, ". ");
    int column = (int)(blanks + (numbered ? number : 0)) + (labelled || item || numbered ? 2 : 0);
    return column + ROOM_MIN <= width ? column : 0;
}

void wrap_line(FILE *out, const char *line, size_t length, int width) {
    const char *end = line + length, *comment = width > 0 ? code_comment(line, length, width) : NULL;
    if (width > 0 && is_excerpt(line, length)) {
        if (line[span(line, length, 0, " ")] == '|') { // a caret below it
            fwrite(line, 1, width_fit(line, end, width), out);
        } else {
            width_write(out, line, end, width);
        }
        return;
    }
    int further = width > 0 && width_of_text(line, end) > width ? indentation(line, length, width) : width;
    if (further == width) {
        fwrite(line, 1, length, out);
        return;
    }
    int column = 0;
    for (const char *at = line; at < end;) {
        const char *word = at; // the blanks before a word, and the word
        while (word < end && *word == ' ') {
            word++;
        }
        const char *next = width_word(word, end);
        int blanks = (int)(word - at), columns = width_of_text(word, next);
        if (column > further && column + blanks + columns > width) {
            fprintf(out, "\n%*s%s", further, "", comment != NULL ? "// " : "");
            column = further + (comment != NULL ? 3 : 0);
        } else {
            fprintf(out, "%*s", blanks, "");
            column += blanks;
        }
        fwrite(word, 1, (size_t)(next - word), out);
        column += columns;
        at = next;
    }
}

// ---- The standard streams --------------------------------------------------------------------------------

struct wrapped {
    FILE *raw;   // of the same descriptor
    bool inside; // a line that was begun without its end, as a question or a progress line is
};

// The length of the text up to the end of what clears a progress line; 0: nothing does.
static size_t cleared(const char *text, size_t size) {
    static const char clears[] = "\r\033[K";
    const size_t length = strlen(clears);
    const char *found = memmem(text, size, clears, length);
    return found != NULL ? (size_t)(found - text) + length : 0;
}

// Wraps the whole lines in `text`, and writes the rest as it is. A line begins again where a progress line is cleared.
static void write_wrapped(struct wrapped *wrapped, const char *text, size_t size) {
    for (const char *end; size > 0; size -= (size_t)(end - text), text = end) {
        const char *line_end = memchr(text, '\n', size);
        end = line_end != NULL ? line_end + 1 : text + size;
        const size_t clear = cleared(text, (size_t)(end - text));
        if (clear > 0) {
            end = text + clear;
            fwrite(text, 1, clear, wrapped->raw);
            wrapped->inside = false;
            continue;
        }
        if (wrapped->inside || line_end == NULL) {
            fwrite(text, 1, (size_t)(end - text), wrapped->raw);
        } else {
            wrap_line(wrapped->raw, text, (size_t)(line_end - text), wrap_width(fileno(wrapped->raw)));
            putc('\n', wrapped->raw);
        }
        wrapped->inside = line_end == NULL;
    }
    fflush(wrapped->raw);
}

#ifdef __APPLE__
static int write_stream(void *wrapped, const char *text, int size) {
    write_wrapped(wrapped, text, (size_t)size);
    return size;
}

static FILE *open_stream(struct wrapped *wrapped) {
    return funopen(wrapped, NULL, write_stream, NULL, NULL);
}
#else
static ssize_t write_stream(void *wrapped, const char *text, size_t size) {
    write_wrapped(wrapped, text, size);
    return (ssize_t)size;
}

static FILE *open_stream(struct wrapped *wrapped) {
    return fopencookie(wrapped, "w", (cookie_io_functions_t){.write = write_stream});
}
#endif

static struct wrapped wrapped[2]; // stdout and stderr

void wrap_answered(void) {
    fflush(stdout);
    wrapped[0].inside = false;
}

void wrap_standard_streams(void) {
    static char buffers[2][BUFFER_SIZE];
    FILE **streams[] = {&stdout, &stderr};
    for (int i = 0; i < 2; i++) {
        if (wrap_width(fileno(*streams[i])) == 0) {
            continue;
        }
        wrapped[i] = (struct wrapped){.raw = *streams[i]};
        FILE *stream = open_stream(&wrapped[i]);
        if (stream != NULL) {
            setvbuf(stream, buffers[i], _IOLBF, BUFFER_SIZE);
            *streams[i] = stream;
        }
    }
}
