// How MAC-UCB's threads share one tree: who chooses, samples and backs up when, and when a run ends.
#include <algorithm>
#include <thread>

#include "search/mac_ucb/job.hpp"
#include "search/mac_ucb/mac_ucb.hpp"

namespace woodstock::search::mac_ucb {

bool MacUcb::ending(Run& run) const {
  if (run.stopping) return true;
  if (run.budget.stopped()) {
    run.end_with(SearchEnd::kStopped);
  } else if (run.budget.out_of_time()) {
    run.end_with(SearchEnd::kDeadline);
  } else if (run.budget.spent(run.samples)) {
    run.end_with(SearchEnd::kSimulations);
  } else if (tree_[root_].solved || decided()) {
    run.end_with(SearchEnd::kSolved);
  }
  return run.stopping;
}

bool MacUcb::must_rest(const Run& run) const { return misjudged_ || short_of_memory(run.budget); }

void MacUcb::overhaul(Run& run) {
  if (misjudged_) {
    restart_as_general();
    return;
  }
  recycle();
  if (short_of_memory(run.budget)) run.end_with(SearchEnd::kSimulations);
}

bool MacUcb::begin(Run& run, Job& job) {
  job.seed = mix64(mix64(seed_ ^ runs_ << 32) ^ run.chosen);
  ++run.chosen;
  choose(job);
  if (job.count > 0) {
    ++run.busy;
    return true;
  }
  if (run.busy == 0) run.end_with(SearchEnd::kSolved);  // nothing left to look at
  return false;
}

void MacUcb::evaluate_unlocked(Run& run, Run::Guard& guard, Job& job) {
  guard.unlock();
  std::exception_ptr failure;
  try {
    evaluate(job, run.budget);
  } catch (...) {
    failure = std::current_exception();
  }
  run.enter(guard);
  if (!failure) return;
  job.complete = false;
  run.failure = failure;
  run.end_with(SearchEnd::kStopped);
}

void MacUcb::finish(Run& run, Job& job) {
  --run.busy;
  back_up(job);
  if (!job.complete) return;
  for (std::uint32_t l = 0; l < job.count; ++l)
    run.samples += std::max<std::uint64_t>(1, job.leaves[l].playouts);
}

void MacUcb::work_in_order(Run& run) {
  Run::Guard guard(run.lock);
  while (true) {
    const auto under_way = run.chosen - run.backed;
    const bool drain = ending(run) || must_rest(run);
    if (drain && under_way == 0) {
      if (run.stopping) break;
      overhaul(run);
    } else if (!drain && under_way < run.pipeline) {
      auto& job = *jobs_[run.chosen % run.pipeline];
      if (begin(run, job)) {
        run.notify();
        evaluate_unlocked(run, guard, job);
      }
      job.done = true;
      run.notify();
    } else if (auto& job = *jobs_[run.backed % run.pipeline]; job.done) {
      if (job.count > 0) finish(run, job);
      ++run.backed;
      run.notify();
    } else {
      run.wait(guard);
    }
  }
  run.notify();
}

void MacUcb::work_freely(Run& run, Job& job) {
  Run::Guard guard(run.lock);
  while (!ending(run)) {
    if (must_rest(run)) {
      if (run.busy > 0) {
        run.wait(guard);
      } else {
        overhaul(run);
      }
    } else if (begin(run, job)) {
      evaluate_unlocked(run, guard, job);
      finish(run, job);
      run.notify();
    } else if (!run.stopping) {
      run.wait(guard);  // what others have under way
    }
  }
  run.notify();
}

SearchEnd MacUcb::run(const Budget& budget) {
  if (root_ == kNoStage || tree_[root_].solved) return SearchEnd::kSolved;
  seed_ = budget.seed;
  ++runs_;
  const auto threads = std::max(1U, budget.threads);
  const bool ordered = budget.simulations.has_value();
  Run run(budget, ordered ? std::max(1U, options_.pipeline) : threads);
  // Threads that need not wait for each other take larger jobs and so meet less often. What all leaves in
  // flight take off a value together stays the same: it drives the search away from where it would go.
  const bool larger = !ordered && threads > 1;
  batch_ = (larger ? kLargerJobs : 1) * options_.batch;
  virtual_loss_ = static_cast<float>(options_.virtual_loss / (larger ? kLargerJobs * threads : 1));
  while (jobs_.size() < run.pipeline) jobs_.push_back(std::make_unique<Job>());
  const auto work = [&](std::uint32_t thread) {
    if (ordered) {
      work_in_order(run);
    } else {
      work_freely(run, *jobs_[thread]);
    }
  };
  std::vector<std::thread> helpers;
  for (std::uint32_t t = 1; t < std::min(threads, run.pipeline); ++t) helpers.emplace_back(work, t);
  work(0);
  for (auto& helper : helpers) helper.join();
  if (run.failure) std::rethrow_exception(run.failure);
  return run.end;
}

}  // namespace woodstock::search::mac_ucb
