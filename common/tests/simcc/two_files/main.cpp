#include <cuda_runtime.h>

#include <numeric>
#include <vector>

#include "report.h"

struct range {
    int begin, end;
};
void square_on_device(int *d_values, range which);

int main() {
    std::vector<int> values(40);
    std::iota(values.begin(), values.end(), 0);
    int *d_values = nullptr;
    cudaMalloc((void **)&d_values, values.size() * sizeof(int));
    cudaMemcpy(d_values, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
    square_on_device(d_values, range{10, 40});
    cudaMemcpy(values.data(), d_values, values.size() * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_values);
    return report(std::accumulate(values.begin(), values.end(), 0));
}
