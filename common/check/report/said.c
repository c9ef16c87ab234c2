#include "check/report/said.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/translation.h"

enum { ARGUMENTS_MAX = 9, DEPTH_MAX = 6 };

// What the simulated GPU, the judge and the declarations of counters say; a text takes the first that fits. %s is any
// text, %d a number. A message that is reworded there appears in English until it is reworded here.
static const char *const patterns[] = {
    // Additions to a message, from its end on.
    N_("%s (launch %d, %s, line %d)"),
    N_("%s (launch %d, %s)"),
    N_("%s (declared at line %d)"),
    N_("%s. This line is compiled because %s is not defined (line %d)"),
    N_("%s? This line is compiled because %s is not defined (line %d)"),
    N_("%s. The loop at line %d contains no barrier"),
    N_("in the loop at line %d, this condition decides whether a thread reaches a barrier"),
    N_("only this fence is between"),
    N_("no thread comes past this return to line %d, which writes %s"),
    N_("no thread comes to this line"),
    N_("%s. It is extern __shared__, and the launch gives it %d byte"),
    N_("%s. It is extern __shared__, and the launch gives it %d bytes"),
    N_("%s. In program order, line %d comes before line %d"),
    // Races.
    N_("%s: %s it and %s it: the %s at line %d comes first, the %s at line %d in the next iteration of the "
       "loop at "
       "line %d, and %s separates the iterations"),
    N_("%s: %s it and %s it, in one statement, which no barrier can split. Do two threads share an element "
       "here? If "
       "they should, read into a variable, wait, and then write"),
    N_("%s: %s it and %s it, in one statement, which no barrier can split. Do two threads share an element "
       "here?"),
    N_("%s: %s it and %s it, in one statement, which no barrier can split. Do two threads share an element "
       "here? Each thread would have to wait for another one's result"),
    N_("%s: %s it and %s it, but no thread writes %s. Is the index right?"),
    N_("%s: %s it and %s it, at one line. Do two threads share an element here?"),
    N_("%s: %s it and %s it: the statement reads it and writes it back. Use an atomic there, such as "
       "atomicAdd(), or give each thread its own element"),
    N_("%s: %s it and %s it, with only %s between, and a fence waits for no thread"),
    N_("%s: %s it and %s it, with only __syncwarp() at line %d between, which waits for one warp"),
    N_("only the threads of one warp wait for each other here"),
    N_("%s: %s it and %s it, and both lines use %s, which the loop sets to another array. Should line %d "
       "read the "
       "other one?"),
    N_("%s: %s it and, in another stream, %s it, and nothing orders the two"),
    N_("%s: %s it and %s it, %s"),
    N_("with neither __syncthreads() nor __syncwarp() between"),
    N_("with only a shuffle or vote between, and those do not order memory accesses"),
    N_("with no __syncthreads() between"),
    N_("and an atomic with the scope of a block is not atomic for other blocks"),
    N_("with no __threadfence() after the read of the flag"),
    N_("with no __syncwarp() before another lane writes the flag"),
    N_("with no __syncthreads() before another thread writes the flag"),
    N_("with no __syncwarp() after another lane reads the flag"),
    N_("with no __syncthreads() after another thread reads the flag"),
    N_("and no flag was set yet"),
    N_("and nothing orders the two blocks"),
    N_("and the flag was written before it"),
    N_("the flag is written here, before that value: another block may read the value too early"),
    N_("%s and %s are one array in the call at line %d. Should it write to another?"),
    N_("%s and %s are one array in this call. Should it write to another?"),
    N_("this sets %s without its earlier value, which is lost"),
    N_("only a shuffle or vote, which orders no memory accesses,"),
    N_("neither __syncthreads() nor __syncwarp()"),
    N_("no __syncthreads()"),
    N_("read"),
    N_("write"),
    N_("update"),
    N_("%s may still write %s when the function has returned: nothing waits for it, and a copy of the result "
       "does not wait for its stream"),
    N_("%s: %s gets an older value than %s has written, and this statement stores a new one: one of the two "
       "updates is lost"),
    N_("%s: %s gets an older value than %s has written, %s"),
    N_("with no __threadfence() after the flag's read"),
    N_("with no __threadfence() before the flag's write"),
    N_("with no barrier or fence between"),
    N_("%s reads %s through the read-only cache, which need not notice that %s it in the same launch"),
    N_("%s and %s store the same value to %s"),
    N_("host code reads %s, which %s may still write: the host has not waited for it"),
    N_("host code writes %s, which %s may still read: the host has not waited for it"),
    N_("host code writes %s, which %s may still write: the host has not waited for it"),
    // Wrong addresses.
    N_("%s reads %d byte where nothing is allocated"),
    N_("%s reads %d bytes where nothing is allocated"),
    N_("%s writes %d byte where nothing is allocated"),
    N_("%s writes %d bytes where nothing is allocated"),
    N_("%s uses %s, but %s has %d element"),
    N_("%s uses %s, but %s has %d elements"),
    N_("%s has written beyond the end of a local array of this function, by a pointer to it"),
    N_("%s reads beyond the end of a local array, and so beyond all of its local memory"),
    N_("%s writes beyond the end of a local array, and so beyond all of its local memory"),
    N_("%s reads %d bytes far outside every array: the nearest, %s, begins %d bytes later"),
    N_("%s reads %d bytes far outside every array: the nearest, %s, ends %d bytes earlier"),
    N_("%s writes %d bytes far outside every array: the nearest, %s, begins %d bytes later"),
    N_("%s writes %d bytes far outside every array: the nearest, %s, ends %d bytes earlier"),
    N_("%s reads %s: an unsigned index below 0 wraps to %d, but %s has %d elements"),
    N_("%s writes %s: an unsigned index below 0 wraps to %d, but %s has %d elements"),
    N_("%s reads %d bytes at byte %d of %s, which is not a multiple of %d"),
    N_("%s writes %d bytes at byte %d of %s, which is not a multiple of %d"),
    N_("%s reads %d bytes at byte %d of %s, which may begin at any byte: declare it __align__(%d)"),
    N_("%s writes %d bytes at byte %d of %s, which may begin at any byte: declare it __align__(%d)"),
    N_("%s reads %d bytes at byte %d of %s, which need only begin at a multiple of %d: declare it "
       "__align__(%d)"),
    N_("%s writes %d bytes at byte %d of %s, which need only begin at a multiple of %d: declare it "
       "__align__(%d)"),
    N_("%s reads %d bytes through %s"),
    N_("%s writes %d bytes through %s"),
    N_("a null pointer"),
    N_("a host pointer"),
    N_("a pointer to unmapped memory"),
    N_("a pointer that nothing has set"),
    N_("a pointer to a local variable of host code"),
    N_("a pointer to a local variable of another thread"),
    N_("%s reads %s, which is a variable of host code"),
    N_("%s writes %s, which is a variable of host code"),
    N_("%s reads %s, but %s has %s"),
    N_("%s writes %s, but %s has %s"),
    N_("%s atomically updates %s, but %s has %s"),
    N_("%d element of %d bytes"),
    N_("%d elements of %d bytes"),
    N_("%d byte"),
    N_("%d bytes"),
    N_("%s reads %s after cudaFree"),
    N_("%s writes %s after cudaFree"),
    N_("%s uses %s after cudaFree"),
    N_("%s writes %d bytes to a variable of %d byte in host memory"),
    N_("%s writes %d bytes to a variable of %d bytes in host memory"),
    N_("%s reads %d bytes from a variable of %d byte in host memory"),
    N_("%s reads %d bytes from a variable of %d bytes in host memory"),
    N_("%s finds another value here than the one to compare with, and so stores nothing. Its result, which "
       "says so, is not used"),
    N_("%d byte is set here, but %s has %d element of %d bytes: is * sizeof() missing?"),
    N_("%d bytes are set here, but %s has %d elements of %d bytes: is * sizeof() missing?"),
    N_("here, %s sets 0 bytes to %d: are the value and the number of bytes in the right order?"),
    N_("here, %s sets only %d of the %d bytes of %s"),
    N_("here, %s copies only %d of the %d bytes of %s"),
    N_("%s sets each byte of %s to %d here, so every 4 bytes of it are %s, which is %d as an int"),
    N_("host code reads bytes %d to %d of an array of %d byte in host memory after it was freed"),
    N_("host code reads bytes %d to %d of an array of %d bytes in host memory after it was freed"),
    N_("host code writes bytes %d to %d of an array of %d byte in host memory after it was freed"),
    N_("host code writes bytes %d to %d of an array of %d bytes in host memory after it was freed"),
    N_("%s reads an array of %d byte in host memory after it was freed"),
    N_("%s reads an array of %d bytes in host memory after it was freed"),
    N_("%s writes an array of %d byte in host memory after it was freed"),
    N_("%s writes an array of %d bytes in host memory after it was freed"),
    N_("realloc of an array of %d byte in host memory after it was freed"),
    N_("realloc of an array of %d bytes in host memory after it was freed"),
    N_("an array of %d byte in host memory is freed a second time"),
    N_("an array of %d bytes in host memory is freed a second time"),
    N_("host memory from %s is freed by %s, but needs %s"),
    N_("%s of a pointer into the middle of an array of %d byte in host memory"),
    N_("%s of a pointer into the middle of an array of %d bytes in host memory"),
    N_("%s is freed a second time"),
    N_("%s accesses %d byte at byte %d of %s, which has %d"),
    N_("%s accesses %d bytes at byte %d of %s, which has %d"),
    N_("host code accesses %s, which is device memory: only kernels and cudaMemcpy can access it"),
    N_("host code accesses device memory: only kernels and cudaMemcpy can access it"),
    // Calls.
    N_("%s receives a null pointer where it needs a pointer's address"),
    N_("%s receives a null pointer where it needs a pointer's address: is & missing before %s?"),
    N_("%s returned %s (%s)"),
    N_("%s receives a null pointer where it needs device memory"),
    N_("%s receives a null pointer where it needs host memory"),
    N_("%s receives a pointer that nothing has set where it needs device memory"),
    N_("%s of a pointer that nothing has set"),
    N_("%s receives a host pointer where it needs device memory"),
    N_("%s receives a host pointer where it needs device memory: are the direction and the order (to, from) "
       "correct?"),
    N_("%s receives %s, a device pointer, where it needs host memory: are the direction and the order (to, "
       "from) "
       "correct?"),
    N_("%d byte is copied here, but %s has %d element of %d bytes: is * sizeof() missing?"),
    N_("%d bytes are copied here, but %s has %d elements of %d bytes: is * sizeof() missing?"),
    N_("host code reads bytes %d to %d of an array of %d bytes in host memory"),
    N_("host code writes bytes %d to %d of an array of %d bytes in host memory"),
    N_("host code reads just before %s, as free() does: free device memory with cudaFree"),
    N_("%s: the block needs at least %d bytes of shared memory, but gets %d"),
    N_("%s: the block has %d threads; the kernel's __launch_bounds__ allow %d"),
    N_("there is no room for this"),
    N_("%s: assert(%s) failed"),
    N_("%s shuffles with a width of %d, which is not a power of two up to 32"),
    N_("%s is lane %d, which its own mask %s does not name"),
    N_("%s reads this again and again, but no running block will ever write it. The value there is not the "
       "one that it "
       "waits for"),
    N_("%s reads this again and again, but no running block will ever write it"),
    N_("%s reads this again and again, but no running block will ever write it. The value there is not the "
       "one that it waits for. Blocks that have not begun: %d of %d; a GPU may begin them only after others "
       "have ended"),
    N_("%s reads this again and again, but no running block will ever write it. Blocks that have not begun: "
       "%d of %d; a GPU may begin them only after others have ended"),
    // Values.
    N_("%s reads %s, which nothing has written"),
    N_("%s writes %s, which is const input"),
    N_("%s writes to %s, which is const input"),
    N_("%s copied to the host here have never been written, the first is %s: no kernel was launched before"),
    N_("%s copied to the host here has never been written: %s: no kernel was launched before"),
    N_("%s copied to the host here have never been written, the first is %s"),
    N_("%s copied to the host here has never been written: %s"),
    N_("%d value is copied from %s to the host here, and %d of them is never read: the first at index %d"),
    N_("%d values are copied from %s to the host here, and %d of them is never read: the first at index %d"),
    N_("%d values are copied from %s to the host here, and %d of them are never read: the first at index %d"),
    N_("%s reads the value of lane %d, which does not take part in this shuffle"),
    N_("%s reads the value of lane %d, which its mask %s does not name"),
    N_("%s is written here by %s and never read"),
    N_("%s is written here and never read"),
    N_("%d of the %d elements of %s is never written: %s"),
    N_("%d of the %d elements of %s are never written, the first is %s"),
    N_("%d of the %d elements of %s are never read: the first is %s, the last %s"),
    N_("%d of the %d elements of %s is never read: %s"),
    N_("%d of the %d elements of %s are read more than once: the first is %s, the last %s"),
    N_("%d of the %d elements of %s is read more than once: %s"),
    N_("%s (%d byte) is allocated here and never freed"),
    N_("%s (%d bytes) is allocated here and never freed"),
    N_("a stream is created here and never destroyed with cudaStreamDestroy"),
    N_("an event is created here and never destroyed with cudaEventDestroy"),
    N_("%s is registered here and never unregistered with cudaHostUnregister"),
    N_("%d byte of host memory is allocated here and never freed"),
    N_("%d bytes of host memory are allocated here and never freed"),
    N_("this loop ends with %d results, not with one"),
    N_("only this line reads %s"),
    N_("%s() orders nothing for the threads of other blocks"),
    N_("a static variable is one for all blocks. With __shared__, each block has its own"),
    N_("the value that it gets is used here"),
    N_("%s comes from here"),
    N_("%s() makes the value here"),
    N_("the index comes from here, too: %s() returns it"),
    N_("on the way to the index, %s is read: %s wrote %d here"),
    N_("this call leads to the launch"),
    N_("this loop launches the kernel, but %s stays the same in it"),
    N_("no kernel is launched: is this condition false?"),
    N_("no kernel is launched: is this condition true?"),
    N_("no kernel is launched: does this loop not run at all?"),
    N_("no cudaMemcpy after this launch copies it"),
    N_("copied to the host here: %d of %d results"),
    // Barriers and ends.
    N_("threads of one block wait at two different barriers"),
    N_("%d of %d threads waits here, but %s has already left the kernel"),
    N_("%d of %d threads wait here, but %s has already left the kernel"),
    N_("a thread that returns never reaches the barrier"),
    N_("a thread that leaves the loop never reaches the barrier"),
    N_("a thread that continues with the next iteration skips the barrier"),
    N_("a thread that jumps from here skips the barrier"),
    N_("a condition in this statement decides which threads wait"),
    N_("the call that leads to the barrier is inside, and not all threads come in"),
    N_("the call that leads to the barrier is inside, and not all threads come in as often"),
    N_("the barrier is inside, and not all threads come in"),
    N_("the barrier is inside, and not all threads come in as often"),
    N_("some threads wait here, and others of the same warp go past this barrier"),
    N_("%s waits for lane %s, which its mask %s names, but that lane waits elsewhere"),
    N_("%s waits for lane %s, which its mask %s names, but that lane does not come here"),
    N_("%s goes past it here"),
    N_("%s is here when the checker stops the program"),
    N_("%s neither launches a kernel nor ends"),
    N_("%s loops here without any memory access: this can never end"),
    N_("%s has reached neither a barrier nor its end for a long time"),
    N_("%s reaches barriers again and again, but not its end"),
    N_("exit() ends the program here, during the case"),
    N_("%s was stopped by signal %d (%s)"),
    N_("abort(), perhaps by assert(), by free(), or because new got no memory"),
    N_("%s writes to host memory through a pointer that points to none (signal %d, %s). Has it been set?"),
    N_("%s reads host memory through a pointer that points to none (signal %d, %s). Has it been set?"),
    N_("%s needs more than %d bytes of local memory"),
    // Who does what.
    N_("%s reads"),
    N_("%s read"),
    N_("%s reads (volatile)"),
    N_("%s read (volatile)"),
    N_("%s reads (atomic)"),
    N_("%s read (atomic)"),
    N_("%s writes"),
    N_("%s wrote"),
    N_("%s writes (volatile)"),
    N_("%s wrote (volatile)"),
    N_("%s writes (atomic)"),
    N_("%s wrote (atomic)"),
    N_("%s atomically updates"),
    N_("%s atomically updated"),
    N_("%s waits"),
    N_("%s waits at a barrier of the block"),
    N_("thread %d of block %d"),
    N_("thread (%d,%d,%d) of block %d"),
    N_("thread %d of block (%d,%d,%d)"),
    N_("thread (%d,%d,%d) of block (%d,%d,%d)"),
    N_("block %d"),
    N_("host code"),
    N_("allocated"),
    N_("freed"),
    N_("first freed"),
    // Why a case fails.
    N_("out[%d]: expected %s, got %s; %d of %d elements is wrong"),
    N_("out[%d]: expected %s, got %s; %d of %d elements are wrong"),
    N_("%s, step by step: expected %s, got %s"),
    N_("expected %s, got %s"),
    N_("memory that was never written"),
    N_("the result is correct, but the program has the errors above"),
    N_("the result is correct, but the program never read the input"),
    N_("stopped in an endless loop"),
    N_("stopped in an endless recursion"),
    N_("stopped at the error above"),
    N_("the device stopped the program"),
    N_("the device stopped the program: %s"),
    N_("the program crashed before the case began"),
    N_("the program crashed during the case"),
    N_("the program crashed during the case: %s"),
    N_("the program ended with exit code %d during the case, as CUDA_CHECK does after an error"),
    N_("the program ended with exit code %d during the case"),
    N_("no answer within %s s: an endless loop"),
    N_("the program was not ready after %s s: code that runs before main, such as a global variable's "
       "constructor, does not end"),
    N_("no answer within %s s: an endless loop, or far too slow"),
    N_("stopped by Ctrl-C after %s s"),
    N_("segmentation fault"),
    N_("%s: %s, at most %d is allowed: %s"),
    N_("%s: %s, at most %d are allowed: %s"),
    N_("%s: %s, none is needed: %s"),
    N_("%s: %d in total, at least %d are needed: %s"),
    N_("%s in total"),
    N_("%s per launch"),
    N_("%s per block"),
    N_("%s per element"),
    N_("%s per warp and step"),
    N_("%s per warp in one step"),
    N_("launches"),
    N_("threads"),
    N_("bytes copied to the host"),
    N_("bytes copied on the device"),
    N_("global sectors"),
    N_("unchecked launches"),
    N_("blocks smaller than a warp"),
    N_("global loads of few blocks"),
    N_("launches that load"),
    N_("the kernels combine values with combine(), also where the operator is the sum"),
    N_("not run"),
    N_("skipped"),
    N_("broken"),
    N_("does not compile"),
    // What a wrong result happens to be.
    N_("%s is the sum of %s, that is the first block alone"),
    N_("%s is the sum of %s, that is the first %d of %d blocks"),
    N_("%s is the sum of %s, that is block %d alone"),
    N_("%s is the expected sum without %s, that is without block %d"),
    N_("%s is the expected sum without %s"),
    N_("%s is the expected sum plus block %d (%s) once more"),
    N_("%s is the expected sum plus %s once more"),
    N_("%s is the sum of %d blocks of %d elements that begin %d apart and therefore overlap"),
    N_("%s is %s, each block's first element alone"),
    N_("%s is in[0] alone"),
    N_("%s is the sum of the elements with an even index"),
    N_("%s is the sum of the first %d elements of %d"),
    N_("%s is the sum of the last %d elements of %d"),
    N_("%s is the sum of no elements"),
    N_("%s is %d times the expected sum"),
    N_("%s is identity(): no element contributed"),
    N_("%s has the correct magnitude and the wrong sign"),
    N_("%s is the value of an uninitialized variable"),
    N_("%s has the value of an uninitialized variable in out[%d]"),
    N_("the output has the result of %s, in %s"),
    N_("the output has the operands swapped in %s: %s and those after it come first"),
    N_("in[%d] to in[%d]"),
    N_("signal %d ended the program (%s)"),
    N_("stopped by Ctrl-C"),
    N_("a CUDA error was left: %s"),
    N_("the simulated GPU (%d worker)"),
    N_("the simulated GPU (%d workers)"),
    N_("simulated GPU (%d worker)"),
    N_("simulated GPU (%d workers)"),
    N_("simulated GPU"),
};

