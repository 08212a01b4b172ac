/* check_products.c - plans of products: what is read, and how it is made.
 *
 * Random products have modes of random nesting, shapes that differ from tensor to tensor, with
 * parameters or without. The axes that are read must move through the places of a, b, c and the
 * bias that the layouts have: for small products all triples of places are compared. Recipes must
 * be such that their tiles, warps and atoms fit, and their vectors be aligned at any sizes.
 */
#include "config.h"

#include "law.h"
#include "plan-script.h"
#include "suite.h"

#include "../kernels/product/read/product.h"
#include "../kernels/rehearse/rehearse.h"
#include "../verify/session/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TENSORS 4
#define LEAVES 4
#define MOST_PLACES 4000
#define MOST_RECIPES 6

/* ---- a plan, read and not proved ---- */

typedef struct {
    lck_product *product; /* NULL: an error */
    lck_wanted wanted;
    size_t n;
    lck_recipe recipe[MOST_RECIPES];
    char error[512];
} reading;

static void take(void *user, lcv_planning *p)
{
    reading *t = user;
    t->product = lck_product_read(p, &t->wanted);
    t->n = t->product ? lck_product_recipes(t->product, &t->wanted, p, t->recipe, MOST_RECIPES)
                      : 0;
}

static void see(void *user, const lcv_outcome *outcome)
{
    reading *t = user;
    if (outcome->error && t->error[0] == '\0')
        snprintf(t->error, sizeof t->error, "%s", outcome->error->message);
}

/* A product outlives the session, as does its lc_ctx. */
typedef struct {
    lcv_session *session;
    reading read;
} script;

static void read_script(const char *text, script *out)
{
    *out = (script){0};
    out->session = lcv_session_new((lcv_options){0});
    lcv_planner planner = {.user = &out->read, .plan = take};
    lcv_listener listener = {.user = &out->read, .outcome = see};
    lcv_session_set_planner(out->session, &planner);
    lcv_session_say(out->session, text, &listener);
}

static void forget(script *t)
{
    for (size_t i = 0; i < t->read.n; i++)
        lck_recipe_clear(&t->read.recipe[i]);
    lck_product_free(t->read.product);
    lcv_session_free(t->session);
}

/* ---- random products ---- */

typedef struct {
    int n;
    int64_t extent[LEAVES], stride[LEAVES];
} mode;

typedef struct {
    bool has[LCK_ROLES];
    int nfactors[LCK_ROLES];
    int64_t factor[LCK_ROLES][LEAVES];
    char name[LCK_ROLES][LEAVES]; /* of a parameter; 0: a number */
    mode mode[TENSORS][LCK_ROLES];
    int begin[TENSORS][LCK_ROLES][LEAVES + 1]; /* factors of each leaf */
    int64_t offset[TENSORS];
    bool bias;
} problem;

static const char *const roles_of[TENSORS] = {"mkl", "nkl", "mnl", "nl"};

static lck_role role_of(char c)
{
    return c == 'm' ? LCK_ALONG_M : c == 'n' ? LCK_ALONG_N : c == 'k' ? LCK_ALONG_K : LCK_ALONG_L;
}

/* Factors in leaves: neighbours may be one. */
static void group(rnd *r, problem *p, int tensor, lck_role role)
{
    mode *m = &p->mode[tensor][role];
    int *begin = p->begin[tensor][role];
    m->n = 0;
    for (int i = 0; i < p->nfactors[role]; i++) {
        if (i == 0 || rnd_chance(r, 60)) {
            begin[m->n] = i;
            m->extent[m->n++] = 1;
        }
        m->extent[m->n - 1] *= p->factor[role][i];
        begin[m->n] = i + 1;
    }
}

/* Leaves of a tensor in a random order, each behind the other or further. */
static void give_strides(rnd *r, problem *p, int tensor)
{
    mode *of[16];
    int at[16], n = 0;
    size_t order[16];
    for (const char *c = roles_of[tensor]; *c; c++)
        for (int i = 0; i < p->mode[tensor][role_of(*c)].n; i++, n++) {
            of[n] = &p->mode[tensor][role_of(*c)];
            at[n] = i;
        }
    rnd_shuffle(r, (size_t)n, order);
    int64_t stride = rnd_chance(r, 80) ? 1 : rnd_in(r, 2, 3);
    for (int i = 0; i < n; i++) {
        bool zero = tensor != LCK_C && rnd_chance(r, 8);
        mode *m = of[order[i]];
        int leaf = at[order[i]];
        m->stride[leaf] = zero ? 0 : stride;
        stride *= m->extent[leaf];
        stride += rnd_chance(r, 20) ? rnd_in(r, 1, 5) : 0;
    }
}

