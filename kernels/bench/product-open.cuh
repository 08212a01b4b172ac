/* product-open.cuh - libraries that are opened when the program runs. */
#ifndef BENCH_PRODUCT_OPEN_CUH
#define BENCH_PRODUCT_OPEN_CUH

#include <dlfcn.h>
#include <stdio.h>

/* FOLDER/NAME.so with a number of a version behind it, or without; NULL: there is none. In "" it is
 * found by its name. */
void *product_open_in(const char *folder, const char *name);

/* Calls `open` with the folder, unless it is NULL, with "", and with the folders in which CUDA
 * toolkits and Python packages have libraries, until it says true. */
bool product_open_anywhere(const char *folder, bool (*open)(const char *folder));

/* False, with a message printed: the library has no such function. */
template <typename T> bool product_take(T *function, void *library, const char *name)
{
    *function = (T)dlsym(library, name);
    if (!*function)
        fprintf(stderr, "bench: no function %s\n", name);
    return *function != NULL;
}

#endif