// The pieces of a text that a pattern's %s and %d stand for.
struct pieces {
    const char *begin[ARGUMENTS_MAX];
    size_t length[ARGUMENTS_MAX];
    bool number[ARGUMENTS_MAX];
    size_t count;
};

// Is the piece before a verb, as in "%s reads", a name such as "thread 3 of block 0", and not a sentence?
static bool is_name(const char *piece, size_t length) {
    for (size_t i = 0; i + 1 < length; i++) {
        if (piece[i + 1] == ' ' && strchr(",.:;", piece[i]) != NULL) {
            return false;
        }
    }
    return true;
}

// Does the whole text fit the pattern? A %s takes as little as it can.
static bool fits(const char *pattern, const char *text, const char *end, struct pieces *pieces) {
    while (*pattern != '\0' && *pattern != '%') {
        if (text == end || *pattern++ != *text++) {
            return false;
        }
    }
    if (*pattern == '\0') {
        return text == end;
    }
    bool number = pattern[1] == 'd';
    size_t at = pieces->count++, digits = strspn(text, "0123456789"), left = (size_t)(end - text);
    pieces->begin[at] = text;
    pieces->number[at] = number;
    digits = digits > left ? left : digits;
    for (size_t length = number ? digits : 1; length > 0 && length <= (number ? digits : left); length++) {
        pieces->length[at] = length;
        bool subject = at == 0 && pattern[2] == ' ' && islower((unsigned char)pattern[3]);
        if ((!subject || is_name(text, length)) && fits(pattern + 2, text + length, end, pieces)) {
            return true;
        }
        pieces->count = at + 1;
    }
    pieces->count = at;
    return false;
}

