// SPDX-License-Identifier: GPL-2.0-only
/*
 * inlines [MS]: C++ whose frames are partly inlined.
 *
 * main -> store::fill<long>(…) -> store::Shelf<long>::put(…), which has inlined into it
 * store::Shelf<long>::flush(), and that has store::transfer(…) with the system call.
 */
#include <cstring>

#include <fcntl.h>

#include "tests/workloads/workload.h"

namespace store
{

static __always_inline_fn long transfer(int fd, void *data, long size)
{
	return syscall3(SYS_read, fd, (long)data, size);
}

template <typename T> class Shelf
{
      public:
	explicit Shelf(int fd) : fd_(fd)
	{
	}

	__attribute__((noinline)) long put(T item)
	{
		items_[used_++ % size] = item;
		return flush();
	}

      private:
	static constexpr unsigned long size = 8192;

	__always_inline_fn long flush()
	{
		return transfer(fd_, items_, sizeof(items_));
	}

	int fd_;
	unsigned long used_ = 0;
	T items_[size] = {};
};

template <typename T> static __attribute__((noinline)) long fill(Shelf<T> &shelf, double deadline)
{
	long sum = 0;

	while (now() < deadline)
		sum += shelf.put(static_cast<T>(sum));
	return sum;
}

} // namespace store

int main(int argc, char **argv)
{
	int fd = open("/dev/zero", O_RDONLY);

	if (fd < 0)
		die("/dev/zero");

	auto *shelf = new store::Shelf<long>(fd);
	long sum = store::fill(*shelf, arg_deadline(argc, argv, 1, 500));

	delete shelf;
	return sum < 0;
}
