/* closure-asked.c - which functions of the checker claims enter, while they are confirmed.
 *
 * usage: closure-asked lcr_confirm|lcr_confirm_symbolic <CLAIMS
 *
 * A line is a verdict, a claim and its literals, with tabs between; isl has to confirm each. The
 * checker is compiled so that its functions tell when they are entered (-finstrument-functions).
 * Printed are their addresses as nm writes them, each once.
 */
#include "../isl-bridge/recheck-confirm.h"
#include "../isl-bridge/recheck-symbolic.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define MOST 4096 /* functions */

static void *entered[MOST];
static size_t count;
static bool confirming;

void __cyg_profile_func_enter(void *function, void *from);
void __cyg_profile_func_exit(void *function, void *from);

void __cyg_profile_func_enter(void *function, void *from)
{
    (void)from;
    size_t i = 0;
    while (i < count && entered[i] != function)
        i++;
    if (confirming && i == count && count < MOST)
        entered[count++] = function;
}

void __cyg_profile_func_exit(void *function, void *from)
{
    (void)function;
    (void)from;
}

static bool confirms(lcr_ctx *r, bool symbolic, size_t n, const char *const *field)
{
    static const lcr_parameter parameter[] = {{"M", "1", NULL}, {"N", "1", NULL}};
    static const lcr_parameters all = {.n = 2, .parameter = parameter};
    const lcr_certified claim = {.claim = field[1],
                                 .n = n - 2,
                                 .arg = field + 2,
                                 .proved = strcmp(field[0], "PROVED") == 0};
    const lcr_symbolic of_sizes = {.name = field[1], .n = n - 2, .arg = field + 2};
    lcr_confirmation said = {.opinion = LCR_UNSURE};
    confirming = true;
    bool ok = symbolic ? lcr_confirm_symbolic(r, &all, &of_sizes, &said)
                       : lcr_confirm(r, &claim, &said);
    confirming = false;
    bool agrees = ok && said.opinion == LCR_AGREES;
    if (!agrees)
        fprintf(stderr, "# %s is not confirmed: %s\n", field[1], said.why ? said.why : "?");
    lcr_confirmation_clear(&said);
    return agrees;
}

int main(int argc, char **argv)
{
    enum { FIELDS = 12 };
    char text[1000];
    size_t asked = 0;
    lc_ctx *lc = lc_ctx_new();
    lcr_ctx *r = lc && argc == 2 ? lcr_ctx_new(lc) : NULL;
    bool ok = r != NULL;
    while (ok && fgets(text, sizeof text, stdin)) {
        const char *field[FIELDS] = {NULL};
        size_t n = 0;
        text[strcspn(text, "\n")] = '\0';
        for (char *at = strtok(text, "\t"); at && n < FIELDS; at = strtok(NULL, "\t"))
            field[n++] = at;
        asked++;
        ok = n > 2 && confirms(r, strcmp(argv[1], "lcr_confirm") != 0, n, field);
    }
    for (size_t i = 0; i < count; i++)
        printf("%016jx\n", (uintmax_t)(uintptr_t)entered[i]);
    lcr_ctx_free(r);
    lc_ctx_free(lc);
    return ok && asked > 0 && count < MOST ? 0 : 1;
}
