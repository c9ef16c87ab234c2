// A suite as a lab: its cases are the parts. The build makes their list from the suite's source.
#ifndef LAB_H
#define LAB_H

#include <stddef.h>

#include CONFORMANCE_CASES // "race_shared_cases.h": LAB_PARTS(PART), a PART(REDUCE, name, name) or PART(SCAN, ...) a case

#define DECLARE_REDUCE(name)               int name(const int *d_in, size_t n);
#define DECLARE_SCAN(name)                 void name(const int *d_in, int *d_out, size_t n);
#define DECLARE_PART(kind, name, function) DECLARE_##kind(function)

#ifdef __cplusplus
extern "C" {
#endif

LAB_PARTS(DECLARE_PART)

#ifdef __cplusplus
}
#endif

#endif
