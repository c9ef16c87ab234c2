// quiz: asks a lab's questions, checks the answers against the counters of the lesson's kernel, and shows those of the
// student's own run.
//
// A lab's file `quiz` has entries, separated by empty lines:
//
//     question 5
//     ask Part modulo, one block: how many warps work in its steps, in total?
//     count modulo 256 working_warps
//     answer 47
//     why The steps need 8 8 8 8 8 4 2 1 warps.
//
// `question` is the number of the lesson's question that it belongs to; the entries are in the order of these numbers.
// `count PART N COUNTER[:STEP]` is the case of the sum, and the counter that answers the question:
// common/runner/counters.h, or "launches". For a question about the order of accesses, it is "writer:THREAD:TURN", the
// other thread whose value this thread reads, or "reader:THREAD:TURN", the one that has read what this thread
// overwrites (common/check/trace/partner.h). `answer` is the number in the solution, which a test compares
// (course.labNN.quiz). It is the correct answer even if the student's kernel passes with other counters; the student
// learns before answering that they differ. Questions about a part that does not pass are left out. So one about
// another part than the question before begins with `Part NAME`, and does not refer to that question.
//
// A question about a kernel that no student runs, in blocks of 1,024 threads, has `documents PART N COUNTER[:STEP]`
// instead: a kernel of the course's documents (common/tests/documents), of which the same test runs the case. `why`
// then gives the number.
#define _GNU_SOURCE // getline
#include "quiz.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "build.h"
#include "checker.h"
#include "commands.h"
#include "progress.h"
#include "text/translation.h"
#include "text/wrap.h"

enum { TEXT_SIZE = 1000, WORD_SIZE = 64 };

static const char blanks[] = " \t\r\n";

struct question {
    char ask[TEXT_SIZE], why[TEXT_SIZE];
    char part[WORD_SIZE], n[WORD_SIZE], counter[WORD_SIZE];
    unsigned long long answer; // of the solution, or of the documents' kernel
    bool of_documents;
    int number; // in the lesson
};

bool quiz_exists(const struct lab *lab) {
    char path[LAB_PATH_SIZE];
    lab_file(lab, "quiz", path);
    return access(path, R_OK) == 0;
}

// Reads the next entry. false at the end.
static bool read_question(FILE *file, struct question *question) {
    char *line = NULL;
    size_t size = 0;
    bool any = false;
    *question = (struct question){.answer = 0};
    while (getline(&line, &size, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0' && any) {
            break;
        }
        if (strncmp(line, "ask ", 4) == 0) {
            snprintf(question->ask, TEXT_SIZE, "%s", line + 4);
        } else if (strncmp(line, "why ", 4) == 0) {
            snprintf(question->why, TEXT_SIZE, "%s", line + 4);
        } else if (sscanf(line, "answer %llu", &question->answer) != 1 &&
                   sscanf(line, "question %d", &question->number) != 1 &&
                   sscanf(line, "count %63s %63s %63s", question->part, question->n, question->counter) !=
                       3) {
            question->of_documents |=
                sscanf(line, "documents %63s %63s %63s", question->part, question->n, question->counter) == 3;
        }
        any |= line[0] != '\0';
    }
    free(line);
    return any;
}

// Sets *value to the number in the student's run. Returns EXIT_PASSED; EXIT_WRONG if that case does not pass; and
// EXIT_BROKEN if the run has no such number.
static int count(const struct lab *lab, const struct question *question, unsigned long long *value) {
    struct words command = {0};
    struct program checker;
    checker_add_path(&command, lab);
    const char *const words[] = {"--program",  "starter",   "--device", "sim",
                                 "--operator", "sum",       "--part",   question->part,
                                 "--n",        question->n, "--count",  question->counter};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        words_add(&command, words[i]);
    }
    int code = program_open(&command, false, &checker);
    bool known = false;
    if (code == EXIT_PASSED) {
        known = fscanf(checker.output, "%llu", value) == 1;
        code = program_close(&command, &checker);
    }
    words_free(&command);
    return code == EXIT_PASSED && !known ? EXIT_BROKEN : code;
}

// 131,072 is a number, too.
static void drop_commas(char *line) {
    char *to = line;
    for (const char *from = line; *from != '\0'; from++) {
        if (*from != ',' || !isdigit((unsigned char)from[1])) {
            *to++ = *from;
        }
    }
    *to = '\0';
}

struct quiz {
    const struct lab *lab;
    int correct, asked;
    struct words failing; // the parts that do not pass, each once
};

