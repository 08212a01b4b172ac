/* wire.h - items (report.h) from one process of a program to another.
 *
 * An item is sent as its bytes in memory, followed by its texts, through a ring (ring.h): calls
 * of the system cost as much as small claims. The other side takes it out of an inbox, which gets
 * all bytes that the ring has. A pipe goes along with the ring. Its bytes mean nothing but that
 * the ring has something; one is written only while the other side says that it is asleep, and
 * when the ring becomes half full. The end of the pipe is the end of the process.
 */
#ifndef LCV_WIRE_H
#define LCV_WIRE_H

#include <stdatomic.h>
#include <stdint.h>

#include "../report/report.h"
#include "ring.h"

/* The number of the last message; its `line` is the number of statements. */
#define LCV_NO_ITEM SIZE_MAX

/* Where a process sends its items. */
typedef struct {
    lcv_ring *ring;
    int fd;                    /* of the pipe */
    const atomic_bool *asleep; /* whether the other side waits for the pipe */
} lcv_outlet;

/* Waits while the ring is full. False: nobody reads. */
bool lcv_send_item(const lcv_outlet *out, size_t number, const lcv_item *item);

/* {0} is empty. */
typedef struct {
    char *bytes; /* bytes of items taken, then those still to be taken */
    size_t used, length, room;
} lcv_inbox;

/* Gets what the ring has. False: there is no memory for it. */
bool lcv_inbox_get(lcv_inbox *in, lcv_ring *ring);
/* The next item, when all of it has come. Its texts belong to the inbox, until the next
 * lcv_inbox_get. */
bool lcv_inbox_take(lcv_inbox *in, size_t *number, lcv_item *item);
void lcv_inbox_clear(lcv_inbox *in);

#endif
