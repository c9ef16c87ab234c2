#include "sim/report/access.h"

#include <stdio.h>
#include <string.h>

#include "runner/plural.h"
#include "runner/element_name.h"
#include "sim/report/thread_name.h"
#include "sim/trace/trace.h"

enum { NAME_BYTES = 64, ELEMENT_BYTES = 96 };

// By enum access_kind, without regard to scope.
static const char *const VERBS[] = {
    "reads",          "writes",         "reads (volatile)", "writes (volatile)", "atomically updates",
    "reads (atomic)", "writes (atomic)"};
static const char *const PAST_VERBS[] = {
    "read",          "wrote",         "read (volatile)", "wrote (volatile)", "atomically updated",
    "read (atomic)", "wrote (atomic)"};

static const char *verb_of(const struct wrong_access *access) {
    return VERBS[access_unscoped(access->kind)];
}

static const char *past_verb_of(const struct access_record *earlier) {
    return PAST_VERBS[access_unscoped((enum access_kind)earlier->kind)];
}

static enum diagnostic_act act_of(enum access_kind kind) {
    const enum access_kind plain = access_unscoped(kind);
    return access_reads(plain) ? ACT_READS : plain == ACCESS_ATOMIC ? ACT_UPDATES : ACT_WRITES;
}

// Says at the two places what the two threads did there.
static void say_places(struct diagnostic *made, const struct wrong_access *access, const char *self,
                       const struct access_record *earlier, const char *other) {
    made->places[1].act = act_of((enum access_kind)earlier->kind);
    made->places[0].form = made->places[1].form = PLACE_ACT;
    snprintf(made->places[0].text, sizeof(made->places[0].text), "%s %s", self, verb_of(access));
    snprintf(made->places[1].text, sizeof(made->places[1].text), "%s %s", other, past_verb_of(earlier));
}

// `earlier`: the other access of a race; NULL: none.
static struct diagnostic *add_pair(const struct wrong_access *access, enum diagnostic_class class_,
                                   uint32_t second_pc, const struct access_record *earlier) {
    const char *name = access->target.name;
    struct diagnostic *made =
        report_add(access->report, class_, name == NULL ? "" : name, access->pc, second_pc);
    if (made != NULL) {
        made->block = access->report->block_id;
        made->moment = access->moment;
        made->places[0].act = act_of(access->kind);
        made->first_byte = name != NULL ? (int64_t)(access->address - access->target.base) : 0;
        made->order = access->order;
        made->after_stray = access->report->after_stray;
    }
    if (trace_on()) {
        trace_mistaken_access(access->thread, access->address, access->bytes, access->kind, earlier);
    }
    return made;
}

static struct diagnostic *add(const struct wrong_access *access, enum diagnostic_class class_,
                              uint32_t second_pc) {
    return add_pair(access, class_, second_pc, NULL);
}

// "s_partial[3]", or "s_partial[3] + 2 bytes" inside an element.
static const char *name_element(const struct target *target, uintptr_t address, char text[ELEMENT_BYTES]) {
    long long offset = (long long)(address - target->base), element = (long long)target->element;
    long long index = offset >= 0 ? offset / element : -((-offset + element - 1) / element);
    long long rest = offset - index * element;
    element_name(target->name, target->row, index, text, ELEMENT_BYTES);
    if (rest != 0) {
        size_t length = strlen(text);
        snprintf(text + length, ELEMENT_BYTES - length, " + %lld byte%s", rest, plural((uint64_t)rest));
    }
    return text;
}

static const char *name_self(const struct wrong_access *access, char text[NAME_BYTES]) {
    return thread_name(access->report->launch, access->report->block_id, access->thread, text, NAME_BYTES);
}

// "thread 3 of block 0 writes d_in[7]", followed by `end`.
static void say_element(struct diagnostic *made, const struct wrong_access *access, const char *verb,
                        const char *end) {
    char self[NAME_BYTES], element[ELEMENT_BYTES];
    snprintf(made->message, sizeof(made->message), "%s %s %s%s", name_self(access, self), verb,
             name_element(&access->target, access->address, element), end);
}

