// MAC-UCB (papers 003 §4, 000 §4.2, 004 §5): a best-first policy tree. A leaf is chosen by values with
// confidence terms along the line that decides the root, its stage is solved, the successors are arms sampled
// by playouts in the lanes, and values go back by minimax, steadied by means. Several leaves share one batch
// of playouts.
//
// Threads: one tree; choosing and backing up take turns under a lock, expanding and sampling run in parallel.
// With a number of simulations the turns have a fixed order (job n is chosen after job n - pipeline was
// backed up), so such a run does not depend on the number of threads. Without one, a thread backs up its job
// as soon as it is done and takes the next with the lock still held.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/random.hpp"
#include "lanes/lanes.hpp"
#include "search/mac_ucb/backup.hpp"
#include "search/mac_ucb/foresight.hpp"
#include "search/mac_ucb/options.hpp"
#include "search/mac_ucb/policy_tree.hpp"
#include "search/search.hpp"
#include "search/stage_expander.hpp"

namespace woodstock::search::mac_ucb {

class MacUcb final : public Search {
 public:
  // `expanders` solves stages; by default the lanes do.
  MacUcb(std::shared_ptr<const lanes::Lanes> lanes, std::uint32_t role, const MacUcbOptions& options = {},
         ExpanderFactory expanders = {});
  ~MacUcb() override;
  MacUcb(const MacUcb&) = delete;
  MacUcb& operator=(const MacUcb&) = delete;

  void set_root(const State& state) override;
  SearchEnd run(const Budget& budget) override;
  SearchReport report() const override;

  const Payoffs& payoffs() const { return payoffs_; }
  std::size_t bytes() const { return tree_.bytes(); }

 private:
  struct Leaf;
  struct Job;
  struct Run;
  struct Effort {
    double solving = 0, sampling = 0;  // passes of the circuit
  };

  // Under the lock.
  void choose(Job& job);
  bool descend(Leaf& leaf);
  bool enter_arm(StageId id, std::uint32_t action, Leaf& leaf) const;
  std::int64_t pick(StageId id);
  std::int64_t pick_decided(StageId id, std::uint32_t role) const;
  std::int64_t pick_with_chance(StageId id, std::uint32_t role);
  std::int64_t pick_simultaneous(StageId id);
  bool selectable(StageId id) const;
  static bool selectable(const StageNode& node);
  float least_of_interest(StageId id, std::uint32_t role) const;
  float confidence(const StageNode& node) const;  // of a stage's successors, but for their samples
  void back_up(Job& job);
  void install(Leaf& leaf, const lanes::LaneTotals& totals, bool with_moves);
  std::uint32_t decision(const Expansion& expansion, std::uint32_t action) const;
  void begin_table(const Leaf& leaf, Expansion& expansion);
  void count_moves(const Leaf& leaf, std::size_t group, const lanes::LaneTotals& totals);
  void foretell(StageId id);
  void average(const Leaf& leaf, const lanes::LaneTotals& totals);
  void add_samples(const Leaf& leaf, const lanes::LaneTotals& totals);
  void add_arm_samples(const Leaf& leaf, const lanes::LaneTotals& totals);
  // A mean of playouts, drawn towards what was expected as if that were playouts too.
  float shrunk(float mean, float playouts, float prior) const {
    const float weight = playouts + static_cast<float>(options_.shrinkage);
    return weight > 0 ? (mean * playouts + prior * static_cast<float>(options_.shrinkage)) / weight : prior;
  }
  void recycle();
  void restart_as_general();
  bool decided() const;
  // Whether expanding a stage costs many playouts.
  bool costly() const { return leaf_playouts_ > kCostly * options_.least; }
  bool short_of_memory(const Budget& budget) const;
  bool ending(Run& run) const;
  // Whether something is to do that needs a tree nobody works on, and doing it.
  bool must_rest(const Run& run) const;
  void overhaul(Run& run);
  // False if there is no leaf to take.
  bool begin(Run& run, Job& job);
  void finish(Run& run, Job& job);
  // Without the lock.
  void evaluate(Job& job, const Budget& budget);
  void prepare(Leaf& leaf) const;
  void evaluate_unlocked(Run& run, std::unique_lock<std::mutex>& guard, Job& job);
  void work_in_order(Run& run);
  void work_freely(Run& run, Job& job);

  std::uint32_t playouts_each(std::uint32_t successors, const Job& job) const;
  std::vector<std::vector<std::int32_t>> legal_at(const State& state) const;

  std::shared_ptr<const lanes::Lanes> lanes_;
  std::uint32_t role_;
  MacUcbOptions options_;
  ExpanderFactory expanders_;
  Payoffs payoffs_;
  mutable Backup backup_;
  Foresight foresight_;
  mutable PolicyTree tree_;
  std::vector<std::unique_ptr<Job>> jobs_;
  std::vector<float> weights_, wider_weights_;  // for `pick_simultaneous`

  State root_state_;
  StageId root_ = kNoStage;
  std::uint32_t root_depth_ = 0;
  std::vector<std::vector<std::int32_t>> root_moves_;  // per role
  std::uint64_t runs_ = 0, seed_ = 0;
  std::uint32_t batch_ = 0;  // of this run's jobs
  float virtual_loss_ = 0;   // of this run
  std::uint64_t stages_ = 0;
  std::uint32_t deepest_ = 0;
  double leaf_playouts_ = kFirstGuess;   // running mean
  double scale_ = 1;                     // of the playouts per successor, moved by `split`
  std::uint32_t largest_ = kFirstGuess;  // most successors of one job so far
  bool misjudged_ = false;               // goals that the kind of payoffs does not allow were met
  Effort effort_;
  double breadth_ = 0;                           // successors of stages that one role decides, running mean
  std::vector<float> effects_, made_, rewards_;  // per move
  std::vector<Foresight::Pair> pairs_;
};

}  // namespace woodstock::search::mac_ucb
