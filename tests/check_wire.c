/* check_wire.c - rings against a queue, and items from one process to another.
 *
 * The ring is one in memory of both processes. What comes out has to be what was put in: bytes of
 * a ring in any portions, items with texts that are longer than a ring, and those that were sent
 * before the sender was killed.
 */
#include "config.h"

#include "../verify/command/wire.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "law.h"
#include "suite.h"

typedef struct {
    lcv_ring ring;
    LCV_APART atomic_bool asleep;
} shared;

static shared *shared_new(void)
{
    shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert(s != MAP_FAILED);
    return s;
}

static void shared_free(void *s)
{
    munmap(s, sizeof(shared));
}

/* ---- one process ---- */

#define PORTION (LCV_RING_BYTES + LCV_RING_BYTES / 2)

/* A byte that its place and the case determine. */
static char byte_at(const law *l, size_t at)
{
    return (char)((at * 2654435761u + l->index) >> 7);
}

static bool put_some(law *l, lcv_ring *ring, char *buffer, size_t n, size_t *put, size_t got)
{
    for (size_t i = 0; i < n; i++)
        buffer[i] = byte_at(l, *put + i);
    size_t room = LCV_RING_BYTES - (*put - got), some = lcv_ring_put(ring, buffer, n);
    *put += some;
    law_saw(l, some < n ? 0 : 2);
    return some == (n < room ? n : room) ||
           law_fail(l, "put %zu of %zu, room %zu", some, n, room);
}

static bool get_some(law *l, lcv_ring *ring, char *buffer, size_t n, size_t put, size_t *got)
{
    size_t some = lcv_ring_get(ring, buffer, n), had = put - *got;
    if (some != (n < had ? n : had))
        return law_fail(l, "got %zu of %zu, there were %zu", some, n, had);
    for (size_t i = 0; i < some; i++)
        if (buffer[i] != byte_at(l, *got + i))
            return law_fail(l, "byte %zu is %d", *got + i, buffer[i]);
    *got += some;
    law_saw(l, some < n ? 1 : 2);
    return lcv_ring_is_empty(ring) == (put == *got) || law_fail(l, "empty is wrong");
}

LAW_SHARE(ring, "a ring is a queue of bytes", 8, CLASSES("full", "empty", "between"))
{
    shared *s = shared_new();
    law_own_with(l, s, shared_free);
    char *buffer = law_own_memory(l, malloc(PORTION));
    size_t put = 0, got = 0;
    bool ok = buffer != NULL;
    for (int step = 0; ok && step < 8; step++) {
        size_t n = (size_t)rnd_in(&l->rnd, 1, rnd_chance(&l->rnd, 25) ? PORTION : 3000);
        ok = rnd_chance(&l->rnd, 50) ? put_some(l, &s->ring, buffer, n, &put, got)
                                     : get_some(l, &s->ring, buffer, n, put, &got);
    }
    lcv_ring_empty(&s->ring);
    return ok && (lcv_ring_is_empty(&s->ring) || law_fail(l, "it was emptied"));
}

/* ---- two processes ---- */

#define ITEMS 60

typedef struct {
    law *l;
    uint64_t seed; /* of the items, the same in both processes */
    shared *s;
    size_t sent; /* items before the process is killed, or all */
    char *text;  /* of an item */
} transfer;

