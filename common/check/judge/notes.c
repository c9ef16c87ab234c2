#include "check/judge/notes.h"

#include "check/judge/oracle.h"

// Was the value left by the last block, past the end of the input? An array may contain several sections.
static bool is_past_the_end(const struct lab_part *part, size_t n, const struct diagnostic_lost *lost) {
    size_t section = part->elements_per_block, rest = section == 0 ? 0 : n % section;
    return rest != 0 && lost->block == n / section && lost->index % section >= rest;
}

// Is it of the last block of a launch with another block size than the part's? How many elements it has is unknown.
static bool is_of_other_block(const struct lab_part *part, const struct judgement *judgement,
                              const struct diagnostic *note) {
    if (note->launch == 0 || note->launch > judgement->run.launch_count || part->block_size == 0) {
        return false;
    }
    const struct launch_record *launch = &judgement->run.launches[note->launch - 1].record;
    return extent_count(launch->block) != part->block_size &&
           note->lost.block + 1 == extent_count(launch->grid);
}

static bool is_misleading(const struct lab_part *part, const struct judgement *judgement,
                          const struct diagnostic *note) {
    const enum diagnostic_class class_ = note->class_;
    bool exclusive = part->kind == LAB_EXCLUSIVE_SCAN || part->kind == LAB_SECTION_EXCLUSIVE_SCAN;
    bool wide = operators[oracle_operator(part, judgement->what.operator_id)].value_size > 4;
    bool wide_inside =
        operators[judgement->what.operator_id].value_size > 4; // as the kernels' intermediate values
    const bool is_lane = class_ == DIAGNOSTIC_LOST_LANE;
    if (class_ == DIAGNOSTIC_LOST_VALUE || is_lane) {
        if (!note->lost.shared) {
            return part->kind != LAB_REDUCE;
        }
        if (part->kind == LAB_REDUCE && is_lane) { // a partial sum is not an element
            return wide_inside;
        }
        return wide_inside || is_past_the_end(part, judgement->what.n, &note->lost) ||
               (part->kind != LAB_REDUCE && is_of_other_block(part, judgement, note));
    }
    return (class_ == DIAGNOSTIC_UNREAD_INPUT && (exclusive || wide)) ||
           (class_ == DIAGNOSTIC_REREAD_INPUT && // each element of a scan contributes to many values
            part->kind != LAB_REDUCE) ||
           (class_ == DIAGNOSTIC_INPUT_IGNORED && ((exclusive && judgement->what.n <= 1) || wide)) ||
           class_ == DIAGNOSTIC_TIME; // no result depends on it
}

static bool is_lost(const struct finding *finding) {
    return finding->diagnostic.class_ == DIAGNOSTIC_LOST_VALUE ||
           finding->diagnostic.class_ == DIAGNOSTIC_LOST_LANE;
}

// A correct last step in which all lanes take part also leaves values from element 1 on, next to the
// reduction's result in element 0. So values lost elsewhere come first.
static void lost_elsewhere_first(struct finding *findings, size_t count) {
    for (size_t i = 0; i + 1 < count; i++) {
        if (is_lost(&findings[i]) && findings[i].diagnostic.lost.index == 1 && is_lost(&findings[i + 1])) {
            struct finding moved = findings[i];
            findings[i] = findings[i + 1];
            findings[i + 1] = moved;
        }
    }
}

void notes_drop(const struct lab_part *part, struct judgement *judgement) {
    size_t kept = 0, left = 0;
    bool lost = false,
         ignored = false; // by whole warps; the whole input, so that lost values contain nothing of it
    for (size_t i = 0; i < judgement->finding_count; i++) {
        if (is_misleading(part, judgement, &judgement->findings[i].diagnostic)) {
            continue;
        }
        lost |= judgement->findings[i].diagnostic.class_ == DIAGNOSTIC_LOST_VALUE;
        ignored |= judgement->findings[i].diagnostic.class_ == DIAGNOSTIC_INPUT_IGNORED;
        judgement->findings[kept++] = judgement->findings[i];
    }
    for (size_t i = 0; i < kept; i++) {
        const bool lane = judgement->findings[i].diagnostic.class_ == DIAGNOSTIC_LOST_LANE;
        if (!(lane && lost) && !(ignored && is_lost(&judgement->findings[i]))) {
            judgement->findings[left++] = judgement->findings[i];
        }
    }
    judgement->finding_count = left;
    if (part->kind == LAB_REDUCE) {
        lost_elsewhere_first(judgement->findings, left);
    }
}
