/* product-recipes.c - products with recipes made by hand. */
#include "config.h"

#include "product-recipes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../verify/session/script.h"

/* ---- atoms ---- */

static void add_table(lck_atom *atom, int operand, int values)
{
    atom->values[operand] = values;
    atom->at[operand] = malloc((size_t)(atom->threads * values) * sizeof *atom->at[operand]);
}

lck_atom atom_of_wgmma(int n, const char *element, const char *sum)
{
    const lck_element *e = lck_element_find(element);
    lck_atom atom = {.name = strdup("wgmma"),
                     .element = {e, e, lck_element_find(sum)},
                     .m = 64,
                     .n = n,
                     .k = 32 / e->bytes,
                     .threads = 128};
    add_table(&atom, 2, n / 2);
    for (int t = 0; t < 128; t++)
        for (int v = 0; v < n / 2; v++) {
            int row = t / 32 * 16 + t % 32 / 4 + v / 2 % 2 * 8;
            int column = v / 4 * 8 + t % 4 * 2 + v % 2;
            atom.at[2][t * (n / 2) + v] = row + 64 * column;
        }
    return atom;
}

lck_atom atom_of_mma(const char *element)
{
    const lck_element *e = lck_element_find(element);
    lck_atom atom = {.name = strdup("mma"),
                     .element = {e, e, lck_element_find("f32")},
                     .m = 16,
                     .n = 8,
                     .k = 16,
                     .threads = 32};
    add_table(&atom, 0, 8);
    add_table(&atom, 1, 4);
    add_table(&atom, 2, 4);
    for (int t = 0; t < 32; t++) {
        int group = t / 4, pair = t % 4 * 2;
        for (int v = 0; v < 8; v++)
            atom.at[0][t * 8 + v] = group + v / 2 % 2 * 8 + 16 * (pair + v % 2 + v / 4 * 8);
        for (int v = 0; v < 4; v++) {
            atom.at[1][t * 4 + v] = group + 8 * (pair + v % 2 + v / 2 * 8);
            atom.at[2][t * 4 + v] = group + v / 2 * 8 + 16 * (pair + v % 2);
        }
    }
    return atom;
}

/* ---- proofs ---- */

typedef struct {
    const lck_recipe *recipe;
    const int64_t *tile;
    plant_error *plant;
    bool made; /* it is the kernel that is proved */
    break_kernel *breaks;
    product_proved *out;
} proving;

/* The axes of a role take their part of its tile, the first axis first. */
static void give_tiles(const lck_product *product, const int64_t *tile, lck_recipe *recipe)
{
    int64_t left[] = {tile[0], tile[1], tile[2], 1};
    for (int role = 0; role < 3; role++)
        recipe->extent[role] = tile[role];
    for (size_t k = 0; k < product->rank; k++) {
        lck_role role = product->axis[k].role;
        int64_t high = product->axis[k].extent.expr->high, most = 1;
        bool last = k + 1 == product->rank || product->axis[k + 1].role != role;
        while (most < high)
            most *= 2;
        recipe->tile[k] = last || left[role] < most ? left[role] : most;
        left[role] /= recipe->tile[k];
    }
}

static bool prove_planted(lck_product *product, const lck_recipe *recipe, lcv_planning *p,
                          plant_error *plant)
{
    lck_proofs w = {.product = product,
                    .recipe = recipe,
                    .plan = product->plan,
                    .p = p,
                    .arena = product->plan->arena};
    if (!lck_proofs_begin(&w))
        return false;
    plant(&w);
    return lck_proofs_prove(&w);
}

static bool prove_kernel(lck_product *product, const lck_recipe *recipe, lcv_planning *p,
                         break_kernel *breaks)
{
    lck_kernel *kernel = lck_product_by_wgmma(product, recipe, p->e->r);
    if (kernel && breaks)
        breaks(kernel);
    bool proved = kernel && lck_product_prove(product, recipe, p) &&
                  lck_product_prove_kernel(product, recipe, kernel, p);
    lck_kernel_free(kernel);
    return proved;
}

