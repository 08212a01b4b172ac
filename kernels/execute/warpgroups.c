/* warpgroups.c - WGMMA: the product of an atom of 128 threads.
 *
 * Each warp makes the 16 rows that are its share, with all of B, where it comes to the statement.
 * Operands in shared memory are found by the descriptor's bits alone, as PTX ISA says
 * (Asynchronous Warpgroup Level Matrix Shared Memory Layout), in chunks of 16 bytes, W of which
 * are a row of the swizzle:
 *
 *     K-major   ((8,mn),2):((W,SBO),1)       without a swizzle ((8,mn),2):((1,SBO),LBO)
 *     MN-major  ((W,mn),(8,k)):((1,LBO),(W,SBO))               ((1,mn),(8,k)):((0,SBO),(1,LBO))
 *
 * The swizzle exchanges bits of addresses. Of an address the descriptor has 18 bits.
 */
#include "config.h"

#include "executor.h"

#include <inttypes.h>

#define CHUNK 16
#define SHARE 16 /* rows */

/* ---- descriptors */

static uint64_t descriptor_of(const lck_operand *o, int64_t start)
{
    static const uint64_t type[] = {[0] = 0, [1] = 3, [2] = 2, [4] = 1};
    return (uint64_t)((start & 0x3ffff) >> 4) | (uint64_t)((o->leading & 0x3ffff) >> 4) << 16 |
           (uint64_t)((o->stride & 0x3ffff) >> 4) << 32 | type[o->span / 32] << 62;
}

typedef struct {
    int64_t start, leading, stride, mask; /* bytes; of the bits that are exchanged */
    int row;                              /* chunks */
    bool plain, mn_major;
} descriptor;

static descriptor decode(uint64_t bits, bool mn_major)
{
    static const int row[] = {1, 8, 4, 2};
    int chunks = row[bits >> 62];
    return (descriptor){.start = (int64_t)(bits & 0x3fff) << 4,
                        .leading = (int64_t)(bits >> 16 & 0x3fff) << 4,
                        .stride = (int64_t)(bits >> 32 & 0x3fff) << 4,
                        .mask = chunks - 1,
                        .row = chunks,
                        .plain = chunks == 1,
                        .mn_major = mn_major};
}

/* The address of a chunk: number `chunk` along the contiguous side, `line` along the other. */
static int64_t address_of(const descriptor *d, int chunk, int line)
{
    int64_t at = d->start;
    if (!d->mn_major)
        at += (int64_t)(line % 8) * d->row * CHUNK + line / 8 * d->stride +
              (d->plain ? chunk * d->leading : chunk * CHUNK);
    else if (d->plain)
        at += chunk * d->stride + line % 8 * CHUNK + line / 8 * d->leading;
    else
        at += (int64_t)(chunk % d->row) * CHUNK + chunk / d->row * d->leading +
              (int64_t)(line % 8) * d->row * CHUNK + line / 8 * d->stride;
    return at ^ ((at >> 7 & d->mask) << 4);
}

/* ---- operands */

typedef struct {
    lck_run *run;
    lck_agent *agent;
    const lck_atom *atom;
    const lck_statement *s;
    bool singles;
    int share;        /* the first row of A and C */
    int64_t start[2]; /* of A and B in shared memory, bytes */
    uint32_t group;   /* of the product */
    lck_format format[3];
} product;

/* Row after row: A as (m,k), B as (k,n), C as (m,n). */
static void put(const product *p, int o, int cell, const void *at)
{
    if (p->singles)
        p->run->single[o][cell] = lck_read_factor(p->format[o], at);
    else
        p->run->twice[o][cell] = lck_read_number(p->format[o], at);
}

/* The chunk whose first element is (mn,k). */
static bool read_chunk(const product *p, const lck_access *a, int o, const descriptor *d, int mn,
                       int k)
{
    const lck_content *c = &p->run->content[a->array];
    int bytes = p->atom->element[o]->bytes, width = CHUNK / bytes, first = o == 0 ? p->share : 0;
    int64_t byte = d->mn_major ? address_of(d, mn / width, k) : address_of(d, k / width, mn);
    int64_t element = (byte - c->offset) / bytes;
    int cell = o == 0 ? (mn - first) * p->atom->k + k : k * p->atom->n + mn;
    int apart = d->mn_major == (o == 0) ? (o == 0 ? p->atom->k : p->atom->n) : 1;
    if (byte < c->offset || element + width > c->extent)
        return lck_access_stopped(a, LCK_OUT_OF_BOUNDS, element, -1,
                                  "is out of bounds%s: it has %" PRId64 " elements", a->by,
                                  c->extent);
    for (int i = 0; i < width; i++) {
        const unsigned char *at = lck_read_shared(a, element + i);
        if (!at)
            return false;
        put(p, o, cell + i * apart, at);
    }
    return true;
}

