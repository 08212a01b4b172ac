/* syntax.c - relations and sets read, and relations written, in isl's own syntax. */
#include "config.h"

#include "internal.h"

#include <ctype.h>
#include <isl/obj.h>
#include <isl/stream.h>
#include <stdlib.h>
#include <string.h>

/* isl's parser recurses and names no place. The text is bounded before isl sees it,
 * and read as a file, whose position tells where isl stopped. */
#define MAX_TEXT 65536
#define MAX_NESTING 64
#define MAX_PREFIX 256 /* of the operators that nest without brackets */

/* The text to be read. */
typedef struct {
    const char *noun, *expected;
    bool is_set;
} kind;

static const kind a_relation = {"relation",
                                "expected a relation such as { [c] -> [2c] : 0 <= c < 8 }",
                                false};
static const kind a_function = {
    "function", "expected a function such as [n] -> { [c] -> [2c + n] : 0 <= c < 8 }", false};
static const kind a_set = {"set", LCR_A_SET, true};

/* ---- bounds on the text ---- */

/* An operator that makes isl's parser go deeper at this place without a bracket: it takes the
 * text that follows, or is one more sign in a row. */
static bool is_prefix(const char *text, size_t i)
{
    bool again = text[i] == '-' && i > 0 && text[i - 1 - (i > 1 && text[i - 1] == ' ')] == '-';
    return again || text[i] == '?' || text[i] == '!' || strncmp(text + i, "not", 3) == 0 ||
           strncmp(text + i, "exists", 6) == 0;
}

static bool check_text(lc_ctx *ctx, const char *text, const kind *k)
{
    size_t nesting = 0, prefixes = 0;
    for (size_t i = 0; text[i]; i++) {
        if (strchr("([{", text[i]))
            nesting++;
        else if (strchr(")]}", text[i]) && nesting > 0)
            nesting--;
        prefixes += is_prefix(text, i);
        if (nesting > MAX_NESTING || prefixes > MAX_PREFIX || i >= MAX_TEXT)
            return lc_fail(ctx, LC_ERR_LIMIT,
                           "the %s is too long or nested too deep at character %zu: expected at "
                           "most %d characters, %d nested brackets, %d of ? ! not exists",
                           k->noun, i + 1, MAX_TEXT, MAX_NESTING, MAX_PREFIX);
    }
    if (text[strspn(text, " \t\r\n")] == '\0')
        return lc_fail(ctx, LC_ERR_INVALID, "an empty %s: %s", k->noun, k->expected);
    return true;
}

/* ---- names ---- */

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '\'';
}

static size_t name_at(const char *text, size_t i)
{
    bool begins = (isalpha((unsigned char)text[i]) || text[i] == '_') &&
                  (i == 0 || !(in_name(text[i - 1])));
    size_t n = 0;
    while (begins && in_name(text[i + n]))
        n++;
    return n;
}

static bool is_word(const char *text, size_t n)
{
    static const char *const words[] = {"and",   "ceil",   "ceild",   "exists", "false",
                                        "floor", "floord", "implies", "infty",  "infinity",
                                        "max",   "min",    "mod",     "not",    "or",
                                        "rat",   "true"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == n && strncmp(words[i], text, n) == 0)
            return true;
    return false;
}

/* Does the name stand alone in a tuple somewhere, or before one, or behind `exists`? Then it is
 * declared. */
static bool is_declared(const char *text, const char *name, size_t n)
{
    bool exists = false;
    for (size_t i = 0; text[i]; i++) {
        size_t length = name_at(text, i), before = i, after = i + length;
        if (length == 0)
            continue;
        exists = exists || strncmp(text + i, "exists", 6) == 0;
        if (length != n || strncmp(text + i, name, n) != 0)
            continue;
        while (before > 0 && isspace((unsigned char)text[before - 1]))
            before--;
        after += strspn(text + after, " \t\n");
        bool alone = before > 0 && strchr("[,", text[before - 1]) && text[after] &&
                     strchr("],=", text[after]);
        if (exists || alone || text[after] == '[')
            return true;
    }
    return false;
}

