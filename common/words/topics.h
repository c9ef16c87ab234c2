// The topics of what is said (said.h), by the list in topic_list.h.
#ifndef LABS_TOPICS_H
#define LABS_TOPICS_H

enum topic {
    TOPIC_NONE, // nothing is said
#define X(name, form)      TOPIC_##name,
#define N(name, form, one) TOPIC_##name,
#include "words/topic_list.h"
#undef X
#undef N
    TOPIC_COUNT
};

#endif
