// Memory for the large tables of a search. All bytes are 0.
//
// Example:
//
//   const ZeroedMemory memory(size_t{64} << 20);
//   if (memory.Ok()) memory.start()[0] = std::byte{1};

#pragma once

#include <cstddef>
#include <memory>

namespace boardwalk::ai {

// The system provides a page when it is first written, so that a short game
// does not pay for a large table.
class ZeroedMemory {
 public:
  ZeroedMemory() = default;  // none
  explicit ZeroedMemory(size_t bytes);
  // False if the machine does not have the memory.
  bool Ok() const { return memory_ != nullptr; }
  // The first byte, on a boundary of pages: of large ones in a large table.
  std::byte* start() const { return memory_.get(); }

 private:
  // Gives the mapping back in which the memory is.
  struct Unmap {
    void* mapping;
    size_t bytes;
    void operator()(std::byte* start) const;
  };
  std::unique_ptr<std::byte, Unmap> memory_;
};

}  // namespace boardwalk::ai
