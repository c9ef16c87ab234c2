// A launch whose numbers of blocks and threads look swapped.
#include "check/report/report.h"

#include "text/translation.h"

void report_swapped_launch(const struct terminal *terminal, const struct lab_part *part, size_t n,
                           const struct case_outcome *run) {
    uint64_t wanted =
        part->elements_per_block == 0 ? 0 : (n + part->elements_per_block - 1) / part->elements_per_block;
    for (size_t i = 0; i < run->launch_count; i++) {
        const struct launch_record *launch = &run->launches[i].record;
        uint64_t blocks = extent_count(launch->grid), threads = extent_count(launch->block);
        if (blocks == part->block_size && threads == wanted && threads != blocks) {
            fprintf(terminal->out,
                    threads == 1 ? _("launch %zu: %.63s ran with %llu blocks of %llu thread; are <<<blocks, "
                                     "threads>>> swapped?\n\n")
                                 : _("launch %zu: %.63s ran with %llu blocks of %llu threads; are <<<blocks, "
                                     "threads>>> swapped?\n\n"),
                    i + 1, launch->kernel, (unsigned long long)blocks, (unsigned long long)threads);
            return;
        }
    }
}
