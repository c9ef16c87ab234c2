#include "check/examine_cause.h"

#include <stdlib.h>
#include <string.h>

#include "check/examine_contents.h"
#include "check/judge/behind.h"
#include "check/judge/launched.h"
#include "check/repeat_case.h"
#include "check/trace/cause.h"
#include "check/trace/contents.h"

enum { CAUSE_N_MAX = 1 << 17 }; // elements of a case whose cause is searched

// Puts a note behind the errors and before all other notes, unless one of them says as much: at the same
// line, or of a copy that the host does not read.
static void add_note(struct judgement *judgement, const struct finding *note) {
    for (size_t i = 0; i < judgement->finding_count; i++) {
        struct finding *other = &judgement->findings[i];
        bool same_line = other->places[0].line == note->places[0].line;
        if (same_line && other->places[1].line == 0 && note->places[1].line > 0 &&
            said_topic(&note->diagnostic.places[1].said) != TOPIC_DOES_IT) {
            other->places[1] = note->places[1];
            other->diagnostic.places[1] = note->diagnostic.places[1];
        }
        if (same_line || other->diagnostic.class_ == DIAGNOSTIC_UNREAD_COPY) {
            return;
        }
    }
    struct finding *more = realloc(judgement->findings, (judgement->finding_count + 1) * sizeof(*more));
    if (more == NULL) {
        return;
    }
    judgement->findings = more;
    memmove(&more[judgement->error_count + 1], &more[judgement->error_count],
            (judgement->finding_count - judgement->error_count) * sizeof(*more));
    more[judgement->error_count] = *note;
    judgement->finding_count++;
}

// Of an operator with other results than elements, or of which not every value may be a result.
struct operator_values {
    enum operator_id id;
    int32_t identity;
    const int32_t *input;
    size_t n;
};

static bool is_element(const struct operator_values *values, int32_t value) {
    for (size_t i = 0; i < values->n; i++) {
        if (values->input[i] == value) {
            return true;
        }
    }
    return false;
}

static bool has_even_element(const struct operator_values *values) {
    for (size_t i = 0; i < values->n; i++) {
        if (values->input[i] % 2 == 0) {
            return true;
        }
    }
    return false;
}

// Is it a value that no program can make? An even one, if all elements are odd; or one that is neither an element nor
// the identity.
static bool is_foreign(const void *context, int32_t value) {
    const struct operator_values *values = context;
    return values->id == OPERATOR_PRODUCT ? value % 2 == 0
                                          : value != values->identity && !is_element(values, value);
}

// Is the place in code that was given, although the student's code has tasks?
static bool is_given(const struct lab_result *result, const struct source_place *place) {
    return result->todos.regions.count > 0 && todo_at(&result->todos, place->file, place->line) == NULL;
}

// The first sum of a warp's values, or the first value that no program can make, for an operator that only chooses
// among the elements and its identity, or a product of odd elements.
static bool find_foreign_value(const struct lab_result *result, enum operator_id id,
                               const struct cause_question *question, struct finding *note) {
    enum { FEW = 1024 }; // elements, with each of which many values are compared
    if (id != OPERATOR_PRODUCT && id != OPERATOR_MIN && id != OPERATOR_MAX) {
        return false; // its values may be larger, or any value may be a result
    }
    struct operator_values values = {.id = id, .input = question->recording->input, .n = question->n};
    operators[id].identity(&values.identity);
    const int32_t value = ((const int32_t *)question->recording->output)[question->wrong];
    struct foreign_values foreign = {.is_foreign = id == OPERATOR_PRODUCT ? is_foreign : NULL,
                                     .context = &values,
                                     .what = id == OPERATOR_PRODUCT ? TOPIC_VALUE_IS_EVEN
                                                                    : TOPIC_VALUE_IS_NO_ELEMENT};
    if (!is_foreign(&values, value) || (id == OPERATOR_PRODUCT && has_even_element(&values)) ||
        !cause_find_value(question, value, &foreign, note)) {
        return false;
    }
    struct finding own; // in code that was given, it came from the student's
    foreign.is_foreign = is_foreign;
    foreign.anywhere = true;
    if (is_given(result, &note->places[0]) && question->part->kind == LAB_REDUCE && question->n <= FEW &&
        cause_find_value(question, value, &foreign, &own) && !is_given(result, &own.places[0])) {
        *note = own;
    }
    return true;
}

