// Every sentence, and every part of one, that the simulated GPU, the runner and the judge have: its name and its
// English form. Included with X(NAME, form) defined, and N(NAME, form, form for one), where the first number among the
// arguments decides.
//
// To add one: a line here, and say() with it where the fact is known; then `cmake --build build/course --target
// translations` adds it to the catalogues. %s is a name or another sentence, %d a number; a translation may number
// them, as in "%2$s". A place's form begins with a small letter and has no full stop.

X(NONE, "")
X(AS_IT_IS, "%s")

// ---- Who, and what ----

X(THREAD, "thread %s of block %s")
X(BLOCK, "block %s")
X(HOST_CODE, "host code")
X(DOES, "%s %s")
X(HERE, "%s here")
X(FROM_TO, "%s to %s")
X(READS, "reads")
X(WRITES, "writes")
X(READS_VOLATILE, "reads (volatile)")
X(WRITES_VOLATILE, "writes (volatile)")
X(UPDATES_ATOMIC, "atomically updates")
X(READS_ATOMIC, "reads (atomic)")
X(WRITES_ATOMIC, "writes (atomic)")
X(HAS_READ, "read")
X(WROTE, "wrote")
X(HAS_READ_VOLATILE, "read (volatile)")
X(WROTE_VOLATILE, "wrote (volatile)")
X(UPDATED_ATOMIC, "atomically updated")
X(HAS_READ_ATOMIC, "read (atomic)")
X(WROTE_ATOMIC, "wrote (atomic)")
N(BYTES, "%d bytes", "%d byte")
N(ELEMENTS_OF_BYTES, "%d elements of %d bytes", "%d element of %d bytes")

// ---- Added to any sentence, which is the first argument ----

X(IN_LAUNCH_AT, "%s (launch %d, %s, line %d)")
X(IN_LAUNCH, "%s (launch %d, %s)")
X(DECLARED_AT, "%s (declared at line %d)")
X(COMPILED_BECAUSE, "%s. This line is compiled because %s is not defined (line %d)")
X(SHARE_ELEMENT, "%s. Do two threads share an element here?")
X(NO_BARRIER_IN_LOOP, "%s. No barrier ran between the two accesses in the loop at line %d")
X(IN_PROGRAM_ORDER, "%s. In program order, line %d comes before line %d")
N(SIZED_BY_LAUNCH, "%s. It is extern __shared__, and the launch gives it %d bytes",
  "%s. It is extern __shared__, and the launch gives it %d byte")

// ---- Races ----

X(RACE, "%s: %s %s it and %s %s it")
X(RACE_WITHOUT, "%s: %s %s it and %s %s it, %s")
X(RACE_IN_STATEMENT,
  "%s: %s %s it and %s %s it, in one statement, which no barrier can split. Do two threads share an element here?")
X(RACE_IN_LOOP,
  "%s: %s %s it and %s %s it: the %s at line %d comes first, the %s at line %d in the next iteration of the loop at "
  "line %d, and %s separates the iterations")
X(RACE_OF_INDEX, "%s: %s %s it and %s %s it, but no thread writes %s. Is the index right?")
X(READ, "read")
X(WRITE, "write")
X(UPDATE, "update")
X(WITH_NEITHER_BARRIER, "with neither __syncthreads() nor __syncwarp() between")
X(WITH_ONLY_AN_EXCHANGE, "with only a shuffle or vote between, and those do not order memory accesses")
X(WITH_NO_SYNCTHREADS, "with no __syncthreads() between")
X(ONLY_AN_EXCHANGE, "only a shuffle or vote, which orders no memory accesses,")
X(NEITHER_BARRIER, "neither __syncthreads() nor __syncwarp()")
X(NO_SYNCTHREADS, "no __syncthreads()")
X(SCOPE_OF_BLOCK, "and an atomic with the scope of a block is not atomic for other blocks")
X(FLAG_BEFORE_IT, "and the flag was written before it")
X(FLAG_BEFORE_VALUE, "the flag is written here, before that value: another block may read the value too early")
X(NO_FENCE_AFTER_READ, "with no __threadfence() after the read of the flag")
X(BLOCK_FENCE_AFTER_READ, "with only a fence for the reader's own block after the read of the flag")
X(NO_FENCE_BEFORE_WRITE, "with no __threadfence() before the flag's write")
X(BLOCK_FENCE_BEFORE_WRITE, "with only a fence for the writer's own block before the flag's write")
X(NO_SYNCWARP_BEFORE_WRITE, "with no __syncwarp() before another lane writes the flag")
X(NO_SYNCTHREADS_BEFORE_WRITE, "with no __syncthreads() before another thread writes the flag")
X(NO_SYNCWARP_AFTER_READ, "with no __syncwarp() after another lane reads the flag")
X(NO_SYNCTHREADS_AFTER_READ, "with no __syncthreads() after another thread reads the flag")
X(NO_FLAG_WAS_SET, "and no flag was set yet")
X(NO_ORDER_OF_BLOCKS, "and nothing orders the two blocks")
X(OLDER_VALUE, "%s: %s gets an older value than %s has written")
X(OLDER_VALUE_WITHOUT, "%s: %s gets an older value than %s has written, %s")
X(OLDER_VALUE_UPDATED,
  "%s: %s gets an older value than %s has written, and then stores a new one: one of the two updates is lost")
