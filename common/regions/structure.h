// The loops and functions of a source, by lines: for messages that say where an error is.
#ifndef LABS_STRUCTURE_H
#define LABS_STRUCTURE_H

#include <stdbool.h>
#include <stddef.h>

struct token; // token.h

// A block in braces, or the statement that is the body of a loop, an `if` or an `else` without them.
struct block {
    int begin, end;   // the lines of its braces; without them, of the word before it and of its last
    int head;         // of a loop: the line of `for`, `while` or `do`; otherwise the line of the `{`
    bool loop;        // its body
    bool alternative; // follows `else`
    bool function;    // a function's body
    bool kernel;      // a kernel's
    bool lambda;      // a lambda's body
    char name[48];    // of a function, or of the variable that is a lambda
    bool barrier;     // contains a call whose name contains `sync`
};

// Where a thread leaves a function, a loop, or one iteration of a loop, or jumps forward.
enum leave_kind { LEAVE_RETURN, LEAVE_BREAK, LEAVE_CONTINUE, LEAVE_GOTO };
struct leave {
    int line;
    enum leave_kind kind;
    size_t label, label_length; // of a jump: its label's name, while the file is read
    int to;                     // the label's line; 0: it was not found after the jump
};

// A call whose name contains `sync`.
struct barrier_call {
    int line;
    bool chosen; // a `?`, `&&` or `||` before it in its statement decides whether it is reached
};

struct structure {
    char *text; // the file's, `length` bytes and a '\0'
    size_t length;
    struct token *words; // its tokens, without blanks and comments
    size_t word_count;
    struct block *blocks; // in the order of their ends
    size_t count;
    struct leave *leaves; // in the order of their lines
    size_t leave_count;
    struct barrier_call *barriers;
    size_t barrier_count;
};

// The structure of the file at `path`, which is read once and kept. NULL with errno if it cannot be read. Several
// threads may call it at the same time.
const struct structure *structure_of(const char *path);

// The innermost loop that contains all these lines, its head included; NULL: none.
const struct block *structure_loop(const struct structure *structure, const int *lines, size_t count);

// The innermost block in a function that contains the line; NULL: none.
const struct block *structure_block(const struct structure *structure, int line);

// The function that contains the line; NULL: none.
const struct block *structure_function(const struct structure *structure, int line);

// The kernel of this name, or of the name before its first `<`; NULL: none.
const struct block *structure_kernel(const struct structure *structure, const char *name);

// The kernel that contains the line, or that begins after it: of the line of its name; NULL: none.
const struct block *structure_kernel_at(const struct structure *structure, int line);

// Does a thread that executes both lines, of one function and without a loop around them, execute `first` first?
bool structure_in_order(const struct structure *structure, int first, int second);

// The first line that assigns to an element of the array, as in `array[...] = ` or `array[...].member = `, in the
// kernel of that name, or else in another function, or in that which contains `line`; 0: none. `path`: the file.
int structure_written(const char *path, int line, const char *kernel, const char *array);

// The first line in the block that assigns to an element of the array; 0: none.
int structure_assigned(const struct structure *structure, const struct block *block, const char *array);

// Is the line compiled only because a macro is not defined, between `#ifndef NAME` and its #else or #endif? Then writes
// the NAME and returns the line of the #ifndef; otherwise 0. `path`: the file.
int structure_undefined(const char *path, int line, char *name, size_t size);

// Is the line not compiled, because `compiled` is, in another branch of the same #if, or because of `#if 0`?
bool structure_skipped(const struct structure *structure, int line, int compiled);

// The first variable of the file that keeps its value from one call to the next: outside all functions, or static, and
// not const. Writes its name and returns its line; 0: none.
int structure_kept(const char *path, char *name, size_t size);

// The first line in `caller` that calls `function`; 0: none.
int structure_call(const struct structure *structure, const struct block *caller,
                   const struct block *function);

// The last place before `line` where a thread leaves the function, or the loop around the line, or jumps over the line;
// NULL: none.
const struct leave *structure_leave_before(const struct structure *structure, int line);

#endif
