/* ctx.h - the context: where errors and temporary integers live.
 *
 * A function of the library that fails returns NULL (or false, or LC_NONE) and
 * leaves in the context a code and a message that names what was wrong, where,
 * and what would be accepted. Nothing prints, aborts or exits. One context
 * belongs to one thread; objects made with a context are used with that context.
 *
 * Integers (int.h) are values. The few that do not fit a machine word live in
 * the context until the frame in which they were made is closed:
 *
 *     lc_frame frame = lc_frame_open(ctx);
 *     ... compute ...
 *     lc_frame_close(ctx, frame);
 *
 * Objects keep copies of the integers they hold, so closing a frame never touches an object,
 * unless the frame was given it to keep: then it is released with the frame, and nothing need be
 * freed where something fails on the way. The library's own functions close the frames they open
 * and move an integer result out to the caller's frame (lc_frame_return). A caller who opens none
 * has one frame that lasts as long as the context.
 */
#ifndef LC_CTX_H
#define LC_CTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lc_ctx lc_ctx;

typedef enum {
    LC_OK = 0,
    LC_ERR_MEMORY,     /* an allocation failed */
    LC_ERR_INVALID,    /* an argument is malformed: shapes, ranks, profiles */
    LC_ERR_NO_VALUE,   /* the arguments are fine, the value does not exist */
    LC_ERR_LIMIT,      /* a size, depth or rank is past a documented limit */
    LC_ERR_BUDGET,     /* undecided within the work allowed */
    LC_ERR_INTERNAL,   /* a bug: two methods disagree */
    LC_ERR_INTERRUPTED /* an end was asked for: there is no answer */
} lc_code;

/* Limits on what is accepted: bounded depth and size keep every recursion and
 * every allocation bounded. */
#define LC_MAX_DEPTH 64       /* nesting of a tuple */
#define LC_MAX_LEAVES 4096    /* leaves of a tuple */
#define LC_MAX_INT_BITS 65536 /* bits of an integer */

/* A new context, NULL when there is no memory. Free it after every object. */
lc_ctx *lc_ctx_new(void);
void lc_ctx_free(lc_ctx *ctx);

/* The last error. The message stays valid until the next error or reset. */
lc_code lc_ctx_code(const lc_ctx *ctx);
const char *lc_ctx_message(const lc_ctx *ctx);
void lc_ctx_reset(lc_ctx *ctx);

/* Record an error; returns NULL so that a function can `return lc_fail(...)`. */
void *lc_fail(lc_ctx *ctx, lc_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The messages of LC_ERR_MEMORY and of LC_ERR_INTERRUPTED. */
#define LC_NO_MEMORY "out of memory"
#define LC_INTERRUPTED "interrupted"
/* Record that memory ran out, LC_ERR_MEMORY; returns NULL. */
void *lc_no_memory(lc_ctx *ctx);

/* Has memory run out since the last call, even if another error was recorded later? Then no
 * answer found meanwhile counts: a method that runs out of memory may report that it does not
 * know. */
bool lc_ctx_starved(lc_ctx *ctx);
/* Remembers that memory ran out; the error that is recorded stays. */
void lc_ctx_starve(lc_ctx *ctx);

/* Memory that records LC_ERR_MEMORY when there is none. */
void *lc_alloc(lc_ctx *ctx, size_t count, size_t size);
/* The array with room for more than `count` elements, moved if need be. NULL with an error where
 * there is no memory; the array then stays as it was. ctx may be NULL: no error is recorded. */
void *lc_grow(lc_ctx *ctx, void *array, size_t count, size_t *room, size_t size);

/* Shortcuts decide a question before the general method is asked: guesses and closed forms. They
 * are on; tests of the general methods turn them off. */
void lc_ctx_set_shortcuts(lc_ctx *ctx, bool on);
bool lc_ctx_shortcuts(const lc_ctx *ctx);

/* Bounds enumerations: where a question is asked at many numbers, each time at most one
 * `share`-th of the elements are looked at that a single question may. 1 at first. */
void lc_ctx_set_share(lc_ctx *ctx, unsigned share);
unsigned lc_ctx_share(const lc_ctx *ctx);
/* Counts n more elements that were looked at one by one; their number since the context was
 * made. */
void lc_ctx_looks(lc_ctx *ctx, uint64_t n);
uint64_t lc_ctx_looked(const lc_ctx *ctx);

/* An interruption asks all work in the context to end with LC_ERR_INTERRUPTED. It stands until
 * lc_ctx_resume: whatever was found meanwhile is no answer. lc_ctx_interrupt may be called by the
 * handler of a signal, or by another thread. */
void lc_ctx_interrupt(lc_ctx *ctx);
void lc_ctx_resume(lc_ctx *ctx);
bool lc_ctx_interrupted(const lc_ctx *ctx);
/* Work that lasts asks this now and then: true, with the error recorded, when it has to end. */
bool lc_ctx_ends(lc_ctx *ctx);

/* What is being done, for those who watch long work from another thread or process: a question,
 * and the method, or NULL. The texts are static. `changes` counts how often they changed. */
typedef struct {
    const char *what, *how;
    size_t changes;
} lc_doing;
void lc_ctx_does(lc_ctx *ctx, const char *what, const char *how);
/* Where this is written: in the context, or, once set, in memory that outlives it. Only
 * lc_doing_read may read it. */
const lc_doing *lc_ctx_doing(const lc_ctx *ctx);
void lc_ctx_set_doing(lc_ctx *ctx, lc_doing *where);
lc_doing lc_doing_read(const lc_doing *doing);

/* A frame: what is made in it is released when it is closed. Frames nest; the last one opened is
 * closed first. */
typedef size_t lc_frame;
lc_frame lc_frame_open(lc_ctx *ctx);
void lc_frame_close(lc_ctx *ctx, lc_frame frame);
/* Takes over an object, which the open frame releases, and returns it. NULL stays NULL. NULL with
 * an error where there is no memory; the object is then released at once. */
void *lc_frame_keep(lc_ctx *ctx, void *object, void (*release)(void *object));
/* Zeroed memory, as of lc_alloc, that the open frame frees. */
void *lc_frame_alloc(lc_ctx *ctx, size_t count, size_t size);

#ifdef __cplusplus
}
#endif

#endif
