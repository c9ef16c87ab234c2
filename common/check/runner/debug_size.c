#include "check/runner/debug_size.h"

#include <gelf.h>
#include <stdint.h>
#include <string.h>

// Of a section that is compressed, in one of two ways, what it becomes.
static uint64_t size_of(Elf_Scn *section, const GElf_Shdr *header, const char *name) {
    GElf_Chdr compressed;
    if ((header->sh_flags & SHF_COMPRESSED) != 0 && gelf_getchdr(section, &compressed) != NULL) {
        return compressed.ch_size;
    }
    Elf_Data *data = strncmp(name, ".zdebug", 7) == 0 ? elf_rawdata(section, NULL) : NULL;
    if (data == NULL || data->d_size < 12) {
        return header->sh_size;
    }
    uint64_t size = 0; // "ZLIB", and eight bytes
    for (int i = 4; i < 12; i++) {
        size = size << 8 | ((const unsigned char *)data->d_buf)[i];
    }
    return size;
}

bool debug_is_too_large(struct Elf *elf) {
    const uint64_t mib = 1 << 20;
    uint64_t all = 0, lines = 0;
    size_t names;
    if (elf == NULL || elf_getshdrstrndx(elf, &names) != 0) {
        return false;
    }
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section)) != NULL;) {
        GElf_Shdr header;
        const char *name =
            gelf_getshdr(section, &header) != NULL ? elf_strptr(elf, names, header.sh_name) : NULL;
        if (name == NULL || (strncmp(name, ".debug", 6) != 0 && strncmp(name, ".zdebug", 7) != 0)) {
            continue;
        }
        const uint64_t size = size_of(section, &header, name);
        if (size > DEBUG_MIB_MAX * mib) { // and the sums below cannot overflow
            return true;
        }
        all += size;
        lines += strstr(name, "debug_line") != NULL ? size : 0;
    }
    return all > DEBUG_MIB_MAX * mib || lines > DEBUG_LINES_MIB_MAX * mib;
}
