#include "check/plan/todo.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "regions/pieces.h"

void todo_read(struct todo_list *list, const char *path) {
    *list = (struct todo_list){.known = false};
    snprintf(list->path, sizeof(list->path), "%s", path);
    if (path[0] != '\0') {
        list->known = regions_read(path, &list->regions) == 0;
    }
}

void todo_free(struct todo_list *list) {
    if (list->path[0] != '\0') {
        regions_free(&list->regions);
    }
    *list = (struct todo_list){.known = false};
}

const struct region *todo_next(const struct todo_list *list) {
    return list->known ? regions_next(&list->regions) : NULL;
}

static bool is_among(const struct region *region, const int numbers[LAB_TODO_MAX]) {
    for (int i = 0; i < LAB_TODO_MAX; i++) {
        if (numbers[i] == region->number) {
            return true;
        }
    }
    return false;
}

bool todo_is_own(const struct region *region, const struct lab_part *part) {
    return is_among(region, part->todos);
}

bool todo_belongs_to(const struct region *region, const struct lab_part *part) {
    return is_among(region, part->todos) || is_among(region, part->needs);
}

bool todo_is_done(const struct todo_list *list, const struct lab *lab, const struct region *region) {
    for (size_t i = 0; i < lab->part_count && !region->filled; i++) {
        const struct lab_part *part = &lab->parts[i];
        if (todo_is_begun(list, part) && todo_belongs_to(region, part)) {
            return true;
        }
    }
    return false;
}

bool todo_some_done(const struct todo_list *list, const struct lab *lab, const struct lab_part *part) {
    for (size_t i = 0; list->known && i < list->regions.count; i++) {
        const struct region *region = &list->regions.regions[i];
        if (todo_belongs_to(region, part) && todo_is_done(list, lab, region)) {
            return true;
        }
    }
    return false;
}

// Says why regions cannot be used. false if they can.
static bool say_unusable(const char *path, const struct regions *regions) {
    if (regions->error_line > 0) {
        fprintf(stderr, "%s:%d: error: %s\n", path, regions->error_line, regions->error);
    } else if (regions->error[0] != '\0') {
        fprintf(stderr, "%s\n", regions->error);
    }
    return regions->error[0] != '\0';
}

// Is the region to be done for this part?
static bool is_done_for(const struct region *region, const struct lab *lab, const char *part) {
    for (size_t i = 0; i < lab->part_count; i++) {
        if (strcmp(lab->parts[i].name, part) == 0) {
            return !region->filled && todo_belongs_to(region, &lab->parts[i]);
        }
    }
    return false;
}

// Reads the pieces at `path`, of which there are at most `max`. false after a message.
static bool read_pieces(const char *path, const struct regions *own, const struct regions *solution,
                        struct piece *pieces, size_t max, size_t *count) {
    FILE *in = fopen(path, "r");
    if (in == NULL) {
        fprintf(stderr, "cannot read %s: %s\n", path, strerror(errno));
        return false;
    }
    const bool fits = pieces_read(in, own->length, solution->length, pieces, max, count);
    fclose(in);
    if (!fits) {
        fprintf(stderr, "%s: not a file of pieces of these two programs\n", path);
    }
    return fits;
}

// Puts the solution's code in place of the pieces in the file at `path`. false after a message, with *own unchanged.
static bool exchange_pieces(const char *path, const struct regions *solution, struct regions *own) {
    enum { PIECES_MAX = 64 };
    struct piece pieces[PIECES_MAX];
    size_t count = 0, length;
    if (!read_pieces(path, own, solution, pieces, PIECES_MAX, &count)) {
        return false;
    }
    char *text = count > 0 ? pieces_exchange(own, solution, pieces, count, &length) : NULL;
    if (text == NULL) {
        return count == 0;
    }
    regions_free(own);
    const bool done = regions_find(text, length, own) == 0;
    own->owned_source = text;
    if (!done) {
        say_unusable(path, own); // the mixed program has no file of its own
    }
    return done;
}

bool todo_print_mixed(FILE *out, const struct lab *lab, const struct options *options) {
    struct todo_list list;
    struct regions solution;
    size_t length = 0;
    char *text = NULL;
    todo_read(&list, options->source);
    regions_read(options->mix, &solution);
    bool *done = calloc(list.regions.count + 1, sizeof(*done));
    if (done != NULL && !say_unusable(options->source, &list.regions) &&
        !say_unusable(options->mix, &solution) &&
        (options->exchange == NULL || exchange_pieces(options->exchange, &solution, &list.regions))) {
        for (size_t i = 0; i < list.regions.count; i++) {
            const struct region *region = &list.regions.regions[i];
            done[i] = options->part != NULL ? is_done_for(region, lab, options->part)
                                            : todo_is_done(&list, lab, region);
        }
        text = regions_mix(&list.regions, &solution, done, list.path, &length);
    }
    bool written = text != NULL && fwrite(text, 1, length, out) == length && fflush(out) == 0;
    free(text);
    free(done);
    todo_free(&list);
    regions_free(&solution);
    return written;
}

