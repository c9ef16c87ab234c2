// debug_lines: looks for the line of main() in its own debug information, as the checker does in a runner's. This file
// adds a unit with a table of LINES lines.
#include "check/runner/source.h"

#include <stdint.h>
#include <stdio.h>

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

__asm__(".pushsection .debug_abbrev\n"
        ".Lmyabbrev: .byte 1,0x11,0,0x10,0x17,0,0,0\n"
        ".popsection\n"
        ".pushsection .debug_info\n"
        ".long 12\n"
        ".short 4\n"
        ".long .Lmyabbrev\n"
        ".byte 8,1\n"
        ".long .Lmyline\n"
        ".popsection\n"
        ".pushsection .debug_line.x,\"\",%progbits\n"
        ".Lmyline: .long .Lmylend-.Lmylstart\n"
        ".Lmylstart: .short 4\n"
        ".long .Lmyhend-.Lmyhstart\n"
        ".Lmyhstart: .byte 1,1,1,0xfb,14,13\n"
        ".byte 0,1,1,1,1,0,0,0,1,0,0,1\n"
        ".byte 0\n"
        ".byte 97,0,0,0,0\n"
        ".byte 0\n"
        ".Lmyhend:\n"
        ".fill " TEXT(LINES) ",1,0x20\n"
                             ".byte 0,1,1\n"
                             ".Lmylend:\n"
                             ".popsection\n");

extern char __executable_start[];

int main(int count, char **words) {
    struct source_place place;
    struct source *source = source_open(words[0]);
    bool found = source_find(source, (uint64_t)((uintptr_t)main - (uintptr_t)__executable_start) + 8, &place);
    printf("%s\n", found ? "a line" : source == NULL ? "not opened" : "no line");
    source_close(source);
    return count - 1;
}
