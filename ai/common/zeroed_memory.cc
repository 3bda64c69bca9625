#include "ai/common/zeroed_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace boardwalk::ai {

namespace {

// What one entry of the processor's address translation cache (TLB) covers.
constexpr size_t kLargePage = 2 << 20;

}  // namespace

// Not by calloc: the address sanitizer would mark each byte, when the memory is
// taken and when it is given back, which takes longer than a short search. What
// lies beside the memory cannot be read or written instead.
ZeroedMemory::ZeroedMemory(size_t bytes) {
  const size_t page = bytes >= kLargePage
                          ? kLargePage
                          : static_cast<size_t>(sysconf(_SC_PAGESIZE));
  // Up to a boundary, and a page behind.
  if (bytes > std::numeric_limits<size_t>::max() - 2 * page) return;
  const size_t mapped = bytes + 2 * page;
  void* const mapping = mmap(nullptr, mapped, PROT_NONE,
                             MAP_PRIVATE | MAP_ANONYMOUS, /*fd=*/-1, 0);
  if (mapping == MAP_FAILED) return;
  const auto address = reinterpret_cast<uintptr_t>(mapping);
  auto* const start =
      reinterpret_cast<std::byte*>((address + page - 1) / page * page);
  decltype(memory_) memory(start, {mapping, mapped});
  if (mprotect(start, bytes, PROT_READ | PROT_WRITE) != 0) return;
#ifdef MADV_HUGEPAGE
  // Accesses are spread over the whole table: with small pages, misses of the
  // TLB take a sixth of the time of a quick search. A failed request does no
  // harm.
  if (page == kLargePage) madvise(start, bytes, MADV_HUGEPAGE);
#endif
  memory_ = std::move(memory);
}

void ZeroedMemory::Unmap::operator()(std::byte*) const {
  munmap(mapping, bytes);
}

}  // namespace boardwalk::ai
