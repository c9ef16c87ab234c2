// expect: ..., open
// A name of any length hides none of those after it.
#include <fcntl.h>

#define TEN(a)   a##a##a##a##a##a##a##a##a##a
#define AGAIN(a) TEN(a)
extern "C" int AGAIN(long_name_)(void);
int read_file(void);
int read_file(void) {
    return AGAIN(long_name_)() + open("/etc/passwd", O_RDONLY);
}
