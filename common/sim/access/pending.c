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
    uint8_t *aside; // values that land, or those that were taken; NULL: memory was short
    char name[48];
};
static struct pending *first, **last = &first; // in the order of the calls
unsigned pending_count;

static struct pending *release(struct pending *one) {
    struct pending *next = one->next;
    free(one->aside);
    free(one);
    pending_count--;
    return next;
}

void pending_begin_case(void) {
    while (first != NULL) {
        first = release(first);
    }
    last = &first;
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
    *last = made;
    last = &made->next;
    pending_count++;
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
    for (struct pending **link = &first; *link != NULL;) {
        if (stream_order_before_host(&(*link)->operation)) {
            land(*link);
            *link = release(*link);
        } else {
            link = &(*link)->next;
        }
    }
    last = &first;
    while (*last != NULL) {
        last = &(*last)->next;
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
