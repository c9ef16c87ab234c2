// expect: _ZNSt6localeC1EPKc
#include <locale>

bool read_locale(const char *path);
bool read_locale(const char *path) {
    return std::locale(path) == std::locale::classic();
}