static void random_problem(rnd *r, problem *p)
{
    int64_t room = MOST_PLACES;
    char next = 'P';
    *p = (problem){.bias = rnd_chance(r, 40)};
    for (int role = 0; role < LCK_ROLES; role++) {
        p->has[role] = role != LCK_ALONG_L || rnd_chance(r, 30);
        p->nfactors[role] = p->has[role] ? (int)rnd_in(r, 1, 3) : 0;
        for (int i = 0; i < p->nfactors[role]; i++) {
            int64_t most = room < 7 ? room : 7;
            p->factor[role][i] = rnd_chance(r, 10) ? 1 : rnd_in(r, 1, most);
            room /= p->factor[role][i];
            if (rnd_chance(r, 25))
                p->name[role][i] = next++;
        }
    }
    for (int tensor = 0; tensor < TENSORS; tensor++) {
        for (const char *c = roles_of[tensor]; *c; c++)
            group(r, p, tensor, role_of(*c));
        give_strides(r, p, tensor);
        p->offset[tensor] = tensor < 3 && rnd_chance(r, 20) ? rnd_in(r, 1, 30) : 0;
    }
}

/* ---- as a plan ---- */

static void write_extent(FILE *out, const problem *p, int tensor, lck_role role, int leaf)
{
    const int *begin = p->begin[tensor][role];
    for (int i = begin[leaf]; i < begin[leaf + 1]; i++) {
        if (i > begin[leaf])
            fputc('*', out);
        if (p->name[role][i])
            fputc(p->name[role][i], out);
        else
            fprintf(out, "%lld", (long long)p->factor[role][i]);
    }
}

static void write_mode(FILE *out, const problem *p, int tensor, lck_role role, bool strides)
{
    const mode *m = &p->mode[tensor][role];
    if (m->n != 1)
        fputc('(', out);
    for (int i = 0; i < m->n; i++) {
        if (i > 0)
            fputc(',', out);
        if (strides)
            fprintf(out, "%lld", (long long)m->stride[i]);
        else
            write_extent(out, p, tensor, role, i);
    }
    if (m->n != 1)
        fputc(')', out);
}

static void write_tensor(FILE *out, const problem *p, int tensor)
{
    if (p->offset[tensor] > 0)
        fprintf(out, "{%lld} o ", (long long)p->offset[tensor]);
    for (int strides = 0; strides < 2; strides++) {
        fputs(strides ? ":(" : "(", out);
        for (const char *c = roles_of[tensor]; *c; c++)
            if (p->has[role_of(*c)]) {
                write_mode(out, p, tensor, role_of(*c), strides != 0);
                fputc(',', out);
            }
        fputc(')', out);
    }
}

static char *text_of(const problem *p)
{
    static const char *const name[TENSORS] = {"a", "b", "c", "bias"};
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    for (int role = 0; role < LCK_ROLES; role++)
        for (int i = 0; i < p->nfactors[role]; i++)
            if (p->name[role][i])
                fprintf(out, "param %c in 1..7\n", p->name[role][i]);
    fputs("plan p(elements=(f32,f32,f32)", out);
    for (int tensor = 0; tensor < TENSORS; tensor++)
        if (tensor < 3 || p->bias) {
            fprintf(out, ", %s=", name[tensor]);
            write_tensor(out, p, tensor);
        }
    fputs(")\n", out);
    fclose(out);
    return text;
}

/* ---- places ---- */

typedef struct {
    int64_t at[TENSORS];
} places;

static int by_place(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(places));
}

/* Adds the offset of an integral coordinate of a mode. */
static int64_t place_in(const mode *m, int64_t crd)
{
    int64_t place = 0;
    for (int i = 0; i < m->n; i++) {
        place += crd % m->extent[i] * m->stride[i];
        crd /= m->extent[i];
    }
    return place;
}

static int64_t size_of(const problem *p, int role)
{
    int64_t size = 1;
    for (int i = 0; i < p->nfactors[role]; i++)
        size *= p->factor[role][i];
    return size;
}

static size_t places_of_layouts(const problem *p, places *out)
{
    int64_t size[LCK_ROLES], all = 1;
    for (int role = 0; role < LCK_ROLES; role++)
        all *= size[role] = size_of(p, role);
    for (int64_t i = 0; i < all; i++) {
        int64_t rest = i;
        places *at = &out[i];
        for (int tensor = 0; tensor < TENSORS; tensor++)
            at->at[tensor] = p->offset[tensor];
        for (int role = 0; role < LCK_ROLES; role++) {
            int64_t crd = rest % size[role];
            rest /= size[role];
            for (int tensor = 0; tensor < TENSORS; tensor++)
                if (strchr(roles_of[tensor], "mnkl"[role]))
                    at->at[tensor] += place_in(&p->mode[tensor][role], crd);
        }
        if (!p->bias)
            at->at[3] = 0;
    }
    return (size_t)all;
}

