/* lanes.c - instructions by which the lanes of a warp tell one another something. Lanes that
 * are named and are not in the group are told of (watch_absent), and count for nothing.
 */
#include "machine.h"
#include "values.h"
#include "watch.h"

/* The lanes that one of them does it with; others of the group may do it with others. */
static uint32_t members(const step *s, int operand, uint32_t lane)
{
    const ptx_instruction *i = s->i;
    if (operand >= i->operands)
        return s->mask;
    uint32_t named = (uint32_t)step_operand(s, &i->operand[operand], (int)lane);
    if (named & s->w->live & ~s->mask)
        watch_absent(s->m->watch, i);
    return named & s->mask;
}

/* Where a lane of shfl takes its value from: the PTX manual's pseudocode. */
static int source(char mode, int lane, int b, int c, bool *inside)
{
    int most = c & 31, part = c >> 8 & 31;
    int least = lane & part, top = (lane & part) | (most & ~part), j = lane;
    b &= 31;
    switch (mode) {
    case 'u':
        j = lane - b;
        *inside = j >= top;
        break;
    case 'd':
        j = lane + b;
        *inside = j <= top;
        break;
    case 'b':
        j = lane ^ b;
        *inside = j <= top;
        break;
    default:
        j = least | (b & ~part);
        *inside = j <= top;
        break;
    }
    return *inside ? j : lane;
}

static void shfl_run(step *s)
{
    const ptx_instruction *i = s->i;
    uint64_t was[32];
    members(s, 4, (uint32_t)__builtin_ctz(s->mask));
    for (int lane = 0; lane < 32; lane++)
        was[lane] = step_operand(s, &i->operand[1], lane);
    LANES(s->mask, lane)
    {
        bool inside;
        int b = (int)step_operand(s, &i->operand[2], (int)lane);
        int c = (int)step_operand(s, &i->operand[3], (int)lane);
        int j = source(i->code->mode, (int)lane, b, c, &inside);
        step_set(s, &i->operand[0], (int)lane, was[j]);
        if (i->operand[0].other >= 0)
            step_register(s, i->operand[0].other)[lane] = inside;
    }
}

static void vote_run(step *s)
{
    const ptx_instruction *i = s->i;
    LANES(s->mask, lane)
    {
        uint32_t named = members(s, 2, lane), yes = 0;
        for (int other = 0; other < 32; other++)
            if (named >> other & 1 && step_operand(s, &i->operand[1], other) & 1)
                yes |= UINT32_C(1) << other;
        step_set(s, &i->operand[0], (int)lane,
                 i->code->mode == 'B'   ? yes
                 : i->code->mode == 'a' ? yes == named
                 : i->code->mode == 'n' ? yes != 0
                                        : yes == 0 || yes == named);
    }
}

static void match_run(step *s)
{
    const ptx_instruction *i = s->i;
    bool all = i->code->mode == 'a';
    uint64_t of[32];
    LANES(s->mask, lane)
    of[lane] = step_operand(s, &i->operand[1], (int)lane);
    LANES(s->mask, lane)
    {
        uint32_t named = members(s, 2, lane), same = 0;
        for (int other = 0; other < 32; other++)
            if (named >> other & 1 && of[lane] == of[other])
                same |= UINT32_C(1) << other;
        step_set(s, &i->operand[0], (int)lane, all && same != named ? 0 : same);
        if (i->operand[0].other >= 0)
            step_register(s, i->operand[0].other)[lane] = same == named;
    }
}

static void redux_run(step *s)
{
    const ptx_instruction *i = s->i;
    ptx_code how = *i->code;
    uint64_t of[32];
    LANES(s->mask, lane)
    of[lane] = step_operand(s, &i->operand[1], (int)lane);
    LANES(s->mask, lane)
    {
        uint32_t named = members(s, 2, lane);
        bool first = true;
        uint64_t total = 0;
        for (int other = 0; other < 32; other++)
            if (named >> other & 1) {
                total = first ? of[other] : ptx_combined(&how, total, of[other], 0);
                first = false;
            }
        step_set(s, &i->operand[0], (int)lane, total);
    }
}

void lanes_run(step *s)
{
    const ptx_instruction *i = s->i;
    if (!s->mask)
        return;
    switch (i->code->does) {
    case code_shfl: shfl_run(s); return;
    case code_vote: vote_run(s); return;
    case code_match: match_run(s); return;
    case code_redux: redux_run(s); return;
    default: break;
    }
    int leader = __builtin_ctz(s->mask);
    LANES(s->mask, lane)
    {
        step_set(s, &i->operand[0], (int)lane,
                 i->code->does == code_elect ? (uint64_t)leader : s->mask);
        if (i->operand[0].other >= 0)
            step_register(s, i->operand[0].other)[lane] = (int)lane == leader;
    }
}
