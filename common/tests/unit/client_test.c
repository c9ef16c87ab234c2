// The client, with runners that behave well and badly. fake/runner.c plays all of them.
#define _GNU_SOURCE
#include "cmocka_all.h"

#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/runner/client.h"
#include "data/data.h"
#include "operator/operators.h"
#include "words/words.h"

enum { N = 300 };

static int32_t in[N];
static struct client client;
static struct case_outcome run;
static int32_t out;
static char text[WORDS_SIZE];

// Runs the case of `n` elements.
static void run_case(size_t n) {
    struct client_case what = {.part = "modulo",
                               .n = n,
                               .value_size = sizeof(in[0]),
                               .input = in,
                               .output = &out,
                               .output_count = 1};
    case_outcome_free(&run);
    client_run(&client, &what, &run);
}

static void start_fake(const char *behaviour, double limit) {
    setenv("FAKE", behaviour, 1);
    struct client_config config = {.path = FAKE_RUNNER, .limit = limit};
    client_init(&client, &config);
}

// Runs one case in a new runner with this behaviour.
static void run_fake(const char *behaviour, double limit) {
    start_fake(behaviour, limit);
    run_case(N);
}

static int set_up(void **state) {
    (void)state;
    data_fill(OPERATOR_SUM, in, N, 1);
    case_outcome_init(&run);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    client_stop(&client);
    case_outcome_free(&run);
    return 0;
}

static bool printed(const char *text) {
    return run.output_length >= strlen(text) &&
           memmem(run.output, run.output_length, text, strlen(text)) != NULL;
}

static void correct_case_after_case(void **state) {
    (void)state;
    start_fake("right", 60);
    int32_t sum = 0;
    for (size_t n = 0, i = 0; n <= N; n += 50) {
        while (i < n) {
            sum = combine_sum(sum, in[i++]);
        }
        run_case(n);
        assert_int_equal(run.end, RUN_ANSWERED);
        assert_int_equal(run.result.status, CASE_DONE);
        assert_int_equal(out, sum);
        assert_string_equal(words_english(&run.device, text), "fake GPU");
    }
    assert_int_equal(run.launch_total, 1);
    assert_int_equal(run.block_total, 2);
    assert_int_equal(run.total.working_warps, 94);
    assert_int_equal(run.launches[0].record.interval_count, 10);
    assert_int_equal(run.launches[0].intervals[8].working_warps, 2);
    assert_int_equal(run.place_count, 1);
}

// A result left by an earlier case must not count.
static void result_is_poisoned(void **state) {
    (void)state;
    run_fake("keeps_result", 60);
    assert_int_equal(run.end, RUN_ANSWERED);
    assert_int_equal(out, (int32_t)0xdbdbdbdb);
}

static void deaths_are_named(void **state) {
    (void)state;
    static const struct {
        const char *behaviour;
        enum run_end end;
        int code;
    } deaths[] = {{"segfault", RUN_SIGNALLED, SIGSEGV},
                  {"abort", RUN_SIGNALLED, SIGABRT},
                  {"exit0", RUN_EXITED, 0},
                  {"cuda_check", RUN_EXITED, 2},
                  {"orphan", RUN_EXITED, 5}};
    for (size_t i = 0; i < sizeof(deaths) / sizeof(deaths[0]); i++) {
        run_fake(deaths[i].behaviour, 60);
        assert_int_equal(run.end, deaths[i].end);
        assert_int_equal(run.code, deaths[i].code);
        assert_false(run.before_case);
        client_stop(&client);
    }
}

// Processes that a runner has started end with it: a pipe that they all inherit is closed when the last one ends.
static void orphans_are_ended(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    run_fake("orphan", 60);
    close(ends[1]);
    struct pollfd end = {.fd = ends[0], .events = POLLIN};
    assert_int_equal(poll(&end, 1, 10000), 1);
    close(ends[0]);
}

static void last_words_are_kept(void **state) {
    (void)state;
    run_fake("cuda_check", 60);
    assert_true(printed("starter.cu:12: cudaMalloc"));
}

static void dead_before_the_case(void **state) {
    (void)state;
    run_fake("dies_first", 60);
    assert_int_equal(run.end, RUN_SIGNALLED);
    assert_int_equal(run.code, SIGABRT);
    assert_true(run.before_case);
}