/* A or B in shared memory: `rows` rows from `first` on. */
static bool read_operand(const product *p, int o, int first, int rows)
{
    const lck_operand *operand = o == 0 ? &p->s->a : &p->s->b;
    lck_run *run = p->run;
    int leader = p->agent->first, width = CHUNK / p->atom->element[o]->bytes;
    descriptor d = decode(descriptor_of(operand, p->start[o]), operand->mn_major);
    lck_access a = lck_access_to(run, operand->array, leader);
    a.by = " by a product";
    a.party.count = p->agent->threads;
    a.party.slot = lck_slot(&run->clocks, LCK_COMPUTED, leader);
    a.party.epoch = p->group;
    a.party.async = true;
    a.party.any = run->uses.cut[operand->array];
    int mn_step = d.mn_major ? width : 1, k_step = d.mn_major ? 1 : width;
    for (int k = 0; k < p->atom->k; k += k_step)
        for (int mn = first; mn < first + rows; mn += mn_step)
            if (!read_chunk(p, &a, o, &d, mn, k))
                return false;
    return true;
}

/* ---- registers */

/* A product takes registers: fenced since the thread touched them, and of no product that is
 * under way, but for sums that go on. */
static bool take_register(const product *p, int thread, int file, size_t place, bool sum)
{
    lck_held *held = &p->run->held[file];
    int number = (int)(place % (size_t)p->run->kernel->file[file].count);
    if (held->touched[place] > p->run->thread[thread].fences ||
        p->run->thread[thread].fences == 0)
        return lck_stopped(p->run, LCK_UNFENCED, thread, -1,
                           "%s[%d] takes part in a product, and no FENCE of products came after "
                           "the thread touched it",
                           p->run->kernel->file[file].name, number);
    if (!sum && held->group[place] > p->run->knows[thread].own[LCK_COMPUTED] &&
        held->group[place] != p->group)
        return lck_touch(p->run, thread, file, place);
    held->group[place] = p->group;
    return true;
}

/* Moves the part of a lane of A, or C, between registers and matrix. */
static bool move_lane(const product *p, int o, lck_register r, int lane, bool begins, bool back)
{
    lck_run *run = p->run;
    int thread = p->agent->first + lane, values = p->atom->values[o];
    int columns = o == 0 ? p->atom->k : p->atom->n;
    int of_group = lck_local(run, thread) % LCK_WARPGROUP;
    size_t place;
    if (!lck_find_registers(run, thread, r, values, !begins && !back, "takes part in a product",
                            &place))
        return false;
    for (int v = 0; v < values; v++, place++) {
        int at = p->atom->at[o][of_group * values + v];
        int row = at % p->atom->m - p->share, cell = row * columns + at / p->atom->m;
        unsigned char *reg = lck_register_at(run, r.file, place);
        if (row < 0 || row >= SHARE)
            return lck_stopped(run, LCK_REFUSED, thread, -1,
                               "the atom %s gives a warp rows that are not its share",
                               p->atom->name);
        if (back) {
            lck_write_number(p->format[o], reg,
                             p->singles ? (double)run->single[o][cell] : run->twice[o][cell]);
            run->held[r.file].loaded[place] = true;
            continue;
        }
        if (!take_register(p, thread, r.file, place, o == 2))
            return false;
        if (!begins)
            put(p, o, cell, reg);
        else if (p->singles)
            run->single[o][cell] = 0;
        else
            run->twice[o][cell] = 0;
    }
    return true;
}

static bool move_all(const product *p, int o, lck_register r, bool begins, bool back)
{
    for (int lane = 0; lane < p->agent->threads; lane++)
        if (!move_lane(p, o, r, lane, begins, back))
            return false;
    return true;
}

/* ---- the statement */

