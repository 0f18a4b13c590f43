// Interpreter code for a row program: instructions are reordered into long runs of one operation, so that
// hardly any dispatch is left, and values get reusable rows after the scratch rows in use.
#pragma once

#include <cstdint>
#include <vector>

#include "lanes/kernel.hpp"
#include "lanes/program.hpp"

namespace woodstock::lanes {

class Interpreter {
 public:
  // The frame holds `fluents` current rows, then `fluents` next rows, then scratch rows of which those from
  // `first_free` on are for temporary values.
  Interpreter(const LaneProgram& program, std::uint32_t fluents, std::uint32_t first_free);

  // Scratch rows needed, temporary ones included.
  std::uint32_t scratch_rows() const { return scratch_rows_; }
  void run(const Kernel& kernel, Word256* frame) const {
    kernel.interpret(runs_.data(), static_cast<std::uint32_t>(runs_.size()), triples_.data(), frame);
  }

 private:
  std::vector<LaneRun> runs_;
  std::vector<Triple> triples_;
  std::uint32_t scratch_rows_;
};

}  // namespace woodstock::lanes