static void make(void *user, lcv_planning *p)
{
    proving *w = user;
    lck_wanted wanted;
    lck_recipe recipe = *w->recipe;
    lck_product *product = lck_product_read(p, &wanted);
    if (!product)
        return;
    w->out->read = true;
    give_tiles(product, w->tile, &recipe);
    if (w->made)
        w->out->proved = prove_kernel(product, &recipe, p, w->breaks);
    else if (w->plant)
        w->out->proved = prove_planted(product, &recipe, p, w->plant);
    else
        w->out->proved = lck_product_prove(product, &recipe, p);
    free(w->out->lines);
    w->out->lines = strdup(lc_text_peek(&product->plan->proved));
    lck_product_free(product);
}

static void see(void *user, const lcv_outcome *outcome)
{
    product_proved *out = user;
    if (outcome->status == LCV_PASSED && outcome->verb != LCV_PLAN)
        return;
    const char *text = outcome->error ? outcome->error->message : outcome->text;
    out->verdict = outcome->result ? outcome->result->verdict : LCV_UNKNOWN;
    snprintf(out->claim, sizeof out->claim, "%s%s%s", text ? text : "",
             outcome->result && outcome->result->reason ? ": " : "",
             outcome->result && outcome->result->reason ? outcome->result->reason : "");
    free(out->why);
    const char *why = outcome->result ? outcome->result->counterexample.summary : NULL;
    out->why = why ? strdup(why) : NULL;
}

/* Runs a script, which is written to a file. */
static void check(const char *script, const lcv_planner *planner, const lcv_listener *listener)
{
    char path[] = "product-recipes.XXXXXX";
    int file = mkstemp(path);
    FILE *stream = file >= 0 ? fdopen(file, "w") : NULL;
    if (!stream)
        return;
    fputs(script, stream);
    fclose(stream);
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = true});
    lcv_session_set_planner(session, planner);
    lcv_session_check(session, path, NULL, (lcv_span){0, 0}, listener);
    lcv_session_free(session);
    unlink(path);
}

void product_prove(const char *script, const lck_recipe *recipe, const int64_t *tile,
                   plant_error *plant, product_proved *out)
{
    *out = (product_proved){0};
    proving w = {.recipe = recipe, .tile = tile, .plant = plant, .out = out};
    lcv_planner planner = {.user = &w, .plan = make};
    lcv_listener listener = {.user = out, .outcome = see};
    check(script, &planner, &listener);
}

void product_prove_kernel(const char *script, const lck_recipe *recipe, const int64_t *tile,
                          break_kernel *breaks, product_proved *out)
{
    *out = (product_proved){0};
    proving w = {.recipe = recipe, .tile = tile, .made = true, .breaks = breaks, .out = out};
    lcv_planner planner = {.user = &w, .plan = make};
    lcv_listener listener = {.user = out, .outcome = see};
    check(script, &planner, &listener);
}

/* ---- lines, asked again ---- */

typedef struct {
    size_t asked, failed;
    char *first;
} again;

static void see_again(void *user, const lcv_outcome *outcome)
{
    again *a = user;
    if (outcome->verb != LCV_PROVE)
        return;
    a->asked++;
    if (outcome->status == LCV_PASSED)
        return;
    a->failed++;
    const char *why = outcome->error ? outcome->error->message : outcome->text;
    if (!a->first)
        a->first = strdup(why ? why : "?");
}

/* A line that is a claim, and not one about what no claim says. */
static bool is_claim(const char *line)
{
    return strncmp(line, "the atom is ", 12) != 0 && strncmp(line, "a and b are 0 ", 14) != 0;
}

size_t product_lines_that_fail(const char *script, const char *lines, size_t *asked, char **first)
{
    again a = {0};
    lc_text text = {0};
    const char *plan = strstr(script, "plan ");
    lc_text_printf(&text, "%.*s", (int)(plan ? plan - script : 0), script);
    for (const char *at = lines; *at; at += strcspn(at, "\n") + 1) {
        if (is_claim(at))
            lc_text_printf(&text, "prove %.*s\n", (int)strcspn(at, "\n"), at);
        at += strcspn(at, "\n") + 1; /* the line of the method follows */
    }
    lcv_listener listener = {.user = &a, .outcome = see_again};
    lcv_planner none = {0};
    check(lc_text_peek(&text), &none, &listener);
    lc_text_free(&text);
    *asked = a.asked;
    *first = a.first;
    return a.failed;
}

void product_forget(product_proved *p)
{
    free(p->lines);
    free(p->why);
}
