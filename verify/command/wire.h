/* wire.h - items (report.h) through a pipe, between processes of one program.
 *
 * An item is sent as its bytes in memory, followed by its texts. The other side takes it out of
 * an inbox, which reads all bytes that the pipe holds.
 */
#ifndef LCV_WIRE_H
#define LCV_WIRE_H

#include <stdint.h>

#include "../report/report.h"

/* The number of the last message; its `line` is the number of statements. */
#define LCV_NO_ITEM SIZE_MAX

/* False: nobody reads. */
bool lcv_send_item(int fd, size_t number, const lcv_item *item);

/* {0} is empty. */
typedef struct {
    char *bytes; /* bytes of items taken, then those still to be taken */
    size_t used, length, room;
} lcv_inbox;

/* Waits for some bytes. False: there are no more, or there is no memory for them. */
bool lcv_inbox_read(lcv_inbox *in, int fd);
/* The next item, when all of it has come. Its texts belong to the inbox, until the next
 * lcv_inbox_read. */
bool lcv_inbox_take(lcv_inbox *in, size_t *number, lcv_item *item);
void lcv_inbox_clear(lcv_inbox *in);

#endif
