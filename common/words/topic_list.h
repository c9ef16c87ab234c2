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
X(INDEX_WRAPS, "%s %s %s: an unsigned index below 0 wraps to %d, but %s has %s")
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
  "host code %s %s, which is device memory: only kernels and cudaMemcpy can access it")

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

// ---- What hooks find, in kernels and in host code ----

X(USES, "uses")
X(ACCESSES, "accesses")
N(ELEMENTS, "%d elements", "%d element")
X(ACCESSES_FAR_ELEMENT,
  "%s %s an element of a local array with an unsigned index below 0, which wraps to about 2^32")
X(OVERWRITES_LOCALS, "%s has written beyond the end of a local array of this function, by a pointer to it")
X(SHIFTS_TOO_FAR, "%s shifts a value of %d bits by %d")
X(CANNOT_HOLD, "%s converts %s to %s, which cannot hold it")
X(SWAP_FAILED, "%s finds another value here than the one to compare with, and so stores nothing. Its result, "
               "which says so, is not used")
X(ASSERT_FAILED, "%s: assert(%s) failed")
X(CALLS_TRAP, "%s: calls __trap()")
X(CALLS_CLOCK, "%s calls %s, whose result is meaningless here: it counts such calls")
X(RUNS_HOST_CODE, "%s runs %s, which is host code: nvcc does not let a kernel call it without __device__")
X(A_LAMBDA, "a lambda")
X(CALLS_VIRTUAL, "%s calls a virtual function of a kernel argument, which only the host can: its table of "
                 "functions is in host memory")
X(USES_HOST_ATOMIC, "%s uses an atomic operation that is host-only: use atomicAdd or cuda::atomic_ref")
X(GRID_HAS_LEFT, "%s waits for the whole grid, but other blocks leave the kernel without coming here")
X(NOT_COOPERATIVE, "%s waits for the whole grid, but the launch is not cooperative")
X(LANE_NOT_IN_OWN_MASK, "%s is lane %d, which its own mask %s does not name")
X(LANE_NOT_IN_MASK, "%s reads the value of lane %d, which its mask %s does not name")
X(LANE_NOT_IN_SHUFFLE, "%s reads the value of lane %d, which does not take part in this shuffle")
X(SHUFFLE_WIDTH, "%s shuffles with a width of %d, which is not a power of two up to 32")
X(PART_OF_ACTIVE_MASK, "%s gets the active mask %s; the lanes that have come here are %s")
X(PART_OF_COALESCED, "%s gets the lanes %s from coalesced_threads(); the lanes that have come here are %s")
X(KERNELS_ONLY, "host code uses %s, which is for kernels only")
X(A_KERNEL, "a kernel")
X(A_SHUFFLE_OR_VOTE, "a shuffle or vote")
X(AN_ATOMIC_FUNCTION, "an atomic function")
X(SHARED_MEMORY, "__shared__ memory")
X(HOST_ACCESSES_VARIABLE,
  "host code %s %s, %s: only kernels, cudaMemcpyToSymbol and cudaMemcpyFromSymbol can access it")
X(A_DEVICE_VARIABLE, "a __device__ variable")
X(A_CONSTANT_VARIABLE, "a __constant__ variable")
X(A_MANAGED_VARIABLE, "a __managed__ variable")
N(BEYOND_BYTES, "%s %s %d bytes at byte %d of %s, which has %d",
  "%s %s %d byte at byte %d of %s, which has %d")
X(HOST_INDEX_OUTSIDE, "host code uses index %d, which is outside an array of type %s")
X(HOST_OVERWRITES_LOCALS, "host code has written beyond the end of a local array of this function")
X(EXITS, "exit() ends the program here, during the case")

// ---- Host memory, and what a case leaves ----

N(HOST_ARRAY, "an array of %d bytes in host memory", "an array of %d byte in host memory")
X(HOST_BYTES_OUTSIDE, "host code %s bytes %d to %d of %s")
X(HOST_BYTES_FREED, "host code %s bytes %d to %d of %s after it was freed")
X(CALL_AFTER_FREE, "%s of %s after it was freed")
X(FREED_TWICE, "%s is freed a second time")
X(FIRST_FREED, "first freed")
X(FREED_BY_ANOTHER, "host memory from %s is freed by %s, but needs %s")
X(FREES_MIDDLE, "%s of a pointer into the middle of %s")
N(HOST_NEVER_FREED, "%d bytes of host memory are allocated here and never freed",
  "%d byte of host memory is allocated here and never freed")
N(COPIED_NEVER_READ, "%d values are copied from %s to the host here, and %s: the first at index %d",
  "%d value is copied from %s to the host here, and %s: the first at index %d")
