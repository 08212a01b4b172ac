/* boxes.c - copies and boxes, which go on beside a thread, and their groups.
 *
 * The bytes are where they belong at once. The clocks show who looks at them too early.
 */
#include "config.h"

#include "executor.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define BOX_ALIGNMENT 128

/* ---- COPY */

static bool copy_element(const lck_access *to, const lck_access *from, int64_t to_at,
                         int64_t from_at, bool present)
{
    size_t bytes = (size_t)to->run->kernel->array[to->array].element->bytes;
    const unsigned char *value = present ? lck_read_tensor(from, from_at) : NULL;
    if (present && !value)
        return false;
    unsigned char *at = lck_write_shared(to, to_at);
    if (!at)
        return false;
    if (present)
        memcpy(at, value, bytes);
    else
        memset(at, 0, bytes);
    return true;
}

/* Where nothing is present the place in the tensor does not count. */
bool lck_run_copy(lck_run *run, const lck_statement *s, int thread)
{
    lck_access to = lck_access_to(run, s->to.array, thread);
    lck_access from = lck_access_to(run, s->from.array, thread);
    int64_t to_at, from_at, present = s->width;
    int bytes = s->width * run->kernel->array[s->to.array].element->bytes;
    if (!lck_value(run, thread, s->to.index, false, &to_at) ||
        !lck_value(run, thread, s->from.index, false, &from_at) ||
        (s->value && !lck_value(run, thread, s->value, false, &present)))
        return false;
    if (present < 0 || present > s->width)
        return lck_stopped(run, LCK_OUT_OF_BOUNDS, thread, -1,
                           "a copy of %d elements of which %" PRId64 " are present", s->width,
                           present);
    to.by = from.by = " by a copy";
    to.party.slot = lck_slot(&run->clocks, LCK_COPIED, thread);
    to.party.epoch = run->thread[thread].groups[LCK_COPIES] + 1;
    run->thread[thread].open[LCK_COPIES] = true;
    if (!lck_in_place(&to, to_at, s->width, bytes) ||
        (present > 0 && (!lck_in_place(&from, from_at, (int)present, 1) ||
                         !lck_in_place(&from, from_at, 1, bytes))))
        return false;
    for (int i = 0; i < s->width; i++)
        if (!copy_element(&to, &from, to_at + i, from_at + i, i < present))
            return false;
    return true;
}

/* ---- tensor maps */

static bool refuse_map(lck_run *run, int map, const char *what, int64_t found)
{
    return lck_stopped(run, LCK_REFUSED, -1, -1,
                       "the tensor map %s is refused: %s, found %" PRId64,
                       run->kernel->map[map].name, what, found);
}

bool lck_map_is_taken(lck_run *run, int map)
{
    const lck_map *m = &run->kernel->map[map];
    const lck_content *c = &run->content[m->tensor];
    int bytes = run->kernel->array[m->tensor].element->bytes;
    const int64_t *extent = run->map_extent[map], *stride = run->map_stride[map];
    int64_t offset = run->map_offset[map], last = offset, inner = (int64_t)m->box[0] * bytes;
    bool empty = false, scratch = run->kernel->array[m->tensor].role == LCK_SCRATCH;
    int alignment = scratch ? 16 : run->kernel->alignment; /* that of scratch is the launch's */
    if (stride[0] != 1)
        return refuse_map(run, map, "axis 0 has stride 1", stride[0]);
    if (alignment % 16 != 0 || offset * bytes % 16 != 0)
        return refuse_map(run, map, "the address is a multiple of 16 bytes",
                          alignment % 16 ? alignment : offset * bytes);
    if (inner % 16 != 0 || (m->span && inner > m->span))
        return refuse_map(run, map,
                          "a row of the box has a multiple of 16 bytes, at most the span of the "
                          "swizzle",
                          inner);
    for (size_t d = 0; d < m->rank; d++) {
        if (m->box[d] < 1 || m->box[d] > 256)
            return refuse_map(run, map, "a box has 1 to 256 elements along an axis", m->box[d]);
        if (d > 0 && (stride[d] < 0 || stride[d] * bytes % 16 != 0))
            return refuse_map(run, map, "strides are multiples of 16 bytes", stride[d] * bytes);
        empty = empty || extent[d] <= 0;
        last += (extent[d] - 1) * stride[d];
    }
    if (!empty && (offset < 0 || last >= c->extent))
        return refuse_map(run, map, "all elements are in the tensor", last);
    return true;
}

