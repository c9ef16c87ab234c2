// The classes of errors and notes: name, severity, title, hint. Included with X(NAME, severity, title, hint) defined.
//   ERROR: the case fails, whatever its result is.
//   NOTE:  shown only beside a wrong result, to say where to look.
//
// To add one: a line here. Its hint is for a student who sees it for the first time, and must not give the solution
// away.

X(RACE_SHARED, ERROR, "race in shared memory",
  "Nothing orders these two accesses. Which barrier should stand between them? Or should one of them not "
  "be there at all?")
X(RACE_GLOBAL, ERROR, "race in global memory",
  "A barrier orders the threads of one block only. Blocks wait for each other only in a cooperative "
  "launch: give each its own place, or use atomics.")
X(RACE_FLAG, ERROR, "race in global memory",
  "One block passes a value to another here. Does a __threadfence() stand between the value and its flag, "
  "on both sides? Is the flag volatile or atomic on both sides?")
X(RACE_UPDATE, ERROR, "race in global memory",
  "Blocks run in any order. Should host code set this value before the launch, or should each block use an "
  "atomic? A flag must be volatile or atomic on both sides.")
X(RACE_SCOPE, ERROR, "race in global memory",
  "An atomic with the scope of a block, such as atomicAdd_block, is atomic only for the threads of one "
  "block. Which threads use this address?")
X(RACE_STREAMS, ERROR, "race between streams",
  "Different streams work at the same time, or in any order. Which event, or which synchronization, should "
  "stand between the two?")
X(RACE_HOST, ERROR, "race with the host",
  "An asynchronous call returns before its work is done. What should the host wait for before it uses this "
  "memory?")
X(OUT_OF_BOUNDS, ERROR, "out of bounds",
  "Which index is meant here, and which threads have a valid one? Compare it with the length of this array "
  "first.")
X(USE_AFTER_FREE, ERROR, "use after free", "The memory was freed before its last use.")
X(DOUBLE_FREE, ERROR, "double free", "Free each allocation exactly once.")
X(INVALID_FREE, ERROR, "invalid free",
  "Free the pointer that the allocation returned, in the way that belongs to it: malloc needs free, new "
  "needs delete, and new[] needs delete[].")
X(LEAK, ERROR, "leak",
  "Free what you allocate: cudaMalloc needs cudaFree, malloc needs free. A stream, an event or a "
  "registration has its own call that ends it.")
X(WRONG_SPACE, ERROR, "wrong memory space",
  "Host and device memory are separate. A kernel needs device pointers (d_); host code can read only what "
  "cudaMemcpy has copied to the host (h_).")
X(NULL_POINTER, ERROR, "wrong memory space",
  "A null pointer points to no memory. Which allocation should have set this one? Did it run before, and "
  "did it get its memory?")
X(UNSET_READ, ERROR, "unset read",
  "New memory does not hold zeros. Which thread should have written this value? In global memory, "
  "cudaMemset or cudaMemcpy can do so, too.")
X(READ_ONLY, ERROR, "not read-only",
  "__ldg is for memory that no thread writes while the kernel runs. Does this load read such memory?")
X(MISALIGNED, ERROR, "misaligned access", "The address of a vector load must be a multiple of its size.")
X(BARRIER, ERROR, "divergent barrier",
  "Every thread of the block must reach the same __syncthreads(), even if it has nothing to do. Within one "
  "warp, __syncwarp() is enough.")
X(GRID_BARRIER, ERROR, "divergent barrier",
  "Every block of a cooperative launch must reach the same sync() of the grid, even if it has nothing to "
  "do. Only cudaLaunchCooperativeKernel() makes such a launch.")
X(SHUFFLE, ERROR, "lanes missing",
  "The mask must name all lanes that execute this call, and no others. A lane whose value is read must be "
  "among them. After a branch, __activemask() need not name all of them.")
X(ASSERT, ERROR, "assertion failed",
  "The program itself says that this must not happen. What did it expect here?")
X(ENDLESS_LOOP, ERROR, "endless loop", "What changes in the loop, and can its condition become false?")
X(STOPPED, ERROR, "program stopped",
  "The program was stopped at this place. Does the loop around it end, and must it run that often?")
X(RECURSION, ERROR, "endless recursion",
  "A function that calls itself must reach a case in which it does not. Which case is that here?")
