// A program whose second task alone is done. check.cmake names its lines.
// clang-format off: the lines stay as they are
// TODO(1): the first sentence. The second one goes
// on in another line. The third, which comes after those, does not fit into a line any more.
// END TODO(1)

// TODO(2): this task is done.
int second = 2;
// END TODO(2)

// The task above is done.
// TODO(3): one sentence that is so long that it does not fit, as sentences are that say many things at once, and at such a
// length that no reader reads them to their end.
// END TODO(3)
