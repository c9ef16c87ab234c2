#include "check/judge/judgement.h"

#include <stdlib.h>

const char *const verdict_names[] = {"pass", "fail", "not run", "skipped", "broken", "does not compile"};

bool judgement_is_cost(const struct judgement *judgement) {
    return judgement->verdict == VERDICT_FAIL && judgement->limit != NULL &&
           judgement->holds[ASPECT_RESULT] && judgement->holds[ASPECT_MEMORY];
}

void judgement_free(struct judgement *judgement) {
    case_outcome_free(&judgement->run);
    free(judgement->findings);
    free(judgement->recording.record);
    free(judgement->recording.input);
    free(judgement->recording.output);
    *judgement = (struct judgement){.verdict = VERDICT_NOT_RUN};
}

void judgement_decide(struct judgement *judgement, enum verdict verdict, const struct said_word *reason) {
    say(&judgement->reason, reason);
    judgement->verdict = verdict;
}
