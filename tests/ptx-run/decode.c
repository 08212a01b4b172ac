/* decode.c - see decode.h. */
#include "decode.h"

#include <stdlib.h>
#include <string.h>

ptx_type ptx_type_of(const char *name)
{
    static const struct {
        const char *name;
        ptx_type type;
    } types[] = {{"pred", {kind_pred, 1, 1, false}},     {"b8", {kind_bits, 8, 1, false}},
                 {"u8", {kind_unsigned, 8, 1, false}},   {"s8", {kind_signed, 8, 1, false}},
                 {"b16", {kind_bits, 16, 1, false}},     {"u16", {kind_unsigned, 16, 1, false}},
                 {"s16", {kind_signed, 16, 1, false}},   {"b32", {kind_bits, 32, 1, false}},
                 {"u32", {kind_unsigned, 32, 1, false}}, {"s32", {kind_signed, 32, 1, false}},
                 {"b64", {kind_bits, 64, 1, false}},     {"u64", {kind_unsigned, 64, 1, false}},
                 {"s64", {kind_signed, 64, 1, false}},   {"b128", {kind_bits, 128, 1, false}},
                 {"f16", {kind_float, 16, 1, false}},    {"f16x2", {kind_float, 16, 2, false}},
                 {"bf16", {kind_float, 16, 1, true}},    {"bf16x2", {kind_float, 16, 2, true}},
                 {"f32", {kind_float, 32, 1, false}},    {"f64", {kind_float, 64, 1, false}},
                 {"tf32", {kind_bits, 32, 1, false}}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name) == 0)
            return types[i].type;
    return (ptx_type){kind_none, 0, 0, false};
}

bool ptx_has(const ptx_instruction *i, const char *part)
{
    for (char **p = i->parts; *p; p++)
        if (strcmp(*p, part) == 0)
            return true;
    return false;
}

static const struct {
    const char *name;
    ptx_does does;
} plain[] = {{"add", code_add},
             {"addc", code_add},
             {"sub", code_sub},
             {"subc", code_sub},
             {"mul", code_mul},
             {"mad", code_mad},
             {"madc", code_mad},
             {"sad", code_sad},
             {"mul24", code_mul},
             {"mad24", code_mad},
             {"div", code_div},
             {"rem", code_rem},
             {"abs", code_abs},
             {"neg", code_neg},
             {"min", code_min},
             {"max", code_max},
             {"and", code_and},
             {"or", code_or},
             {"xor", code_xor},
             {"not", code_not},
             {"cnot", code_cnot},
             {"shl", code_shl},
             {"shr", code_shr},
             {"shf", code_shf},
             {"lop3", code_lop3},
             {"bfe", code_bfe},
             {"bfi", code_bfi},
             {"bfind", code_bfind},
             {"brev", code_brev},
             {"popc", code_popc},
             {"clz", code_clz},
             {"prmt", code_prmt},
             {"dp4a", code_dp4a},
             {"selp", code_selp},
             {"slct", code_slct},
             {"fma", code_fma},
             {"rcp", code_rcp},
             {"sqrt", code_sqrt},
             {"rsqrt", code_rsqrt},
             {"ex2", code_ex2},
             {"lg2", code_lg2},
             {"sin", code_sin},
             {"cos", code_cos},
             {"tanh", code_tanh},
             {"copysign", code_copysign},
             {"testp", code_testp},
             {"set", code_set},
             {"setp", code_setp},
             {"cvt", code_cvt},
             {"isspacep", code_isspacep},
             {"mov", code_mov},
             {"cvta", code_cvta},
             {"mapa", code_mapa},
             {"bra", code_bra},
             {"brx", code_brx},
             {"ret", code_ret},
             {"exit", code_exit},
             {"trap", code_trap},
             {"call", code_call},
             {"shfl", code_shfl},
             {"vote", code_vote},
             {"match", code_match},
             {"redux", code_redux},
             {"activemask", code_activemask},
             {"elect", code_elect},
             {"bar", code_bar},
             {"barrier", code_bar},
             {"ld", code_ld},
             {"ldu", code_ld},
             {"st", code_st},
             {"atom", code_atom},
             {"red", code_red},
             {"ldmatrix", code_ldmatrix},
             {"stmatrix", code_stmatrix},
             {"cp", code_cp_async},
             {"mbarrier", code_mbarrier},
             {"mma", code_product},
             {"wgmma", code_product},
             {"membar", code_nothing},
             {"fence", code_nothing},
             {"prefetch", code_nothing},
             {"prefetchu", code_nothing},
             {"nanosleep", code_nothing},
             {"pmevent", code_nothing},
             {"setmaxnreg", code_nothing},
             {"griddepcontrol", code_nothing},
             {"discard", code_nothing},
             {"applypriority", code_nothing},
             {"brkpt", code_nothing}};

