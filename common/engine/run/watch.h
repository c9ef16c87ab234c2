// Where there are no threads, as in a module (WebAssembly), the machine itself calls the watchdog, after some steps.
#ifndef LABS_ENGINE_WATCH_H
#define LABS_ENGINE_WATCH_H

#ifdef __wasm__
extern unsigned watchdog_steps; // until it is called
void watchdog_look(void);

static inline void watch(void) {
    if (--watchdog_steps == 0) {
        watchdog_look();
    }
}
#else
static inline void watch(void) {
}
#endif

#endif