static size_t translate_piece(const char *english, size_t length, char *text, size_t size, int depth);

// In Chinese text there is a space between an ideograph and a word in Latin letters. U+4000 to U+9FFF begin with these
// bytes in UTF-8, and all have three.
static bool is_ideograph(const char *text) {
    return (unsigned char)*text >= 0xe4 && (unsigned char)*text <= 0xe9;
}

static bool touch(const char *text, size_t used, const char *next) {
    enum { IDEOGRAPH_BYTES = 3 };
    return used > 0 && ((used >= IDEOGRAPH_BYTES && is_ideograph(text + used - IDEOGRAPH_BYTES) &&
                         isalnum((unsigned char)*next)) ||
                        (is_ideograph(next) &&
                         (isalnum((unsigned char)text[used - 1]) || strchr("_])", text[used - 1]) != NULL)));
}

// Writes a translated pattern with the translations of its pieces.
static size_t fill(const char *translation, const struct pieces *pieces, char *text, size_t size, int depth) {
    size_t used = 0, next = 0;
    for (const char *at = translation; *at != '\0' && used + 1 < size;) {
        if (*at != '%') {
            text[used++] = *at++;
            continue;
        }
        size_t digits = strspn(at + 1, "0123456789"), which = next;
        if (digits > 0 && at[1 + digits] == '$') {
            which = (size_t)atoi(at + 1) - 1;
            at += digits + 1;
        } else {
            next++;
        }
        at += 2; // the pattern has the same arguments, which translate() has compared
        size_t added = translate_piece(pieces->begin[which], pieces->length[which], text + used, size - used,
                                       pieces->number[which] ? 0 : depth - 1);
        if (touch(text, used, text + used) && used + added + 1 < size) {
            memmove(text + used + 1, text + used, added);
            text[used++] = ' ';
        }
        used += added;
        if (touch(text, used, at) && used + 1 < size) {
            text[used++] = ' ';
        }
    }
    text[used] = '\0';
    return used;
}

// Puts the translation, or the text itself, into `text`, and returns its length.
static size_t translate_piece(const char *english, size_t length, char *text, size_t size, int depth) {
    const char *known = depth > 0 ? translation_find(english, length) : NULL;
    if (known != NULL) {
        return (size_t)snprintf(text, size, "%s", known) < size ? strlen(known) : size - 1;
    }
    for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]) && depth > 0; i++) {
        struct pieces pieces = {.count = 0};
        const char *translation = translate(patterns[i]);
        if (translation != patterns[i] && fits(patterns[i], english, english + length, &pieces)) {
            return fill(translation, &pieces, text, size, depth);
        }
    }
    int written = snprintf(text, size, "%.*s", (int)length, english);
    return (size_t)written < size ? (size_t)written : size - 1;
}

const char *said(const char *english, char text[SAID_SIZE]) {
    translate_piece(english, strlen(english), text, SAID_SIZE, DEPTH_MAX);
    return text;
}
