/* scarce.c - allocations that fail. */
#include "config.h"

#include "scarce.h"

#if SCARCE_MEMORY

static bool armed;   /* allocations are counted, and one fails */
static long left;    /* how many succeed before that one */
static long balance; /* blocks allocated and not freed since arming */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

static bool fails(void)
{
    return armed && left-- == 0;
}

static void *counted(void *block)
{
    if (armed && block)
        balance++;
    return block;
}

void *malloc(size_t size)
{
    return fails() ? NULL : counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : counted(__libc_calloc(count, size));
}

void *realloc(void *block, size_t size)
{
    if (fails())
        return NULL;
    return block ? __libc_realloc(block, size) : counted(__libc_malloc(size));
}

void free(void *block)
{
    if (armed && block)
        balance--;
    __libc_free(block);
}

void scarce_begin(long n)
{
    left = n;
    balance = 0;
    armed = true;
}

bool scarce_end(long *blocks)
{
    armed = false;
    *blocks = balance;
    return left < 0;
}

/* Under valgrind the functions above are not called. */
bool scarce_works(void)
{
    void *(*volatile allocate)(size_t) = malloc;
    long blocks;
    scarce_begin(0);
    void *block = allocate(1);
    scarce_end(&blocks);
    free(block);
    return !block;
}

#else

bool scarce_works(void)
{
    return false;
}

void scarce_begin(long n)
{
    (void)n;
}

bool scarce_end(long *blocks)
{
    *blocks = 0;
    return false;
}

#endif
