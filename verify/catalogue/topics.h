/* topics.h - all names of the language by what they are about, with an example of each.
 *
 * A name stands in one topic. Its neighbours there are its "see also". An example is an
 * expression, whose value `help` computes, or a claim, which it proves; it has a value, and the
 * claim holds. The first topic are the words that begin statements; their examples are
 * statements.
 */
#ifndef LCV_TOPICS_H
#define LCV_TOPICS_H

#include <stddef.h>

typedef struct {
    const char *name, *example; /* a name of NULL ends the entries */
} lcv_entry;

typedef struct {
    const char *title;
    const lcv_entry *entry;
} lcv_topic;

/* The i-th topic; NULL past the last. */
const lcv_topic *lcv_topic_at(size_t i);
/* The topic of a name, and the number of its entry there; NULL: there is none. */
const lcv_topic *lcv_topic_of(const char *name, size_t *place);

#endif
