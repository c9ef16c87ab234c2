#include "engine/run/natives.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/run/addresses.h"
#include "engine/run/executable.h"
#include "engine/run/hooks.h"
#include "engine/run/machine.h"
#include "sim/base/caller.h"
#include "sim/schedule/workers.h"
#include "sim/warp/shuffle.h"

// ------------------------------------------------------------------------------------------- hooks that have a name

#define HOOKS_OF(type, letters)                                                                              \
    HOOK(exch, type, letters)                                                                                \
    HOOK(min, type, letters)                                                                                 \
    HOOK(max, type, letters)                                                                                 \
    HOOK(and, type, letters)                                                                                 \
    HOOK(or, type, letters)                                                                                  \
    HOOK(xor, type, letters)                                                                                 \
    HOOK(add, type, letters)                                                                                 \
    HOOK(sub, type, letters)                                                                                 \
    type sim_atomic_cas_##letters(type *address, type compare, type value);                                  \
    type sim_atomic_cas_##letters##_block(type *address, type compare, type value);
#define HOOK(name, type, letters)                                                                            \
    type sim_atomic_##name##_##letters(type *address, type value);                                           \
    type sim_atomic_##name##_##letters##_block(type *address, type value);
HOOKS_OF(int, i32)
HOOKS_OF(unsigned, u32)
HOOKS_OF(unsigned long long, u64)
HOOK(min, long long, i64)
HOOK(max, long long, i64)
HOOK(inc, unsigned, u32)
HOOK(dec, unsigned, u32)
HOOK(add, float, f32)
HOOK(add, double, f64)
HOOK(exch, float, f32)
#undef HOOK
#undef HOOKS_OF

void sim_exchange(enum exchange_kind kind, unsigned mask, void *value, size_t bytes, int argument, int width,
                  void *return_address);
void sim_exchange_words(enum exchange_kind kind, unsigned mask, uint32_t *words, unsigned count, int argument,
                        void *return_address);

#define PC CALLER_ADDRESS()

static unsigned vote(enum exchange_kind kind, unsigned mask, unsigned given, void *return_address) {
    sim_exchange(kind, mask, &given, sizeof(given), 0, 32, return_address);
    return given;
}

static unsigned match(enum exchange_kind kind, unsigned mask, const void *value, size_t bytes,
                      void *return_address) {
    unsigned long long given = 0;
    memcpy(&given, value, bytes);
    sim_exchange(kind, mask, &given, sizeof(given), 0, 32, return_address);
    return (unsigned)given;
}

static unsigned reversed(unsigned x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}

static unsigned permuted(unsigned a, unsigned b, unsigned selector) {
    const unsigned long long bytes = (unsigned long long)b << 32 | a;
    unsigned result = 0;
    for (int i = 0; i < 4; i++) {
        result |= ((unsigned)(bytes >> (selector >> i * 4 & 7) * 8) & 255) << i * 8;
    }
    return result;
}

// A half of high:low after the shift by 0 to 32 bits.
static unsigned shifted_left(unsigned low, unsigned high, unsigned by) {
    return (unsigned)(((unsigned long long)high << 32 | low) << by >> 32);
}
static unsigned shifted_right(unsigned low, unsigned high, unsigned by) {
    return (unsigned)(((unsigned long long)high << 32 | low) >> by);
}

// ------------------------------------------------------------------------------------------------------------ printf

// An integer as a conversion with this length and letter reads it: "hhd".
static long long integer_of(const union value *value, const char *length, char letter) {
    const bool is_signed = letter == 'd' || letter == 'i';
    switch (length[0] == 'h' && length[1] == 'h' ? 'c' : length[0]) {
    case 'c':
        return is_signed ? (int8_t)value->i : (uint8_t)value->i;
    case 'h':
        return is_signed ? (int16_t)value->i : (uint16_t)value->i;
    case '\0':
        return is_signed ? (int32_t)value->i : (int64_t)(uint32_t)value->i;
    default:
        return value->i;
    }
}

