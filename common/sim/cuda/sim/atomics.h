// Atomic functions. A symbol name binds each overload to one C function of the simulator (hooks/atomics.c),
// where the return address is the student's line. The _system forms are the same functions.
#ifndef SIM_ATOMICS_H
#define SIM_ATOMICS_H

#define SIM_SYMBOL(name) __asm__(SIM_STRING(__USER_LABEL_PREFIX__) #name)

// atomicAdd(type *address, type value) returns the old value. `letters`: the type's name in the symbol.
#define SIM_ATOMIC(Name, name, type, letters)                                                                \
    type atomic##Name(type *address, type value) SIM_SYMBOL(sim_atomic_##name##_##letters);                  \
    type atomic##Name##_block(type *address, type value) SIM_SYMBOL(sim_atomic_##name##_##letters##_block);  \
    type atomic##Name##_system(type *address, type value) SIM_SYMBOL(sim_atomic_##name##_##letters);
#define SIM_ATOMIC_INTEGERS(Name, name)                                                                      \
    SIM_ATOMIC(Name, name, int, i32)                                                                         \
    SIM_ATOMIC(Name, name, unsigned, u32)                                                                    \
    SIM_ATOMIC(Name, name, unsigned long long, u64)

SIM_ATOMIC_INTEGERS(Add, add)
SIM_ATOMIC(Add, add, float, f32)
SIM_ATOMIC(Add, add, double, f64)
SIM_ATOMIC(Sub, sub, int, i32)
SIM_ATOMIC(Sub, sub, unsigned, u32)
SIM_ATOMIC_INTEGERS(Exch, exch)
SIM_ATOMIC(Exch, exch, float, f32)
SIM_ATOMIC_INTEGERS(Min, min)
SIM_ATOMIC(Min, min, long long, i64)
SIM_ATOMIC_INTEGERS(Max, max)
SIM_ATOMIC(Max, max, long long, i64)
SIM_ATOMIC(Inc, inc, unsigned, u32)
SIM_ATOMIC(Dec, dec, unsigned, u32)
SIM_ATOMIC_INTEGERS(And, and)
SIM_ATOMIC_INTEGERS(Or, or)
SIM_ATOMIC_INTEGERS(Xor, xor)

#define SIM_ATOMIC_CAS(form, type, symbol)                                                                   \
    type atomicCAS##form(type *address, type compare, type value) SIM_SYMBOL(sim_atomic_cas_##symbol);
#define SIM_ATOMIC_CAS_FORMS(type, letters)                                                                  \
    SIM_ATOMIC_CAS(, type, letters)                                                                          \
    SIM_ATOMIC_CAS(_block, type, letters##_block)                                                            \
    SIM_ATOMIC_CAS(_system, type, letters)
SIM_ATOMIC_CAS_FORMS(int, i32)
SIM_ATOMIC_CAS_FORMS(unsigned, u32)
SIM_ATOMIC_CAS_FORMS(unsigned long long, u64)
SIM_ATOMIC_CAS_FORMS(unsigned short, u16)

#undef SIM_ATOMIC
#undef SIM_ATOMIC_INTEGERS
#undef SIM_ATOMIC_CAS
#undef SIM_ATOMIC_CAS_FORMS

// The result of the atomic function before this is not used (lang/unused.c).
extern "C" void sim_result_unused(void);

// A read of a word that atomicCAS then compares (lang/notices.c).
extern "C" void sim_atomic_compared(const volatile void *address, void *value, size_t bytes, void *pc);
template <class T>
SIM_CALLED inline T sim_compared(const volatile T &place) {
    T value;
    sim_atomic_compared(&place, (void *)&value, sizeof(value), SIM_CALLER);
    return value;
}

#endif
