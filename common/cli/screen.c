#define _GNU_SOURCE // sigaction, open_memstream under -std=c11
#include "screen.h"

#include <ctype.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "text/translation.h"
#include "text/width.h"
#include "text/wrap.h"

enum { ROWS_DEFAULT = 24, COLUMNS_DEFAULT = 80, KEYS_SIZE = 64 };

static struct termios before;
static bool is_open;
static volatile sig_atomic_t ended_by, stopped, resized;

// ---- Signals ---------------------------------------------------------------------------------------------

static void note(int number) {
    if (number == SIGWINCH) {
        resized = 1;
    } else if (number == SIGTSTP) {
        stopped = 1;
    } else {
        ended_by = number;
    }
}

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH};

static void set_signals(void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler}; // without SA_RESTART: poll() returns
    for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
        sigaction(signals[i], &action, NULL);
    }
}

int screen_signal(void) {
    return ended_by;
}

// ---- Opening and closing -----------------------------------------------------------------------------------

static void put(const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(STDOUT_FILENO, text, length);
        if (written <= 0) {
            return; // the terminal is gone, which the next read will tell
        }
        text += written;
        length -= (size_t)written;
    }
}

// The second buffer, and no cursor; and back.
static const char enter[] = "\033[?1049h\033[?25l", leave[] = "\033[0m\033[?25h\033[?1049l";

static void take_over(void) {
    struct termios now = before;
    now.c_lflag &= ~(tcflag_t)(ICANON | ECHO); // keys come at once; Ctrl-C and Ctrl-Z stay signals
    tcsetattr(STDIN_FILENO, TCSANOW, &now);
    put(enter, strlen(enter));
}

static void give_back(void) {
    put(leave, strlen(leave));
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
}

bool screen_open(void) {
    const char *name = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || name == NULL || strcmp(name, "dumb") == 0 ||
        tcgetattr(STDIN_FILENO, &before) != 0) {
        return false;
    }
    set_signals(note);
    take_over();
    is_open = true;
    return true;
}

void screen_close(void) {
    if (is_open) {
        is_open = false;
        give_back();
        set_signals(SIG_DFL);
    }
}

// Ctrl-Z: gives the terminal to the shell, until the shell continues this program.
static void pause_for_shell(void) {
    struct sigaction action = {.sa_handler = SIG_DFL}, ours;
    give_back();
    sigaction(SIGTSTP, &action, &ours);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &ours, NULL);
    take_over();
    stopped = 0;
}

// ---- Keys ------------------------------------------------------------------------------------------------

int screen_wait(int descriptor, int milliseconds) {
    struct pollfd inputs[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = descriptor, .events = POLLIN}};
    char keys[KEYS_SIZE];
    int ready = poll(inputs, descriptor >= 0 ? 2 : 1, milliseconds);
    if (stopped) {
        pause_for_shell();
        return SCREEN_SIZE;
    }
    if (resized) {
        resized = 0;
        return SCREEN_SIZE;
    }
    if (ended_by != 0) {
        return SCREEN_END;
    }
    if (ready <= 0 || inputs[0].revents == 0) {
        return SCREEN_NO_KEY;
    }
    ssize_t length = read(STDIN_FILENO, keys, sizeof(keys));
    if (length <= 0) {
        return SCREEN_END;
    }
    return keys[0] == '\033' ? SCREEN_NO_KEY
                             : tolower((unsigned char)keys[0]); // an arrow and the like is no key
}

// ---- Drawing ---------------------------------------------------------------------------------------------

static void read_size(int *rows, int *columns) {
    struct winsize size = {0};
    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    *rows = size.ws_row > 0 ? size.ws_row : ROWS_DEFAULT;
    *columns = size.ws_col > 0 ? size.ws_col : COLUMNS_DEFAULT;
}

int screen_columns(void) {
    int rows, columns;
    read_size(&rows, &columns);
    return columns;
}

// The rows of a text, each at most as wide as the screen and without anything but letters and colours.
struct rows {
    char *text;
    size_t length;
    int count;
};