// The text of the format with these arguments. Returns its length; `to` gets as much of it as fits into `room`.
static size_t format_all(char *to, size_t room, const char *format, const union value *given) {
    size_t length = 0;
    while (*format != '\0') {
        char *const here = length < room ? to + length : NULL;
        const size_t left = length < room ? room - length : 0;
        if (format[0] != '%' || format[1] == '%') {
            if (left > 0) {
                *here = *format;
            }
            length++;
            format += format[0] == '%' ? 2 : 1;
            continue;
        }
        char form[48] = "%", size[4] = ""; // of a conversion: without and with the length of its argument
        size_t count = 1, sizes = 0;
        format++;
        while (*format != '\0' && strchr("0123456789.+- #*hlqjzt", *format) != NULL) {
            if (*format == '*' && count < sizeof(form) / 2) { // an argument is the width or the precision
                count += (size_t)snprintf(&form[count], 12, "%d", (int)(given++)->i);
            } else if (strchr("hlqjzt", *format) != NULL) {
                sizes += sizes < sizeof(size) - 1 ? (size[sizes] = *format, 1) : 0;
            } else if (count < sizeof(form) / 2) {
                form[count++] = *format;
            }
            format++;
        }
        const char letter = *format;
        format += letter != '\0';
        int more = 0;
        if (letter != '\0' && strchr("diuxXo", letter) != NULL) {
            snprintf(&form[count], 4, "ll%c", letter);
            more = snprintf(here, left, form, integer_of(given++, size, letter));
        } else if (letter != '\0' && strchr("eEfFgGaA", letter) != NULL) {
            form[count] = letter;
            more = snprintf(here, left, form, (given++)->d);
        } else if (letter == 's' || letter == 'p') {
            form[count] = letter;
            more = snprintf(here, left, form, address_at((given++)->u));
        } else if (letter == 'c') {
            form[count] = letter;
            more = snprintf(here, left, form, (int)(given++)->i);
        }
        length += more > 0 ? (size_t)more : 0;
    }
    if (room > 0) {
        to[length < room ? length : room - 1] = '\0';
    }
    return length;
}

// printf(format, ...) if the stream is NULL, and otherwise fprintf.
static __attribute__((noinline)) int print(FILE *stream, const char *format, const union value *given) {
    char line[1024], *text = line;
    const size_t length = format_all(line, sizeof(line), format, given);
    if (length >= sizeof(line) && running_worker == NULL && (text = malloc(length + 1)) == NULL) {
        return -1;
    }
    if (text != line) {
        format_all(text, length + 1, format, given);
    }
    if (stream == NULL) {
        printf("%s", text);
    } else {
        fputs(text, stream);
    }
    if (text != line) {
        free(text);
    }
    return (int)length;
}

// ------------------------------------------------------------------------------------------------------- all of them

#define I(k) ((int)registers[k].i)
#define U(k) ((unsigned)registers[k].u)
#define L(k) ((long long)registers[k].i)
#define Z(k) ((unsigned long long)registers[k].u)
#define S(k)                                                                                                 \
    (registers[k].u < SIZE_MAX ? (size_t)registers[k].u : SIZE_MAX) // also where a size_t has 4 bytes
#define F(k) (registers[k].f)
#define D(k) (registers[k].d)
#define P(k) address_at(registers[k].u)
#define W(k) ((void *)memory_for_pointer(registers[k].u))
// Of the bytes at address argument k, which the C library accesses after their hook.
#define R(k, bytes)  ((bytes) == 0 ? P(k) : memory_at(registers[k].u))
#define AS_I(result) registers[0].i = (int)(result)
#define AS_U(result) registers[0].u = (unsigned)(result)
#define AS_L(result) registers[0].i = (long long)(result)
#define AS_Z(result) registers[0].u = (unsigned long long)(result)
#define AS_F(result) registers[0].f = (result)
#define AS_D(result) registers[0].d = (result)
#define AS_P(result) registers[0].u = (uintptr_t)(result)

enum { FIRST_NATIVE = __COUNTER__ + 1 };

void native_call(uint32_t native, union value *registers) {
    switch (native) {
#define NATIVE(declaration, ...)                                                                             \
    case __COUNTER__ - FIRST_NATIVE: {                                                                       \
        __VA_ARGS__;                                                                                         \
        break;                                                                                               \
    }
#include "engine/native_list.h"
    default:
        abort(); // the compiler has another list
    }
}
