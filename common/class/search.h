// The files in a folder of submissions that may be submissions, with the student and the lab that their paths name.
#ifndef LABS_CLASS_SEARCH_H
#define LABS_CLASS_SEARCH_H

#include <stdbool.h>
#include <stddef.h>

#include "names.h"

enum { NAME_SIZE = 256, DEPTH_MAX = 24, FILES_MAX = 20000, FOLDER_FILES_MAX = 1000 };

// The rank of a student without files, and what is added to that of a file in a repository for another lab.
enum { NO_FILE = DEPTH_MAX + 9, OTHER_LAB = 2 * NO_FILE };

// Only a SOURCE is graded, whatever lab the others are for.
enum kind { SOURCE, NOT_SOURCE, ARCHIVE, LINK, TOO_DEEP, TOO_MANY };

// A file that may be a submission.
struct found {
    char *student, *path;
    enum kind kind;
    int lab;  // which of those known, UNNAMED or UNKNOWN
    int rank; // the less, the better: 0 for labNN-name/starter.cu; NO_FILE: a student without files
    bool late;
};

struct search {
    struct found *items;
    size_t count, capacity;
    struct known_labs known; // the course's labs
    int assignment;          // the lab that the name of the folder or file in the folder of submissions names
    size_t in_folder;        // files of the student's folder that is searched
    char *other; // its first file of another kind, or its first empty folder; shown if it has nothing else
    bool full;   // there are more than FILES_MAX
    bool unreadable; // something cannot be read; a message has said so
};

// A copy of the text, to be freed. Without memory the program ends with a message.
char *search_copy(const char *text);

// Searches the folder `root`: all of it is one student's. Returns 0, or -1 after a message.
int search_one(struct search *search, const char *root, const char *student);

// Searches the folder `root`, whose entries are students'. Returns 0, or -1 after a message.
int search_all(struct search *search, const char *root);

void search_free(struct search *search);

#endif
