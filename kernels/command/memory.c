#include "config.h"

#include "memory.h"

#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#if HAVE_JANSSON
#include <jansson.h>
#endif

static void *needed(void *memory)
{
    static const char message[] = "layoutcheck: out of memory\n";
    if (memory)
        return memory;
    fflush(stdout);
    ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written; /* the status says it, too */
    exit(2);
}

static void *need(size_t size)
{
    return needed(malloc(size));
}

static void *need_again(void *memory, size_t before, size_t size)
{
    (void)before;
    return needed(realloc(memory, size));
}

static void release(void *memory, size_t size)
{
    (void)size;
    free(memory);
}

void lck_end_without_memory(void)
{
    mp_set_memory_functions(need, need_again, release);
#if HAVE_JANSSON
    json_set_alloc_funcs(need, free);
#endif
}
