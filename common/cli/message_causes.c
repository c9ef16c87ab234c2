#include "message_causes.h"

#include <stdlib.h>
#include <string.h>

#include "operator/operators.h"
#include "text/translation.h"

// As GCC, Clang and nvcc say it.
#define UNDECLARED "not declared|undeclared|is undefined"
#define NUMBER     "(const )?(int|unsigned( int)?|float|double|value_t)"

// Such words as students write them.
#define CUDA_WORD "_*([Gg]lobal|[Dd]evice|[Ss]hared|[Cc]onstant|[Hh]ost|[Mm]anaged|[Kk]ernel)_*"

// What is likely to be meant, where a line of the student's with an error has this, and the error says that.
static const struct {
    const char *code, *text, *hint;
} code_hints[] = {
    {"(^|[^.>A-Za-z0-9_]|[^-]>)((thread|block)Idx|(block|grid)Dim)[^.A-Za-z0-9_]", "",
     N_("threadIdx, blockIdx, blockDim and gridDim have a number for each dimension: write threadIdx.x")},
    {"[A-Za-z0-9_]<<[^<>]*>>>?[ (]", "",
     N_("a launch has three signs on each side: kernel<<<blocks, threads>>>(...)")},
    {"cudaMalloc[A-Za-z]* *[(] *& *[A-Za-z0-9_]+ *[[]", "takes the pointer's address|no matching function",
     N_("with an index, & gives the address of an element, not of the pointer: write &d_sums, not "
        "&d_sums[0]")},
    {"cudaMemcpy[A-Za-z]*[(]", "cudaMemcpy[A-Za-z]*[(]const [^,]*[*]",
     N_("the first argument of cudaMemcpy says where the values go: they cannot go to what is const")},
    {"cudaMemcpy[A-Za-z]*[(]", "void ?\\*|cudaMemcpy[A-Za-z]*[(][^)]|call to .cudaMemcpy[A-Za-z]*",
     N_("cudaMemcpy takes to, from, how many bytes, and the direction; for a variable x, write &x: "
        "cudaMemcpy(&x, d_x, bytes, cudaMemcpyDeviceToHost)")},
    {"cudaMemset[A-Za-z]*[(]", "void ?\\*|cudaMemset[A-Za-z]*[(][^)]|call to .cudaMemset[A-Za-z]*",
     N_("cudaMemset takes an address, the value of each byte, and how many bytes; for a variable x, write "
        "&x: cudaMemset(d_x, 0, bytes)")},
    {"(^|[^A-Za-z0-9_])(m|c|re)alloc *[(]", "void ?\\*",
     N_("a .cu file is C++, which converts no void * by itself: int *values = (int *)malloc(bytes)")},
    {"(^|[^A-Za-z0-9_])for *[(]", "nested-name-specifier|';' before '[)<]'|';' in 'for'",
     N_("a for has three parts, with semicolons between: for (int i = 0; i < n; i++)")},
    {"CUDA_CHECK *[(].*<<<", "void value|type 'void'",
     N_("a launch returns nothing: after it, CUDA_CHECK_LAUNCH(); asks whether it was accepted and has run")},
    {"CUDA_CHECK(_LAUNCH)? *(;|$)|CUDA_CHECK_LAUNCH *[(] *[^) ]", UNDECLARED "|macro",
     N_("write CUDA_CHECK(call); for a call of CUDA, and CUDA_CHECK_LAUNCH(); after a launch")},
    {"shuffle_(up|down|from) *[(]",
     "arguments (to|in) function|no matching function for call to 'shuffle_|to .void ?\\*",
     N_("these take the mask, the value, and how far or which lane: shuffle_down(0xffffffff, value, "
        "offset)")},
    {"identity *[^ (A-Za-z0-9_]", "[(][*][)][(]|'value_t [(]|of function",
     N_("identity is a function: write identity()")},
    {"cuda::(atomic|thread_scope|memory_order)",
     "(namespace|member of) .cuda|.cuda. has not been declared|undeclared identifier .cuda",
     N_("this name needs #include <cuda/atomic> at the beginning of the file")},
    {"", "volatile.* discards qualifiers|drops 'volatile' qualifier|cast from 'volatile ",
     N_("this variable is volatile, and what refers to it is not. For an atomic_ref, remove volatile from "
        "its declaration")},
    {"",
     "conversion from .const [A-Za-z0-9_ ]+[*]. to .[A-Za-z0-9_ ]+[*]|"
     "type '[^']+[*]'.*value of type 'const [A-Za-z0-9_ ]+[*]|discards qualifiers",
     N_("what it points to is const, so a pointer to it is declared with const, too: const int *values")},
    {"", "array assignment|in assignment of .* to .[A-Za-z0-9_ ]+ ?[[]|array type .* is not assignable",
     N_("an array cannot be assigned: assign its elements, or let a pointer point to it")},
    {"(if|while) *[(][^=)]*[]A-Za-z0-9_] *= *[^=]",
     "read-only|modifiable lvalue|not assignable|const-qualified", N_("a single = assigns; == compares")},
    {"", "read-only|modifiable lvalue|not assignable|const-qualified",
     N_("what is const must not change: the input, for example. Write to the output, or to a copy")},
    {"",
     "invalid operands (of types|to binary expression).*([*]|[[][0-9]*[]])|"
     "(conversion from|pointer to integer conversion).{1,40}" NUMBER " ?[*].( to .[a-z_ ]+[^a-z_ *]|;|$)|"
     "type '[^'*]+'.*value of type '" NUMBER " ?[*]'|incompatible type '" NUMBER " ?([*]'|[[])",
     N_("a pointer is an address: with an index, as in d_in[i], it is an element")},
    {"atomic[A-Z][A-Za-z]* *[(]",
     "atomic[A-Z][A-Za-z_]*[(][A-Za-z ]+[*]&?,|conversion from .[A-Za-z ]+[*]. to .[A-Za-z "
     "]+[*]",
     N_("no atomic of this name takes these types: docs/cuda-surface.md lists the types of each")},
    {"atomic[A-Z][A-Za-z]* *[(]", "conversion from|incompatible with parameter|atomic[A-Z][A-Za-z]+",
     N_("an atomic takes the address of the value that it changes: atomicAdd(&sum, x), or atomicAdd(d_sum, "
        "x) if d_sum is a pointer")},
    {"",
     "__(global|device|host|shared)__.* (does not name a type|was not declared)|type name "
     "'__(global|device)__",
     N_("a file with kernels must have a name that ends in .cu")},
    {"__constant__", "__constant__. was not declared|(type name|identifier) '__constant__'",
     N_("a __constant__ variable belongs to the whole program: declare it outside of all functions")},
    {"(^|[^A-Za-z0-9_])" CUDA_WORD " +[A-Za-z_]",
     "'" CUDA_WORD "'.*(does not name a type|was not declared)|"
     "(type name|undeclared identifier) '" CUDA_WORD "'|\"" CUDA_WORD "\" is undefined|no storage class",
     N_("CUDA's words begin and end with two underscores: __global__, __device__, __shared__, __constant__")},
    {"extern|__shared__", "dynamic_shared_|incompatible with previous",
     N_("all extern __shared__ arrays of one name are one array, which has one type: give this one another "
        "name")},
    {"", "does not have a constant initializer|requires a global (con|de)structor",
     N_("a variable of the device can begin with a constant only: set it with cudaMemcpyToSymbol, or in a "
        "kernel")},
    {"__shared__[^;]*[[]",
     "integral constant.expression|not a constant expression|constant value|variable length array",
     N_("the length of a shared array must be a constant, such as BLOCK_SIZE, or the launch gives it: extern "
        "__shared__")},
    {"", "variable length array",
     N_("the length of an array must be a constant, such as BLOCK_SIZE; in host code, malloc takes any "
        "length")},
    {"", "jump to case label|to this case label",
     N_("a case above declares a variable, which this case would skip: put the code of that case in braces, "
        "as in case 0: { ... }")},
    {"OPERATOR_IS *[(]", "division by zero",
     N_("only the sum and the affine maps can have code of their own: OPERATOR_IS(sum) and "
        "OPERATOR_IS(affine)")},
    {"(^|[^A-Za-z0-9_])sync(threads|warp) *[(]", UNDECLARED,
     N_("the names of the barriers begin with two underscores: __syncthreads() and __syncwarp()")},
    {"__sync(threads|warp) *;", UNDECLARED "|not call|not a call|has no effect|unused",
     N_("a barrier is a call, with parentheses: __syncthreads() or __syncwarp()")},
};

