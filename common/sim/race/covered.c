#include "sim/race/covered.h"

enum { DEPTH_MAX = 200 }; // of releases that pass on other releases

static uint32_t question;

static bool covers_fence(const struct fence *fence, const struct access_record *earlier) {
    return fence->block_id != 0 && earlier->epoch < race_reach_epoch(&fence->reach, earlier->thread);
}

// Does the release by itself cover the earlier access?
static bool release_covers(const struct release *release, const struct access_record *earlier) {
    if (covers_fence(&release->fence, earlier)) {
        return true;
    }
    for (uint32_t t = 0; t < release->others_count; t++) {
        if (covers_fence(&release->others[t], earlier)) {
            return true;
        }
    }
    return false;
}

bool release_passes_on(const struct release *release, const struct acquired *one) {
    struct access_record read = {.epoch = one->epoch, .thread = one->thread};
    return (one->usable || !release->by_itself) && release_covers(release, &read);
}

void covered_begin_question(void) {
    question++;
}

// word_covers(), after `depth` releases that pass it on.
static bool covers_from(uint32_t index, uint32_t first, uint32_t releases,
                        const struct access_record *earlier, int depth);

// Does what the release's block had acquired before it?
static bool knowledge_covers(const struct release *release, const struct access_record *earlier, int depth) {
    for (uint32_t i = release->knew == NULL ? 0 : release->knew_count; i > 0; i--) {
        struct acquired *one = &release->knew->acquired[i - 1];
        if (one->visited != question && release_passes_on(release, one)) {
            one->visited = question;
            if (covers_from(one->word, one->first, one->releases, earlier, depth)) {
                return true;
            }
        }
    }
    return false;
}

static bool covers_from(uint32_t index, uint32_t first, uint32_t releases,
                        const struct access_record *earlier, int depth) {
    struct word *word = releases_word(index);
    uint32_t from = first, to = releases;
    if (word->visited == question && word->visited_first <= releases && first <= word->visited_releases) {
        if (word->visited_first <= first && word->visited_releases >= releases) {
            return false;
        }
        from = word->visited_first < first ? word->visited_first : first;
        to = word->visited_releases > releases ? word->visited_releases : releases;
    }
    word->visited = question;
    word->visited_first = from;
    word->visited_releases = to;
    uint32_t at = releases_latest(index, earlier->block_id);
    for (; at > first; at = word->releases[at - 1].older) {
        if (at <= releases && release_covers(&word->releases[at - 1], earlier)) {
            return true;
        }
    }
    for (uint32_t r = releases; r > first && depth < DEPTH_MAX; r--) {
        const struct release *release = &word->releases[r - 1];
        const bool included = release->newer != 0 && release->newer <= releases; // in one looked at before
        if (!included && knowledge_covers(release, earlier, depth + 1)) {
            return true;
        }
    }
    return false;
}

bool word_covers(uint32_t index, uint32_t first, uint32_t releases, const struct access_record *earlier) {
    return covers_from(index, first, releases, earlier, 0);
}

bool word_has_write(uint32_t index, uint32_t releases, const struct access_record *write) {
    const struct word *word = releases_word(index);
    uint32_t at = releases_latest(index, write->block_id);
    for (; at != 0; at = word->releases[at - 1].older) {
        const struct release *one = &word->releases[at - 1];
        if (at <= releases && one->thread == write->thread && one->epoch >= write->epoch) {
            return true;
        }
    }
    return false;
}