N(OF_THEM_NEVER_READ, "%d of them are never read", "%d of them is never read")
X(NEVER_READ, "%s is written here and never read")
X(ONLY_NEVER_WRITTEN, "%s, the only element, is never written")
X(NONE_WRITTEN, "none of the %d elements of %s is ever written")
N(SOME_NEVER_WRITTEN, "%d of the %d elements of %s are never written, the first is %s",
  "%d of the %d elements of %s is never written: %s")
N(NONE_READ, "none of %s, %d elements, is ever read", "none of %s, %d element, is ever read")
X(ONLY_NEVER_READ, "%s, the only element, is never read")
X(ONE_NEVER_READ, "%d of the %d elements of %s is never read: %s")
X(SOME_NEVER_READ, "%d of the %d elements of %s are never read: the first is %s, the last %s")
X(ONLY_REREAD, "%s, the only element, is read more than once")
X(ONE_REREAD, "%d of the %d elements of %s is read more than once: %s")
X(SOME_REREAD, "%d of the %d elements of %s are read more than once: the first is %s, the last %s")

// ---- Calls of the CUDA API, and streams ----

// ---- Where a wrong value goes wrong ----

X(MEMORY, "memory")
X(LANE_VALUE, "the value of lane %d")
X(GETS, "gets")
X(DOES_IT, "%s %s it")
X(DOES_TO, "%s %s %s")
X(READS_AFTER_IT, "%s reads %s after it")
X(ADDS_TO, "%s adds to %s")
X(COMES_WITH, "%s comes with %s")
X(GETS_SAME_VALUE, "%s gets the same value")
X(WRITES_RESULT, "%s writes the result")
X(COPIES_OTHER_VALUES, "this copies other values to the host")
X(SETS_WITHOUT, "this sets %s without its earlier value, which is lost")
X(COMES_TO, "%s, and it comes to %s")
X(FOREIGN_NUMBER_WRITTEN, "the value that %s writes to %s here is %d, which comes from no element")
X(FOREIGN_NUMBER_ADDED, "the value that %s writes to %s here contains %d, which comes from no element")
X(FOREIGN_NUMBER_GOTTEN, "%s gets a value of lane %d here that contains %d, which comes from no element")
X(VALUE_WRITTEN, "the value that %s writes to %s here %s")
X(VALUE_GOTTEN, "%s gets a value here that %s")
X(VALUE_IS_EVEN, "is even, but all elements are odd")
X(VALUE_IS_NO_ELEMENT, "is neither an element nor identity()")
X(ADDS_OWN_BACK, "%s gets its own value back here, so it adds %s twice")
X(ADDS_OWN_BACK_AT_END,
  "%s gets its own value back here, because no lane gives it another one, so it adds %s twice")
X(WRITES_OWN_TWICE, "%s, which %s writes here, contains %s twice: both times from %s itself")
X(GETS_WHAT_IT_HAS, "%s gets %s here, which contains %s, and its own value contains that already")
X(READS_AND_ADDS, "%s reads %s here and adds it to %s, and both contain %s")
X(ADDS_TO_ITSELF, "%s adds %s here to a value that contains it already")
X(ADDS_AGAIN, "%s adds %s here to a value that contains %s already")
X(ADDS_BOTH, "%s adds %s and %s here, and both contain %s")
X(GETS_LEFT_OVER,
  "%s gets the value of lane %d here, which is left from earlier shuffles and contains %s twice")
X(READS_SECOND_TIME, "%s reads %s here for the second time")
X(READ_BY_BOTH, "%s reads %s here, and %s has read it, too")
X(READS_FOREIGN, "%s reads %s here, which does not belong in %s")
X(READS_FOREIGN_FOR, "%s reads %s here, and it comes to %s, where it does not belong")
X(READS_WITH_FOREIGN, "%s reads %s here, which contains %s, and that does not belong in %s")
X(GETS_WITH_FOREIGN, "%s gets a value of lane %d here that contains %s, which does not belong in %s")
X(WRITES_WITH_FOREIGN, "%s, which %s writes here, contains %s, which does not belong in %s")
X(READS_OTHER_WORD, "%s reads %s for %s here, but %s contains exactly what belongs there")
X(NO_THREAD_READS, "no thread reads %s; %s is read here, by %s")
X(READ_IN_OTHER_BLOCK,
  "%s must contain %s, too, which block %d reads: block %d, which writes it, begins with %s here")
