/* loop.h - for x in VALUES: a statement done for each value.
 *
 *     for s in [S<2,3,3>, S<3,3,3>] prove conflict_free(s o A)
 *     for n in 1..8 prove injective(n:2)
 *
 * Each value has an outcome of its own, whose text says for which value it is. The values are
 * those of a list, of a name for one, or the integers of a range. A loop without values has one
 * outcome, with a note.
 */
#ifndef LCV_LOOP_H
#define LCV_LOOP_H

#include "session.h"
#include "../language/ast.h"

void lcv_run_loop(lcv_session *session, lcv_module *m, const lcv_stmt *stmt,
                  const lcv_listener *listener);

#endif
