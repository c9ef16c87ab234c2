// How a translation ends: with the paths of its source, and of what messages call it. sim-translate writes it, and
// sim-compile reads it.
#ifndef LABS_ORIGIN_H
#define LABS_ORIGIN_H

#define ORIGIN_SOURCE "\n//source: "
#define ORIGIN_NAME   "\n//name: "
#define ORIGIN_FORMAT ORIGIN_SOURCE "%s" ORIGIN_NAME "%s\n"

#endif
