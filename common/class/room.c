#include "room.h"

#include <stdio.h>
#include <sys/statvfs.h>

// The number in a file that begins with one; UINT64_MAX otherwise, as after "max".
static uint64_t read_number(const char *path) {
    unsigned long long number;
    FILE *file = fopen(path, "r");
    bool read = file != NULL && fscanf(file, "%llu", &number) == 1;
    if (file != NULL) {
        fclose(file);
    }
    return read ? number : UINT64_MAX;
}

static uint64_t memory_left(void) {
    char line[200];
    unsigned long long kib = 0;
    FILE *file = fopen("/proc/meminfo", "r");
    while (file != NULL && kib == 0 && fgets(line, sizeof(line), file) != NULL) {
        sscanf(line, "MemAvailable: %llu", &kib);
    }
    if (file != NULL) {
        fclose(file);
    }
    return (uint64_t)kib << 10;
}

bool room_is_left(const char *folder, uint64_t memory_bytes, uint64_t disk_bytes) {
    // A container may have less than the machine: cgroups of version 2 and 1.
    static const char *const limits[] = {"/sys/fs/cgroup/memory.max",
                                         "/sys/fs/cgroup/memory/memory.limit_in_bytes"};
    struct statvfs disk;
    bool left = statvfs(folder, &disk) == 0 && (uint64_t)disk.f_bavail * disk.f_frsize >= disk_bytes &&
                disk.f_favail > 0 && memory_left() >= memory_bytes;
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        left = left && read_number(limits[i]) >= memory_bytes;
    }
    return left;
}

bool room_for_log(const char *folder) {
    const uint64_t least = 1 << 20; // bytes
    return room_is_left(folder, 0, least);
}
