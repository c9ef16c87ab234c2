// Shows what ./lab shows of a log of Ninja about a student's file (common/cli/messages.h): show_messages LOG
#include "messages.h"

int main(int argc, char **argv) {
    return argc == 2 && messages_show(argv[1], STUDENTS_CODE, NULL, stdout) ? 0 : 2;
}