// The part's own tasks, in which the mistake probably is.
struct own_tasks {
    const struct lab_result *result;
    const struct lab_part *part;
};

static bool is_own_task(void *context, const struct source_place *place) {
    const struct own_tasks *tasks = context;
    const struct region *region = todo_at(&tasks->result->todos, place->file, place->line);
    return region != NULL && todo_is_own(region, tasks->part);
}

// Of a part that moves values to places that it computes.
static void add_writes(const struct lab_result *result, const struct cause_question *question,
                       struct finding *finding) {
    enum { WRITES_MAX = 2 };
    struct own_tasks tasks = {result, question->part};
    if (question->part->kind == LAB_LOOP && !behind_index_is_computed(finding)) {
        cause_add_writes(question, is_own_task, &tasks, WRITES_MAX, finding);
    }
}

// The search for a note.
struct cause_search {
    const struct lab_result *result;
    const struct lab_part *part;
    const struct judgement *judgement; // the failed case
    struct judgement *recorded;        // the same case with one worker and a recording
    struct cause_question question;    // about `recorded`
    bool sampled;                      // the contents are known for a sample of the elements only
};

static struct cause_search begin_search(const struct lab_result *result, const struct lab_part *part,
                                        const struct judgement *judgement, struct judgement *recorded) {
    const struct check_case *what = &judgement->what;
    const size_t sample = what->n / CONTENTS_PER_RUN;
    find_contents(result, part, 1, 1, recorded);
    const bool sampled = what->operator_id == OPERATOR_SUM && part->kind != LAB_LOOP && sample > 1 &&
                         recorded->recording.contents == NULL;
    if (sampled) {
        find_contents(result, part, sample, 1, recorded);
    }
    return (struct cause_search){
        .result = result,
        .part = part,
        .judgement = judgement,
        .recorded = recorded,
        .sampled = sampled,
        .question = {.part = part,
                     .recording = &recorded->recording,
                     .source = result->sources[what->operator_id],
                     .stride = sampled ? sample : 1,
                     .n = what->n,
                     .wrong = part->kind == LAB_REDUCE ? 0 : recorded->mismatch.first,
                     .expected = recorded->expected}};
}

// Finds of each value which range of the elements it contains, in place of the contents that are known.
static bool find_ranges(const struct cause_search *search) {
    drop_contents(search->recorded);
    find_contents(search->result, search->part, 0, 1, search->recorded);
    return search->recorded->recording.contents != NULL;
}

// Finds a note by the elements of the input: those that the values contain, or should be equal to.
static bool find_by_elements(struct cause_search *search, struct finding *note) {
    const enum operator_id id = search->judgement->what.operator_id;
    if (search->part->kind == LAB_LOOP) {
        return false;
    }
    if (id == OPERATOR_AFFINE) {
        bool found = find_ranges(search) && cause_find_order(&search->question, note);
        drop_contents(search->recorded); // they are of translations
        return found;
    }
    if (id != OPERATOR_SUM) {
        return find_foreign_value(search->result, id, &search->question, note);
    }
    if (cause_find(&search->question, note)) {
        return true;
    }
    if (!search->sampled || search->part->kind == LAB_REDUCE) {
        return false;
    }
    search->question.stride = 1;
    return find_ranges(search) && cause_find(&search->question, note);
}

// Finds a note at the write of the wrong value, unless an error says more. Lost values say little about a part whose
// values are counts and places.
static bool find_by_write(const struct cause_search *search, struct finding *note) {
    const struct judgement *judgement = search->judgement;
    uint32_t class_ = judgement->finding_count > 0 ? judgement->findings[0].diagnostic.class_ : 0;
    bool unknown = judgement->finding_count == 0 ||
                   (search->part->kind == LAB_LOOP &&
                    (class_ == DIAGNOSTIC_LOST_VALUE || class_ == DIAGNOSTIC_LOST_LANE));
    return unknown && cause_find_write(&search->question, note);
}

