// Variables without a value: translate/unset.c adds the calls.
#ifndef SIM_UNSET_H
#define SIM_UNSET_H

// Is it 0 in this run? The checker runs each part in several orders of blocks, and so with both values.
extern "C" int sim_unset_is_zero(void);

// A bool is true, of which the compiler's pattern knows nothing, or false. A number keeps the pattern, or is 0.
#define SIM_UNSET(name)                                                                                      \
    {                                                                                                        \
        if constexpr (__is_same(decltype(name), bool)) {                                                     \
            name = sim_unset_is_zero() == 0;                                                                 \
        } else if (sim_unset_is_zero() != 0) {                                                               \
            name = 0;                                                                                        \
        }                                                                                                    \
    }

#endif
