// The source that the fake runner claims to run, with TODO regions and lines for its diagnostics.
//
// Line numbers count: runner.c and check.cmake name them.
// clang-format off: the lines stay as they are
// TODO(1): this task is done.
int first = 1;
// END TODO(1)

// Code between two regions belongs to neither.

// TODO(2): this task is still
// to be done.
// END TODO(2)

void kernel(int *s_partial, int tid, int stride) {
	s_partial[tid] += s_partial[tid + stride]; // line 16, with a tab before it
    s_partial[0] /* ä */ = s_partial[tid]; // line 17, with a letter of two bytes
}
