// The program as a whole.
#include "compile.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "natives.h"

void refuse_source(struct compiler *compiler, const struct node *node, bool is_wrong, const char *format,
                   ...) {
    struct refusal *refusal = compiler->refusal;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(refusal->text, sizeof(refusal->text), format, arguments);
    va_end(arguments);
    refusal->byte = node == NULL ? compiler->place : tree_begin(compiler->tree, node);
    refusal->is_wrong = is_wrong;
    give_up(&compiler->compiles);
}

void undeclared(struct compiler *compiler, const struct node *node, int name, const char *what) {
    const char *text = name_text(compiler, name);
    if (strncmp(text, "cuda", 4) == 0 || strncmp(text, "__", 2) == 0) {
        reject(compiler, node, "%s", text);
    }
    wrong(compiler, node, "'%s' %s", text, what);
}

// Rejects the source for what is missing in front of token `at` of the node.
_Noreturn static void reject_missing(struct compiler *compiler, const struct node *node, int at) {
    const struct tree *tree = compiler->tree;
    for (int i = at - 1; i >= node->first; i--) {
        const char sign = tree->text[tree->tokens[i].offset];
        if ((sign == '(' || sign == '[' || sign == '{') && tree->match[i] == NO_TOKEN) {
            compiler->place = (uint32_t)tree->tokens[i].offset;
            wrong(compiler, NULL, "this '%c' is not closed", sign);
        }
    }
    const bool ends =
        node->kind == NODE_DECLARATION || (node->kind >= NODE_RETURN && node->kind <= NODE_EXPRESSION);
    compiler->place = (uint32_t)tree->tokens[at - 1].offset;
    wrong(compiler, NULL, "%s is missing behind this",
          ends                                           ? "a ';'"
          : node->kind == NODE_HEAD && node->first == at ? "a '('"
                                                         : "something");
}

void check_complete(struct compiler *compiler, const struct node *node) {
    const struct node *broken = node;
    while (broken != NULL && broken->kind != NODE_BROKEN) {
        broken = tree_next(broken, node);
    }
    if (broken != NULL && broken->first > 0 && broken->end == broken->first) {
        reject_missing(compiler, broken->parent, broken->first);
    }
    if (!node->complete) {
        wrong(compiler, broken != NULL ? broken : node, "this is not C++, or something before it is missing");
    }
}

static void *needed(struct compiler *compiler, void *memory) {
    if (memory == NULL) {
        reject(compiler, NULL, "memory is short");
    }
    return memory;
}

void *take(struct compiler *compiler, size_t bytes) {
    return needed(compiler, arena_take(&compiler->arena, bytes));
}

void *grow_list(struct compiler *compiler, void *list, size_t count, size_t element) {
    enum { LEAST = 256 };
    if (count != 0 && (count < LEAST || (count & (count - 1)) != 0)) {
        return list; // its room is a power of two
    }
    return needed(compiler, realloc(list, (count == 0 ? LEAST : 2 * count) * element));
}

// -------------------------------------------------------------------------------------------------------- names
enum { NAME_TABLE = 4096 };

static int number_of(struct compiler *compiler, const char *text, size_t length) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    }
    int *first = &compiler->name_table[hash % NAME_TABLE];
    for (int i = *first; i != NO_NAME; i = compiler->names[i].next) {
        if (compiler->names[i].length == length && memcmp(compiler->names[i].text, text, length) == 0) {
            return i;
        }
    }
    APPEND(compiler, compiler->names, compiler->name_count,
           (struct name){.text = text, .length = length, .next = *first});
    return *first = compiler->name_count - 1;
}

int name_of(struct compiler *compiler, const char *text) {
    return number_of(compiler, text, strlen(text));
}

int name_of_token(struct compiler *compiler, int token) {
    if (token == NO_TOKEN) {
        return NO_NAME;
    }
    const struct token *word = &compiler->tree->tokens[token];
    return number_of(compiler, compiler->tree->text + word->offset, word->length);
}

const char *name_text(struct compiler *compiler, int name) {
    return name == NO_NAME ? ""
                           : add_string(compiler, compiler->names[name].text, compiler->names[name].length);
}

