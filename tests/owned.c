/* owned.c - contexts, relations and values that a case of a law owns. */
#include "config.h"

#include "owned.h"

#include <check.h>

LAW_RELEASE(release_relations, lcr_ctx_free)
LAW_OWNER(law_own_map, lcr_map, lcr_map_free)
LAW_OWNER(law_own_linear, lc_linear, lc_linear_free)
LAW_RELEASE(release_value, lcv_value_free)
LAW_RELEASE(release_session, lcv_session_free)

lcr_ctx *law_relations(law *l)
{
    lcr_ctx *r = lcr_ctx_new(l->ctx);
    ck_assert_ptr_nonnull(r);
    law_own_with(l, r, release_relations);
    return r;
}

lcv_value *law_own_value(law *l, lcv_value *v)
{
    ck_assert_ptr_nonnull(v);
    law_own_with(l, v, release_value);
    return v;
}

lcv_session *law_session(law *l, lcv_options options)
{
    lcv_session *s = lcv_session_new(options);
    ck_assert_ptr_nonnull(s);
    law_own_with(l, s, release_session);
    return s;
}

static void keep_value(void *user, const lcv_outcome *outcome)
{
    lcv_value **v = user;
    if (outcome->value && outcome->status == LCV_PASSED) {
        lcv_value_free(*v);
        *v = lcv_value_ref(outcome->value);
    }
}

lcv_value *law_value(law *l, lcv_session *s, const char *text)
{
    lcv_value *v = NULL;
    lcv_listener listener = {.user = &v, .outcome = keep_value};
    lcv_session_eval(s, text, &listener);
    return v ? law_own_value(l, v) : NULL;
}

lcv_value *law_int_value(law *l, int64_t value)
{
    return law_own_value(l, lcv_value_int(l->ctx, lc_int_si(l->ctx, value)));
}

lcv_value *law_layout_value(law *l, const m_layout *a)
{
    return law_own_value(l, lcv_value_layout(l->ctx, lc_layout_ref(law_layout(l, a))));
}
