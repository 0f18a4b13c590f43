#include "search/parallel.hpp"

#include <algorithm>
#include <exception>
#include <thread>

#include "base/random.hpp"

namespace woodstock::search {

RootParallel::RootParallel(Make make, std::uint32_t role, Choose choose)
    : make_(std::move(make)), role_(role), choose_(std::move(choose)) {
  members_.push_back(make_());
}

void RootParallel::set_root(const State& state) {
  root_ = state;
  worlds_.clear();
  for (auto& member : members_) member->set_root(state);
}

bool RootParallel::set_worlds(std::span<const World> worlds) {
  if (!members_[0]->set_worlds(worlds)) return false;
  worlds_.assign(worlds.begin(), worlds.end());
  for (std::size_t i = 1; i < members_.size(); ++i) members_[i]->set_worlds(worlds);
  return true;
}

void RootParallel::set_root_of(Search& member) const {
  if (worlds_.empty())
    member.set_root(root_);
  else
    member.set_worlds(worlds_);
}

bool RootParallel::set_symmetry(std::shared_ptr<const symmetry::Canonical> group) {
  group_ = std::move(group);
  bool used = true;
  for (auto& member : members_) used = member->set_symmetry(group_) && used;
  return used;
}

SearchEnd RootParallel::run(const Budget& budget) {
  const auto threads = std::max(1U, budget.threads);
  seed_ = budget.seed;
  while (members_.size() < threads) {
    members_.push_back(make_());
    if (group_) members_.back()->set_symmetry(group_);
    set_root_of(*members_.back());
  }
  std::vector<Budget> shares(threads, budget);
  for (std::uint32_t i = 0; i < threads; ++i) {
    shares[i].threads = 1;
    shares[i].memory = budget.memory / threads;
    if (i > 0) shares[i].seed = mix64(budget.seed + i);
    if (budget.simulations) shares[i].simulations = (*budget.simulations + threads - 1 - i) / threads;
  }
  if (threads == 1) return members_[0]->run(shares[0]);
  // A solved root ends the other trees' work only without a number of simulations, which promises the same
  // outcome every time.
  StopFlag solved;
  if (!budget.simulations)
    for (auto& share : shares) share.solved = &solved;
  std::vector<SearchEnd> ends(threads);
  std::vector<std::exception_ptr> errors(threads);
  {
    std::vector<std::jthread> workers;
    for (std::uint32_t i = 0; i < threads; ++i)
      workers.emplace_back([&, i] {
        try {
          ends[i] = members_[i]->run(shares[i]);
          if (ends[i] == SearchEnd::kSolved) solved.set();
        } catch (...) {
          errors[i] = std::current_exception();
        }
      });
  }
  for (const auto& error : errors)
    if (error) std::rethrow_exception(error);
  return std::ranges::count(ends, SearchEnd::kSolved) > 0 ? SearchEnd::kSolved : ends[0];
}

std::vector<Successor> RootParallel::successors(const State& state, std::uint32_t depth) const {
  return members_.empty() ? std::vector<Successor>{} : members_[0]->successors(state, depth);
}

SearchReport RootParallel::report() const {
  auto total = members_[0]->report();
  for (std::size_t i = 1; i < members_.size(); ++i) {
    const auto other = members_[i]->report();
    if (total.proven) break;
    if (other.proven) {
      total = other;
      break;
    }
    const auto weight = static_cast<double>(total.samples), more = static_cast<double>(other.samples);
    if (total.values.empty()) {
      total.values = other.values;
    } else if (!other.values.empty() && weight + more > 0) {
      for (std::size_t r = 0; r < total.values.size(); ++r)
        total.values[r] = (total.values[r] * weight + other.values[r] * more) / (weight + more);
    }
    total.samples += other.samples;
    total.stages += other.stages;
    total.nodes += other.nodes;
    total.images += other.images;
    total.forms += other.forms;
    total.forms_used = total.forms_used || other.forms_used;
    if (other.depth > total.depth) {
      total.depth = other.depth;
      total.line = other.line;
    }
    for (std::size_t m = 0; m < total.moves.size(); ++m) {
      auto& mine = total.moves[m];
      const auto& theirs = other.moves[m];
      if (theirs.proven && !mine.proven) {
        mine.values = theirs.values;
        mine.proven = true;
      } else if (mine.values.empty()) {
        mine.values = theirs.values;
      } else if (!mine.proven && !theirs.values.empty() && mine.visits + theirs.visits > 0) {
        const auto a = static_cast<double>(mine.visits), b = static_cast<double>(theirs.visits);
        for (std::size_t r = 0; r < mine.values.size(); ++r)
          mine.values[r] = (mine.values[r] * a + theirs.values[r] * b) / (a + b);
      }
      mine.visits += theirs.visits;
      mine.weight += theirs.weight;
    }
  }
  double weight = 0;
  for (const auto& move : total.moves) weight += move.weight;
  for (auto& move : total.moves) move.weight = weight > 0 ? move.weight / weight : 0;
  if (members_.size() > 1 && !total.proven && !total.moves.empty())
    total.chosen = choose_(total.moves, role_, seed_);
  return total;
}

std::uint32_t best_mean(const std::vector<MoveReport>& moves, std::uint32_t role, std::uint64_t) {
  const auto value = [&](const MoveReport& move) { return move.values.empty() ? -1.0 : move.values[role]; };
  return static_cast<std::uint32_t>(std::ranges::max_element(moves, {}, value) - moves.begin());
}

std::uint32_t most_visited(const std::vector<MoveReport>& moves, std::uint32_t role, std::uint64_t) {
  const auto value = [&](std::uint32_t i) { return moves[i].values.empty() ? -1.0 : moves[i].values[role]; };
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < moves.size(); ++i) {
    const bool compare_values = moves[i].proven || moves[best].proven;
    if (compare_values ? value(i) > value(best) : moves[i].visits > moves[best].visits) best = i;
  }
  return best;
}

}  // namespace woodstock::search
