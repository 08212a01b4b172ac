#include "config.h"

#include "module.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "library.h"
#include "session.h"

void lcv_module_free(lcv_module *m)
{
    if (!m)
        return;
    lcv_scope_clear(&m->scope);
    lcv_scope_clear(&m->plans);
    lcv_scope_clear(&m->kernels);
    lcv_diag_clear(&m->problem);
    lcv_source_free(m->source);
    free(m->asked);
    free(m);
}

lcv_module *lcv_module_new(lcv_source *source)
{
    lcv_module *m = source ? calloc(1, sizeof *m) : NULL;
    if (m)
        m->source = source;
    else
        lcv_source_free(source);
    return m;
}

static lcv_module *find_module(const lcv_session *session, const char *path)
{
    lcv_module *m = path ? session->modules : NULL;
    while (m && (!m->source->path || strcmp(m->source->path, path) != 0))
        m = m->next;
    return m;
}

lcv_module *lcv_module_open(lcv_session *session, const char *path, lcv_diag *diag)
{
    lcv_diag problem = {0};
    lcv_source *source = lcv_source_file(path, &problem);
    lcv_module *m = source ? find_module(session, source->path) : NULL;
    bool readable = source && (!problem.failed || problem.source);
    if (m || !readable) {
        lcv_source_free(source);
    } else if ((m = lcv_module_new(source))) {
        m->problem = problem;
        problem = (lcv_diag){0};
        m->next = session->modules;
        session->modules = m;
    }
    if (!m)
        lcv_diag_set_as(diag, problem.failed ? problem.code : LCV_ERROR_MEMORY, NULL,
                        (lcv_span){0, 0}, "%s", lcv_message(problem.message));
    lcv_diag_clear(&problem);
    return m;
}

static lcv_module *make_library(lcv_session *session, const lcv_library_file *file)
{
    lc_text name = {0}, text = {0};
    lcv_diag ignored = {0};
    lc_text_printf(&name, "<%s>", file->name);
    for (const char *const *line = file->line; *line; line++)
        lc_text_add(&text, *line);
    lcv_source *source = text.failed ? NULL
                                     : lcv_source_text(lc_text_peek(&name), lc_text_peek(&text),
                                                       text.length, &ignored);
    lcv_module *m = lcv_module_new(source);
    lc_text_free(&name);
    lc_text_free(&text);
    lcv_diag_clear(&ignored);
    if (m) {
        m->library = file->name;
        m->next = session->modules;
        session->modules = m;
    }
    return m;
}

lcv_module *lcv_module_library(lcv_session *session, const char *name)
{
    const lcv_library_file *file = lcv_library;
    lcv_module *m = session->modules;
    while (m && (!m->library || strcmp(m->library, name) != 0))
        m = m->next;
    while (!m && file->name && strcmp(file->name, name) != 0)
        file++;
    return m || !file->name ? m : make_library(session, file);
}

lcv_module *lcv_module_asked(const lcv_session *session, const char *path)
{
    lcv_module *m = session->modules;
    while (m && (!m->asked || strcmp(m->asked, path) != 0))
        m = m->next;
    return m;
}

char *lcv_module_path(const lcv_module *from, const char *path)
{
    const char *name = from->source->name;
    const char *slash = from->source->path ? strrchr(name, '/') : NULL;
    lc_text text = {0};
    if (path[0] != '/' && slash)
        lc_text_add_bytes(&text, name, (size_t)(slash + 1 - name));
    else if (strcmp(path, "-") == 0)
        lc_text_add(&text, "./"); /* a file of this name, not the standard input */
    lc_text_add(&text, path);
    return lc_text_take(NULL, &text);
}
