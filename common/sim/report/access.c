#include "sim/report/access.h"

#include <stdio.h>
#include <string.h>

#include "runner/element_name.h"
#include "runner/plural.h"
#include "sim/report/who.h"
#include "sim/trace/trace.h"

enum { ELEMENT_BYTES = 96 };

// By enum access_kind, without regard to scope.
static const enum topic VERBS[] = {TOPIC_READS,           TOPIC_WRITES,         TOPIC_READS_VOLATILE,
                                   TOPIC_WRITES_VOLATILE, TOPIC_UPDATES_ATOMIC, TOPIC_READS_ATOMIC,
                                   TOPIC_WRITES_ATOMIC};
static const enum topic PAST_VERBS[] = {TOPIC_HAS_READ,       TOPIC_WROTE,          TOPIC_HAS_READ_VOLATILE,
                                        TOPIC_WROTE_VOLATILE, TOPIC_UPDATED_ATOMIC, TOPIC_HAS_READ_ATOMIC,
                                        TOPIC_WROTE_ATOMIC};

static struct said_word verb_of(const struct wrong_access *access) {
    return A_TOPIC(VERBS[access_unscoped(access->kind)]);
}

static struct said_word past_verb_of(const struct access_record *earlier) {
    return A_TOPIC(PAST_VERBS[access_unscoped((enum access_kind)earlier->kind)]);
}

static enum diagnostic_act act_of(enum access_kind kind) {
    const enum access_kind plain = access_unscoped(kind);
    return access_reads(plain) ? ACT_READS : plain == ACCESS_ATOMIC ? ACT_UPDATES : ACT_WRITES;
}

// The thread that makes the access, and the one that made another.
static struct said self_of(const struct wrong_access *access) {
    return who_thread(access->report->launch, access->report->block_id, access->thread);
}

static struct said other_of(const struct wrong_access *access, const struct access_record *other) {
    return who_thread(access->report->launch, other->block_id, other->thread);
}

// Says at the two places what the two threads did there.
static void say_places(struct diagnostic *made, const struct wrong_access *access,
                       const struct access_record *earlier) {
    made->places[1].act = act_of((enum access_kind)earlier->kind);
    made->places[0].form = made->places[1].form = PLACE_ACT;
    say(&made->places[0].said, WORDS(TOPIC(DOES), PART(self_of(access)), verb_of(access)));
    say(&made->places[1].said, WORDS(TOPIC(DOES), PART(other_of(access, earlier)), past_verb_of(earlier)));
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
        made->first_byte = name != NULL ? (intptr_t)(access->address - access->target.base) : 0;
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
    long long offset = (intptr_t)(address - target->base), element = (long long)target->element;
    long long index = offset >= 0 ? offset / element : -((-offset + element - 1) / element);
    long long rest = offset - index * element;
    element_name(target->name, target->row, index, text, ELEMENT_BYTES);
    if (rest != 0) {
        size_t length = strlen(text);
        snprintf(text + length, ELEMENT_BYTES - length, " + %lld byte%s", rest, plural((uint64_t)rest));
    }
    return text;
}

// Says the topic of the thread, what it does, and the element: "thread 3 of block 0 writes d_in[7], ...".
static void say_element(struct diagnostic *made, const struct wrong_access *access, struct said_word topic) {
    char element[ELEMENT_BYTES];
    say(&made->message, WORDS(topic, PART(self_of(access)), verb_of(access),
                              NAME(name_element(&access->target, access->address, element))));
}

