// A runner without a device. It behaves as the environment variable FAKE says. For the tests of the checker.
//
// To add a behaviour: its name, and what it does, in answer_case, misbehave, report or main.
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "runner/proof.h"

static int checker;         // socket
static const char *fake;    // behaviour
static int finds_max;       // this is the program for the operator max
static unsigned case_count; // cases so far, including this one
static struct proof proof;
static uint32_t launch_count; // of this case
static uint64_t input_bytes;

// Under AddressSanitizer a signal must end the process, as it does without it.
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "handle_segv=0:handle_sigbus=0:handle_abort=0";
}

static int is(const char *behaviour) {
    return strcmp(fake, behaviour) == 0;
}

// ---- Addresses with lines of program.cu ------------------------------------------------------------------

extern char __executable_start; // where the executable is loaded, from the linker

// Each call's return address is on the line of the call, in the file that #line names.
static uint64_t __attribute__((noinline)) call_site(void) {
    return (uint64_t)((char *)__builtin_return_address(0) - &__executable_start) - 1;
}

// clang-format off
#line 16 FAKE_SOURCE
static void line_16(uint64_t *pc) { *pc = call_site(); }
static void line_17(uint64_t *pc) { *pc = call_site(); }
#line 45 "runner.c"
// clang-format on

// ---- Messages --------------------------------------------------------------------------------------------

static void send_message(uint32_t type, const void *payload, size_t length) {
    if (type != REPLY_RESULT) {
        proof_add(&proof, type, payload, length);
    }
    if (protocol_send(checker, type, payload, length) != 0) {
        exit(3);
    }
}

// A race between line 16 and line 17, or between line 17 and line 16.
static void send_race(int backwards, uint64_t count) {
    struct diagnostic race = {.class_ = DIAGNOSTIC_RACE_SHARED, .launch = 1, .count = count};
    strcpy(race.kernel, "kernel");
    strcpy(race.array, "s_partial");
    say(&race.message,
        WORDS(TOPIC(AS_IT_IS), NAME("s_partial[4] is written by thread 2 and read by thread 4")));
    struct said thread;
    say(&thread, WORDS(TOPIC(THREAD), NAME("2"), NAME("(0,0,0)")));
    say(&race.places[0].said, WORDS(TOPIC(DOES), PART(thread), TOPIC(WRITES)));
    say(&thread, WORDS(TOPIC(THREAD), NAME("4"), NAME("(0,0,0)")));
    say(&race.places[1].said, WORDS(TOPIC(DOES), PART(thread), TOPIC(READS)));
    race.places[1].form = PLACE_ACT;
    race.places[0].act = ACT_WRITES;
    race.places[1].act = ACT_READS;
    line_16(&race.places[backwards].pc);
    line_17(&race.places[1 - backwards].pc);
    send_message(REPLY_DIAGNOSTIC, &race, sizeof(race));
}

static void send_diagnostic(enum diagnostic_class class_, const char *message) {
    struct diagnostic diagnostic = {.class_ = class_, .count = 1};
    say(&diagnostic.message, WORDS(TOPIC(AS_IT_IS), NAME(message)));
    line_16(&diagnostic.places[0].pc);
    send_message(REPLY_DIAGNOSTIC, &diagnostic, sizeof(diagnostic));
}

