#include "check/judge/race_lines.h"

#include "check/judge/remark.h"
#include "lang/questions.h"

// "the read at line 57": one of the two accesses.
static struct said access_at(const struct finding *finding, int place) {
    const uint32_t act = finding->diagnostic.places[place].act;
    struct said said;
    say(&said, WORDS(act == ACT_WRITES    ? TOPIC(WRITE_AT)
                     : act == ACT_UPDATES ? TOPIC(UPDATE_AT)
                                          : TOPIC(READ_AT),
                     NUMBER(finding->places[place].line)));
    return said;
}

// The accesses of two threads at one line. Without a loop, those of a kernel are of one statement. Otherwise they may
// be of two iterations, or of two calls.
static void say_one_line(const struct tree *tree, struct finding *finding, const struct node *loop) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    const struct node *function = question_function(tree, finding->places[0].line);
    if (loop == NULL && function != NULL && function->kernel && !diagnostic->two_blocks) {
        say(&diagnostic->missing, WORDS(TOPIC(RACE_IN_STATEMENT)));
    } else {
        remark_add(finding, WORDS(TOPIC(SHARE_ELEMENT)));
    }
}

// Does a thread that executes both lines, of one function and without a loop around them, execute `first` first? Not if
// they are in two branches of an `if`.
static bool in_order(const struct tree *tree, int first, int second) {
    const struct node *function = question_function(tree, first);
    if (function == NULL || function != question_function(tree, second) || first >= second) {
        return false;
    }
    for (const struct node *node = function; node != NULL; node = tree_next(node, function)) {
        const bool is_else =
            node->parent->kind == NODE_IF && node == node->parent->last && node->before->before != NULL;
        if (is_else && question_has_line(tree, node, first) != question_has_line(tree, node, second)) {
            return false;
        }
    }
    return true;
}

// Between two barriers, a thread executes the lines after the first barrier, and those before it, if any, in the next
// iteration of a loop that contains the barrier.
static void say_order(const struct tree *tree, struct finding *finding, int barrier) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    const struct said accesses[] = {access_at(finding, 0), access_at(finding, 1)};
    const bool reads = said_topic(&accesses[0]) != said_topic(&accesses[1]);
    int later = finding->places[0].line, earlier = finding->places[1].line; // as they were executed
    int lines[] = {later, earlier, barrier};
    const struct node *loop = barrier > 0 ? question_loop(tree, lines, 3) : NULL,
                      *around = question_loop(tree, lines, 2);
    if (loop != NULL && (later < barrier) != (earlier < barrier)) {
        int next = later < barrier ? 0 : 1; // which place is in the next iteration
        const struct said *missing = &diagnostic->missing;
        const struct said_word between =
            said_has(missing, TOPICS(TOPIC_WITH_ONLY_AN_EXCHANGE))  ? TOPIC(ONLY_AN_EXCHANGE)
            : said_has(missing, TOPICS(TOPIC_WITH_NEITHER_BARRIER)) ? TOPIC(NEITHER_BARRIER)
                                                                    : TOPIC(NO_SYNCTHREADS);
        say(&diagnostic->missing, WORDS(TOPIC(RACE_IN_LOOP), PART(accesses[1 - next]), PART(accesses[next]),
                                        NUMBER(question_first_line(tree, loop)), between));
        remark_names(finding, question_first_line(tree, loop)); // besides the two places
    } else if (around != NULL && question_barrier(tree, around, NULL) == NULL &&
               (reads || later != earlier)) {
        remark_add(finding, WORDS(TOPIC(NO_BARRIER_IN_LOOP), NUMBER(question_first_line(tree, around))));
        remark_names(finding, question_first_line(tree, around));
    } else if (later == earlier) {
        say_one_line(tree, finding, around);
    } else if ((loop != NULL || around == NULL) && in_order(tree, later, earlier)) {
        remark_add(finding, WORDS(TOPIC(IN_PROGRAM_ORDER), NUMBER(later), NUMBER(earlier)));
    }
}

bool race_lines_of_one_line(const struct finding *finding) {
    return said_has(&finding->diagnostic.missing, TOPICS(TOPIC_NO_ORDER_OF_BLOCKS)) &&
           finding->places[0].line == finding->places[1].line &&
           remark_in_one_file(&finding->places[0], &finding->places[1]);
}

void race_lines_add(const struct source *source, struct finding *finding) {
    struct diagnostic *diagnostic = &finding->diagnostic;
    struct source_place barrier = {.line = 0};
    if (diagnostic->near_pc != 0 && source_find(source, diagnostic->near_pc, &barrier) &&
        remark_in_one_file(&barrier, &finding->places[0])) {
        remark_show(finding, barrier.line, WORDS(TOPIC(FLAG_BEFORE_VALUE)));
        return;
    }
    if (!is_said(&diagnostic->missing) || !remark_in_one_file(&finding->places[0], &finding->places[1]) ||
        (diagnostic->barrier_pc != 0 && (!source_find(source, diagnostic->barrier_pc, &barrier) ||
                                         !remark_in_one_file(&barrier, &finding->places[0])))) {
        return;
    }
    const struct tree *tree = tree_of(finding->places[0].file);
    if (tree != NULL && diagnostic->two_blocks) {
        if (race_lines_of_one_line(finding)) {
            say_one_line(tree, finding, NULL);
        }
    } else if (tree != NULL) {
        say_order(tree, finding, barrier.line);
    }
}
