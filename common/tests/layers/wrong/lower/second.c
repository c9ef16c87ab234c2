// Calls first.c and, against the order, upper.c.
#include "upper/upper.h"

int first(void);
int second(void);

int second(void) {
    return first() + upper_value();
}