// A launch of the modulo kernel: `blocks` blocks of 256 threads, with the counters that matter for a table.
static void send_launch(uint32_t blocks) {
    static const uint64_t working[] = {0, 8, 8, 8, 8, 8, 4, 2, 1, 0},
                          divergent[] = {0, 8, 8, 8, 8, 8, 4, 2, 1, 1};
    enum { INTERVALS = 10 };
    struct {
        struct launch_record record;
        struct counters intervals[INTERVALS];
        struct place_counters line;
    } launch = {.record = {.kernel = "kernel",
                           .grid = {blocks, 1, 1},
                           .block = {256, 1, 1},
                           .shared_bytes = 1024,
                           .interval_count = INTERVALS,
                           .line_count = 1}};
    if (is("64_launches")) { // with numbers of many digits
        memset(launch.intervals, 0x11, sizeof(launch.intervals));
    }
    for (int i = 0; i < INTERVALS; i++) {
        launch.intervals[i].working_warps = working[i] * blocks;
        launch.intervals[i].divergent_warps = divergent[i] * blocks;
        launch.record.total.working_warps += working[i] * blocks;
        launch.record.total.divergent_warps += divergent[i] * blocks;
    }
    launch.record.total.combines = 256 * (uint64_t)blocks;
    launch.record.total.global_load_sectors = is("few_sectors") ? blocks : 32 * (uint64_t)blocks;
    line_16(&launch.line.pc);
    launch_count++;
    launch.line.total.warp_instructions = 3;
    send_message(REPLY_LAUNCH, &launch, sizeof(launch));
}

// ---- Cases -----------------------------------------------------------------------------------------------

static void explain(int number) {
    (void)number;
    send_diagnostic(DIAGNOSTIC_ENDLESS_LOOP, "all threads of block (0,0,0) are at line 16");
    _exit(0);
}

static void sleep_forever(void) {
    for (;;) {
        pause();
    }
}

// Uses the processor for this time; for ever if it is negative.
static void work(double seconds) {
    struct timespec used;
    do {
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    } while (seconds < 0 || (double)used.tv_sec + (double)used.tv_nsec / 1e9 < seconds);
}

static void *work_forever(void *nothing) {
    work(-1);
    return nothing;
}

static void send_result(enum case_status status, const char *message) {
    struct case_result result = {.status = status, .launches = launch_count + is("lost_launch")};
    result.copied_to_host = is("no_launch") ? input_bytes : 0;
    if (message[0] != '\0') {
        say(&result.message, WORDS(TOPIC(AS_IT_IS), NAME(message)));
    }
    fflush(stdout);
    result.proof = proof_of(&proof, result) + (uint64_t)is("no_proof");
    send_message(REPLY_RESULT, &result, sizeof(result));
}

// The errors before the result. Most do not return.
static void misbehave(void) {
    if (is("segfault")) {
        raise(SIGSEGV);
    }
    if (is("abort")) {
        abort();
    }
    if (is("exit0")) {
        exit(0);
    }
    if (is("third") && case_count == 3) {
        exit(3);
    }
    if (is("cuda_check")) {
        fprintf(stderr, "starter.cu:12: cudaMalloc(&d, n): cudaErrorMemoryAllocation (out of memory)\n");
        exit(2);
    }
    if (is("silent")) {
        sleep_forever();
    }
    if (is("loops")) {
        work(-1);
    }
    if (is("communicates") && getenv("LABS_WORKERS") == NULL) {
        puts("the first attempt");
        exit(RUNNER_NEEDS_ONE_WORKER);
    }
    if (is("works")) {
        work(0.15);
    }
    if (is("crowd")) {
        pthread_t thread;
        for (int i = 0; i < 64; i++) {
            pthread_create(&thread, NULL, work_forever, NULL);
        }
        work(-1);
    }
    if (is("slow")) {
        usleep(150000);
    }
    if (is("explains")) {
        signal(SIGUSR1, explain);
        sleep_forever();
    }
    if (is("finds_loop")) { // as the simulated GPU ends
        explain(0);
    }
    if (is("flood")) {
        for (;;) {
            puts("more and more and more");
        }
    }
    if (is("closes")) {
        close(checker);
        sleep_forever();
    }
    if (is("unknown_message")) {
        send_message(99, "?", 1);
    }
    if (is("half_sentence")) {
        struct diagnostic diagnostic = {.class_ = DIAGNOSTIC_UNSET_READ, .count = 1};
        say(&diagnostic.message, WORDS(TOPIC(THREAD), NAME("3")));
        send_message(REPLY_DIAGNOSTIC, &diagnostic, sizeof(diagnostic));
    }
    if (is("long_message")) {
        send_message(REPLY_DIAGNOSTIC, "short", 5);
    }
    if (is("endless_message")) {
        struct message_header header = {.type = REPLY_RESULT, .length = UINT32_MAX};
        if (write(checker, &header, sizeof(header)) < 0) {
            exit(3);
        }
        sleep_forever();
    }
    if (is("half_message")) {
        if (write(checker, "half", 4) < 0) {
            exit(3);
        }
        exit(0);
    }
    if (is("text") && write(checker, "PASS, all cases passed\n", 23) < 0) {
        exit(3);
    }
    if (is("orphan")) { // leaves a child that holds all descriptors open
        if (fork() == 0) {
            sleep_forever();
        }
        exit(5);
    }
}

