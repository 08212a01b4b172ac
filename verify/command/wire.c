#include "config.h"

#include "wire.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEXTS 4
#define NAP 4 /* ms: a process that waits for room looks so often */

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

/* A byte for the other side. False: nobody reads. */
static bool tell(const lcv_outlet *out)
{
    ssize_t written;
    do
        written = write(out->fd, "", 1);
    while (written < 0 && errno == EINTR);
    return written == 1;
}

/* Waits a little for room. False: nobody reads. */
static bool nap(const lcv_outlet *out)
{
    struct pollfd end = {.fd = out->fd};
    return poll(&end, 1, NAP) <= 0 || end.revents == 0;
}

static bool send_bytes(const lcv_outlet *out, const char *from, size_t n)
{
    bool read = true;
    while (read && n > 0) {
        size_t some = lcv_ring_put(out->ring, from, n);
        from += some;
        n -= some;
        if (n > 0)
            read = some > 0 ? tell(out) : nap(out);
    }
    return read;
}

bool lcv_send_item(const lcv_outlet *out, size_t number, const lcv_item *item)
{
    header h;
    const char *text[TEXTS];
    memset(&h, 0, sizeof h); /* and what lies between the members */
    h.number = number;
    h.item = *item;
    texts_of(item, text, h.length);
    bool much = lcv_ring_is_half_full(out->ring);
    bool ok = send_bytes(out, (const char *)&h, sizeof h);
    for (size_t i = 0; ok && i < TEXTS; i++)
        ok = send_bytes(out, text[i], h.length[i]);
    much = !much && lcv_ring_is_half_full(out->ring);
    return ok && (!(much || atomic_load(out->asleep)) || tell(out));
}

/* Makes room for more bytes, behind those that are still needed. */
static bool make_room(lcv_inbox *in)
{
    if (in->used > 0)
        memmove(in->bytes, in->bytes + in->used, in->length - in->used);
    in->length -= in->used;
    in->used = 0;
    if (in->room - in->length >= LCV_RING_BYTES)
        return true;
    size_t room = 2 * in->room + LCV_RING_BYTES;
    char *bytes = realloc(in->bytes, room);
    if (!bytes)
        return false;
    in->bytes = bytes;
    in->room = room;
    return true;
}

bool lcv_inbox_get(lcv_inbox *in, lcv_ring *ring)
{
    if (lcv_ring_is_empty(ring))
        return true;
    if (!make_room(in))
        return false;
    in->length += lcv_ring_get(ring, in->bytes + in->length, in->room - in->length);
    return true;
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
