// In a cycle with second.c.
int first(void);
int second(void);

int first(void) {
    return second();
}
