/* interrupt.h - Ctrl-C (SIGINT) ends the work of a session, not the program.
 *
 * The statement under way is reported as interrupted, and those after it are not begun
 * (lcv_session_interrupt). The third signal in a row ends the program at once, with the status
 * 130. Where the program was started with SIGINT ignored, it stays so.
 */
#ifndef LCV_INTERRUPT_H
#define LCV_INTERRUPT_H

#include "../session/script.h"

#define LCV_STATUS_INTERRUPTED 130

void lcv_interrupt_open(lcv_session *session);
/* Lets the session work again after an interruption. */
void lcv_interrupt_again(lcv_session *session);
void lcv_interrupt_close(void);

#endif
