// Domains of variables as bitsets on a trail. A domain of at most 64 values is one word ("narrow"); larger
// ones carry their size. Every change is logged as an event for whoever wakes the constraints.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "csp/trail.hpp"

namespace woodstock::csp {

using VariableId = std::uint32_t;
using ValueId = std::uint32_t;

class Domains {
 public:
  struct Event {
    VariableId variable;
    ValueId value;  // the value that left a wide domain; kSome for a narrow one
  };
  static constexpr ValueId kSome = 0xffffffff;

  Domains(Trail& trail, std::span<const std::uint32_t> sizes);

  std::uint32_t count() const { return static_cast<std::uint32_t>(shapes_.size()); }
  std::uint32_t initial_size(VariableId x) const { return shapes_[x].values; }
  bool narrow(VariableId x) const { return shapes_[x].words == 1; }
  std::uint64_t word(VariableId x) const { return trail_[shapes_[x].first]; }
  Trail::Index cell(VariableId x) const { return shapes_[x].first; }  // of a narrow domain's word
  std::uint32_t size(VariableId x) const {
    const auto& shape = shapes_[x];
    return static_cast<std::uint32_t>(shape.words == 1 ? std::popcount(trail_[shape.first])
                                                       : static_cast<int>(trail_[shape.first + shape.words]));
  }
  bool bound(VariableId x) const {
    const auto& shape = shapes_[x];
    return shape.words == 1 ? single(trail_[shape.first]) : trail_[shape.first + shape.words] == 1;
  }
  bool contains(VariableId x, ValueId a) const { return trail_[shapes_[x].first + a / 64] >> (a % 64) & 1U; }
  // The least value of a domain that is not below `from`, or kSome.
  ValueId next(VariableId x, ValueId from = 0) const;
  ValueId value(VariableId x) const { return next(x); }
  std::vector<ValueId> values(VariableId x) const;
  std::uint64_t unbound() const { return trail_[unbound_]; }

  // Each returns false if the domain is now empty.
  bool keep(VariableId x, std::uint64_t values) {  // narrow domains only
    const auto index = shapes_[x].first;
    const auto before = trail_[index];
    const auto after = before & values;
    if (after == before) return true;
    trail_.set(index, after);
    if (single(after) && !single(before)) trail_.set(unbound_, unbound() - 1);
    events.push_back({x, kSome});
    return after != 0;
  }
  bool remove(VariableId x, ValueId a);
  bool assign(VariableId x, ValueId a);

  std::vector<Event> events;

 private:
  static bool single(std::uint64_t word) { return word != 0 && (word & (word - 1)) == 0; }

  struct Shape {
    Trail::Index first;
    std::uint32_t words;
    std::uint32_t values;
  };
  Trail& trail_;
  std::vector<Shape> shapes_;
  Trail::Index unbound_;
};

}  // namespace woodstock::csp