static int32_t max_of(const int32_t *in, uint64_t n) {
    int32_t max = INT32_MIN;
    for (uint64_t i = 0; i < n; i++) {
        max = in[i] > max ? in[i] : max;
    }
    return max;
}

// Waits until the file in GATE is there, but not forever.
static void wait_at_gate(void) {
    const char *gate = getenv("GATE");
    for (int tries = 0; gate == NULL || access(gate, F_OK) != 0; tries++) {
        if (tries == 2000) {
            exit(4);
        }
        usleep(10000);
    }
}

// Leaves a file next to the gate.
static void leave_gate(void) {
    char passed[1000];
    snprintf(passed, sizeof(passed), "%s.passed", getenv("GATE"));
    int file = open(passed, O_CREAT | O_WRONLY, 0600);
    if (file < 0) {
        exit(4);
    }
    close(file);
}

// The file GATE is there while a case runs. Another case that runs at the same time ends here.
static void be_alone(void) {
    const char *gate = getenv("GATE");
    int file = gate != NULL ? open(gate, O_CREAT | O_EXCL | O_WRONLY, 0600) : -1;
    if (file < 0) {
        exit(5);
    }
    close(file);
    usleep(200000);
    unlink(gate);
}

// The sum, or a wrong one.
static int32_t sum_of(const int32_t *in, uint64_t n) {
    uint32_t sum = 0;
    for (uint64_t i = 0; i < n; i++) {
        sum += (uint32_t)in[i];
    }
    if (is("says_pass") || is("wrong") || is("note_wrong") || is("12_wrong_launches") ||
        (is("wrong_from_257") && n >= 257)) {
        sum += 1;
    }
    if (is("first_block") && n > 256) {
        for (uint64_t i = 256; i < n; i++) {
            sum -= (uint32_t)in[i];
        }
    }
    return (int32_t)sum;
}

static void report(const struct case_request *request) {
    const char *workers = getenv("LABS_WORKERS");
    int one_worker = workers != NULL && strcmp(workers, "1") == 0;
    if (is("says_pass")) {
        puts("\033cPASS\nlab99 starter: PASS, 16 cases");
    }
    if (is("quotes")) {
        printf("a \"quoted\" \\ \t \001 \xff \xc3\xa4.");
    }
    if (is("prints")) {
        printf("n is %llu\n", (unsigned long long)request->n);
    }
    if (is("race") || (is("race_of_many") && !one_worker)) {
        send_race(0, 5);
        send_race(1, 7);
    }
    if (is("two_errors")) {
        send_race(0, 1);
        send_diagnostic(DIAGNOSTIC_UNSET_READ, "the second error");
    }
    if (is("race_of_many") && one_worker) {
        send_diagnostic(DIAGNOSTIC_UNSET_READ, "seen with one worker");
    }
    if (is("note") || is("note_wrong")) {
        send_diagnostic(DIAGNOSTIC_UNREAD_INPUT, "d_in[0] is never read");
    }
    int launches = is("12_launches") || is("12_wrong_launches") ? 12 : is("64_launches") ? 64 : 1;
    for (int i = 0; request->n > 0 && !is("no_launch") && i < launches; i++) {
        send_launch((uint32_t)((request->n + 255) / 256));
    }
}