void report_race(const struct wrong_access *access, enum diagnostic_class class_,
                 const struct access_record *earlier, enum missing_order missing) {
    static const enum topic topics[] = {[NO_WARP_BARRIER] = TOPIC_WITH_NEITHER_BARRIER,
                                        [ONLY_EXCHANGE] = TOPIC_WITH_ONLY_AN_EXCHANGE,
                                        [NO_BARRIER] = TOPIC_WITH_NO_SYNCTHREADS,
                                        [NO_SCOPE] = TOPIC_SCOPE_OF_BLOCK,
                                        [LATE] = TOPIC_FLAG_BEFORE_IT,
                                        [NO_FENCE] = TOPIC_NO_FENCE_AFTER_READ,
                                        [READ_IN_BLOCK] = TOPIC_BLOCK_FENCE_AFTER_READ,
                                        [WRITTEN_EARLY] = TOPIC_NO_FENCE_BEFORE_WRITE,
                                        [WRITTEN_IN_BLOCK] = TOPIC_BLOCK_FENCE_BEFORE_WRITE,
                                        [WRITTEN_BY_LANE] = TOPIC_NO_SYNCWARP_BEFORE_WRITE,
                                        [WRITTEN_BY_THREAD] = TOPIC_NO_SYNCTHREADS_BEFORE_WRITE,
                                        [READ_BY_LANE] = TOPIC_NO_SYNCWARP_AFTER_READ,
                                        [READ_BY_THREAD] = TOPIC_NO_SYNCTHREADS_AFTER_READ,
                                        [NO_FLAG_YET] = TOPIC_NO_FLAG_WAS_SET,
                                        [NO_ORDER] = TOPIC_NO_ORDER_OF_BLOCKS};
    struct diagnostic *made = add_pair(access, class_, earlier->pc, earlier);
    if (made == NULL) {
        return;
    }
    char element[ELEMENT_BYTES];
    say(&made->message, WORDS(TOPIC(RACE), NAME(name_element(&access->target, access->address, element)),
                              PART(other_of(access, earlier)), past_verb_of(earlier), PART(self_of(access)),
                              verb_of(access)));
    made->two_blocks = earlier->block_id != access->report->block_id;
    made->barrier_pc = access->barrier_pc;
    made->near_pc = access->flag_pc;
    say(&made->missing, WORDS(TOPIC(RACE_WITHOUT), A_TOPIC(topics[missing])));
    say_places(made, access, earlier);
}

void report_same_value(const struct wrong_access *access, const struct access_record *earlier) {
    struct diagnostic *made = add(access, DIAGNOSTIC_SAME_VALUE, 0);
    if (made == NULL) {
        return;
    }
    char element[ELEMENT_BYTES];
    say(&made->message, WORDS(TOPIC(SAME_VALUE), PART(other_of(access, earlier)), PART(self_of(access)),
                              NAME(name_element(&access->target, access->address, element))));
}

// What would have ordered the write before the read.
static struct said_word name_missing(enum missing_order missing) {
    switch (missing) {
    case NO_FENCE:
        return TOPIC(NO_FENCE_AFTER_FLAG);
    case READ_IN_BLOCK:
        return TOPIC(BLOCK_FENCE_AFTER_READ);
    case NO_ORDER:
        return TOPIC(NO_FENCE_BEFORE_WRITE);
    case WRITTEN_IN_BLOCK:
        return TOPIC(BLOCK_FENCE_BEFORE_WRITE);
    case NO_WARP_BARRIER:
    case ONLY_EXCHANGE:
    case NO_BARRIER:
    case NO_SCOPE:
    case LATE:
    case WRITTEN_EARLY:
    case WRITTEN_BY_LANE:
    case WRITTEN_BY_THREAD:
    case READ_BY_LANE:
    case READ_BY_THREAD:
    case NO_FLAG_YET:
        break;
    }
    return TOPIC(NEITHER_BARRIER_NOR_FENCE);
}

void report_stale(const struct wrong_access *access, const struct access_record *write,
                  enum missing_order missing, bool lost) {
    struct diagnostic *made = add(access, lost ? DIAGNOSTIC_LOST_UPDATE : DIAGNOSTIC_STALE_READ, write->pc);
    if (made == NULL) {
        return;
    }
    char element[ELEMENT_BYTES];
    say(&made->message,
        WORDS(TOPIC(OLDER_VALUE), NAME(name_element(&access->target, access->address, element)),
              PART(self_of(access)), PART(other_of(access, write))));
    made->two_blocks = 1;
    if (lost) {
        say(&made->missing, WORDS(TOPIC(OLDER_VALUE_UPDATED)));
    } else {
        say(&made->missing, WORDS(TOPIC(OLDER_VALUE_WITHOUT), name_missing(missing)));
    }
    say_places(made, access, write);
}

void report_unset_older(const struct wrong_access *access, const struct access_record *write,
                        enum missing_order missing) {
    struct diagnostic *made = add(access, DIAGNOSTIC_UNSET_READ, write->pc);
    if (made == NULL) {
        return;
    }
    char element[ELEMENT_BYTES];
    say(&made->message, WORDS(TOPIC(READS_BEFORE_WRITTEN), PART(self_of(access)),
                              NAME(name_element(&access->target, access->address, element)),
                              PART(other_of(access, write)), name_missing(missing)));
    say_places(made, access, write);
}

