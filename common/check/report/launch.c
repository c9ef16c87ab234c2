// A launch whose numbers of blocks and threads look swapped.
#include "check/report/report.h"

#include "check/judge/launched.h"
#include "text/translation.h"

void report_swapped_launch(const struct terminal *terminal, const struct lab_part *part, size_t n,
                           const struct case_outcome *run) {
    const size_t number = launched_swapped(part, n, run);
    if (number == 0) {
        return;
    }
    const struct launch_record *launch = &run->launches[number - 1].record;
    const uint64_t blocks = extent_count(launch->grid), threads = extent_count(launch->block);
    fprintf(terminal->out,
            threads == 1 ? _("launch %zu: %.63s ran with %llu blocks of %llu thread; are <<<blocks, "
                             "threads>>> swapped?\n\n")
                         : _("launch %zu: %.63s ran with %llu blocks of %llu threads; are <<<blocks, "
                             "threads>>> swapped?\n\n"),
            number, launch->kernel, (unsigned long long)blocks, (unsigned long long)threads);
}