/* The value of a quantity at the numbers of the problem. */
static int64_t value_of(const lck_product *product, const problem *p, lck_quantity q)
{
    int64_t env[64] = {0}, value = -1;
    for (int role = 0; role < LCK_ROLES; role++)
        for (int i = 0; i < p->nfactors[role]; i++) {
            char name[2] = {p->name[role][i]};
            const lc_expr *var = name[0] ? lc_exprs_find(product->plan->x, name) : NULL;
            if (var)
                env[var->slot] = p->factor[role][i];
        }
    return lc_expr_at(q.expr, env, &value) ? value : -1;
}

static size_t places_of_axes(const lck_product *product, const problem *p, places *out)
{
    int64_t extent[LCK_MAX_RANK], stride[LCK_MAX_RANK][TENSORS];
    size_t n = 1;
    for (size_t k = 0; k < product->rank; k++) {
        const lck_product_axis *a = &product->axis[k];
        extent[k] = value_of(product, p, a->extent);
        for (int i = 0; i < 3; i++)
            stride[k][i] = value_of(product, p, a->stride[i]);
        stride[k][3] = value_of(product, p, product->bias_stride[k]);
        n *= extent[k] > 0 ? (size_t)extent[k] : 0;
    }
    for (size_t i = 0; i < n && n <= MOST_PLACES; i++) {
        size_t rest = i;
        for (int t = 0; t < TENSORS; t++)
            out[i].at[t] = t < 3 ? value_of(product, p, product->offset[t]) : 0;
        for (size_t k = 0; k < product->rank; k++) {
            int64_t crd = (int64_t)(rest % (size_t)extent[k]);
            rest /= (size_t)extent[k];
            for (int t = 0; t < TENSORS; t++)
                out[i].at[t] += crd * stride[k][t];
        }
        if (product->mirrored) { /* A is b */
            int64_t b = out[i].at[LCK_A];
            out[i].at[LCK_A] = out[i].at[LCK_B];
            out[i].at[LCK_B] = b;
        }
    }
    return n;
}

static bool has_zero_in_c(const problem *p)
{
    for (int role = 0; role < LCK_ROLES; role++)
        for (int i = 0; i < p->mode[LCK_C][role].n; i++)
            if (p->mode[LCK_C][role].stride[i] == 0)
                return true;
    return false;
}

static bool in_order(const lck_product *product)
{
    for (size_t k = 1; k < product->rank; k++)
        if (product->axis[k].role < product->axis[k - 1].role)
            return false;
    return true;
}

LAW_SHARE(test_axes, "axes of products", 4, CLASSES("matrices", "batches"))
{
    problem p;
    script t;
    random_problem(&l->rnd, &p);
    char *text = law_own_memory(l, text_of(&p));
    places *wanted = law_own_memory(l, calloc(MOST_PLACES, sizeof *wanted));
    places *found = law_own_memory(l, calloc(MOST_PLACES, sizeof *found));
    read_script(text, &t);
    bool ok = !has_zero_in_c(&p);
    if (ok && !t.read.product) {
        bool many = strstr(t.read.error, "expected at most 8") != NULL;
        ok = many || law_fail(l, "%sis not read: %s", text, t.read.error);
    } else if (ok) {
        law_saw(l, p.has[LCK_ALONG_L]);
        size_t n = places_of_layouts(&p, wanted);
        size_t m = places_of_axes(t.read.product, &p, found);
        if (m == n) {
            qsort(wanted, n, sizeof *wanted, by_place);
            qsort(found, n, sizeof *found, by_place);
        }
        ok = m == n && in_order(t.read.product) && memcmp(wanted, found, n * sizeof *found) == 0;
        ok = ok || law_fail(l, "%shas axes with other places", text);
    }
    forget(&t);
    return ok;
}

/* ---- recipes ---- */

typedef struct {
    const char *elements, *method, *accumulate; /* or "" */
    int bytes;
} element_kind;