// If a program does not get ready, no client of it waits for that again.
static void never_ready_is_found_out_once(void **state) {
    (void)state;
    atomic_bool never_ready = false;
    start_fake("loops", 0.3);
    client.config.never_ready = &never_ready;
    run_case(N);
    assert_int_equal(run.end, RUN_SILENT);
    assert_false(never_ready); // only this case was silent
    client_stop(&client);
    start_fake("never_ready", 0.3);
    client.config.never_ready = &never_ready;
    run_case(N);
    assert_int_equal(run.end, RUN_SILENT);
    assert_true(run.before_case);
    client_stop(&client);
    start_fake("right", 60);
    client.config.never_ready = &never_ready;
    run_case(N);
    assert_int_equal(run.end, RUN_SILENT); // it was not started
    assert_true(run.before_case);
}

static void next_case_gets_a_new_process(void **state) {
    (void)state;
    start_fake("third", 60);
    for (int i = 1; i <= 6; i++) {
        run_case(N);
        assert_int_equal(run.end, i % 3 == 0 ? RUN_EXITED : RUN_ANSWERED);
    }
}

// After a fault, a process with a real GPU can run nothing more. Only the faulty case must fail.
static void a_lost_device_gets_a_new_process(void **state) {
    (void)state;
    start_fake("loses_device", 60);
    static const size_t lengths[] = {31, 32, 33, 33};
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        run_case(lengths[i]);
        assert_int_equal(run.end, RUN_ANSWERED);
        assert_int_equal(run.result.status, lengths[i] == 32 ? CASE_DEVICE_LOST : CASE_DONE);
    }
}

// A process that ends after its answer must not make the next case fail.
static void dead_between_two_cases(void **state) {
    (void)state;
    start_fake("dies_between", 60);
    for (int i = 0; i < 3; i++) {
        run_case(N);
        if (run.end != RUN_ANSWERED) { // it ended while the next request was being sent
            assert_int_equal(run.end, RUN_EXITED);
        }
        while (!process_has_ended(&client.process) && client.process.pid != 0) {
            continue;
        }
    }
    int32_t sum = 0;
    for (size_t i = 0; i < N; i++) {
        sum = combine_sum(sum, in[i]);
    }
    assert_int_equal(out, sum);
}

static void silence_ends_at_the_limit(void **state) {
    (void)state;
    run_fake("silent", 0.2);
    assert_int_equal(run.end, RUN_SILENT);
    assert_int_equal(run.diagnostic_count, 0);
    assert_int_equal(client.process.pid, 0);
}

// A case whose blocks communicate is run again with one worker, and nothing is left of the first attempt.
static void one_worker_if_needed(void **state) {
    (void)state;
    run_fake("communicates", 60);
    assert_int_equal(run.end, RUN_ANSWERED);
    assert_int_equal(client.config.workers, 1);
    assert_false(printed("the first attempt"));
}

#ifdef __linux__
// The limit is for the program's own time: a program that gets a fifth of a processor still answers in time, and one
// that loops is stopped.
static void busy_machine(void **state) {
    (void)state;
    enum { BUSY = 4 };
    pid_t busy[BUSY];
    cpu_set_t before, first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    assert_int_equal(sched_getaffinity(0, sizeof(before), &before), 0);
    assert_int_equal(sched_setaffinity(0, sizeof(first), &first), 0);
    for (int i = 0; i < BUSY; i++) {
        busy[i] = fork();
        if (busy[i] == 0) {
            alarm(20); // ends it even if this test fails
            for (;;) {
                continue;
            }
        }
    }
    run_fake("works", 0.3);
    assert_int_equal(run.end, RUN_ANSWERED);
    client_stop(&client);
    run_fake("loops", 0.3);
    assert_int_equal(run.end, RUN_SILENT);
    for (int i = 0; i < BUSY; i++) {
        kill(busy[i], SIGKILL);
        waitpid(busy[i], NULL, 0);
    }
    sched_setaffinity(0, sizeof(before), &before);
}

// A program that starts many threads does not get more time: 64 of them would make it 19 seconds.
static void crowd(void **state) {
    (void)state;
    start_fake("crowd", 0.3);
    client.config.workers = 1;
    run_case(N);
    assert_int_equal(run.end, RUN_SILENT);
    assert_true(client.process.processor_seconds < 5);
}

// Cases that are each within the limit can be too much together.
static void limit_of_all_cases(void **state) {
    (void)state;
    atomic_ullong spent = 0;
    start_fake("slow", 60);
    client.config.limit_of_all = 0.4;
    client.config.spent = &spent;
    run_case(N);
    assert_int_equal(run.end, RUN_ANSWERED);
    for (int i = 1; i < 10 && run.end == RUN_ANSWERED; i++) {
        run_case(N);
    }
    assert_int_equal(run.end, RUN_OVER_LIMIT);
    assert_string_equal(words_english(&run.problem, text),
                        "the program took more than 0.4 s for the cases up to this one and was stopped");
    // And with those of another client. Then none is started.
    client_renew(&client);
    run_case(N);
    assert_int_equal(run.end, RUN_OVER_LIMIT);
    assert_int_equal(client.process.pid, 0);
}
#endif