X(NO_FENCE_AFTER_FLAG, "with no __threadfence() after the flag's read")
X(NEITHER_BARRIER_NOR_FENCE, "with no barrier or fence between")
X(READS_READ_ONLY,
  "%s reads %s through the read-only cache, which need not notice that %s %s it in the same launch")
X(SAME_VALUE, "%s and %s store the same value to %s")

// ---- Accesses of a kernel's thread ----

X(READS_BEFORE_WRITTEN, "%s reads %s, which nothing had written before %s did, %s")
X(NOTHING_WRITTEN, "%s %s %s, which nothing has written")
X(COPY_NOT_AWAITED, "%s %s %s, which an asynchronous copy may still write: no wait for it came before")
X(COPY_BEGINS, "the copy begins")
X(INPUT_IS_CONST, "%s %s %s, which is const input")
X(IS_CONSTANT, "%s %s %s, which is constant: kernels may only read it")
N(NOWHERE, "%s %s %d bytes where nothing is allocated", "%s %s %d byte where nothing is allocated")
N(FAR_BELOW, "%s %s %d bytes far outside every array: the nearest, %s, begins %d bytes later",
  "%s %s %d byte far outside every array: the nearest, %s, begins %d bytes later")
N(FAR_ABOVE, "%s %s %d bytes far outside every array: the nearest, %s, ends %d bytes earlier",
  "%s %s %d byte far outside every array: the nearest, %s, ends %d bytes earlier")
X(AFTER_CALL, "%s %s %s after %s")
X(OUTSIDE, "%s %s %s, but %s has %s")
X(NOT_A_MULTIPLE, "which is not a multiple of %d")
X(MAY_BEGIN_ANYWHERE, "which may begin at any byte: declare it __align__(%d)")
X(MAY_BEGIN_AT_MULTIPLE, "which need only begin at a multiple of %d: declare it __align__(%d)")
X(MISALIGNED, "%s %s %d bytes at byte %d of %s, %s")
X(INDEX_WRAPS, "%s %s %s: an unsigned index below 0 wraps to %d, but %s has %d elements")
N(THROUGH_POINTER, "%s %s %d bytes through %s", "%s %s %d byte through %s")
X(NULL_POINTER, "a null pointer")
X(HOST_POINTER, "a host pointer")
X(UNMAPPED_POINTER, "a pointer to unmapped memory")
X(UNSET_POINTER, "a pointer that nothing has set")
X(POINTER_TO_HOST_LOCAL, "a pointer to a local variable of host code")
X(POINTER_TO_OTHER_LOCAL, "a pointer to a local variable of another thread")
X(EMPTY_ALLOCATION, "an allocation of 0 bytes, which is null")
X(IS_HOST_VARIABLE, "%s %s %s, which is a variable of host code")
X(SETS_NO_BYTES, "here, %s sets 0 bytes to %d: are the value and the number of bytes in the right order?")
X(SETS_ONLY, "here, %s sets only %d of the %d bytes of %s")
X(COPIES_ONLY, "here, %s copies only %d of the %d bytes of %s")
X(NEVER_READ_BY_ANY, "%s is written here by %s and never read")
X(STORES_UNSET, "%s stores in %s the value of a variable that nothing has set")
X(FREED_HERE, "freed here")
X(ALLOCATED_HERE, "allocated here")
X(LAUNCHED_HERE, "launched here")
X(CALLED_FROM_HERE, "called from here")
X(OTHERS_WRITTEN_HERE, "other elements are written here")
X(LAST_WRITTEN_HERE, "last written here")
N(NEVER_FREED, "%s (%d bytes) is allocated here and never freed", "%s (%d byte) is allocated here and never freed")
X(BEYOND_LOCAL_MEMORY, "%s %s beyond the end of a local array, and so beyond all of its local memory")

// ---- Barriers, lanes, launches ----

X(TWO_BARRIERS, "threads of one block wait at two different barriers")
N(ONE_HAS_LEFT, "%d of %d threads wait here, but %s has already left the kernel",
  "%d of %d threads waits here, but %s has already left the kernel")
