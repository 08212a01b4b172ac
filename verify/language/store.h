/* store.h - the text of a file; a large one does not stay in memory.
 *
 * A file of a million claims has tens of megabytes, each of which is needed for a moment. A text
 * of more than LCV_STORE_LARGE bytes is put into a temporary file that has no name, which nobody
 * else can change or cut short, and mapped into memory; parts that were passed are given back to
 * the system, and come again if they are looked at again. Without a temporary file, the text
 * stays in memory.
 */
#ifndef LCV_STORE_H
#define LCV_STORE_H

#include <stdbool.h>
#include <stddef.h>

#define LCV_STORE_LARGE ((size_t)256 << 10)

typedef struct lcv_store {
    char *text; /* `length` bytes and a NUL, once the store is closed */
    size_t length;
    size_t room;   /* of the memory, or of the mapping */
    size_t passed; /* given back up to here */
    bool mapped;
    int fd; /* of the temporary file, while text is added; 0: none */
} lcv_store;

/* Adds bytes; the store begins as {0}. False: there is no memory. */
bool lcv_store_add(lcv_store *store, const char *bytes, size_t n);
/* Ends the text; false: there is no memory. */
bool lcv_store_close(lcv_store *store);
void lcv_store_free(lcv_store *store);
/* Says that text before the offset is not needed for now. A reader that goes through the text
 * calls it at every place, beginning with 0. */
void lcv_store_pass(lcv_store *store, size_t offset);

#endif
