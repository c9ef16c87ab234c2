// Atomic functions. Each overload is bound to one C function of the simulator by its symbol, so that the
// return address there is the student's line.
#ifndef SIM_ATOMICS_H
#define SIM_ATOMICS_H

#define SIM_STRING_(x) #x
#define SIM_STRING(x)  SIM_STRING_(x)
#define SIM_SYMBOL(name) __asm__(SIM_STRING(__USER_LABEL_PREFIX__) #name)

#define SIM_ATOMIC(function, type, symbol) type function(type *address, type value) SIM_SYMBOL(symbol);

SIM_ATOMIC(atomicAdd, int, sim_atomic_add_i32)
SIM_ATOMIC(atomicAdd, unsigned, sim_atomic_add_u32)
SIM_ATOMIC(atomicAdd, unsigned long long, sim_atomic_add_u64)
SIM_ATOMIC(atomicAdd, float, sim_atomic_add_f32)
SIM_ATOMIC(atomicAdd, double, sim_atomic_add_f64)
SIM_ATOMIC(atomicSub, int, sim_atomic_sub_i32)
SIM_ATOMIC(atomicSub, unsigned, sim_atomic_sub_u32)
SIM_ATOMIC(atomicExch, int, sim_atomic_exch_i32)
SIM_ATOMIC(atomicExch, unsigned, sim_atomic_exch_u32)
SIM_ATOMIC(atomicExch, unsigned long long, sim_atomic_exch_u64)
SIM_ATOMIC(atomicMin, int, sim_atomic_min_i32)
SIM_ATOMIC(atomicMin, unsigned, sim_atomic_min_u32)
SIM_ATOMIC(atomicMax, int, sim_atomic_max_i32)
SIM_ATOMIC(atomicMax, unsigned, sim_atomic_max_u32)

int atomicCAS(int *address, int compare, int value) SIM_SYMBOL(sim_atomic_cas_i32);
unsigned atomicCAS(unsigned *address, unsigned compare, unsigned value) SIM_SYMBOL(sim_atomic_cas_u32);
unsigned long long atomicCAS(unsigned long long *address, unsigned long long compare, unsigned long long value)
    SIM_SYMBOL(sim_atomic_cas_u64);

#endif
