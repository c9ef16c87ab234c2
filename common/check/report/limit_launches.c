// The launches of a case whose limit was exceeded: how many come from which line.
#include <stdio.h>
#include <string.h>

#include "check/judge/limits.h"
#include "check/report/limit_place.h"
#include "text/translation.h"
#include "words/words.h"

enum { SITES_MAX = 16 };

// A line that launches, or calls a function that does.
struct site {
    struct source_place place;
    const struct launch_record *first; // its first launch
    int line;                          // of that
    size_t launches;
    uint64_t value; // of the counter
};

struct sites {
    struct site sites[SITES_MAX];
    size_t count;
};

static void add_site(struct sites *sites, const struct source_place *place,
                     const struct launch_record *launch, int line, uint64_t value) {
    size_t at = 0;
    while (at < sites->count && sites->sites[at].place.line != place->line) {
        at++;
    }
    if (at == SITES_MAX) {
        return;
    }
    if (at == sites->count) {
        sites->sites[sites->count++] = (struct site){.place = *place, .first = launch, .line = line};
    }
    sites->sites[at].launches++;
    sites->sites[at].value += value;
}

// The line of the student's file that contains the address.
static bool find_own(const struct cost *cost, uint64_t pc, struct source_place *place) {
    return pc != 0 && source_find(cost->source, pc, place) && strcmp(place->file, cost->own) == 0;
}

// The launches by their own lines, and by the outermost calls that led to them.
static void find_sites(const struct cost *cost, const char *counter, struct sites *launches,
                       struct sites *calls) {
    const struct case_outcome *run = &cost->judgement->run;
    for (size_t i = 0; i < run->launch_count; i++) {
        const struct launch_record *launch = &run->launches[i].record;
        struct source_place place, outer;
        if (!find_own(cost, launch->launch_pc, &place)) {
            continue;
        }
        uint64_t value = limit_launch_value(launch, counter);
        const int line = place.line;
        add_site(launches, &place, launch, line, value);
        for (int k = 0; k < LAUNCH_CALLS && find_own(cost, launch->calls[k], &outer); k++) {
            place = outer;
        }
        add_site(calls, &place, launch, line, value);
    }
}

static void print_site(const struct cost *cost, const struct site *site, bool direct) {
    const struct lab_limit *limit = cost->judgement->limit;
    size_t all = cost->judgement->run.launch_count;
    struct source_place place = site->place;
    const struct said what = limit_title(limit);
    char text[200], count[27], title[WORDS_SIZE];
    if (all == 1) {
        snprintf(text, sizeof(text), "%s",
                 direct ? _("the kernel is launched here") : _("the launch comes from here"));
    } else if (site->launches == all) {
        snprintf(text, sizeof(text), _("all %zu launches come from here"), all);
    } else if (strcmp(limit->counter, "launches") == 0 || strcmp(limit->counter, "loading_launches") == 0) {
        snprintf(text, sizeof(text),
                 site->launches == 1 ? _("%zu of the %zu launches comes from here")
                                     : _("%zu of the %zu launches come from here"),
                 site->launches, all);
    } else {
        snprintf(text, sizeof(text),
                 site->launches == 1 ? _("%zu of the %zu launches comes from here, with %s %s")
                                     : _("%zu of the %zu launches come from here, with %s %s"),
                 site->launches, all, format_count(site->value, count), words(&what, title));
    }
    report_place(cost->terminal, &place, text);
}

// Do they launch the same kernel, or call the same function that launches?
static bool are_alike(const struct site *a, const struct site *b) {
    return a->line == b->line || strcmp(a->first->kernel, b->first->kernel) == 0;
}

// Is there another one like it that counts for something beside it?
static bool is_repeated(const struct sites *sites, const struct site *site) {
    for (size_t i = 0; i < sites->count; i++) {
        const struct site *other = &sites->sites[i];
        if (other != site && are_alike(other, site) && other->value >= site->value / 8) {
            return true;
        }
    }
    return false;
}

// The site with the largest value, at best among those that are alike, unless they count for little: then *repeated is
// set. NULL if there is none.
static const struct site *find_most(const struct sites *sites, bool *repeated) {
    const struct site *most = NULL, *alike = NULL;
    for (size_t i = 0; i < sites->count; i++) {
        const struct site *site = &sites->sites[i];
        most = most == NULL || site->value > most->value ? site : most;
        alike = is_repeated(sites, site) && (alike == NULL || site->value > alike->value) ? site : alike;
    }
    *repeated = alike != NULL && alike->value >= most->value / 8;
    return *repeated ? alike : most;
}

bool limit_is_repeated(const struct cost *cost, const char *counter, uint64_t excess) {
    struct sites launches = {.count = 0}, calls = {.count = 0};
    bool repeated;
    find_sites(cost, counter, &launches, &calls);
    const struct site *most = find_most(&calls, &repeated);
    return repeated && most->value >= excess;
}

bool limit_print_launches(const struct cost *cost, const char *counter) {
    struct sites launches = {.count = 0}, calls = {.count = 0};
    find_sites(cost, counter, &launches, &calls);
    const struct sites *shown = launches.count == 1 ? &launches : &calls;
    bool repeated;
    const struct site *most = find_most(shown, &repeated);
    size_t printed = 0;
    for (size_t i = 0; i < shown->count && printed < CALLS_SHOWN_MAX; i++) {
        const struct site *site = &shown->sites[i];
        if (repeated ? are_alike(site, most) : site->value >= most->value - most->value / 8) {
            print_site(cost, site, shown == &launches);
            printed++;
        }
    }
    if (shown->count == 1 && shown->sites[0].launches > 1 && shown == &launches) {
        limit_print_around(cost, &shown->sites[0].place, LIMIT_LOOP);
    }
    return printed > 0;
}

bool limit_print_blocks(const struct cost *cost) {
    const struct case_outcome *run = &cost->judgement->run;
    const struct launch_record *first = run->launch_count > 0 ? &run->launches[0].record : NULL;
    size_t each = cost->part->elements_per_block;
    struct source_place place, call;
    if (first == NULL || each == 0 || first->grid[0] <= (cost->judgement->what.n + each - 1) / each ||
        !find_own(cost, first->launch_pc, &place)) {
        return false;
    }
    report_place(cost->terminal, &place, _("more blocks than necessary are launched here"));
    if (find_own(cost, first->calls[0], &call)) {
        call.column = 0;
        report_place(cost->terminal, &call, _("called from here"));
    }
    return true;
}