/* Two names without a sign between: that is what is wrong. */
static bool runs_on(const char *text, size_t after)
{
    size_t next = after + strspn(text + after, " \t\n"), n = name_at(text, next);
    return n > 0 && !is_word(text + next, n);
}

/* The first name before `end` that is declared nowhere; its length, 0: there is none. */
static size_t undeclared(const char *text, size_t end, const char **name)
{
    for (size_t i = strcspn(text, "{"); i < end && text[i]; i++) {
        size_t n = name_at(text, i);
        *name = text + i;
        if (n > 0 && !is_word(text + i, n) && !is_declared(text, text + i, n))
            return runs_on(text, i + n) ? 0 : n;
        i += n > 0 ? n - 1 : 0;
    }
    return 0;
}

/* ---- reading ---- */

/* The text around the place where isl stopped. */
static void fail_at(lcr_ctx *r, const char *text, size_t stopped, const char *why, const kind *k)
{
    size_t length = strlen(text), first = stopped > 24 ? stopped - 24 : 0;
    if (stopped > length)
        stopped = length;
    const char *name;
    size_t n = undeclared(text, stopped, &name);
    if (n > 0) {
        const bool others = text[0] == '['; /* are declared */
        lc_fail(r->lc, LC_ERR_INVALID,
                "%s %s: nothing declares %.*s: expected [%.*s%s%.60s%s for a parameter; products "
                "of parameters and coordinates are those of map { (i) in (8) -> N*i }",
                why, k->noun, (int)n, name, (int)n, name, others ? ", " : "] -> ", text + others,
                length > 60 ? "..." : "");
        return;
    }
    lc_fail(r->lc, LC_ERR_INVALID, "%s %s at character %zu, after \"%s%.*s\": %s", why, k->noun,
            stopped, first > 0 ? "..." : "", (int)(stopped - first), text + first, k->expected);
}

/* The kind that it has instead; "not" if it has none of these. */
static const char *what_it_is(isl_obj_type type)
{
    if (type == isl_obj_set)
        return "a set is no";
    if (type == isl_obj_map)
        return "a relation is no";
    if (type == isl_obj_union_set)
        return "several sets, of different dimensions, or none, are not a";
    if (type == isl_obj_union_map)
        return "several relations, of different dimensions, are not a";
    return "not a";
}

/* Has the budget run out? An error of isl's parser hides that one; whatever isl is asked next has
 * it again. */
static bool is_spent(lcr_ctx *r)
{
    isl_val_free(isl_val_zero(r->isl));
    return lcr_out_of_budget(r);
}

static bool is_wanted(lcr_ctx *r, const char *text, const struct isl_obj *object, size_t stopped,
                      bool at_end, const kind *k)
{
    if (object->v && object->type == (k->is_set ? isl_obj_set : isl_obj_map) && at_end &&
        lcr_isl_ok(r))
        return true;
    bool starved = isl_ctx_last_error(r->isl) == isl_error_alloc;
    if (is_spent(r) || starved)
        lcr_isl_failed(r, "reading isl's syntax");
    else if (!object->v)
        fail_at(r, text, stopped, "isl could not read the", k);
    else if (object->type != (k->is_set ? isl_obj_set : isl_obj_map))
        lc_fail(r->lc, LC_ERR_INVALID, "%s %s: %s", what_it_is(object->type), k->noun,
                k->expected);
    else
        fail_at(r, text, stopped, "more text follows the", k);
    return false;
}

/* Where isl cannot read a text it may leave several tokens that it has looked at, of which
 * isl_stream_free frees one alone (0.25). */
static void free_stream(isl_stream *stream)
{
    isl_stream_flush_tokens(stream);
    isl_stream_free(stream);
}

isl_set *lcr_isl_set(lcr_ctx *r, const char *text)
{
    isl_stream *stream = isl_stream_new_str(r->isl, text);
    isl_set *set = stream ? isl_stream_read_set(stream) : NULL;
    if (set && !isl_stream_is_empty(stream))
        set = isl_set_free(set);
    free_stream(stream);
    return set;
}

