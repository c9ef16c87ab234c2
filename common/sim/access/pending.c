#include "sim/access/pending.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/report/host.h"
#include "sim/report/streams.h"

struct pending {
    struct pending *next;
    struct operation operation;
    uint8_t *host;
    size_t bytes;
    bool to_host;
    bool landed;    // or a change has been reported
    uint8_t *aside; // values that land, or those that were taken
    char name[48];
};
static struct pending *first, **last = &first; // in the order of the calls
struct pending_range pending_range;

static struct pending *release(struct pending *one) {
    struct pending *next = one->next;
    free(one->aside);
    free(one);
    return next;
}

static void append(struct pending *one) {
    uintptr_t begin = (uintptr_t)one->host, end = begin + one->bytes;
    struct pending_range *all = &pending_range;
    all->begin = first == NULL || begin < all->begin ? begin : all->begin;
    all->end = first == NULL || end > all->end ? end : all->end;
    *last = one;
    last = &one->next;
    one->next = NULL;
}

void pending_begin_case(void) {
    while (first != NULL) {
        first = release(first);
    }
    last = &first;
    pending_range = (struct pending_range){0};
}

void pending_add(const struct operation *operation, const char *name, void *host, size_t bytes, void *device,
                 bool to_host) {
    struct pending *made = calloc(1, sizeof(*made));
    uint8_t *aside = made == NULL ? NULL : malloc(bytes);
    if (aside == NULL) { // out of memory: the copy lands at once
        free(made);
        memcpy(to_host ? host : device, to_host ? device : host, bytes);
        return;
    }
    memcpy(aside, to_host ? device : host, bytes);
    *made = (struct pending){
        .operation = *operation, .host = host, .bytes = bytes, .to_host = to_host, .aside = aside};
    snprintf(made->name, sizeof(made->name), "%s", name);
    append(made);
}

static bool overlap(const struct pending *one, const uint8_t *host, size_t bytes) {
    return host < one->host + one->bytes && one->host < host + bytes;
}

static void land(struct pending *one) {
    if (one->landed) {
        return;
    }
    one->landed = true;
    if (one->to_host) {
        memcpy(one->host, one->aside, one->bytes);
        for (struct pending *other = first; other != NULL; other = other->next) {
            other->landed |= !other->to_host && overlap(other, one->host, one->bytes); // this is the change
        }
    } else if (memcmp(one->host, one->aside, one->bytes) != 0) {
        report_changed_early(one->name, &one->operation);
    }
}

void pending_use(const struct operation *operation, const void *host, size_t bytes, bool writes) {
    for (struct pending *one = first; one != NULL; one = one->next) {
        if (!overlap(one, host, bytes)) {
            continue;
        }
        if (stream_order_before(&one->operation, operation->stream)) {
            land(one);
        } else if (writes || one->to_host) {
            report_stream_race(&host_report, one->name, (struct use){operation, writes},
                               (struct use){&one->operation, one->to_host});
        }
    }
}

void pending_land(void) {
    for (struct pending *one = first; one != NULL; one = one->next) {
        if (stream_order_before_host(&one->operation)) {
            land(one);
        }
    }
    struct pending *rest = first;
    first = NULL;
    last = &first;
    pending_range = (struct pending_range){0};
    while (rest != NULL) {
        struct pending *one = rest;
        rest = one->next;
        if (stream_order_before_host(&one->operation)) {
            release(one);
        } else {
            append(one);
        }
    }
}

void pending_host_access(uintptr_t address, size_t bytes, enum access_kind kind, uint32_t pc) {
    for (struct pending *one = first; one != NULL; one = one->next) {
        if (overlap(one, (const uint8_t *)address, bytes) && (one->to_host || !access_reads(kind))) {
            report_host_too_early(one->name, (struct use){&one->operation, one->to_host}, access_reads(kind),
                                  pc);
            one->landed |= !one->to_host; // the change is reported
        }
    }
}
