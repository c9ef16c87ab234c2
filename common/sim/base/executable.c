#define _GNU_SOURCE
#include "sim/base/executable.h"

#include <stddef.h>
#include <string.h>

#if !defined(__APPLE__)
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
// The linker defines these two for each section that exists.
#define SECTION_BOUNDS(name)                                                                                 \
    extern char begin_##name[] __asm__("__start_" #name) __attribute__((weak));                              \
    extern char end_##name[] __asm__("__stop_" #name) __attribute__((weak));
#else
#include <mach-o/dyld.h>
#define SECTION_BOUNDS(name)                                                                                 \
    extern char begin_##name[] __asm("section$start$__DATA$" #name);                                         \
    extern char end_##name[] __asm("section$end$__DATA$" #name);
#endif
SECTION_BOUNDS(sim_device)
SECTION_BOUNDS(sim_constant)
SECTION_BOUNDS(sim_managed)

enum { SEGMENTS_MAX = 16 };

static struct {
    uintptr_t begin, end;
    bool writable, code;
} segments[SEGMENTS_MAX];
static unsigned segment_count;
static uintptr_t relocated_begin, relocated_end; // read-only after the start: tables of virtual functions
uintptr_t executable_address;

#if !defined(__APPLE__)
static int note_segments(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size, (void)data;
    executable_address = info->dlpi_addr;
    for (unsigned i = 0; i < info->dlpi_phnum && segment_count < SEGMENTS_MAX; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type == PT_LOAD) {
            segments[segment_count].begin = info->dlpi_addr + header->p_vaddr;
            segments[segment_count].end = info->dlpi_addr + header->p_vaddr + header->p_memsz;
            segments[segment_count].writable = (header->p_flags & PF_W) != 0;
            segments[segment_count].code = (header->p_flags & PF_X) != 0;
            segment_count++;
        } else if (header->p_type == PT_GNU_RELRO) {
            relocated_begin = info->dlpi_addr + header->p_vaddr;
            relocated_end = relocated_begin + header->p_memsz;
        }
    }
    return 1; // the executable comes first; no other object is needed
}
#endif

void executable_open(void) {
#if !defined(__APPLE__)
    dl_iterate_phdr(note_segments, NULL);
#else
    executable_address = (uintptr_t)_dyld_get_image_vmaddr_slide(0);
#endif
}

// The index of the segment that `address` is in, or -1.
static int segment_of(uintptr_t address) {
    for (unsigned i = 0; i < segment_count; i++) {
        if (address - segments[i].begin < segments[i].end - segments[i].begin) {
            return (int)i;
        }
    }
    return -1;
}

#if !defined(__APPLE__)
extern char _etext[]; // the end of the code, from the linker: on arm64, constants follow in the same segment
#endif

bool executable_is_code(uintptr_t address) {
    int segment = segment_of(address);
#if !defined(__APPLE__)
    if (address >= (uintptr_t)_etext) {
        return false;
    }
#endif
    return segment >= 0 && segments[segment].code;
}

bool executable_is_constant(uintptr_t address) {
    int segment = segment_of(address);
    return (segment >= 0 && !segments[segment].writable) ||
           address - relocated_begin < relocated_end - relocated_begin;
}

// The ends of the simulated GPU's own variables, from the linker; NULL where it is not joined (CMakeLists.txt).
extern char __start_sim_bss[] __attribute__((weak)), __stop_sim_bss[] __attribute__((weak));
extern char __start_sim_data[] __attribute__((weak)), __stop_sim_data[] __attribute__((weak));

uintptr_t executable_next_word(uintptr_t address) {
    if (address - (uintptr_t)__start_sim_bss < (uintptr_t)(__stop_sim_bss - __start_sim_bss)) {
        address = (uintptr_t)__stop_sim_bss;
    }
    if (address - (uintptr_t)__start_sim_data < (uintptr_t)(__stop_sim_data - __start_sim_data)) {
        address = (uintptr_t)__stop_sim_data;
    }
    return (address + sizeof(address) - 1) & ~(sizeof(address) - 1);
}

bool executable_variables(unsigned i, uintptr_t *begin, uintptr_t *end) {
    for (unsigned k = 0; k < segment_count; k++) {
        if (segments[k].writable && i-- == 0) {
            *begin = segments[k].begin;
            *end = segments[k].end;
            return true;
        }
    }
    return false;
}

void executable_section(unsigned i, uintptr_t *begin, uintptr_t *end) {
    char *const begins[] = {begin_sim_device, begin_sim_constant, begin_sim_managed};
    char *const ends[] = {end_sim_device, end_sim_constant, end_sim_managed};
    *begin = (uintptr_t)begins[i];
    *end = (uintptr_t)ends[i];
}

#if !defined(__APPLE__)
static int read_content(const char *file, size_t bytes, executable_each *each, void *context) {
    const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)file;
    if (bytes < sizeof(*header) || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) {
        return -1;
    }
    const ElfW(Shdr) *sections = (const ElfW(Shdr) *)(file + header->e_shoff);
    for (unsigned s = 0; s < header->e_shnum; s++) {
        if (sections[s].sh_type != SHT_SYMTAB) {
            continue;
        }
        const ElfW(Sym) *symbols = (const ElfW(Sym) *)(file + sections[s].sh_offset);
        const char *names = file + sections[sections[s].sh_link].sh_offset;
        for (size_t i = 0; i < sections[s].sh_size / sizeof(*symbols); i++) {
            if (symbols[i].st_size > 0 && (symbols[i].st_info & 15) == STT_OBJECT &&
                each(executable_address + symbols[i].st_value, symbols[i].st_size, names + symbols[i].st_name,
                     context) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

int executable_symbols(executable_each *each, void *context) {
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) {
        return -1;
    }
    void *content = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (content == MAP_FAILED) {
        return -1;
    }
    int result = read_content(content, (size_t)status.st_size, each, context);
    munmap(content, (size_t)status.st_size);
    return result;
}
#else
// No names: each section is one variable.
int executable_symbols(executable_each *each, void *context) {
    static const char *const names[] = {"a __device__ variable", "a __constant__ variable",
                                        "a __managed__ variable"};
    for (unsigned i = 0; i < EXECUTABLE_SECTIONS; i++) {
        uintptr_t begin, end;
        executable_section(i, &begin, &end);
        if (end > begin && each(begin, end - begin, names[i], context) != 0) {
            return -1;
        }
    }
    return 0;
}
#endif