/* A box that is moved: rows of axis 0, from the place on. */
typedef struct {
    lck_run *run;
    const lck_statement *s;
    const lck_map *map;
    int64_t crd[LCK_MAX_MAP_RANK],
        at[LCK_MAX_MAP_RANK]; /* the corner; a row's place in the box */
    int64_t begin;            /* byte of the block's memory */
    int64_t row;              /* bytes from row to row */
    int64_t inside;           /* of a box that is cut: so many along that axis */
    int bytes;                /* of an element */
} box;

/* The hardware has a map of whole boxes, and one of boxes as long as the last one is. */
static bool cut_box(box *b, int thread)
{
    const size_t d = b->map->cut;
    const int64_t extent = b->map->box[d], left = b->run->map_extent[b->s->map][d] - b->crd[d];
    int64_t said = 0;
    if (!lck_value(b->run, thread, b->s->value, false, &said))
        return false;
    b->inside = left < 0 ? 0 : left > extent ? extent : left;
    if (said == left && b->crd[d] >= 0 && b->crd[d] % extent == 0)
        return true;
    return lck_stopped(b->run, LCK_REFUSED, thread, -1,
                       "a box of %s that is cut lies at a multiple of %" PRId64 " with %" PRId64
                       " left, found %" PRId64 " and %" PRId64,
                       b->map->name, extent, left, b->crd[d], said);
}

static bool begin_box(lck_run *run, const lck_statement *s, int thread, box *b)
{
    int64_t index;
    const lck_content *c = &run->content[s->to.array];
    *b = (box){.run = run, .s = s, .map = &run->kernel->map[s->map]};
    if (!lck_value(run, thread, s->to.index, false, &index))
        return false;
    for (size_t d = 0; d < b->map->rank; d++)
        if (!lck_value(run, thread, s->crd[d], false, &b->crd[d]))
            return false;
    if (s->value && !cut_box(b, thread))
        return false;
    b->bytes = run->kernel->array[s->to.array].element->bytes;
    b->begin = c->offset + index * b->bytes;
    b->row = b->map->span ? b->map->span : (int64_t)b->map->box[0] * b->bytes;
    lck_access a = lck_access_to(run, s->to.array, thread);
    if (b->bytes != run->kernel->array[b->map->tensor].element->bytes)
        return lck_access_stopped(&a, LCK_REFUSED, index, -1, "and %s have other elements",
                                  run->kernel->array[b->map->tensor].name);
    if (index < 0 || index >= c->extent)
        return lck_access_stopped(&a, LCK_OUT_OF_BOUNDS, index, -1,
                                  "is out of bounds: it has %" PRId64 " elements", c->extent);
    if (b->begin % BOX_ALIGNMENT != 0)
        return lck_access_stopped(&a, LCK_MISALIGNED, index, -1,
                                  "is misaligned: a box lies at a multiple of %d bytes",
                                  BOX_ALIGNMENT);
    return true;
}

/* The elements of a box that are moved. */
static int64_t elements_of(const box *b)
{
    int64_t n = 1;
    for (size_t d = 0; d < b->map->rank; d++)
        n *= b->s->value && d == b->map->cut ? b->inside : b->map->box[d];
    return n;
}

