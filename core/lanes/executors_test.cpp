// Row programs on all executors against a plain evaluation.
#include <algorithm>
#include <vector>

#include "base/random.hpp"
#include "lanes/emitter.hpp"
#include "lanes/interpreter.hpp"
#include "testing/random_row.hpp"
#include "third_party/doctest.h"

using namespace woodstock;
using namespace woodstock::lanes;

namespace {

Word256 apply(Op op, const Word256& a, const Word256& b) {
  switch (op) {
    case Op::kAnd:
      return a & b;
    case Op::kAndNot:
      return ~a & b;
    case Op::kOr:
      return a | b;
    default:
      return (a & ~b) | (~a & b);
  }
}

// Long programs with far-apart uses, so that registers run out and values are spilled.
void check_random_program(std::uint64_t seed) {
  CAPTURE(seed);
  Random random(seed);
  const std::uint32_t fluents = 1 + random.below(40), pinned = 40;
  LaneProgram program;
  for (std::uint32_t f = 0; f < fluents; ++f) program.inputs.push_back({Segment::kCurrent, f});
  for (std::uint32_t i = 0; i < 5; ++i) program.inputs.push_back({Segment::kScratch, i});
  const auto count = random.below(600);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto values = program.value_count();
    const auto recent = [&] { return values - 1 - random.below(std::min<std::uint32_t>(values, 24)); };
    const auto a = random.below(3) == 0 ? random.below(values) : recent();
    auto b = random.below(3) == 0 ? random.below(values) : recent();
    if (a == b) b = (a + 1) % values;
    if (a == b) continue;
    program.instructions.push_back({static_cast<Op>(random.below(4)), a, b});
  }
  for (std::uint32_t f = 0; f < fluents; ++f)
    program.outputs.push_back({random.below(program.value_count()), {Segment::kNext, f}});
  for (std::uint32_t i = 20; i < pinned; ++i)
    program.outputs.push_back({random.below(program.value_count()), {Segment::kScratch, i}});
  std::ranges::stable_sort(program.outputs, {}, &Output::value);

  const Interpreter interpreter(program, fluents, pinned);
  std::vector<Word256> before(2 * fluents + interpreter.scratch_rows());
  for (auto& row : before) row = random_row(random);
  const auto at = [&](Place place) {
    return place.row + fluents * static_cast<std::uint32_t>(place.segment);
  };
  std::vector<Word256> value;
  for (const auto& place : program.inputs) value.push_back(before[at(place)]);
  for (const auto& [op, a, b] : program.instructions) value.push_back(apply(op, value[a], value[b]));
  const auto correct = [&](const std::vector<Word256>& frame) {
    return std::ranges::all_of(program.outputs, [&](const Output& output) {
      return frame[at(output.place)] == value[output.value];
    });
  };

  auto frame = before;
  interpreter.run(portable_kernel(), frame.data());
  CHECK(correct(frame));
  if (avx2_kernel() != nullptr) {
    frame = before;
    interpreter.run(*avx2_kernel(), frame.data());
    CHECK(correct(frame));
  }
  if (MachineCode::available()) {
    const MachineCode code(program, pinned);
    frame = before;
    frame.resize(std::max<std::size_t>(frame.size(), 2 * fluents + code.scratch_rows()));
    code.run(frame.data() + 2 * fluents, frame.data(), frame.data() + fluents);
    CHECK(correct(frame));
  }
}

}  // namespace

TEST_CASE("interpreter, AVX2 interpreter and machine code do what a program says") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) check_random_program(seed);
}
