// expect: it uses _ZNSt12__basic_file
#include <fstream>

#include <bits/basic_file.h>

bool read_file(char *bytes);
bool read_file(char *bytes) {
    alignas(16) static char room[sizeof(std::__basic_file<char>)];
    std::__basic_file<char> *file =
        (std::__basic_file<char> *)room; // no constructor, which would need more names
    return file->open("/etc/passwd", std::ios::in) != NULL && file->xsgetn(bytes, 60) > 0;
}
