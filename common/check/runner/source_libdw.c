// source.h for Linux, with elfutils' libdw.
//
// Searches the line table of every compile unit. Looking up the unit of an address would need .debug_aranges,
// which Clang does not write.
#define _GNU_SOURCE // O_CLOEXEC

#include "check/runner/source.h"

#include <elfutils/libdw.h>
#include <dwarf.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEPT_MAX = 64 };

// What source_find has found at an instruction: each case asks for the same few again.
struct kept {
    uint64_t pc; // 0: none yet
    bool found;
    struct source_place place;
};

struct source {
    int file;
    Dwarf *dwarf;
    struct kept *kept; // KEPT_MAX of them, each at its pc's place
};

struct source *source_open(const char *executable) {
    int file = open(executable, O_RDONLY | O_CLOEXEC);
    Dwarf *dwarf = file >= 0 ? dwarf_begin(file, DWARF_C_READ) : NULL;
    struct source *source = dwarf != NULL ? malloc(sizeof(*source)) : NULL;
    struct kept *kept = calloc(KEPT_MAX, sizeof(*kept));
    if (source == NULL || kept == NULL) {
        free(source);
        free(kept);
        dwarf_end(dwarf);
        if (file >= 0) {
            close(file);
        }
        return NULL;
    }
    *source = (struct source){.file = file, .dwarf = dwarf, .kept = kept};
    return source;
}

void source_close(struct source *source) {
    if (source == NULL) {
        return;
    }
    dwarf_end(source->dwarf);
    close(source->file);
    free(source->kept);
    free(source);
}

// Finds the next compile unit at or after *offset and moves *offset past it. false: there are no more.
static bool next_unit(const struct source *source, Dwarf_Off *offset, Dwarf_Die *unit) {
    size_t header_size;
    Dwarf_Off start = *offset;
    if (dwarf_nextcu(source->dwarf, start, offset, &header_size, NULL, NULL, NULL) != 0) {
        return false;
    }
    return dwarf_offdie(source->dwarf, start + header_size, unit) != NULL;
}

// Makes a file's path absolute with the folder in which its unit was compiled.
static void absolute_path(Dwarf_Die *unit, const char *name, char *path, size_t size) {
    Dwarf_Attribute attribute;
    const char *folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    if (name[0] == '/' || folder == NULL) {
        snprintf(path, size, "%s", name);
    } else {
        snprintf(path, size, "%s/%s", folder, name);
    }
}

// The last entry at or before `pc`, if another entry of its sequence follows.
static Dwarf_Line *find_line(Dwarf_Lines *lines, size_t count, uint64_t pc) {
    for (size_t i = 0; i + 1 < count; i++) {
        Dwarf_Line *line = dwarf_onesrcline(lines, i);
        Dwarf_Addr from, to;
        bool ends;
        if (dwarf_lineaddr(line, &from) != 0 || dwarf_lineaddr(dwarf_onesrcline(lines, i + 1), &to) != 0) {
            continue;
        }
        if (from <= pc && pc < to && dwarf_lineendsequence(line, &ends) == 0 && !ends) {
            return line;
        }
    }
    return NULL;
}

static bool find(const struct source *source, uint64_t pc, struct source_place *place) {
    Dwarf_Off offset = 0;
    Dwarf_Die unit;
    while (next_unit(source, &offset, &unit)) {
        Dwarf_Lines *lines;
        size_t count;
        if (dwarf_getsrclines(&unit, &lines, &count) != 0) {
            continue;
        }
        Dwarf_Line *line = find_line(lines, count, pc);
        const char *name = line != NULL ? dwarf_linesrc(line, NULL, NULL) : NULL;
        if (name == NULL || dwarf_lineno(line, &place->line) != 0) {
            continue;
        }
        if (dwarf_linecol(line, &place->column) != 0) {
            place->column = 0;
        }
        absolute_path(&unit, name, place->file, sizeof(place->file));
        return true;
    }
    place->line = 0;
    return false;
}

static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER; // libdw reads and keeps what it is asked for

// find(), which is not asked again for a pc that it was asked for before.
static bool find_kept(const struct source *source, uint64_t pc, struct source_place *place) {
    struct kept *kept = &source->kept[pc % KEPT_MAX];
    if (kept->pc != pc) {
        *kept = (struct kept){.pc = pc};
        kept->found = find(source, pc, &kept->place);
    }
    *place = kept->place;
    return kept->found;
}

bool source_find(const struct source *source, uint64_t pc, struct source_place *place) {
    memset(place, 0, sizeof(*place));
    if (source == NULL || pc == 0) {
        return false;
    }
    pthread_mutex_lock(&reading);
    bool found = find_kept(source, pc, place);
    pthread_mutex_unlock(&reading);
    return found;
}

static size_t find_inlined(const struct source *source, uint64_t pc, int *lines, size_t most) {
    Dwarf_Off offset = 0;
    Dwarf_Die unit, *scopes;
    size_t found = 0;
    while (next_unit(source, &offset, &unit)) {
        int count = dwarf_getscopes(&unit, pc, &scopes);
        for (int i = 0; i < count && found < most; i++) {
            Dwarf_Attribute attribute;
            Dwarf_Word line;
            if (dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine &&
                dwarf_formudata(dwarf_attr(&scopes[i], DW_AT_call_line, &attribute), &line) == 0) {
                lines[found++] = (int)line;
            }
        }
        if (count > 0) {
            free(scopes);
            break;
        }
    }
    return found;
}

size_t source_inlined(const struct source *source, uint64_t pc, int *lines, size_t most) {
    if (source == NULL || pc == 0) {
        return 0;
    }
    pthread_mutex_lock(&reading);
    size_t found = find_inlined(source, pc, lines, most);
    pthread_mutex_unlock(&reading);
    return found;
}

static bool ends_in_cu(const char *name) {
    size_t length = strlen(name);
    return length > 3 && strcmp(name + length - 3, ".cu") == 0;
}

bool source_main_file(const struct source *source, char *path, size_t size) {
    Dwarf_Off offset = 0;
    Dwarf_Die unit;
    while (source != NULL && next_unit(source, &offset, &unit)) {
        Dwarf_Files *files;
        size_t count;
        if (dwarf_getsrcfiles(&unit, &files, &count) != 0) {
            continue;
        }
        for (size_t i = 0; i < count; i++) {
            const char *name = dwarf_filesrc(files, i, NULL, NULL);
            if (name != NULL && ends_in_cu(name)) {
                absolute_path(&unit, name, path, size);
                return true;
            }
        }
    }
    return false;
}
