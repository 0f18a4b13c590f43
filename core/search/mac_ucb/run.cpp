#include "search/mac_ucb/run.hpp"

#include <algorithm>
#include <system_error>
#include <thread>

#include "base/random.hpp"
#include "search/mac_ucb/options.hpp"

namespace woodstock::search::mac_ucb {

namespace {

void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

Run::Run(Tasks& tasks, const Budget& budget, std::uint32_t pipeline, std::uint64_t seed, Jobs& jobs)
    : tasks_(tasks),
      budget_(budget),
      ordered_(budget.simulations.has_value()),
      pipeline_(std::max(1U, ordered_ ? pipeline : budget.threads)),
      seed_(seed),
      jobs_(jobs) {
  while (jobs_.size() < pipeline_) jobs_.push_back(std::make_unique<Job>());
}

void Run::end_with(SearchEnd reason) {
  if (!stopping_) end_ = reason;
  stopping_ = true;
}

void Run::enter(Guard& guard) const {
  for (int tries = 0; tries < kPatience; ++tries) {
    if (guard.try_lock()) return;
    for (int pauses = 0; pauses < kPauses; ++pauses) relax();
  }
  guard.lock();
}

void Run::wait(Guard& guard) {
  ++waiting_;
  changed_.wait(guard);
  --waiting_;
}

void Run::notify() {
  if (waiting_ > 0) changed_.notify_all();
}

bool Run::ending() {
  if (stopping_) return true;
  if (budget_.stopped()) {
    end_with(SearchEnd::kStopped);
  } else if (budget_.out_of_time()) {
    end_with(SearchEnd::kDeadline);
  } else if (budget_.spent(samples_)) {
    end_with(SearchEnd::kSimulations);
  } else if (tasks_.settled()) {
    end_with(SearchEnd::kSolved);
  }
  return stopping_;
}

void Run::overhaul() {
  if (!tasks_.overhaul(budget_)) end_with(SearchEnd::kSimulations);
}

// False if there is no leaf to take.
bool Run::begin(Job& job) {
  job.seed = mix64(seed_ ^ chosen_);
  job.done = job.complete = false;
  ++chosen_;
  tasks_.choose(job);
  if (job.count > 0) {
    ++busy_;
    return true;
  }
  if (busy_ == 0) end_with(SearchEnd::kSolved);  // nothing left to look at
  return false;
}

void Run::evaluate_unlocked(Guard& guard, Job& job) {
  guard.unlock();
  std::exception_ptr failure;
  try {
    tasks_.evaluate(job, budget_);
  } catch (...) {
    failure = std::current_exception();
  }
  enter(guard);
  if (!failure) return;
  job.complete = false;
  failure_ = failure;
  end_with(SearchEnd::kStopped);
}

void Run::finish(Job& job) {
  --busy_;
  tasks_.back_up(job);
  if (!job.complete) return;
  for (std::uint32_t l = 0; l < job.count; ++l)
    samples_ += std::max<std::uint64_t>(1, job.leaves[l].playouts);
}

void Run::work_in_order() {
  Guard guard(lock_);
  while (true) {
    const auto under_way = chosen_ - backed_;
    const bool drain = ending() || tasks_.must_rest(budget_);
    if (drain && under_way == 0) {
      if (stopping_) break;
      overhaul();
    } else if (!drain && under_way < pipeline_) {
      auto& job = *jobs_[chosen_ % pipeline_];
      if (begin(job)) {
        notify();
        evaluate_unlocked(guard, job);
      }
      job.done = true;
      notify();
    } else if (auto& job = *jobs_[backed_ % pipeline_]; job.done) {
      if (job.count > 0) finish(job);
      ++backed_;
      notify();
    } else {
      wait(guard);
    }
  }
  notify();
}

void Run::work_freely(Job& job) {
  Guard guard(lock_);
  while (!ending()) {
    if (tasks_.must_rest(budget_)) {
      if (busy_ > 0) {
        wait(guard);
      } else {
        overhaul();
      }
    } else if (begin(job)) {
      evaluate_unlocked(guard, job);
      finish(job);
      notify();
    } else if (!stopping_) {
      wait(guard);  // what others have under way
    }
  }
  notify();
}

SearchEnd Run::execute() {
  const auto work = [&](std::uint32_t thread) {
    if (ordered_) {
      work_in_order();
    } else {
      work_freely(*jobs_[thread]);
    }
  };
  std::vector<std::thread> helpers;
  try {
    for (std::uint32_t t = 1; t < std::min(budget_.threads, pipeline_); ++t) helpers.emplace_back(work, t);
  } catch (const std::system_error&) {
    // No more threads to be had: those there are do.
  }
  work(0);
  for (auto& helper : helpers) helper.join();
  if (failure_) std::rethrow_exception(failure_);
  return end_;
}

}  // namespace woodstock::search::mac_ucb
