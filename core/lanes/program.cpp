#include "lanes/program.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/random.hpp"

namespace woodstock::lanes {

namespace {

std::uint64_t hash_of(Op op, LaneValue a, LaneValue b) {
  return mix64((std::uint64_t{a} << 32 | b) * 4 + static_cast<std::uint64_t>(op));
}

}  // namespace

Builder::Builder() {
  input({Segment::kScratch, kZeroRow});
  input({Segment::kScratch, kOnesRow});
  complement_[kZero] = kOnes;
  complement_[kOnes] = kZero;
}

LaneValue Builder::input(Place place) {
  const auto key = std::uint64_t{place.row} << 2 | static_cast<std::uint64_t>(place.segment);
  const auto [at, fresh] = inputs_.try_emplace(key, static_cast<LaneValue>(nodes_.size()));
  if (fresh) {
    nodes_.push_back({true, place, {}});
    complement_.push_back(at->second);
  }
  return at->second;
}

LaneValue Builder::instruction(Op op, LaneValue a, LaneValue b) {
  if (op != Op::kAndNot && a > b) std::swap(a, b);
  if (2 * nodes_.size() >= table_.size()) grow_table();
  const auto mask = table_.size() - 1;
  auto at = hash_of(op, a, b) & mask;
  for (; table_[at] != 0; at = (at + 1) & mask) {
    const auto& known = nodes_[table_[at]].instruction;
    if (known.op == op && known.a == a && known.b == b) return table_[at];
  }
  const auto value = static_cast<LaneValue>(nodes_.size());
  table_[at] = value;
  nodes_.push_back({false, {}, {op, a, b}});
  complement_.push_back(value);
  return value;
}

void Builder::grow_table() {
  table_.assign(std::max<std::size_t>(1024, 4 * std::bit_ceil(nodes_.size())), 0);
  const auto mask = table_.size() - 1;
  for (std::size_t v = 0; v < nodes_.size(); ++v) {
    if (nodes_[v].is_input) continue;
    const auto& [op, a, b] = nodes_[v].instruction;
    auto at = hash_of(op, a, b) & mask;
    while (table_[at] != 0) at = (at + 1) & mask;
    table_[at] = static_cast<LaneValue>(v);
  }
}

LaneValue Builder::conjunction(LaneValue a, LaneValue b) {
  if (a == kZero || b == kZero) return kZero;
  if (a == b || b == kOnes) return a;
  if (a == kOnes) return b;
  if (complement_[a] == b) return kZero;
  return instruction(Op::kAnd, a, b);
}

LaneValue Builder::difference(LaneValue a, LaneValue b) {
  if (a == kZero || b == kOnes || a == b) return kZero;
  if (b == kZero) return a;
  if (a == kOnes) return complement(b);
  if (complement_[b] != b) return conjunction(a, complement_[b]);
  return instruction(Op::kAndNot, b, a);
}

LaneValue Builder::disjunction(LaneValue a, LaneValue b) {
  if (a == kOnes || b == kOnes) return kOnes;
  if (a == b || b == kZero) return a;
  if (a == kZero) return b;
  if (complement_[a] == b) return kOnes;
  return instruction(Op::kOr, a, b);
}

LaneValue Builder::exclusive(LaneValue a, LaneValue b) {
  if (a == b) return kZero;
  if (a == kZero) return b;
  if (b == kZero) return a;
  if (a == kOnes) return complement(b);
  if (b == kOnes) return complement(a);
  if (complement_[a] == b) return kOnes;
  return instruction(Op::kXor, a, b);
}

LaneValue Builder::complement(LaneValue a) {
  if (complement_[a] != a) return complement_[a];
  const auto result = instruction(Op::kXor, kOnes, a);
  complement_[a] = result;
  complement_[result] = a;
  return result;
}

LaneProgram Builder::finish() && {
  std::vector<bool> needed(nodes_.size(), false);
  for (const auto& output : outputs_) needed[output.value] = true;
  for (auto v = nodes_.size(); v-- > 0;) {
    if (!needed[v] || nodes_[v].is_input) continue;
    needed[nodes_[v].instruction.a] = true;
    needed[nodes_[v].instruction.b] = true;
  }
  LaneProgram program;
  std::vector<LaneValue> image(nodes_.size(), 0);
  for (std::size_t v = 0; v < nodes_.size(); ++v)
    if (needed[v] && nodes_[v].is_input) {
      image[v] = static_cast<LaneValue>(program.inputs.size());
      program.inputs.push_back(nodes_[v].place);
    }
  for (std::size_t v = 0; v < nodes_.size(); ++v)
    if (needed[v] && !nodes_[v].is_input) {
      image[v] = program.value_count();
      const auto& [op, a, b] = nodes_[v].instruction;
      program.instructions.push_back({op, image[a], image[b]});
    }
  for (const auto& [value, place] : outputs_) program.outputs.push_back({image[value], place});
  std::ranges::stable_sort(program.outputs, {}, &Output::value);
  return program;
}

}  // namespace woodstock::lanes
