// Diagnostics in the form of a compiler's messages: file:line:column, the line itself, a caret.
#include "check/report/report.h"

#include <stdlib.h>
#include <string.h>

#include "check/judge/error_lines.h"
#include "check/judge/remark.h"
#include "lang/questions.h"
#include "text/translation.h"
#include "words/words.h"

// Prints the second place of a diagnostic.
static void print_second(const struct terminal *terminal, const struct source_place *place,
                         const struct diagnostic_place *second) {
    char text[WORDS_SIZE];
    words(&second->said, text);
    if (second->form == PLACE_WHOLE) {
        report_add_range(place, text, sizeof(text));
    } else if (place->done == 0) {
        fputs(_("also here: "), terminal->out);
    }
    terminal_foreign(terminal, text, strlen(text), "");
}

enum { EXTENT_TEXT_SIZE = 48 };

// As it is written between <<< and >>>: "256", "dim3(16, 16)".
static const char *extent_text(const uint32_t extent[3], char text[EXTENT_TEXT_SIZE]) {
    snprintf(text, EXTENT_TEXT_SIZE,
             extent[2] > 1   ? "dim3(%u, %u, %u)"
             : extent[1] > 1 ? "dim3(%u, %u)"
                             : "%u",
             extent[0], extent[1], extent[2]);
    return text;
}

static void print_call(const struct terminal *terminal, const struct finding *finding) {
    char text[WORDS_SIZE];
    if (finding->call.line == 0) {
        return;
    }
    if (finding->block[0] > 0) {
        char blocks[EXTENT_TEXT_SIZE], threads[EXTENT_TEXT_SIZE];
        snprintf(text, sizeof(text), _("launched here with <<<%s, %s>>>"), extent_text(finding->grid, blocks),
                 extent_text(finding->block, threads));
    } else if (is_said(&finding->said)) {
        words(&finding->said, text);
    } else {
        snprintf(text, sizeof(text), "%s",
                 finding->launched ? _("launched here")
                 : finding->calls  ? _("in this function")
                                   : _("called from here"));
    }
    report_place(terminal, &finding->call, text);
}

// The hints that fit better than that of the class, by what is said.
static const struct {
    enum topic topics[5]; // up to TOPIC_NONE; of the message, or of what a race misses
    const char *hint;
} hints_of_topics[] = {
    {{TOPIC_COMBINES_IN_WRONG_ORDER, TOPIC_TAKES_IN_WRONG_ORDER, TOPIC_REPLACES, TOPIC_REPLACES_FOR},
     N_("The operand with the earlier elements belongs in front.")},
    {{TOPIC_COMBINES_OUT_OF_ORDER, TOPIC_TAKES_OUT_OF_ORDER},
     N_("Only values of neighboring elements may be combined. Which values does each step combine?")},
    {{TOPIC_NO_SYNCWARP_BEFORE_WRITE, TOPIC_NO_SYNCTHREADS_BEFORE_WRITE, TOPIC_NO_SYNCWARP_AFTER_READ,
      TOPIC_NO_SYNCTHREADS_AFTER_READ},
     N_("A fence orders only what its own thread does. Which barrier should stand between the thread "
        "that accesses the value and the one that accesses the flag?")},
    {{TOPIC_NO_FLAG_WAS_SET},
     N_("Does each thread that comes here wait until a flag says that the value is there?")},
    {{TOPIC_WRITES_WITH_FOREIGN, TOPIC_GETS_WITH_FOREIGN},
     N_("Which elements belong in this value? Which step adds this one?")},
    {{TOPIC_READS_OTHER_WORD},
     N_("The result is elsewhere. Which array, and which element of it, should this line read?")},
    {{TOPIC_IS_HOST_VARIABLE},
     N_("A kernel cannot use the variables of host code. Pass it the value as an argument, or "
        "declare the variable __device__.")},
    {{TOPIC_STORES_UNSET},
     N_("A variable without a value holds whatever was there before. Which value belongs here where "
        "there is no element?")},
    {{TOPIC_READS_BEFORE_WRITTEN},
     N_("CUDA does not order accesses to two addresses, volatile and atomic ones included. Does "
        "a __threadfence() stand between the value and its flag, on both sides?")},
    {{TOPIC_COPY_NOT_AWAITED},
     N_("A barrier does not wait for an asynchronous copy. The thread that "
        "begins it must wait for it before the "
        "barrier, by wait(), consumer_wait() or __pipeline_wait_prior().")},
    {{TOPIC_COPY_OVERLAPS, TOPIC_ROWS_OVERLAP},
     N_("Which other array can be the target? A kernel can move elements within one array if it reads "
        "all of them before it writes any.")},
    {{TOPIC_NEEDS_SHARED, TOPIC_TOO_MUCH_DYNAMIC, TOPIC_TOO_MUCH_DYNAMIC_BY_DEFAULT},
     N_("A block has 48 KB of shared memory, and more only if host code asks for it. How "
        "long must its arrays be?")},
    {{TOPIC_SIZED_BY_LAUNCH},
     N_("The third number in <<< >>> is the size of this array in "
        "bytes. How many bytes does a block need?")},
    {{TOPIC_HOST_VARIABLE}, N_("How many bytes does this variable have, and how many should be copied?")},
    {{TOPIC_ADDS_OWN_BACK_AT_END},
     N_("A lane at the end of a shuffle gets its own value back. Which lanes should use what they get?")},
    {{TOPIC_FREE_OF_CALLERS, TOPIC_ALSO_FREES_CALLERS},
     N_("Free what your code has allocated, and nothing else: the caller still uses its own memory.")},
};

