// The helpers of NVIDIA's samples that do not need CUDA (helper_cuda.h), and the headers that programs expect of it.
#ifndef HELPER_FUNCTIONS_H
#define HELPER_FUNCTIONS_H

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "helper_string.h"
#include "helper_timer.h"

#endif
