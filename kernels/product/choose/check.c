/* check.c - whether a recipe is possible: atoms divide the parts of warps, and the device has the
 * threads, registers, clusters and memory. */
#include "config.h"

#include "usual.h"

#include <string.h>

#define MOST_SUMS 240 /* registers of a thread for sums */

/* The buffers of a warpgroup for C on its way to TMA: two of 64 rows of 128 bytes, or one where
 * one more stage fits then. */
#define BUFFERS_OF_GROUP (2 * 64 * 128)
#define FEW_STAGES 3

#define OF_RINGS 2048 /* bytes for mbarriers, and between arrays */

lcv_span lck_choice_span(const lck_choice *w, const char *key)
{
    const lcv_ast *ast = lcv_planning_argument(w->p, key);
    const lcv_ast *tile = lcv_planning_argument(w->p, "tile");
    return ast ? ast->span : tile ? tile->span : w->p->name_span;
}

bool lck_is_width(const lck_product *product, int64_t n)
{
    bool integers = strcmp(product->accumulate->name, "int32") == 0;
    return n >= 8 && n <= 256 && n % 8 == 0 && (!integers || n <= 32 || n % 16 == 0);
}

/* A warp's part of a tile is a multiple of this: an atom, or an element of each thread. */
static int64_t least_part(const lck_choice *w, int role)
{
    static const int threads[] = {4, 8, 1};
    return w->row ? w->row->shape[role] : threads[role];
}

static bool fail_atoms(const lck_choice *w, const lck_recipe *r, int role)
{
    static const char *const names[] = {"m", "n", "k"};
    const char *name = names[w->product->mirrored && role < 2 ? 1 - role : role];
    long long part = least_part(w, role), parts = role < 2 ? r->warps[role] : 1;
    bool warps = role < 2 && w->wanted->warps[0] && !w->wanted->tile;
    lcv_eval_fail(w->p->e, lck_choice_span(w, warps ? "warps" : "tile"),
                  "a tile of %lld along %s: expected a multiple of %lld",
                  (long long)r->extent[role], name, part * parts);
    lc_text hint = {0};
    if (w->row)
        lc_text_printf(&hint, "the atom is %s, (%d,%d,%d)", w->row->name, w->row->shape[0],
                       w->row->shape[1], w->row->shape[2]);
    else
        lc_text_add(&hint, "a warp has 4 threads along m, 8 along n");
    if (role < 2)
        lc_text_printf(&hint, ", and %lld %s lie along %s", parts,
                       r->method == LCK_WGMMAS ? "warpgroups" : "warps", name);
    if (r->method == LCK_WGMMAS && role == 1)
        lc_text_add(&hint, "; one has 8, 16, .. 256, of integers 8, 16, 24, 32, 48, .. 256");
    lcv_diag_hint(w->p->e->diag, "%s", lc_text_peek(&hint));
    lc_text_free(&hint);
    return false;
}

static bool check_atoms(const lck_choice *w, const lck_recipe *r)
{
    for (int i = 0; i < 3; i++) {
        int64_t parts = i < 2 ? r->warps[i] : 1;
        if (r->extent[i] % (parts * least_part(w, i)) != 0 ||
            (r->method == LCK_WGMMAS && i == 1 &&
             !lck_is_width(w->product, r->extent[i] / parts)))
            return fail_atoms(w, r, i);
    }
    return true;
}

/* Registers for operands: what a thread takes of a warp's part for one k, or an atom's k, and for
 * the next where their number is even. */
static int64_t operand_registers(const lck_choice *w, const lck_recipe *r)
{
    int64_t step = w->row ? w->row->shape[2] : 1, values = 0;
    if (r->method == LCK_WGMMAS)
        return 0;
    for (int i = 0; i < 2; i++)
        values += r->extent[i] / r->warps[i] * step / (w->row ? 32 : least_part(w, i));
    return values * w->product->element[LCK_A]->bytes / 4 *
           (r->extent[2] / step % 2 == 0 ? 2 : 1);
}

/* Registers that the compiler wants beside the sums of one atom, of those that a thread begins
 * with; beside all sums, of those that it takes. With fewer it refuses the kernel, or makes one
 * product after the other. */
#define BESIDE_ATOM 26
#define BESIDE_TAKEN 32
#define BESIDE_PARTS 100 /* of k, which are added to them */

