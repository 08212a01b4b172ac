/* messages.c - errors and notes of a language of one's own, with their places quoted.
 *
 * headers: verify/language/source.h verify/language/diag.h
 */
#include <layoutcheck/verify/language/diag.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] = "first line\nlet size = 4 * rowz\n";

static void look(lcv_source *source)
{
    const char *word = strstr(source->text, "4 *");
    size_t offset = (size_t)(word - source->text);
    lcv_span line = lcv_source_line(source, offset);
    char *excerpt = lcv_source_excerpt(source, line, 12);
    printf("line of %zu bytes, in short: %s\n", line.end - line.begin, excerpt ? excerpt : "");
    free(excerpt);
    printf("shown as it is: %s; a character of 2 bytes: %zu\n",
           lcv_source_shown(source) == source->text ? "yes" : "no",
           lcv_utf8_length("\xc3\xa9", 2));
    lcv_source_pass(source, line.begin); /* what is before is done with */
}

static void err(lcv_source *source)
{
    static const char *const known[] = {"rows", "columns", "size"};
    const char *near[LCV_NEAR];
    size_t at = (size_t)(strstr(source->text, "rowz") - source->text);
    lcv_span word = {at, at + 4}, size = {at - 11, at - 7};
    lcv_diag diag = {0};
    lcv_diag_set_as(&diag, LCV_ERROR_NAME, source, word, "unknown name '%s'", "rowz");
    lcv_diag_prefix(&diag, "in '%s': ", "size");
    if (lcv_nearest_of("rowz", 3, known, near) == 1)
        lcv_diag_hint(&diag, "did you mean '%s'?", near[0]);
    lcv_diag_note(&diag, source, size, "it is needed here");
    char *lines = lcv_diag_to_str(&diag);
    printf("%s", lines ? lines : "");
    free(lines);
    lcv_diag_instead(&diag, "say what it is first");
    printf("%s: %s\n", lcv_error_name(diag.code), diag.hint);
    lcv_diag_clear(&diag);

    lcv_diag_set(&diag, source, word, "expected a number");
    lcv_diag_no_memory(&diag, word); /* the first error stays */
    printf("%s; of a context's code: %s\n", lcv_message(diag.message),
           lcv_error_name(lcv_error_of(LC_ERR_LIMIT)));
    lcv_diag_clear(&diag);
}

static void note(lcv_source *source)
{
    lcv_notes notes = {0};
    lcv_notes_add(&notes, source, (lcv_span){0, 5}, "this line does nothing");
    char *lines = lcv_note_to_str(&notes.note[0]);
    printf("%s", lines ? lines : "");
    free(lines);
    lcv_notes_clear(&notes);
}

int main(void)
{
    lcv_diag diag = {0};
    lcv_source *source = lcv_source_text("a.txt", text, strlen(text), &diag);
    if (!source || diag.failed)
        return 1;
    look(source);
    err(source);
    note(source);
    lcv_source_free(source);

    lcv_source *none = lcv_source_file("no-such-file.lay", &diag);
    printf("%s\n", lcv_message(diag.message));
    lcv_diag_clear(&diag);
    lcv_source_free(none);
    return 0;
}
/* prints
 *
 *     line of 19 bytes, in short: let size = 4...
 *     shown as it is: yes; a character of 2 bytes: 2
 *     a.txt:2:16: error: in 'size': unknown name 'rowz'
 *       let size = 4 * rowz
 *                      ^~~~
 *       did you mean 'rows'?
 *     a.txt:2:5: note: it is needed here
 *       let size = 4 * rowz
 *           ^~~~
 *     name: say what it is first
 *     expected a number; of a context's code: limit
 *     a.txt:1:1: note: this line does nothing
 *       first line
 *       ^~~~~
 *     cannot read 'no-such-file.lay': No such file or directory
 */
