#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile.h"
#include "lang/text_file.h"
#include "prelude.h"
#include "preprocess.h"

// What belongs to a program besides its code. struct program is its first member.
struct loaded {
    struct program program;
    struct preprocessed preprocessed;
};

// ----------------------------------------------------------------------------------------------- the description
enum { WORDS_MAX = 32 };

struct description {
    char *text;
    const char *source, *folders[WORDS_MAX], *definitions[WORDS_MAX];
    size_t folder_count, definition_count;
};

static bool read_description(const char *path, struct description *description) {
    size_t length;
    char *rest = NULL;
    *description = (struct description){.text = text_file_read(path, &length)};
    for (char *line = description->text == NULL ? NULL : strtok_r(description->text, "\n", &rest);
         line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        if (strncmp(line, "source ", 7) == 0) {
            description->source = line + 7;
        } else if (strncmp(line, "folder ", 7) == 0 && description->folder_count < WORDS_MAX) {
            description->folders[description->folder_count++] = line + 7;
        } else if (strncmp(line, "define ", 7) == 0 && description->definition_count < WORDS_MAX) {
            description->definitions[description->definition_count++] = line + 7;
        }
    }
    return description->source != NULL;
}

// ----------------------------------------------------------------------------------------------------- programs
static struct program *load(const struct description *description, char *refusal, size_t size) {
    struct preprocessed preprocessed;
    const struct preprocess_request request = {.path = description->source,
                                               .folders = description->folders,
                                               .folder_count = description->folder_count,
                                               .definitions = description->definitions,
                                               .definition_count = description->definition_count,
                                               .prelude = engine_prelude};
    if (preprocess(&request, &preprocessed, refusal, size) != 0) {
        return NULL;
    }
    struct refusal reason;
    struct program *program = compile(
        &(struct compile_request){preprocessed.text, preprocessed.length, preprocessed.parts}, &reason);
    struct loaded *loaded = program == NULL ? NULL : calloc(1, sizeof(*loaded));
    if (loaded == NULL) {
        const struct engine_place place = preprocessed_place(&preprocessed, reason.byte);
        snprintf(refusal, size, "%s:%d:%d: %s%s", place.file == NULL ? description->source : place.file,
                 place.line, place.column, reason.is_wrong ? "error: " : "the interpreter does not know ",
                 reason.text);
        preprocessed_free(&preprocessed);
        program_code_free(program);
        return NULL;
    }
    *loaded = (struct loaded){*program, preprocessed};
    free(program); // what it points to belongs to `loaded` now
    return &loaded->program;
}

struct program *program_load(const char *path, char *refusal, size_t size) {
    struct description description;
    struct program *program = NULL;
    if (read_description(path, &description)) {
        program = load(&description, refusal, size);
    } else {
        snprintf(refusal, size, "%s:1: it cannot be read, or has no line `source PATH`", path);
    }
    free(description.text);
    return program;
}

void program_free(struct program *program) {
    struct loaded *loaded = (struct loaded *)program;
    if (loaded != NULL) {
        preprocessed_free(&loaded->preprocessed);
        program_code_free(program);
    }
}

bool program_place(const struct program *program, uint32_t key, struct engine_place *place) {
    const struct loaded *loaded = (const struct loaded *)program;
    if (key == 0 || key >= program->code_count) {
        return false;
    }
    *place = preprocessed_place(&loaded->preprocessed, program->places[key]);
    return place->file != NULL;
}
