/* prove-rings.c - the rings of attention of 8 bits, as the formulas that its statements are made
 * by: use i of a ring is of slot i mod 2 and phase floor(i / 2).
 *
 *   V_j goes through two stages: TMA fills the first, v_came, which is given back by v_taken once
 *   V_j is in the second, v_full, which is given back by v_empty. Both are uses j of all four.
 *   K_j is read by group 2 j - 1 of a thread's products, the first by group 0, and V_(j - 1) by
 *   group 2 j: with one group under way behind it, group 2 j - 1 has ended when K_j is given back.
 *   fill k of the second stage awaits v_came k, which fill k of the first one ends, and v_empty
 *   k - 2: no wait is for what comes after it
 *
 * Of other elements the same is claimed of the statements themselves (kernels/order/order.h),
 * which does not follow a stage that threads fill from another one; that these statements use the
 * formulas is tested (tests/check_attention.c), and not proved.
 */
#include "config.h"

#include "proofs.h"

bool lck_attention_prove_rings(const lck_attention_proofs *w)
{
    static const char *const claims[] = {
        /* a phase is of one use, and fill k awaits that of read k - 2 */
        "injective(relation \"{ [i] -> [i mod 2, floor(i/2)] : i >= 0 }\")",
        "equal(inverse(relation \"{ [i] -> [i mod 2, floor(i/2)] : i >= 0 }\") o "
        "relation \"{ [k] -> [k mod 2, floor(k/2) - 1] : k >= 2 }\", "
        "relation \"{ [k] -> [k - 2] : k >= 2 }\")",
        /* what fill k overwrites was read */
        "contained(relation \"{ [k] -> [j] : 0 <= j <= k - 2 and (k - j) mod 2 = 0 }\", "
        "relation \"{ [i] -> [j] : 0 <= j <= i }\" o relation \"{ [k] -> [k - 2] : k >= 2 }\")",
        /* fill k awaits what is given back before it: K in step k - 2, V in step k - 1 */
        "contained(set \"{ [k,i] : k >= 2 and k - 2 <= i <= k - 1 }\", "
        "set \"{ [k,i] : i < k }\")",
        /* parities */
        "equal(intersect(set \"{ [n,c] : 0 <= n <= c <= n + 1 }\", "
        "set \"{ [n,c] : (c - n) mod 2 = 1 }\"), "
        "intersect(set \"{ [n,c] : 0 <= n <= c <= n + 1 }\", set \"{ [n,c] : c >= n + 1 }\"))",
        "equal(intersect(set \"{ [n,c] : 0 <= c <= n <= c + 1 }\", "
        "set \"{ [n,c] : (c - n) mod 2 = 0 }\"), "
        "intersect(set \"{ [n,c] : 0 <= c <= n <= c + 1 }\", set \"{ [n,c] : c >= n }\"))",
        /* groups that have ended when all but one have */
        "contained(set \"{ [j,g] : j >= 1 and g = 2j - 1 }\", "
        "set \"{ [j,g] : g < 2j + 1 - 1 }\")",
    };
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        if (!lck_claims(w, "%s", claims[i]))
            return false;
    /* turn r = groups * j + g, step j of warpgroup g, follows turn r - 1 */
    const int n = w->a->groups;
    return lck_claims(
        w,
        "equal(inverse(relation \"{ [r] -> [r mod %d, floor(r/%d)] : r >= 0 }\") o "
        "relation \"{ [r] -> [(r + %d) mod %d, floor((r + %d)/%d) - 1] : r >= 1 }\", "
        "relation \"{ [r] -> [r - 1] : r >= 1 }\")",
        n, n, n - 1, n, n - 1, n);
}
