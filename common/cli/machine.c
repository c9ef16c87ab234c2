#define _GNU_SOURCE // sysconf's _SC_NPROCESSORS_ONLN
#include "machine.h"

#include <glob.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { DISK_LEAST_KB = 3072 };

bool machine_has_gpu(void) {
    const char *known = getenv("LABS_GPU"); // ./lab has looked; CTest has not
    if (known != NULL) {
        return known[0] != '\0';
    }
    glob_t found = {0};
    bool has = glob("/dev/nvidia[0-9]*", 0, NULL, &found) == 0 || access("/dev/dxg", F_OK) == 0; // dxg: WSL
    globfree(&found);
    return has;
}

const char *machine_nvcc(void) {
    const char *nvcc = getenv("LABS_NVCC");
    return nvcc != NULL ? nvcc : "";
}

void machine_say_missing_for_gpu(FILE *out) {
    if (machine_nvcc()[0] == '\0') {
        fputs("  - the CUDA toolkit: no nvcc on the PATH or in /usr/local/cuda/bin\n", out);
    }
    if (!machine_has_gpu()) {
        fputs("  - an NVIDIA GPU with its driver: there is no /dev/nvidia0\n", out);
    }
}

long machine_cores(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? cores : 2;
}

bool machine_disk_is_full(void) {
    struct statvfs disk;
    if (statvfs(".", &disk) != 0) {
        return false;
    }
    unsigned long long kilobytes = (unsigned long long)disk.f_bavail * disk.f_frsize / 1024;
    if (kilobytes >= DISK_LEAST_KB) {
        return false;
    }
    fprintf(stderr, "lab: the disk is full: %llu KB free. Make room and run this again.\n", kilobytes);
    return true;
}