const char *text_of(struct compiler *compiler, const struct node *node, bool hides_indices) {
    const struct tree *tree = compiler->tree;
    char *text = take(compiler, 4 * (tree_end(tree, node) - tree_begin(tree, node)) + 1);
    size_t length = 0;
    for (int i = node->first; i < node->end; i++) {
        const struct token *token = &tree->tokens[i];
        const bool hidden = hides_indices && tree_token_is(tree, i, "[");
        length += (size_t)sprintf(text + length, "%.*s%s", (int)token->length, tree->text + token->offset,
                                  hidden                        ? "...]"
                                  : tree_token_is(tree, i, ",") ? " "
                                                                : "");
        i = hidden ? tree->match[i] : i;
    }
    return add_string(compiler, text, length);
}

static struct symbol *find(const struct compiler *compiler, int name, bool is_struct) {
    struct symbol *symbol = compiler->symbols;
    while (symbol != NULL && (symbol->name != name || (symbol->kind == SYMBOL_STRUCT) != is_struct)) {
        symbol = symbol->before;
    }
    return symbol;
}

struct symbol *find_struct(const struct compiler *compiler, int name) {
    return find(compiler, name, true);
}

struct symbol *find_symbol(const struct compiler *compiler, int name) {
    struct symbol *symbol = find(compiler, name, false);
    return symbol != NULL || name == NO_NAME ? symbol : find_struct(compiler, name);
}

struct symbol *add_symbol(struct compiler *compiler, int name, enum symbol_kind kind,
                          const struct type *type) {
    struct symbol *symbol = take(compiler, sizeof(*symbol));
    *symbol = (struct symbol){.name = name, .kind = kind, .type = type, .before = compiler->symbols};
    compiler->symbols = symbol;
    return symbol;
}

bool has_word(const struct compiler *compiler, const struct node *node, const char *word) {
    const struct node *child = node->child;
    for (int i = node->first; i < node->end; i++) {
        while (child != NULL && child->end <= i) {
            child = child->next;
        }
        if (child != NULL && i >= child->first) {
            i = child->end - 1;
        } else if (tree_token_is(compiler->tree, i, word)) {
            return true;
        }
    }
    return false;
}

// A copy of the text, with a 0 behind it. It lives as long as the program.
const char *add_string(struct compiler *compiler, const char *text, size_t length) {
    struct string *string = needed(compiler, malloc(sizeof(*string) + length + 1));
    string->next = compiler->program->strings;
    string->length = length;
    memcpy(string->text, text, length);
    string->text[length] = '\0';
    compiler->program->strings = string;
    return string->text;
}

// ---------------------------------------------------------------------------------------------------- functions
static const struct type *parameter_type(struct compiler *compiler, const struct type *type) {
    return type->kind == TYPE_ARRAY      ? type_pointer(&compiler->arena, type->of)
           : type->kind == TYPE_FUNCTION ? type_pointer(&compiler->arena, type)
                                         : type;
}

// Is the parameter one for which the compiler adds an argument?
static bool is_implied(struct compiler *compiler, const struct node *node, struct function *function) {
    static const char *const names[] = {"sim_element", "sim_written", "sim_room_of_0", "sim_room_of_1"};
    for (int i = 0; i < IMPLIED_MAX; i++) {
        if (tree_name_is(compiler->tree, node, names[i]) && function->implied_count < IMPLIED_MAX) {
            function->implied[function->implied_count++] = (enum implied)i;
            return true;
        }
    }
    return false;
}

static void take_parameter(struct compiler *compiler, const struct node *node, struct function *function) {
    check_complete(compiler, node);
    if (node->kind != NODE_PARAMETER) {
        reject(compiler, node, "a parameter of this kind");
    }
    if (has_word(compiler, node, ".")) {
        function->variadic = true;
        return;
    }
    const struct specifiers specifiers = read_specifiers(compiler, tree_child_of_kind(node, NODE_TYPE));
    if (specifiers.type == NULL) {
        reject(compiler, node, "a parameter whose type is `auto`");
    }
    const struct declared declared =
        read_declarator(compiler, tree_child_of_kind(node, NODE_DECLARATOR), specifiers.type);
    if (!is_implied(compiler, node, function) && declared.type->kind != TYPE_VOID) { // (void)
        function->parameters[function->count] = parameter_type(compiler, declared.type);
        function->defaults[function->count++] = declared.value;
    }
}

