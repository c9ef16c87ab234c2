// Options of the command line and names of files, as in NVIDIA's samples (helper_cuda.h).
#ifndef HELPER_STRING_H
#define HELPER_STRING_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2 // what a program returns that cannot run on this device
#endif

// The place in the text after its first characters that are the delimiter.
inline int stringRemoveDelimiter(char delimiter, const char *text) {
    int at = 0;
    while (text[at] == delimiter) {
        at++;
    }
    return at;
}

// Is there an option --name, -name or /name, and is there a value after "="?
inline bool checkCmdLineFlag(const int count, const char **words, const char *name) {
    for (int i = 1; i < count; i++) {
        const char *word = words[i] + strspn(words[i], "-");
        size_t length = strlen(name);
        if (word != words[i] && strncasecmp(word, name, length) == 0 &&
            (word[length] == '=' || word[length] == '\0')) {
            return true;
        }
    }
    return false;
}

inline const char *check_option_value(const int count, const char **words, const char *name) {
    for (int i = 1; i < count; i++) {
        const char *word = words[i] + strspn(words[i], "-");
        size_t length = strlen(name);
        if (word != words[i] && strncasecmp(word, name, length) == 0 && word[length] == '=') {
            return word + length + 1;
        }
    }
    return NULL;
}

// The value of --name=value; 0 if it is not there.
inline int getCmdLineArgumentInt(const int count, const char **words, const char *name) {
    const char *value = check_option_value(count, words, name);
    return value != NULL ? atoi(value) : 0;
}
inline float getCmdLineArgumentFloat(const int count, const char **words, const char *name) {
    const char *value = check_option_value(count, words, name);
    return value != NULL ? (float)atof(value) : 0;
}
inline bool getCmdLineArgumentString(const int count, const char **words, const char *name, char **value) {
    *value = (char *)check_option_value(count, words, name);
    return *value != NULL;
}

// The path of a file that is in the current folder, in that of the program, or in `data` below either; NULL if it is in
// none. The caller frees it.
inline char *sdkFindFilePath(const char *name, const char *program) {
    const char *slash = program == NULL ? NULL : strrchr(program, '/');
    const int length = slash == NULL ? 0 : (int)(slash + 1 - program);
    for (int i = 0; i < 4; i++) {
        const int folder = i < 2 ? 0 : length;
        const size_t size = (size_t)folder + strlen(name) + sizeof("data/");
        char *path = (char *)malloc(size);
        snprintf(path, size, "%.*s%s%s", folder, folder > 0 ? program : "", i % 2 == 1 ? "data/" : "", name);
        FILE *file = fopen(path, "rb");
        if (file != NULL) {
            fclose(file);
            return path;
        }
        free(path);
    }
    return NULL;
}

#endif
