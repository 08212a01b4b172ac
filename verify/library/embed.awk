# embed.awk - the files of the library as C: what `import <NAME>` reads.
#
#     awk -f embed.awk FILE.lay...

function quoted(line)
{
    gsub(/\\/, "\\\\", line)
    gsub(/"/, "\\\"", line)
    return "\"" line "\\n\""
}

BEGIN {
    print "/* Made by verify/library/embed.awk. */"
    print "#include \"verify/session/library.h\"\n"
    print "#include <stddef.h>"
}

# The lines of the file before end, and the names that it defines.
function end_file()
{
    print "    NULL};"
    printf "static const lcv_library_name names_%s[] = {\n%s    {NULL, 0}};\n", names[nfiles], defined
    defined = ""
}

FNR == 1 {
    if (nfiles)
        end_file()
    nfiles++
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/\.lay$/, "", name)
    names[nfiles] = name
    printf "\nstatic const char *const text_%s[] = {\n", name
}

/^let / {
    match($2, /^[A-Za-z0-9_]+/)
    defined = defined "    {\"" substr($2, 1, RLENGTH) "\", " (FNR - 1) "},\n"
}

{ print "    " quoted($0) "," }

END {
    end_file()
    print "\nconst lcv_library_file lcv_library[] = {"
    for (i = 1; i <= nfiles; i++)
        printf "    {\"%s\", text_%s, names_%s},\n", names[i], names[i], names[i]
    print "    {NULL, NULL, NULL}};"
}
