// What the statement at a line does to memory, by its words.
#ifndef LABS_STATEMENT_H
#define LABS_STATEMENT_H

#include <stdbool.h>
#include <stddef.h>

// Does it read an element and write it back, as `s_counts[digit]++` and `s_sum = s_sum + x` do, with no other element
// of that array; or as `atomicExch(p, *p + x)` does? `path`: the file.
bool statement_updates(const char *path, int line);

// Do these lines, of which none is in a string or comment of several lines, belong to one statement?
bool statement_same(const char *path, int one, int other);

// Does the statement write an element of an array: `s_next[tid] = ...`? With `shared`, of one that may be in shared
// memory: not a kernel's parameter. Without it, of one whose name occurs again in it: `d_sum[i] = d_sum[i - 1] + ...`.
bool statement_writes_element(const char *path, int line, bool shared);

// Is the statement at the line only the call of a function, as `shuffle_down(mask, value, 1);` is? Writes its name.
bool statement_is_call(const char *path, int line, char name[32]);

// The first later line of the function that reads an element of the array, as `value = s_warp[lane];` does; 0: none, or
// a later line hands the array to a function, which may read it.
int statement_reads_element(const char *path, int line, const char *array);

// Is the function that contains the line no kernel, and do its callers call it at one place each?
bool statement_in_one_call(const char *path, int line);

// Does the loop with its head at this line give each thread elements of its own, as
// `for (i = threadIdx.x; i < n; i += blockDim.x)` does? Its iterations then need no barrier between them.
bool statement_shares_out(const char *path, int head);

// The first call from line `first` to line `last`, of one function, whose name begins with `__threadfence`. Writes its
// name and returns its line; 0: none, or the function has atomics, too, which pass something on with the fence.
int statement_fence(const char *path, int first, int last, char *name, size_t size);

// The first call of the function `name` from line `first` to line `last`, of one function; 0: none.
int statement_calls(const char *path, int first, int last, const char *name);

// A loop launches the kernel that contains the line, and a variable that it hands over, which is set before the loop,
// stays the same in it. Writes the variable's name and returns the loop's line; 0: there is none.
int statement_stays(const char *path, int line, char *name, size_t size);

// The line where the kernel of this name declares the array with `keyword`, __shared__ or static, or else the only
// function that does; 0: unknown.
int statement_declared_as(const char *path, const char *keyword, const char *kernel, const char *array);

// The first array of this kernel, or of a function that it calls, that all threads of a block should share, by its
// name, `s_...`, or its length, such as BLOCK_SIZE, but that is declared without __shared__ or static: each thread has
// its own. Writes the name and returns the line, or 0 if there is no such array.
int statement_not_shared(const char *path, const char *kernel, char *name, size_t size);

// The array to which the copy at the line copies: writes its name, and returns the line if only one later line of the
// function reads an element of it; otherwise 0.
int statement_reads_copy(const char *path, int line, char *name, size_t size);

// Does the line declare a variable of 8 or 16 bits, as `unsigned char stride = 1;` does? Writes its name, and returns
// the range of its values, as "0 to 255"; NULL: it does not.
const char *statement_narrow(const char *path, int line, char name[32]);

// The line that declares the array of the function, as `int h_sums[64];`, which the statement at the line uses; 0:
// none. Writes its name.
int statement_declares(const char *path, int line, char name[32]);

// Of a statement that allocates host memory, at the line: the variable that gets the address, declared there or not.
// false: it is not a single variable, or nothing is allocated.
//
//     int *h_sums = (int *)malloc(blocks * sizeof(int));         h_sums
bool statement_allocates(const char *path, int line, char name[32]);

// Does the line have an element of the variable, `name[`?
bool statement_has_element(const char *path, int line, const char *name);

#endif