static const element_kind kinds[] = {
    {"(f32,f32,f32)", "fma", "", 4},      {"(f64,f64,f64)", "fma", "", 8},
    {"(f64,f64,f64)", "mma", "", 8},      {"(bf16,bf16,bf16)", "", "", 2},
    {"(bf16,bf16,f32)", "mma", "", 2},    {"(f16,f16,f16)", "wgmma", ", accumulate=f16", 2},
    {"(f16,f16,f16)", "", "", 2},         {"(tf32,tf32,f32)", "mma", "", 4},
    {"(tf32,tf32,f32)", "", "", 4},       {"(int8,int8,int32)", "", "", 1},
    {"(int8,int8,int8)", "mma", "", 1},   {"(e4m3,e5m2,f16)", "", "", 1},
    {"(e4m3,e4m3,bf16)", "wgmma", "", 1},
};

typedef struct {
    bool by_k[2], by_n; /* a, b along k; c along n */
    int64_t multiple;   /* of M, N and K */
    int64_t m, n, k;    /* 0: parameters */
} form;

/* `aligned`: rows that wgmma takes as they are, where it is the only method. Sizes that are
 * numbers are at most so many times what they are multiples of. */
static char *text_of_form(rnd *r, const element_kind *kind, form *f, bool aligned, int64_t most)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    bool numbers = rnd_chance(r, 40), fp8 = kind->bytes == 1;
    bool only = strcmp(kind->method, "wgmma") == 0 || (fp8 && kind->method[0] == '\0');
    f->multiple = (int64_t)1 << rnd_in(r, aligned && only ? 4 : 0, 4);
    f->by_k[0] = fp8 || rnd_chance(r, 50);
    f->by_k[1] = fp8 || rnd_chance(r, 50);
    f->by_n = rnd_chance(r, 70);
    f->m = numbers ? rnd_in(r, 1, most) * f->multiple : 0;
    f->n = numbers ? rnd_in(r, 1, most) * f->multiple : 0;
    f->k = numbers ? rnd_in(r, 1, most) * f->multiple : 0;
    const int64_t size[] = {f->m, f->n, f->k};
    for (int i = 0; i < 3; i++) {
        if (numbers)
            fprintf(out, "let %c = %lld\n", "MNK"[i], (long long)size[i]);
        else
            fprintf(out, "param %c in 1..65536\nassume %c %% %lld == 0\n", "MNK"[i], "MNK"[i],
                    (long long)f -> multiple);
    }
    fprintf(out, "plan p(elements=%s, a=(M,K):%s, b=(N,K):%s, c=(M,N):%s", kind->elements,
            f->by_k[0] ? "(K,1)" : "(1,M)", f->by_k[1] ? "(K,1)" : "(1,N)",
            f->by_n ? "(N,1)" : "(1,M)");
    if (kind->method[0])
        fprintf(out, ", method=%s", kind->method);
    fprintf(out, "%s)\n", kind->accumulate);
    fclose(out);
    return text;
}

/* Each place of an operand once, or each thread has all of it. */
static bool table_is_whole(const lck_atom *atom, int i)
{
    int rows = i == 1 ? atom->n : atom->m, columns = i == 2 ? atom->n : atom->k;
    char *seen = calloc((size_t)rows * (size_t)columns, 1);
    int total = atom->threads * atom->values[i];
    bool whole = seen && (!atom->at[i] || total == rows * columns);
    for (int v = 0; whole && atom->at[i] && v < total; v++) {
        int32_t at = atom->at[i][v];
        whole = at >= 0 && at < rows * columns && !seen[at]++;
    }
    free(seen);
    return whole;
}

static bool recipe_fits(law *l, const lck_product *product, const lck_recipe *r)
{
    int64_t extent[LCK_ROLES] = {1, 1, 1, 1};
    const lck_atom *atom = &r->atom;
    for (size_t k = 0; k < product->rank; k++)
        extent[product->axis[k].role] *= r->tile[k];
    for (int i = 0; i < 3; i++) {
        int64_t of_atom = r->method == LCK_FMA ? 1
                          : i == 0             ? atom->m
                          : i == 1             ? atom->n
                                               : atom->k;
        int64_t parts = i < 2 ? r->warps[i] : 1;
        if (extent[i] != r->extent[i] || r->extent[i] % (of_atom * parts) != 0)
            return law_fail(l, "a tile of %lld by an atom of %lld", (long long)r->extent[i],
                            (long long)of_atom);
        if (r->method != LCK_FMA && !table_is_whole(atom, i))
            return law_fail(l, "%s: not all of operand %d", atom->name, i);
    }
    return extent[LCK_ALONG_L] == 1 || law_fail(l, "a tile of several batches");
}

