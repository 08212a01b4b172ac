/* redo-claims.c - a counterexample as a whole: the operands, the lines, the refutation. */
#include "config.h"

#include "redo.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- claims and their parameters ---- */

static const struct {
    const char *name, *keys;
} claims[] = {{"admissible", "A,B"},
              {"aligned", "X,n"},
              {"bijective", "X"},
              {"compact", "X"},
              {"compatible", "X,Y"},
              {"complements", "C,A,N"},
              {"composes", "R,A,B"},
              {"congruent", "X,Y"},
              {"contained", "T,A"},
              {"covers", "X,N"},
              {"disjoint", "A,B"},
              {"divides_into", "D,A,T,exact"},
              {"equal", "X,Y"},
              {"equiv", "X,Y"},
              {"feeds", "T,U"},
              {"fits", "X,TYPE"},
              {"in_bounds", "X,N"},
              {"injective", "X"},
              {"is_layout", "X"},
              {"is_linear", "X"},
              {"left_inverts", "L,A"},
              {"multiplies", "A,B,C,S"},
              {"non_degenerate", "X"},
              {"partitions", "TV,S,under,times"},
              {"refines", "X,Y"},
              {"reorders", "X,Y"},
              {"right_inverts", "R,A"},
              {"surjective", "X,N"},
              {"tractable", "A"},
              {"vectorizes", "A,B,n,aligned"},
              {"weakly_congruent", "X,Y"},
              {"conflict_free", "X,lanes,bytes,width,banks,vector,arch,op"},
              {"coalesced", "X,lanes,bytes,width,vector"},
              {"conflicts", "X,lanes,bytes,width,banks,vector,arch,op"},
              {"sectors", "X,lanes,bytes,width,vector"}};

static const char *keys_of(const char *name)
{
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        if (strcmp(claims[i].name, name) == 0)
            return claims[i].keys;
    return NULL;
}

bool redo_is_claim(const char *text)
{
    const char *open = strchr(text, '(');
    return open && keys_of(redo_text("%.*s", (int)(open - text), text));
}

static char *nth_key(const char *keys, size_t n)
{
    for (; n > 0 && *keys; n--) {
        keys += strcspn(keys, ",");
        keys += *keys == ',';
    }
    return redo_text("%.*s", (int)strcspn(keys, ","), keys);
}

/* Keys whose text is no function. */
static bool is_number_key(const char *key)
{
    static const char *const numbers[] = {"n",     "TYPE",   "under", "lanes",   "bytes",
                                          "width", "banks",  "exact", "aligned", "arch",
                                          "op",    "vector", "times"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(numbers[i], key) == 0)
            return true;
    return false;
}

/* ---- reading a claim ---- */

static const char *past_argument(const char *p)
{
    int depth = 0;
    for (; *p; p++) {
        if (*p == '"') {
            p = strchr(p + 1, '"');
            if (!p)
                return NULL;
            continue;
        }
        if (p[0] == '-' && p[1] == '>') {
            p++;
            continue;
        }
        if (depth == 0 && (*p == ',' || *p == ')'))
            return p;
        depth += strchr("([{<", *p) ? 1 : strchr(")]}>", *p) ? -1 : 0;
    }
    return NULL;
}

static bool add_argument(redo *r, size_t place, const char *text)
{
    const char *keys = keys_of(r->name);
    size_t word = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    char *key;
    if (word > 0 && text[word] == '=' && text[word + 1] != '=') { /* by name */
        key = redo_text("%.*s", (int)word, text);
        text += word + 1;
    } else {
        key = nth_key(keys, place);
    }
    if (*key == '\0' || r->n == 8)
        return redo_fail("%s takes no argument %s", r->name, text);
    if (strcmp(r->name, "surjective") == 0 && strcmp(key, "S") == 0)
        key = "N";
    r->key[r->n] = key;
    r->text[r->n++] = redo_text("%s", text);
    return true;
}

static bool read_claim(redo *r, const char *claim)
{
    const char *open = strchr(claim, '('), *p = open ? open + 1 : NULL;
    if (!p)
        return redo_fail("no claim: %s", claim);
    r->name = redo_text("%.*s", (int)(open - claim), claim);
    if (!keys_of(r->name))
        return redo_fail("the reader knows no claim %s", r->name);
    for (size_t place = 0;; place++) {
        while (*p == ' ')
            p++;
        const char *end = past_argument(p);
        if (!end || !add_argument(r, place, redo_text("%.*s", (int)(end - p), p)))
            return redo_fail("no arguments: %s", claim);
        if (*end == ')')
            return true;
        p = end + 1;
    }
}

fn *redo_arg(const redo *r, const char *key)
{
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->key[i], key) == 0)
            return r->arg[i];
    return NULL;
}

bool redo_int(const redo *r, const char *key, int64_t *value)
{
    for (size_t i = 0; i < r->n; i++) {
        tree *t = strcmp(r->key[i], key) == 0 ? tree_of(r->text[i]) : NULL;
        if (t && t->leaf && !t->wildcard) {
            *value = t->value;
            return true;
        }
    }
    return false;
}

