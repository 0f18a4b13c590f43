// Machine code for a row program: straight-line AVX2 instructions with the rows in use kept in registers. As
// the whole future is known, the register given up is the one whose value is needed last (Belady 1966).
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/word256.hpp"
#include "lanes/program.hpp"

namespace woodstock::lanes {

class MachineCode {
 public:
  // Whether this build and this CPU can run machine code.
  static bool available();

  // Scratch rows from `first_free` on are for spilled values. Throws std::bad_alloc if the system grants no
  // executable memory.
  MachineCode(const LaneProgram& program, std::uint32_t first_free);
  MachineCode(const MachineCode&) = delete;
  MachineCode& operator=(const MachineCode&) = delete;
  ~MachineCode();

  // Scratch rows needed, spilled values included.
  std::uint32_t scratch_rows() const { return scratch_rows_; }
  std::size_t size() const { return size_; }
  void run(Word256* scratch, const Word256* current, Word256* next) const { entry_(scratch, current, next); }

 private:
  using Entry = void (*)(Word256* scratch, const Word256* current, Word256* next);
  Entry entry_ = nullptr;
  void* memory_ = nullptr;
  std::size_t mapped_ = 0;
  std::size_t size_ = 0;
  std::uint32_t scratch_rows_;
};

}  // namespace woodstock::lanes
