// What of the C and C++ libraries nvcc does not let a kernel call.
#include "functions.h"

#include <stdlib.h>
#include <string.h>

// Functions that nvcc provides for kernels, and names that are not code: types, traits, casts.
static int runs_in_kernels(const struct source *source, token_index i) {
    static const char *const words[] = {
        "abs",      "acos",    "acosh",     "asin",     "asinh",      "atan",    "atan2",     "atanh",
        "cbrt",     "ceil",    "copysign",  "cos",      "cosh",       "declval", "erf",       "erfc",
        "exp",      "exp2",    "expm1",     "fabs",     "false_type", "fdim",    "floor",     "fma",
        "fmax",     "fmin",    "fmod",      "forward",  "free",       "frexp",   "hypot",     "ilogb",
        "isfinite", "isinf",   "isnan",     "isnormal", "labs",       "ldexp",   "lgamma",    "llabs",
        "llrint",   "llround", "log",       "log10",    "log1p",      "log2",    "logb",      "lrint",
        "lround",   "malloc",  "memcpy",    "memset",   "modf",       "move",    "nearbyint", "nextafter",
        "pow",      "printf",  "remainder", "remquo",   "rint",       "round",   "scalbln",   "scalbn",
        "signbit",  "sin",     "sinh",      "sqrt",     "tan",        "tanh",    "tgamma",    "true_type",
        "trunc",    NULL};
    static const char *const types[] = {"integral_constant",  "bool_constant",         "integer_sequence",
                                        "index_sequence",     "make_integer_sequence", "make_index_sequence",
                                        "index_sequence_for", "initializer_list",      NULL};
    const struct token *token = &source->tokens[i];
    const char *word = source->text + token->offset;
    size_t length = token->length;
    return is_one_of(source, i, words) || is_one_of(source, i, types) ||
           (length > 3 && memcmp(word, "is_", 3) == 0) ||
           (length > 2 &&
            (memcmp(word + length - 2, "_t", 2) == 0 || memcmp(word + length - 2, "_v", 2) == 0));
}

int is_host_class(const struct source *source, token_index i) {
    static const char *const words[] = {"array",    "atomic",     "bitset",        "complex",       "deque",
                                        "function", "list",       "map",           "optional",      "pair",
                                        "queue",    "set",        "shared_ptr",    "stack",         "string",
                                        "tuple",    "unique_ptr", "unordered_map", "unordered_set", "variant",
                                        "vector",   NULL};
    return is_one_of(source, i, words);
}

static int is_stream(const struct source *source, token_index i) {
    static const char *const words[] = {"cout", "cerr", "clog", "cin", NULL};
    return is_one_of(source, i, words);
}

// The instructions of the host's processor in <immintrin.h>, which the simulated GPU could not observe either.
static int is_instruction(const struct source *source, token_index i) {
    static const char *const begins[] = {"_mm_", "_mm256_", "_mm512_"};
    const struct token *token = &source->tokens[i];
    for (size_t k = 0; k < sizeof(begins) / sizeof(begins[0]); k++) {
        size_t length = strlen(begins[k]);
        if (token->kind == TOKEN_IDENTIFIER && token->length > length &&
            memcmp(source->text + token->offset, begins[k], length) == 0) {
            return 1;
        }
    }
    return 0;
}

// Functions of the C library and of GCC that nvcc does not let a kernel call, for a call without `std::`.
static int is_c_library(const struct source *source, token_index i) {
    static const char *const words[] = {
        "_Exit",   "_exit",   "abort",  "aligned_alloc", "atexit",  "atof",       "atoi",
        "atol",    "bsearch", "calloc", "exit",          "fclose",  "fflush",     "fgets",
        "fopen",   "fprintf", "fputc",  "fputs",         "fread",   "fwrite",     "getchar",
        "getenv",  "getpid",  "perror", "putc",          "putchar", "puts",       "qsort",
        "raise",   "rand",    "rand_r", "random",        "realloc", "scanf",      "signal",
        "sleep",   "sprintf", "sscanf", "snprintf",      "srand",   "strcat",     "strchr",
        "strcmp",  "strcpy",  "strdup", "strncmp",       "strncpy", "strstr",     "strtod",
        "strtol",  "system",  "time",   "usleep",        "vprintf", "quick_exit", "__sync_synchronize",
        "drand48", "lrand48", NULL};
    return is_one_of(source, i, words) || is_instruction(source, i);
}

