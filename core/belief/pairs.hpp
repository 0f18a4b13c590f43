// Pairs of a state and a joint move on their way through the lanes, 256 at once: where they lead and what is
// seen. And, of states alone, which moves are legal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "belief/belief.hpp"
#include "lanes/lanes.hpp"

namespace woodstock::belief {

// How likely another role is to make each of its legal moves (numbered within the role) in the state of that
// number of a belief; the answer sums to 1.
using Policy = std::function<void(std::uint32_t state, std::uint32_t role,
                                  std::span<const std::uint32_t> moves, std::span<double> probabilities)>;

// Per role its moves in a state, numbered within the role.
using Choices = std::vector<std::vector<std::uint32_t>>;

// Every so many-th of the joint moves, from one on.
struct Every {
  std::size_t stride = 1, first = 0;
};

// Belongs to one thread.
class Pairs {
 public:
  static constexpr std::size_t kBatch = 4096;                 // pairs, and states, looked at together
  static constexpr std::size_t kMany = std::size_t{1} << 40;  // more are not counted

  // A pair whose turn it is: where it comes from and, once evaluated, where it leads.
  struct Pair {
    std::uint32_t parent;
    double weight;
    std::span<const std::int32_t> moves;  // per role, numbered as in `Circuit`
    std::span<const std::uint64_t> next, percepts;
  };
  // Whether to go on.
  using WhenFull = std::function<bool()>;

  explicit Pairs(std::shared_ptr<const lanes::Lanes> lanes);

  const lanes::Lanes& lanes() const { return *lanes_; }
  std::uint32_t roles() const { return roles_; }
  std::size_t words() const { return words_; }
  std::size_t percept_words() const { return percept_words_; }
  bool is_chance(std::uint32_t role) const {
    return static_cast<std::int32_t>(role) == lanes_->circuit().chance_role();
  }

  // What the circuit says of states, without moves: legal, terminal, goals. Valid until the next call.
  const lanes::LaneEvaluation& look_at(std::span<const std::uint64_t> states);
  // The same of some states of a belief; `choices` are then those of the state at a place among them. False
  // if the play is over there, or some role has no move.
  void load(const Belief& belief, std::span<const std::uint32_t> numbers);
  bool choices(std::size_t place, Choices& choices) const;
  Choices listed(std::span<const std::uint64_t> legal) const;

  static std::size_t joint_moves(const Choices& choices);
  // All joint moves of the choices, or a part of them, each by how likely it is. `when_full` is called as
  // pairs fill up.
  void add_all(const Belief& belief, std::uint32_t state, const Choices& choices, const Policy& policy,
               const WhenFull& when_full, Every every = {});
  // So many drawn at random, which have a part of the state's weight.
  void add_some(const Belief& belief, std::uint32_t state, const Choices& choices, std::size_t count,
                Random& random, const Policy& policy, const WhenFull& when_full, double part = 1);
  // Evaluates the pairs that were added, which are then at hand.
  void evaluate();
  std::size_t size() const { return weights_.size(); }
  Pair pair(std::size_t i) const;
  std::span<const std::uint64_t> successors() const { return evaluation_.next; }
  void clear();

 private:
  void find_odds(std::uint32_t state, const Choices& choices, const Policy& policy);
  void add(const Belief& belief, std::uint32_t state, double weight);

  std::shared_ptr<const lanes::Lanes> lanes_;
  std::uint32_t roles_;
  std::size_t words_, move_words_, percept_words_;
  lanes::LaneScratchPointer scratch_;
  lanes::LaneEvaluation loaded_, seen_, evaluation_;
  std::vector<std::uint64_t> loading_;
  std::vector<std::int32_t> no_moves_;
  std::vector<std::vector<double>> odds_;  // per role, of one state
  std::vector<std::uint32_t> joint_;

  std::vector<std::uint64_t> states_;
  std::vector<std::int32_t> moves_;  // pair × role
  std::vector<double> weights_;
  std::vector<std::uint32_t> parents_;
};

}  // namespace woodstock::belief