// Reads the answer, until it is a number or empty. false at the end of the input.
static bool read_answer(bool *is_number, unsigned long long *said) {
    for (;;) {
        char *line = NULL, *end;
        size_t size = 0;
        fputs("> ", stdout);
        fflush(stdout);
        if (getline(&line, &size, stdin) <= 0) {
            putchar('\n');
            free(line);
            return false;
        }
        wrap_answered();
        drop_commas(line);
        *said = strtoull(line, &end, 10);
        *is_number = end != line && strspn(end, blanks) == strlen(end);
        bool is_empty = line[strspn(line, blanks)] == '\0';
        free(line);
        if (*is_number || is_empty) {
            return true;
        }
        puts(_("That is not a number."));
    }
}

// Asks a question about a kernel of the documents, whose answer is known. false at the end of the input.
static bool ask_of_documents(struct quiz *quiz, const struct question *question) {
    unsigned long long said;
    bool is_number;
    printf("\n%d. %s\n", question->number, translate(question->ask));
    if (!read_answer(&is_number, &said)) {
        return false;
    }
    quiz->asked++;
    quiz->correct += is_number && said == question->answer;
    if (is_number) {
        printf("%s ", said == question->answer ? _("Yes.") : _("No."));
    }
    puts(translate(question->why));
    return true;
}

// Asks one question, if the case that answers it passes. false at the end of the input.
static bool ask(struct quiz *quiz, const struct question *question) {
    unsigned long long value = question->answer, said;
    bool is_number;
    if (question->of_documents) {
        return ask_of_documents(quiz, question);
    }
    int code = count(quiz->lab, question, &value);
    if (code == EXIT_WRONG) {
        for (int i = 0; i < quiz->failing.count; i++) {
            if (strcmp(quiz->failing.items[i], question->part) == 0) {
                return true;
            }
        }
        words_add(&quiz->failing, question->part); // said once, and before the student thinks about it
        printf(_("Part %s does not pass yet, so its counters say little: ./lab check %s --part %s\n"),
               question->part, quiz->lab->name, question->part);
        return true;
    }
    const bool differs = code == EXIT_PASSED && value != question->answer;
    printf("\n%d. %s\n", question->number, translate(question->ask));
    if (differs) {
        puts(_("Your run counts differently here. The question is about the lesson's kernel."));
    }
    if (!read_answer(&is_number, &said)) {
        return false;
    }
    const bool correct = is_number && said == question->answer;
    quiz->asked++;
    quiz->correct += correct;
    if (differs && !is_number) {
        printf(_("In your run it is %llu."), value);
    } else if (differs || code != EXIT_PASSED) {
        printf(correct ? _("Yes.") : is_number ? _("No.") : _("Your run does not say it."));
    } else {
        printf(correct     ? _("Yes. In your run it is %llu.")
               : is_number ? _("No. In your run it is %llu.")
                           : _("In your run it is %llu."),
               value);
    }
    if (differs || code != EXIT_PASSED) {
        printf(_(" In the reference solution it is %llu."), question->answer);
    }
    if (differs && is_number) {
        putchar(' ');
        printf(_("In your run it is %llu."), value);
    }
    printf(" %s\n", translate(question->why));
    return true;
}

int command_quiz(const struct arguments *arguments) {
    struct lab lab = arguments->labs[0];
    struct question question;
    char path[LAB_PATH_SIZE], chapter[LAB_PATH_SIZE];
    struct quiz quiz = {.lab = &lab};
    if (arguments->lab_count == 0) {
        return usage_error(arguments->command, "quiz needs a lab");
    }
    if (!quiz_exists(&lab)) {
        fprintf(stderr, "lab: %s has no questions that counters answer\n", lab.name);
        return EXIT_BROKEN;
    }
    int code = build_for_operator(&lab, "starter", "sum");
    lab_file(&lab, "quiz", path);
    FILE *file = code == EXIT_PASSED ? fopen(path, "r") : NULL;
    if (file == NULL) {
        return code != EXIT_PASSED ? code : EXIT_BROKEN;
    }
    printf(_("%s: type a number, or nothing to see the answer. Ctrl-D ends.\n"), lab.name);
    puts(_("The questions have the same numbers as in the lesson."));
    while (read_question(file, &question) && ask(&quiz, &question)) {
    }
    fclose(file);
    words_free(&quiz.failing);
    putchar('\n');
    snprintf(chapter, sizeof(chapter), "docs/%s.md", lab.name);
    if (quiz.asked > 0 && access(chapter, F_OK) == 0) {
        printf(_("%d of %d correct. docs/%s.md explains the counters.\n"), quiz.correct, quiz.asked,
               lab.name);
    } else if (quiz.asked > 0) {
        printf(_("%d of %d correct.\n"), quiz.correct, quiz.asked);
    }
    return EXIT_PASSED;
}
