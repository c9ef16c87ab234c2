// The layer test: no include and no call goes against common/layers.txt, and no files of one folder call each
// other in a cycle.
//
//   layers FOLDER NM [--of SOURCE_FOLDER OBJECT...]...
//
// FOLDER contains layers.txt, whose lines read `sim/report: sim/memory runner`: the folder left of the colon
// may include from and call into those on the right, and no others. A line also holds for the folders below
// that have no line of their own, and it may name a single file. Every source must belong to a line, and the
// table must have no cycle. Only a folder that may use itself, `lang: lang`, may have files that call each other in a
// cycle. OBJECT was compiled from a source below SOURCE_FOLDER and is called as CMake calls it
// (`labs_sim.dir/report/report.c.o`, with `__` for `..`). NM is the program nm.
//
// Each error names both ends. Exit code 0: no errors, 1: errors, 2: a file cannot be read.
#define _GNU_SOURCE
#include <dirent.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FOLDERS_MAX = 64, FILES_MAX = 400, SYMBOLS_MAX = 8000, USES_MAX = 20000, NAME = 128, LINE = 4096 };

struct folder {
    char name[NAME];
    int line;               // of the table
    bool uses[FOLDERS_MAX]; // index of a folder that it may use
    int state;              // of the search for cycles
};

// A source file, by its path below FOLDER, and the files of its folder that it calls.
struct file {
    char name[NAME];
    int folder;
    int calls[FILES_MAX]; // index of a symbol that it uses there, plus one; 0: calls nothing of that file
    int state;
};

struct symbol {
    char name[NAME];
    int file;
};

static struct folder folders[FOLDERS_MAX];
static struct file files[FILES_MAX];
static struct symbol symbols[SYMBOLS_MAX], uses[USES_MAX]; // uses: what each file needs from elsewhere
static int folder_count, file_count, symbol_count, use_count, error_count;
static const char *root;

static void error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    error_count++;
}

static void stop(const char *what, const char *why) {
    fprintf(stderr, "layers: %s: %s\n", what, why);
    exit(2);
}

static void copy_name(char *to, const char *from, size_t length) {
    if (length >= NAME) {
        stop(from, "the name is too long");
    }
    memcpy(to, from, length);
    to[length] = '\0';
}

static int find_folder(const char *name, size_t length) {
    for (int i = 0; i < folder_count; i++) {
        if (strlen(folders[i].name) == length && memcmp(folders[i].name, name, length) == 0) {
            return i;
        }
    }
    return -1;
}

// The folder of the table that `name` belongs to: itself, or the nearest one above it.
static int nearest_folder(const char *name) {
    for (size_t length = strlen(name); length > 0; length--) {
        int found = name[length] == '\0' || name[length] == '/' ? find_folder(name, length) : -1;
        if (found >= 0) {
            return found;
        }
    }
    return -1;
}

static int add_folder(const char *name) {
    int found = find_folder(name, strlen(name));
    if (found >= 0) {
        return found;
    }
    if (folder_count == FOLDERS_MAX) {
        stop(name, "too many folders: raise FOLDERS_MAX");
    }
    copy_name(folders[folder_count].name, name, strlen(name));
    return folder_count++;
}

// ------------------------------------------------------------------------------------------------ the table

static void read_table(void) {
    char path[PATH_MAX], line[LINE];
    snprintf(path, sizeof(path), "%s/layers.txt", root);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        stop(path, "cannot be opened");
    }
    for (int number = 1; fgets(line, sizeof(line), file) != NULL; number++) {
        char *colon = strchr(line, ':'), *rest = NULL;
        if (line[0] == '#' || line[strspn(line, " \n")] == '\0') {
            continue;
        }
        if (colon == NULL) {
            stop(path, "a line reads `folder: folders that it may use`");
        }
        *colon = '\0';
        int folder = add_folder(line);
        if (folders[folder].line > 0) {
            error("%s:%d: %s is listed a second time, after line %d", path, number, line,
                  folders[folder].line);
        }
        folders[folder].line = number;
        for (char *word = strtok_r(colon + 1, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
            folders[folder].uses[add_folder(word)] = true;
        }
    }
    fclose(file);
    for (int i = 0; i < folder_count; i++) {
        if (folders[i].line == 0) {
            error("%s: %s may be used, but has no line of its own", path, folders[i].name);
        }
    }
}

