// expect nothing
// What lab code uses of the C and C++ libraries.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include <cuda_runtime.h>

struct shape {
    virtual int area() const = 0;
    virtual ~shape() {
    }
};
struct square : shape {
    int area() const override {
        return 4;
    }
};

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int sum_of_all(const char *text, int n);
int sum_of_all(const char *text, int n) {
    std::vector<int> numbers((size_t)n, std::stoi(text));
    std::map<std::string, int> by_name = {{"a", 1}};
    std::unordered_map<std::string, int> found = {{text, (int)strlen(text)}};
    std::mt19937 random(1);
    std::shuffle(numbers.begin(), numbers.end(), random);
    std::function<int(int)> more = [&](int a) { return a + n; };
    std::unique_ptr<shape> one(new square);
    std::shared_ptr<int> shared = std::make_shared<int>(3);
    int *d_array = NULL;
    cudaMalloc(&d_array, sizeof(int));
    std::unique_ptr<int, decltype(&cudaFree)> freed(d_array, cudaFree);
    qsort(numbers.data(), numbers.size(), sizeof(int), compare);
    if (numbers.empty()) {
        throw std::runtime_error("no numbers in " + std::to_string(n));
    }
    fprintf(stderr, "%s\n", by_name.begin()->first.c_str());
    return more(one->area()) + *shared + (int)found.size() + abs(numbers[0]);
}