isl_map *lcr_isl_map(lcr_ctx *r, const char *text)
{
    isl_stream *stream = isl_stream_new_str(r->isl, text);
    isl_map *map = stream ? isl_stream_read_map(stream) : NULL;
    if (map && !isl_stream_is_empty(stream))
        map = isl_map_free(map);
    free_stream(stream);
    return map;
}

/* The set or the relation of the text, as wanted; NULL with an error. */
static void *read_object(lcr_ctx *r, const char *text, const kind *k)
{
    if (!check_text(r->lc, text, k))
        return NULL;
    FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    isl_stream *stream = file ? isl_stream_new_file(r->isl, file) : NULL;
    struct isl_obj object = {NULL, NULL};
    bool wanted = false;
    if (stream) {
        object = isl_stream_read_obj(stream);
        long stopped = ftell(file);
        bool starved = isl_ctx_last_error(r->isl) == isl_error_alloc;
        bool at_end = !starved && isl_stream_is_empty(stream);
        wanted = is_wanted(r, text, &object, stopped < 0 ? 0 : (size_t)stopped, at_end, k);
    } else if (file) {
        lcr_isl_failed(r, "reading isl's syntax");
    } else {
        lc_no_memory(r->lc);
    }
    free_stream(stream);
    if (file)
        fclose(file);
    if (object.v && !wanted)
        object.type->free(object.v);
    return wanted ? object.v : NULL;
}

/* A relation between tuples of integers: no parameters, names of tuples or nesting. */
static isl_map *plain(lcr_ctx *r, isl_map *map)
{
    if (isl_map_dim(map, isl_dim_param) > 0) {
        const char *name = isl_map_get_dim_name(map, isl_dim_param, 0);
        lc_fail(r->lc, LC_ERR_INVALID, "the relation has the parameter %.40s: %s",
                name ? name : "", a_relation.expected);
        return isl_map_free(map);
    }
    map = isl_map_flatten(map);
    if (isl_map_has_tuple_id(map, isl_dim_in) == isl_bool_true)
        map = isl_map_reset_tuple_id(map, isl_dim_in);
    if (isl_map_has_tuple_id(map, isl_dim_out) == isl_bool_true)
        map = isl_map_reset_tuple_id(map, isl_dim_out);
    if (!map)
        lcr_isl_failed(r, "reading a relation");
    return map;
}

isl_set *lcr_read_set(lcr_ctx *r, const char *text)
{
    return read_object(r, text, &a_set);
}

isl_map *lcr_read_relation(lcr_ctx *r, const char *text)
{
    return read_object(r, text, &a_relation);
}

isl_map *lcr_read_function(lcr_ctx *r, const char *text)
{
    return read_object(r, text, &a_function);
}

isl_pw_multi_aff *lcr_as_function(lcr_ctx *r, isl_map *map)
{
    enum { LITTLE_WORK = 20000 };
    isl_ctx_reset_operations(r->isl);
    isl_ctx_set_max_operations(r->isl, LITTLE_WORK);
    isl_pw_multi_aff *function = NULL;
    if (lcr_is_clear_function(map) == isl_bool_true)
        function = isl_pw_multi_aff_from_map(isl_map_copy(map));
    if (!lcr_isl_ok(r))
        function = isl_pw_multi_aff_free(function);
    lcr_isl_forget(r);
    return function;
}

size_t lcr_bits_of_text(const char *text)
{
    size_t longest = 1, length;
    for (; *text; text += length > 0 ? length : 1) {
        length = strspn(text, "0123456789");
        if (length > longest)
            longest = length;
    }
    return longest * 10 / 3;
}

/* ---- functions ---- */

#define FEW_PIECES 16 /* each is asked to be apart from those before it */

