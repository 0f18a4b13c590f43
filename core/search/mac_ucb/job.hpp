// The units of work of MAC-UCB: leaves chosen together, expanded and sampled in one batch.
#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <vector>

#include "search/mac_ucb/mac_ucb.hpp"

namespace woodstock::search::mac_ucb {

struct MacUcb::Leaf {
  std::vector<StageId> path;         // from the root to the leaf
  std::vector<std::uint32_t> taken;  // the joint actions of the path
  // Not the leaf but successors of it are sampled: what one joint action leads to by chance.
  std::vector<StageId> arm;
  std::uint32_t action = 0;  // the arm's first
  std::uint32_t depth = 0;
  std::vector<std::uint64_t> words;
  bool expand = true;       // otherwise it is sampled as it is
  bool partial = false;     // too many joint actions: the best were expanded
  std::uint32_t start = 0;  // its first start in the batch
  lanes::LaneExpansion expansion;
  std::unique_ptr<Expansion> shape;    // what `expansion` becomes in the tree, without successors
  std::vector<std::uint64_t> keys;     // of the successors
  std::vector<std::uint32_t> sampled;  // successors with a start, in order
  std::uint64_t playouts = 0;

  StageId id() const { return path.back(); }
  // How many starts of the batch are its own.
  std::size_t starts() const { return !arm.empty() ? arm.size() : expand ? sampled.size() : 1; }
};

struct MacUcb::Job {
  std::vector<Leaf> leaves;
  std::uint32_t count = 0;  // leaves in use
  std::uint64_t seed = 0;
  double scale = 1;        // of the playouts per successor
  std::uint32_t most = 0;  // playouts of a leaf
  bool moves = false;      // are counted, leaf by leaf
  std::unique_ptr<StageExpander> expander;
  lanes::LaneScratchPointer scratch = lanes::make_lane_scratch();
  std::vector<lanes::LaneStart> starts;
  lanes::LaneTotals totals;
  std::vector<std::uint64_t> touched;  // stages, the deepest first in order of these numbers
  bool done = false;
  bool complete = false;

  Leaf& next() {
    if (count == leaves.size()) leaves.emplace_back();
    return leaves[count];
  }
};

struct MacUcb::Run {
  using Guard = std::unique_lock<std::mutex>;

  Run(const Budget& given, std::uint32_t jobs) : budget(given), pipeline(jobs) {}

  const Budget& budget;
  std::uint32_t pipeline;
  std::mutex lock;
  std::condition_variable changed;
  std::uint32_t waiting = 0;             // threads
  std::uint64_t chosen = 0, backed = 0;  // jobs
  std::uint64_t samples = 0;
  std::uint32_t busy = 0;  // jobs under way that have leaves
  bool stopping = false;
  SearchEnd end = SearchEnd::kSolved;
  std::exception_ptr failure;

  void end_with(SearchEnd reason) {
    if (!stopping) end = reason;
    stopping = true;
  }
  void enter(Guard& guard) const {
    for (int tries = 0; tries < kPatience; ++tries) {
      if (guard.try_lock()) return;
      for (int pauses = 0; pauses < kPauses; ++pauses) relax();
    }
    guard.lock();
  }
  void wait(Guard& guard) {
    ++waiting;
    changed.wait(guard);
    --waiting;
  }
  void notify() {
    if (waiting > 0) changed.notify_all();
  }

 private:
  static void relax() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  }
};

}  // namespace woodstock::search::mac_ucb
