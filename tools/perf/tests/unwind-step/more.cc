// SPDX-License-Identifier: GPL-2.0-only
/*
 * More code for the suite unwind-step: the C++ library with its exceptions, and parts of the C library
 * that are large or written by hand.
 */
#include <algorithm>
#include <clocale>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cwchar>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fnmatch.h>
#include <regex.h>
#include <sys/time.h>
#include <ucontext.h>

#define noinline __attribute__((noinline))

static volatile int sink;

/* ---- C++ ------------------------------------------------------------------------------------- */

struct guard {
	~guard()
	{
		sink = sink + 1;
	}
};

static noinline int thrower(int n)
{
	guard g;

	if (!n)
		throw std::runtime_error("thrown");
	return thrower(n - 1) + 1;
}

static noinline int exceptions()
{
	try {
		return thrower(3);
	} catch (const std::exception &e) {
		return e.what()[0];
	}
}

static noinline int strings()
{
	std::vector<std::string> words = {"one", "two", "three", "four", "five"};
	std::map<std::string, int> counts;
	std::ostringstream out;

	std::sort(words.begin(), words.end(),
		  [](const std::string &a, const std::string &b) { return a > b; });
	for (const auto &word : words)
		counts[word + word] += static_cast<int>(word.size());
	for (const auto &count : counts)
		out << count.first << ' ' << count.second << ' ' << 1.25 << '\n';
	return static_cast<int>(out.str().size());
}

/* ---- C --------------------------------------------------------------------------------------- */

static noinline int numbers()
{
	char text[80];
	double d = strtod("3.25e7", nullptr) + std::sin(0.5) + std::pow(1.5, 2.5) + std::fmod(7, 3);
	int a = 0, b = 0;

	snprintf(text, sizeof(text), "%.12g %a %#x %-8s %ls", d, d, 1234, "left", L"wide");
	sscanf("17 42", "%d %d", &a, &b);
	return static_cast<int>(strlen(text)) + a + b + static_cast<int>(strtoul("77", nullptr, 8));
}

static noinline int texts()
{
	char buf[200], copy[200], *rest = copy;
	regex_t re;
	int nr = 0;

	memset(buf, 'x', sizeof(buf) - 1);
	buf[199] = '\0';
	memcpy(copy, buf, sizeof(buf));
	memmove(copy + 1, copy, 100);
	strcpy(copy, "a,b,c");
	strcat(copy, ",d");
	while (strsep(&rest, ","))
		nr++;
	nr += memchr(buf, 'y', 199) != nullptr;
	nr += strchr(buf, 'z') != nullptr;
	nr += strstr("haystack with needle", "needle") != nullptr;
	nr += strncasecmp("ABC", "abd", 3) < 0;
	nr += fnmatch("*.c", "file.c", 0) == 0;
	if (!regcomp(&re, "a[bc]+d", REG_EXTENDED | REG_NOSUB)) {
		nr += regexec(&re, "xxabcbd", 0, nullptr, 0) == 0;
		regfree(&re);
	}
	return nr;
}

static noinline int times()
{
	time_t now = 86400 * 365;
	struct tm tm;
	struct timeval tv;
	char text[64];

	gmtime_r(&now, &tm);
	strftime(text, sizeof(text), "%Y-%m-%d", &tm);
	gettimeofday(&tv, nullptr);
	return text[0] + static_cast<int>(tv.tv_sec);
}

static noinline int memory()
{
	void *all[12];

	for (int i = 0; i < 12; i++)
		all[i] = malloc(10u << i);
	for (int i = 0; i < 12; i += 2)
		all[i] = realloc(all[i], 500);
	for (int i = 0; i < 12; i++)
		free(all[i]);
	return getenv("PATH") != nullptr;
}

static void handler(int)
{
	sink = sink + 1;
	sink = sink + (strlen("a handler") > 3);
}

static noinline void all()
{
	sink = sink + exceptions();
	sink = sink + strings();
	sink = sink + numbers();
	sink = sink + texts();
	sink = sink + times();
	sink = sink + memory();
}

int main()
{
	signal(SIGUSR1, handler);
	signal(SIGUSR2, handler);
	__asm__ volatile("int3");
	all();
	__asm__ volatile("int3");
	return 0;
}