// The hint of its class, or one that fits better what has happened.
static const char *find_hint(const struct finding *finding) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    const struct said whole = remark_message(finding);
    const enum diagnostic_class class_ = diagnostic->class_;
    const bool bounds = class_ == DIAGNOSTIC_OUT_OF_BOUNDS, host = diagnostic->kernel[0] == '\0',
               loop = finding->behind_count > 0 || diagnostic->loop_ends ||
                      said_topic(&diagnostic->places[1].said) == TOPIC_RIGHT_STEPS;
    const struct {
        bool fits;
        const char *hint;
    } better[] = {
        {finding->computed,
         N_("Which values is this one made of, and in which steps? An operand may be wrong or missing, or "
            "a type on the way too small.")},
        {finding->updates && said_has(&whole, TOPICS(TOPIC_NO_BARRIER_IN_LOOP)),
         N_("Should a barrier stand between the steps of this loop? Or, if several threads update one "
            "element in one step, should an atomic such as atomicAdd() do it?")},
        {finding->updates,
         N_("Several threads update one element here. Should each have its own, or should an atomic such "
            "as atomicAdd() do it?")},
        {said_topic(&diagnostic->message) == TOPIC_THROUGH_POINTER &&
             said_has(&diagnostic->message, TOPICS(TOPIC_UNSET_POINTER)),
         N_("Which array should this pointer point to? A pointer is only an address: it brings "
            "no memory with it.")},
        {bounds && diagnostic->array_bytes % sizeof(int) != 0, // it was given in elements
         N_("cudaMalloc, malloc and cudaMemcpy count bytes. How many bytes does one element have? Is * "
            "sizeof() missing?")},
        {bounds && host,
         N_("Which elements does this line access? Compare them with the length of this array first.")},
        {bounds && finding->block[0] > 0, N_("Is the kernel made for so many blocks and threads? If so, "
                                             "compare the index with the length of this array.")},
        {class_ == DIAGNOSTIC_RACE_GLOBAL && !diagnostic->two_blocks, // a barrier can order them
         diagnostic_hints[DIAGNOSTIC_RACE_SHARED]},
        {class_ == DIAGNOSTIC_SHUFFLE && diagnostic->mask == UINT32_MAX,
         N_("Every lane that the mask names must execute this call. Which condition or loop keeps one of "
            "them away? Should the call stand outside of it?")},
        {class_ == DIAGNOSTIC_LOST_LANE && !loop, N_("Nothing uses this value. Should it be used? Then which "
                                                     "thread should read it, and in which step?")},
        {class_ == DIAGNOSTIC_INPUT_CHANGED && host,
         N_("The input is const. Are the direction and the order (to, from) of this call correct?")},
    };
    for (size_t i = 0; i < sizeof(hints_of_topics) / sizeof(hints_of_topics[0]); i++) {
        const enum topic *topics = hints_of_topics[i].topics;
        if (said_has(&diagnostic->message, topics) || said_has(&diagnostic->missing, topics)) {
            return translate(hints_of_topics[i].hint);
        }
    }
    for (size_t i = 0; i < sizeof(better) / sizeof(better[0]); i++) {
        if (better[i].fits) {
            return translate(better[i].hint);
        }
    }
    return translate(diagnostic_hints[class_]);
}