void report_race(const struct wrong_access *access, enum diagnostic_class class_,
                 const struct access_record *earlier, enum missing_order missing) {
    static const struct {
        enum diagnostic_topic topic;
        const char *text;
    } whys[] = {
        [NO_WARP_BARRIER] = {TOPIC_NO_WARP_BARRIER, "with neither __syncthreads() nor __syncwarp() between"},
        [ONLY_EXCHANGE] = {TOPIC_ONLY_EXCHANGE,
                           "with only a shuffle or vote between, and those do not order memory accesses"},
        [NO_BARRIER] = {TOPIC_NO_BARRIER, "with no __syncthreads() between"},
        [NO_SCOPE] = {TOPIC_NO_SCOPE,
                      "and an atomic with the scope of a block is not atomic for other blocks"},
        [LATE] = {TOPIC_LATE, "and the flag was written before it"},
        [NO_FENCE] = {TOPIC_NO_FENCE, "with no __threadfence() after the read of the flag"},
        [READ_IN_BLOCK] = {TOPIC_BLOCK_FENCE,
                           "with only a fence for the reader's own block after the read of the flag"},
        [WRITTEN_EARLY] = {TOPIC_NO_FENCE, "with no __threadfence() before the flag's write"},
        [WRITTEN_IN_BLOCK] = {TOPIC_BLOCK_FENCE,
                              "with only a fence for the writer's own block before the flag's write"},
        [WRITTEN_BY_LANE] = {TOPIC_APART, "with no __syncwarp() before another lane writes the flag"},
        [WRITTEN_BY_THREAD] = {TOPIC_APART, "with no __syncthreads() before another thread writes the flag"},
        [READ_BY_LANE] = {TOPIC_APART, "with no __syncwarp() after another lane reads the flag"},
        [READ_BY_THREAD] = {TOPIC_APART, "with no __syncthreads() after another thread reads the flag"},
        [NO_FLAG_YET] = {TOPIC_NO_FLAG_YET, "and no flag was set yet"},
        [NO_ORDER] = {TOPIC_NO_ORDER, "and nothing orders the two blocks"}};
    struct diagnostic *made = add_pair(access, class_, earlier->pc, earlier);
    if (made == NULL) {
        return;
    }
    char self[NAME_BYTES], other[NAME_BYTES], element[ELEMENT_BYTES];
    name_self(access, self);
    thread_name(access->report->launch, earlier->block_id, earlier->thread, other, sizeof(other));
    snprintf(made->message, sizeof(made->message), "%s: %s %s it and %s %s it",
             name_element(&access->target, access->address, element), other, past_verb_of(earlier), self,
             verb_of(access));
    made->two_blocks = earlier->block_id != access->report->block_id;
    made->barrier_pc = access->barrier_pc;
    made->near_pc = access->flag_pc;
    snprintf(made->missing, sizeof(made->missing), ", %s", whys[missing].text);
    made->topic = whys[missing].topic;
    say_places(made, access, self, earlier, other);
}

void report_same_value(const struct wrong_access *access, const struct access_record *earlier) {
    struct diagnostic *made = add(access, DIAGNOSTIC_SAME_VALUE, 0);
    if (made == NULL) {
        return;
    }
    char self[NAME_BYTES], other[NAME_BYTES], element[ELEMENT_BYTES];
    name_self(access, self);
    thread_name(access->report->launch, access->report->block_id, earlier->thread, other, sizeof(other));
    snprintf(made->message, sizeof(made->message), "%s and %s store the same value to %s", other, self,
             name_element(&access->target, access->address, element));
}

// What would have ordered the write before the read.
static const char *name_missing(enum missing_order missing) {
    switch (missing) {
    case NO_FENCE:
        return "with no __threadfence() after the flag's read";
    case READ_IN_BLOCK:
        return "with only a fence for the reader's own block after the read of the flag";
    case NO_ORDER:
        return "with no __threadfence() before the flag's write";
    case WRITTEN_IN_BLOCK:
        return "with only a fence for the writer's own block before the flag's write";
    default:
        return "with no barrier or fence between";
    }
}