struct function *new_function(struct compiler *compiler, const struct node *parameters,
                              const struct type *result) {
    struct function *function = take(compiler, sizeof(*function));
    *function = (struct function){.result = result, .native = UINT32_MAX, .index = UINT32_MAX};
    size_t count = 1;
    for (const struct node *node = parameters->child; node != NULL; node = node->next) {
        count++;
    }
    function->parameters = take(compiler, count * sizeof(*function->parameters));
    function->defaults = take(compiler, count * sizeof(*function->defaults));
    for (const struct node *node = parameters->child; node != NULL; node = node->next) {
        take_parameter(compiler, node, function);
    }
    return function;
}

bool functions_alike(const struct function *a, const struct function *b) {
    bool same = a == b || (a->count == b->count &&
                           (a->result == NULL || b->result == NULL || type_same(a->result, b->result)));
    for (unsigned i = 0; same && i < a->count; i++) {
        same = type_same(a->parameters[i], b->parameters[i]);
    }
    return same;
}

static struct function *find_overload(struct symbol *symbol, const struct function *like) {
    for (struct function *function = symbol->function; function != NULL; function = function->overload) {
        if (!function->is_template && functions_alike(function, like)) {
            return function;
        }
    }
    return NULL;
}

struct function *read_function(struct compiler *compiler, const struct node *node) {
    const struct node *type = tree_child_of_kind(node, NODE_TYPE);
    const struct node *parameters = tree_child_of_kind(node, NODE_PARAMETERS);
    if (type == NULL || parameters == NULL) {
        reject(compiler, node, "a function without a type");
    }
    const struct type *result = read_specifiers(compiler, type).type;
    if (result == NULL) {
        reject(compiler, node, "a function whose type is `auto`");
    }
    pointers_to(compiler, type->end, node->name, &result);
    if (result->kind == TYPE_REFERENCE) {
        reject(compiler, node, "a function that returns a reference");
    }
    struct function *function = new_function(compiler, parameters, result);
    function->name = name_of_token(compiler, node->name);
    function->kernel = node->kernel;
    function->device = node->device || node->kernel;
    function->host = node->host || !function->device;
    return function;
}

// A function of the same name and parameters is another declaration of the same function.
static void add_function(struct compiler *compiler, const struct node *node) {
    const bool defined = tree_child_of_kind(node, NODE_BLOCK) != NULL;
    check_complete(compiler, node);
    if (node->name == NO_TOKEN) {
        reject(compiler, node, "a function of this kind");
    }
    const int name = name_of_token(compiler, node->name);
    struct symbol *symbol = find_symbol(compiler, name);
    if (symbol == NULL || symbol->kind != SYMBOL_FUNCTION) {
        symbol = add_symbol(compiler, name, SYMBOL_FUNCTION, NULL);
    }
    if (tree_child_of_kind(node, NODE_TEMPLATE) != NULL) {
        struct function *template = take(compiler, sizeof(*template));
        *template = (struct function){.name = name,
                                      .node = node,
                                      .is_template = true,
                                      .kernel = node->kernel,
                                      .overload = symbol->function};
        symbol->function = defined ? template : symbol->function;
        return;
    }
    struct function *function = read_function(compiler, node);
    struct function *known = find_overload(symbol, function);
    if (known == NULL) {
        function->overload = symbol->function;
        symbol->function = known = function;
    } else {
        known->device |= function->device;
        known->kernel |= function->kernel;
        for (unsigned i = 0; i < known->count; i++) {
            known->defaults[i] = known->defaults[i] != NULL ? known->defaults[i] : function->defaults[i];
        }
    }
    if (compiler->native_count < NATIVE_COUNT && !defined) {
        known->native = compiler->native_count++;
        known->device = true;
        known->host = true;
    }
    if (defined) {
        known->node = node;
    }
}

uint32_t function_index(struct compiler *compiler, struct function *function) {
    struct program *program = compiler->program;
    if (function->index == UINT32_MAX) {
        if (function->node == NULL) {
            wrong(compiler, NULL, "'%s' has no definition", name_text(compiler, function->name));
        }
        function->index = program->function_count;
        APPEND(compiler, program->functions, program->function_count,
               (struct code_function){.name = function->shown != NULL ? function->shown
                                                                      : name_text(compiler, function->name),
                                      .kernel = function->kernel,
                                      .device = function->device,
                                      .host = function->host});
        *compiler->last_to_compile = function;
        compiler->last_to_compile = &function->next;
    }
    return function->index;
}

