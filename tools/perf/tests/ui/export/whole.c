// SPDX-License-Identifier: GPL-2.0-only
/* All that export writes of one small trace, in each format that can be shown as text. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/folder.h"
#include "tests/small-trace.h"
#include "tests/tests.h"

static int check(const struct folder *folder, const char *options, const char *want)
{
	static struct said said;

	char command[256];

	snprintf(command, sizeof(command), "export -o - --kallsyms kallsyms %s", options);
	T_RUN(small_trace__run(folder, command, &said));
	T_STREQ(said.text, want);
	return TEST_OK;
}

static int folded(const struct folder *folder)
{
	T_RUN(check(folder, "-f folded",
		    "a \"named\" <one>;[program];do_read_[k] 1\n"
		    "a \"named\" <one>;do_read_[k] 2\n"
		    "program;[program];[program];[program];do_syscall_64_[k];do_read_[k] 7000000\n"
		    "program;[user stack lost];do_read_[k] 1\n"
		    "program;[user stack pending];do_read_[k] 1\n"));
	T_RUN(check(folder, "-f folded --counts",
		    "a \"named\" <one>;[program];do_read_[k] 1\n"
		    "a \"named\" <one>;do_read_[k] 2\n"
		    "program;[program];[program];[program];do_syscall_64_[k];do_read_[k] 7\n"
		    "program;[user stack lost];do_read_[k] 1\n"
		    "program;[user stack pending];do_read_[k] 1\n"));
	return check(folder, "-f folded --counts --no-marks",
		     "a \"named\" <one>;[program];do_read 1\n"
		     "a \"named\" <one>;do_read 2\n"
		     "program;[program];[program];[program];do_syscall_64;do_read 7\n"
		     "program;[user stack lost];do_read 1\n"
		     "program;[user stack pending];do_read 1\n");
}

static int test_folded(void)
{
	return folder__run(folded);
}

static int speedscope(const struct folder *folder)
{
	return check(
		folder, "-f speedscope | sed 's/},{\"/},\\n{\"/g'",
		"{\"$schema\": \"https://www.speedscope.app/file-format-schema.json\",\"exporter\": \"perf defer\",\"name\": \"cpu-clock of perf.data, in order of time\",\"shared\": {\"frames\": [{\"name\": \"0x300\",\"file\": \"/nowhere/bin/program\"},\n"
		"{\"name\": \"0x200\",\"file\": \"/nowhere/bin/program\"},\n"
		"{\"name\": \"0x100\",\"file\": \"/nowhere/bin/program\"},\n"
		"{\"name\": \"do_syscall_64\",\"file\": \"[kernel.kallsyms]\"},\n"
		"{\"name\": \"do_read\",\"file\": \"[kernel.kallsyms]\"},\n"
		"{\"name\": \"0x301\",\"file\": \"/nowhere/bin/program\"},\n"
		"{\"name\": \"0x302\",\"file\": \"/nowhere/bin/program\"},\n"
		"{\"name\": \"[user stack lost]\"},\n"
		"{\"name\": \"0x1000\",\"file\": \"/nowhere/bin/program\"},\n"
		"{\"name\": \"[user stack pending]\"},\n"
		"{\"name\": \"syscall\"},\n"
		"{\"name\": \"unknown\"}]},\"profiles\": [{\"type\": \"sampled\",\"name\": \"all threads\",\"unit\": \"nanoseconds\",\"startValue\": 0,\"endValue\": 7000005,\"samples\": [[0,1,2,3,4],[5,1,2,3,4],[6,1,2,3,4],[7,4],[4],[8,4],[9,4]],\"weights\": [3000000,2000000,2000000,1,2,1,1]},\n"
		"{\"type\": \"sampled\",\"name\": \"program 50\",\"unit\": \"nanoseconds\",\"startValue\": 0,\"endValue\": 7000002,\"samples\": [[0,1,2,3,4],[5,1,2,3,4],[6,1,2,3,4],[0,1,2,3,4],[7,4],[0,1,2,3,4],[5,1,2,3,4],[6,1,2,3,4],[9,4]],\"weights\": [1000000,1000000,1000000,1000000,1,1000000,1000000,1000000,1]},\n"
		"{\"type\": \"sampled\",\"name\": \"a \\\"named\\\" <one> 50/51\",\"unit\": \"nanoseconds\",\"startValue\": 0,\"endValue\": 3,\"samples\": [[4],[4],[8,4]],\"weights\": [1,1,1]},\n"
		"{\"type\": \"evented\",\"name\": \"entries into the kernel: program 50\",\"unit\": \"nanoseconds\",\"startValue\": 0,\"endValue\": 14007614,\"events\": [{\"type\": \"O\",\"frame\": 10,\"at\": 0},\n"
		"{\"type\": \"C\",\"frame\": 10,\"at\": 500000},\n"
		"{\"type\": \"O\",\"frame\": 10,\"at\": 1000000},\n"
		"{\"type\": \"C\",\"frame\": 10,\"at\": 1500000},\n"
		"{\"type\": \"O\",\"frame\": 10,\"at\": 2000000},\n"
		"{\"type\": \"C\",\"frame\": 10,\"at\": 2500000},\n"
		"{\"type\": \"O\",\"frame\": 10,\"at\": 3000000},\n"
		"{\"type\": \"C\",\"frame\": 10,\"at\": 3500000},\n"
		"{\"type\": \"O\",\"frame\": 11,\"at\": 4000000},\n"
		"{\"type\": \"C\",\"frame\": 11,\"at\": 4000000},\n"
		"{\"type\": \"O\",\"frame\": 10,\"at\": 9000000},\n"
		"{\"type\": \"C\",\"frame\": 10,\"at\": 9500000},\n"
		"{\"type\": \"O\",\"frame\": 10,\"at\": 10000000},\n"
		"{\"type\": \"C\",\"frame\": 10,\"at\": 10500000},\n"
		"{\"type\": \"O\",\"frame\": 10,\"at\": 11000000},\n"
		"{\"type\": \"C\",\"frame\": 10,\"at\": 11500000},\n"
		"{\"type\": \"O\",\"frame\": 11,\"at\": 13000000},\n"
		"{\"type\": \"C\",\"frame\": 11,\"at\": 13000000}]},\n"
		"{\"type\": \"evented\",\"name\": \"entries into the kernel: a \\\"named\\\" <one> 50/51\",\"unit\": \"nanoseconds\",\"startValue\": 0,\"endValue\": 14007614,\"events\": [{\"type\": \"O\",\"frame\": 11,\"at\": 7000000},\n"
		"{\"type\": \"C\",\"frame\": 11,\"at\": 8000000}]}]}\n");
}

static int test_speedscope(void)
{
	return folder__run(speedscope);
}

static int gecko(const struct folder *folder)
{
	T_RUN(check(
		folder, "-f gecko | gzip -dc | sed 's/.*\"extra\": //; s/,\"pages\".*//'",
		"[{\"label\": \"Ledger\",\"entries\": [{\"label\": \"samples\",\"format\": \"integer\",\"value\": 12},{\"label\": \"merged\",\"format\": \"integer\",\"value\": 8},{\"label\": \"kernel\",\"format\": \"integer\",\"value\": 2},{\"label\": \"lost\",\"format\": \"integer\",\"value\": 1},{\"label\": \"pending\",\"format\": \"integer\",\"value\": 1}]}]}\n"));
	return check(
		folder, "-f gecko | gzip -dc | sed 's/.*\"threads\": //; s/],\"/],\\n\"/g'",

		"[{\"processType\": \"default\",\"processName\": \"program\",\"processStartupTime\": 0,\"processShutdownTime\": null,\"registerTime\": 0,\"unregisterTime\": null,\"pausedRanges\": [],\n"
		"\"name\": \"program\",\"pid\": 50,\"tid\": \"50\",\"showMarkersInTimeline\": true,\"libs\": [{\"start\": 0,\"end\": 0,\"offset\": 0,\"arch\": \"\",\"name\": \"program\",\"path\": \"/nowhere/bin/program\",\"debugName\": \"program\",\"debugPath\": \"/nowhere/bin/program\",\"breakpadId\": \"abababababababababababababababababababab\",\"codeId\": \"abababababababababababababababababababab\"},{\"start\": 0,\"end\": 0,\"offset\": 0,\"arch\": \"\",\"name\": \"[kernel.kallsyms]\",\"path\": \"[kernel.kallsyms]\",\"debugName\": \"[kernel.kallsyms]\",\"debugPath\": \"[kernel.kallsyms]\",\"breakpadId\": \"\",\"codeId\": null}],\n"
		"\"stackTable\": {\"frame\": [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18],\n"
		"\"category\": [1,1,1,2,2,1,1,1,2,2,1,1,1,2,2,3,2,3,2],\n"
		"\"subcategory\": [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,5,0,6,0],\n"
		"\"prefix\": [null,0,1,2,3,null,5,6,7,8,null,10,11,12,13,null,15,null,17],\n"
		"\"length\": 19},\"frameTable\": {\"address\": [768,512,256,-1,-1,769,512,256,-1,-1,770,512,256,-1,-1,-1,-1,-1,-1],\n"
		"\"inlineDepth\": [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],\n"
		"\"category\": [1,1,1,2,2,1,1,1,2,2,1,1,1,2,2,3,2,3,2],\n"
		"\"subcategory\": [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,5,0,6,0],\n"
		"\"func\": [0,1,2,3,4,5,1,2,3,4,6,1,2,3,4,7,4,8,4],\n"
		"\"nativeSymbol\": [null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null],\n"
		"\"innerWindowID\": [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],\n"
		"\"implementation\": [null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null],\n"
		"\"line\": [null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null],\n"
		"\"column\": [null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null],\n"
		"\"optimizations\": [null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null],\n"
		"\"length\": 19},\"funcTable\": {\"name\": [2,3,4,5,6,7,8,9,10],\n"
		"\"isJS\": [false,false,false,false,false,false,false,false,false],\n"
		"\"relevantForJS\": [false,false,false,false,false,false,false,false,false],\n"
		"\"resource\": [0,0,0,1,1,0,0,-1,-1],\n"
		"\"fileName\": [null,null,null,null,null,null,null,null,null],\n"
		"\"lineNumber\": [null,null,null,null,null,null,null,null,null],\n"
		"\"columnNumber\": [null,null,null,null,null,null,null,null,null],\n"
		"\"length\": 9},\"resourceTable\": {\"lib\": [0,1],\n"
		"\"name\": [11,12],\n"
		"\"host\": [null,null],\n"
		"\"type\": [1,1],\n"
		"\"length\": 2},\"nativeSymbols\": {\"libIndex\": [],\n"
		"\"address\": [],\n"
		"\"name\": [],\n"
		"\"length\": 0},\"samples\": {\"time\": [0.000000,1.000000,2.000000,3.000000,4.000000,9.000000,10.000000,11.000000,13.000000],\n"
		"\"stack\": [4,9,14,4,16,4,9,14,18],\n"
		"\"weight\": [1.000000,1.000000,1.000000,1.000000,0.000001,1.000000,1.000000,1.000000,0.000001],\n"
		"\"weightType\": \"tracing-ms\",\"length\": 9},\"markers\": {\"name\": [0,0,0,0,1,0,0,0,1],\n"
		"\"startTime\": [0.000000,1.000000,2.000000,3.000000,4.000000,9.000000,10.000000,11.000000,13.000000],\n"
		"\"endTime\": [0.500000,1.500000,2.500000,3.500000,4.000000,9.500000,10.500000,11.500000,13.000000],\n"
		"\"phase\": [1,1,1,1,1,1,1,1,1],\n"
		"\"category\": [2,2,2,2,2,2,2,2,2],\n"
		"\"data\": [{\"type\": \"KernelEntry\",\"call\": \"syscall\",\"user\": \"program+0x100\",\"state\": \"unknown\",\"class\": \"merged\",\"samples\": 1,\"remaining\": 0.500000,\"cookie\": \"0x100000001\"},{\"type\": \"KernelEntry\",\"call\": \"syscall\",\"user\": \"program+0x100\",\"state\": \"unknown\",\"class\": \"merged\",\"samples\": 1,\"remaining\": 0.500000,\"cookie\": \"0x300000001\"},{\"type\": \"KernelEntry\",\"call\": \"syscall\",\"user\": \"program+0x100\",\"state\": \"unknown\",\"class\": \"merged\",\"samples\": 1,\"remaining\": 0.500000,\"cookie\": \"0x500000001\"},{\"type\": \"KernelEntry\",\"call\": \"syscall\",\"user\": \"program+0x100\",\"state\": \"unknown\",\"class\": \"merged\",\"samples\": 1,\"remaining\": 0.500000,\"cookie\": \"0x700000001\"},{\"type\": \"KernelEntry\",\"call\": \"unknown\",\"user\": \"[user stack lost]\",\"state\": \"unknown\",\"class\": \"lost\",\"samples\": 1,\"cookie\": \"0x2900000001\"},{\"type\": \"KernelEntry\",\"call\": \"syscall\",\"user\": \"program+0x100\",\"state\": \"unknown\",\"class\": \"merged\",\"samples\": 1,\"remaining\": 0.500000,\"cookie\": \"0x1300000001\"},{\"type\": \"KernelEntry\",\"call\": \"syscall\",\"user\": \"program+0x100\",\"state\": \"unknown\",\"class\": \"merged\",\"samples\": 1,\"remaining\": 0.500000,\"cookie\": \"0x1500000001\"},{\"type\": \"KernelEntry\",\"call\": \"syscall\",\"user\": \"program+0x100\",\"state\": \"unknown\",\"class\": \"merged\",\"samples\": 1,\"remaining\": 0.500000,\"cookie\": \"0x1700000001\"},{\"type\": \"KernelEntry\",\"call\": \"unknown\",\"user\": \"[user stack pending]\",\"state\": \"unknown\",\"class\": \"pending\",\"samples\": 1,\"cookie\": \"0x5100000001\"}],\n"
		"\"length\": 9},\"stringArray\": [\"syscall\",\"unknown\",\"program+0x300\",\"program+0x200\",\"program+0x100\",\"do_syscall_64\",\"do_read\",\"program+0x301\",\"program+0x302\",\"[user stack lost]\",\"[user stack pending]\",\"program\",\"[kernel.kallsyms]\"]},{\"processType\": \"default\",\"processName\": \"a \\\"named\\\" <one>\",\"processStartupTime\": 0,\"processShutdownTime\": null,\"registerTime\": 0,\"unregisterTime\": null,\"pausedRanges\": [],\n"
		"\"name\": \"a \\\"named\\\" <one>\",\"pid\": 50,\"tid\": \"51\",\"showMarkersInTimeline\": true,\"libs\": [{\"start\": 0,\"end\": 0,\"offset\": 0,\"arch\": \"\",\"name\": \"[kernel.kallsyms]\",\"path\": \"[kernel.kallsyms]\",\"debugName\": \"[kernel.kallsyms]\",\"debugPath\": \"[kernel.kallsyms]\",\"breakpadId\": \"\",\"codeId\": null},{\"start\": 0,\"end\": 0,\"offset\": 0,\"arch\": \"\",\"name\": \"program\",\"path\": \"/nowhere/bin/program\",\"debugName\": \"program\",\"debugPath\": \"/nowhere/bin/program\",\"breakpadId\": \"abababababababababababababababababababab\",\"codeId\": \"abababababababababababababababababababab\"}],\n"
		"\"stackTable\": {\"frame\": [0,1,2],\n"
		"\"category\": [2,1,2],\n"
		"\"subcategory\": [0,0,0],\n"
		"\"prefix\": [null,null,1],\n"
		"\"length\": 3},\"frameTable\": {\"address\": [-1,4096,-1],\n"
		"\"inlineDepth\": [0,0,0],\n"
		"\"category\": [2,1,2],\n"
		"\"subcategory\": [0,0,0],\n"
		"\"func\": [0,1,0],\n"
		"\"nativeSymbol\": [null,null,null],\n"
		"\"innerWindowID\": [0,0,0],\n"
		"\"implementation\": [null,null,null],\n"
		"\"line\": [null,null,null],\n"
		"\"column\": [null,null,null],\n"
		"\"optimizations\": [null,null,null],\n"
		"\"length\": 3},\"funcTable\": {\"name\": [1,2],\n"
		"\"isJS\": [false,false],\n"
		"\"relevantForJS\": [false,false],\n"
		"\"resource\": [0,1],\n"
		"\"fileName\": [null,null],\n"
		"\"lineNumber\": [null,null],\n"
		"\"columnNumber\": [null,null],\n"
		"\"length\": 2},\"resourceTable\": {\"lib\": [0,1],\n"
		"\"name\": [3,4],\n"
		"\"host\": [null,null],\n"
		"\"type\": [1,1],\n"
		"\"length\": 2},\"nativeSymbols\": {\"libIndex\": [],\n"
		"\"address\": [],\n"
		"\"name\": [],\n"
		"\"length\": 0},\"samples\": {\"time\": [5.000000,7.000000,7.000000],\n"
		"\"stack\": [0,0,2],\n"
		"\"weight\": [0.000001,0.000001,0.000001],\n"
		"\"weightType\": \"tracing-ms\",\"length\": 3},\"markers\": {\"name\": [0],\n"
		"\"startTime\": [7.000000],\n"
		"\"endTime\": [8.000000],\n"
		"\"phase\": [1],\n"
		"\"category\": [2],\n"
		"\"data\": [{\"type\": \"KernelEntry\",\"call\": \"unknown\",\"user\": \"program+0x1000\",\"state\": \"unknown\",\"class\": \"merged\",\"samples\": 1,\"remaining\": 1.000000,\"cookie\": \"0x3d00000001\"}],\n"
		"\"length\": 1},\"stringArray\": [\"unknown\",\"do_read\",\"program+0x1000\",\"[kernel.kallsyms]\",\"program\"]},{\"processType\": \"default\",\"processName\": \"[lost records]\",\"processStartupTime\": 0,\"processShutdownTime\": null,\"registerTime\": 0,\"unregisterTime\": null,\"pausedRanges\": [],\n"
		"\"name\": \"[lost records]\",\"pid\": -1,\"tid\": \"-1\",\"showMarkersInTimeline\": true,\"libs\": [],\n"
		"\"stackTable\": {\"frame\": [],\n"
		"\"category\": [],\n"
		"\"subcategory\": [],\n"
		"\"prefix\": [],\n"
		"\"length\": 0},\"frameTable\": {\"address\": [],\n"
		"\"inlineDepth\": [],\n"
		"\"category\": [],\n"
		"\"subcategory\": [],\n"
		"\"func\": [],\n"
		"\"nativeSymbol\": [],\n"
		"\"innerWindowID\": [],\n"
		"\"implementation\": [],\n"
		"\"line\": [],\n"
		"\"column\": [],\n"
		"\"optimizations\": [],\n"
		"\"length\": 0},\"funcTable\": {\"name\": [],\n"
		"\"isJS\": [],\n"
		"\"relevantForJS\": [],\n"
		"\"resource\": [],\n"
		"\"fileName\": [],\n"
		"\"lineNumber\": [],\n"
		"\"columnNumber\": [],\n"
		"\"length\": 0},\"resourceTable\": {\"lib\": [],\n"
		"\"name\": [],\n"
		"\"host\": [],\n"
		"\"type\": [],\n"
		"\"length\": 0},\"nativeSymbols\": {\"libIndex\": [],\n"
		"\"address\": [],\n"
		"\"name\": [],\n"
		"\"length\": 0},\"samples\": {\"time\": [],\n"
		"\"stack\": [],\n"
		"\"weight\": [],\n"
		"\"weightType\": \"tracing-ms\",\"length\": 0},\"markers\": {\"name\": [0],\n"
		"\"startTime\": [5.000000],\n"
		"\"endTime\": [null],\n"
		"\"phase\": [0],\n"
		"\"category\": [0],\n"
		"\"data\": [{\"type\": \"Lost\",\"records\": 3,\"cpu\": \"1\"}],\n"
		"\"length\": 1},\"stringArray\": [\"lost\"]}]}\n");
}

