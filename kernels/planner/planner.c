/* planner.c - from `plan` statements to kernels. */
#include "config.h"

#include "planner.h"

#include <stdlib.h>
#include <string.h>

#include "../attention/attention.h"
#include "../product/read/product.h"
#include "../rows/rows.h"

#define MAX_KERNELS 4096

struct lck_planner {
    lcv_planner hook;
    lck_planner_options options;
    size_t n;
    lck_kernel *kernel[MAX_KERNELS];
};

/* Is one of these kernels, of those beside it and of those before them named so? */
static bool has_name(const lck_kernel *kernel, const char *name)
{
    for (const lck_kernel *k = kernel; k; k = k->other)
        for (const lck_kernel *b = k; b; b = b->before)
            if (strcmp(b->name, name) == 0)
                return true;
    return false;
}

/* The name of a kernel of the plan that a kernel of another plan has; NULL: none. */
static const char *name_taken(const lck_planner *planner, const lck_kernel *kernel)
{
    for (const lck_kernel *k = kernel; k; k = k->other)
        for (const lck_kernel *b = k; b; b = b->before)
            for (size_t i = 0; i < planner->n; i++)
                if (has_name(planner->kernel[i], b->name))
                    return b->name;
    return NULL;
}

/* What was proved of the kernels of a plan, each after its name where there are several. */
static char *told(const lck_kernel *kernel)
{
    lc_text text = {0};
    bool several = kernel->other || kernel->before;
    for (const lck_kernel *k = kernel; k; k = k->other)
        for (const lck_kernel *b = k; b; b = b->before) {
            if (several)
                lc_text_printf(&text, "%s:\n", b->name);
            lc_text_add(&text, b->claims);
        }
    return lc_text_take(NULL, &text);
}

/* Takes over a kernel, which is kept if it is to be. */
static void keep(lck_planner *planner, lck_kernel *kernel, lcv_planning *p, bool proved)
{
    if (kernel)
        p->obligations = told(kernel);
    if (kernel && planner->options.keep && planner->n == MAX_KERNELS)
        lcv_eval_fail(p->e, p->name_span, "more than %d plans", MAX_KERNELS);
    const char *taken = name_taken(planner, kernel);
    if (taken && !p->refuted)
        lcv_eval_fail(p->e, p->name_span,
                      "two plans have kernels named '%s': expected another name", taken);
    if (kernel && !taken && planner->options.keep && planner->n < MAX_KERNELS && !p->refuted &&
        (proved || planner->options.unproved))
        planner->kernel[planner->n++] = kernel;
    else
        lck_kernel_free(kernel);
}

/* A plan of a kind has one of its words; any other one is a copy. All keys of a kind in turn, its
 * kernels. */
typedef struct {
    const char *word[4];
    const char *(*key)(size_t i);
    lck_kernel *(*make)(lcv_planning *p, unsigned how, bool *proved);
} kind;

static const kind kinds[LCK_KINDS] = {
    [LCK_IS_COPY] = {{NULL}, lck_plan_key, lck_copy_make},
    [LCK_IS_ROWS] = {{"value"}, lck_rows_key, lck_rows_make},
    [LCK_IS_ATTENTION] = {{"q", "k", "v"}, lck_attention_key_name, lck_attention_make},
    [LCK_IS_PRODUCT] = {{"a", "b", "c", "elements"}, lck_product_key, lck_product_make},
};

static const kind *kind_of(const lcv_planning *p)
{
    for (size_t i = LCK_KINDS; i-- > 0;)
        for (size_t k = 0; k < 4 && kinds[i].word[k]; k++)
            if (lcv_planning_argument(p, kinds[i].word[k]))
                return &kinds[i];
    return &kinds[LCK_IS_COPY];
}

static void make(void *user, lcv_planning *p)
{
    lck_planner *planner = user;
    bool proved;
    if (!p->refuted && lck_planner_find(planner, p->name)) {
        lcv_eval_fail(p->e, p->name_span, "the plan '%s' is defined already", p->name);
        return;
    }
    const lck_planner_options *o = &planner->options;
    if (o->see)
        o->see(o->user, p);
    const unsigned how = (o->unproved ? LCK_UNPROVED : 0u) |
                         (o->candidates ? LCK_CANDIDATES : 0u);
    lck_kernel *kernel = kind_of(p)->make(p, how, &proved);
    keep(planner, kernel, p, proved);
}

/* Those of all kinds of plans. */
static const char *key(size_t i)
{
    for (size_t k = 0; k < LCK_KINDS; k++) {
        size_t n = 0;
        while (kinds[k].key(n))
            n++;
        if (i < n)
            return kinds[k].key(i);
        i -= n;
    }
    return NULL;
}

lck_planner *lck_planner_new(lck_planner_options options)
{
    lck_planner *planner = calloc(1, sizeof *planner);
    if (!planner)
        return NULL;
    planner->options = options;
    planner->hook = (lcv_planner){.user = planner, .plan = make, .key = key};
    return planner;
}

void lck_planner_free(lck_planner *planner)
{
    for (size_t i = 0; planner && i < planner->n; i++)
        lck_kernel_free(planner->kernel[i]);
    free(planner);
}

void lck_planner_set_reader(lck_planner *planner, const lcv_kernel_reader *reader)
{
    planner->hook.kernels = reader;
}

const lcv_planner *lck_planner_hook(const lck_planner *planner)
{
    return &planner->hook;
}

size_t lck_planner_count(const lck_planner *planner)
{
    return planner->n;
}

const lck_kernel *lck_planner_kernel(const lck_planner *planner, size_t i)
{
    return planner->kernel[i];
}

const lck_kernel *lck_planner_find(const lck_planner *planner, const char *name)
{
    for (size_t i = 0; i < planner->n; i++)
        if (strcmp(planner->kernel[i]->name, name) == 0)
            return planner->kernel[i];
    return NULL;
}

size_t lck_arguments_end(const lcv_planning *p)
{
    const lcv_ast *last = p->arguments->child;
    while (last && last->next)
        last = last->next;
    return last ? last->span.end : 0;
}

char *lck_with_keys(const char *text, size_t end, const char *keys)
{
    lc_text out = {0};
    lc_text_printf(&out, "%.*s, %s%s", (int)end, text, keys, text + end);
    return lc_text_take(NULL, &out);
}