// The length of the sequence that begins with an escape character.
static size_t sequence_length(const char *at) {
    size_t length = 1;
    if (at[1] == '[') {
        for (length = 2; at[length] != '\0' && (at[length] < '@' || at[length] > '~'); length++) {
        }
        length += at[length] != '\0';
    }
    return length;
}

// Breaks what is still too wide where the row ends, as a terminal would.
static struct rows make_rows(const char *text, int columns) {
    struct rows rows = {0};
    char *wrapped = NULL;
    size_t size;
    FILE *out = open_memstream(&wrapped, &size);
    while (out != NULL && *text != '\0') {
        size_t length = strcspn(text, "\n");
        wrap_line(out, text, length, columns);
        putc('\n', out);
        text += length + (text[length] == '\n');
    }
    if (out == NULL || fclose(out) != 0 || (out = open_memstream(&rows.text, &rows.length)) == NULL) {
        return rows;
    }
    int column = 0;
    for (const char *at = wrapped; *at != '\0';) {
        unsigned char byte = (unsigned char)*at;
        int wide = 1;
        size_t length = byte == '\033' ? sequence_length(at) : width_letter(at, wrapped + size, &wide);
        if (byte == '\n') {
            putc('\n', out);
            rows.count++;
            column = 0;
        } else if (byte == '\033') {
            fwrite(at, 1, at[length - 1] == 'm' ? length : 0, out);
        } else {
            if (column + wide > columns) {
                putc('\n', out);
                rows.count++;
                column = 0;
            }
            fwrite(byte < ' ' || byte == 0x7f ? " " : at, 1, length, out);
            column += wide;
        }
        at += length;
    }
    fclose(out);
    free(wrapped);
    return rows;
}

// Prints rows from `first` on, at most `most` of them. Returns how many.
static int print_rows(FILE *out, const struct rows *rows, int first, int most) {
    const char *at = rows->text;
    for (int i = 0; i < first; i++) {
        at += strcspn(at, "\n") + 1;
    }
    int count = rows->count - first < most ? rows->count - first : most;
    for (int i = 0; i < count; i++) {
        size_t length = strcspn(at, "\n");
        fprintf(out, "%.*s\033[0m\033[K\r\n", (int)length, at);
        at += length + 1;
    }
    return count > 0 ? count : 0;
}

int screen_draw(const struct screen_page *page) {
    int height, columns, pages = 1, used = 0;
    read_size(&height, &columns);
    struct rows head = make_rows(page->head, columns), text = make_rows(page->text, columns);
    char *frame = NULL;
    size_t size;
    FILE *out = open_memstream(&frame, &size);
    if (out != NULL) {
        fputs("\033[H", out);
        // Of one row too much, a blank one at the head's end is left out.
        if (text.count == height - head.count && head.length > 1 && head.text[head.length - 2] == '\n') {
            head.count--;
        }
        used = print_rows(out, &head, 0, height / 2);
        int room = height - used - 1; // below the head, above the last row
        int first = 0;
        if (text.count > room && room > 1) { // the last row of a page says that there are more
            room--;
            pages = (text.count + room - 1) / room;
            first = page->page % pages * room;
        }
        used += print_rows(out, &text, first, room);
        for (; used < height - 1 - (pages > 1); used++) {
            fputs("\033[K\r\n", out);
        }
        if (pages > 1) {
            char more[128];
            const int length =
                snprintf(more, sizeof(more), _("-- page %d of %d: the space bar turns the page --"),
                         page->page % pages + 1, pages);
            width_write(out, more, more + (length < (int)sizeof(more) ? length : (int)sizeof(more) - 1),
                        columns);
            fputs("\033[K\r\n", out);
        }
        if (height > 1) {
            fputs("\033[2m", out);
            width_write(out, page->foot, page->foot + strlen(page->foot), columns);
            fputs("\033[0m\033[K", out);
        }
        fputs("\033[J", out);
        fclose(out);
        put(frame, size);
    }
    free(frame);
    free(head.text);
    free(text.text);
    return pages;
}