static bool is_same_line(const struct source_place *a, const struct source_place *b) {
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

void report_finding(const struct terminal *terminal, const struct finding *finding, bool hint) {
    const struct diagnostic *diagnostic = &finding->diagnostic;
    const bool note = diagnostic_severities[diagnostic->class_] == DIAGNOSTIC_NOTE,
               full = terminal->excerpts == NULL;
    const struct said whole = remark_message(finding);
    char count[27], message[WORDS_SIZE];
    report_place_name(terminal, &finding->places[0]);
    fprintf(terminal->out, "%s%s%s:%s ", terminal_ink(terminal, note ? INK_YELLOW : INK_RED),
            note ? _("note: ") : "", translate(diagnostic_titles[diagnostic->class_]),
            terminal_ink(terminal, INK_PLAIN));
    words(&whole, message);
    if (diagnostic->class_ == DIAGNOSTIC_ENDLESS_LOOP || diagnostic->class_ == DIAGNOSTIC_STOPPED) {
        report_add_range(&finding->places[0], message, sizeof(message));
    }
    terminal_foreign(terminal, message, strlen(message), "");
    if (finding->places[0].line != 0 && report_takes_place(terminal)) {
        report_excerpt(terminal, &finding->places[0]);
    }
    const bool repeated = is_said(&finding->said) && is_same_line(&finding->places[1], &finding->call);
    if (is_said(&diagnostic->places[1].said) && !repeated && // else print_call() says more of that line
        (is_same_line(&finding->places[1], &finding->places[0]) || report_takes_place(terminal))) {
        report_place_name(terminal, &finding->places[1]);
        print_second(terminal, &finding->places[1], &diagnostic->places[1]);
        if (finding->places[1].line != 0 && !is_same_line(&finding->places[1], &finding->places[0])) {
            report_excerpt(terminal, &finding->places[1]);
        }
    }
    for (size_t i = 0; i < finding->behind_count; i++) {
        report_place(terminal, &finding->behind[i].place, words(&finding->behind[i].said, message));
    }
    print_call(terminal, finding);
    if (hint && (!is_said(&finding->said) || error_lines_fit_hint(finding))) {
        report_see_also(terminal, finding);
    }
    if (finding->done_for_student) {
        fputs(_("  So what your code hands on to that task is wrong.\n"), terminal->out);
    }
    if (full && finding->count > 1) {
        fprintf(terminal->out, _("  %s more like it\n"), format_count(finding->count - 1, count));
    }
    if (hint && error_lines_fit_hint(finding)) {
        fprintf(terminal->out, _("  hint: %s\n"), find_hint(finding));
    }
}

// May the first error have left wrong values to the later launch of this one?
static bool is_of_later_launch(const struct finding *first, const struct finding *finding) {
    return first->diagnostic.launch > 0 && finding->diagnostic.launch > first->diagnostic.launch;
}

// May the first error have caused this one? It may also have read an unset value that became an address.
static bool is_effect(const struct finding *first, const struct finding *finding) {
    const uint32_t class_ = finding->diagnostic.class_;
    return is_of_later_launch(first, finding) ||
           (first->diagnostic.class_ == DIAGNOSTIC_UNSET_READ &&
            (class_ == DIAGNOSTIC_WRONG_SPACE || class_ == DIAGNOSTIC_OUT_OF_BOUNDS));
}

// Is the first error two threads that write one element? Then it says already that another element is never written.
static bool is_same_index(const struct finding *first, const struct finding *finding) {
    return finding->diagnostic.class_ == DIAGNOSTIC_OUTPUT_UNWRITTEN &&
           said_topic(&first->diagnostic.missing) == TOPIC_RACE_OF_INDEX;
}

// Does the host read what a refused launch did not write?
static bool is_of_refused_launch(const struct finding *first, const struct finding *finding) {
    return finding->diagnostic.class_ == DIAGNOSTIC_UNSET_READ && finding->diagnostic.kernel[0] == '\0' &&
           first->diagnostic.class_ == DIAGNOSTIC_LAUNCH;
}

bool report_findings(const struct terminal *terminal, const struct finding *findings, size_t count,
                     enum report_kind kind, size_t shown_most) {
    const bool notes = kind == REPORT_NOTES;
    bool hinted[DIAGNOSTIC_CLASS_COUNT] = {false};
    size_t shown = 0, left = 0;
    // Errors after a barrier that some threads did not reach are mostly those that it should have prevented.
    bool barrier =
        shown_most < SIZE_MAX && !notes && count > 0 && findings[0].diagnostic.class_ == DIAGNOSTIC_BARRIER;
    bool effects = false; // of the first error were found: then what is unwritten is one, too
    for (size_t i = 0; i < count; i++) {
        struct finding one = findings[i], *finding = &one;
        uint32_t class_ = finding->diagnostic.class_;
        if ((diagnostic_severities[class_] == DIAGNOSTIC_NOTE) != notes) {
            continue;
        }
        bool consequence = (finding->done_for_student || is_same_index(findings, finding) ||
                            is_of_refused_launch(findings, finding)) &&
                           shown > 0 && shown_most < SIZE_MAX;
        const bool effect = is_effect(findings, finding),
                   near = finding->diagnostic.order == ORDER_STRAY, // not by an address that was never set
            ended = effect && !is_of_later_launch(findings, finding) && !effects &&
                    (near || kind == REPORT_PROGRAM_ERRORS);
        effects |= !notes && shown_most < SIZE_MAX && effect;
        const bool caused = effects && ((effect && !ended) || class_ == DIAGNOSTIC_OUTPUT_UNWRITTEN);
        if (shown == shown_most || (barrier && shown > 0) || consequence || caused) {
            left++;
            continue;
        }
        if (shown > 0 && finding->places[0].line == 0) { // the launch is shown with the first
            finding->call.line = 0;
        }
        report_finding(terminal, finding, !hinted[class_]);
        hinted[class_] = true;
        shown++;
    }
    if (left > 0 && terminal->excerpts == NULL) {
        fprintf(terminal->out,
                barrier || effects
                    ? left == 1 ? _("and %zu more error, possibly caused by this one; --verbose shows all\n")
                                : _("and %zu more errors, possibly caused by this one; --verbose shows all\n")
                : notes     ? left == 1 ? _("and %zu more note; --verbose shows all\n")
                                        : _("and %zu more notes; --verbose shows all\n")
                    : left == 1 ? _("and %zu more error; --verbose shows all\n")
                            : _("and %zu more errors; --verbose shows all\n"),
                left);
    }
    return shown > 0;
}
