// A place in a source.
#ifndef LABS_ENGINE_PLACE_H
#define LABS_ENGINE_PLACE_H

struct engine_place {
    const char *file;
    int line, column; // from 1; the column in bytes
};

#endif
