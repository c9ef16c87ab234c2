// write-page OUT [TRACE...]: the page of up to two traces, as ./lab view writes it. Run it in the course's folder.
#include <stdio.h>

#include "view/page.h"

int main(int argc, char **argv) {
    const char *missing = NULL;
    FILE *out = argc < 2 ? NULL : fopen(argv[1], "w");
    if (out == NULL ||
        page_write(out, "common/view/page", (const char *const *)argv + 2, argc - 2, "", &missing) != 0) {
        perror(missing == NULL ? "write-page" : missing);
        return 2;
    }
    return fclose(out) == 0 ? 0 : 2;
}
