// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "tests/tests.h"
#include "util/profile/short-name.h"

struct pair {
	const char *whole, *want; /* want NULL: stays whole */
};

static int check(const struct pair *pair)
{
	char *got = short_name__new(pair->whole);

	if (pair->want)
		T_STREQ(got ? got : pair->whole, pair->want);
	else if (got)
		T_FAIL("'%s' became '%s'", pair->whole, got);
	free(got);
	return TEST_OK;
}

static int check_all(const struct pair *pairs, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		T_RUN(check(&pairs[i]));
	return TEST_OK;
}

#define CHECK_ALL(pairs) T_RUN(check_all(pairs, sizeof(pairs) / sizeof(*(pairs))))

static int test_arguments(void)
{
	static const struct pair pairs[] = {
		{"shop::Cart<int>::checkout(int)", "shop::Cart<…>::checkout"},
		{"void shop::Cart<int, std::less<int> >::checkout<long>(long) const",
		 "shop::Cart<…>::checkout<…>"},
		{"std::vector<int, std::allocator<int> >::~vector()", "std::vector<…>::~vector"},
		{"Deep::visit(int, int)", "Deep::visit"},
		{"f()", "f"},
		{"f<>()", "f<>"},
		{"f(void (*)(int), char const*)", "f"},
		{"f(int) const &", "f"},
		{"f(int) volatile && noexcept", "f"},
		{"std::map<int, A<(B)1> >::find", "std::map<…>::find"},
		{"A<((sizeof (int))>(4))>::f()", "A<…>::f"},
		{"A<&(B::operator>(B const&))>::f()", "A<…>::f"},
		{"A<&B::operator->>::f()", "A<…>::f"},
		{"std::function<void ()>::operator()() const", "std::function<…>::operator()"},
		{"std::string::size[abi:cxx11]() const", "std::string::size[abi:cxx11]"},
		{"f[abi:cxx11]<int>(int)", "f[abi:cxx11]<…>"},
	};

	CHECK_ALL(pairs);
	return TEST_OK;
}

static int test_return_types(void)
{
	static const struct pair pairs[] = {
		{"unsigned long f<char const*>(char const*)", "f<…>"},
		{"std::vector<int> const& ns::f<int>(int)", "ns::f<…>"},
		{"decltype(auto) f<int>(int)", "f<…>"},
		{"decltype ((g({parm#1}))+(1)) f<A>(A)", "f<…>"},
		{"auto f<int>(int)::{lambda(int)#1}::operator()<long>(long) const",
		 "f<…>::{lambda#1}::operator()<…>"},
		{"g(int)::T f<int>(int)", "f<…>"},
		/* A function that returns a pointer to a function stands inside of its type. */
		{"void (*f<int>(int))(char)", NULL},
	};

	CHECK_ALL(pairs);
	return TEST_OK;
}

static int test_operators(void)
{
	static const struct pair pairs[] = {
		{"operator<(A const&, A const&)", "operator<"},
		{"bool operator< <int>(A<int> const&, A<int> const&)", "operator< <…>"},
		{"std::ostream& std::operator<< <std::char_traits<char> >(std::ostream&, char const*)",
		 "std::operator<< <…>"},
		{"std::operator<<(std::ostream&, int)", "std::operator<<"},
		{"A::operator<=>(A const&) const", "A::operator<=>"},
		{"A::operator<<=(int)", "A::operator<<="},
		{"A::operator>>(int)", "A::operator>>"},
		{"bool operator><int>(A<int>, A<int>)", "operator><…>"},
		{"std::unique_ptr<int>::operator->() const", "std::unique_ptr<…>::operator->"},
		{"A* A::operator-><int>()", "A::operator-><…>"},
		{"A::operator->*(int)", "A::operator->*"},
		{"A operator-<int>(A)", "operator-<…>"},
		{"A::operator()(int)", "A::operator()"},
		{"int A::operator()<int>(int) const", "A::operator()<…>"},
		{"A::operator[](unsigned long)", "A::operator[]"},
		{"A::operator,(int)", "A::operator,"},
		{"A::operator+(int)", "A::operator+"},
		{"A::operator==(A const&) const", "A::operator=="},
		{"A::operator!() const", "A::operator!"},
		{"operator new(unsigned long)", "operator new"},
		{"operator new[](unsigned long)", "operator new[]"},
		{"operator delete(void*)", "operator delete"},
		{"A::operator bool() const", "A::operator bool"},
		{"A::operator unsigned long() const", "A::operator unsigned long"},
		{"A::operator char const*() const", "A::operator char const*"},
		{"A::operator std::vector<int>() const", "A::operator std::vector<…>"},
		{"operator\"\" _km(long double)", "operator\"\" _km"},
		{"my_operator<int>(int)", "my_operator<…>"},
		{"operators::f(int)", "operators::f"},
	};

	CHECK_ALL(pairs);
	return TEST_OK;
}