/* The next row of the box; false: there is none. */
static bool next_row(box *b)
{
    for (size_t d = 1; d < b->map->rank; d++) {
        if (++b->at[d] < b->map->box[d])
            return true;
        b->at[d] = 0;
    }
    return false;
}

/* The index of the row's first element in the tensor; false: the row is outside of it. */
static bool row_index(const box *b, int64_t *index)
{
    const int64_t *extent = b->run->map_extent[b->s->map],
                  *stride = b->run->map_stride[b->s->map];
    bool inside = true;
    *index = b->run->map_offset[b->s->map] + b->crd[0];
    for (size_t d = 1; d < b->map->rank; d++) {
        int64_t at = b->crd[d] + b->at[d];
        inside = inside && at >= 0 && at < extent[d];
        *index += at * stride[d];
    }
    return inside;
}

/* The element of the array where element i of row `row` lies; false: outside of it. */
static bool place_of(const box *b, const lck_access *a, int64_t row, int i, int64_t *element)
{
    const lck_content *c = &b->run->content[a->array];
    int64_t byte = b->begin + row * b->row + (int64_t)i * b->bytes, mask = b->map->span / 16 - 1;
    if (b->map->span)
        byte ^= (byte >> 7 & mask) << 4;
    *element = (byte - c->offset) / b->bytes;
    if (byte >= c->offset && *element < c->extent)
        return true;
    return lck_access_stopped(a, LCK_OUT_OF_BOUNDS, *element, -1,
                              "is out of bounds%s: it has %" PRId64 " elements", a->by,
                              c->extent);
}

/* ---- TMA_LOAD */

static bool load_row(const box *b, const lck_access *to, const lck_access *from, int64_t row)
{
    int64_t index, element, extent = b->run->map_extent[b->s->map][0];
    if (b->s->value && b->at[b->map->cut] >= b->inside)
        return true;
    bool inside = row_index(b, &index);
    for (int i = 0; i < b->map->box[0]; i++) {
        int64_t x = b->crd[0] + i;
        if (!place_of(b, to, row, i, &element) ||
            !copy_element(to, from, element, index + i, inside && x >= 0 && x < extent))
            return false;
    }
    return true;
}

/* To one block, by the phase that goes on there. */
static bool load_to(box *b, int thread, int rank)
{
    lck_run *run = b->run;
    int number;
    if (!lck_find_mbarrier(run, b->s, thread, rank, &number))
        return false;
    lck_access to = lck_access_to(run, b->s->to.array, thread);
    lck_access from = lck_access_to(run, b->map->tensor, thread);
    to.rank = rank;
    to.by = from.by = " by a TMA load";
    to.party.async = true;
    to.party.slot = lck_phase_slot(&run->clocks, number);
    to.party.epoch = (uint32_t)run->mbarrier[number].phase + 1;
    int64_t row = 0;
    do {
        if (!load_row(b, &to, &from, row++))
            return false;
    } while (next_row(b));
    return lck_bytes_come(run, number, elements_of(b) * b->bytes, thread);
}

bool lck_load_box(lck_run *run, const lck_statement *s, int thread)
{
    box b;
    int own = lck_rank(run, thread);
    int64_t peers = 1 << own;
    if (!begin_box(run, s, thread, &b) ||
        (s->peers && !lck_number_below(run, thread, s->peers, 1 << run->kernel->cluster,
                                       "mask of blocks of the cluster", &peers)))
        return false;
    for (int rank = 0; rank < run->kernel->cluster; rank++)
        if (peers >> rank & 1 && !load_to(&b, thread, rank))
            return false;
    return true;
}

/* ---- TMA_STORE */

/* Rows are written by runs of 16 bytes, the last of which must not reach past the tensor map:
 * what is past its end would be overwritten. */
static bool ends_whole(const box *b, int thread)
{
    int64_t extent = b->run->map_extent[b->s->map][0], end = b->crd[0] + b->map->box[0];
    if (end <= extent || extent * b->bytes % 16 == 0)
        return true;
    return lck_stopped(b->run, LCK_OUT_OF_BOUNDS, thread, -1,
                       "a TMA store writes runs of 16 bytes, and rows of %" PRId64
                       " elements end within one",
                       extent);
}

