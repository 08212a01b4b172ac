# embed.awk - recheck.hpp as lines of C, each of which a compiler takes, however many there are.

BEGIN {
    print "/* Made by kernels/facts/embed.awk. */"
    print "#include \"kernels/facts/fact.h\"\n"
    print "const char *const lck_recheck[] = {"
}

{
    gsub(/\\/, "&&")
    gsub(/"/, "\\\"")
    print "    \"" $0 "\\n\","
}

END { print "    NULL};" }