// Follows what folder may use, and reports the last step of a cycle.
static void find_folder_cycle(int folder) {
    folders[folder].state = 1;
    for (int next = 0; next < folder_count; next++) {
        if (!folders[folder].uses[next] || next == folder) {
            continue;
        }
        if (folders[next].state == 1) {
            error("%s/layers.txt:%d: %s may use %s, which may use %s again", root, folders[folder].line,
                  folders[folder].name, folders[next].name, folders[folder].name);
        } else if (folders[next].state == 0) {
            find_folder_cycle(next);
        }
    }
    folders[folder].state = 2;
}

static bool allowed(int from, int to) {
    return from == to || folders[from].uses[to];
}

// ------------------------------------------------------------------------------------------------ includes

// Reports the includes of a source in `path` that its folder may not use.
static void check_includes(int folder, const char *below, const char *path) {
    char line[LINE], included[LINE], sibling[3 * LINE];
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        stop(path, "cannot be opened");
    }
    for (int number = 1; fgets(line, sizeof(line), file) != NULL; number++) {
        if (sscanf(line, " # include \"%4000[^\"]\"", included) != 1) {
            continue;
        }
        snprintf(sibling, sizeof(sibling), "%s/%s/%s", root, below, included);
        char *slash = strrchr(included, '/');
        if (slash == NULL || access(sibling, F_OK) == 0) {
            continue; // of the same folder, or of a student's include path
        }
        int other = nearest_folder(included); // before the cut: a line may name this file
        *slash = '\0';
        if (strncmp(included, "..", 2) == 0) {
            error("%s:%d: includes \"%s/%s\": name the path below %s instead", path, number, included,
                  slash + 1, root);
        } else if (other >= 0 && !allowed(folder, other)) {
            error("%s:%d: includes %s/%s, but %s may not use %s (%s/layers.txt:%d)", path, number, included,
                  slash + 1, folders[folder].name, folders[other].name, root, folders[folder].line);
        }
    }
    fclose(file);
}

static bool is_source(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot != NULL && (strcmp(dot, ".c") == 0 || strcmp(dot, ".h") == 0 || strcmp(dot, ".cpp") == 0 ||
                           strcmp(dot, ".cu") == 0);
}

// Checks the includes of all sources in a folder and below.
static void check_folder(const char *below) {
    char path[2 * LINE];
    snprintf(path, sizeof(path), "%s/%s", root, below);
    DIR *directory = opendir(path);
    if (directory == NULL) {
        stop(path, "cannot be read");
    }
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char inner[LINE];
        snprintf(inner, sizeof(inner), "%s%s%s", below, *below ? "/" : "", entry->d_name);
        snprintf(path, sizeof(path), "%s/%s", root, inner);
        if (entry->d_type == DT_DIR && entry->d_name[0] != '.' && strcmp(inner, "tests") != 0) {
            check_folder(inner);
        } else if (is_source(entry->d_name) && nearest_folder(inner) < 0) {
            error("%s: no line of %s/layers.txt is for this folder", path, root);
        } else if (is_source(entry->d_name)) {
            check_includes(nearest_folder(inner), below, path);
        }
    }
    closedir(directory);
}

// ------------------------------------------------------------------------------------------------ calls

// The source's path below FOLDER, of an object that CMake has compiled from below source_folder.
static int add_file(const char *source_folder, const char *object) {
    char joined[PATH_MAX], path[PATH_MAX], resolved[PATH_MAX], base[PATH_MAX];
    const char *below = strstr(object, ".dir/");
    if (below == NULL || file_count == FILES_MAX) {
        stop(object, "not an object of CMake's, or one too many (FILES_MAX)");
    }
    snprintf(joined, sizeof(joined), "%s/%s", source_folder, below + strlen(".dir/"));
    joined[strlen(joined) - strlen(".o")] = '\0';
    path[0] = '\0';
    for (char *rest = NULL, *part = strtok_r(joined, "/", &rest); part; part = strtok_r(NULL, "/", &rest)) {
        strcat(strcat(path, "/"), strcmp(part, "__") == 0 ? ".." : part);
    }
    if (realpath(path, resolved) == NULL || realpath(root, base) == NULL) {
        stop(path, "not found");
    }
    size_t length = strlen(base);
    if (strncmp(resolved, base, length) != 0) {
        return -1; // generated
    }
    const char *name = resolved + length + 1;
    struct file *file = &files[file_count];
    copy_name(file->name, name, strlen(name));
    file->folder = nearest_folder(name);
    return file->folder < 0 ? -1 : file_count++;
}