/* `X = (4,8):(1,2)`: what the text of the claim does not have. */
static bool is_operand(redo *r, const char *line, size_t *which, const char **text)
{
    for (size_t i = 0; i < r->n; i++) {
        size_t n = strlen(r->key[i]), own = strlen(r->text[i]);
        bool written = own > 0 && strncmp(line, r->text[i], own) == 0 &&
                       strncmp(line + own, " = ", 3) == 0;
        if (written) /* a size beside a name of the file that its own name is */
            n = own;
        if ((written || (strncmp(line, r->key[i], n) == 0 && strncmp(line + n, " = ", 3) == 0)) &&
            !strstr(line, " with ")) {
            *which = i;
            *text = line + n + 3;
            return true;
        }
    }
    return false;
}

char *redo_operand(const redo_text_of *given, const char *line, const char **value)
{
    redo *r = redo_alloc(sizeof *r);
    size_t which;
    if (!read_claim(r, given->claim) || !is_operand(r, line, &which, value))
        return NULL;
    return r->text[which];
}

/* An argument that is no literal is what a line says of it, `X = (4,8):(1,2)`, or `X = S<1,2,1>
 * o x with x = (4,8):(1,2)`; a literal has to agree with such a line. */
static bool read_told(redo *r, size_t which, const char *text)
{
    fn *told = func_of(text);
    if (told && r->arg[which] && told->kind != FN_TILER &&
        !(redo_same_function(told, r->arg[which]) || redo_failure()))
        return redo_fail("%s is not %s", text, r->text[which]);
    if (told && r->arg[which] && told->kind == FN_TILER)
        return true;
    if (told && (!r->arg[which] || r->arg[which]->kind == FN_CHAIN))
        r->arg[which] = told;
    return told != NULL;
}

static bool read_parts(redo *r, const char *line)
{
    char *name, *rest, *part, *layout;
    if (!redo_scan(line, "%w = %r with %w = %r", &name, &rest, &part, &layout))
        return true;
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->key[i], name) == 0 && !r->arg[i] && strlen(rest) > strlen(part))
            r->arg[i] =
                func_of(redo_text("%.*s(%s)", (int)(strlen(rest) - strlen(part)), rest, layout));
    return !redo_failure();
}

/* "R and A are without their offset 8 here: it moves all values alike": then they are. */
static bool take_offset(redo *r, const char *key, const tree *said)
{
    for (size_t i = 0; i < r->n; i++) {
        fn *f = strcmp(r->key[i], key) == 0 ? r->arg[i] : NULL;
        val offset, told = val_of(said);
        if (!f)
            continue;
        if (!func_offset(f, &offset) || !val_same(&offset, &told))
            return redo_fail("%s is not the offset of %s", tree_text(said), key);
        r->arg[i] = (fn *)(uintptr_t)func_inner(f);
    }
    return true;
}

static bool read_without_offset(redo *r, const char *line, bool *known)
{
    char *first, *second;
    tree *offset;
    *known = true;
    if (redo_scan(line, "%w and %w are without their offset %t here: it moves all values alike",
                  &first, &second, &offset))
        return take_offset(r, first, offset) && take_offset(r, second, offset);
    if (redo_scan(line, "%w is without its offset %t here: it moves all values alike", &first,
                  &offset))
        return take_offset(r, first, offset);
    fn *R = redo_arg(r, "R"), *a = redo_arg(r, "A"), *b = redo_arg(r, "B");
    if (strcmp(line, "X is R here, and Y is A after B") == 0 && R && a && b) {
        names_add(&r->known, "X", R);
        names_add(&r->known, "Y", func_after(a, b));
        return true;
    }
    *known = false;
    return true;
}

static bool read_operands(redo *r, const redo_text_of *given)
{
    size_t which;
    const char *text;
    for (size_t i = 0; i < r->n; i++)
        if (!is_number_key(r->key[i]))
            r->arg[i] = func_if_literal(r->text[i]);
    for (size_t i = 0; i < given->nsteps; i++) {
        if (!is_operand(r, given->step[i], &which, &text)) {
            if (!read_parts(r, given->step[i]))
                return false;
        } else if (is_number_key(r->key[which])) {
            r->text[which] = redo_text("%s", text);
        } else if (!read_told(r, which, text)) {
            return false;
        }
    }
    for (size_t i = 0; i < r->n; i++) {
        if (!is_number_key(r->key[i]) && !r->arg[i])
            return redo_fail("nothing says what %s is: %s", r->key[i], r->text[i]);
    }
    bool without = false;
    for (size_t i = 0; i < given->nsteps && !without; i++)
        if (!read_without_offset(r, given->step[i], &without))
            return false;
    for (size_t i = 0; i < r->n; i++)
        if (r->arg[i])
            names_add(&r->known, r->key[i], r->arg[i]);
    fn *a = redo_arg(r, "A"), *c = redo_arg(r, "C");
    if (a && c && a->kind == FN_LAYOUT && c->kind == FN_LAYOUT)
        names_add(&r->known, "(A,C)", func_concat(a, c));
    return true;
}

