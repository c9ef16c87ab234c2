#include "sim/report/thread.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sim/report/thread_name.h"

struct diagnostic *report_thread(struct report *report, enum diagnostic_class class_, unsigned thread,
                                 uint32_t pc, const char *format, ...) {
    struct diagnostic *made = report_add(report, class_, "", pc, 0);
    if (made == NULL) {
        return NULL;
    }
    thread_name(report->launch, report->block_id, thread, made->message, sizeof(made->message));
    size_t length = strlen(made->message);
    va_list values;
    va_start(values, format);
    vsnprintf(made->message + length, sizeof(made->message) - length, format, values);
    va_end(values);
    return made;
}

void report_spinning(struct report *report, unsigned thread, uint32_t pc, uint32_t last_pc) {
    struct diagnostic *made = report_add(report, DIAGNOSTIC_ENDLESS_LOOP, "", pc, 0);
    if (made != NULL) {
        const struct launch *launch = report->launch;
        const uint64_t all = launch->place_count, left = all - atomic_load(&launch->begun);
        char name[96], blocks[128] = "";
        if (left > 0) {
            snprintf(blocks, sizeof(blocks),
                     ". Blocks that have not begun: %llu of %llu; a GPU may begin them only after others "
                     "have ended",
                     (unsigned long long)left, (unsigned long long)all);
        }
        snprintf(made->message, sizeof(made->message),
                 "%s reads this again and again, but no running block will ever write it%s%s",
                 thread_name(launch, report->block_id, thread, name, sizeof(name)),
                 last_pc != 0 ? ". The value there is not the one that it waits for" : "", blocks);
        made->near_pc = last_pc;
    }
}

void report_shared_full(struct report *report, uint32_t pc, size_t bytes, size_t most) {
    const struct launch *launch = report->launch;
    struct diagnostic *made = report_add(report, DIAGNOSTIC_LAUNCH, launch->kernel, launch->pc, pc);
    if (made != NULL) {
        snprintf(made->message, sizeof(made->message),
                 "%s: the block needs at least %zu bytes of shared memory, but gets %zu", launch->kernel,
                 bytes, most);
        made->topic = TOPIC_SHARED_BYTES;
        snprintf(made->places[1].text, sizeof(made->places[1].text), "there is no room for this");
    }
}

void report_over_bounds(struct report *report, unsigned most) {
    const struct launch *launch = report->launch;
    struct diagnostic *made = report_add(report, DIAGNOSTIC_LAUNCH, launch->kernel, launch->pc, 0);
    if (made != NULL) {
        snprintf(made->message, sizeof(made->message),
                 "%s: the block has %u threads; the kernel's __launch_bounds__ allow %u", launch->kernel,
                 launch->block.x * launch->block.y * launch->block.z, most);
    }
}
