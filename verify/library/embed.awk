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
    print "#include \"library.h\"\n"
    print "#include <stddef.h>"
}

FNR == 1 {
    if (nfiles++)
        print "    NULL};"
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/\.lay$/, "", name)
    names[nfiles] = name
    printf "\nstatic const char *const text_%s[] = {\n", name
}

{ print "    " quoted($0) "," }

END {
    print "    NULL};\n"
    print "const lcv_library_file lcv_library[] = {"
    for (i = 1; i <= nfiles; i++)
        printf "    {\"%s\", text_%s},\n", names[i], names[i]
    print "    {NULL, NULL}};"
}