unsigned parameter_place(unsigned next, const struct type *type) {
    return type->alignment > sizeof(union value) ? next + next % 2 : next;
}

// A struct is passed in registers, and from then on memory in the frame.
static void add_parameters(struct compiler *compiler, const struct function *function,
                           struct code_function *code) {
    const struct node *node = tree_child_of_kind(function->node, NODE_PARAMETERS)->child;
    unsigned registers = 0;
    for (unsigned i = 0; i < function->count; i++, node = node->next) {
        const struct type *type = function->parameters[i];
        const int name = name_of_token(compiler, node->name);
        compiler->next_register = parameter_place(compiler->next_register, type);
        const unsigned reg = take_registers(compiler, type_registers(type));
        const bool memory = type->kind == TYPE_STRUCT || is_in_memory(compiler, name);
        if (type->alignment > 2 * sizeof(union value)) {
            reject(compiler, node, "a parameter of a type with such an alignment");
        }
        if (type->kind == TYPE_POINTER && reg < 64) {
            code->pointers |= 1ull << reg;
        }
        const enum symbol_kind kind = type->kind == TYPE_REFERENCE ? SYMBOL_REFERENCE
                                      : memory                     ? SYMBOL_FRAME
                                                                   : SYMBOL_REGISTER;
        struct symbol *symbol =
            add_symbol(compiler, name, kind, type->kind == TYPE_REFERENCE ? type->of : type);
        symbol->reg = reg;
        registers = compiler->next_register;
    }
    code->argument_registers = registers;
}

static void compile_function(struct compiler *compiler, struct function *function) {
    struct symbol *outer = compiler->symbols;
    compiler->function = function;
    compiler->next_register = compiler->register_count = 0;
    compiler->loop = NULL;
    compiler->labels = NULL;
    compiler->place = (uint32_t)tree_begin(compiler->tree, function->node);
    find_in_memory(compiler, function->node);
    begin_notices(compiler, function);
    struct code_function code = compiler->program->functions[function->index];
    code.first = here(compiler);
    const struct node *type = tree_child_of_kind(function->node, NODE_TYPE);
    with_bound(compiler, function);
    const struct node *bounds = read_specifiers(compiler, type).bounds;
    code.bounds = bounds == NULL ? 0 : (unsigned)constant_integer(compiler, bounds);
    add_parameters(compiler, function, &code);
    notify_function(compiler);
    compile_statement(compiler, tree_child_of_kind(function->node, NODE_BLOCK));
    for (const struct label *label = compiler->labels; label != NULL; label = label->next) {
        if (label->at == 0) {
            wrong(compiler, function->node, "a goto has no label");
        }
        land(compiler, label->jumps, label->at);
    }
    set_place(compiler, function->node->end - 1);
    code.result_registers = type_registers(function->result);
    const unsigned result = take_registers(compiler, code.result_registers);
    if (function->name == name_of(compiler, "main")) {
        emit_constant(compiler, result, (union value){.i = 0});
    } else if (code.result_registers > 0) {
        call_native(compiler, NULL, find_native(compiler, "sim_no_case"), NULL, 0);
    }
    emit(compiler, OP_RETURN, 0, result, 0);
    code.registers = compiler->register_count;
    compiler->program->functions[function->index] = code;
    compiler->symbols = outer;
}

// -------------------------------------------------------------------------------------------------------- files
static void declare_all(struct compiler *compiler, const struct node *parent) {
    for (const struct node *node = parent->child; node != NULL; node = node->next) {
        switch (node->kind) {
        case NODE_FUNCTION:
            add_function(compiler, node);
            break;
        case NODE_NAMESPACE:
            if (node->name != NO_TOKEN) {
                reject(compiler, node, "a namespace");
            }
            declare_all(compiler, node); // extern "C", or one without a name
            break;
        case NODE_DECLARATION:
            declare(compiler, node, true);
            break;
        case NODE_EMPTY:
        case NODE_STRING:
            break;
        default:
            check_complete(compiler, node);
            if (node->kind >= NODE_IF && node->kind <= NODE_EXPRESSION) {
                wrong(compiler, node, "this statement is in no function: does a '}' above end it too early?");
            }
            reject(compiler, node, "a %s here", tree_kind_name(node->kind));
        }
    }
}