static void endless_loop_explains_itself(void **state) {
    (void)state;
    run_fake("explains", 0.2);
    assert_int_equal(run.end, RUN_SILENT);
    assert_int_equal(run.diagnostic_count, 1);
    assert_int_equal(run.diagnostics[0].class_, DIAGNOSTIC_ENDLESS_LOOP);
}

static void flood_is_stopped(void **state) {
    (void)state;
    run_fake("flood", 60);
    assert_int_equal(run.end, RUN_FLOOD);
    assert_int_equal(run.output_length, RUN_OUTPUT_MAX);
}

static void closed_socket(void **state) {
    (void)state;
    run_fake("closes", 60);
    assert_int_equal(run.end, RUN_CLOSED);
}

static void malformed_messages(void **state) {
    (void)state;
    static const char *const behaviours[] = {
        "unknown_message", "half_sentence", "long_message", "endless_message", "text", "old", "shrinks"};
    for (size_t i = 0; i < sizeof(behaviours) / sizeof(behaviours[0]); i++) {
        run_fake(behaviours[i], 60);
        assert_int_equal(run.end, RUN_MALFORMED);
        assert_true(is_said(&run.problem));
        client_stop(&client);
    }
    run_fake("half_message", 60);
    assert_int_equal(run.end, RUN_MALFORMED);
}

#ifdef __linux__
// Its watch may kill a process just when the checker asks: then its memory is no longer there to look at.
static void ended_over_a_limit(void **state) {
    (void)state;
    const struct containment box = {.kind = BOX_PROGRAM, .limits = {.address_bytes = 1}, .trusted = true};
    struct process process;
    int data = process_memory_file();
    siginfo_t end;
    // `yes` waits when the pipe is full. (AddressSanitizer's programs do not run in a box.)
    assert_int_equal(process_start(&process, "/usr/bin/yes", data, NULL, 0, &box), 0);
    assert_int_equal(waitid(P_PID, (id_t)process.pid, &end, WEXITED | WNOWAIT), 0);
    assert_int_equal(end.si_code, CLD_KILLED);
    assert_true(process_ends_over_limit(&process, &box));
    close(data);
}
#endif

static void no_such_runner(void **state) {
    (void)state;
    struct client_config config = {.path = FAKE_RUNNER "-that-is-not-there", .limit = 60};
    client_init(&client, &config);
    run_case(N);
    assert_int_equal(run.end, RUN_NOT_POSSIBLE);
    assert_non_null(strstr(words_english(&run.problem, text), "No such file"));
}

static void the_number_of_workers_is_passed(void **state) {
    (void)state;
    setenv("LABS_WORKERS", "1", 1); // the checker's own environment must not affect the runner
    run_fake("race_of_many", 60);
    assert_int_equal(run.diagnostic_count, 2);
    client_stop(&client);
    struct client_config config = {.path = FAKE_RUNNER, .limit = 60, .workers = 1};
    client_init(&client, &config);
    run_case(N);
    assert_int_equal(run.diagnostics[0].class_, DIAGNOSTIC_UNSET_READ);
}

// ---- Messages that no well-behaved runner sends -----------------------------------------------------------

static bool take(uint32_t type, const void *payload, size_t length) {
    struct message_header header = {.type = type, .length = (uint32_t)length};
    return type == REPLY_RESULT ? case_outcome_take_result(&run, &header, payload)
                                : case_outcome_take_message(&run, &header, payload);
}