// Has 4 GiB of resident memory: it maps 64 MiB often.
static void grow_large(void) {
    enum { MAPPED = 1 << 26, TIMES = (1 << 6) + 2 };
    int memory = memfd_create("large", 0);
    if (memory >= 0 && ftruncate(memory, MAPPED) == 0) {
        for (int i = 0; i < TIMES; i++) {
            mmap(NULL, MAPPED, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, memory, 0);
        }
    }
}

// Ends as if the kernel had killed it for its memory.
static void die_large(void) {
    grow_large();
    raise(SIGKILL);
}

static void answer_case(const struct case_request *request, int data) {
    case_count++;
    launch_count = 0;
    input_bytes = request->input_bytes;
    misbehave();
    report(request);
    char *shared = mmap(NULL, request->data_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, data, 0);
    if (shared == MAP_FAILED) {
        exit(3);
    }
    if (is("alone")) {
        be_alone();
    }
    if (is("gate") && strcmp(request->part, "second") == 0) {
        wait_at_gate();
    }
    if (is("cause_at_gate") && request->record_bytes > 0) {
        wait_at_gate();
        leave_gate();
    }
    int32_t sum =
        finds_max ? max_of((const int32_t *)shared, request->n) : sum_of((const int32_t *)shared, request->n);
    sum += (is("gate") || is("cause_at_gate")) && strcmp(request->part, "first") == 0;
    sum += is("second_wrong") && strcmp(request->part, "second") == 0;
    sum += is("late_wrong") && (strcmp(request->part, "second") == 0 ? finds_max : request->n == 1 << 20);
    if (!is("keeps_result")) {
        memcpy(shared + request->output_offset, &sum, sizeof(sum));
    }
    munmap(shared, request->data_bytes);
    if (is("shrinks") && ftruncate(data, 0) != 0) {
        exit(3);
    }
    static int lost; // permanently, like a CUDA context after an illegal access
    lost |= is("loses_device") && request->n == 32;
    if (lost) {
        send_result(CASE_DEVICE_LOST, "an illegal memory access was encountered");
    } else if (is("abandons")) {
        send_result(CASE_ABANDONED, "an illegal memory access was encountered");
    } else if (is("large")) {
        die_large();
    } else if (is("large_before")) {
        raise(SIGKILL);
    } else if (is("no_device")) {
        send_result(CASE_NO_DEVICE, "no CUDA-capable device is detected");
    } else if (is("no_part")) {
        send_result(CASE_NO_PART, "");
    } else {
        send_result(CASE_DONE, "");
    }
    if (is("dies_between")) {
        exit(9);
    }
}

int main(int argc, char **argv) {
    finds_max = argc > 0 && strstr(argv[0], "-max-") != NULL;
    fake = getenv("FAKE") != NULL ? getenv("FAKE") : "right";
    const char *socket_text = getenv("LABS_SOCKET"), *data_text = getenv("LABS_DATA");
    if (socket_text == NULL || data_text == NULL) {
        return 3;
    }
    checker = atoi(socket_text);
    int data = atoi(data_text);
    if (read(checker, &proof.key, sizeof(proof.key)) != (ssize_t)sizeof(proof.key)) {
        return 3;
    }
    if (is("dies_first")) {
        raise(SIGABRT);
    }
    if (is("large_first")) {
        die_large();
    }
    if (is("large_before")) { // as an emulator is
        grow_large();
    }
    if (is("never_ready")) {
        work(-1);
    }
    struct hello hello = {.version = is("old") ? 0 : PROTOCOL_VERSION};
    say(&hello.device, WORDS(TOPIC(AS_IT_IS), NAME("fake GPU")));
    send_message(REPLY_HELLO, &hello, sizeof(hello));
    struct message_header header;
    void *payload = NULL;
    size_t capacity = 0;
    while (protocol_receive(checker, &header, &payload, &capacity, -1) == 1) {
        answer_case(payload, data);
    }
    free(payload);
    return is("exit1_after") ? 1 : 0;
}
