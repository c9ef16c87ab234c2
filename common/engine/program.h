// A program that the engine interprets, from its description: an executable text file
//
//     #!/path/of/labs-engine
//     source /path/of/student.cu
//     folder /path/of/lab03-sequential-addressing
//     folder /path/of/common/operator
//     define LABS_OPERATOR=sum
#ifndef LABS_ENGINE_PROGRAM_H
#define LABS_ENGINE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code.h"
#include "place.h"

// Reads a description, and preprocesses and compiles its source. NULL with the reason, "FILE:LINE: text", in `refusal`,
// which has `size` bytes.
struct program *program_load(const char *path, char *refusal, size_t size);

void program_free(struct program *program); // may be NULL

// The place of an instruction. false: it has none.
bool program_place(const struct program *program, uint32_t key, struct engine_place *place);

#endif
