/* failing.c - malloc and its kin, counted. */
#define _GNU_SOURCE /* dladdr */
#include "config.h"

#include "failing.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define REPLACED 0
#endif
#endif
#if !defined(__GLIBC__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#undef REPLACED
#define REPLACED 0
#endif
#ifndef REPLACED
#define REPLACED 1
#endif

static bool armed, told;
static long until; /* allocations before the one that fails */
static failing_count count;

#if REPLACED

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

/* The name of the file that an instruction is from. */
static const char *home(void *call)
{
    Dl_info info;
    return dladdr(call, &info) && info.dli_fname ? info.dli_fname : "";
}

/* Does the name of the function that an instruction is from begin so? */
static bool is_of(void *call, const char *prefix)
{
    Dl_info info;
    return dladdr(call, &info) && info.dli_sname &&
           strncmp(info.dli_sname, prefix, strlen(prefix)) == 0;
}

/* The first of these calls that is neither from here nor from the C library says it. */
static failing_whose whose(void *const *call, int n)
{
    enum { HERE = 3 };
    for (int i = HERE; i < n && i < HERE + 3; i++)
        if (strstr(home(call[i]), "libgmp.") || strstr(home(call[i]), "libjansson."))
            return FAILING_ENDS;
    for (int i = HERE; i < n; i++) {
        if (is_of(call[i], "isl_stream_read_"))
            return FAILING_ISL_READS;
        if (is_of(call[i], "isl_ast_"))
            return FAILING_ISL_GENERATES;
    }
    int i = HERE;
    while (i < n && strstr(home(call[i]), "libc."))
        i++;
    return i < n && strstr(home(call[i]), "libisl.") ? FAILING_ISL : FAILING_OURS;
}

__attribute__((noinline)) static void note_failure(void)
{
    void *call[24];
    armed = false;
    int n = backtrace(call, 24);
    count.whose = whose(call, n);
    count.failed = true;
    if (told)
        backtrace_symbols_fd(call, n, STDERR_FILENO);
    armed = true;
}

__attribute__((noinline)) static bool fails(void)
{
    if (!armed)
        return false;
    count.asked++;
    if (until-- != 0)
        return false;
    note_failure();
    errno = ENOMEM;
    return true;
}

static void *counted(void *block)
{
    if (armed && block)
        count.blocks++;
    return block;
}

void *malloc(size_t size)
{
    return fails() ? NULL : counted(__libc_malloc(size));
}

void *calloc(size_t n, size_t size)
{
    return fails() ? NULL : counted(__libc_calloc(n, size));
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
        count.blocks--;
    __libc_free(block);
}

#endif

void failing_arm(long succeed)
{
    until = succeed;
    count = (failing_count){0};
    armed = true;
}

failing_count failing_disarm(void)
{
    armed = false;
    return count;
}

void failing_tell(void)
{
    told = true;
}

bool failing_replaced(void)
{
    void *(*volatile allocate)(size_t) = malloc, *call[1];
    backtrace(call, 1); /* loads what it needs while there is memory */
    failing_arm(0);
    void *block = allocate(1);
    failing_disarm();
    free(block);
    return !block;
}
