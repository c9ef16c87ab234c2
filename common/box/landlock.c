#define _GNU_SOURCE // O_PATH, syscall
#include "box/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The numbers are the same on all processors. The system's header may be older than the kernel, so all is here.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, ASK_VERSION = 1, PATH_BENEATH = 1 };

enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_FOLDER = 1 << 3,
    FIRST_RIGHTS = (1 << 13) - 1, // of version 1: also to make and remove what a folder contains
    REFER = 1 << 13,              // version 2
    TRUNCATE = 1 << 14,           // version 3
    DEVICE_CONTROL = 1 << 15,     // version 5
    OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | DEVICE_CONTROL,
    TO_READ = EXECUTE | READ_FILE | READ_FOLDER,
    ALL_NETWORK = 3,  // version 4: bind and connect
    ALL_SCOPES = 3,   // version 6: abstract sockets and signals
    WITH_NETWORK = 4, // the first version with each
    WITH_SCOPES = 6
};

struct ruleset {
    uint64_t files, network, scopes;
};

struct __attribute__((packed)) beneath {
    uint64_t rights;
    int32_t folder;
};

int landlock_version(void) {
    return (int)syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
}

bool landlock_keeps_signals(void) {
    return landlock_version() >= WITH_SCOPES;
}

static uint64_t rights_of(int version) {
    uint64_t rights = FIRST_RIGHTS;
    rights |= version >= 2 ? REFER : 0;
    rights |= version >= 3 ? TRUNCATE : 0;
    rights |= version >= 5 ? DEVICE_CONTROL : 0;
    return rights;
}

static int allow(int ruleset, const char *path, uint64_t rights) {
    struct stat status;
    // Rights that this kernel does not know would be an error.
    struct beneath rule = {rights & rights_of(landlock_version()), open(path, O_PATH | O_CLOEXEC)};
    if (rule.folder < 0) {
        return -1;
    }
    int result = fstat(rule.folder, &status);
    if (!S_ISDIR(status.st_mode)) {
        rule.rights &= OF_FILES;
    }
    result = result == 0 ? (int)syscall(ADD_RULE, ruleset, PATH_BENEATH, &rule, 0) : result;
    int error = errno;
    close(rule.folder);
    errno = error;
    return result;
}

// All of a list, which ends with NULL. *failed: the path at fault.
static int allow_all(int ruleset, const char *const *paths, uint64_t rights, const char **failed) {
    for (; paths != NULL && *paths != NULL; paths++) {
        if (allow(ruleset, *paths, rights) != 0) {
            *failed = *paths;
            return -1;
        }
    }
    return 0;
}

// The devices of NVIDIA's driver.
static int allow_devices(int ruleset) {
    glob_t found = {0};
    int result = 0;
    glob("/dev/nvidia*", 0, NULL, &found);
    glob("/dev/dxg", GLOB_APPEND, NULL, &found); // in WSL
    for (size_t i = 0; i < found.gl_pathc && result == 0; i++) {
        result = allow(ruleset, found.gl_pathv[i], READ_FILE | READ_FOLDER | WRITE_FILE | DEVICE_CONTROL);
    }
    globfree(&found);
    return result;
}

static const char *const libraries[] = {"/lib",       "/lib64",         "/usr/lib", "/usr/lib64",
                                        "/usr/lib32", "/usr/local/lib", NULL};
static const char *const programs[] = {"/usr", "/bin", "/opt", "/etc/alternatives", NULL};

const char *landlock_system_folder(const char *path) {
    const char *const *const lists[] = {libraries, programs};
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        for (const char *const *next = lists[i]; *next != NULL; next++) {
            size_t length = strlen(*next);
            if (strncmp(path, *next, length) == 0 && (path[length] == '/' || path[length] == '\0')) {
                return *next;
            }
        }
    }
    return NULL;
}

// What exists of the system's own files.
static int allow_system(int ruleset, enum box_kind kind) {
    static const char *const read[] = {"/etc/ld.so.cache", "/dev/urandom", "/sys/devices/system/cpu", NULL};
    static const char *const driver[] = {"/proc", "/sys", "/etc", "/usr", "/opt", NULL};
    static const char *const threads[] = {"/proc/self/task", NULL}; // where the driver names its threads
    const struct {
        const char *const *paths;
        uint64_t rights;
        bool wanted;
    } lists[] = {{libraries, TO_READ, true},
                 {read, READ_FILE | READ_FOLDER, true},
                 {(const char *const[]){"/dev/null", NULL}, READ_FILE | WRITE_FILE, true},
                 {programs, TO_READ, kind == BOX_COMMAND},
                 {driver, READ_FILE | READ_FOLDER, kind == BOX_GPU_PROGRAM},
                 {threads, READ_FILE | READ_FOLDER | WRITE_FILE | TRUNCATE, kind == BOX_GPU_PROGRAM}};
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        const char *const *next = lists[i].paths;
        for (; lists[i].wanted && *next != NULL; next++) {
            if (allow(ruleset, *next, lists[i].rights) != 0 && errno != ENOENT) {
                return -1;
            }
        }
    }
    return kind == BOX_GPU_PROGRAM ? allow_devices(ruleset) : 0;
}

int landlock_enter(const struct box *box, const char **path) {
    int version = landlock_version();
    struct ruleset attributes = {rights_of(version), version >= WITH_NETWORK ? ALL_NETWORK : 0,
                                 version >= WITH_SCOPES ? ALL_SCOPES : 0};
    size_t size = version >= WITH_SCOPES ? 24 : version >= WITH_NETWORK ? 16 : 8;
    *path = NULL;
    int ruleset = (int)syscall(CREATE_RULESET, &attributes, size, 0);
    if (ruleset < 0) {
        return -1;
    }
    int result = allow_system(ruleset, box->kind);
    result = result == 0 ? allow_all(ruleset, box->readable, TO_READ, path) : result;
    result = result == 0 ? allow_all(ruleset, box->writable, attributes.files, path) : result;
    result = result == 0 ? (int)syscall(RESTRICT_SELF, ruleset, 0) : result;
    int error = errno;
    close(ruleset);
    errno = error;
    return result;
}