/* At sizes that are multiples as assumed, all vectors are aligned. */
static bool vectors_fit(law *l, const lck_product *product, const lck_recipe *r,
                        const element_kind *kind, const form *f)
{
    const int64_t inner[] = {f->by_k[0] ? f->k : f->m, f->by_k[1] ? f->k : f->n};
    for (int i = 0; i < 2; i++) {
        int64_t multiple = f->m ? inner[product->mirrored ? 1 - i : i] : f->multiple;
        if (multiple == 1 && f->m) /* the other axis is contiguous, too */
            continue;
        if (multiple % r->vector[i] != 0)
            return law_fail(l, "vectors of %d where rows are of %lld", r->vector[i],
                            (long long)multiple);
        if (r->method == LCK_WGMMAS && multiple * kind->bytes % 16 != 0)
            return law_fail(l, "TMA reads rows of %lld elements of %d bytes", (long long)multiple,
                            kind->bytes);
    }
    return true;
}

LAW_SHARE(test_recipes, "recipes of products", 10, CLASSES("fma", "mma", "wgmma"))
{
    const element_kind *kind = &kinds[rnd_in(&l->rnd, 0, sizeof kinds / sizeof *kinds - 1)];
    form f;
    script t;
    char *text = law_own_memory(l, text_of_form(&l->rnd, kind, &f, true, 400));
    read_script(text, &t);
    bool ok = t.read.n > 0 || law_fail(l, "%shas no recipe: %s", text, t.read.error);
    for (size_t i = 0; ok && i < t.read.n; i++) {
        const lck_recipe *r = &t.read.recipe[i];
        law_saw(l, (size_t)r->method);
        ok = (recipe_fits(l, t.read.product, r) && vectors_fit(l, t.read.product, r, kind, &f)) ||
             (printf("%s", text), false);
    }
    if (ok && f.m && t.read.n != 1)
        ok = law_fail(l, "%shas %zu recipes", text, t.read.n);
    forget(&t);
    return ok;
}

/* ---- kernels ---- */

/* Sizes of M, N and K in the order of the kernel's. */
static void sizes_of(const lck_kernel *kernel, const int64_t *mnk, int64_t *size)
{
    for (size_t i = 0; i < kernel->nsizes; i++)
        size[i] = mnk[strchr("MNK", kernel->size[i].var->name[0]) - "MNK"];
}

static int64_t random_size(rnd *r, int64_t multiple, int64_t most)
{
    return rnd_in(r, 1, most / multiple) * multiple;
}

/* There is a kernel for all sizes, and the one that is taken is right. */
static bool kernels_run(law *l, const lck_kernel *kernel, const form *f)
{
    lck_rehearsal result;
    int64_t mnk[3] = {f->m, f->n, f->k}, size[8];
    for (int i = 0; i < (f->m ? 1 : 20); i++) {
        int64_t most = i == 0 ? 140 : 65536, rest = rnd_chance(&l->rnd, 50) ? 8 : 1;
        for (int k = 0; k < 3 && f->m == 0; k++)
            mnk[k] = random_size(&l->rnd, f->multiple > rest ? f->multiple : rest, most);
        sizes_of(kernel, mnk, size);
        const lck_kernel *picked = lck_kernel_pick(kernel, size, 132);
        if (!picked)
            return law_fail(l, "no kernel admits %lld,%lld,%lld", (long long)mnk[0],
                            (long long)mnk[1], (long long)mnk[2]);
        law_saw(l, picked->before ? 2 : picked->nconditions > 3 * (f->multiple > 1) ? 1 : 0);
        if (i > 0)
            continue;
        if (!lck_rehearse(picked, size, NULL, &result))
            return law_fail(l, "%s is not run: %s", picked->name, lc_ctx_message(picked->ctx));
        if (result.wrong > 0)
            return law_fail(l, "%s at %lld,%lld,%lld: %s", picked->name, (long long)mnk[0],
                            (long long)mnk[1], (long long)mnk[2], result.message);
    }
    return true;
}

LAW_SHARE(test_kernels, "kernels of products", 250,
          CLASSES("all sizes", "aligned rows", "copies"))
{
    const element_kind *kind = &kinds[rnd_in(&l->rnd, 0, sizeof kinds / sizeof *kinds - 1)];
    form f;
    plan_script t;
    char *text = law_own_memory(l, text_of_form(&l->rnd, kind, &f, false, 12));
    bool ok = plan_script_try(l, text, false, &t);
    const lck_kernel *kernel = ok ? lck_planner_find(t.planner, "p") : NULL;
    if (ok && (t.status != LCV_PASSED || t.verdict != LCV_PROVED || !kernel))
        ok = law_fail(l, "%sis not proved: %s", text, t.text);
    ok = ok && (kernels_run(l, kernel, &f) || (printf("%s", text), false));
    plan_script_forget(&t);
    return ok;
}

SUITE_MAIN("products", test_axes, test_recipes, test_kernels)
