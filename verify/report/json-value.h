/* json-value.h - records of --format=json, and values, integers and tuples in them.
 *
 * Each record is an object on a line of its own. It begins with `version`, the version of the
 * form, which changes when a field changes its meaning or goes, and `record`, what it tells of;
 * report.schema.json describes all of them.
 *
 * Integers are JSON integers, and strings of digits past 64 bits. A tuple is an array of such
 * and of arrays; strides that are no integers are strings of the language, "6e1", "f5"; `_` is
 * "_". Objects are owned by the caller; where memory runs out, parts of them are missing.
 */
#ifndef LCV_JSON_VALUE_H
#define LCV_JSON_VALUE_H

#ifdef HAVE_JANSSON

#include <jansson.h>
#include <stdio.h>

#include "../value/value.h"

#define LCV_JSON_VERSION 2

/* An object that begins with these two. */
json_t *lcv_json_record(const char *record);
/* Prints it on a line, flushes, so that it can be read at once, and frees it. */
void lcv_json_print(FILE *out, json_t *record);

/* A string; bytes that are not UTF-8 (of a file's name) become '?'. */
json_t *lcv_json_string(const char *text);
/* Puts a text under a key; nothing where it is NULL. */
void lcv_json_put(json_t *object, const char *key, const char *text);
void lcv_json_put_number(json_t *object, const char *key, size_t number);

/* The integer of these digits; another text is a string. */
json_t *lcv_json_integer(const char *digits);
/* A tuple as it is printed, "(1,(0,2))". */
json_t *lcv_json_tuple(const char *text);
/* The parts of a text between commas, as strings. */
json_t *lcv_json_list(const char *text);

/* `text`: the literal, or, of relations, what was asked for instead. */
json_t *lcv_json_value(lc_ctx *ctx, const lcv_value *v, const char *text);

#endif
#endif
