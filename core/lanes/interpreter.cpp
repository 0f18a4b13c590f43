#include "lanes/interpreter.hpp"

#include <array>
#include <limits>

namespace woodstock::lanes {

namespace {

constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

// Stays with one operation as long as an instruction of it is ready, the newest first.
std::vector<std::uint32_t> schedule(const LaneProgram& program) {
  const auto inputs = static_cast<std::uint32_t>(program.inputs.size());
  const auto count = static_cast<std::uint32_t>(program.instructions.size());
  std::vector<std::uint32_t> start(count + 1, 0), waiting(count, 0);
  const auto for_operands = [&](std::uint32_t i, auto visit) {
    const auto& [op, a, b] = program.instructions[i];
    if (a >= inputs) visit(a - inputs);
    if (b >= inputs) visit(b - inputs);
  };
  for (std::uint32_t i = 0; i < count; ++i) for_operands(i, [&](std::uint32_t o) { ++start[o + 1]; });
  for (std::uint32_t i = 0; i < count; ++i) start[i + 1] += start[i];
  std::vector<std::uint32_t> users(start.back()), fill(start.begin(), start.end() - 1);
  for (std::uint32_t i = 0; i < count; ++i)
    for_operands(i, [&](std::uint32_t o) {
      users[fill[o]++] = i;
      ++waiting[i];
    });

  std::array<std::vector<std::uint32_t>, 4> ready;
  const auto admit = [&](std::uint32_t i) {
    ready[static_cast<std::size_t>(program.instructions[i].op)].push_back(i);
  };
  for (auto i = count; i-- > 0;)
    if (waiting[i] == 0) admit(i);
  std::vector<std::uint32_t> order;
  while (order.size() < count) {
    std::size_t op = 0;
    for (std::size_t o = 1; o < 4; ++o)
      if (ready[o].size() > ready[op].size()) op = o;
    while (!ready[op].empty()) {
      const auto i = ready[op].back();
      ready[op].pop_back();
      order.push_back(i);
      for (auto u = start[i]; u < start[i + 1]; ++u)
        if (--waiting[users[u]] == 0) admit(users[u]);
    }
  }
  return order;
}

}  // namespace

Interpreter::Interpreter(const LaneProgram& program, std::uint32_t fluents, std::uint32_t first_free)
    : scratch_rows_(first_free) {
  const auto inputs = static_cast<std::uint32_t>(program.inputs.size());
  const auto row_of = [&](Place place) {
    return place.row + fluents * static_cast<std::uint32_t>(place.segment);
  };
  std::vector<std::uint32_t> row(program.value_count(), kNowhere), uses(program.value_count(), 0);
  std::vector<bool> temporary(program.value_count(), false);
  for (std::uint32_t v = 0; v < inputs; ++v) row[v] = row_of(program.inputs[v]);
  for (const auto& [value, place] : program.outputs)
    if (row[value] == kNowhere) row[value] = row_of(place);
  for (const auto& [op, a, b] : program.instructions) {
    ++uses[a];
    ++uses[b];
  }
  const auto append = [&](Op op, Triple triple) {
    if (runs_.empty() || runs_.back().op != static_cast<std::uint32_t>(op))
      runs_.push_back({static_cast<std::uint32_t>(op), 0});
    ++runs_.back().length;
    triples_.push_back(triple);
  };

  std::vector<std::uint32_t> free;
  const auto release = [&](LaneValue v) {
    if (--uses[v] == 0 && temporary[v]) free.push_back(row[v]);
  };
  for (const auto i : schedule(program)) {
    const auto& [op, a, b] = program.instructions[i];
    const auto from_a = row[a], from_b = row[b];
    release(a);
    release(b);
    const auto v = inputs + i;
    if (row[v] == kNowhere) {
      temporary[v] = true;
      if (free.empty()) free.push_back(2 * fluents + scratch_rows_++);
      row[v] = free.back();
      free.pop_back();
    }
    append(op, {row[v], from_a, from_b});
  }
  for (const auto& [value, place] : program.outputs)
    if (row[value] != row_of(place)) append(Op::kOr, {row_of(place), row[value], row[value]});
}

}  // namespace woodstock::lanes