/* The value of an expression, which all lanes have to agree on. */
static bool of_warp(const product *p, const lc_expr *e, const char *what, int64_t *value)
{
    for (int l = 0; l < p->agent->threads; l++) {
        int64_t other;
        if (!lck_value(p->run, p->agent->first + l, e, false, &other))
            return false;
        if (l > 0 && other != *value)
            return lck_stopped(p->run, LCK_DIVERGENT, p->agent->first + l, p->agent->first,
                               "%s of a product is %" PRId64 " here and %" PRId64
                               " for thread %d",
                               what, other, *value, lck_local(p->run, p->agent->first));
        *value = other;
    }
    return true;
}

static bool find_start(product *p, int o)
{
    const lck_operand *operand = o == 0 ? &p->s->a : &p->s->b;
    lck_run *run = p->run;
    int64_t index;
    if (operand->array < 0)
        return true;
    if (!of_warp(p, operand->index, "an operand", &index))
        return false;
    int bytes = run->kernel->array[operand->array].element->bytes;
    lck_access a = lck_access_to(run, operand->array, p->agent->first);
    a.by = " by a product";
    if (bytes != p->atom->element[o]->bytes)
        return lck_access_stopped(&a, LCK_REFUSED, index, -1,
                                  "has other elements than the atom %s", p->atom->name);
    if (operand->mn_major && bytes != 2)
        return lck_access_stopped(&a, LCK_REFUSED, index, -1,
                                  "begins an operand along m or n: WGMMA takes such of 16 bits");
    p->start[o] = run->content[operand->array].offset + index * bytes;
    if (p->start[o] % CHUNK != 0)
        return lck_access_stopped(&a, LCK_MISALIGNED, index, -1,
                                  "is misaligned: an operand begins at a multiple of %d bytes",
                                  CHUNK);
    return true;
}

/* What the warps of a warpgroup have to agree on. */
static void count_product(const product *p, int64_t adds)
{
    const uint64_t what[] = {(uint64_t)(uintptr_t)p->s, (uint64_t)p->start[0],
                             (uint64_t)p->start[1], adds != 0};
    lck_agent *a = p->agent;
    for (size_t i = 0; i < sizeof what / sizeof *what; i++)
        a->products = (a->products ^ what[i]) * UINT64_C(0x100000001b3);
    a->nproducts++;
}

bool lck_run_wgmma(lck_run *run, lck_agent *a, const lck_statement *s)
{
    const lck_atom *atom = &run->kernel->atom[s->atom];
    product p = {.run = run, .agent = a, .atom = atom, .s = s};
    int64_t adds;
    for (int o = 0; o < 3; o++)
        p.format[o] = lck_format_of(atom->element[o]);
    p.singles = lck_sums_in_singles(atom);
    p.share = lck_local(run, a->first) % LCK_WARPGROUP / LCK_WARP * SHARE;
    p.group = run->thread[a->first].groups[LCK_PRODUCTS] + 1;
    if (atom->m != 4 * SHARE || atom->n % 8 != 0 || !atom->at[2])
        return lck_stopped(run, LCK_REFUSED, a->first, -1, "%s is no atom of WGMMA", atom->name);
    if (!of_warp(&p, s->value, "the adding", &adds) || !find_start(&p, 0) || !find_start(&p, 1))
        return false;
    if (s->a.array < 0 ? !move_all(&p, 0, s->a.held, false, false)
                       : !read_operand(&p, 0, p.share, SHARE))
        return false;
    if (!read_operand(&p, 1, 0, atom->n) || !move_all(&p, 2, s->held, adds == 0, false))
        return false;
    if (p.singles)
        lck_multiply_singles(SHARE, atom->n, atom->k, run->single[2], run->single[0],
                             run->single[1]);
    else
        lck_multiply_doubles(SHARE, atom->n, atom->k, run->twice[2], run->twice[0],
                             run->twice[1]);
    count_product(&p, adds);
    return move_all(&p, 2, s->held, false, true);
}

bool lck_products_agree(lck_run *run)
{
    for (int i = 0; run->uses.products && i < run->nagents; i++) {
        const lck_agent *a = &run->agent[i];
        int warp = lck_local(run, a->first) / LCK_WARP % (LCK_WARPGROUP / LCK_WARP);
        const lck_agent *first = a - warp;
        if (a->nproducts != first->nproducts || a->products != first->products)
            return lck_stopped(run, LCK_DIVERGENT, a->first, first->first,
                               "the warp made %u products, others than the %u of thread %d: the "
                               "warps of a warpgroup make the same",
                               a->nproducts, first->nproducts, lck_local(run, first->first));
    }
    return true;
}
