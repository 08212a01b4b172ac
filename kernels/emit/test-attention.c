/* test-attention.c - the test of attention. */
#include "config.h"

#include "emitter.h"

void lck_put_attention_test(lck_emitter *e)
{
    (void)e;
}