/* ---- lines ---- */

bool redo_is_chain(const char *line)
{
    static const char *const others[] = {" for i < ", " has ",  " is ",
                                         " with ",    ", and ", " lie "};
    const char *equals = strstr(line, " = ");
    if (!equals)
        return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strstr(line, others[i]))
            return false;
    if (strncmp(line, "mode(", 5) == 0) { /* of a shape: mode(X,1) = (2,4) */
        const char *p = line + 4;
        int depth = 0;
        do
            depth += *p == '(' ? 1 : *p == ')' ? -1 : 0;
        while (*p++ && depth > 0);
        return p != equals;
    }
    size_t word = line[0] == '-';
    while (isalnum((unsigned char)line[word]) || line[word] == '_')
        word++;
    return line[word] == '(' || line[0] == '(' || line[0] == 'S' ||
           (line[word] == ' ' &&
            (strncmp(line + word, " xor ", 5) == 0 || strncmp(line + word, " + ", 3) == 0));
}

bool redo_chain_line(redo *r, const char *line)
{
    if (r->nvalues == sizeof r->value / sizeof *r->value)
        return redo_fail("more chains than the reader has room for");
    if (!redo_chain(&r->known, line, &r->value[r->nvalues]))
        return false;
    bool call = !strstr(line, " xor ") || strchr(line, '(');
    r->chain[r->nvalues] = line;
    r->nvalues += call;
    return !call || redo_leads_to(r, line);
}

static bool redo_line(redo *r, const char *line)
{
    size_t which;
    const char *text;
    bool parts;
    if (is_operand(r, line, &which, &text) || strstr(line, "here: it moves all values alike") ||
        strcmp(line, "X is R here, and Y is A after B") == 0)
        return true; /* read_operands has looked at them */
    if (!redo_parts(&r->known, line, &parts))
        return false;
    if (parts)
        return true;
    return redo_is_chain(line) ? redo_chain_line(r, line) : redo_reason(r, line);
}

/* The shapes that part, the coarser one first. */
static void set_parted(redo *r)
{
    bool swapped = strcmp(r->name, "refines") == 0;
    fn *x = redo_arg(r, swapped ? "Y" : "X"), *y = redo_arg(r, swapped ? "X" : "Y");
    if (strcmp(r->name, "composes") == 0) {
        x = redo_arg(r, "B");
        y = redo_arg(r, "R");
    }
    char *fine, *coarse;
    tree *s, *t;
    if (redo_scan(r->summary, "%n's shape %t does not refine %n's shape %t", &fine, &s, &coarse,
                  &t)) { /* of modes: redo_composes looks at these */
        r->parted[0] = t;
        r->parted[1] = s;
    } else if (x && y && func_inner(x)->shape && func_inner(y)->shape) {
        r->parted[0] = func_inner(x)->shape;
        r->parted[1] = func_inner(y)->shape;
    }
}

/* `M = 2, N = 8, c = 1`: the numbers of parameters; `axis 1, c = 4`. */
static void read_place(redo *r, const char *where)
{
    char *name, *rest;
    int64_t value;
    r->at_axis = -1;
    while (redo_scan(where, "%w = %i, %r", &name, &value, &rest))
        where = rest;
    if (redo_scan(where, "axis %i, %r", &value, &rest)) {
        r->at_axis = (long)value;
        where = rest;
    }
    r->where = where;
}

redo *redo_read(const char *claim)
{
    redo *r = redo_alloc(sizeof *r);
    const redo_text_of alone = {.claim = claim};
    return read_claim(r, claim) && read_operands(r, &alone) ? r : NULL;
}

char *redo_literal(const char *claim, char *(*value_of)(void *user, const char *text), void *user)
{
    redo *r = redo_alloc(sizeof *r);
    if (!read_claim(r, claim))
        return NULL;
    char *out = redo_text("%s(", r->name);
    for (size_t i = 0; i < r->n; i++) {
        bool stands = is_number_key(r->key[i]) || func_if_literal(r->text[i]);
        char *value = stands ? NULL : value_of(user, r->text[i]);
        if (!stands && !value)
            return NULL;
        bool by_name = strcmp(nth_key(keys_of(r->name), i), r->key[i]) != 0;
        out = redo_text("%s%s%s%s%s", out, i > 0 ? ", " : "", by_name ? r->key[i] : "",
                        by_name ? "=" : "", stands ? r->text[i] : value);
        free(value);
    }
    return redo_text("%s%s", out, strrchr(claim, ')'));
}

bool redo_claim(const redo_text_of *given)
{
    redo *r = redo_alloc(sizeof *r);
    r->summary = given->summary;
    read_place(r, given->where);
    if (!read_claim(r, given->claim) || !read_operands(r, given))
        return false;
    if (redo_is_memory(r->name))
        return redo_memory(r, given);
    set_parted(r);
    for (size_t i = 0; i < given->nsteps; i++)
        if (!redo_line(r, given->step[i]))
            return false;
    return redo_refutes(r) && !redo_failure();
}
