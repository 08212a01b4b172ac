#include "config.h"

#include "shown.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "kept.h"
#include "points.h"
#include "text.h"

#define FEW 32 /* elements that are listed */

/* ---- sets ---- */

/* The elements of a set of few integers, in order and kept; NULL: it is no such set. */
static lcv_value *few_points(lcr_ctx *r, const lcv_value *v)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int least, most;
    lcr_pairs pairs = {0};
    if (v->values || lcr_map_nout(v->relation) != 1)
        return v->values && v->width == 1 ? lcv_kept(ctx, lcv_value_ref(v)) : NULL;
    bool near = lcr_set_extent(r, v->relation, 0, &least, &most) == LCR_YES &&
                lc_int_lt(lc_int_sub(ctx, most, least), lc_int_const(LCV_LISTED));
    lcv_value *made = near && lcr_map_list(r, v->relation, &pairs) == LCR_YES
                          ? lcv_kept(ctx, lcv_value_points(r, 1, pairs.n, pairs.cell))
                          : NULL;
    lcr_pairs_clear(&pairs);
    return made;
}

/* {0,2,4,6}; NULL: the set is not shown so. */
static char *elements(lcr_ctx *r, const lcv_value *v)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_text out = {0};
    lc_frame frame = lc_frame_open(ctx);
    const lcv_value *few = v->written ? few_points(r, v) : NULL;
    size_t n = few ? lcv_points_count(few) : 0;
    bool shown = n > 1 && n <= FEW && !lcv_points_are_interval(ctx, few);
    for (size_t i = 0; shown && i < n; i++)
        lcv_text_add(ctx, &out, "%s%i", i == 0 ? "{" : ",", lcv_point_at(few, i, 0));
    lc_text_add(&out, "}");
    lc_frame_close(ctx, frame);
    lc_ctx_reset(ctx);
    if (shown)
        return lc_text_take(ctx, &out);
    lc_text_free(&out);
    return NULL;
}

/* ---- remainders ---- */

/* The length of `(NAME) mod NUMBER` that begins there; 0: something else does. */
static size_t remainder_at(const char *text, size_t *name)
{
    size_t n = 1;
    if (text[0] != '(' || !(isalpha((unsigned char)text[1]) || text[1] == '_'))
        return 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_')
        n++;
    *name = n - 1;
    size_t digits = strncmp(text + n, ") mod ", 6) == 0 ? strspn(text + n + 6, "0123456789") : 0;
    return digits > 0 ? n + 6 + digits : 0;
}

/* Is a term complete before this place, so that what begins here is one of its own? */
static bool begins_item(const char *text, size_t at)
{
    return at > 0 && (text[at - 1] == '(' || text[at - 1] == '[');
}

static bool begins_term(const char *text, size_t at)
{
    return at > 1 && text[at - 1] == ' ' && (text[at - 2] == '+' || text[at - 2] == '-');
}

/* Remainders of coordinates with the parentheses around them. Takes the text over. */
static char *with_remainders(lc_ctx *ctx, char *text)
{
    lc_text out = {0};
    size_t name = 0;
    for (size_t i = 0; text && text[i] != '\0';) {
        size_t n = remainder_at(text + i, &name);
        bool item = n > 0 && begins_item(text, i), term = n > 0 && begins_term(text, i);
        if (!item && !term) {
            lc_text_add_bytes(&out, text + i++, 1);
            continue;
        }
        lc_text_printf(&out, "%s%.*s%.*s%s", term ? "(" : "", (int)name, text + i + 1,
                       (int)(n - name - 2), text + i + name + 2, term ? ")" : "");
        i += n;
    }
    char *made = text ? lc_text_take(ctx, &out) : NULL;
    free(text);
    return made;
}

char *lcv_value_shown(lcr_ctx *r, const lcv_value *v)
{
    char *text = v->kind == LCV_SET ? elements(r, v) : NULL;
    if (text)
        return text;
    text = lcv_value_to_str(r, v);
    return v->kind == LCV_RELATION ? with_remainders(lcr_ctx_lc(r), text) : text;
}
