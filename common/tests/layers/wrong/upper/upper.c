#include "upper/upper.h"

int first(void);
int second(void);

int upper_value(void) {
    return first();
}