void report_read_only(const struct wrong_access *access, const struct access_record *write) {
    struct diagnostic *made = add(access, DIAGNOSTIC_READ_ONLY, write->pc);
    if (made == NULL) {
        return;
    }
    char element[ELEMENT_BYTES];
    say(&made->message, WORDS(TOPIC(READS_READ_ONLY), PART(self_of(access)),
                              NAME(name_element(&access->target, access->address, element)),
                              PART(other_of(access, write)), past_verb_of(write)));
    say_places(made, access, write);
}

// Says at the second place how many bytes of the array host code has set.
static void say_set(struct diagnostic *made, const struct allocation *array) {
    made->places[1].form = PLACE_WHOLE;
    if (array->set.bytes == 0 && array->set.value != 0) {
        say(&made->places[1].said,
            WORDS(TOPIC(SETS_NO_BYTES), NAME(array->set.call), NUMBER(array->set.value)));
    } else {
        const bool copies = strncmp(array->set.call, "cudaMemcpy", strlen("cudaMemcpy")) == 0;
        say(&made->places[1].said,
            WORDS(copies ? TOPIC(COPIES_ONLY) : TOPIC(SETS_ONLY), NAME(array->set.call),
                  NUMBER(array->set.bytes), NUMBER(array->bytes), NAME(array->name)));
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
        say_element(made, access, TOPIC(NOTHING_WRITTEN));
    }
}

void report_copy_not_awaited(const struct wrong_access *access, uint32_t copy_pc) {
    struct diagnostic *made = add(access, DIAGNOSTIC_UNSET_READ, copy_pc);
    if (made != NULL) {
        made->lost.shared = true;
        say_element(made, access, TOPIC(COPY_NOT_AWAITED));
        say(&made->places[1].said, WORDS(TOPIC(COPY_BEGINS)));
        made->places[1].form = PLACE_ACT;
    }
}

void report_input_written(const struct wrong_access *access) {
    struct diagnostic *made = add(access, DIAGNOSTIC_INPUT_CHANGED, 0);
    if (made != NULL) {
        say_element(made, access, TOPIC(INPUT_IS_CONST));
    }
}

void report_constant_written(const struct wrong_access *access) {
    struct diagnostic *made = add(access, DIAGNOSTIC_WRONG_SPACE, 0);
    if (made != NULL) {
        say_element(made, access, TOPIC(IS_CONSTANT));
    }
}

static void say_far(struct diagnostic *made, const struct wrong_access *access) {
    const struct target *target = &access->target;
    const bool below = access->address < target->base;
    say(&made->message,
        WORDS(below ? TOPIC(FAR_BELOW) : TOPIC(FAR_ABOVE), PART(self_of(access)), verb_of(access),
              NUMBER(access->bytes), NAME(target->name), NUMBER(target_distance(target, access->address))));
}