static int test_scopes(void)
{
	static const struct pair pairs[] = {
		{"(anonymous namespace)::f(int)", "(anonymous namespace)::f"},
		{"void (anonymous namespace)::f<int>(int)", "(anonymous namespace)::f<…>"},
		{"ns::(anonymous namespace)::A<int>::f() const",
		 "ns::(anonymous namespace)::A<…>::f"},
		{"main::{lambda(int)#1}::operator()(int) const", "main::{lambda#1}::operator()"},
		{"f(int)::{lambda()#1}::operator()() const::{lambda(char)#2}::operator()(char) const",
		 "f::{lambda#1}::operator()::{lambda#2}::operator()"},
		{"A::{lambda<typename $T0>($T0)#1}::operator()(int)",
		 "A::{lambda<…>#1}::operator()"},
		{"A::{unnamed type#1}::f()", "A::{unnamed type#1}::f"},
		{"f(int)::local", "f::local"},
		{"f::{lambda(int)#1)::g(int)", NULL},
		{"f[abi:cxx11)<int>(int)", NULL},
		{"non-virtual thunk to A<int>::f(int)", "non-virtual thunk to A<…>::f"},
		{"vtable for A<int>", "vtable for A<…>"},
		{"guard variable for f(int)::x", "guard variable for f::x"},
		{"TLS init function for (anonymous namespace)::x", NULL},
		{"f(int) [clone .isra.0] [clone .cold]", "f [clone .isra.0] [clone .cold]"},
		{"f(int) const [clone .cold]", "f [clone .cold]"},
		{"f<int>(int)@plt", "f<…>@plt"},
		{"f(int).cold", "f.cold"},
	};

	CHECK_ALL(pairs);
	return TEST_OK;
}

static int test_rust(void)
{
	static const struct pair pairs[] = {
		{"core::fmt::Formatter::pad::h0123456789abcdef", "core::fmt::Formatter::pad"},
		{"core::fmt::Formatter::pad::h0123456789abcdeg", NULL},
		{"core::ptr::drop_in_place<alloc::vec::Vec<u8>>", "core::ptr::drop_in_place<…>"},
		{"<alloc::vec::Vec<T,A> as core::ops::drop::Drop>::drop",
		 "<alloc::vec::Vec<…> as core::ops::drop::Drop>::drop"},
		{"<Test + 'static as foo::Bar<Test>>::bar", "<Test + 'static as foo::Bar<…>>::bar"},
		{"<std::path::PathBuf>::new", NULL},
		{"mycrate::example::<i32, 1>", "mycrate::example::<…>"},
		{"core::fmt::num::<impl core::fmt::Debug for Vec<u8>>::fmt",
		 "core::fmt::num::<impl core::fmt::Debug for Vec<…>>::fmt"},
		{"run::<alloc::boxed::Box<dyn core::ops::FnOnce(u8) -> u8>>", "run::<…>"},
		{"<F as core::ops::FnOnce<(A,)>>::call_once",
		 "<F as core::ops::FnOnce<…>>::call_once"},
		{"mycrate::main::{closure#0}", NULL},
		{"std::rt::lang_start::{{closure}}::h0123456789abcdef",
		 "std::rt::lang_start::{{closure}}"},
	};

	CHECK_ALL(pairs);
	return TEST_OK;
}

static int test_others(void)
{
	static const struct pair pairs[] = {
		{"void java.lang.String.<init>(char[], int)", "java.lang.String.<init>"},
		{"java.lang.StringLatin1.equals(byte[], byte[])", "java.lang.StringLatin1.equals"},
		{"main.(*Cart).Checkout", NULL},
		{"main.(*Cart[go.shape.int]).Checkout", NULL},
		{"LazyCompile:*walk /srv/a(b) c.js:12", NULL},
		{"RegExp:(a|b)", NULL},
		{"do_syscall_64", NULL},
		{"foo.constprop.0", NULL},
		{"bar(I)V", NULL},
		{"", NULL},
		{"()", NULL},
		{"<>", NULL},
	};

	CHECK_ALL(pairs);
	return TEST_OK;
}

static int test_unbalanced(void)
{
	static const struct pair pairs[] = {
		{"f<int", NULL},	 {"f(int", NULL},     {"f<int>>(int)", NULL},
		{"f(int))", NULL},	 {"f>(int)", NULL},   {"A<(>)::f(int)", NULL},
		{"A<[)>::f(int)", NULL}, {"f(int)x", NULL},   {"{lambda(int)#1", NULL},
		{"f<operator", NULL},	 {"operator<", NULL}, {"f(operator", NULL},
	};

	CHECK_ALL(pairs);
	return TEST_OK;
}

/* A demangled name may be long, and its brackets deep: neither memory nor the stack may suffer. */
static int test_deep(void)
{
	char deep[20001], wide[30001], *got;

	memset(deep, '(', 10000);
	memset(deep + 10000, ')', 10000);
	deep[0] = 'f';
	deep[20000] = '\0';
	T_CHECK(!short_name__new(deep));
	memset(deep + 1, '<', 9999);
	T_CHECK(!short_name__new(deep));
	memset(deep, '<', 10000);
	T_CHECK(!short_name__new(deep));
	for (size_t i = 0; i + 6 <= 30000; i += 6)
		memcpy(wide + i, "a<T>::", 6);
	wide[29998] = '\0';
	got = short_name__new(wide);
	T_CHECK(got);
	T_EQ(strlen(got), 5000 * strlen("a<…>::") - 2);
	free(got);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"template arguments and parameters are left out", test_arguments},
	{"return types are left out", test_return_types},
	{"operators keep their symbols", test_operators},
	{"scopes, lambdas and words before and after stay", test_scopes},
	{"names of Rust", test_rust},
	{"names of other languages", test_others},
	{"brackets that do not match: the whole name", test_unbalanced},
	{"deep and long names", test_deep},
	{0},
};

const struct test_suite suite__short_name = {
	"short-name", "Names of C++ and Rust are shortened without mistakes", cases};