void report_stale(const struct wrong_access *access, const struct access_record *write,
                  enum missing_order missing, bool lost) {
    struct diagnostic *made = add(access, lost ? DIAGNOSTIC_LOST_UPDATE : DIAGNOSTIC_STALE_READ, write->pc);
    if (made == NULL) {
        return;
    }
    char self[NAME_BYTES], other[NAME_BYTES], element[ELEMENT_BYTES];
    name_self(access, self);
    thread_name(access->report->launch, write->block_id, write->thread, other, sizeof(other));
    snprintf(made->message, sizeof(made->message), "%s: %s gets an older value than %s has written",
             name_element(&access->target, access->address, element), self, other);
    made->two_blocks = 1;
    made->topic = missing == READ_IN_BLOCK || missing == WRITTEN_IN_BLOCK ? TOPIC_BLOCK_FENCE : TOPIC_NONE;
    snprintf(made->missing, sizeof(made->missing), ", %s",
             lost ? "and then stores a new one: one of the two updates is lost" : name_missing(missing));
    say_places(made, access, self, write, other);
}

void report_unset_older(const struct wrong_access *access, const struct access_record *write,
                        enum missing_order missing) {
    struct diagnostic *made = add(access, DIAGNOSTIC_UNSET_READ, write->pc);
    if (made == NULL) {
        return;
    }
    char self[NAME_BYTES], other[NAME_BYTES], element[ELEMENT_BYTES];
    name_self(access, self);
    thread_name(access->report->launch, write->block_id, write->thread, other, sizeof(other));
    made->topic = TOPIC_OLDER;
    snprintf(made->message, sizeof(made->message), "%s reads %s, which nothing had written before %s did, %s",
             self, name_element(&access->target, access->address, element), other, name_missing(missing));
    say_places(made, access, self, write, other);
}

void report_read_only(const struct wrong_access *access, const struct access_record *write) {
    struct diagnostic *made = add(access, DIAGNOSTIC_READ_ONLY, write->pc);
    if (made == NULL) {
        return;
    }
    char self[NAME_BYTES], other[NAME_BYTES], element[ELEMENT_BYTES];
    name_self(access, self);
    thread_name(access->report->launch, write->block_id, write->thread, other, sizeof(other));
    snprintf(
        made->message, sizeof(made->message),
        "%s reads %s through the read-only cache, which need not notice that %s %s it in the same launch",
        self, name_element(&access->target, access->address, element), other, past_verb_of(write));
    say_places(made, access, self, write, other);
}

// Says at the second place how many bytes of the array host code has set.
static void say_set(struct diagnostic *made, const struct allocation *array) {
    char *text = made->places[1].text;
    const size_t size = sizeof(made->places[1].text);
    made->places[1].form = PLACE_WHOLE;
    if (array->set.bytes == 0 && array->set.value != 0) {
        snprintf(text, size,
                 "here, %s sets 0 bytes to %d: are the value and the number of bytes in the right order?",
                 array->set.call, array->set.value);
    } else {
        const bool copies = strncmp(array->set.call, "cudaMemcpy", strlen("cudaMemcpy")) == 0;
        snprintf(text, size, "here, %s %s only %zu of the %zu bytes of %s", array->set.call,
                 copies ? "copies" : "sets", array->set.bytes, array->bytes, array->name);
    }
}

void report_unset(const struct wrong_access *access) {
    const struct target *target = &access->target;
    const struct allocation *array = target->allocation;
    const bool is_set = array != NULL && array->set.call != NULL && array->set.bytes < array->bytes;
    struct diagnostic *made = add(access, DIAGNOSTIC_UNSET_READ, is_set ? array->set.pc : 0);
    if (made != NULL) {
        if (is_set) {
            say_set(made, array);
        }
        made->lost.shared = target->shared;
        if (target->row > 1) {
            made->in_rows = 1;
            made->row = (uint32_t)((access->address - target->base) / target->element / target->row);
        }
        say_element(made, access, "reads", ", which nothing has written");
    }
}