// Adds to a note what the launches say.
static void show_launches(const struct cause_search *search, struct finding *note) {
    const struct todo_list *todos = &search->result->todos;
    finding_show_launch(note, todos, search->part, search->recorded, search->question.source);
    finding_show_missing_copy(note, search->question.source);
    finding_show_later(note, search->recorded, search->question.source);
    if (note->diagnostic.loop_ends && todos->known &&
        todo_at(todos, note->places[1].file, note->places[1].line) == NULL) {
        note->places[1].line = 0; // a loop of given code takes as many steps as it should
        note->diagnostic.places[1].said = (struct said){.bytes = {0}};
    }
}

// Finds a note for `judgement` in `recorded`, the same case with one worker and a recording.
static bool find_cause(const struct lab_result *result, const struct lab_part *part,
                       const struct judgement *judgement, struct judgement *recorded, struct finding *note) {
    struct cause_search search = begin_search(result, part, judgement, recorded);
    bool found = false;
    if (recorded->mismatch.count > 0 && recorded->recording.record != NULL) {
        found = find_by_elements(&search, note);
        found |= finding_make_idle(&result->todos, recorded, search.question.source, note); // says more
        found = found || find_by_write(&search, note);
    }
    if (found && said_topic(&note->diagnostic.message) == TOPIC_WRITES_TO_WRONG_INDEX) {
        add_writes(result, &search.question, note);
    }
    if (search.sampled) { // they are not verified
        drop_contents(recorded);
    }
    if (found) {
        show_launches(&search, note);
    }
    return found;
}

static void free_again(struct judgement *again) {
    contents_free(again->recording.contents);
    judgement_free(again);
}

// An error whose index may come from memory: adds the writes.
static void examine_index(const struct lab_result *result, const struct lab_part *part,
                          struct judgement *judgement) {
    struct finding *finding = &judgement->findings[0];
    if (part->kind != LAB_LOOP || !behind_asks_for_index(finding)) {
        return;
    }
    struct lab_order order;
    struct judgement again = repeat_recorded(result, part, judgement, &order);
    struct cause_question question = {.part = part,
                                      .recording = &again.recording,
                                      .source = result->sources[judgement->what.operator_id],
                                      .stride = 1,
                                      .n = judgement->what.n};
    add_writes(result, &question, finding);
    free_again(&again);
}

// Of a part whose values are counts and places, some are never used anyway: such a note leads away from the cause,
// which another one names. So does one about the result, where the cause is that another place is read, or that an
// element is added twice: a value that nothing uses adds nothing.
static void remove_unused(const struct lab_part *part, const struct finding *cause,
                          struct judgement *judgement) {
    const bool remove = part->kind == LAB_LOOP ||
                        said_topic(&cause->diagnostic.message) == TOPIC_READS_OTHER_WORD ||
                        cause->diagnostic.class_ == DIAGNOSTIC_ADDED_TWICE;
    size_t kept = judgement->error_count;
    for (size_t i = kept; remove && i < judgement->finding_count; i++) {
        const enum diagnostic_class class_ = judgement->findings[i].diagnostic.class_;
        if (class_ != DIAGNOSTIC_LOST_VALUE && class_ != DIAGNOSTIC_LOST_LANE) {
            judgement->findings[kept++] = judgement->findings[i];
        }
    }
    judgement->finding_count = remove ? kept : judgement->finding_count;
}

void examine_cause(const struct lab_result *result, const struct lab_part *part,
                   struct judgement *judgement) {
    const struct check_case *what = &judgement->what;
    if (!can_repeat(judgement) || what->needs_earlier || !options_simulated(result->options) ||
        what->n > CAUSE_N_MAX) {
        return;
    }
    if (judgement->error_count > 0) {
        examine_index(result, part, judgement);
        return;
    }
    if (!judgement->compared || judgement->mismatch.count == 0) {
        return;
    }
    struct finding note;
    if (judgement->recording.record != NULL && what->order == NULL && result->options->workers <= 1) {
        if (find_cause(result, part, judgement, judgement, &note)) {
            remove_unused(part, &note, judgement);
            add_note(judgement, &note);
        }
        return;
    }
    struct lab_order order;
    struct judgement again = repeat_recorded(result, part, judgement, &order);
    if (find_cause(result, part, judgement, &again, &note)) {
        note.slot = 0; // of another recording
        remove_unused(part, &note, judgement);
        add_note(judgement, &note);
    }
    free_again(&again);
}
