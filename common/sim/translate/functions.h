// The functions that a source declares or defines at file scope, and the member functions of its structs.
#ifndef LABS_FUNCTIONS_H
#define LABS_FUNCTIONS_H

#include "source.h"

struct function {
    const struct node *node, *block;     // block: its body, or NULL without one
    token_index first, end;              // of its declaration, `template <...>` included
    token_index name, parameters, body;  // parameters: their `(`; body: its `{`, or NO_TOKEN without a body
    int is_kernel, for_device, for_host; // from its qualifiers; a kernel is also for the device
    int is_template;
    int is_unclear; // one of the words before its name may be a macro of a header
    int is_symbol;  // operator+ and the like, but not operator(); the name of both is the word `operator`
    token_index of; // the name of a member function's struct; otherwise NO_TOKEN
};

struct functions {
    struct function *list;
    size_t count, capacity;
    struct function *local; // members of structs in kernels and device functions
    size_t local_count, local_capacity;
    token_index *host_tables; // the names of constant arrays at file scope that are in host memory
    size_t table_count, table_capacity;
};

// Finds all functions. Returns 0, or -1 with the error recorded. In both cases the caller calls free_functions().
int find_functions(struct source *source, struct functions *functions);
void free_functions(struct functions *functions);

// Does the file have a function of the name at i?
int names_function(const struct source *source, const struct functions *functions, token_index i);

// Is the word at i one of a.b, a->b, a::b after the first?
int is_member(const struct source *source, token_index i);

// Is the name declared in the function?
int is_declared(const struct source *source, const struct function *function, token_index name);

// The last token of the name at i, including its template arguments; and is the name called?
token_index name_end(const struct source *source, token_index i);
int is_called(const struct source *source, token_index i);

// The first declaration of the name at `name` as a variable, a parameter or a function in the node and before token
// `end`. NULL if there is none.
const struct node *find_declaration(const struct source *source, const struct node *root, token_index name,
                                    token_index end);

// host_library.c: is the word at i, in a kernel, host code of the C++ library? `unqualified`: the file has `using
// namespace std`, which the second function looks for.
int is_host_library(const struct source *source, token_index i, int unqualified);
int uses_namespace_std(const struct source *source);

// Is the word at i a class of the C++ library whose constructors and members are host code? And does `std::` precede
// it, but not `cuda::std::`?
int is_host_class(const struct source *source, token_index i);
int is_std(const struct source *source, token_index i);

// host_object.c: the class of the device function's parameter at i if that is such a class, and a member of it is
// called there, as in values[3] or values.size(). Otherwise NO_TOKEN.
token_index find_host_object(const struct source *source, const struct function *caller, int unqualified,
                             token_index i);

// Is the word at i one of the C library's functions, and is it called? The file has none of that name.
int calls_c_library(const struct source *source, const struct functions *functions, token_index i);

// Is the word at i one of the runtime's functions that calls_c_library() includes?
int is_runtime_call(const struct source *source, token_index i);

// If the call at i, in a kernel, is of __builtin_ctz or another function of the compiler that nvcc has there only for
// constants, makes the compiler check its argument. Returns 0 or -1.
int rewrite_for_constant(struct source *source, token_index i);

// kernel.c: returns 0, or -1 if nvcc or the device would refuse the definition of a kernel or device
// function. Also makes the compiler refuse variable-length arrays in them, and adds a check of each kernel's
// launch bounds.
int source_check_kernels(struct source *source, const struct functions *functions);

// noticed.c: lets lanes record which way they go, where the source asks for the active mask, and where they skip a
// barrier or an exchange of their warp. 0 or -1.
int rewrite_branches(struct source *source, const struct functions *functions);

// noticed.c: lets the read that comes before an atomicCAS of the same word count as atomic. 0 or -1.
int rewrite_compared(struct source *source, const struct functions *functions);

// noticed.c: tells the simulator of additions whose old value is not used, and of checks whose error is not. 0 or -1.
int rewrite_unused(struct source *source, const struct functions *functions);

// cases.c: marks the end of functions that end with a switch in which each case returns. 0 or -1.
int rewrite_cases(struct source *source, const struct functions *functions);

// chain.c: keeps GCC from reading an element again whose assignment has a value that is used. 0 or -1.
int rewrite_chains(struct source *source, const struct functions *functions);

// unset.c: gives variables without a value one that may be wrong. 0 or -1.
int rewrite_unset(struct source *source, const struct functions *functions);

// whole.c: tells the simulator how long the variables are that host code copies to and from. 0 or -1.
int rewrite_whole(struct source *source, const struct functions *functions);

// local_arrays.c: lets kernels and device functions report an index outside a local array, a row or a member. 0 or -1.
int rewrite_local_arrays(struct source *source, const struct functions *functions);

// built_in.c: returns 0, or -1 if the host function uses threadIdx and the like, and not as names of its own.
int source_check_built_in(struct source *source, const struct function *function);

// host_call.c: returns 0, or -1 if host code calls a device function or device code calls a host function.
int source_check_calls(struct source *source, const struct functions *functions);

// address.c: returns 0, or -1 if host code uses the address of a device function.
int source_check_addresses(struct source *source, const struct functions *functions);

// address.c: does the file use the function's name as a value?
int is_used_by_address(const struct source *source, const struct function *function);

// host_code.c: lets host functions that a kernel can reach without their name report that. 0 or -1.
int rewrite_host_code(struct source *source, const struct functions *functions);

// launched.c: returns 0, or -1 if one of the file's functions is launched that is not a kernel. Also lets the compiler
// refuse launches in kernels and device functions.
int source_check_launches(struct source *source, const struct functions *functions);

// Does the node contain a launch? `macros`: or may it, by one of the file's macros?
int contains_launch(const struct source *source, const struct node *root, int macros);

#endif
