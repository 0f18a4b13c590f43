// What MAC-UCB's work costs in this game, as far as it has seen: how wide stages are, how many playouts a
// leaf takes, and how the work divides between solving and playouts.
#pragma once

#include <algorithm>
#include <cstdint>

#include "search/mac_ucb/options.hpp"
#include "search/search.hpp"

namespace woodstock::search::mac_ucb {

class Workload {
 public:
  explicit Workload(const Options& options) : options_(options) {}

  // Playouts of a leaf and successors of a stage that one role decides, in the mean.
  double leaf_playouts() const { return leaf_playouts_; }
  double breadth() const { return breadth_; }
  // Of the playouts per successor, moved by `split`.
  double scale() const { return scale_; }
  // Most successors of one job so far.
  std::uint32_t largest() const { return largest_; }
  // Whether expanding a stage costs many playouts.
  bool costly() const { return leaf_playouts_ > kCostly * options_.least; }

  // What `split` divides: time, or where a run must be repeatable passes of the circuit.
  void set_timed(bool timed) { timed_ = timed; }
  // Since the root is the root.
  const WorkTime& time() const { return time_; }
  void forget_time() { time_ = {}; }

  void guess_breadth(double successors) {
    if (breadth_ == 0) breadth_ = successors;
  }
  void add_decided(std::uint32_t successors) { breadth_ += (successors - breadth_) / kRunningLeaves; }
  // A leaf that was expanded; passes of the circuit.
  void add_leaf(std::uint64_t playouts, double passes) {
    leaf_playouts_ += (static_cast<double>(playouts) - leaf_playouts_) / kRunningLeaves;
    solving_ += passes;
  }
  void add_job(std::uint32_t successors, double passes, const WorkTime& time) {
    largest_ = std::max(largest_, successors);
    sampling_ += passes;
    time_.solving += time.solving;
    time_.sampling += time.sampling;
    time_.symmetry += time.symmetry;
    const double solving = timed_ ? time_.solving : solving_;
    const double sampling = timed_ ? time_.sampling : sampling_;
    if (options_.split <= 0 || solving + sampling <= 0) return;
    const double share = solving / (solving + sampling);
    const double step = share < options_.split ? 1 - kScaleStep : 1 + kScaleStep;
    scale_ = std::clamp(scale_ * step, 1 / kMostScale, kMostScale);
  }

 private:
  const Options& options_;
  double leaf_playouts_ = kFirstGuess;
  double breadth_ = 0;
  double scale_ = 1;
  std::uint32_t largest_ = kFirstGuess;
  double solving_ = 0, sampling_ = 0;  // passes of the circuit
  WorkTime time_;
  bool timed_ = true;
};

}  // namespace woodstock::search::mac_ucb
