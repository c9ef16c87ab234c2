// A place in a source.
#ifndef LABS_ENGINE_PLACE_H
#define LABS_ENGINE_PLACE_H

struct engine_place {
    const char *file; // as it was named; NULL: unknown
    int line;         // from 1
    int column;       // from 1, in bytes
};

#endif
