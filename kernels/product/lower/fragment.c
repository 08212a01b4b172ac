/* fragment.c - operands of atoms, from stages to registers. */
#include "config.h"

#include "fragment.h"

#define ROW 16 /* bytes of a matrix's row */

/* ---- which way ---- */

static int bytes_of(const lck_fragment *f)
{
    return f->stage.element->bytes;
}

/* Matrices of an atom, along m (n) and along k. */
static int64_t upright(const lck_fragment *f)
{
    return f->rows / 8;
}

static int64_t across(const lck_fragment *f)
{
    return f->k * bytes_of(f) / ROW;
}

/* Does the atom have its values where ldmatrix gives them: matrix after matrix, along m (n)
 * first? */
static bool has_matrices(const lck_making *w, const lck_fragment *f)
{
    const lck_atom *atom = &w->recipe->atom;
    int bytes = bytes_of(f), of_word = bytes < 4 ? 4 / bytes : 1;
    if (f->rows % 8 != 0 || f->k * bytes % ROW != 0 ||
        f->values != upright(f) * across(f) * of_word)
        return false;
    for (int t = 0; t < atom->threads; t++)
        for (int v = 0; v < f->values; v++) {
            int64_t matrix = v / of_word;
            int64_t row = matrix % upright(f) * 8 + t / 4;
            int64_t k = matrix / upright(f) * (ROW / bytes) + t % 4 * of_word + v % of_word;
            if (atom->at[f->tensor][t * f->values + v] != row + f->rows * k)
                return false;
        }
    return true;
}

lck_fragment_way lck_fragment_way_of(const lck_making *w, const lck_fragment *f)
{
    const lck_tile_stage *s = &f->stage;
    int bytes = bytes_of(f);
    if (!s->indexed || s->chunk * bytes < ROW || s->elements % (8 * s->chunk) != 0 || bytes > 4 ||
        !has_matrices(w, f))
        return LCK_SINGLY;
    if (!s->mn_major)
        return LCK_MATRICES;
    return bytes == 2 ? LCK_TRANSPOSED : LCK_SINGLY;
}

/* ---- places ---- */

/* Where an element of a stage is. */
static const lc_expr *place_of(lck_making *w, const lck_fragment *f, const lc_expr *row,
                               const lc_expr *k)
{
    const lck_tile_stage *s = &f->stage;
    const lc_expr *in[LCK_MAX_RANK];
    for (size_t i = 0; i < w->product->rank; i++) {
        const lc_expr **number = w->product->axis[i].role == LCK_ALONG_K ? &k : &row;
        in[i] = lck_int(w, 0);
        if (!lck_fill_has(w, f->tensor, i))
            continue;
        in[i] = lck_mod_by(w, *number, w->recipe->tile[i]);
        *number = lck_div_by(w, *number, w->recipe->tile[i]);
    }
    return lck_swizzled(w, s->swizzle, lck_stage_place(w, s, in));
}

/* The row of a matrix whose place a lane gives: row and k in the atoms of a load. */
static void row_of_lane(lck_making *w, const lck_fragment *f, const lc_expr **row,
                        const lc_expr **k)
{
    const lc_expr *lane = lck_mod_by(w, w->kernel->thread, 32);
    const lc_expr *matrix = lck_div_by(w, lane, 8);
    const lc_expr *in_matrix = lck_mod_by(w, lane, 8);
    matrix = lck_mod_by(w, matrix, f->matrices);
    const lc_expr *atom = lck_div_by(w, matrix, upright(f) * across(f));
    matrix = lck_mod_by(w, matrix, upright(f) * across(f));
    *row = lck_mul_by(w, lck_mod_by(w, matrix, upright(f)), 8);
    *row = lc_expr_add_scaled(w->x, *row, f->rows, atom);
    *k = lck_mul_by(w, lck_div_by(w, matrix, upright(f)), ROW / bytes_of(f));
    const lc_expr **of_matrix = f->way == LCK_TRANSPOSED ? k : row;
    *of_matrix = lck_add(w, *of_matrix, in_matrix);
}

