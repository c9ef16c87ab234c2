// What share of CTest's tests is done, weighted by how long each of them took in earlier runs.
#ifndef LABS_CLI_TEST_COSTS_H
#define LABS_CLI_TEST_COSTS_H

enum { TEST_NAME_SIZE = 128 };

struct test_cost {
    char name[TEST_NAME_SIZE];
    double seconds; // negative if the test has not run before
};

// Starts as {0}.
struct test_costs {
    struct test_cost *tests;
    int count, ended;
    double seconds, ended_seconds;
};

// Adds a test that is to run.
void test_costs_add(struct test_costs *costs, const char *name);

// After the last test was added: reads CTest's own record of earlier runs, CTestCostData.txt. A test without a record
// costs as much as the others on average.
void test_costs_read(struct test_costs *costs, const char *path);

// A test has ended.
void test_costs_end(struct test_costs *costs, const char *name);

// What is done, from 0 to 1.
double test_costs_share(const struct test_costs *costs);

void test_costs_free(struct test_costs *costs);

#endif