/* No parameters, one pair of braces, few pieces. */
static bool may_be_function(const char *text)
{
    size_t pieces = 1;
    for (const char *at = text; *at; at++)
        pieces += *at == ';';
    const char *open = text + strspn(text, " \t\r\n"), *close = strchr(text, '}');
    return *open == '{' && close && close[1 + strspn(close + 1, " \t\r\n")] == '\0' &&
           pieces <= FEW_PIECES && !strstr(text, "rat");
}

static isl_stat find_fraction(isl_set *domain, isl_multi_aff *values, void *user)
{
    bool *integral = user;
    isl_size n = isl_multi_aff_dim(values, isl_dim_out);
    for (int k = 0; *integral && k < n; k++) {
        isl_aff *value = isl_multi_aff_get_aff(values, k);
        isl_val *m = isl_aff_get_denominator_val(value);
        *integral = m && isl_val_is_one(m) == isl_bool_true &&
                    isl_aff_is_nan(value) == isl_bool_false;
        isl_val_free(m);
        isl_aff_free(value);
    }
    isl_set_free(domain);
    isl_multi_aff_free(values);
    return n < 0 ? isl_stat_error : isl_stat_ok;
}

/* A function between tuples of integers: a fraction is one where it is an integer, which is less
 * than isl's function says. */
static bool is_plain_function(isl_pw_multi_aff *function)
{
    isl_space *space = isl_pw_multi_aff_get_space(function);
    bool plain = space && isl_space_dim(space, isl_dim_param) == 0 &&
                 isl_space_is_map(space) == isl_bool_true &&
                 isl_space_domain_is_wrapping(space) == isl_bool_false &&
                 isl_space_range_is_wrapping(space) == isl_bool_false &&
                 isl_space_has_tuple_id(space, isl_dim_in) == isl_bool_false &&
                 isl_space_has_tuple_id(space, isl_dim_out) == isl_bool_false;
    isl_space_free(space);
    if (plain && isl_pw_multi_aff_foreach_piece(function, find_fraction, &plain) < 0)
        return false;
    return plain;
}

/* The functions of both, whose domains are to have no point in common: isl adds values where they
 * overlap, and a relation has both. NULL if they do. Takes both. */
static isl_pw_multi_aff *beside(isl_pw_multi_aff *f, isl_pw_multi_aff *g)
{
    isl_set *both = isl_set_intersect(isl_pw_multi_aff_domain(isl_pw_multi_aff_copy(f)),
                                      isl_pw_multi_aff_domain(isl_pw_multi_aff_copy(g)));
    bool apart = isl_set_is_empty(both) == isl_bool_true;
    isl_set_free(both);
    if (apart)
        return isl_pw_multi_aff_union_add(f, g);
    isl_pw_multi_aff_free(f);
    return isl_pw_multi_aff_free(g);
}

/* The function of the pieces that stand between semicolons; NULL where it is none. */
static isl_pw_multi_aff *read_pieces(lcr_ctx *r, const char *text)
{
    isl_pw_multi_aff *all = NULL;
    for (const char *piece = strchr(text, '{') + 1, *end; piece;
         piece = *end == ';' ? end + 1 : NULL) {
        lc_text one = {0};
        end = piece + strcspn(piece, ";}");
        lc_text_printf(&one, "{ %.*s }", (int)(end - piece), piece);
        char *its_text = lc_text_take(r->lc, &one);
        isl_pw_multi_aff *f = its_text ? isl_pw_multi_aff_read_from_str(r->isl, its_text) : NULL;
        free(its_text);
        if (!f)
            return isl_pw_multi_aff_free(all);
        all = all ? beside(all, f) : f;
        if (!all)
            return NULL;
    }
    return all;
}

/* Does isl read the text as a relation, each number but 0 being 1, which takes it little work? */
static bool is_read_with_ones(lcr_ctx *r, const char *text)
{
    char *ones = strdup(text);
    for (char *at = ones; at && *at; at++) {
        size_t n = strspn(at, "0123456789");
        bool in_a_name = at > ones && in_name(at[-1]);
        if (!in_a_name && n > strspn(at, "0")) {
            memset(at, ' ', n);
            *at = '1';
        }
    }
    isl_map *map = ones ? lcr_isl_map(r, ones) : NULL;
    bool is_read = map != NULL;
    isl_map_free(map);
    free(ones);
    return is_read;
}

