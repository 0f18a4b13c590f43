// Exact values of the states of a game (2017, eq. 1; 2016 §3.1), by backward induction over its stages.
//
// A value is n / (100 · base^e) with a natural n: the base is the least common multiple of the numbers of
// outcomes, so that every expectation multiplies and adds but never divides, and no fraction is reduced.
// Goals below zero shift all utilities, which expectations do not mind.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "stages/natural.hpp"
#include "stages/order.hpp"

namespace woodstock::stages {

// What the players aim at.
enum class Aim : std::uint8_t {
  secured,     // each player: the most it can secure, whatever the other players do
  worst,       // each player: the least its own actions can bring it to, the others against it too
  favourable,  // each player: the most it gets if all players decide in its favour
  total        // all players decide for the sum of their utilities, which stands after the players' own
};

class StageValues {
 public:
  using NodeId = StageOrder::NodeId;

  struct Scaled {
    Natural numerator;
    std::uint32_t exponent = 0;
  };
  static constexpr std::uint32_t kNoChoice = 0xffffffff;

  // Throws OutOfTime, and std::overflow_error if the base does not fit a word.
  StageValues(const StageOrder& order, Aim aim, const Deadline& deadline);

  std::size_t values_per_node() const { return width_; }
  Scaled value(NodeId node, std::size_t player) const;
  // For `total`: which of the state's actions (counted from its first) is best; kNoChoice where the play
  // ends.
  std::uint32_t choice(NodeId node) const { return choices_[node]; }
  std::uint64_t base() const { return base_; }
  std::uint32_t shift() const { return shift_; }  // what was added to every goal

 private:
  template <class Successor>
  void evaluate(const StageOrder::Node& node, Successor successor);
  template <class Successor>
  void expect(const StageOrder::Node& node, StageGraph::ActionId action, Successor successor);
  void store(NodeId node, std::size_t player, const Scaled& value);
  const Natural& power(std::uint32_t exponent);
  Natural raised(const Scaled& value, std::uint32_t exponent);
  bool less(const Scaled& left, const Scaled& right);
  std::size_t greatest(std::size_t player);
  void secure(const StageOrder::Node& node, std::size_t player);

  const StageOrder& order_;
  const StageGraph& graph_;
  Aim aim_;
  std::size_t width_;
  std::uint64_t base_ = 1;
  std::uint32_t shift_ = 0;
  std::vector<Natural> powers_;
  struct Entry {
    std::uint64_t first;
    std::uint32_t words;
    std::uint32_t exponent;
  };
  std::vector<Entry> entries_;  // per node and player
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> choices_;
  // Scratch: the expectations of a state's actions, and the least per own move.
  std::vector<Scaled> expected_;
  std::size_t count_ = 0;
  std::vector<std::vector<std::uint32_t>> least_;
  std::vector<std::uint32_t> own_;
};

// The least common multiple of the numbers of outcomes of all actions evaluated. Throws std::overflow_error.
std::uint64_t outcome_base(const StageOrder& order);

// The goals of a node where the play ends or is cut off, 0 where it is cut off.
inline std::int32_t goal_at(const StageGraph& graph, const StageOrder::Node& node, std::size_t player) {
  return graph.ends(node.state) ? graph.goals(node.state)[player] : 0;
}

}  // namespace woodstock::stages