/* A warpgroup that takes registers, as its sums are many, begins with few. */
static bool check_taken(const lck_choice *w, const lck_recipe *r, int64_t held, int64_t taken)
{
    const lck_device *device = w->product->plan->device;
    const int begins = lck_device_registers(device, lck_recipe_threads(r, device));
    const int beside = r->split > 1 ? BESIDE_PARTS : BESIDE_TAKEN;
    const int64_t atom = held / (r->extent[0] / r->warps[0] / LCK_ROWS_OF_ATOM);
    if (atom + BESIDE_ATOM > begins)
        lcv_eval_fail(
            w->p->e, lck_choice_span(w, "tile"),
            "an atom has %lld sums of a thread, which begins with %d registers: expected "
            "fewer columns or fewer warpgroups",
            (long long)atom, begins);
    else if (held + beside > taken)
        lcv_eval_fail(
            w->p->e, lck_choice_span(w, "tile"),
            "a thread would keep %lld sums in %lld registers: expected %d more, a smaller "
            "tile or more warps",
            (long long)held, (long long)taken, beside);
    return w->p->e->status == LCV_EVAL_OK;
}

static bool check_registers(const lck_choice *w, const lck_recipe *r)
{
    const lck_device *device = w->product->plan->device;
    int warps = r->warps[0] * r->warps[1] * (r->method == LCK_WGMMAS ? 4 : 1);
    int64_t sums = r->extent[0] * r->extent[1] / (32 * warps), held, most;
    held = sums * w->product->accumulate->bytes / 4;
    if (held > MOST_SUMS)
        lcv_eval_fail(w->p->e, lck_choice_span(w, "tile"),
                      "a thread would keep %lld sums of %d bytes: expected at most %d registers, "
                      "a smaller tile or more warps",
                      (long long)sums, w->product->accumulate->bytes, MOST_SUMS);
    most = device->registers / (32 * warps * r->resident);
    const int taken = lck_recipe_takes_registers(r, device);
    most = taken ? taken : most;
    most = most < device->registers_of_thread ? most : device->registers_of_thread;
    if (w->p->e->status != LCV_EVAL_OK)
        return false;
    if (held + operand_registers(w, r) <= most)
        return !taken || check_taken(w, r, held, taken);
    lcv_eval_fail(w->p->e, lck_choice_span(w, "tile"),
                  "a thread would keep %lld registers of sums and %lld of operands: expected at "
                  "most %lld, a smaller tile or more warps",
                  (long long)held, (long long)operand_registers(w, r), (long long)most);
    if (most < device->registers_of_thread)
        lcv_diag_hint(w->p->e->diag, "a multiprocessor has %d registers, for %d threads",
                      device->registers, lck_recipe_threads(r, device) * r->resident);
    return false;
}

static bool check_threads(const lck_choice *w, const lck_recipe *r)
{
    int warps = r->warps[0] * r->warps[1] * (r->method == LCK_WGMMAS ? 4 : 1);
    if (r->turns && warps > 4)
        lcv_eval_fail(w->p->e, lck_choice_span(w, "turns"),
                      "warpgroups that take turns have a tile each: expected warps = (1,1)");
    else if (32 * warps * (r->turns ? 2 : 1) + (r->method == LCK_WGMMAS ? 32 : 0) >
             LCK_MAX_THREADS)
        lcv_eval_fail(w->p->e, lck_choice_span(w, "warps"),
                      "a block of %d threads: expected at most %d, with those that load",
                      32 * warps, LCK_MAX_THREADS);
    return w->p->e->status == LCV_EVAL_OK;
}

int64_t lck_recipe_slices(const lck_recipe *r)
{
    return r->extent[0] / r->warps[0] / 64 * r->extent[1] / r->warps[1] / 8;
}

void lck_fail_split(const lck_choice *w)
{
    lcv_eval_fail(w->p->e, lck_choice_span(w, "split"),
                  "blocks that take parts of k have a tile for themselves: expected "
                  "cluster = (1,1) and turns = 0");
}