const struct region *todo_next_of(const struct todo_list *list, const struct lab_part *part) {
    for (size_t i = 0; list->known && i < list->regions.count; i++) {
        const struct region *region = &list->regions.regions[i];
        if (!region->filled && todo_belongs_to(region, part)) {
            return region;
        }
    }
    return NULL;
}

void todo_read_held(struct todo_list *list, const char *path) {
    FILE *file = list->known ? fopen(path, "r") : NULL;
    char line[80], state[16];
    unsigned long long hash;
    int number;
    while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
        const struct region *region =
            sscanf(line, "%9d %15s %llx", &number, state, &hash) == 3 && strcmp(state, "holds") == 0
                ? regions_numbered(&list->regions, number)
                : NULL;
        if (region != NULL && number <= LAB_TODO_MAX && region->filled &&
            regions_code_hash(&list->regions, region) == hash) {
            list->held[number] = true;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

bool todo_held(const struct todo_list *list, const struct region *region) {
    return region->number <= LAB_TODO_MAX && list->held[region->number];
}

// The part's own regions that are filled; with `doubtful`, without those that held, unless all did. Returns how many.
static int filled_regions(const struct todo_list *list, const struct lab_part *part, bool doubtful,
                          const struct region *found[LAB_TODO_MAX]) {
    int count = 0;
    for (size_t i = 0; list->known && i < list->regions.count && count < LAB_TODO_MAX; i++) {
        const struct region *region = &list->regions.regions[i];
        if (region->filled && is_among(region, part->todos) && !(doubtful && todo_held(list, region))) {
            found[count++] = region;
        }
    }
    return count > 0 || !doubtful ? count : filled_regions(list, part, false, found);
}

bool todo_text(const struct todo_list *list, const struct lab_part *part, bool doubtful,
               char text[TODO_TEXT_SIZE]) {
    const struct region *found[LAB_TODO_MAX];
    int numbers[LAB_TODO_MAX + 1], count = filled_regions(list, part, doubtful, found);
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        numbers[i] = found[i]->number;
    }
    text[0] = '\0';
    for (int i = 0, last; i < count; i = last + 1) {
        for (last = i; last + 1 < count && numbers[last + 1] == numbers[last] + 1; last++) {
        }
        last = last - i < 2 ? i : last; // "TODO(1) to TODO(3)", but "TODO(1) and TODO(2)"
        const char *before = i == 0 ? "" : last < count - 1 ? ", " : doubtful ? " or " : " and ";
        used += (size_t)snprintf(text + used, used < TODO_TEXT_SIZE ? TODO_TEXT_SIZE - used : 0, "%sTODO(%d)",
                                 before, numbers[i]);
        if (last > i) {
            used += (size_t)snprintf(text + used, used < TODO_TEXT_SIZE ? TODO_TEXT_SIZE - used : 0,
                                     " to TODO(%d)", numbers[last]);
        }
    }
    return count > 1;
}

void todo_line(const struct region *region, char line[TODO_LINE_SIZE]) {
    static const char dots[] = " ...";
    enum { SHORT_SENTENCE = 40 }; // is not enough
    const size_t most = TODO_LINE_SIZE - 1;
    size_t length = 0, sentences = 0, words = 0; // ends of the last sentence and the last word that fit
    for (; length < most && region->text[length] != '\0'; length++) {
        bool space = region->text[length] == ' ' || region->text[length] == '\n';
        bool list =
            length > 1 && line[length - 1] == '.' && line[length - 2] == '.'; // "1, 2, 4, ..." goes on
        if (space && length > SHORT_SENTENCE && strchr(".!?", line[length - 1]) != NULL && !list) {
            sentences = length;
        }
        if (space && length + strlen(dots) <= most) {
            words = length;
        }
        line[length] = space ? ' ' : region->text[length];
    }
    line[length] = '\0';
    if (region->text[length] == '\0') {
        return;
    }
    line[sentences > 0 ? sentences : words] = '\0';
    if (sentences == 0) {
        strcat(line, dots);
    }
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

const struct region *todo_at(const struct todo_list *list, const char *file, int line) {
    if (!list->known || strcmp(base_name(list->path), base_name(file)) != 0) {
        return NULL;
    }
    for (size_t i = 0; i < list->regions.count; i++) {
        if (list->regions.regions[i].begin_line < line && line < list->regions.regions[i].end_line) {
            return &list->regions.regions[i];
        }
    }
    return NULL;
}

const struct region *todo_only_doubtful(const struct todo_list *list, const struct lab_part *part) {
    const struct region *found[LAB_TODO_MAX];
    return filled_regions(list, part, true, found) == 1 ? found[0] : NULL;
}

// Is one of the part's own regions filled, or not filled?
static bool has_own(const struct todo_list *list, const struct lab_part *part, bool filled) {
    for (size_t i = 0; list->known && i < list->regions.count; i++) {
        const struct region *region = &list->regions.regions[i];
        if (is_among(region, part->todos) && !region->filled == !filled) {
            return true;
        }
    }
    return false;
}

bool todo_is_begun(const struct todo_list *list, const struct lab_part *part) {
    return has_own(list, part, true);
}

bool todo_all_untouched(const struct todo_list *list, const struct lab_part *part) {
    return has_own(list, part, false) && !has_own(list, part, true);
}
