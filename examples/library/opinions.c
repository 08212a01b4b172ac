/* opinions.c - a second opinion of a verdict and of a value, and certificates.
 *
 * headers: isl-bridge/recheck-confirm.h isl-bridge/recheck.h isl-bridge/recheck-symbolic.h
 * headers: verify/eval/opinion.h
 */
#include <layoutcheck/isl-bridge/recheck.h>
#include <layoutcheck/verify/eval/opinion.h>

#include <stdio.h>
#include <stdlib.h>

/* How many answers are not confirmed, by the reason. */
static size_t unsure[LCR_REASONS];

static void print(const char *what, lcr_confirmation *c)
{
    static const char *const name[] = {"agrees", "disagrees", "unsure"};
    printf("%s: %s, %u sets%s%s\n", what, name[c->opinion], (unsigned)c->sets, c->why ? ", " : "",
           c->why ? c->why : "");
    unsure[c->reason] += c->opinion == LCR_UNSURE;
    lcr_confirmation_clear(c);
}

static void hear(void *user, const lcr_checked *checked)
{
    (void)user;
    printf("line %zu: %s is %s\n", checked->line, checked->claim,
           checked->check == LCR_CONFIRMED ? "confirmed" : "not confirmed");
}

int main(void)
{
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    if (!r)
        return 1;
    lcr_confirmation c;

    /* Claims and values are texts: nothing is shared with whoever decided them. */
    const char *arg[] = {"(4,8):(1,4)"};
    lcr_certified claim = {"a.lay:1", "injective", 1, arg, NULL, true};
    if (lcr_confirm(r, &claim, &c))
        print("injective", &c);
    claim.proved = false;
    if (lcr_confirm(r, &claim, &c))
        print("not injective", &c);
    const char *layouts[] = {"(4,6,8,10):(2,3,5,7)", "6:12"};
    lcr_valued valued = {"compose", 2, layouts, "(2,3):(9,5)"};
    if (lcr_confirm_value(r, &valued, &c))
        print("compose", &c);
    if (lcr_check_value_at_points(r, &valued, &c))
        print("at points", &c);

    /* For all numbers of parameters. */
    lcr_parameter sizes[] = {{"M", "1", NULL}};
    lcr_parameters all = {1, sizes, 0, NULL, false};
    const char *of_m[] = {"(M,4):(1,M)", "4*M"};
    lcr_symbolic inside = {"in_bounds", 2, of_m, NULL};
    if (lcr_confirm_symbolic(r, &all, &inside, &c))
        print("in_bounds for all M", &c);

    printf("%zu without an opinion: %s\n", lcv_confirmed_open(unsure),
           lcr_reason_text(LCR_BY_POINTS));
    printf("where %s, there are sets to ask about: %s\n", lcr_reason_told(LCR_BY_POINTS),
           lcr_reason_needs_no_set(LCR_BY_POINTS) ? "no" : "yes");

    /* A certificate is a text that others can check. */
    bool certain;
    claim.proved = true;
    char *block = lcr_certify(r, &claim, &certain);
    char text[4096];
    if (block && snprintf(text, sizeof text, LCR_CERTIFICATE_HEAD "%s", block) > 0)
        lcr_recheck(r, text, hear, NULL);
    free(block);

    /* For all numbers, case by case: here one, in which nothing more is said of M. */
    lcr_certified_claim one = {inside, NULL};
    lcr_certified_case cases[] = {{0, 1, NULL, &one}};
    lcr_certified_for_all of_all = {"a.lay:2", &all, 1, cases};
    block = lcr_certify_for_all(r, &of_all, &certain);
    printf("for all M: %s\n", block && certain ? "certified" : lc_ctx_message(ctx));
    free(block);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    return 0;
}
/* prints
 *
 *     injective: agrees, 2 sets
 *     not injective: disagrees, 2 sets, nothing that would refute it is there
 *     compose: agrees, 2 sets
 *     at points: unsure, 0 sets, values were looked at one by one
 *     in_bounds for all M: agrees, 2 sets
 *     1 without an opinion: points, without isl
 *     where values were looked at one by one, there are sets to ask about: yes
 *     line 3: injective((4,8):(1,4)) is confirmed
 *     for all M: certified
 */