void report_copy_not_awaited(const struct wrong_access *access, uint32_t copy_pc) {
    struct diagnostic *made = add(access, DIAGNOSTIC_UNSET_READ, copy_pc);
    if (made != NULL) {
        made->topic = TOPIC_COPY_NOT_AWAITED;
        made->lost.shared = true;
        say_element(made, access, "reads",
                    ", which an asynchronous copy may still write: no wait for it came before");
        snprintf(made->places[1].text, sizeof(made->places[1].text), "the copy begins");
        made->places[1].form = PLACE_ACT;
    }
}

void report_input_written(const struct wrong_access *access) {
    struct diagnostic *made = add(access, DIAGNOSTIC_INPUT_CHANGED, 0);
    if (made != NULL) {
        say_element(made, access, verb_of(access), ", which is const input");
    }
}

void report_constant_written(const struct wrong_access *access) {
    struct diagnostic *made = add(access, DIAGNOSTIC_WRONG_SPACE, 0);
    if (made != NULL) {
        say_element(made, access, verb_of(access), ", which is constant: kernels may only read it");
    }
}

static void say_far(struct diagnostic *made, const struct wrong_access *access) {
    char self[NAME_BYTES];
    const struct target *target = &access->target;
    bool below = access->address < target->base;
    snprintf(made->message, sizeof(made->message),
             "%s %s %u byte%s far outside every array: the nearest, %s, %s %zu bytes %s",
             name_self(access, self), verb_of(access), access->bytes, plural(access->bytes), target->name,
             below ? "begins" : "ends", target_distance(target, access->address),
             below ? "later" : "earlier");
}

static void say_outside(struct diagnostic *made, const struct wrong_access *access) {
    char self[NAME_BYTES], element[ELEMENT_BYTES], last[ELEMENT_BYTES], size[64];
    const struct target *target = &access->target;
    size_t count = target->bytes / target->element;
    if (target->bytes % target->element == 0) {
        made->topic = TOPIC_LENGTH;
        snprintf(size, sizeof(size), "%zu element%s of %zu bytes", count, plural(count), target->element);
    } else { // cudaMalloc's size is in bytes: `* sizeof(...)` was probably forgotten
        made->array_bytes = target->bytes;
        snprintf(size, sizeof(size), "%zu byte%s", target->bytes, plural(target->bytes));
    }
    bool several = access->bytes > target->element && access->bytes % target->element == 0;
    if (several) { // the first of them may be inside
        name_element(target, access->address + access->bytes - target->element, last);
    }
    int length =
        snprintf(made->message, sizeof(made->message), "%s %s %s%s%s, but %s has %s", name_self(access, self),
                 verb_of(access), name_element(target, access->address, element), several ? " to " : "",
                 several ? last : "", target->name, size);
    if (target->dynamic) {
        made->sized_by_launch = 1;
        snprintf(made->message + length, sizeof(made->message) - (size_t)length,
                 ". It is extern __shared__, and the launch gives it %zu byte%s", target->bytes,
                 plural(target->bytes));
        snprintf(made->places[1].text, sizeof(made->places[1].text), "launched here");
        made->places[1].form = PLACE_WHOLE;
    }
}

void report_stray(const struct wrong_access *access, enum stray how) {
    const struct allocation *one = access->target.allocation;
    bool freed = how == STRAY_FREED;
    // The place of the allocation is shown too, as its size may be wrong.
    bool dynamic = how == STRAY_OUTSIDE && access->target.dynamic;
    uint32_t second_pc = one != NULL ? (uint32_t)(freed ? one->free_pc : one->pc)
                         : dynamic   ? access->report->launch->pc
                                     : 0;
    struct diagnostic *made =
        add(access, freed ? DIAGNOSTIC_USE_AFTER_FREE : DIAGNOSTIC_OUT_OF_BOUNDS, second_pc);
    if (made == NULL) {
        return;
    }
    char self[NAME_BYTES], after[32];
    const char *second = "";
    switch (how) {
    case STRAY_NOWHERE:
        snprintf(made->message, sizeof(made->message), "%s %s %u byte%s where nothing is allocated",
                 name_self(access, self), verb_of(access), access->bytes, plural(access->bytes));
        break;
    case STRAY_FAR:
        say_far(made, access);
        break;
    case STRAY_FREED:
        snprintf(after, sizeof(after), " after %s", one->free_call);
        say_element(made, access, verb_of(access), after);
        second = "freed here";
        break;
    case STRAY_OUTSIDE:
        say_outside(made, access);
        second = second_pc != 0 && !dynamic ? "allocated here" : made->places[1].text;
        break;
    }
    if (second != made->places[1].text) {
        made->places[1].form = PLACE_WHOLE;
        snprintf(made->places[1].text, sizeof(made->places[1].text), "%s", second);
    }
}

