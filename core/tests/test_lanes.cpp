// Row programs on all executors against a plain evaluation, and the parts of `Lanes` that Python does not
// see.
#include <algorithm>
#include <atomic>
#include <vector>

#include "check.hpp"
#include "woodstock/lanes.hpp"
#include "woodstock/random.hpp"

using namespace woodstock;

namespace {

Word256 random_row(Random& random) {
  Word256 row;
  for (auto& word : row.word) word = random();
  return row;
}

Word256 apply(LaneOp op, const Word256& a, const Word256& b) {
  switch (op) {
    case LaneOp::kAnd:
      return a & b;
    case LaneOp::kAndNot:
      return ~a & b;
    case LaneOp::kOr:
      return a | b;
    default:
      return (a & ~b) | (~a & b);
  }
}

// Long programs with far-apart uses, so that registers run out and values are spilled.
void check_random_program(std::uint64_t seed) {
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
    program.instructions.push_back({static_cast<LaneOp>(random.below(4)), a, b});
  }
  for (std::uint32_t f = 0; f < fluents; ++f)
    program.outputs.push_back({random.below(program.value_count()), {Segment::kNext, f}});
  for (std::uint32_t i = 20; i < pinned; ++i)
    program.outputs.push_back({random.below(program.value_count()), {Segment::kScratch, i}});
  std::ranges::stable_sort(program.outputs, {}, &LaneOutput::value);

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
    return std::ranges::all_of(program.outputs, [&](const LaneOutput& output) {
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

void check_kernel(const LaneKernel& kernel, std::uint64_t seed) {
  Random random(seed);
  const std::uint32_t count = 1 + random.below(200), words = (count + 63) / 64 + 1;
  std::vector<Word256> rows(count), back(count);
  for (auto& row : rows) row = random_row(random);
  std::vector<std::uint64_t> bitsets(std::size_t{kLanes} * words, 0);
  kernel.gather(rows.data(), count, bitsets.data(), words);
  bool same = true;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    for (std::uint32_t i = 0; i < count; ++i)
      same = same && rows[i].test(lane) == (bitsets[lane * words + i / 64] >> (i % 64) & 1U);
  CHECK(same);
  kernel.scatter(back.data(), count, bitsets.data(), words);
  CHECK(back == rows);
  const auto mask = random_row(random);
  kernel.refill(back.data(), bitsets.data(), count, &mask);  // every lane of the mask gets lane 0's bits
  same = true;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    for (std::uint32_t i = 0; i < count; ++i)
      same = same && back[i].test(lane) == rows[i].test(mask.test(lane) ? 0 : lane);
  CHECK(same);
  CHECK(kernel.count(&mask) == mask.count());
  LaneRandom a{random_row(random), random_row(random), random_row(random), {}}, b = a;
  std::vector<Word256> first(50), second(50);
  kernel.randomise(&a, first.data(), 50);
  portable_kernel().randomise(&b, second.data(), 50);
  CHECK(first == second);
}

// One role with two moves; move 0 counts a fluent chain up, the game ends at its end.
Circuit chain(std::uint32_t length) {
  Circuit circuit(length + 1, {2}, -1);
  const auto go = signal_of(circuit.move_node(0));
  const auto at = [&](std::uint32_t f) { return signal_of(circuit.fluent_node(f)); };
  circuit.legal = {kTrue, kTrue};
  for (std::uint32_t f = 0; f <= length; ++f) {
    std::vector<Signal> ways{circuit.all_of({at(f), negate(go)})};
    if (f > 0) ways.push_back(circuit.all_of({at(f - 1), go}));
    circuit.next[f] = circuit.any_of(ways);
  }
  circuit.terminal = at(length);
  circuit.goals = {{0, 100, at(length)}};
  circuit.initial[0] = 1;
  return circuit;
}

void check_sample() {
  const Lanes lanes(chain(5));
  const auto scratch = make_lane_scratch();
  LaneTotals first, second;
  std::vector<std::vector<std::uint64_t>> states;
  std::vector<LaneStart> starts;
  for (std::uint32_t f = 0; f <= 5; ++f) states.push_back({std::uint64_t{1} << f});
  for (std::uint32_t f = 0; f <= 5; ++f) starts.push_back({states[f], 10 + 60 * f});
  CHECK(lanes.sample(*scratch, starts, 1, first));
  CHECK(first.sums[3] == 100 * 190);
  CHECK(first.playouts[5] == 310);
  // The same buffers for another game, then again for the first.
  const Lanes other(chain(90));
  LaneTotals third;
  const std::vector<std::uint64_t> origin{1, 0};
  const LaneStart far{origin, 300};
  CHECK(other.sample(*scratch, {&far, 1}, 1, third));
  CHECK(third.sums[0] == 100 * 300);
  CHECK(lanes.sample(*scratch, starts, 1, second));
  CHECK(first.steps == second.steps && first.sums == second.sums);
  std::atomic<bool> stop{true};
  LaneLimits limits;
  limits.stop = &stop;
  CHECK(!lanes.sample(*scratch, starts, 1, second, limits));
  LaneExpansion expansion;
  lanes.expand(*scratch, states[4], expansion);
  CHECK((expansion.successors == std::vector<std::uint64_t>{1U << 5, 1U << 4}));
  CHECK((expansion.successor_goals == std::vector<std::int32_t>{100, -1}));
  CHECK((expansion.successor_terminal == std::vector<std::uint8_t>{1, 0}));
}

// All playouts are cut off at the same step: no lane is left whose first move could be wanted.
void check_first_moves_at_the_cap() {
  const Lanes lanes(chain(90));
  const auto scratch = make_lane_scratch();
  const std::vector<std::uint64_t> origin{1, 0};
  const LaneStart start{origin, 700};
  LaneLimits limits;
  limits.max_steps = 3;
  LaneWants wants;
  wants.first_moves = true;
  LaneTotals totals;
  CHECK(lanes.sample(*scratch, {&start, 1}, 1, totals, limits, wants));
  CHECK(totals.steps == 3 * 700 && totals.unfinished == 700);
}

// Moves counted for groups of starts are those counted for the starts, with lanes that play once or again.
void check_groups() {
  const Lanes lanes(chain(5));
  const auto scratch = make_lane_scratch();
  std::vector<std::vector<std::uint64_t>> states;
  for (std::uint32_t f = 0; f < 4; ++f) states.push_back({std::uint64_t{1} << f});
  for (const std::uint32_t playouts : {20U, 200U}) {
    std::vector<LaneStart> starts;
    for (std::uint32_t f = 0; f < 4; ++f) starts.push_back({states[f], playouts, {}, f / 3});
    LaneWants wants;
    wants.all_moves = true;
    LaneTotals apart, together;
    CHECK(lanes.sample(*scratch, starts, 1, apart, {}, wants));
    wants.groups = 2;
    CHECK(lanes.sample(*scratch, starts, 1, together, {}, wants));
    const std::size_t moves = lanes.circuit().move_count();
    CHECK(together.all_counts.size() == 2 * moves && apart.all_counts.size() == 4 * moves);
    std::vector<std::int64_t> counts(2 * moves), sums(2 * moves);
    for (std::size_t f = 0; f < 4; ++f)
      for (std::size_t m = 0; m < moves; ++m) {
        counts[f / 3 * moves + m] += apart.all_counts[f * moves + m];
        sums[f / 3 * moves + m] += apart.all_sums[f * moves + m];
      }
    CHECK(together.all_counts == counts && together.all_sums == sums);
    CHECK(counts[0] == std::int64_t{3} * playouts);
    CHECK(apart.playouts == together.playouts && apart.sums == together.sums);
  }
}

}  // namespace

int main() {
  for (std::uint64_t seed = 0; seed < 200; ++seed) check_random_program(seed);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    check_kernel(portable_kernel(), seed);
    if (avx2_kernel() != nullptr) check_kernel(*avx2_kernel(), seed);
  }
  check_sample();
  check_first_moves_at_the_cap();
  check_groups();
  return finish();
}
