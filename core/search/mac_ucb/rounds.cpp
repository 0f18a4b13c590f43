#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/thread_time.hpp"
#include "search/mac_ucb/mac_ucb.hpp"

namespace woodstock::search::mac_ucb {

// The move that would be played is looked into, deeper than all moves can be; if it is refuted, the next one.
void MacUcb::verify(const Budget& budget) {
  const auto& expansion = tree_[root_].expansion;
  if (!expansion || expansion->deciders.size() != 1 || expansion->deciders[0] != role_) return;
  while (!budget.out_of_time() && !settled()) {
    const auto chosen = report();
    if (!proofs_->refute(budget, chosen.moves[chosen.chosen].move)) return;
    proofs_->enter(root_);
  }
}

// Proving and sampling by turns: what is proven directs the samples, and these say what to prove first.
SearchEnd MacUcb::run_in_rounds(const Budget& budget) {
  using Time = Budget::Time;
  using Seconds = std::chrono::duration<double>;
  const auto after = [](Time::time_point begin, double seconds) {
    return begin + std::chrono::duration_cast<Time::duration>(Seconds(seconds));
  };
  auto part = budget;
  const auto before = tree_[root_].samples;
  // A part with all that is left of the simulations; false if none are.
  const auto begin_part = [&] {
    part = budget;
    if (!budget.simulations) return true;
    const auto done = tree_[root_].samples - before;
    if (done < *budget.simulations) part.simulations = *budget.simulations - done;
    return done < *budget.simulations;
  };
  if (!tree_[root_].expansion) {
    part.simulations = 1;
    if (const auto end = sample(part); end != SearchEnd::kSimulations) return end;
  }
  if (tree_[root_].is_wide(options_.wide))  // a proof would hardly get beyond the replies
    return begin_part() ? sample(part) : SearchEnd::kSimulations;
  const auto begin = Time::now();
  const double seconds = budget.deadline ? Seconds(*budget.deadline - begin).count() : kUnbounded;
  const double cost = std::max(kSimulationsAStage, kSimulationsASuccessor * workload_.breadth());
  const auto simulations = budget.simulations ? static_cast<double>(*budget.simulations) : kUnbounded;
  const bool endless = !budget.deadline && !budget.simulations;
  constexpr double kAll = (1 << kProofRounds) - 1;
  for (std::uint32_t round = 0;; ++round) {
    const double weight = static_cast<double>(std::uint64_t{1} << std::min(round, kProofRounds - 1)) / kAll;
    const double length = endless ? std::min(kLongestRound, kFirstRound * (round + 1)) : weight * seconds;
    const auto now = Time::now();
    const double left = endless ? kLongestRound : seconds - Seconds(now - begin).count();
    const bool last = !endless && round + 1 >= kProofRounds;
    const auto begin_proof = [&](double share, Time::time_point from) {
      part = budget;
      part.threads = 1;
      if (budget.simulations)
        part.simulations = static_cast<std::uint64_t>(share * weight * simulations / cost) + 1;
      if (std::isfinite(length)) part.deadline = after(from, share * length);
      if (budget.deadline) part.deadline = std::min(*part.deadline, *budget.deadline);
    };
    const double proving = (1 - kVerifying) * options_.proof, verifying = kVerifying * options_.proof;
    begin_proof(proving, now);
    proofs_->prove(part, root_, proving * left, proving * simulations / cost);
    proofs_->enter(root_);
    if (settled()) return SearchEnd::kSolved;
    if (!begin_part()) return SearchEnd::kSimulations;
    if (budget.simulations && !last)
      part.simulations = std::min(*part.simulations, static_cast<std::uint64_t>(weight * simulations) + 1);
    if (std::isfinite(length))
      part.deadline = after(last ? *budget.deadline : after(now, length), -verifying * length);
    const auto worked = thread_seconds();
    const auto end = sample(part);
    proofs_->note_sampling(thread_seconds() - worked);
    if (end != SearchEnd::kSolved && end != SearchEnd::kStopped) {
      begin_proof(verifying, Time::now());
      verify(part);
      if (settled()) return SearchEnd::kSolved;
    }
    if (last || end == SearchEnd::kSolved || end == SearchEnd::kStopped) return end;
    if (budget.deadline && Time::now() >= *budget.deadline) return SearchEnd::kDeadline;
    if (!budget.simulations && end == SearchEnd::kSimulations) return end;  // no more memory
  }
}

}  // namespace woodstock::search::mac_ucb
