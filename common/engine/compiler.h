// What the parts of the compiler share.
//
//     compile.c       the program as a whole: functions, parts
//     emit.c          instructions, registers, constants
//     declared.c      types and declarators
//     variables.c     declarations of variables, and their initial values
//     statements.c    statements
//     expressions.c   expressions: operands, and conversions between their types
//     operators.c     operators
//     calls.c         calls and launches
//     templates.c     templates of functions
//     notify.c        what the simulated GPU hears besides
//
// The tree's nodes are compiled in one pass, each function when it is first called. What is not known is refused by
// reject(), which does not return.
#ifndef LABS_ENGINE_COMPILER_H
#define LABS_ENGINE_COMPILER_H

#include "compile.h"
#include "lang/notices.h"
#include "lang/tree.h"
#include "runner/attempt.h"
#include "types.h"

enum symbol_kind {
    SYMBOL_REGISTER,  // a variable in a register
    SYMBOL_REFERENCE, // a register has the address of what it refers to
    SYMBOL_FRAME,     // memory in the frame, from a register on
    SYMBOL_STATIC,    // memory of the program
    SYMBOL_SHARED,    // __shared__
    SYMBOL_CONSTANT,  // a constant, also an enumerator
    SYMBOL_FUNCTION,
    SYMBOL_TYPE,
    SYMBOL_STRUCT // a struct's name, behind `struct`
};

struct symbol {
    int name;
    enum symbol_kind kind;
    const struct type *type;
    unsigned reg;      // of a variable in the frame
    unsigned guard;    // the register behind a local array; 0: none
    size_t offset;     // of a static one, in the program's memory
    uint32_t index;    // of a shared one
    union value value; // of a constant
    struct function *function;
    bool is_local;   // all indexes in it are checked (OP_CHECK_INDEX)
    bool is_checked; // those in its rows and members are
    struct symbol *before;
};

// Arguments that the compiler adds (native_list.h).
enum implied { IMPLIED_ELEMENT, IMPLIED_WRITTEN, IMPLIED_ROOM_OF_0, IMPLIED_ROOM_OF_1, IMPLIED_MAX };

struct function {
    int name;
    const struct node *node; // with its body, once that is known
    const struct type *result;
    const struct type **parameters; // from the last one on, `count` of them
    const struct node **defaults;   // their default values, or NULL
    unsigned count;
    bool variadic, kernel, device, host;
    enum implied implied[IMPLIED_MAX]; // the arguments that a native gets behind those
    unsigned implied_count;
    uint32_t native;             // in native_list.h; UINT32_MAX: none
    uint32_t index;              // in the program; UINT32_MAX: not yet
    struct function *overload;   // another one of the name
    bool is_template;            // only instances can be called
    struct function *instances;  // by `overload`
    const struct binding *bound; // of an instance: the template's parameters and their arguments
    unsigned bound_count;
    const char *shown;     // of an instance: its name with its arguments; otherwise NULL
    struct function *next; // to be compiled
};

// What an expression has become.
enum operand_kind {
    OPERAND_REGISTER, // a value in a register, not to be changed
    OPERAND_VARIABLE, // the variable in the register
    OPERAND_MEMORY,   // an object: its address is in the register, plus `offset`
    OPERAND_FRAME,    // an object in the frame, from the register on, plus `offset` bytes
    OPERAND_STATIC,   // an object to be initialized, at `value.p` in the program's memory
    OPERAND_CONSTANT,
    OPERAND_BUILT_IN, // threadIdx: `reg` is the number of its first member
    OPERAND_FUNCTION,
    OPERAND_NOTHING // void
};

struct operand {
    enum operand_kind kind;
    const struct type *type;
    unsigned reg;
    size_t offset;
    union value value;
    const struct function *function;
};

// Jumps to a place that is not known yet are a chain: each has the one before as its target, the first one 0.
struct loop {
    uint32_t breaks, continues;
    bool is_switch; // `continue` belongs to the loop around it
    struct loop *around;
};

struct label {
    int name;
    uint32_t at; // 0: not known yet
    uint32_t jumps;
    struct label *next;
};

struct compiler {
    const struct tree *tree;
    const char *parts; // as in the request
    struct program *program;
    struct arena *arena;
    struct refusal *refusal;
    struct attempt compiles;

    // Names are numbers, so that they are quick to compare.
    struct name {
        const char *text;
        size_t length;
        int next;
        bool in_memory; // the address of a variable of this name is taken in the function
    } *names;
    int name_count;
    int *name_table;
    struct symbol *symbols;      // the last one first
    struct symbol *file_symbols; // those at file scope
    struct function *to_compile, **last_to_compile;
    uint32_t native_count;

    // The function that is being compiled.
    const struct function *function;
    unsigned next_register, register_count;
    struct loop *loop;
    struct label *labels;
    uint32_t place;
    bool keeps_place; // a default argument is where the call is

    // What the simulator hears of (lang/notices.h).
    struct meetings meetings;
    const struct node *block;  // the function's body
    struct compared compared;  // in it
    const struct node *unused; // the statement whose result is not used; NULL: none
};