enum { CODE_HINTS = sizeof(code_hints) / sizeof(code_hints[0]) };

// A runner's name contains the operator's.
static const struct {
    const char *name, *type;
} operator_types[] = {
#define OPERATOR_TYPE(NAME, name, type, title, commutes) {#name, #type},
    OPERATORS(OPERATOR_TYPE)
#undef OPERATOR_TYPE
};

enum { OPERATOR_TYPES = sizeof(operator_types) / sizeof(operator_types[0]) };

bool message_causes_open(struct message_causes *causes) {
    causes->code = calloc(2 * CODE_HINTS, sizeof(*causes->code));
    causes->text = causes->code + CODE_HINTS;
    bool good = causes->code != NULL;
    for (int i = 0; i < CODE_HINTS && causes->code != NULL; i++) {
        good &= regcomp(&causes->code[i], code_hints[i].code, REG_EXTENDED) == 0;
        good &= regcomp(&causes->text[i], code_hints[i].text, REG_EXTENDED) == 0;
    }
    return good;
}

void message_causes_close(struct message_causes *causes) {
    for (int i = 0; i < CODE_HINTS && causes->code != NULL; i++) {
        regfree(&causes->code[i]);
        regfree(&causes->text[i]);
    }
    free(causes->code);
}

const char *message_causes_hint(const struct message_causes *causes, const char *code, const char *message) {
    for (int i = 0; i < CODE_HINTS; i++) {
        if (regexec(&causes->code[i], code, 0, NULL, 0) == 0 &&
            regexec(&causes->text[i], message, 0, NULL, 0) == 0) {
            return code_hints[i].hint;
        }
    }
    return NULL;
}