static void forged_messages(void **state) {
    (void)state;
    struct diagnostic diagnostic = {.class_ = DIAGNOSTIC_CLASS_COUNT};
    assert_false(take(REPLY_DIAGNOSTIC, &diagnostic, sizeof(diagnostic)));
    diagnostic.class_ = 0;
    memset(diagnostic.kernel, 'x', sizeof(diagnostic.kernel)); // strings without a terminator
    memset(diagnostic.array, 'x', sizeof(diagnostic.array));
    assert_true(take(REPLY_DIAGNOSTIC, &diagnostic, sizeof(diagnostic)));
    assert_int_equal(strlen(run.diagnostics[0].kernel), sizeof(diagnostic.kernel) - 1);
    assert_int_equal(strlen(run.diagnostics[0].array), sizeof(diagnostic.array) - 1);
    struct said *const sentences[] = {&diagnostic.message, &diagnostic.missing, &diagnostic.places[0].said,
                                      &diagnostic.places[1].said};
    for (size_t i = 0; i < sizeof(sentences) / sizeof(sentences[0]); i++) {
        say(sentences[i], WORDS(TOPIC(THREAD), NAME("3"))); // of which block?
        assert_false(take(REPLY_DIAGNOSTIC, &diagnostic, sizeof(diagnostic)));
        memset(sentences[i], 'x', sizeof(*sentences[i]));
        assert_false(take(REPLY_DIAGNOSTIC, &diagnostic, sizeof(diagnostic)));
        *sentences[i] = (struct said){.bytes = {0}};
        assert_true(take(REPLY_DIAGNOSTIC, &diagnostic, sizeof(diagnostic)));
    }
    struct launch_record launch = {.interval_count = 1};
    assert_false(take(REPLY_LAUNCH, &launch, sizeof(launch)));
    static char whole[sizeof(launch) + (INTERVAL_MAX + 1) * sizeof(struct counters)]; // of the correct length
    launch.interval_count = INTERVAL_MAX + 1;
    memcpy(whole, &launch, sizeof(launch));
    assert_false(take(REPLY_LAUNCH, whole, sizeof(whole)));
    launch.interval_count = 0;
    launch.line_count = UINT32_MAX;
    assert_false(take(REPLY_LAUNCH, &launch, sizeof(launch)));
    assert_false(take(REPLY_LAUNCH, &launch, 3));
    struct case_result result = {.status = CASE_NO_ROOM + 1};
    assert_false(take(REPLY_RESULT, &result, sizeof(result)));
    assert_false(take(REPLY_RESULT, &result, sizeof(result) - 1));
    assert_false(take(REPLY_HELLO, &result, sizeof(result)));
    result.status = CASE_ABANDONED;
    say(&result.message, WORDS(TOPIC(CUDA_ERROR), NAME("cudaErrorUnknown"))); // and what does CUDA say of it?
    assert_false(take(REPLY_RESULT, &result, sizeof(result)));
    struct hello hello = {.version = PROTOCOL_VERSION};
    say(&hello.device, WORDS(TOPIC(SIMULATED_GPU), NAME("two")));
    const struct message_header header = {.type = REPLY_HELLO, .length = sizeof(hello)};
    assert_false(case_outcome_take_hello(&run, &header, &hello));
    say(&hello.device, WORDS(TOPIC(SIMULATED_GPU), NUMBER(2)));
    assert_true(case_outcome_take_hello(&run, &header, &hello));
    hello.version--;
    assert_false(case_outcome_take_hello(&run, &header, &hello));
}

static void endless_messages_are_bounded(void **state) {
    (void)state;
    struct diagnostic diagnostic = {.class_ = 0, .count = 1};
    struct launch_record launch = {.grid = {2, 1, 1}, .total = {.barriers = 3}};
    for (int i = 0; i < 2000; i++) {
        assert_true(take(REPLY_DIAGNOSTIC, &diagnostic, sizeof(diagnostic)));
        assert_true(take(REPLY_LAUNCH, &launch, sizeof(launch)));
    }
    assert_int_equal(run.diagnostic_count, RUN_DIAGNOSTIC_MAX);
    assert_int_equal(run.diagnostics_dropped, 2000 - RUN_DIAGNOSTIC_MAX);
    assert_int_equal(run.launch_count, RUN_LAUNCH_MAX);
    assert_int_equal(run.launch_total, 2000);
    assert_int_equal(run.block_total, 4000);
    assert_int_equal(run.total.barriers, 6000);
}

#define RUN_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        RUN_TEST(correct_case_after_case),
        RUN_TEST(result_is_poisoned),
        RUN_TEST(deaths_are_named),
        RUN_TEST(orphans_are_ended),
        RUN_TEST(last_words_are_kept),
        RUN_TEST(dead_before_the_case),
        RUN_TEST(never_ready_is_found_out_once),
        RUN_TEST(next_case_gets_a_new_process),
        RUN_TEST(a_lost_device_gets_a_new_process),
        RUN_TEST(dead_between_two_cases),
        RUN_TEST(silence_ends_at_the_limit),
        RUN_TEST(one_worker_if_needed),
#ifdef __linux__
        RUN_TEST(busy_machine),
        RUN_TEST(crowd),
        RUN_TEST(limit_of_all_cases),
        RUN_TEST(ended_over_a_limit),
#endif
        RUN_TEST(endless_loop_explains_itself),
        RUN_TEST(flood_is_stopped),
        RUN_TEST(closed_socket),
        RUN_TEST(malformed_messages),
        RUN_TEST(no_such_runner),
        RUN_TEST(the_number_of_workers_is_passed),
        RUN_TEST(forged_messages),
        RUN_TEST(endless_messages_are_bounded),
    };
    struct client_config none = {.path = ""};
    client_init(&client, &none); // for tests that start no runner
    return cmocka_run_group_tests(tests, NULL, NULL);
}
