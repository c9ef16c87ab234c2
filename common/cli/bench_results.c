#include "bench_results.h"

#include <stdbool.h>
#include <string.h>

#include "commands.h"
#include "text/file_error.h"

enum { FIELD_COUNT = 15, ROW_MAX = 8192 };

static struct row rows[ROW_MAX];
static int row_count;
static char device[160];

void results_set_device(const char *name) {
    snprintf(device, sizeof(device), "%.159s", name);
}

int results_count(void) {
    return row_count;
}

const struct row *results_add(const char *line, const struct lab *lab, const char *program) {
    struct row *row = &rows[row_count];
    if (row_count == ROW_MAX) {
        return NULL;
    }
    *row = (struct row){.n = 0};
    snprintf(row->lab, sizeof(row->lab), "%s", lab->name);
    snprintf(row->program, sizeof(row->program), "%s", program);
    if (sscanf(line, "%31s %11s %llu %15s %llu %lf %lf %lf %d %lf %lf %lf %lf %lf %7s", row->part, row->kind,
               &row->section, row->operator_name, &row->n, &row->ms, &row->ms_low, &row->ms_high, &row->runs,
               &row->cub_ms, &row->gb, &row->copy_gb, &row->read_gb, &row->memcpy_gb,
               row->verdict) != FIELD_COUNT) {
        return NULL; // the heading
    }
    row_count++;
    return row;
}

static bool reduces(const struct row *row) {
    return strcmp(row->kind, "reduce") == 0;
}

static bool scans(const struct row *row) {
    return strcmp(row->kind, "inclusive") == 0 || strcmp(row->kind, "exclusive") == 0;
}

// Do both do the same work, so that their times can be compared?
static bool same_work(const struct row *a, const struct row *b) {
    return strcmp(a->kind, b->kind) == 0 || (scans(a) && scans(b));
}

// The row of the ladder for a part: the sum of ints, at 2^28 values, or at the most that it was measured with.
static bool is_rung(const struct row *row) {
    unsigned long long ladder = 1ull << LADDER_POWER, most = 0;
    if (strcmp(row->operator_name, "sum") != 0) {
        return false;
    }
    for (int i = 0; i < row_count; i++) {
        const struct row *other = &rows[i];
        bool same = strcmp(other->lab, row->lab) == 0 && strcmp(other->program, row->program) == 0 &&
                    strcmp(other->part, row->part) == 0 && strcmp(other->operator_name, "sum") == 0;
        most = same && other->n <= ladder && other->n > most ? other->n : most;
    }
    return row->n == most;
}

// The row with which the ladder compares rows[index], or NULL: a part of the same kind and length further up. A part of
// the same name in the same lab, any part of the same lab, a part of the same name, any part: the first that exists,
// and of several the last.
static const struct row *baseline(int index) {
    const struct row *row = &rows[index], *best = NULL;
    int best_rank = 0;
    for (int i = index - 1; i >= 0; i--) {
        const struct row *other = &rows[i];
        if (!is_rung(other) || other->n != row->n || !same_work(other, row)) {
            continue;
        }
        bool same_lab = strcmp(other->lab, row->lab) == 0;
        if (best != NULL && !same_lab && strcmp(other->lab, best->lab) != 0) {
            break; // only the nearest lab counts
        }
        int rank = 1 + (strcmp(other->part, row->part) == 0) + 2 * same_lab;
        if (rank > best_rank) {
            best = other;
            best_rank = rank;
        }
    }
    return best;
}

// A lab's own solution has no mark.
static const char *mark_of(const struct row *row) {
    return strcmp(row->program, "starter") == 0 ? "*" : strcmp(row->program, "beyond") == 0 ? "+" : "";
}

void results_print_ladder(FILE *out) {
    char lab[16], n[24]; // every length is a power of two
    fprintf(out, "%s; sum of ints, times of kernels\n\n", device);
    fprintf(out, "%-6s %-14s %5s %8s %7s %7s %6s  %s\n", "", "", "", "", "", "of the", "of",
            "of another part's");
    fprintf(out, "%-6s %-14s %5s %8s %7s %7s %6s  %s\n", "lab", "part", "n", "ms", "GB/s", "ceiling", "CUB's",
            "speed");
    for (int i = 0; i < row_count; i++) {
        const struct row *row = &rows[i], *before = baseline(i);
        if (!is_rung(row)) {
            continue;
        }
        double ceiling = reduces(row) ? row->read_gb : row->copy_gb;
        int power = 0;
        while (row->n >> power > 1) {
            power++;
        }
        snprintf(lab, sizeof(lab), "%s%s", row->lab, mark_of(row));
        snprintf(n, sizeof(n), "2^%d", power);
        fprintf(out, "%-6s %-14s %5s %8.4f %7.1f %5.1f %% %5.2fx", lab, row->part, n, row->ms, row->gb,
                100 * row->gb / ceiling, row->cub_ms / row->ms);
        if (before != NULL) {
            bool same_lab = strcmp(before->lab, row->lab) == 0;
            fprintf(out, "  %.2fx %s%s%s", before->ms / row->ms, same_lab ? "" : before->lab,
                    same_lab ? "" : " ", before->part);
        }
        fprintf(out, "%s\n", strcmp(row->verdict, "right") == 0 ? "" : "  WRONG");
    }
    fprintf(
        out,
        "\nThe ceiling is reading for a reduction, and reading and writing for a scan. 2x: twice as fast.\n"
        "* your own program, + the program beyond the lab\n");
}

int results_write_csv(const char *path) {
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        file_error("lab", FILE_WRITE, path);
        return EXIT_BROKEN;
    }
    fprintf(file, "lab,program,part,kind,section,operator,n,ms,ms_low,ms_high,runs,cub_ms,gb_per_s,"
                  "copy_gb_per_s,read_gb_per_s,memcpy_gb_per_s,verdict\n");
    for (int i = 0; i < row_count; i++) {
        const struct row *row = &rows[i];
        fprintf(file, "%s,%s,%s,%s,%llu,%s,%llu,%.6f,%.6f,%.6f,%d,%.6f,%.5g,%.5g,%.5g,%.5g,%s\n", row->lab,
                row->program, row->part, row->kind, row->section, row->operator_name, row->n, row->ms,
                row->ms_low, row->ms_high, row->runs, row->cub_ms, row->gb, row->copy_gb, row->read_gb,
                row->memcpy_gb, row->verdict);
    }
    if (!file_close(file)) {
        file_error("lab", FILE_WRITE, path);
        return EXIT_BROKEN;
    }
    return EXIT_PASSED;
}