/* The relation of a text that is written as a function: isl finds the function of a relation that
 * it has read again only with work. It reads functions from no stream, and of a wrong text loses
 * what free_stream frees: only a text that it can read is read so. NULL: it has to be read as a
 * relation; no error. */
static lcr_map *parse_function(lcr_ctx *r, const char *text)
{
    if (!may_be_function(text))
        return NULL;
    lcr_begin_on(r, lcr_relation_weight(0, 0));
    isl_pw_multi_aff *function = is_read_with_ones(r, text) ? read_pieces(r, text) : NULL;
    bool plain = function && lcr_isl_ok(r) && is_plain_function(function);
    isl_map *map = plain ? isl_map_from_pw_multi_aff(isl_pw_multi_aff_copy(function)) : NULL;
    if (map && lcr_isl_ok(r)) {
        lcr_map *m = lcr_map_make(r, map, function, NULL);
        if (m)
            m->as_read = true;
        return m;
    }
    isl_map_free(map);
    isl_pw_multi_aff_free(function);
    lcr_isl_forget(r);
    return NULL;
}

static lcr_map *parse_relation(lcr_ctx *r, const char *text)
{
    lcr_begin_on(r, lcr_relation_weight(0, 0));
    isl_map *map = read_object(r, text, &a_relation);
    if (map)
        map = plain(r, map);
    return map ? lcr_map_make(r, map, lcr_as_function(r, map), NULL) : NULL;
}

lcr_map *lcr_map_parse(lcr_ctx *r, const char *text)
{
    if (!check_text(r->lc, text, &a_relation))
        return NULL;
    lcr_map *m = parse_function(r, text);
    if (!m)
        m = parse_relation(r, text);
    return m ? lcr_map_weigh(m, lcr_bits_of_text(text)) : NULL;
}

/* ---- writing ---- */

char *lcr_map_lines(lcr_ctx *r, const lcr_map *m)
{
    if (!m->lines)
        return lcr_map_to_str(r, m);
    char *text = strdup(m->lines);
    return text ? text : lc_no_memory(r->lc);
}

/* The function in the form that isl finds for the relation, or as it was read if that is shorter:
 * of several pieces, isl may find it by floors of floors. That of no pairs has no such text. */
static char *function_to_str(lcr_ctx *r, const lcr_map *m)
{
    isl_pw_multi_aff *found = m->as_read ? lcr_as_function(r, m->map) : NULL;
    bool none = found && isl_pw_multi_aff_n_piece(found) == 0;
    lcr_write_begin(r);
    char *text = none ? isl_map_to_str(m->map) : isl_pw_multi_aff_to_str(m->function);
    char *again = found && text && !none ? isl_pw_multi_aff_to_str(found) : NULL;
    lcr_write_end(r);
    isl_pw_multi_aff_free(found);
    bool shorter = again && strlen(again) <= strlen(text);
    free(shorter ? text : again);
    return shorter ? again : text;
}

char *lcr_map_to_str(lcr_ctx *r, const lcr_map *m)
{
    char *text;
    lcr_begin(r);
    if (m->text) {
        text = strdup(m->text);
    } else if (!m->map) {
        return lc_fail(r->lc, LC_ERR_LIMIT,
                       "a relation composed of XORs of so many bits has no text that isl reads: "
                       "those of its parts have");
    } else if (m->function && isl_pw_multi_aff_n_piece(m->function) > 0) {
        text = function_to_str(r, m);
    } else {
        isl_map *map = lcr_merge_map(r, isl_map_copy(m->map));
        lcr_write_begin(r);
        text = isl_map_to_str(map ? map : m->map);
        lcr_write_end(r);
        isl_map_free(map);
    }
    if (!text)
        lcr_isl_failed(r, "writing a relation");
    return text;
}
