#include "config.h"

#include "cache.h"

#include <stdlib.h>
#include <string.h>

#define BUCKETS 256
#define WORK 25000  /* warps, of a kernel */
#define CLAIMS 64   /* about formulas, of a kernel */
#define COMPARED 32 /* entries of a bucket */

typedef struct entry {
    struct entry *next;
    lck_judged a;
    lck_asked asked;
    lck_answer answer;
} entry;

struct lck_judge_cache {
    entry *bucket[BUCKETS];
    const lc_expr *guard; /* of the masks */
    int64_t block[3];
    bool open;
    unsigned warps;
    lck_masks *masks;
    uint64_t work;  /* warps that were looked at */
    unsigned asked; /* claims about formulas */
};

lck_judge_cache *lck_judge_cache_new(void)
{
    return calloc(1, sizeof(lck_judge_cache));
}

void lck_judge_cache_free(lck_judge_cache *cache)
{
    for (size_t i = 0; cache && i < BUCKETS; i++)
        while (cache->bucket[i]) {
            entry *e = cache->bucket[i];
            cache->bucket[i] = e->next;
            lck_answer_clear(&e->answer);
            free(e);
        }
    if (cache)
        free(cache->masks);
    free(cache);
}

/* ---- answers ---- */

static bool same(const lc_expr *a, const lc_expr *b)
{
    return a == b ||
           (a && b && a->size == b->size && a->depth == b->depth && lc_expr_equal(a, b));
}

static bool same_question(const entry *e, const lck_judged *a, lck_asked asked)
{
    const lck_judged *b = &e->a;
    bool data = !a->data == !b->data && (!a->data || strcmp(a->data, b->data) == 0);
    return e->asked == asked && a->partial == b->partial && a->once == b->once &&
           a->free == b->free && a->width == b->width && a->rows == b->rows &&
           a->needs == b->needs && a->base == b->base && a->assumed == b->assumed && data &&
           same(a->at, b->at) && same(a->guard, b->guard) && same(a->size, b->size);
}

static unsigned bucket_of(const lck_judged *a, lck_asked asked)
{
    unsigned guard = a->guard ? a->guard->size : 0;
    return (a->at->size * 31 + guard * 7 + a->width * 3 + (unsigned)asked) % BUCKETS;
}

static char *copy_of(lck_audit *audit, const char *text)
{
    return text ? lck_audit_text(audit, text, strlen(text)) : NULL;
}

static void copy(lck_audit *audit, const lck_answer *from, lck_answer *to)
{
    *to = *from;
    to->why = copy_of(audit, from->why);
    to->shown = copy_of(audit, from->shown);
    to->claim = copy_of(audit, from->claim);
}

bool lck_cached(const lck_judge *j, const lck_judged *a, lck_asked asked, lck_answer *out)
{
    unsigned compared = 0;
    entry *e = j->cache ? j->cache->bucket[bucket_of(a, asked)] : NULL;
    while (e && compared++ < COMPARED && !same_question(e, a, asked))
        e = e->next;
    bool found = e && compared <= COMPARED;
    if (found)
        copy(j->audit, &e->answer, out);
    return found;
}

void lck_cache(const lck_judge *j, const lck_judged *a, lck_asked asked, const lck_answer *answer)
{
    entry *e = j->cache ? calloc(1, sizeof *e) : NULL;
    if (!e)
        return;
    unsigned b = bucket_of(a, asked);
    e->a = *a;
    e->asked = asked;
    copy(j->audit, answer, &e->answer);
    e->next = j->cache->bucket[b];
    j->cache->bucket[b] = e;
}

bool lck_may_work(const lck_judge *j, unsigned warps)
{
    if (!j->cache)
        return true;
    j->cache->work += warps;
    return j->cache->work < WORK;
}

bool lck_may_ask(const lck_judge *j)
{
    return !j->cache || j->cache->asked++ < CLAIMS;
}

/* ---- masks ---- */

const lck_masks *lck_cached_masks(const lck_judge *j, const lc_expr *guard, unsigned warps)
{
    const lck_judge_cache *c = j->cache;
    bool known = c && c->masks && c->warps == warps && c->open == j->open && c->guard == guard &&
                 memcmp(c->block, j->block, sizeof c->block) == 0;
    return known ? c->masks : NULL;
}

bool lck_cache_masks(const lck_judge *j, const lc_expr *guard, unsigned warps, lck_masks *masks)
{
    lck_judge_cache *c = j->cache;
    if (!c)
        return false;
    free(c->masks);
    c->masks = masks;
    c->guard = guard;
    c->warps = warps;
    c->open = j->open;
    memcpy(c->block, j->block, sizeof c->block);
    return true;
}
