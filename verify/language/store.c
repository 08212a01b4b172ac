#include "config.h"

#include "store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define STEP ((size_t)64 << 10) /* given back at a time: whole pages */

/* ---- the temporary file ---- */

static int open_nameless(void)
{
    const char *folder = getenv("TMPDIR");
    char path[4096];
    int n = snprintf(path, sizeof path, "%s/layoutcheck-XXXXXX",
                     folder && *folder ? folder : "/tmp");
    if (n < 0 || (size_t)n >= sizeof path)
        return -1;
    int fd = mkstemp(path);
    if (fd >= 0)
        unlink(path);
    return fd;
}

static bool write_all(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t written = write(fd, bytes, n);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        n -= (size_t)written;
    }
    return true;
}

static bool read_all(int fd, char *bytes, size_t n)
{
    for (size_t at = 0; at < n;) {
        ssize_t got = pread(fd, bytes + at, n - at, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += (size_t)got;
    }
    return true;
}

/* ---- in memory ---- */

static bool make_room(lcv_store *store, size_t length)
{
    size_t room = store->room > 0 ? store->room : 4096;
    while (room < length + 1)
        room *= 2;
    char *text = room > store->room || !store->text ? realloc(store->text, room) : store->text;
    if (!text)
        return false;
    store->text = text;
    store->room = room;
    return true;
}

static bool keep(lcv_store *store, const char *bytes, size_t n)
{
    if (!make_room(store, store->length + n))
        return false;
    memcpy(store->text + store->length, bytes, n);
    store->length += n;
    return true;
}

/* The disk is full: what the file has goes back into memory. */
static bool take_back(lcv_store *store)
{
    int fd = store->fd;
    store->fd = 0;
    bool ok = make_room(store, store->length) && read_all(fd, store->text, store->length);
    close(fd);
    return ok;
}

/* ---- growing ---- */

/* Moves the text to a temporary file, if there can be one. */
static void leave_memory(lcv_store *store)
{
    int fd = open_nameless();
    if (fd <= 0 || !write_all(fd, store->text, store->length)) {
        if (fd >= 0)
            close(fd);
        return;
    }
    free(store->text);
    store->text = NULL;
    store->room = 0;
    store->fd = fd;
}

bool lcv_store_add(lcv_store *store, const char *bytes, size_t n)
{
    bool crosses = store->length <= LCV_STORE_LARGE && store->length + n > LCV_STORE_LARGE;
    if (crosses && store->text)
        leave_memory(store);
    if (store->fd > 0 && write_all(store->fd, bytes, n)) {
        store->length += n;
        return true;
    }
    if (store->fd > 0 && !take_back(store))
        return false;
    return keep(store, bytes, n);
}

/* The mapping of the file, which has a NUL at its end. */
static bool map(lcv_store *store)
{
    size_t room = store->length + 1;
    void *text = write_all(store->fd, "", 1)
                     ? mmap(NULL, room, PROT_READ, MAP_PRIVATE, store->fd, 0)
                     : MAP_FAILED;
    if (text == MAP_FAILED)
        return take_back(store);
    close(store->fd);
    store->fd = 0;
    store->text = text;
    store->room = room;
    store->mapped = true;
    return true;
}

bool lcv_store_close(lcv_store *store)
{
    if (store->fd > 0 && !map(store))
        return false;
    if (store->mapped)
        return true;
    if (!make_room(store, store->length))
        return false;
    store->text[store->length] = '\0';
    return true;
}

void lcv_store_free(lcv_store *store)
{
    if (store->mapped)
        munmap(store->text, store->room);
    else
        free(store->text);
    if (store->fd > 0)
        close(store->fd);
    *store = (lcv_store){0};
}

void lcv_store_pass(lcv_store *store, size_t offset)
{
    size_t end = offset - offset % STEP;
    if (!store->mapped || end == store->passed)
        return;
    if (end < store->passed) { /* it is read once more */
        store->passed = end;
        return;
    }
    /* from the beginning: the system brings pages around the one that is looked at */
    if (madvise(store->text, end, MADV_DONTNEED) == 0)
        store->passed = end;
}
