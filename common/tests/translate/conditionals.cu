// Text that the preprocessor skips, in and around device code. `// here` marks lines at which the test plants an error.
// KEPT is not defined.
#include <stdio.h>

#define TWICE(...) __VA_ARGS__; __VA_ARGS__

#ifdef KEPT
__device__ int table[4];
__global__ void old(int *out)
{
    __shared__ int a[32], b;
    int x = threadIdx.x;
    a[x] = out[x];
    out[x] = a[x] + table[0];
}
#endif
static int behind_a_kernel; // here

__global__ void branches(int *out)
{
    int x = threadIdx.x;
#if KEPT
    x = x + 1;
    x = x + 2;
    out[x] = x + 1;
#elif defined(KEPT) && KEPT > 1 // here
    x = x + 3;
    out[x] = x + 1;
#elif !defined(KEPT) // here
    out[x] = 2; // here
#else
    out[x] = x + 3;
#endif
    out[x] = 4; // here
#ifdef KEPT
    out[x] = x + 5;
#else // one
    out[x] = 6; // here
#endif /* of two
          lines */
    out[x] = 7; // here
#ifndef KEPT
    out[x] = 8; // here
#else
    out[x] = x + 9;
#endif
    out[x] = 10; // here
}

__global__ void nested(int *out)
{
    int x = threadIdx.x;
#if 0
    not code
#if KEPT
    out[x] = x + 1;
#endif
#else
    out[x] = 2; // here
#endif
    out[x] = 3; // here
#ifdef KEPT
    out[x] = x + 4;
#  if KEPT
    out[x] = x + 5;
#  elif KEPT > 1
    out[x] = x + 6;
#  else
    out[x] = x + 7;
#  endif
    out[x] = x + 8;
# else
    out[x] = 9; // here
#   if !defined(KEPT)
    out[x] = 10; // here
#   elif KEPT
    out[x] = x + 11;
#   endif
    out[x] = 12; // here
# endif
    out[x] = 13; // here
    TWICE(x = x + 1,
#if KEPT
          out[x] = x + 1,
          out[x] = x + 2,
#endif
          x = out[x]); // here
    x = out[x]; // here
}

#if KEPT
static void start(int *out)
{
    branches<<<1, 32>>>(out); printf("%d\n", behind_a_kernel);
    nested<<<1, 32>>>(out);
}
#elif 1
static void start(int *out)
{
    nested<<<1, 32>>>(out); // here
#if KEPT
    branches<<<1, 32>>>(out); printf("%d\n", behind_a_kernel);
#endif
    branches<<<1, 32>>>(out); // here
}
#endif

int main(void) // here
{
    start(NULL); // here
    printf("%d\n", behind_a_kernel);
}