/* Value v of a lane: row and k in the atom. */
static void value_of_lane(lck_making *w, const lck_fragment *f, int v, const lc_expr **row,
                          const lc_expr **k)
{
    lck_part part;
    int64_t crd[LCK_MAX_RANK];
    const lc_expr *lane = lck_mod_by(w, w->kernel->thread, 32);
    lck_atom_part(&w->recipe->atom, f->tensor, &part);
    lck_part_at(&part, 2, 0, v, crd);
    *row = lck_int(w, crd[0]);
    *k = lck_int(w, crd[1]);
    for (size_t m = 0; m < part.nthreads; m++) {
        const lc_expr *digit = lck_mod_by(w, lane, part.thread[m].extent);
        lane = lck_div_by(w, lane, part.thread[m].extent);
        *row = lc_expr_add_scaled(w->x, *row, part.thread[m].step[0], digit);
        *k = lc_expr_add_scaled(w->x, *k, part.thread[m].step[1], digit);
    }
}

/* The place of what a lane gives or takes: of matrices, or of value v; of the load from atom
 * number `atom` on, of a step of k. */
static const lc_expr *lane_place(lck_making *w, const lck_fragment *f, int v, const lc_expr *atom,
                                 int64_t step)
{
    const lc_expr *row, *k;
    if (f->way == LCK_SINGLY)
        value_of_lane(w, f, v, &row, &k);
    else
        row_of_lane(w, f, &row, &k);
    row = lck_add(w, f->begin, row);
    row = lc_expr_add_scaled(w->x, row, f->rows, atom);
    return place_of(w, f, row, lck_add_by(w, k, step * f->k));
}

/* ---- places that are variables ---- */

static int values_of_load(const lck_fragment *f)
{
    return f->way == LCK_SINGLY ? f->values : 1;
}

static int64_t loads(const lck_fragment *f)
{
    return f->atoms / f->together;
}

/* Does the swizzle stay the same from load to load (from step to step, if the stage is
 * MN-major), so that places are as far apart? */
static bool is_even(const lck_fragment *f)
{
    int64_t rows = f->stage.mn_major ? f->k : f->rows * f->together;
    return f->stage.indexed && (f->stage.swizzle.b == 0 || rows % 8 == 0);
}

/* How all threads get from one place to another: by an XOR, part of which is a sum where the
 * first place never has these bits. */
typedef struct {
    int64_t xor, sum;
} way_between;

static bool find_way(lck_making *w, const lc_expr *from, const lc_expr *to, way_between *out)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0}, at[2], had = 0, x = 0;
    for (int t = 0; t < w->kernel->threads; t++) {
        env[w->kernel->thread->slot] = t;
        if (!lc_expr_at(from, env, &at[0]) || !lc_expr_at(to, env, &at[1]) ||
            (t > 0 && (at[0] ^ at[1]) != x))
            return false;
        x = at[0] ^ at[1];
        had |= at[0];
    }
    *out = (way_between){x & had, x & ~had};
    return true;
}

/* The places of a value: a variable for the first; for another one, what it is from there, or a
 * variable, too, of which there are *left. */
static const lc_expr *give_place(lck_making *w, const lck_fragment *f,
                                 const lc_expr *const *plain, int64_t i, int *left)
{
    way_between way;
    if (i > 0 && find_way(w, plain[0], plain[i], &way)) {
        const lc_expr *moved = lck_xor_by(w, f->at[0], way.xor);
        return lck_add_by(w, moved, way.sum);
    }
    return (*left)-- > 0 ? lck_name_of(w, f->tensor == LCK_A ? "left_at" : "right_at", plain[i])
                         : plain[i];
}

static bool give_places(lck_making *w, lck_fragment *f)
{
    int64_t n = f->stage.mn_major ? loads(f) : f->steps;
    int values = values_of_load(f), left = 16;
    const lc_expr *plain[LCK_MAX_FRAGMENT_PLACES];
    f->placed = is_even(f) && n * values <= LCK_MAX_FRAGMENT_PLACES;
    for (int64_t i = 0; i < n * values && f->placed; i++) {
        int64_t number = i / values;
        const lc_expr *atom = lck_int(w, f->stage.mn_major ? number * f->together : 0);
        plain[i] = lane_place(w, f, (int)(i % values), atom, f->stage.mn_major ? 0 : number);
        if (!plain[i] || !(f->at[i] = give_place(w, f, plain, i, &left)))
            return false;
    }
    return true;
}

