// Sends and receives complete messages. Handles partial reads and writes, signals, and a closed connection.
#define _GNU_SOURCE // MSG_NOSIGNAL and clock_gettime also under -std=c11

#include "runner/protocol.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>

// A write to a closed connection must be an error, not a signal that ends the process.
#ifdef MSG_NOSIGNAL
enum { SEND_FLAGS = MSG_NOSIGNAL };
static void disable_signal(int socket) {
    (void)socket;
}
#else
enum { SEND_FLAGS = 0 };
static void disable_signal(int socket) {
    int on = 1;
    setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof(on));
}
#endif

// Sends `count` pieces of memory, and uses them up. Returns 0, or -1 with errno.
static int send_all(int socket, struct iovec *pieces, size_t count) {
    while (count > 0) {
        struct msghdr message = {.msg_iov = pieces, .msg_iovlen = count};
        ssize_t sent = sendmsg(socket, &message, SEND_FLAGS);
        if (sent >= 0) {
            size_t left = (size_t)sent;
            for (; count > 0 && left >= pieces->iov_len; pieces++, count--) {
                left -= pieces->iov_len;
            }
            if (count > 0) {
                pieces->iov_base = (char *)pieces->iov_base + left;
                pieces->iov_len -= left;
            }
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            struct pollfd writable = {.fd = socket, .events = POLLOUT};
            poll(&writable, 1, -1);
        } else if (errno != EINTR) {
            return -1;
        }
    }
    return 0;
}

int protocol_send(int socket, uint32_t type, const void *payload, size_t length) {
    if (length > PROTOCOL_LENGTH_MAX) {
        errno = EMSGSIZE;
        return -1;
    }
    disable_signal(socket);
    struct message_header header = {.type = type, .length = (uint32_t)length};
    // Together, because each call wakes the other process. (An iovec has no const; sendmsg only reads.)
    struct iovec pieces[2] = {{&header, sizeof(header)}, {(void *)(uintptr_t)payload, length}};
    return send_all(socket, pieces, 2);
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Receives `length` bytes until `deadline` (in terms of now_ms; negative: no limit). Returns 1 for all of
// them; 0 if the connection was closed before the first byte; -1 with errno (EPROTO: closed after the first byte).
static int receive_all(int socket, void *bytes, size_t length, int64_t deadline) {
    char *next = bytes;
    size_t missing = length;
    while (missing > 0) {
        ssize_t got = recv(socket, next, missing, MSG_DONTWAIT);
        if (got > 0) {
            next += got;
            missing -= (size_t)got;
        } else if (got == 0 || errno == ECONNRESET) {
            if (missing == length) {
                return 0;
            }
            errno = EPROTO;
            return -1;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            int64_t left = deadline < 0 ? -1 : deadline - now_ms();
            struct pollfd readable = {.fd = socket, .events = POLLIN};
            int ready = poll(&readable, 1, deadline >= 0 && left < 0 ? 0 : (int)left);
            if (ready == 0) {
                errno = ETIMEDOUT;
                return -1;
            }
            if (ready < 0 && errno != EINTR) {
                return -1;
            }
        } else if (errno != EINTR) {
            return -1;
        }
    }
    return 1;
}

int protocol_receive(int socket, struct message_header *header, void **payload, size_t *capacity,
                     int timeout_ms) {
    int64_t deadline = timeout_ms < 0 ? -1 : now_ms() + timeout_ms;
    int status = receive_all(socket, header, sizeof(*header), deadline);
    if (status != 1) {
        return status;
    }
    if (header->length > PROTOCOL_LENGTH_MAX) {
        errno = EPROTO;
        return -1;
    }
    if (header->length > *capacity) {
        void *larger = realloc(*payload, header->length);
        if (larger == NULL) {
            return -1;
        }
        *payload = larger;
        *capacity = header->length;
    }
    status = receive_all(socket, *payload, header->length, deadline);
    if (status == 0) { // closed between header and payload
        errno = EPROTO;
        return -1;
    }
    return status;
}