/* Checks what only wgmma has, and the axes of a tile. */
static bool check_tma(const lck_choice *w, const lck_recipe *r)
{
    const int cluster = r->cluster[0] * r->cluster[1] * r->split;
    const int most = w->product->plan->device->cluster;
    const char *key = r->split > 1 ? "split" : "cluster";
    if (cluster > most)
        lcv_eval_fail(w->p->e, lck_choice_span(w, key),
                      "a cluster of %d blocks: expected at most %d", cluster, most);
    else if (r->method != LCK_WGMMAS && (cluster > 1 || r->turns))
        lcv_eval_fail(w->p->e, lck_choice_span(w, r->turns ? "turns" : key),
                      "only wgmma has %s: expected method = wgmma",
                      r->turns       ? "turns"
                      : r->split > 1 ? "blocks that split k"
                                     : "clusters");
    else if (r->split > 1 && (r->turns || cluster > r->split))
        lck_fail_split(w);
    else if (r->split > 1 && lck_recipe_slices(r) % r->split != 0)
        lcv_eval_fail(w->p->e, lck_choice_span(w, "split"),
                      "%d blocks do not have equal shares of the sums: expected a split that "
                      "divides %lld",
                      r->split, (long long)lck_recipe_slices(r));
    for (size_t k = 0; k < w->product->rank && w->p->e->status == LCV_EVAL_OK; k++)
        if (r->method == LCK_WGMMAS && w->product->axis[k].role != LCK_ALONG_K &&
            r->tile[k] > 256)
            lcv_eval_fail(w->p->e, lck_choice_span(w, "tile"),
                          "a tile of %lld along one axis: a box of TMA has at most 256",
                          (long long)r->tile[k]);
    return w->p->e->status == LCV_EVAL_OK;
}

/* One stage is filled while another is read. */
static bool check_stages(const lck_choice *w, const lck_recipe *r, int64_t stage)
{
    const int64_t shared = lck_device_shared(w->product->plan->device);
    if (r->stages < 2 && !w->wanted->stages)
        lcv_eval_fail(w->p->e, lck_choice_span(w, "tile"),
                      "shared memory has no room for 2 stages of %lld bytes: expected a smaller "
                      "tile",
                      (long long)stage);
    else if (r->stages < 2)
        lcv_eval_fail(w->p->e, lck_choice_span(w, "stages"),
                      "1 stage: expected 2 or more, for one is filled while another is read");
    else if (r->stages * stage > shared) {
        lcv_eval_fail(w->p->e, lck_choice_span(w, "stages"),
                      "%d stages of %lld bytes: shared memory has %lld", r->stages,
                      (long long)stage, (long long)shared);
        lcv_diag_hint(w->p->e->diag, "expected fewer stages, or a smaller tile");
    }
    return w->p->e->status == LCV_EVAL_OK;
}

/* The sums of a part of k lie where stages were. */
static bool check_parts(const lck_choice *w, const lck_recipe *r, int64_t room)
{
    const int64_t sums = r->extent[0] * r->extent[1] * w->product->accumulate->bytes;
    if (r->split == 1 || sums <= room)
        return true;
    return lcv_eval_fail(
        w->p->e, lck_choice_span(w, "tile"),
        "shared memory has no room for %lld bytes of sums: expected a smaller tile",
        (long long)sums);
}

/* Stages that fit shared memory beside what C goes through, unless a plan gives them. */
static bool check_memory(const lck_choice *w, lck_recipe *r)
{
    const int64_t out = r->tma_store ? lck_recipe_consumers(r) / 128 * BUFFERS_OF_GROUP : 0;
    int64_t stage = r->extent[2] * (r->extent[0] * w->product->element[LCK_A]->bytes +
                                    r->extent[1] * w->product->element[LCK_B]->bytes);
    int64_t room = lck_device_shared(w->product->plan->device);
    room = room / (r->resident > 0 ? r->resident : 1) - OF_RINGS;
    int64_t fit = room > out ? (room - out) / stage : 0;
    const int given = w->wanted->stages ? w->wanted->stages : r->stages;
    const int wanted = given < MOST_STAGES ? given : FEW_STAGES + 1;
    r->narrow = out > 0 && fit < wanted && (room - out / 2) / stage > fit;
    fit += r->narrow;
    if (!w->wanted->stages && r->stages > fit)
        r->stages = fit > 1 ? (int)fit : 1;
    return check_stages(w, r, stage) && check_parts(w, r, room);
}

bool lck_check_recipe(const lck_choice *w, lck_recipe *r)
{
    return check_tma(w, r) && check_threads(w, r) && check_atoms(w, r) && check_registers(w, r) &&
           check_memory(w, r);
}
