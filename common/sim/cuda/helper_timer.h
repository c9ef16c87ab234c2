// Stopwatches of the host, as in NVIDIA's samples (helper_cuda.h).
#ifndef HELPER_TIMER_H
#define HELPER_TIMER_H

#include <time.h>

#include "helper_string.h"

class StopWatchInterface {
  public:
    void start() {
        begin = now();
        running = true;
    }
    void stop() {
        total = getTime();
        stops++;
        running = false;
    }
    void reset() {
        total = 0;
        stops = 0;
        begin = now();
    }
    // Milliseconds since the last reset, without the time between stop and start; and the mean from start to stop.
    float getTime() const {
        return total + (running ? (float)(now() - begin) : 0);
    }
    float getAverageTime() const {
        return stops > 0 ? total / (float)stops : 0;
    }

  private:
    static double now() {
        struct timespec time;
        clock_gettime(CLOCK_MONOTONIC, &time);
        return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
    }
    double begin = 0;
    float total = 0;
    int stops = 0;
    bool running = false;
};

// Each of these returns true.
inline bool sdkCreateTimer(StopWatchInterface **timer) {
    *timer = new StopWatchInterface;
    return true;
}
inline bool sdkDeleteTimer(StopWatchInterface **timer) {
    delete *timer;
    *timer = NULL;
    return true;
}
inline bool sdkStartTimer(StopWatchInterface **timer) {
    (*timer)->start();
    return true;
}
inline bool sdkStopTimer(StopWatchInterface **timer) {
    (*timer)->stop();
    return true;
}
inline bool sdkResetTimer(StopWatchInterface **timer) {
    (*timer)->reset();
    return true;
}

// Milliseconds.
inline float sdkGetTimerValue(StopWatchInterface **timer) {
    return (*timer)->getTime();
}
inline float sdkGetAverageTimerValue(StopWatchInterface **timer) {
    return (*timer)->getAverageTime();
}

#endif