int is_std(const struct source *source, token_index i) {
    return is_pair(source, i - 2, "::") && is_word(source, i - 3, "std") &&
           !(is_pair(source, i - 5, "::") && is_word(source, i - 6, "cuda"));
}

int is_host_library(const struct source *source, token_index i, int unqualified) {
    static const char *const short_words[] = {"make_pair", "make_tuple", "swap", NULL};
    const int qualified = is_std(source, i);
    if (!qualified && (!unqualified || is_member(source, i))) {
        return 0;
    }
    token_index end = name_end(source, i);
    if (is_stream(source, i)) {
        return qualified || is_pair(source, i + 1, "<<") || is_pair(source, i + 1, ">>");
    }
    if (!qualified) {
        return (is_host_class(source, i) && end != i) ||
               (is_one_of(source, i, short_words) && is_called(source, i));
    }
    if (is_word(source, i, "numeric_limits")) { // max() is code, digits is not
        return is_pair(source, end + 1, "::") && is_character(source, end + 4, '(');
    }
    return is_host_class(source, i) || (is_called(source, i) && !runs_in_kernels(source, i));
}

int uses_namespace_std(const struct source *source) {
    for (token_index i = 0; i < source->count; i++) {
        if (is_word(source, i, "using") && is_word(source, i + 1, "namespace") &&
            is_word(source, i + 2, "std")) {
            return 1;
        }
    }
    return 0;
}

// Functions of the compiler that nvcc computes if the argument is a constant. Otherwise they are host code.
static int is_for_constants(const struct source *source, token_index i) {
    static const char *const words[] = {"__builtin_bswap16",   "__builtin_bswap32",
                                        "__builtin_bswap64",   "__builtin_bswap128",
                                        "__builtin_clzl",      "__builtin_ctz",
                                        "__builtin_ctzl",      "__builtin_ctzll",
                                        "__builtin_ffsl",      "__builtin_parity",
                                        "__builtin_parityl",   "__builtin_parityll",
                                        "__builtin_popcountl", NULL};
    return is_one_of(source, i, words);
}

int rewrite_for_constant(struct source *source, token_index i) {
    if (!is_for_constants(source, i) || !is_character(source, i + 1, '(') ||
        source->match[i + 1] == NO_TOKEN) {
        return 0;
    }
    token_index close = source->match[i + 1];
    struct buffer buffer = {0};
    int result = -1;
    if (buffer_add_string(&buffer, "(sim_for_constant<__builtin_constant_p((") != 0 ||
        buffer_add_tokens(&buffer, source, (struct range){i + 2, close}, 0) != 0 ||
        buffer_add_string(&buffer, "))>::check(), ") != 0) {
        source_out_of_memory(source);
    } else {
        size_t at = source->tokens[i].offset;
        result = source_replace(source, at, at, &buffer);
    }
    free(buffer.bytes);
    return result != 0 ? result : source_insert(source, token_end(source, close), ")");
}

// Functions of the runtime that nvcc does not let a kernel call. It lets one call cudaMalloc, for example, which the
// simulated GPU refuses when that happens.
int is_runtime_call(const struct source *source, token_index i) {
    static const char *const words[] = {"cudaDeviceReset",
                                        "cudaDeviceSynchronize",
                                        "cudaEventCreate",
                                        "cudaEventElapsedTime",
                                        "cudaEventQuery",
                                        "cudaEventSynchronize",
                                        "cudaFreeAsync",
                                        "cudaFreeHost",
                                        "cudaHostAlloc",
                                        "cudaMallocAsync",
                                        "cudaGetDeviceProperties",
                                        "cudaMallocHost",
                                        "cudaMallocManaged",
                                        "cudaMallocPitch",
                                        "cudaMemcpy",
                                        "cudaMemcpy2D",
                                        "cudaMemcpyFromSymbol",
                                        "cudaMemcpyToSymbol",
                                        "cudaMemset",
                                        "cudaMemset2D",
                                        "cudaSetDevice",
                                        "cudaStreamCreate",
                                        "cudaStreamQuery",
                                        "cudaStreamSynchronize",
                                        NULL};
    return is_one_of(source, i, words);
}

int calls_c_library(const struct source *source, const struct functions *functions, token_index i) {
    return (is_c_library(source, i) || is_runtime_call(source, i)) && is_called(source, i) &&
           !is_member(source, i) && !names_function(source, functions, i);
}
