#include <layoutcheck/layoutcheck.hpp>

#include "cute.hpp"

using namespace cute;
using Threads = Layout<tuple<tuple<C<4>, C<8>>, C<2>>, tuple<tuple<C<16>, C<1>>, C<8>>>;

template <class TV>
static void copy(TV const &tv, int n)
{
    for (int i = 0; i < 3; i++)
        LAYOUTCHECK_CLAIM("partitions", tv, std::make_tuple(8, n));
}

int main()
{
    Threads tv;
    LAYOUTCHECK_LET("tv", tv);
    copy(tv, 8);
    LAYOUTCHECK_CLAIM("size(tv) == 64");
    LAYOUTCHECK_REFUTE("injective", Layout<tuple<C<2>, C<2>>, tuple<C<1>, C<1>>>{});
    LAYOUTCHECK_SHOW(tv);
    LAYOUTCHECK_CLAIM("conflict_free", tv, "bytes=4", "width=4");
    copy(tv, 16);
    return 0;
}