/* ---- all of it ---- */

/* Where a warp's part of the tile begins. */
static const lc_expr *part_of_warp(lck_making *w, lck_factor tensor)
{
    const int *warps = w->recipe->warps;
    const lc_expr *warp = lck_div_by(w, w->kernel->thread, 32);
    warp = lck_op_by(w, tensor == LCK_A ? LC_EXPR_MOD : LC_EXPR_DIV, warp, warps[0]);
    return lck_mul_by(w, warp, w->recipe->extent[tensor] / warps[tensor]);
}

bool lck_fragment_begin(lck_making *w, lck_factor tensor, int array, const char *name,
                        lck_fragment *out)
{
    const lck_recipe *r = w->recipe;
    lck_fragment *f = out;
    *f = (lck_fragment){.tensor = tensor, .array = array, .file = (int)w->kernel->nfiles};
    lck_product_stage(w->product, r, tensor, &f->stage);
    f->rows = tensor == LCK_A ? r->atom.m : r->atom.n;
    f->k = r->atom.k;
    f->values = r->atom.values[tensor];
    f->atoms = r->extent[tensor] / r->warps[tensor] / f->rows;
    f->steps = r->extent[2] / f->k;
    f->way = lck_fragment_way_of(w, f);
    f->buffers = f->steps % 2 == 0 && (f->way != LCK_SINGLY || bytes_of(f) > 4) ? 2 : 1;
    f->together = 1;
    if (f->way != LCK_SINGLY) {
        while (2 * f->together * upright(f) * across(f) <= 4 && f->atoms % (2 * f->together) == 0)
            f->together *= 2;
        f->matrices = (int)(f->together * upright(f) * across(f));
    }
    f->begin = part_of_warp(w, tensor);
    if (!f->begin || !lck_kernel_file(w->kernel, name, f->stage.element,
                                      (int)(f->buffers * f->atoms * f->values)))
        return false;
    w->kernel->file[f->file].packed = bytes_of(f) <= 4;
    if (!give_places(w, f))
        return false;
    f->begin = lck_name_of(w, tensor == LCK_A ? "warp_m" : "warp_n", f->begin);
    return f->begin != NULL;
}

const lc_expr *lck_fragment_of(lck_making *w, const lck_fragment *f, const lc_expr *atom,
                               int64_t step)
{
    const lc_expr *first = lck_int(w, step % f->buffers * f->atoms * f->values);
    return lc_expr_add_scaled(w->x, first, f->values, atom);
}

/* Load number i of a step. */
static void get_load(lck_making *w, const lck_fragment *f, const lc_expr *slot,
                     const lc_expr *load, int64_t number, int64_t step)
{
    const lck_tile_stage *s = &f->stage;
    const lc_expr *atom = lck_mul_by(w, load, f->together);
    const lc_expr *held = lck_fragment_of(w, f, atom, step);
    for (int v = 0; v < values_of_load(f); v++) {
        const lc_expr *at;
        if (!f->placed)
            at = lane_place(w, f, v, atom, step);
        else if (s->mn_major)
            at = lck_add_by(w, f->at[number * values_of_load(f) + v], step * f->k * s->chunk);
        else
            at = lc_expr_add_scaled(w->x, f->at[step * values_of_load(f) + v], f->rows * s->chunk,
                                    atom);
        at = lck_add(w, slot, at);
        if (f->way == LCK_SINGLY)
            lck_load(&w->out, f->array, at, f->file, lck_add_by(w, held, v), 1, 1);
        else
            lck_matrix_load(&w->out, (lck_place){f->array, at}, (lck_register){f->file, held},
                            f->matrices, f->way == LCK_TRANSPOSED);
    }
}

void lck_fragment_get(lck_making *w, const lck_fragment *f, const lc_expr *slot, int64_t step)
{
    if (f->placed && f->stage.mn_major) {
        for (int64_t i = 0; i < loads(f); i++)
            get_load(w, f, slot, lck_int(w, i), i, step);
        return;
    }
    const lc_expr *load = lck_count_of(w, "i", lck_int(w, loads(f)));
    lck_for(&w->out, load, loads(f));
    get_load(w, f, slot, load, 0, step);
    lck_end(&w->out);
}
