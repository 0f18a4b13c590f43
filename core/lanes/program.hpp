// Straight-line programs over rows of 256 lanes: what one step of a game, or its goals, comes to once the
// circuit is lowered to two-operand logic. Executors (interpreter, machine code) run the same program, so
// they agree bit for bit.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace woodstock::lanes {

enum class Op : std::uint8_t { kAnd, kAndNot, kOr, kXor };  // kAndNot: ~a & b

// Where a row lives: the state stepped from, the state stepped to, or the scratch rows of a run.
enum class Segment : std::uint8_t { kCurrent, kNext, kScratch };

struct Place {
  Segment segment;
  std::uint32_t row;
};

// A number in a program: an input, or the result of an instruction.
using LaneValue = std::uint32_t;

struct Instruction {
  Op op;
  LaneValue a, b;
};

struct Output {
  LaneValue value;
  Place place;
};

struct LaneProgram {
  std::vector<Place> inputs;              // value i is input i …
  std::vector<Instruction> instructions;  // … and value inputs.size() + i the result of instruction i
  std::vector<Output> outputs;            // sorted by value; an input may be an output too (a copy)
  std::uint32_t random_rows = 0;          // rows of fresh random bits it reads
  std::vector<std::uint32_t> open_moves;  // moves that may be chosen, ascending

  std::uint32_t value_count() const {
    return static_cast<std::uint32_t>(inputs.size() + instructions.size());
  }
  // Row operations a run takes, about.
  std::uint32_t cost() const { return static_cast<std::uint32_t>(instructions.size() + outputs.size()); }
};

// Builds a program: equal instructions are shared, constants folded, and what no output needs is dropped.
class Builder {
 public:
  // Rows of the scratch segment that hold the constants.
  static constexpr std::uint32_t kZeroRow = 0;
  static constexpr std::uint32_t kOnesRow = 1;
  static constexpr LaneValue kZero = 0;
  static constexpr LaneValue kOnes = 1;

  Builder();
  LaneValue input(Place place);
  LaneValue conjunction(LaneValue a, LaneValue b);
  LaneValue difference(LaneValue a, LaneValue b);  // a & ~b
  LaneValue disjunction(LaneValue a, LaneValue b);
  LaneValue exclusive(LaneValue a, LaneValue b);
  LaneValue complement(LaneValue a);
  void output(LaneValue value, Place place) { outputs_.push_back({value, place}); }

  LaneProgram finish() &&;

 private:
  struct Node {
    bool is_input;
    Place place;
    Instruction instruction;
  };
  LaneValue instruction(Op op, LaneValue a, LaneValue b);
  void grow_table();

  std::vector<Node> nodes_;
  std::vector<LaneValue> complement_;  // per value: its known complement, or itself
  std::vector<LaneValue> table_;       // open addressing: instructions by their hash, 0 where free
  std::unordered_map<std::uint64_t, LaneValue> inputs_;
  std::vector<Output> outputs_;
};

}  // namespace woodstock::lanes