X(READ_AND_LOST, "%s reads %s here, but nothing that it writes contains it")
X(READ_WITH_AND_LOST, "%s reads %s here, which contains %s, but nothing that it writes contains it")
X(GOTTEN_AND_LOST, "%s gets a value with %s here, but no later value contains it")
X(SHUFFLED_AND_LOST, "%s comes to this shuffle with %s, but nothing that it writes contains it")
X(SHUFFLED_AND_UNWRITTEN,
  "%s comes to this shuffle with %s, but no thread of its warp writes anything after it")
X(WRITES_NO_ELEMENT, "%s writes %s here, without any element, but %s has %s")
X(OVERWRITES_UNREAD, "%s overwrites %s, which nothing has read: %s is lost")
X(WRITTEN_AND_UNREAD, "%s, which %s writes here, contains %s, but no thread reads it")
X(WRITTEN_AND_UNCOPIED, "%s, which %s writes here, contains %s, but neither a kernel reads it nor a "
                        "cudaMemcpy copies it to the host")
X(WRITTEN_AND_UNRETURNED, "%s, which %s writes here, contains %s, but what the host code returns does not")
X(HOST_READ_AND_LOST, "host code reads the value of %s here, which contains %s, but what it returns does "
                      "not. Is a value overwritten, or not added?")
X(WRITES_WITHOUT, "%s writes a value without %s to %s, which contained it before")
X(READS_AND_LACKS, "%s reads %s here, which contains %s, but %s does not")
X(READS_OWN_AND_LACKS, "%s reads %s here, but its value of %s does not contain it")
X(READS_ONLY, "%s reads %s here, but not %s, which belongs in %s")
X(READS_BEFORE_LAUNCH,
  "%s reads %s here without %s, which only launch %d adds to it. Is the order of the launches right?")
X(LACKS_AND_READS_OTHER, "%s lacks %s: %s contains exactly that, but %s reads %s here")
X(LACKS_OVERWRITTEN, "%s lacks %s: %s contained exactly that, but %s overwrites it here")
X(LACKS_UNREAD, "%s lacks %s: %s contains exactly that, but no thread reads it after this write")
X(LACKS_WHAT_BLOCK_HAS, "%s lacks %s: %s writes %s here without that, although its block has it")
X(LACKS_AND_READS_NOTHING, "%s lacks %s: %s, which writes it, reads nothing here; the first to do so is %s")
X(LACKS_BEFORE_WRITE,
  "%s lacks %s: %s gets none of that in this shuffle, its last one before it writes its value")
X(LACKS_BEFORE_GIVING,
  "%s lacks %s: %s gets none of that in this shuffle, its last one before it gives its value to a lane")
X(GETS_AND_LACKS, "%s gets a value with %s here, but %s lacks %s")
X(GETS_AND_LACKS_IT, "%s gets a value with %s here, but %s lacks it")
X(GETS_WITH_GAP, "%s gets %s here and combines that with %s, without %s between")
X(READS_WITH_GAP, "%s reads %s here, which contains %s and combines that with %s, without %s between")
X(ADDS_NOTHING, "%s writes %s here, but adds nothing to it, so %s lacks %s")
X(ADDS_NOTHING_OF, "%s writes %s here, but adds nothing to it, so %s lacks %s, which is in %s")
X(ADDS_TO_OTHER, "%s must contain %s, but nothing is added to %s: %s adds to %s here")
X(PASSED_BY, "nothing adds %s to %s, so %s lacks %s: %s first adds to %s here")
X(LAST_VALUE_LACKS, "%s gets its last value here, and it lacks %s")
X(LAST_VALUE_FOR_LACKS, "%s gets its last value here, for %s, and it lacks %s")
X(BLOCK_LACKS, "%s gets its last value here, and no thread of this block has %s, which belongs in it")
X(COMBINES_IN_WRONG_ORDER, "%s combines %s for %s here in the wrong order")
X(TAKES_IN_WRONG_ORDER, "%s %s %s here and combines %s in the wrong order")
X(WRITES_TO_WRONG_INDEX, "%s writes the value of %s to %s here, but it belongs in %s. Is the index right?")
X(REPLACES, "%s replaces the value of %s by that of %s here. Is the order of the operands right?")
X(REPLACES_FOR,
  "%s replaces the value of %s by that of %s here, and that comes to %s. Is the order of the operands right?")
X(WRITES_VALUE_OF, "%s writes the value of %s to %s here")
X(WRITES_BY_WAY_OF, "%s writes the value of %s to %s here, by way of %s")
X(CHANGES_NUMBER, "%s changes %s from %d to %d here")
X(WRITES_NUMBER, "%s writes %d to %s here")

// ---- Why a case fails, and what a wrong result happens to be ----