X(LAUNCH, ERROR, "launch refused",
  "How many blocks and threads does this launch request? Both must be at least 1. A division of ints "
  "rounds down; and where there is nothing to do, do not launch.")
X(CUDA_ERROR, ERROR, "CUDA error",
  "A CUDA call failed. Which of its arguments is not what it needs? CUDA_CHECK(...) around each call shows "
  "the first that fails.")
X(INPUT_CHANGED, ERROR, "input changed", "The input is const: work on a copy.")
X(OUTPUT_UNWRITTEN, ERROR, "output not written",
  "Some thread must write every element of the output. Which thread should write these?")
X(SHIFT, ERROR, "shift too far",
  "A shift must be by fewer bits than the value has, and not by a negative number. C++ leaves the result "
  "of any other one undefined, and a CPU and a GPU compute different ones.")
X(CONVERSION, ERROR, "value out of range",
  "An integer type has a smallest and a largest value. C++ leaves the conversion of any other value "
  "undefined, and a CPU and a GPU compute different ones. Does the value need a floating-point type?")
X(STACK, ERROR, "stack overflow",
  "A stack is small, above all a kernel thread's. Is the recursion, or the size of a local array, intended?")
X(UNSUPPORTED, ERROR, "not in the simulated GPU", "docs/cuda-surface.md lists what it supports.")
X(EXIT, ERROR, "program ended",
  "The function must return, because other cases follow. exit() ends the whole program; CUDA_CHECK calls "
  "it after an error.")
X(CRASH, ERROR, "crash",
  "A signal stopped the program here. Which value in this line is not what you expect?")
X(UNREAD_COPY, NOTE, "copied and never read", "The host should use what it copies back.")
X(BYTES_COPIED, NOTE, "as many bytes as elements",
  "cudaMemcpy and cudaMemset count bytes. How many bytes does one element have?")
X(EACH_BYTE_SET, NOTE, "each byte set",
  "cudaMemset sets bytes, not elements. Which value should the elements have, and what can set it?")
X(LOST_VALUE, NOTE, "value never used", "Every partial result must flow into the final result.")
X(LOST_LANE, NOTE, "value never used",
  "Nothing uses this value. Should it be used? Then a step may be missing, for example because a loop "
  "begins too late or ends too early.")
X(ADDED_TWICE, NOTE, "element added twice",
  "Each element should be added once. Which thread and which step should add it?")
X(WRONG_ELEMENT, NOTE, "wrong value", "Which elements belong in this value? Which index brings in this one?")
X(FOREIGN_VALUE, NOTE, "wrong value",
  "Every value must come from elements. Does each variable have a first value, and is it the identity "
  "where there is no element?")
X(LOST_ELEMENT, NOTE, "element missing",
  "Each element must reach the values that should contain it. Which step should pass it on?")
X(ACTIVE_MASK, NOTE, "incomplete active mask",
  "Once lanes have taken different paths, __activemask() and coalesced_threads() may leave out some of "
  "them, even if they run the same code. Let __ballot_sync() find a mask before the branch.")
X(UNREAD_INPUT, NOTE, "input never read", "Some thread must read every element.")
X(INPUT_IGNORED, NOTE, "input ignored", "The result must come from the input.")
X(TIME, NOTE, "time not measured",
  "The simulated GPU does not measure time. Fewer sectors, bank conflicts and divergent warps usually mean "
  "less of it; only a real GPU can tell.")
X(STALE_READ, NOTE, "older value read",
  "CUDA does not order accesses to two addresses, volatile and atomic ones included. Does a "
  "__threadfence() stand between the value and its flag, on both sides?")
X(LOST_UPDATE, NOTE, "update lost",
  "This thread reads a value and stores a new one, and another thread's update between the two is lost. "
  "Which atomic reads and stores in one step?")
X(SAME_VALUE, NOTE, "same value stored",
  "CUDA performs one of these stores. That is allowed, as the lanes store the same value. Is one lane "
  "meant?")
X(SWAP_FAILED, NOTE, "value not stored",
  "atomicCAS() stores only while the value is still the one that it compares with. What should this thread "
  "do if it was not?")
X(REREAD_INPUT, NOTE, "input read again", "Each element should be read exactly once.")