static void add_symbol(struct symbol *list, int *count, int max, const char *name, int file) {
    if (*count == max) {
        stop(name, "too many symbols: raise SYMBOLS_MAX or USES_MAX");
    }
    copy_name(list[*count].name, name, strlen(name));
    list[(*count)++].file = file;
}

static void read_object(const char *nm, const char *object, int file) {
    char command[2 * PATH_MAX], line[LINE], name[LINE], kind;
    snprintf(command, sizeof(command), "'%s' -g '%s'", nm, object);
    FILE *pipe = popen(command, "r");
    while (pipe != NULL && fgets(line, sizeof(line), pipe) != NULL) {
        if (sscanf(line, " U %4000s", name) == 1) {
            // C++'s long names are templates. The compiler adds calls of __stack_chk_fail on some systems.
            if (strlen(name) < NAME && strcmp(name, "__stack_chk_fail") != 0) {
                add_symbol(uses, &use_count, USES_MAX, name, file);
            }
        } else if (sscanf(line, "%*x %c %4000s", &kind, name) == 2 && strchr("TDBRC", kind) &&
                   strlen(name) < NAME) {
            add_symbol(symbols, &symbol_count, SYMBOLS_MAX, name, file);
        }
    }
    if (pipe == NULL || pclose(pipe) != 0) {
        stop(object, "nm failed");
    }
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct symbol *)a)->name, ((const struct symbol *)b)->name);
}

static void check_calls(void) {
    qsort(symbols, (size_t)symbol_count, sizeof(symbols[0]), by_name);
    for (int i = 0; i < use_count; i++) {
        const struct symbol *found =
            bsearch(&uses[i], symbols, (size_t)symbol_count, sizeof(symbols[0]), by_name);
        if (found == NULL) {
            continue;
        }
        struct file *from = &files[uses[i].file];
        const struct file *to = &files[found->file];
        if (!allowed(from->folder, to->folder)) {
            error("%s/%s: uses %s of %s/%s, but %s may not use %s (%s/layers.txt:%d)", root, from->name,
                  found->name, root, to->name, folders[from->folder].name, folders[to->folder].name, root,
                  folders[from->folder].line);
        } else if (from->folder == to->folder && from != to && !folders[from->folder].uses[from->folder]) {
            from->calls[found->file] = (int)(found - symbols) + 1;
        }
    }
}

// Follows the calls within a folder, and reports the last step of a cycle.
static void find_file_cycle(int file) {
    files[file].state = 1;
    for (int next = 0; next < file_count; next++) {
        if (files[file].calls[next] == 0) {
            continue;
        }
        if (files[next].state == 1) {
            error("%s/%s: uses %s of %s/%s, which uses %s/%s in turn", root, files[file].name,
                  symbols[files[file].calls[next] - 1].name, root, files[next].name, root, files[file].name);
        } else if (files[next].state == 0) {
            find_file_cycle(next);
        }
    }
    files[file].state = 2;
}

int main(int count, char **arguments) {
    if (count < 3) {
        stop("usage", "layers FOLDER NM [--of SOURCE_FOLDER OBJECT...]...");
    }
    root = arguments[1];
    read_table();
    for (int i = 0; i < folder_count; i++) {
        if (folders[i].state == 0) {
            find_folder_cycle(i);
        }
    }
    check_folder("");
    const char *source_folder = NULL;
    for (int i = 3; i < count; i++) {
        if (strcmp(arguments[i], "--of") == 0 && i + 1 < count) {
            source_folder = arguments[++i];
            continue;
        }
        int file = source_folder ? add_file(source_folder, arguments[i]) : -1;
        if (file >= 0) {
            read_object(arguments[2], arguments[i], file);
        }
    }
    check_calls();
    for (int i = 0; i < file_count; i++) {
        if (files[i].state == 0) {
            find_file_cycle(i);
        }
    }
    printf("%d folders, %d files, %d errors\n", folder_count, file_count, error_count);
    return error_count > 0;
}
