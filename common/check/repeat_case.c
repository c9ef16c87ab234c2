#include "check/repeat_case.h"

#include "check/examine_case.h"

bool can_repeat(const struct judgement *judgement) {
    enum run_end end = judgement->run.end;
    if (judgement->verdict != VERDICT_FAIL || end == RUN_SILENT || end == RUN_INTERRUPTED ||
        end == RUN_OVER_LIMIT) {
        return false;
    }
    for (size_t i = 0; i < judgement->finding_count; i++) {
        uint32_t class_ = judgement->findings[i].diagnostic.class_;
        if (class_ == DIAGNOSTIC_ENDLESS_LOOP || class_ == DIAGNOSTIC_STOPPED ||
            class_ == DIAGNOSTIC_RECURSION) {
            return false;
        }
    }
    return true;
}

static struct judgement run_in_new_process(const struct lab_result *result, const struct lab_part *part,
                                           const struct check_case *what, int workers, bool recorded) {
    struct client_config config = case_config(result, part, what, workers);
    struct client client;
    client_init(&client, &config);
    struct judgement again = {.what = *what, .repeated = true, .recorded = recorded};
    examine_case(result, part, &client, &again);
    repeat_whole(result, part, &client, &again);
    client_stop(&client);
    return again;
}

void repeat_alone(const struct lab_result *result, const struct lab_part *part, struct judgement *judgement) {
    // Repeated: it has failed in another process. A case that is traced is the recorded one.
    if (judgement->repeated || options_recording(result->options) || !can_repeat(judgement)) {
        return;
    }
    struct judgement again =
        run_in_new_process(result, part, &judgement->what, result->options->workers, false);
    judgement->what.needs_earlier = again.verdict == VERDICT_PASS;
    judgement_free(&again);
}

// Would another run with one worker be reported?
static bool needs_one_worker(const struct lab_result *result, const struct judgement *judgement) {
    return can_repeat(judgement) && !judgement->repeated && judgement->finding_count > 0 &&
           options_simulated(result->options) && result->options->workers != 1 &&
           !options_recording(result->options);
}

// Runs the case with one worker and takes that run in place of the given one, if it fails. Returns whether it does.
static bool take_one_worker(const struct lab_result *result, const struct lab_part *part,
                            const struct check_case *what, struct judgement *judgement) {
    struct judgement again = run_in_new_process(result, part, what, 1, false);
    bool take = again.verdict == VERDICT_FAIL;
    struct judgement other = take ? *judgement : again;
    if (take) {
        *judgement = again;
    }
    judgement_free(&other);
    return take;
}

void repeat_whole(const struct lab_result *result, const struct lab_part *part, struct client *client,
                  struct judgement *judgement) {
    // A sample that has changed variables of the device is repeated, because the blocks that were left out would have
    // changed them, too. The whole case and the cases after it must not see those values.
    const struct case_result *sampled = &judgement->run.result;
    const bool changed = sampled->variables_changed != 0;
    if (judgement->what.sample.section == 0 ||
        (judgement->verdict == VERDICT_PASS && sampled->left_out > 0 && !changed)) {
        return;
    }
    if (changed) {
        client_renew(client);
    }
    struct judgement whole = {
        .what = judgement->what, .recorded = judgement->recorded, .repeated = judgement->repeated};
    whole.what.sample.section = 0;
    if (needs_one_worker(result, judgement) && !judgement->recorded &&
        take_one_worker(result, part, &whole.what, judgement)) { // at once: it would be reported in any case
        return;
    }
    judgement_free(judgement);
    *judgement = whole;
    examine_case(result, part, client, judgement);
}

void repeat_with_one_worker(const struct lab_result *result, const struct lab_part *part,
                            struct judgement *judgement) {
    if (needs_one_worker(result, judgement)) { // a failure stays a failure even if it passes now
        const struct check_case what = judgement->what;
        take_one_worker(result, part, &what, judgement);
    }
}

struct judgement repeat_recorded(const struct lab_result *result, const struct lab_part *part,
                                 const struct judgement *judgement, struct lab_order *order) {
    struct check_case with_one = judgement->what;
    if (with_one.order != NULL) {
        *order = *with_one.order;
        order->workers = 1;
        with_one.order = order;
    }
    return run_in_new_process(result, part, &with_one, 1, true);
}
