// SIM_THREAD_LOCAL: after the declaration of a variable of the OS thread. Programs are linked statically, so there
// is a shorter way to it than the usual one.
#ifndef SIM_THREAD_LOCAL_H
#define SIM_THREAD_LOCAL_H

#if defined(__ELF__)
#define SIM_THREAD_LOCAL __attribute__((tls_model("local-exec")))
#else
#define SIM_THREAD_LOCAL
#endif

#endif