static void say_outside(struct diagnostic *made, const struct wrong_access *access) {
    char element[ELEMENT_BYTES], last[ELEMENT_BYTES];
    struct said which, size;
    const struct target *target = &access->target;
    if (target->bytes % target->element == 0) {
        say(&size, WORDS(TOPIC(ELEMENTS_OF_BYTES), NUMBER(target->bytes / target->element),
                         NUMBER(target->element)));
    } else { // cudaMalloc's size is in bytes: `* sizeof(...)` was probably forgotten
        made->array_bytes = target->bytes;
        say(&size, WORDS(TOPIC(BYTES), NUMBER(target->bytes)));
    }
    name_element(target, access->address, element);
    say(&which, WORDS(TOPIC(AS_IT_IS), NAME(element)));
    if (access->bytes > target->element && access->bytes % target->element == 0) { // the first may be inside
        name_element(target, access->address + access->bytes - target->element, last);
        say(&which, WORDS(TOPIC(FROM_TO), NAME(element), NAME(last)));
    }
    say(&made->message, WORDS(TOPIC(OUTSIDE), PART(self_of(access)), verb_of(access), PART(which),
                              NAME(target->name), PART(size)));
    if (target->dynamic) {
        say(&made->message, WORDS(TOPIC(SIZED_BY_LAUNCH), PART(made->message), NUMBER(target->bytes)));
        say(&made->places[1].said, WORDS(TOPIC(LAUNCHED_HERE)));
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
    char element[ELEMENT_BYTES];
    struct said_word second = {.kind = WORD_END};
    switch (how) {
    case STRAY_NOWHERE:
        say(&made->message,
            WORDS(TOPIC(NOWHERE), PART(self_of(access)), verb_of(access), NUMBER(access->bytes)));
        break;
    case STRAY_FAR:
        say_far(made, access);
        break;
    case STRAY_FREED:
        say(&made->message,
            WORDS(TOPIC(AFTER_CALL), PART(self_of(access)), verb_of(access),
                  NAME(name_element(&access->target, access->address, element)), NAME(one->free_call)));
        second = TOPIC(FREED_HERE);
        break;
    case STRAY_OUTSIDE:
        say_outside(made, access);
        second = second_pc != 0 && !dynamic ? TOPIC(ALLOCATED_HERE) : second;
        break;
    }
    if (second.kind != WORD_END) {
        made->places[1].form = PLACE_WHOLE;
        say(&made->places[1].said, WORDS(second));
    }
}

void report_misaligned(const struct wrong_access *access, unsigned alignment) {
    struct diagnostic *made = add(access, DIAGNOSTIC_MISALIGNED, 0);
    if (made == NULL) {
        return;
    }
    struct said why;
    const struct target *target = &access->target;
    const size_t offset = access->address - target->base;
    if (offset % alignment != 0) {
        say(&why, WORDS(TOPIC(NOT_A_MULTIPLE), NUMBER(alignment)));
    } else if (target->alignment == 1) {
        say(&why, WORDS(TOPIC(MAY_BEGIN_ANYWHERE), NUMBER(alignment)));
    } else { // and happens to
        say(&why, WORDS(TOPIC(MAY_BEGIN_AT_MULTIPLE), NUMBER(target->alignment), NUMBER(alignment)));
    }
    say(&made->message, WORDS(TOPIC(MISALIGNED), PART(self_of(access)), verb_of(access),
                              NUMBER(access->bytes), NUMBER(offset), NAME(target->name), PART(why)));
}

void report_wrapped(const struct wrong_access *access) {
    struct diagnostic *made = add(access, DIAGNOSTIC_OUT_OF_BOUNDS, 0);
    if (made != NULL) {
        char element[ELEMENT_BYTES];
        struct said length;
        const struct target *target = &access->target;
        const unsigned index = 0u - (unsigned)((target->base - access->address) / target->element);
        say(&length, WORDS(TOPIC(ELEMENTS), NUMBER(target->bytes / target->element)));
        say(&made->message, WORDS(TOPIC(INDEX_WRAPS), PART(self_of(access)), verb_of(access),
                                  NAME(name_element(target, access->address, element)), NUMBER(index),
                                  NAME(target->name), PART(length)));
    }
}

void report_wrong_space(const struct wrong_access *access, enum wrong_space space) {
    static const enum topic pointers[] = {TOPIC_NULL_POINTER,          TOPIC_HOST_POINTER,
                                          TOPIC_UNMAPPED_POINTER,      TOPIC_UNSET_POINTER,
                                          TOPIC_POINTER_TO_HOST_LOCAL, TOPIC_POINTER_TO_OTHER_LOCAL};
    uint32_t empty_pc = space == SPACE_NULL ? global_memory.empty_pc : 0;
    struct diagnostic *made =
        add(access, space == SPACE_NULL ? DIAGNOSTIC_NULL_POINTER : DIAGNOSTIC_WRONG_SPACE, empty_pc);
    if (made != NULL) {
        say(&made->message, WORDS(TOPIC(THROUGH_POINTER), PART(self_of(access)), verb_of(access),
                                  NUMBER(access->bytes), A_TOPIC(pointers[space])));
        if (empty_pc != 0) {
            say(&made->places[1].said, WORDS(TOPIC(EMPTY_ALLOCATION)));
        }
    }
}

void report_host_variable(const struct wrong_access *access, const char *name) {
    struct diagnostic *made = add(access, DIAGNOSTIC_WRONG_SPACE, 0);
    if (made != NULL) {
        say(&made->message,
            WORDS(TOPIC(IS_HOST_VARIABLE), PART(self_of(access)), verb_of(access), NAME(name)));
    }
}
