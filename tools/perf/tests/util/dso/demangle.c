// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "tests/tests.h"
#include "util/dso/demangle.h"

static int check(const char *name, const char *want)
{
	char *got = demangle_sym(name);

	if (!want)
		T_CHECK(!got);
	else
		T_STREQ(got, want);
	free(got);
	return TEST_OK;
}

static int test_cxx(void)
{
	T_RUN(check("_ZN4Deep5visitEii", "Deep::visit(int, int)"));
	T_RUN(check("_ZN5clone4testEv.isra.0", "clone::test() [clone .isra.0]"));
	T_RUN(check("_ZNSt6vectorIiSaIiEED2Ev",
		    "std::vector<int, std::allocator<int> >::~vector()"));
	T_RUN(check("_Znwm", "operator new(unsigned long)"));
	T_RUN(check("_GLOBAL__I_main", "global constructors keyed to main"));
	T_RUN(check("_GLOBAL_", NULL));
	return TEST_OK;
}

/* These are valid C++ types, but as symbols they are C functions. */
static int test_not_mangled(void)
{
	T_RUN(check("f", NULL));
	T_RUN(check("main", NULL));
	T_RUN(check("x", NULL));
	T_RUN(check("", NULL));
	T_RUN(check("_Z", NULL));
	T_RUN(check("_Zzz", NULL));
	T_RUN(check("_R", NULL));
	return TEST_OK;
}

static int test_rust_legacy(void)
{
	T_RUN(check("_ZN4core3fmt9Formatter3pad17h0123456789abcdefE", "core::fmt::Formatter::pad"));
	T_RUN(check("_ZN4core3fmt9Formatter3pad17h0123456789abcdefE.llvm.55AA",
		    "core::fmt::Formatter::pad"));
	T_RUN(check("_ZN4core3fmt9Formatter3pad17h0123456789abcdefE.exit.i.i",
		    "core::fmt::Formatter::pad.exit.i.i"));
	/* The hash is the last of those that look like one; it has 16 digits, in lower case. */
	T_RUN(check("_ZN4a17h17h0123456789abcdefE", "a17h"));
	T_RUN(check("_ZN3pad17h0123456789abcdeE", NULL));
	T_RUN(check("_ZN3pad17h0123456789abcdefEx", "pad::h0123456789abcdef(long long)"));
	T_RUN(check("_ZN3pad17h0123456789ABCDEFE", "pad::h0123456789ABCDEF"));
	T_RUN(check("_ZN71_$LT$Test$u20$$u2b$$u20$$u27$static$u20$as$u20$foo..Bar$LT$Test$GT$$GT$"
		    "3bar17h930b740aa94f1d3aE",
		    "<Test + 'static as foo::Bar<Test>>::bar"));
	return TEST_OK;
}

/* The names are those of Linux 7.2, tools/perf/tests/demangle-rust-v0-test.c. */
static int test_rust_v0(void)
{
	T_RUN(check("_RNvMsr_NtCs3ssYzQotkvD_3std4pathNtB5_7PathBuf3newCs15kBYyAo9fc_7mycrate",
		    "<std::path::PathBuf>::new"));
	T_RUN(check("_RNCNvCsgStHSCytQ6I_7mycrate4main0B3_", "mycrate::main::{closure#0}"));
	T_RUN(check("_RINvCsgStHSCytQ6I_7mycrate7examplelKj1_EB2_", "mycrate::example::<i32, 1>"));
	T_RUN(check("_RNvC1a1b", "a::b"));
	T_RUN(check("_RNvC1a1b.llvm.123", "a::b"));
	T_RUN(check("_RNvC1a1b.llvm.", "a::b"));
	T_RUN(check("_RNvC1a1b.llvm.0AF@9", "a::b"));
	T_RUN(check("_RNvC1a1b.llvm.12x", "a::b.llvm.12x"));
	T_RUN(check("_RNvC1a1b.x.llvm.12", "a::b.x"));
	T_RUN(check("_RNvC1a1b.cold", "a::b.cold"));
	return TEST_OK;
}

static int test_ocaml(void)
{
	T_RUN(check("camlStdlib__array__map_154", "Stdlib.array.map_154"));
	T_RUN(check("camlStdlib__anon_fn$5bstdlib$2eml$3a334$2c0$2d$2d54$5d_1453",
		    "Stdlib.anon_fn[stdlib.ml:334,0--54]_1453"));
	T_RUN(check("caml_main", NULL));
	T_RUN(check("camlA", "A"));
	T_RUN(check("camla", NULL));
	T_RUN(check("Caml_A", NULL));
	/* An underscore or a "$" alone is itself, and so is one with half a code. */
	T_RUN(check("camlA_b__$4g$g4$$41$Ff", "A_b.$4g$g4$A\xff"));
	T_RUN(check("camlA$4", "A$4"));
	T_RUN(check("camlA_", "A_"));
	T_RUN(check("camlA___b", "A._b"));
	return TEST_OK;
}

static int test_java(void)
{
	T_RUN(check("Ljava/lang/StringLatin1;equals([B[B)Z",
		    "java.lang.StringLatin1.equals(byte[], byte[])"));
	T_RUN(check("Ljava/util/zip/ZipUtils;CENSIZ([BI)J",
		    "java.util.zip.ZipUtils.CENSIZ(byte[], int)"));
	T_RUN(check("Ljava/lang/Object;<init>()V", "java.lang.Object<init>()"));
	T_RUN(check("LFoo;bar(Lbaz/Qux;[[I)V", "Foo.bar(baz.Qux, int[][])"));
	T_RUN(check("LA;m(BCDFIJSVZ)V",
		    "A.m(byte, char, double, float, int, long, short, void, boolean)"));
	T_RUN(check("La/b;m([[[J[Lc/d/E;)Lf/G;", "a.b.m(long[][][], c.d.E[])"));
	T_RUN(check("LA;()V", "A()"));
	T_RUN(check("LA;m([)V", NULL));
	T_RUN(check("LA;m(Lb)V", NULL));
	T_RUN(check("LA;m)", NULL));
	T_RUN(check("A;m()V", NULL));
	T_RUN(check("LFoo;bar(", NULL));
	T_RUN(check("LFoo;bar(Q)V", NULL));
	T_RUN(check("LFoo)", NULL));
	return TEST_OK;
}

/* Each parameter is a pair of the one before it: 2^n characters of n. */
static char *demangle_pairs(int nr)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	char name[512];
	size_t len = sprintf(name, "_Z1fSt4pairIiiE");
	int i;

	for (i = 0; i < nr; i++)
		len += sprintf(name + len, "S_IS%c_S%c_E", digits[i], digits[i]);
	return demangle_sym(name);
}

static int test_bomb(void)
{
	char *name = demangle_pairs(3);

	T_CHECK(name && strlen(name) > 100);
	free(name);
	T_CHECK(!demangle_pairs(30));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"C++ names, clones, operators", test_cxx},
	{"C names stay as they are", test_not_mangled},
	{"Rust names with a hash", test_rust_legacy},
	{"Rust v0 names", test_rust_v0},
	{"OCaml names", test_ocaml},
	{"Java names", test_java},
	{"a name that stands for gigabytes is left alone", test_bomb},
	{0},
};

const struct test_suite suite__demangle = {"demangle", "Mangled names are shown as written", cases};
