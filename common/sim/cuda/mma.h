#error "<mma.h>: the simulated GPU has no tensor cores: use a loop"
