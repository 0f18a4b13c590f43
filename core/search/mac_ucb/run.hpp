// How MAC-UCB's threads share one tree: who chooses, evaluates and backs up when, and when a run ends.
//
// Choosing and backing up take turns under a lock, evaluating runs in parallel. With a number of simulations
// the turns have a fixed order (job n is chosen after job n - pipeline was backed up), so such a run does not
// depend on the number of threads. Without one, a thread backs up its job as soon as it is done and takes the
// next with the lock still held.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "search/budget.hpp"
#include "search/mac_ucb/job.hpp"
#include "search/search.hpp"

namespace woodstock::search::mac_ucb {

// What a run is made of.
class Tasks {
 public:
  virtual ~Tasks() = default;
  // Under the lock. A job without leaves: there is nothing to take now.
  virtual void choose(Job& job) = 0;
  virtual void back_up(Job& job) = 0;
  // Whether the root needs no more looks.
  virtual bool settled() const = 0;
  // Whether something is to do that needs a tree nobody works on, and doing it; false if the run must end.
  virtual bool must_rest(const Budget& budget) const = 0;
  virtual bool overhaul(const Budget& budget) = 0;
  // Without the lock.
  virtual void evaluate(Job& job, const Budget& budget) const = 0;
};

class Run {
 public:
  using Jobs = std::vector<std::unique_ptr<Job>>;

  // One job for each thread, or with a number of simulations `pipeline` of them; `seed` decides theirs.
  Run(Tasks& tasks, const Budget& budget, std::uint32_t pipeline, std::uint64_t seed, Jobs& jobs);

  SearchEnd execute();

 private:
  using Guard = std::unique_lock<std::mutex>;

  bool ending();
  bool begin(Job& job);
  void evaluate_unlocked(Guard& guard, Job& job);
  void finish(Job& job);
  void overhaul();
  void work_in_order();
  void work_freely(Job& job);

  void end_with(SearchEnd reason);
  void enter(Guard& guard) const;
  void wait(Guard& guard);
  void notify();

  Tasks& tasks_;
  const Budget& budget_;
  bool ordered_;
  std::uint32_t pipeline_;
  std::uint64_t seed_;
  Jobs& jobs_;
  std::mutex lock_;
  std::condition_variable changed_;
  std::uint32_t waiting_ = 0;              // threads
  std::uint64_t chosen_ = 0, backed_ = 0;  // jobs
  std::uint64_t samples_ = 0;
  std::uint32_t busy_ = 0;  // jobs under way that have leaves
  bool stopping_ = false;
  SearchEnd end_ = SearchEnd::kSolved;
  std::exception_ptr failure_;
};

}  // namespace woodstock::search::mac_ucb
