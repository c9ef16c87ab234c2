// What every unit test with cmocka includes first.
#ifndef LABS_UNIT_TEST_H
#define LABS_UNIT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