static ptx_does does_of(const ptx_instruction *i)
{
    const char *name = i->parts[0], *second = i->parts[1] ? i->parts[1] : "";
    if (strcmp(name, "cp") == 0) {
        bool async = strcmp(second, "async") == 0;
        if (ptx_has(i, "commit_group"))
            return code_cp_commit;
        if (ptx_has(i, "wait_group") || ptx_has(i, "wait_all"))
            return code_cp_wait;
        if (ptx_has(i, "bulk") || ptx_has(i, "reduce") || !async)
            return code_unread;
        return ptx_has(i, "mbarrier") ? code_unread : code_cp_async;
    }
    if ((strcmp(name, "bar") == 0 || strcmp(name, "barrier") == 0) && strcmp(second, "warp") == 0)
        return code_bar_warp;
    if (strcmp(name, "wgmma") == 0 &&
        (ptx_has(i, "fence") || ptx_has(i, "commit_group") || ptx_has(i, "wait_group")))
        return code_nothing;
    for (size_t k = 0; k < sizeof plain / sizeof *plain; k++)
        if (strcmp(plain[k].name, name) == 0)
            return plain[k].does;
    return code_unread;
}

static ptx_space space_part(const char *part)
{
    if (strncmp(part, "shared", 6) == 0)
        return space_shared;
    if (strncmp(part, "param", 5) == 0)
        return space_param;
    return strcmp(part, "global") == 0  ? space_global
           : strcmp(part, "local") == 0 ? space_local
           : strcmp(part, "const") == 0 ? space_const
                                        : space_none;
}

static ptx_compare compare_part(const char *part)
{
    static const char *const names[] = {"",    "eq",  "ne",  "lt",  "le",  "gt",  "ge", "equ",
                                        "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
    for (int c = cmp_eq; c <= cmp_nan; c++)
        if (strcmp(part, names[c]) == 0)
            return (ptx_compare)c;
    static const char *const same[] = {"", "", "", "lo", "ls", "hi", "hs"};
    for (int c = cmp_lt; c <= cmp_ge; c++)
        if (strcmp(part, same[c]) == 0)
            return (ptx_compare)c;
    return cmp_none;
}

static ptx_round round_part(const char *part)
{
    if (part[0] != 'r' || !part[1] || (part[2] && (part[2] != 'i' || part[3])))
        return round_none;
    return part[1] == 'm'   ? round_down
           : part[1] == 'p' ? round_up
           : part[1] == 'z' ? round_zero
           : part[1] == 'n' ? round_nearest
                            : round_none;
}

/* The letter of an atomic operation, which combines what is in memory with an operand. */
static char combine_part(const char *part)
{
    static const struct {
        const char *name;
        char letter;
    } names[] = {{"add", '+'}, {"min", '<'}, {"max", '>'}, {"and", '&'},  {"or", '|'},
                 {"xor", '^'}, {"inc", 'i'}, {"dec", 'd'}, {"exch", '='}, {"cas", '?'}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].name, part) == 0)
            return names[i].letter;
    return 0;
}

static void decode_part(ptx_code *c, const char *part, int *types)
{
    ptx_type type = ptx_type_of(part);
    if (type.bits) {
        if ((*types)++ == 0)
            c->type = c->from = type;
        else
            c->from = type;
        return;
    }
    if (c->space == space_none)
        c->space = space_part(part);
    if (c->compare == cmp_none)
        c->compare = compare_part(part);
    if (c->round == round_none)
        c->round = round_part(part);
    if (c->combine == 0)
        c->combine = combine_part(part);
    if (part[0] == 'v' && part[1] >= '2' && part[1] <= '8' && !part[2])
        c->vector = part[1] - '0';
    if (part[0] == 'x' && part[1] >= '1' && part[1] <= '4' && !part[2])
        c->vector = part[1] - '0';
    c->high |= strcmp(part, "hi") == 0;
    c->wide |= strcmp(part, "wide") == 0;
    c->saturate |= strncmp(part, "sat", 3) == 0;
    c->carry_out |= strcmp(part, "cc") == 0;
    c->left |= strcmp(part, "l") == 0;
    c->wrap |= strcmp(part, "wrap") == 0;
    c->clamp |= strcmp(part, "clamp") == 0;
    c->to |= strcmp(part, "to") == 0;
    c->trans |= strcmp(part, "trans") == 0;
    c->nan |= strcmp(part, "NaN") == 0;
    c->barrier_arrive |= strcmp(part, "arrive") == 0;
    c->barrier_aligned |= strcmp(part, "aligned") == 0;
}

static char mode_of(const ptx_instruction *i)
{
    static const struct {
        const char *part;
        char mode;
    } modes[] = {{"up", 'u'},  {"down", 'd'}, {"bfly", 'b'},   {"idx", 'i'},
                 {"all", 'a'}, {"any", 'n'},  {"ballot", 'B'}, {"uni", 'U'},
                 {"f4e", 'f'}, {"b4e", 'b'},  {"rc8", '8'},    {"ecl", 'e'},
                 {"ecr", 'r'}, {"rc16", '6'}, {"popc", 'p'},   {"shiftamt", 's'}};
    for (size_t k = 0; k < sizeof modes / sizeof *modes; k++)
        if (ptx_has(i, modes[k].part))
            return modes[k].mode;
    return 0;
}

ptx_code ptx_decoded(const ptx_instruction *i)
{
    const char *name = i->parts[0];
    ptx_code c = {.does = does_of(i), .vector = 1, .mode = mode_of(i)};
    int types = 0;
    for (char **p = i->parts + 1; *p; p++)
        decode_part(&c, *p, &types);
    c.carry_in = strcmp(name, "addc") == 0 || strcmp(name, "subc") == 0 ||
                 strcmp(name, "madc") == 0;
    c.barrier_aligned |= strcmp(name, "bar") == 0;
    if (c.space == space_none)
        c.space = space_generic;
    return c;
}