static int test_gecko(void)
{
	return folder__run(gecko);
}

/* ---- pprof ---- */

static uint64_t read_varint(const uint8_t **at, const uint8_t *end)
{
	uint64_t value = 0;

	for (unsigned int shift = 0; *at < end && shift < 64; shift += 7) {
		value |= (uint64_t)(**at & 0x7f) << shift;
		if (!(*(*at)++ & 0x80))
			break;
	}
	return value;
}

/* Prints the fields of a message: numbers, or in brackets all numbers of what is inside. */
static void print_message(FILE *out, const uint8_t *at, const uint8_t *end)
{
	while (at < end) {
		uint64_t key = read_varint(&at, end), size = read_varint(&at, end);
		const uint8_t *inner = at + size;

		fprintf(out, " %" PRIu64 ":", key >> 3);
		if ((key & 7) != 2) {
			fprintf(out, "%" PRIu64, size);
			continue;
		}
		fputc('[', out);
		while (at < inner && at < end) {
			fprintf(out, "%" PRIu64, read_varint(&at, inner));
			fputs(at < inner ? " " : "]", out);
		}
	}
}

/* Prints a line for each field of a profile: its number, then a string, a number or a message. */
static char *print_profile(const struct said *said)
{
	const uint8_t *at = (const uint8_t *)said->text, *end = at + said->size;
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	while (at < end) {
		uint64_t key = read_varint(&at, end), size = read_varint(&at, end);

		fprintf(out, "%" PRIu64, key >> 3);
		if ((key & 7) != 2) {
			fprintf(out, " %" PRIu64 "\n", size);
			continue;
		}
		if (size > (uint64_t)(end - at))
			size = end - at;
		if (key >> 3 == 6)
			fprintf(out, " '%.*s'", (int)size, (const char *)at);
		else
			print_message(out, at, at + size);
		fputc('\n', out);
		at += size;
	}
	fclose(out);
	return text;
}

