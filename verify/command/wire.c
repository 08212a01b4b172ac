#include "config.h"

#include "wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define READ_BYTES 65536
#define TEXTS 4

typedef struct {
    size_t number;
    size_t length[TEXTS]; /* with the NUL; 0: the text is NULL */
    lcv_item item;        /* its pointers mean nothing on the other side */
} header;

static void texts_of(const lcv_item *item, const char *text[TEXTS], size_t length[TEXTS])
{
    const char *all[TEXTS] = {item->file, item->out, item->err, item->certificate};
    size_t bytes[TEXTS] = {item->file ? strlen(item->file) : 0, item->nout, item->nerr,
                           item->ncertificate};
    for (size_t i = 0; i < TEXTS; i++) {
        text[i] = all[i];
        length[i] = all[i] ? bytes[i] + 1 : 0;
    }
}

static bool write_all(int fd, const char *at, size_t n)
{
    while (n > 0) {
        ssize_t written = write(fd, at, n);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        at += written;
        n -= (size_t)written;
    }
    return true;
}

/* Writes the rest after a first write of `done` bytes. */
static bool write_rest(int fd, const struct iovec *part, size_t n, size_t done)
{
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++) {
        size_t gone = done < part[i].iov_len ? done : part[i].iov_len;
        ok = write_all(fd, (const char *)part[i].iov_base + gone, part[i].iov_len - gone);
        done -= gone;
    }
    return ok;
}

/* An item is most often small enough for one write. */
bool lcv_send_item(int fd, size_t number, const lcv_item *item)
{
    header h;
    const char *text[TEXTS];
    struct iovec part[TEXTS + 1] = {{&h, sizeof h}};
    memset(&h, 0, sizeof h); /* and what lies between the members */
    h.number = number;
    h.item = *item;
    texts_of(item, text, h.length);
    for (size_t i = 0; i < TEXTS; i++)
        part[i + 1] = (struct iovec){(void *)text[i], h.length[i]};
    ssize_t written;
    do
        written = writev(fd, part, TEXTS + 1);
    while (written < 0 && errno == EINTR);
    return written >= 0 && write_rest(fd, part, TEXTS + 1, (size_t)written);
}

/* Makes room for more bytes, behind those that are still needed. */
static bool make_room(lcv_inbox *in)
{
    if (in->used > 0)
        memmove(in->bytes, in->bytes + in->used, in->length - in->used);
    in->length -= in->used;
    in->used = 0;
    if (in->room - in->length >= READ_BYTES)
        return true;
    size_t room = 2 * in->room + READ_BYTES;
    char *bytes = realloc(in->bytes, room);
    if (!bytes)
        return false;
    in->bytes = bytes;
    in->room = room;
    return true;
}

bool lcv_inbox_read(lcv_inbox *in, int fd)
{
    if (!make_room(in))
        return false;
    ssize_t n;
    do
        n = read(fd, in->bytes + in->length, in->room - in->length);
    while (n < 0 && errno == EINTR);
    in->length += n > 0 ? (size_t)n : 0;
    return n > 0;
}

bool lcv_inbox_take(lcv_inbox *in, size_t *number, lcv_item *item)
{
    header h;
    size_t have = in->length - in->used, need = sizeof h;
    if (have < need)
        return false;
    memcpy(&h, in->bytes + in->used, sizeof h);
    for (size_t i = 0; i < TEXTS; i++)
        need += h.length[i];
    if (have < need)
        return false;
    char *at = in->bytes + in->used + sizeof h, *text[TEXTS];
    for (size_t i = 0; i < TEXTS; i++) {
        text[i] = h.length[i] > 0 ? at : NULL;
        at += h.length[i];
    }
    in->used += need;
    *number = h.number;
    *item = h.item;
    item->file = text[0];
    item->out = text[1];
    item->err = text[2];
    item->certificate = text[3];
    return true;
}

void lcv_inbox_clear(lcv_inbox *in)
{
    free(in->bytes);
    *in = (lcv_inbox){0};
}
