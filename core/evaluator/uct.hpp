// UCT on the evaluator: a tree of positions, in it a bandit per role that moves (Kocsis and Szepesvári 2006;
// simultaneous moves by one bandit each, as in CadiaPlayer, Finnsson and Björnsson 2008), chance played as it
// falls, random play below it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/random.hpp"
#include "evaluator/evaluator.hpp"

namespace woodstock::evaluator {

struct UctLimits {
  std::optional<std::uint64_t> simulations;
  std::optional<std::chrono::steady_clock::time_point> deadline;
  const std::atomic<bool>* stop = nullptr;
};

struct UctOptions {
  double exploration = 0.6;
  std::uint32_t horizon = 400;  // steps of one simulation; a game cut there counts by its goals so far
  std::size_t memory = std::size_t{512} << 20;  // bytes of the tree, roughly; then it grows no more
};

struct UctMove {
  Id move;
  std::uint64_t visits = 0;
  double value = 0;  // mean goal of the role, from 0 to 1
};

struct UctReport {
  std::uint64_t simulations = 0;
  std::uint32_t nodes = 0;
  double steps = 0;                         // of a simulation, on average
  std::vector<std::vector<UctMove>> moves;  // at the root, per role
};

class Uct {
 public:
  Uct(std::shared_ptr<const Program> program, UctOptions options);

  // Goes on with what is known of the position. Throws EvaluationError if not even one simulation worked.
  UctReport search(const Position& root, const UctLimits& limits, std::uint64_t seed);

 private:
  struct Choice {
    Id move;
    std::uint32_t visits = 0;
    double sum = 0;
  };
  struct Node {
    Position position;
    bool ready = false, over = false;
    std::uint32_t visits = 0;
    std::vector<std::vector<Choice>> choices;                   // per role
    std::vector<double> values;                                 // per role, where the game is over
    std::unordered_map<std::uint64_t, std::uint32_t> children;  // by joint move
  };
  struct Visit {
    std::uint32_t node;
    std::vector<std::uint32_t> chosen;
  };

  std::uint32_t node_of(const Position& position);
  void prepare(Node& node);
  std::vector<double> values(const Position& position);
  void simulate(std::uint32_t root, Random& random);
  std::uint32_t choose(const Node& node, std::size_t role, Random& random) const;
  UctReport report(std::uint32_t root) const;

  std::shared_ptr<const Program> program_;
  Evaluator evaluator_;
  UctOptions options_;
  std::vector<bool> chance_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> known_;  // by hash of the position
  std::uint64_t simulations_ = 0, steps_ = 0;
  std::size_t memory_ = 0;  // of the nodes, roughly
};

}  // namespace woodstock::evaluator