static int pprof(const struct folder *folder)
{
	static struct said said;
	char *text;

	T_RUN(small_trace__run(folder, "export -o - --kallsyms kallsyms -f pprof | gzip -dc",
			       &said));
	text = print_profile(&said);
	T_STREQ(text,
		"1 1:1 2:2\n"
		"1 1:3 2:4\n"
		"14 3\n"
		"2 1:[1 2 3 4 5] 2:[3 3000000] 3:[8 5 16 6] 3:[8 7 24 50] 3:[8 8 24 50] 3:[8 9 16 10]\n"
		"2 1:[1 2 3 4 6] 2:[2 2000000] 3:[8 5 16 6] 3:[8 7 24 50] 3:[8 8 24 50] 3:[8 9 16 10]\n"
		"2 1:[1 2 3 4 7] 2:[2 2000000] 3:[8 5 16 6] 3:[8 7 24 50] 3:[8 8 24 50] 3:[8 9 16 10]\n"
		"2 1:[1 8] 2:[1 1] 3:[8 5 16 6] 3:[8 7 24 50] 3:[8 8 24 50] 3:[8 9 16 11]\n"
		"2 1:[1] 2:[2 2] 3:[8 5 16 12] 3:[8 7 24 50] 3:[8 8 24 51] 3:[8 9 16 13]\n"
		"2 1:[1 9] 2:[1 1] 3:[8 5 16 12] 3:[8 7 24 50] 3:[8 8 24 51] 3:[8 9 16 10]\n"
		"2 1:[1 10] 2:[1 1] 3:[8 5 16 6] 3:[8 7 24 50] 3:[8 8 24 50] 3:[8 9 16 14]\n"
		"4 1:1 2:1 3:18446744071578845200 4:[8 5]\n"
		"4 1:2 2:1 3:18446744071578845216 4:[8 4]\n"
		"4 1:3 2:2 3:256\n"
		"4 1:4 2:2 3:512\n"
		"4 1:5 2:2 3:768\n"
		"4 1:6 2:2 3:769\n"
		"4 1:7 2:2 3:770\n"
		"4 1:8 4:[8 8]\n"
		"4 1:9 2:2 3:4096\n"
		"4 1:10 4:[8 10]\n"
		"3 1:1 5:15 7:1 10:1\n"
		"3 1:2 5:16 6:17 7:1 10:1\n"
		"5 1:5 2:18\n"
		"5 1:4 2:19\n"
		"5 1:8 2:20\n"
		"5 1:10 2:21\n"
		"13 22\n"
		"13 23\n"
		"13 24\n"
		"13 25\n"
		"6 ''\n"
		"6 'samples'\n"
		"6 'count'\n"
		"6 'cpu-clock'\n"
		"6 'nanoseconds'\n"
		"6 'comm'\n"
		"6 'program'\n"
		"6 'pid'\n"
		"6 'tid'\n"
		"6 'class'\n"
		"6 'merged'\n"
		"6 'lost'\n"
		"6 'a \"named\" <one>'\n"
		"6 'kernel'\n"
		"6 'pending'\n"
		"6 '[kernel.kallsyms]_text'\n"
		"6 '/nowhere/bin/program'\n"
		"6 'abababababababababababababababababababab'\n"
		"6 'do_read'\n"
		"6 'do_syscall_64'\n"
		"6 '[user stack lost]'\n"
		"6 '[user stack pending]'\n"
		"6 'user stack merged: 8 samples'\n"
		"6 'user stack kernel: 2 samples'\n"
		"6 'user stack lost: 1 samples'\n"
		"6 'user stack pending: 1 samples'\n");
	free(text);
	return TEST_OK;
}

static int test_pprof(void)
{
	return folder__run(pprof);
}

static const struct test_case cases[] = {
	{"folded stacks", test_folded},
	{"a profile for speedscope", test_speedscope},
	{"a profile for the Firefox Profiler", test_gecko},
	{"a profile for pprof", test_pprof},
	{0},
};

const struct test_suite suite__export_whole = {"export-whole", "Whole exports of a small trace",
					       cases};
