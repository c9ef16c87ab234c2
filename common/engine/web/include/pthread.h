// A module has one thread: nothing has to wait, and none can be made.
#ifndef LABS_WEB_PTHREAD_H
#define LABS_WEB_PTHREAD_H

#include <errno.h>
#include <sys/types.h>
#include <time.h>

#define PTHREAD_MUTEX_INITIALIZER                                                                            \
    { 0 }
#define PTHREAD_COND_INITIALIZER                                                                             \
    { 0 }

static inline int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*call)(void *),
                                 void *argument) {
    return (void)thread, (void)attributes, (void)call, (void)argument, EAGAIN;
}
static inline int pthread_join(pthread_t thread, void **result) {
    return (void)thread, (void)result, ESRCH;
}
static inline pthread_t pthread_self(void) {
    return NULL;
}
static inline int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes) {
    return (void)mutex, (void)attributes, 0;
}
static inline int pthread_mutex_lock(pthread_mutex_t *mutex) {
    return (void)mutex, 0;
}
static inline int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    return (void)mutex, 0;
}
static inline int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes) {
    return (void)condition, (void)attributes, 0;
}
static inline int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    return (void)condition, (void)mutex, 0;
}
static inline int pthread_cond_signal(pthread_cond_t *condition) {
    return (void)condition, 0;
}
static inline int pthread_cond_broadcast(pthread_cond_t *condition) {
    return (void)condition, 0;
}
static inline int pthread_cond_destroy(pthread_cond_t *condition) {
    return (void)condition, 0;
}
static inline int pthread_mutex_destroy(pthread_mutex_t *mutex) {
    return (void)mutex, 0;
}

#endif