static struct function *find_function(struct compiler *compiler, const char *text) {
    const struct symbol *symbol = find_symbol(compiler, name_of(compiler, text));
    return symbol != NULL && symbol->kind == SYMBOL_FUNCTION ? symbol->function : NULL;
}

static void add_part(struct compiler *compiler, char kind, const char *name, struct function *function) {
    struct program *program = compiler->program;
    const struct type *first = function->count > 0 ? function->parameters[0]->of : NULL;
    APPEND(compiler, program->parts, program->part_count,
           (struct code_part){.kind = kind,
                              .name = add_string(compiler, name, strlen(name)),
                              .function = function_index(compiler, function),
                              .value_size = first == NULL ? 0 : first->size});
}

// LAB_PART(REDUCE, modulo, reduce_modulo) ...   or main(), if there are none
static void add_parts(struct compiler *compiler) {
    const char *parts = compiler->parts;
    char kind[16], name[64], called[64];
    int length;
    while (sscanf(parts, " LAB_PART ( %15[A-Z] , %63[a-zA-Z0-9_] , %63[a-zA-Z0-9_] )%n", kind, name, called,
                  &length) == 3) {
        parts += length;
        struct function *function = find_function(compiler, called);
        while (function != NULL && (function->node == NULL || function->count < 2 || function->is_template ||
                                    function->parameters[0]->of == NULL)) {
            function = function->overload;
        }
        if (function == NULL) {
            wrong(compiler, NULL, "'%s' is not defined", called);
        }
        add_part(compiler, kind[0], name, function);
    }
    struct function *function = find_function(compiler, "main");
    if (compiler->program->part_count == 0 && function != NULL && function->node != NULL) {
        add_part(compiler, 'M', "main", function);
    }
}

static uint32_t index_of_operator(struct compiler *compiler, const char *name) {
    struct function *function = find_function(compiler, name);
    return function == NULL || function->node == NULL ? UINT32_MAX : function_index(compiler, function);
}

static void compile_all(void *of_compiler) {
    struct compiler *compiler = of_compiler;
    set_place(compiler, 0);
    emit(compiler, OP_STOP, 0, 0, 0);
    if (!notice_meetings(compiler->tree, &compiler->meetings)) {
        reject(compiler, NULL, "memory is short");
    }
    declare_all(compiler, compiler->tree->file);
    compiler->file_symbols = compiler->symbols;
    add_parts(compiler);
    compiler->program->identity = index_of_operator(compiler, "identity");
    compiler->program->combine = index_of_operator(compiler, "combine");
    for (struct function *function = compiler->to_compile; function != NULL; function = function->next) {
        compile_function(compiler, function);
    }
}

struct program *compile(const struct compile_request *request, struct refusal *refusal) {
    struct compiler *compiler = calloc(1, sizeof(*compiler));
    struct program *program = calloc(1, sizeof(*program));
    struct tree *tree = tree_read(request->text, request->length);
    int *table = malloc(NAME_TABLE * sizeof(*table));
    bool good = false;
    *refusal = (struct refusal){.text = "memory is short"};
    if (compiler != NULL && program != NULL && tree != NULL && table != NULL) {
        for (int i = 0; i < NAME_TABLE; i++) {
            table[i] = NO_NAME;
        }
        *compiler = (struct compiler){.tree = tree,
                                      .parts = request->parts,
                                      .program = program,
                                      .refusal = refusal,
                                      .name_table = table};
        compiler->last_to_compile = &compiler->to_compile;
        good = attempt(&compiler->compiles, compile_all, compiler);
        arena_free(compiler->arena);
        free(compiler->meetings.at);
        free(compiler->names);
    }
    tree_free(tree);
    free(table);
    free(compiler);
    if (!good) {
        program_code_free(program);
        return NULL;
    }
    return program;
}

void program_code_free(struct program *program) {
    if (program == NULL) {
        return;
    }
    while (program->strings != NULL) {
        struct string *next = program->strings->next;
        free(program->strings);
        program->strings = next;
    }
    free(program->code);
    free(program->places);
    free(program->constants);
    free(program->functions);
    free(program->shared);
    free(program->arrays);
    free(program->variables);
    for (int space = 0; space < VARIABLE_SPACES; space++) {
        free(program->memory[space]);
    }
    free(program->parts);
    free(program);
}