// ---- compile.c ----

// Rejects the source, and does not return. What is at the node is something that the engine does not know ("a lambda"),
// or what no compiler accepts ("'n' is not declared"). NULL: at the running place.
_Noreturn void refuse_source(struct compiler *compiler, const struct node *node, bool is_wrong,
                             const char *format, ...) __attribute__((format(printf, 4, 5)));
#define reject(compiler, node, ...) refuse_source(compiler, node, false, __VA_ARGS__)
#define wrong(compiler, node, ...)  refuse_source(compiler, node, true, __VA_ARGS__)

// Rejects it for a name that the source does not declare, but CUDA or compilers may. `what`: "is not a type".
_Noreturn void undeclared(struct compiler *compiler, const struct node *node, int name, const char *what);

// Rejects it if what is in the node could not be read: something is missing there, or too much.
void check_complete(struct compiler *compiler, const struct node *node);

void *take(struct compiler *compiler, size_t bytes); // zeroed, as long as the compiler

// The name of a token; NO_NAME for NO_TOKEN.
enum { NO_NAME = -1 };
int name_of_token(struct compiler *compiler, int token);
int name_of(struct compiler *compiler, const char *text);
const char *name_text(struct compiler *compiler, int name); // a string that lives as long as the program
// Its words without blanks between them, perhaps with `[...]` for each index.
const char *text_of(struct compiler *compiler, const struct node *node, bool hides_indices);

struct symbol *find_symbol(const struct compiler *compiler, int name);
struct symbol *find_struct(const struct compiler *compiler, int name);
struct symbol *add_symbol(struct compiler *compiler, int name, enum symbol_kind kind,
                          const struct type *type);

uint32_t function_index(struct compiler *compiler, struct function *function); // compiles it later

// The register of a parameter behind `next` registers of others.
unsigned parameter_place(unsigned next, const struct type *type);
struct function *new_function(struct compiler *compiler, const struct node *parameters,
                              const struct type *result);
// The types of a function's declaration.
struct function *read_function(struct compiler *compiler, const struct node *node);

// Is token i this word, in the node's tokens that are not its children's?
bool has_word(const struct compiler *compiler, const struct node *node, const char *word);

// Makes room in a list for one more element than `count`; adds one.
void *grow_list(struct compiler *compiler, void *list, size_t count, size_t element);
#define APPEND(compiler, list, count, ...)                                                                   \
    ((list) = grow_list(compiler, list, (size_t)(count), sizeof(*(list))),                                   \
     (void)((list)[(count)++] = (__VA_ARGS__)))

// ---- templates.c ----

struct function *instantiate(struct compiler *compiler, struct function *template, const struct node *name,
                             const struct operand *looks, unsigned look_count);
// Adds the parameters of its template as symbols.
void with_bound(struct compiler *compiler, const struct function *instance);

// ---- emit.c ----

uint32_t emit(struct compiler *compiler, unsigned operation, unsigned to, unsigned a, unsigned b);
uint32_t emit_number(struct compiler *compiler, unsigned operation, unsigned to, uint32_t number);
unsigned emit_value(struct compiler *compiler, unsigned operation, unsigned a,
                    unsigned b); // in a new register
void emit_constant(struct compiler *compiler, unsigned to, union value value);
void emit_next(struct compiler *compiler, union value value);
const char *add_string(struct compiler *compiler, const char *text,
                       size_t length); // in the program's strings

// Sets the place of the instructions that follow. Returns the one before.
uint32_t set_place(struct compiler *compiler, int token);

unsigned take_registers(struct compiler *compiler, unsigned count);
unsigned take_aligned(struct compiler *compiler, const struct type *type); // for memory in the frame

uint32_t here(const struct compiler *compiler); // the next instruction
void jump(struct compiler *compiler, unsigned operation, unsigned condition, uint32_t *jumps); // adds one
void land(struct compiler *compiler, uint32_t jumps, uint32_t target);

// ---- declared.c ----

struct declared {
    int name;
    const struct type *type;
    const struct node *value; // its initial value, or the first of several in parentheses; NULL: none
    bool in_parentheses;
    const struct node *parameters; // it is a function
};

struct specifiers {
    const struct type *type; // NULL: auto
    unsigned words;          // of those that make a type
    bool is_const, is_volatile, is_constexpr, is_static, is_extern, is_typedef;
    bool is_shared, is_device, is_constant, is_managed;
    const struct node *bounds; // of __launch_bounds__
    size_t alignment;          // of __align__; 0: none
};

struct specifiers read_specifiers(struct compiler *compiler, const struct node *type);
struct declared read_declarator(struct compiler *compiler, const struct node *declarator,
                                const struct type *base);
// Reads `*`, `&` and their qualifiers from token i on. Returns the token behind them.
int pointers_to(struct compiler *compiler, int i, int end, const struct type **type);
const struct type *named_type(struct compiler *compiler,
                              const struct node *node);                   // NULL: it is no type's NAME
