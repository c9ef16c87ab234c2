// The loops and functions of a source, by lines: for messages that say where an error is.
#ifndef LABS_STRUCTURE_H
#define LABS_STRUCTURE_H

#include <stdbool.h>
#include <stddef.h>

// A block in braces.
struct block {
    int begin, end;   // the lines of its braces
    int head;         // of a loop: the line of `for`, `while` or `do`; otherwise the line of the `{`
    bool loop;        // its body
    bool alternative; // follows `else`
    bool function;    // a function's body
    bool kernel;      // a kernel's
    bool barrier;     // contains a call whose name contains `sync`
};

struct structure {
    char *text; // the file's, `length` bytes and a '\0'
    size_t length;
    struct block *blocks; // in the order of their ends
    size_t count;
    int *returns; // lines of `return`
    size_t return_count;
};

// The structure of the file at `path`, which is read once and kept. NULL with errno if it cannot be read. Several threads
// may call it at the same time.
const struct structure *structure_of(const char *path);

// The innermost loop that contains all these lines; NULL: none.
const struct block *structure_loop(const struct structure *structure, const int *lines, size_t count);

// The innermost block in a function that contains the line; NULL: none.
const struct block *structure_block(const struct structure *structure, int line);

// The function that contains the line; NULL: none.
const struct block *structure_function(const struct structure *structure, int line);

// Does a thread that executes both lines, of one function and without a loop around them, execute `first` first?
bool structure_in_order(const struct structure *structure, int first, int second);

// Is the line compiled only because a macro is not defined, between `#ifndef NAME` and its #else or #endif? Then writes
// the NAME and returns the line of the #ifndef; otherwise 0. `path`: the file.
int structure_undefined(const char *path, int line, char *name, size_t size);

// The first variable of the file that keeps its value from one call to the next: outside all functions, or static, and
// not const. Writes its name and returns its line; 0: none.
int structure_kept(const char *path, char *name, size_t size);

// The line of the last `return` before `line` in its function; 0: none.
int structure_return_before(const struct structure *structure, int line);

#endif