void report_misaligned(const struct wrong_access *access, unsigned alignment) {
    struct diagnostic *made = add(access, DIAGNOSTIC_MISALIGNED, 0);
    if (made == NULL) {
        return;
    }
    char self[NAME_BYTES], why[2 * NAME_BYTES];
    const struct target *target = &access->target;
    const size_t offset = access->address - target->base;
    if (offset % alignment != 0) {
        snprintf(why, sizeof(why), "which is not a multiple of %u", alignment);
    } else if (target->alignment == 1) {
        snprintf(why, sizeof(why), "which may begin at any byte: declare it __align__(%u)", alignment);
    } else { // and happens to
        snprintf(why, sizeof(why), "which need only begin at a multiple of %zu: declare it __align__(%u)",
                 target->alignment, alignment);
    }
    snprintf(made->message, sizeof(made->message), "%s %s %u bytes at byte %zu of %s, %s",
             name_self(access, self), verb_of(access), access->bytes, offset, target->name, why);
}

void report_wrapped(const struct wrong_access *access) {
    struct diagnostic *made = add(access, DIAGNOSTIC_OUT_OF_BOUNDS, 0);
    if (made != NULL) {
        char self[NAME_BYTES], element[ELEMENT_BYTES];
        const struct target *target = &access->target;
        unsigned index = 0u - (unsigned)((target->base - access->address) / target->element);
        snprintf(made->message, sizeof(made->message),
                 "%s %s %s: an unsigned index below 0 wraps to %u, but %s has %zu elements",
                 name_self(access, self), verb_of(access), name_element(target, access->address, element),
                 index, target->name, target->bytes / target->element);
    }
}

void report_wrong_space(const struct wrong_access *access, enum wrong_space space) {
    static const char *const texts[] = {"a null pointer",
                                        "a host pointer",
                                        "a pointer to unmapped memory",
                                        "a pointer that nothing has set",
                                        "a pointer to a local variable of host code",
                                        "a pointer to a local variable of another thread"};
    uint32_t empty_pc = space == SPACE_NULL ? global_memory.empty_pc : 0;
    struct diagnostic *made =
        add(access, space == SPACE_NULL ? DIAGNOSTIC_NULL_POINTER : DIAGNOSTIC_WRONG_SPACE, empty_pc);
    if (made != NULL) {
        char self[NAME_BYTES];
        made->topic = space == SPACE_UNSET ? TOPIC_UNSET_POINTER : TOPIC_NONE;
        snprintf(made->message, sizeof(made->message), "%s %s %u byte%s through %s", name_self(access, self),
                 verb_of(access), access->bytes, plural(access->bytes), texts[space]);
        if (empty_pc != 0) {
            snprintf(made->places[1].text, sizeof(made->places[1].text),
                     "an allocation of 0 bytes, which is null");
        }
    }
}

void report_host_variable(const struct wrong_access *access, const char *name) {
    struct diagnostic *made = add(access, DIAGNOSTIC_WRONG_SPACE, 0);
    if (made != NULL) {
        char self[NAME_BYTES];
        made->topic = TOPIC_HOST_VARIABLE;
        snprintf(made->message, sizeof(made->message), "%s %s %s, which is a variable of host code",
                 name_self(access, self), verb_of(access), name);
    }
}
