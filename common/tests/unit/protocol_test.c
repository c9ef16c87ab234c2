// Messages arrive complete, however they are split, and in every way in which a connection can end.
#define _GNU_SOURCE
#include "cmocka_all.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "runner/protocol.h"

static int ends[2];
static struct message_header header;
static void *payload;
static size_t capacity;

static int open_pair(void **state) {
    (void)state;
    return socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
}

static int close_pair(void **state) {
    (void)state;
    close(ends[0]);
    close(ends[1]);
    free(payload);
    payload = NULL;
    capacity = 0;
    return 0;
}

static int receive(int timeout_ms) {
    return protocol_receive(ends[1], &header, &payload, &capacity, timeout_ms);
}

static void messages_in_order(void **state) {
    (void)state;
    assert_int_equal(protocol_send(ends[0], 17, "hello", 6), 0);
    assert_int_equal(protocol_send(ends[0], 18, NULL, 0), 0);
    assert_int_equal(protocol_send(ends[0], 19, "a longer one", 13), 0);
    assert_int_equal(receive(1000), 1);
    assert_int_equal(header.type, 17);
    assert_string_equal(payload, "hello");
    assert_int_equal(receive(1000), 1);
    assert_int_equal(header.type, 18);
    assert_int_equal(header.length, 0);
    assert_int_equal(receive(-1), 1);
    assert_string_equal(payload, "a longer one");
}

static void ignore(int number) {
    (void)number;
}

static void let_signals_break_waits(void) {
    struct sigaction action = {.sa_handler = ignore}; // without SA_RESTART
    sigaction(SIGUSR1, &action, NULL);
}

static pthread_t receiver;

// Sends a message byte by byte, each with a signal for the receiver.
static void *send_bytes(void *argument) {
    (void)argument;
    struct message_header sent = {.type = 17, .length = 10};
    char bytes[sizeof(sent) + 10] = {0};
    memcpy(bytes, &sent, sizeof(sent));
    memcpy(bytes + sizeof(sent), "tendrils!", 10);
    for (size_t i = 0; i < sizeof(bytes); i++) {
        usleep(200); // so that the receiver waits
        pthread_kill(receiver, SIGUSR1);
        usleep(200); // so that the signal ends the wait
        if (write(ends[0], bytes + i, 1) != 1) {
            return "could not write";
        }
    }
    return NULL;
}

static void byte_by_byte_between_signals(void **state) {
    (void)state;
    let_signals_break_waits();
    receiver = pthread_self();
    pthread_t sender;
    assert_int_equal(pthread_create(&sender, NULL, send_bytes, NULL), 0);
    assert_int_equal(receive(10000), 1);
    void *failure;
    pthread_join(sender, &failure);
    assert_null(failure);
    assert_string_equal(payload, "tendrils!");
}

enum { LARGE = 4 << 20 }; // more than fits into a socket

static void *send_large(void *bytes) {
    return protocol_send(ends[0], 18, bytes, LARGE) == 0 ? NULL : bytes;
}

static void larger_than_the_socket(void **state) {
    (void)state;
    char *bytes = malloc(LARGE);
    assert_non_null(bytes);
    for (size_t i = 0; i < LARGE; i++) {
        bytes[i] = (char)(i * 7 >> 3);
    }
    let_signals_break_waits();
    pthread_t sender;
    assert_int_equal(pthread_create(&sender, NULL, send_large, bytes), 0);
    for (int i = 0; i < 20; i++) { // while it waits for space
        usleep(1000);
        pthread_kill(sender, SIGUSR1);
    }
    assert_int_equal(receive(10000), 1);
    void *failure;
    pthread_join(sender, &failure);
    assert_null(failure);
    assert_int_equal(header.length, LARGE);
    assert_memory_equal(payload, bytes, LARGE);
    free(bytes);
}

static void closed_is_an_end(void **state) {
    (void)state;
    assert_int_equal(protocol_send(ends[0], 17, "last", 5), 0);
    close(ends[0]);
    ends[0] = -1;
    assert_int_equal(receive(1000), 1);
    assert_int_equal(receive(1000), 0);
}

static void closed_in_between_is_an_error(void **state) {
    (void)state;
    struct message_header cut = {.type = 17, .length = 8};
    assert_int_equal(write(ends[0], &cut, sizeof(cut)), sizeof(cut));
    close(ends[0]);
    ends[0] = -1;
    assert_int_equal(receive(1000), -1);
    assert_int_equal(errno, EPROTO);
}

static void silence_is_an_error(void **state) {
    (void)state;
    assert_int_equal(receive(0), -1);
    assert_int_equal(errno, ETIMEDOUT);
    struct message_header cut = {.type = 17, .length = 8};
    assert_int_equal(write(ends[0], &cut, sizeof(cut)), sizeof(cut));
    assert_int_equal(receive(20), -1);
    assert_int_equal(errno, ETIMEDOUT);
}

static void too_long_is_an_error(void **state) {
    (void)state;
    assert_int_equal(protocol_send(ends[0], 17, "", (size_t)PROTOCOL_LENGTH_MAX + 1), -1);
    assert_int_equal(errno, EMSGSIZE);
    struct message_header huge = {.type = 17, .length = PROTOCOL_LENGTH_MAX + 1};
    assert_int_equal(write(ends[0], &huge, sizeof(huge)), sizeof(huge));
    assert_int_equal(receive(1000), -1);
    assert_int_equal(errno, EPROTO);
}

// Without MSG_NOSIGNAL this test would die of SIGPIPE.
static void sending_to_a_closed_connection(void **state) {
    (void)state;
    close(ends[1]);
    ends[1] = -1;
    assert_int_equal(protocol_send(ends[0], 17, "?", 1), -1);
    assert_int_equal(errno, EPIPE);
}

#define PAIR_TEST(test) cmocka_unit_test_setup_teardown(test, open_pair, close_pair)

int main(void) {
    const struct CMUnitTest tests[] = {
        PAIR_TEST(messages_in_order),
        PAIR_TEST(byte_by_byte_between_signals),
        PAIR_TEST(larger_than_the_socket),
        PAIR_TEST(closed_is_an_end),
        PAIR_TEST(closed_in_between_is_an_error),
        PAIR_TEST(silence_is_an_error),
        PAIR_TEST(too_long_is_an_error),
        PAIR_TEST(sending_to_a_closed_connection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
