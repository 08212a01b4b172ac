#include "config.h"

#include "labour.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#define OFFSET_BITS 27 /* of LCV_MAX_SOURCE */
#define END_BITS (OFFSET_BITS + 1)

bool lcv_is_void(const lcv_shared *shared, size_t number)
{
    for (size_t i = 0; i < shared->nvoid; i++)
        if (shared->void_of[i] == number)
            return true;
    return false;
}

typedef struct {
    const lcv_shared *shared;
    lcv_notice *notice;
    const lcv_outlet *out;
    size_t ticket; /* LCV_NO_TICKET: to be drawn */
} hand;

static void copy_text(char *to, size_t room, const char *from)
{
    size_t n = strnlen(from ? from : "", room - 1);
    memcpy(to, from ? from : "", n);
    to[n] = '\0';
}

static void hand_begin(void *user, const lcv_outcome *outcome)
{
    lcv_notice *note = ((const hand *)user)->notice;
    note->verb = outcome->verb;
    note->line = outcome->line;
    note->column = outcome->column;
    copy_text(note->file, sizeof note->file, outcome->file);
    copy_text(note->text, sizeof note->text, outcome->text);
}

/* The statement that it works on next. */
static size_t drawn(hand *h)
{
    if (h->ticket == LCV_NO_TICKET)
        h->ticket = h->notice->ticket = atomic_fetch_add(&h->shared->board->next, 1);
    return h->ticket;
}

static lcv_part hand_part(void *user, size_t number)
{
    hand *h = user;
    if (lcv_is_void(h->shared, number))
        return LCV_VALUELESS;
    return number == drawn(h) ? LCV_WHOLE : LCV_DEFINITION;
}

/* Reading is a good part of the work on many claims: one process does it for the others. */
static void hand_read(void *user, size_t number, size_t end, bool next_too)
{
    const hand *h = user;
    _Static_assert(LCV_MAX_SOURCE < (size_t)1 << OFFSET_BITS, "an offset has its bits");
    uint64_t word = ((uint64_t)number + 1) << END_BITS | (uint64_t)end << 1 | next_too;
    atomic_store(&h->shared->board->end[number % LCV_ENDS], word);
}

/* Who drew the statement may be reading it just now: to wait for some microseconds is less than
 * to read it, too. */
#define LOOKS 10000

static uint64_t told_end(const lcv_board *board, size_t number)
{
    uint64_t word = atomic_load(&board->end[number % LCV_ENDS]);
    int looks = number < board->first ? 0 : LOOKS; /* nobody reads what was put out */
    for (; looks > 0 && word >> END_BITS <= number; looks--)
        word = atomic_load_explicit(&board->end[number % LCV_ENDS], memory_order_relaxed);
    return word;
}

static size_t hand_end_of(void *user, size_t number, bool *next_too)
{
    hand *h = user;
    if (lcv_is_void(h->shared, number) || number == drawn(h))
        return SIZE_MAX;
    uint64_t word = told_end(h->shared->board, number);
    if (word >> END_BITS != (uint64_t)number + 1)
        return SIZE_MAX;
    *next_too = word & 1;
    return (size_t)(word >> 1 & (((uint64_t)1 << OFFSET_BITS) - 1));
}

static void hand_outcome(void *user, const lcv_outcome *outcome)
{
    hand *h = user;
    lcv_item item;
    lcv_item_make(h->shared->work->report, outcome, &item);
    if (!lcv_send_item(h->out, h->ticket, &item))
        _exit(1); /* nobody reads any more */
    lcv_item_clear(&item);
    h->ticket = LCV_NO_TICKET;
}

_Noreturn void lcv_labour(const lcv_shared *shared, lcv_notice *note, const lcv_outlet *out)
{
    hand h = {shared, note, out, LCV_NO_TICKET};
    signal(SIGINT, SIG_IGN); /* the process that puts out the items ends this one */
    lcv_session_set_doing(shared->work->session, &note->doing);
    lcv_listener listener = {.user = &h,
                             .outcome = hand_outcome,
                             .begin = hand_begin,
                             .part = hand_part,
                             .read = hand_read,
                             .end_of = hand_end_of};
    shared->work->check(shared->work->session, shared->work->files, &listener);
    lcv_item end = {.line = lcv_session_statements(shared->work->session)};
    _exit(lcv_send_item(out, LCV_NO_ITEM, &end) ? 0 : 1);
}
