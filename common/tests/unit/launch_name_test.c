// Names of kernels as in the source, from the mangled names.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu/launch_time.h"

static void assert_name(const char *mangled, const char *expected) {
    char name[24];
    launch_name(mangled, name, sizeof(name));
    assert_string_equal(name, expected);
}

static void test_names(void **state) {
    (void)state;
    assert_name("_Z13modulo_kernelPKiPim", "modulo_kernel");
    assert_name("_Z6reduceILi256EEvPKiPim", "reduce"); // a template's instance
    assert_name("plain_c_name", "plain_c_name");
    assert_name("", "");
}

static void test_what_cannot_be_taken_apart_stays(void **state) {
    (void)state;
    assert_name("_ZN5space6kernelEv", "_ZN5space6kernelEv");
    assert_name("_Z99short", "_Z99short");
    assert_name("_Z", "_Z");
    assert_name("_Z30a_name_of_thirty_characters_ok", "a_name_of_thirty_charac");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_what_cannot_be_taken_apart_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