static bool store_row(const box *b, const lck_access *from, const lck_access *to, int64_t row)
{
    int64_t index, element, extent = b->run->map_extent[b->s->map][0];
    bool inside = row_index(b, &index);
    for (int i = 0; inside && i < b->map->box[0]; i++) {
        int64_t x = b->crd[0] + i;
        if (x < 0 || x >= extent)
            continue;
        if (!place_of(b, from, row, i, &element))
            return false;
        const unsigned char *value = lck_read_shared(from, element);
        unsigned char *at = value ? lck_write_tensor(to, index + i, value) : NULL;
        if (!at)
            return false;
        memcpy(at, value, (size_t)b->bytes);
    }
    return true;
}

bool lck_store_box(lck_run *run, const lck_statement *s, int thread)
{
    box b;
    if (!begin_box(run, s, thread, &b) || !ends_whole(&b, thread))
        return false;
    lck_access from = lck_access_to(run, s->from.array, thread);
    lck_access to = lck_access_to(run, b.map->tensor, thread);
    to.by = from.by = " by a TMA store";
    from.party.async = true;
    from.party.slot = lck_slot(&run->clocks, LCK_STORED, thread);
    from.party.epoch = run->thread[thread].groups[LCK_BULK] + 1;
    run->thread[thread].open[LCK_BULK] = true;
    int64_t row = 0;
    do {
        if (!store_row(&b, &from, &to, row++))
            return false;
    } while (next_row(&b));
    return true;
}

/* ---- groups and fences */

static lck_slot_kind slot_kind(lck_group group)
{
    return group == LCK_COPIES ? LCK_COPIED : group == LCK_BULK ? LCK_STORED : LCK_COMPUTED;
}

/* Accesses until now are fenced; those after it are of another epoch. */
static void fence_proxy(lck_run *run, int thread)
{
    uint32_t *own = run->knows[thread].own;
    own[LCK_FENCED] = own[LCK_TIME]++;
    own[LCK_PASSED] = own[LCK_COPIED];
}

static void fence_init(lck_run *run, int thread)
{
    for (int i = 0; i < run->nbarriers * run->kernel->cluster; i++) {
        lck_mbarrier *b = &run->mbarrier[i];
        if (b->beginner == thread && b->ready == 0)
            b->ready = run->knows[thread].own[LCK_TIME];
    }
    run->knows[thread].own[LCK_TIME]++;
}

bool lck_groups(lck_run *run, const lck_statement *s, int thread)
{
    lck_thread *t = &run->thread[thread];
    uint32_t *own = run->knows[thread].own;
    switch (s->kind) {
    case LCK_COMMIT:
        t->groups[s->group]++;
        t->open[s->group] = false;
        return true;
    case LCK_DRAIN:
        if (t->groups[s->group] > s->count + own[slot_kind(s->group)])
            own[slot_kind(s->group)] = t->groups[s->group] - (uint32_t)s->count;
        return true;
    default: break;
    }
    if (s->fence == LCK_FENCE_PROXY)
        fence_proxy(run, thread);
    else if (s->fence == LCK_FENCE_INIT)
        fence_init(run, thread);
    else if (s->fence == LCK_FENCE_LAUNCH)
        t->launched = true;
    else
        t->fences++;
    return true;
}

bool lck_all_drained(lck_run *run, int thread)
{
    const lck_thread *t = &run->thread[thread];
    if (!t->open[LCK_BULK] && t->groups[LCK_BULK] <= run->knows[thread].own[LCK_STORED])
        return true;
    return lck_stopped(run, LCK_UNDRAINED, thread, -1,
                       "ends while a TMA store reads shared memory: no DRAIN came before");
}
