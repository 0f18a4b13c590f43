// The units of work of MAC-UCB: leaves chosen together, expanded and evaluated in one batch.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lanes/lanes.hpp"
#include "search/evaluator.hpp"
#include "search/mac_ucb/images.hpp"
#include "search/mac_ucb/policy_tree.hpp"
#include "search/search.hpp"
#include "search/stage_expander.hpp"

namespace woodstock::search::mac_ucb {

struct Leaf {
  std::vector<StageId> path;         // from the root to the leaf
  std::vector<std::uint32_t> taken;  // the joint actions of the path
  // Not the leaf but successors of it are evaluated: what one joint action leads to by chance.
  std::vector<StageId> arm;
  std::uint32_t action = 0;  // the arm's first
  std::uint32_t depth = 0;
  std::vector<std::uint64_t> words;
  bool expand = true;       // otherwise it is evaluated as it is
  bool partial = false;     // too many joint actions: the best were expanded
  std::uint32_t start = 0;  // its first question in the batch
  lanes::LaneExpansion expansion;
  std::vector<std::uint8_t> threats;  // of the successors: the role to move there wins at once
  const std::vector<std::int32_t>* threat_goals = nullptr;  // after that; null where nothing is known
  std::unique_ptr<Expansion> shape;    // what `expansion` becomes in the tree, without successors
  Images images;                       // of the successors, with symmetries
  std::vector<std::uint64_t> keys;     // of the successors
  std::vector<std::uint32_t> sampled;  // successors with a question, in order
  std::uint64_t playouts = 0;          // that the answers are worth

  StageId id() const { return path.back(); }
  // Whether a successor's value is known: it is over, or the role to move there wins at once.
  bool decided(std::uint32_t successor) const {
    return expansion.successor_terminal[successor] != 0 || lost(successor);
  }
  // The role to move there wins, mostly the opponent's.
  bool lost(std::uint32_t successor) const { return threat_goals != nullptr && threats[successor] != 0; }
  // How many questions of the batch are its own.
  std::size_t starts() const { return !arm.empty() ? arm.size() : expand ? sampled.size() : 1; }
};

struct Job {
  std::vector<Leaf> leaves;
  std::uint32_t count = 0;  // leaves in use
  std::uint64_t seed = 0;
  double scale = 1;                            // of the playouts per successor
  std::uint32_t most = 0;                      // playouts of a leaf
  bool moves = false;                          // are counted, leaf by leaf
  const symmetry::Canonical* group = nullptr;  // by which successors are made canonical
  std::unique_ptr<StageExpander> expander;
  lanes::LaneScratchPointer scratch;
  std::unique_ptr<Evaluator> evaluator;
  std::vector<Question> questions;
  Estimates estimates;
  WorkTime time;                       // that the job took
  std::vector<std::uint64_t> touched;  // stages, the deepest first in order of these numbers
  bool done = false;
  bool complete = false;

  Leaf& next() {
    if (count == leaves.size()) leaves.emplace_back();
    return leaves[count];
  }
};

}  // namespace woodstock::search::mac_ucb
