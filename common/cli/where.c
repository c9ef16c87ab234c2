// where: finds the code at fault in the case that the last check has found to fail.
#include "where.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"
#include "exchange.h"
#include "narrow.h"
#include "progress.h"
#include "text/terminal.h"
#include "text/translation.h"

// Is there a solution to exchange code for?
static bool has_solution(const struct lab *lab) {
    char path[LAB_PATH_SIZE];
    lab_file(lab, "solution.cu", path);
    return access(path, R_OK) == 0;
}

void where_next(const struct arguments *arguments, const struct lab *lab, int task, bool offers,
                const struct failed_case *failed) {
    const struct terminal terminal = terminal_open(stdout);
    const char *bold = terminal_ink(&terminal, INK_BOLD), *plain = terminal_ink(&terminal, INK_PLAIN);
    const int *hints = task > 0 ? &task : failed->hints;
    const int count = task > 0 ? 1 : task < 0 ? 0 : failed->hint_count;
    if (task > 0) {
        progress_blame(lab, task, failed->todo, FAILED_TODO_MAX);
        printf(_("%snext: fix TODO(%d)%s."), bold, task, plain);
    } else if (failed->next[0] != '\0') {
        printf(_("%snext: %s%s."), bold, failed->next, plain);
    } else {
        return; // the checker has named a task that is still to be done
    }
    if (arguments->keys) {
        puts(count > 0 ? _(" Help: the keys h (hint), v (view) and m (more)")
                       : _(" Help: the keys v (view) and m (more)"));
    } else if (count == 1) {
        printf(_(" Help: ./lab hint %s %d, ./lab view %s"), lab->name, hints[0], lab->name);
        putchar('\n');
    } else if (count == 2) {
        printf(_(" Help: ./lab hint %s %d (or %d), ./lab view %s\n"), lab->name, hints[0], hints[1],
               lab->name);
    } else {
        printf(_(" Help: ./lab view %s"), lab->name);
        putchar('\n');
    }
    if (!offers || !has_solution(lab) || !exchange_has_program(lab, failed)) {
        return;
    }
    if (arguments->keys) {
        puts(_("The key w finds the code at fault."));
    } else {
        printf(_("./lab where %s finds the code at fault.\n"), lab->name);
    }
}

// Is there a case to search? If not, says what to do.
static bool can_search(const struct lab *lab, const char *part, const struct failed_case *failed) {
    unsigned long long now = 0;
    if (!has_solution(lab)) {
        printf(_("The search puts the solution's code in place of yours, and this copy of the course has no "
                 "solutions. ./lab hint %s and ./lab view %s help.\n"),
               lab->name, lab->name);
    } else if (progress_passed(lab)) {
        printf(_("%s has passed, so there is no code at fault.\n"), lab->name);
    } else if (failed->versions == 0) {
        printf(_("No case of %s is known to fail. ./lab check %s judges your file.\n"), lab->name, lab->name);
    } else if (progress_starter_hash(lab, &now) != 0 || now != failed->code) {
        printf(_("%s/starter.cu has changed since the check. ./lab check %s judges it as it is now.\n"),
               lab->folder, lab->name);
    } else if (part != NULL && strcmp(part, failed->part) != 0) {
        printf(_("The last check of %s explains part %s. For part %s: ./lab check %s --part %s, then "
                 "./lab where %s.\n"),
               lab->name, failed->part, part, lab->name, part, lab->name);
    } else {
        return true;
    }
    return false;
}

// The lab whose check has failed last; if none has, the first unfinished one. false if there is neither.
static bool find_last(struct lab *lab) {
    struct lab labs[LAB_MAX];
    struct stat status;
    char path[BUILD_PATH_SIZE];
    time_t last = 0;
    bool found = false;
    const int count = labs_find(labs);
    for (int i = 0; i < count; i++) {
        failed_case_path(&labs[i], path);
        if (stat(path, &status) == 0 && status.st_size > 0 && status.st_mtime >= last) {
            last = status.st_mtime;
            *lab = labs[i];
            found = true;
        }
    }
    return found || progress_first_unfinished(lab);
}

int command_where(const struct arguments *arguments) {
    struct lab lab = arguments->labs[0];
    struct failed_case failed;
    char path[BUILD_PATH_SIZE];
    int code = EXIT_SKIPPED;
    if (arguments->lab_count == 0 && !find_last(&lab)) {
        puts(_("You have passed all labs."));
        return code;
    }
    failed_case_path(&lab, path);
    failed_case_read(path, &failed);
    if (can_search(&lab, arguments->words.count > 0 ? arguments->words.items[0] : NULL, &failed)) {
        const int task = narrow_show(&lab, path);
        code = task != 0 ? EXIT_PASSED : EXIT_WRONG;
        if (task == 0) {
            puts(
                _("The code at fault was not found: yours differs from the solution's in too many places, or "
                  "does not fit it."));
        }
        where_next(arguments, &lab, task, false, &failed);
    }
    failed_case_free(&failed);
    return code;
}