X(OTHERS_GO_PAST_BARRIER, "some threads wait here, and others of the same warp go past this barrier")
X(WAITS, "%s waits")
X(WAITS_AT_BARRIER, "%s waits at a barrier of the block")
X(GOES_PAST, "%s goes past it")
X(LANE_WAITS_ELSEWHERE, "%s waits for lane %d, which its mask %s names, but that lane waits elsewhere")
X(LANE_STAYS_AWAY, "%s waits for lane %d, which its mask %s names, but that lane does not come here")
X(RETURNS_BEFORE_BARRIER, "a thread that returns never reaches the barrier")
X(BREAKS_BEFORE_BARRIER, "a thread that leaves the loop never reaches the barrier")
X(CONTINUES_BEFORE_BARRIER, "a thread that continues with the next iteration skips the barrier")
X(JUMPS_OVER_BARRIER, "a thread that jumps from here skips the barrier")
X(CONDITION_IN_STATEMENT, "a condition in this statement decides which threads wait")
X(CALL_OF_BARRIER_IN_LOOP,
  "the call that leads to the barrier is inside, and not all threads come in as often")
X(CALL_OF_BARRIER_INSIDE, "the call that leads to the barrier is inside, and not all threads come in")
X(BARRIER_IN_LOOP, "the barrier is inside, and not all threads come in as often")
X(BARRIER_INSIDE, "the barrier is inside, and not all threads come in")
X(NEEDS_SHARED, "%s: the block needs at least %d bytes of shared memory, but gets %d")
X(NO_ROOM, "there is no room for this")
X(OVER_LAUNCH_BOUNDS, "%s: the block has %d threads; the kernel's __launch_bounds__ allow %d")

// ---- What does not end, and what ends too early ----

X(SPINS, "%s reads this again and again, but no running block will ever write it")
X(SPINS_BEFORE,
  "%s reads this again and again, but no running block will ever write it. Blocks that have not begun: %d of %d; a "
  "GPU may begin them only after others have ended")
X(SPINS_ON_OTHER_VALUE,
  "%s reads this again and again, but no running block will ever write it. The value there is not the one that it "
  "waits for")
X(SPINS_ON_OTHER_VALUE_BEFORE,
  "%s reads this again and again, but no running block will ever write it. The value there is not the one that it "
  "waits for. Blocks that have not begun: %d of %d; a GPU may begin them only after others have ended")
X(WAS_HERE, "%s was here")
X(NEITHER_LAUNCHES_NOR_ENDS, "%s neither launches a kernel nor ends")
X(LOOPS_WITHOUT_ACCESS, "%s loops here without any memory access: this can never end")
X(REACHES_NOTHING, "%s has reached neither a barrier nor its end for a long time")
X(REACHES_BARRIERS_ONLY, "%s reaches barriers or shuffles again and again, but not its end")
X(LOOP_WITHOUT_END, "the loop that does not end")
X(RIGHT_STEPS, "does this loop take the right steps?")
X(STOPPED_BY_SIGNAL, "%s was stopped by signal %d (%s)")
X(SIGNAL_OF_DIVISION, "integer division or remainder by zero, or of the smallest int by -1")
X(SIGNAL_OF_ABORT, "abort(), perhaps by assert(), by free(), or because new got no memory")
X(WRITES_INVALID_HOST,
  "%s writes to host memory through an invalid pointer (signal %d, %s). Has it been set?")
X(READS_INVALID_HOST, "%s reads host memory through an invalid pointer (signal %d, %s). Has it been set?")
X(HOST_STACK_USED_UP,
  "host code has used up its stack: does a function call itself without end, or is a local array too large?")
X(NEEDS_LOCAL_MEMORY, "%s needs more than %d bytes of local memory")
X(FREES_DEVICE_MEMORY, "host code reads just before %s, as free() does: free device memory with cudaFree")
X(HOST_ACCESSES_DEVICE_MEMORY, "host code accesses device memory: only kernels and cudaMemcpy can access it")
X(HOST_ACCESSES_DEVICE_ARRAY,
  "host code accesses %s, which is device memory: only kernels and cudaMemcpy can access it")

// ---- Launches that do not do what the result needs ----

X(NO_LAUNCH_IF_FALSE, "no kernel is launched: is this condition false?")
X(NO_LAUNCH_IF_TRUE, "no kernel is launched: is this condition true?")
X(NO_LAUNCH_IN_LOOP, "no kernel is launched: does this loop not run at all?")
X(NO_COPY_AFTER_LAUNCH, "no cudaMemcpy after this launch copies it")
X(IT_IS_LAUNCHED_HERE, "it is launched here")
X(KERNEL_IDLE, "%s neither reads nor writes anything: none of its %d threads accesses memory")
X(LAUNCH_COMES_FROM_HERE, "that launch comes from here, after the launch in line %d")
X(LOOP_ENDS_WITH, "this loop ends with %d results, not with one")
X(RESULTS_COPIED, "copied to the host here: %d of %d results")
X(NO_THREAD_OF, "no thread of %s reads or writes anything")
X(NO_THREAD_HERE, "no thread reaches this line")
X(NEXT_ITERATION_SETS, "%s: the next iteration sets %s without its earlier value")
X(ON_THE_WAY_TO_INDEX, "on the way to the index, %s is read: %s wrote %d here")

// ---- Host code and its memory, for the hooks ----

// ---- Calls of the CUDA API, and streams ----

// ---- Where a wrong value goes wrong ----

// ---- Why a case fails, and what a wrong result happens to be ----