void check_namespace(struct compiler *compiler, const struct node *name); // only std is known
const struct type *type_of_node(struct compiler *compiler, const struct node *type); // with pointers

// ---- variables.c ----

void declare(struct compiler *compiler, const struct node *declaration, bool at_file_scope);
// Gives the object an initial value: an expression or a list.
void initialize(struct compiler *compiler, const struct node *value, struct operand object);
// A new object in the frame, and one with these values.
struct operand new_object(struct compiler *compiler, const struct type *type);
struct operand construct(struct compiler *compiler, const struct node *node, const struct type *type,
                         const struct node *first);

// ---- statements.c ----

void compile_statement(struct compiler *compiler, const struct node *statement);
void find_in_memory(struct compiler *compiler, const struct node *function);
bool is_in_memory(const struct compiler *compiler, int name);

// ---- expressions.c ----

struct operand compile_expression(struct compiler *compiler, const struct node *node);
struct operand register_operand(const struct type *type, unsigned reg);
struct operand result_at(const struct type *type, unsigned reg); // a struct in the frame
struct operand part_of(struct operand object, const struct type *type, size_t offset); // a member or element
bool has_address(const struct operand *operand);
struct operand constant_operand(const struct type *type, union value value);
struct operand nothing(void);

// The value in a register: a scalar is loaded, an array becomes a pointer, a constant is set.
struct operand to_value(struct compiler *compiler, const struct node *node, struct operand operand);
unsigned to_register(struct compiler *compiler, const struct node *node, struct operand operand);

// The address of an object, in a register; of what a reference to the type refers to, perhaps a copy.
unsigned to_address(struct compiler *compiler, const struct node *node, struct operand operand);
unsigned to_referred(struct compiler *compiler, const struct node *node, const struct type *type);
struct operand object_at(const struct type *type, unsigned address);

// Converts a value to a type as an assignment does, or as a cast does.
struct operand convert(struct compiler *compiler, const struct node *node, struct operand operand,
                       const struct type *type, bool is_cast);
bool converts(const struct operand *operand, const struct type *type); // can it be converted?

// Gives an object, or a register, a value, converted to its type; likewise the registers or memory from `to` on; and
// these the value of an expression.
void put(struct compiler *compiler, const struct node *node, struct operand value, struct operand object);
void put_into(struct compiler *compiler, const struct node *node, struct operand value,
              const struct type *type, unsigned to);
void compile_into(struct compiler *compiler, const struct node *node, const struct type *type, unsigned to);

// What an expression is, or its value, which is not evaluated: a constant if nothing is left to the machine.
struct operand look_at(struct compiler *compiler, const struct node *node, bool as_value);
// Is it constant? Sets the value, converted to the type.
bool constant_value(struct compiler *compiler, const struct node *node, const struct type *type,
                    union value *value);
int64_t constant_integer(struct compiler *compiler, const struct node *node);
union value fold_conversion(union value value, const struct type *from, const struct type *to);

// A register that is 0 or not.
unsigned compile_condition(struct compiler *compiler, const struct node *node);
// Stores the value in a register to an object.
void store(struct compiler *compiler, const struct node *node, struct operand object, unsigned value);
// Copies an object to one of its type.
void copy_object(struct compiler *compiler, const struct node *node, struct operand to, struct operand from);

// ---- operators.c ----

struct operand compile_binary(struct compiler *compiler, const struct node *node);
struct operand compile_unary(struct compiler *compiler, const struct node *node);
struct operand compile_postfix(struct compiler *compiler, const struct node *node);
struct operand compile_assignment(struct compiler *compiler, const struct node *node);
struct operand compile_conditional(struct compiler *compiler, const struct node *node);
struct operand compile_index(struct compiler *compiler, const struct node *node);
struct operand compile_member(struct compiler *compiler, const struct node *node);

// ---- notify.c ----

// Compiles the call of a native whose arguments are in registers. Returns the register with its result. Its place is
// the node; NULL: where the compiler is.
unsigned call_native(struct compiler *compiler, const struct node *node, const struct function *native,
                     const unsigned *arguments, unsigned count);
const struct function *find_native(struct compiler *compiler, const char *name);

void begin_notices(struct compiler *compiler, const struct function *function);
void notify_function(struct compiler *compiler);                                // at its beginning
void notify_call(struct compiler *compiler, const struct node *call);           // before the call
void notify_statement(struct compiler *compiler, const struct node *statement); // behind it
// With the condition in a register. `node`: the statement or ?:
void notify_branch(struct compiler *compiler, const struct node *node, unsigned condition);
// The value of an expression that an atomicCAS compares, or `object`.
struct operand notify_compared(struct compiler *compiler, const struct node *node, struct operand object);

// ---- calls.c ----

struct operand compile_call(struct compiler *compiler, const struct node *node);
struct operand compile_launch(struct compiler *compiler, const struct node *node);
struct operand compile_new(struct compiler *compiler, const struct node *node);
struct operand compile_delete(struct compiler *compiler, const struct node *node);

#endif