/* Item k, its texts up to three rings long. */
static lcv_item item_of(const transfer *t, size_t k)
{
    rnd r = {t->seed + k};
    size_t n = (size_t)rnd_in(&r, 0, rnd_chance(&r, 5) ? 3 * LCV_RING_BYTES : 2000);
    for (size_t i = 0; i < n; i++)
        t->text[i] = (char)('a' + (byte_at(t->l, i + k) & 15));
    t->text[n] = '\0';
    lcv_item item = {
        .line = k, .seconds = (double)n, .file = (char *)"a.lay", .err = t->text, .nerr = n};
    if (rnd_chance(&r, 50)) {
        item.out = t->text + n / 2;
        item.nout = n - n / 2;
    }
    return item;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool is_item(const transfer *t, size_t k, size_t number, const lcv_item *item)
{
    lcv_item want = item_of(t, k);
    return (number == k + 7 && item->line == k && item->seconds == want.seconds &&
            item->nerr == want.nerr && item->nout == want.nout &&
            same_text(item->err, want.err) && same_text(item->out, want.out) &&
            same_text(item->file, want.file) && !item->certificate) ||
           law_fail(t->l, "item %zu is number %zu of line %zu", k, number, item->line);
}

/* Sends the items, and the last message unless it is killed before. */
_Noreturn static void send_all(const transfer *t, int fd)
{
    lcv_outlet out = {&t->s->ring, fd, &t->s->asleep};
    for (size_t k = 0; k < t->sent; k++) {
        lcv_item item = item_of(t, k);
        if (!lcv_send_item(&out, k + 7, &item))
            _exit(1);
    }
    if (t->sent < ITEMS)
        raise(SIGKILL);
    lcv_item end = {.line = ITEMS};
    _exit(lcv_send_item(&out, LCV_NO_ITEM, &end) ? 0 : 2);
}

/* Waits for the pipe, now and then without saying so; false: it has ended. */
static bool told(const transfer *t, int fd)
{
    char bytes[16];
    struct pollfd set = {.fd = fd, .events = POLLIN};
    bool asleep = rnd_chance(&t->l->rnd, 70);
    atomic_store(&t->s->asleep, asleep);
    if (lcv_ring_is_empty(&t->s->ring))
        poll(&set, 1, asleep ? -1 : 1);
    atomic_store(&t->s->asleep, false);
    return !set.revents || read(fd, bytes, sizeof bytes) > 0;
}

/* Takes what has come; the items so far are n, and `end` says that the last message came. */
static bool take_all(const transfer *t, lcv_inbox *in, size_t *n, bool *end)
{
    size_t number;
    lcv_item item;
    bool ok = lcv_inbox_get(in, &t->s->ring);
    while (ok && !*end && lcv_inbox_take(in, &number, &item)) {
        *end = number == LCV_NO_ITEM;
        ok = *end ? item.line == ITEMS : is_item(t, *n, number, &item);
        *n += !*end;
    }
    return ok;
}

/* All that comes, up to the last message or the end of the process. */
static bool receive_all(const transfer *t, int fd)
{
    lcv_inbox in = {0};
    size_t n = 0;
    bool ok = true, more = true, end = false;
    while (ok && !end && more) {
        more = told(t, fd);
        ok = take_all(t, &in, &n, &end);
    }
    lcv_inbox_clear(&in);
    return (ok && n == t->sent && end == (n == ITEMS)) ||
           law_fail(t->l, "%zu of %zu items came, %s the last message", n, t->sent,
                    end ? "and" : "without");
}

LAW_SHARE(items, "items come as they were sent", 40, CLASSES("all", "killed"))
{
    int ends[2], status = 0;
    transfer t = {.l = l, .seed = rnd_u64(&l->rnd), .s = shared_new(), .sent = ITEMS};
    law_own_with(l, t.s, shared_free);
    t.text = law_own_memory(l, malloc(3 * LCV_RING_BYTES + 1));
    if (rnd_chance(&l->rnd, 30))
        t.sent = (size_t)rnd_in(&l->rnd, 0, ITEMS - 1);
    law_saw(l, t.sent < ITEMS);
    if (!t.text || pipe(ends) != 0)
        return law_fail(l, "no memory or no pipe");
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        send_all(&t, ends[1]);
    }
    close(ends[1]);
    bool ok = pid > 0 && receive_all(&t, ends[0]);
    close(ends[0]);
    waitpid(pid, &status, 0);
    return ok && (t.sent < ITEMS || (WIFEXITED(status) && WEXITSTATUS(status) == 0) ||
                  law_fail(l, "status %d", status));
}

/* Nobody reads: a process that waits for room in the ring notices. */
TEST(nobody)
{
    int ends[2];
    shared *s = shared_new();
    ck_assert_int_eq(pipe(ends), 0);
    lcv_outlet out = {&s->ring, ends[1], &s->asleep};
    lcv_item item = {.line = 1};
    signal(SIGPIPE, SIG_IGN);
    ck_assert(lcv_send_item(&out, 0, &item));
    close(ends[0]);
    ck_assert(lcv_send_item(&out, 1, &item)); /* there is room */
    size_t sent = 2;
    while (sent < LCV_RING_BYTES && lcv_send_item(&out, sent, &item))
        sent++;
    ck_assert(sent < LCV_RING_BYTES);
    atomic_store(&s->asleep, true);
    lcv_ring_empty(&s->ring);
    ck_assert(!lcv_send_item(&out, 1, &item)); /* the one that is asleep is gone */
    close(ends[1]);
    shared_free(s);
}

SUITE_MAIN("wire", ring, items, nobody)