const char *message_causes_linker_hint(const char *line) {
    if (strstr(line, "undefined reference to `main'") != NULL) {
        return N_("a program needs a function main(): is it there, and is its name correct?");
    }
    if (strstr(line, "undefined reference to `") != NULL) {
        return N_(
            "this is declared, but its definition is missing: write it, or make the names and types of both "
            "the same");
    }
    if (strstr(line, "multiple definition of `main'") != NULL ||
        strstr(line, "duplicate symbol: main") != NULL) {
        return N_("the course's program has a main() already: remove yours. ./lab run FILE.cu runs a "
                  "program with a main() of its own");
    }
    return strstr(line, "multiple definition of `") != NULL || strstr(line, "duplicate symbol: ") != NULL
               ? N_("the program has a function or variable of this name already: give yours another name")
               : NULL;
}

int message_operator(const char *line) {
    char name[64];
    for (int id = 0; id < OPERATOR_TYPES; id++) {
        snprintf(name, sizeof(name), "-%s-", operator_types[id].name);
        if (strstr(line, name) != NULL) {
            return id;
        }
    }
    return OPERATOR_NONE;
}

// Errors of a struct that do not name its type.
static bool is_of_a_struct(const char *message) {
    static const char *const texts[] = {"To shuffle a struct", "take trivially copyable values of",
                                        "switch quantity not an integer", "operator++", "operator--"};
    bool found = false;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        found |= strstr(message, texts[i]) != NULL;
    }
    return found;
}

// Of an int, which value_t is with most operators, it does only where the code takes it for a struct.
bool message_operator_is_cause(int operator_id, const char *message) {
    if (operator_id == OPERATOR_NONE) {
        return false;
    }
    if (strcmp(operator_types[operator_id].type, "int") == 0) {
        return strstr(message, "value_t") != NULL &&
               (strstr(message, "non-class type") != NULL || strstr(message, "is not a structure") != NULL);
    }
    const char *type = operator_types[operator_id].type, *blank = strrchr(type, ' ');
    return (blank != NULL && is_of_a_struct(message)) || strstr(message, "value_t") != NULL ||
           strstr(message, blank != NULL ? blank + 1 : type) != NULL ||
           strstr(message, "no viable overloaded") != NULL; // Clang names the type in a note only
}

// A declaration may name value_t whatever the cause is.
bool message_operator_is_in_note(int operator_id, const char *note) {
    return (strstr(note, "no known conversion") != NULL ||
            strstr(note, "candidate template ignored") != NULL) &&
           message_operator_is_cause(operator_id, note);
}

void message_operator_show(int operator_id, FILE *out) {
    fprintf(out,
            "Your file is compiled once for each operator. Here it is %s, where value_t is %s. combine() and "
            "identity() fit every type.\n",
            operator_types[operator_id].name, operator_types[operator_id].type);
}
