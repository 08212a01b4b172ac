/* engine.h - composition computed on relations.
 *
 * The ISL paper's Algorithm 3. A second, independent engine, for comparisons on layouts of
 * moderate size: it shares no code with lib/'s algebra beyond reading a layout's shape and
 * strides, and is slow.
 */
#ifndef LCR_ENGINE_H
#define LCR_ENGINE_H

#include "relation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A on its extended domain after B, by mode, then checked against the whole.
 * LC_ERR_NO_VALUE when no layout is the composite. */
lc_layout *lcr_engine_compose(lcr_ctx *r, const lc_layout *a, const lc_layout *b);

#ifdef __cplusplus
}
#endif

#endif
