#include <algorithm>
#include <cmath>
#include <thread>

#include "search_mac_ucb_job.hpp"
#include "woodstock/search/mac_ucb.hpp"
#include "woodstock/search/stage_prior.hpp"

namespace woodstock {

MacUcb::MacUcb(std::shared_ptr<const Lanes> lanes, std::uint32_t role, const MacUcbOptions& options,
               ExpanderFactory expanders)
    : lanes_(std::move(lanes)),
      role_(role),
      options_(options),
      expanders_(std::move(expanders)),
      payoffs_(Payoffs::detect(*lanes_, 0)),
      backup_(payoffs_, static_cast<float>(options.exploration)),
      tree_(lanes_->circuit().fluent_count(), payoffs_.size()) {
  if (role >= lanes_->circuit().role_count()) throw std::out_of_range("no such role");
  if (payoffs_.players().size() > StagePrior::kMostNumbers)
    throw std::invalid_argument("MAC-UCB is made for at most 16 players");
  if (!expanders_) expanders_ = [lanes = lanes_] { return std::make_unique<LaneExpander>(lanes); };
}

MacUcb::~MacUcb() = default;

std::vector<std::vector<std::int32_t>> MacUcb::legal_at(const State& state) const {
  const auto& circuit = lanes_->circuit();
  std::vector<std::uint8_t> fluents(circuit.fluent_count()), moves(circuit.move_count());
  for (const auto fluent : state.fluents()) fluents[fluent] = 1;
  const auto values = circuit.evaluate(fluents, moves);
  const auto holds = [&](Signal signal) { return (values[node_of(signal)] != 0) != complemented(signal); };
  std::vector<std::vector<std::int32_t>> legal(circuit.role_count());
  for (std::uint32_t role = 0; role < circuit.role_count(); ++role)
    for (auto move = circuit.role_begin(role); move < circuit.role_begin(role + 1); ++move)
      if (holds(circuit.legal[move]))
        legal[role].push_back(static_cast<std::int32_t>(move - circuit.role_begin(role)));
  return legal;
}

void MacUcb::set_root(const State& state) {
  constexpr std::uint32_t kAhead = 4;  // joint moves that may have been played since the last root
  StageId found = kNoStage;
  if (root_ != kNoStage)
    for (std::uint32_t ahead = 0; ahead <= kAhead && found == kNoStage; ++ahead)
      found = tree_.find(state.words(), root_depth_ + ahead);
  if (found != kNoStage && found == root_) return;
  root_state_ = state;
  deepest_ = 0;
  if (found == kNoStage) {
    tree_.clear();
    bool made = false;
    root_depth_ += root_ == kNoStage ? 0 : 1;
    found = tree_.obtain(state.words(), root_depth_, made);
    std::fill_n(tree_.high(found), payoffs_.size(), payoffs_.most());
    const auto& circuit = lanes_->circuit();
    LaneEvaluation evaluation =
        lanes_->evaluate(state.words(), std::vector<std::int32_t>(circuit.role_count(), -1));
    if (evaluation.terminal[0]) {
      tree_[found].terminal = tree_[found].solved = true;
      payoffs_.store(evaluation.goals, tree_.value(found));
      std::copy_n(tree_.value(found), payoffs_.size(), tree_.low(found));
      std::copy_n(tree_.value(found), payoffs_.size(), tree_.high(found));
    }
  } else {
    root_depth_ = tree_[found].depth;
    tree_.sweep(found);
  }
  root_ = found;
  root_moves_ = legal_at(state);
}

bool MacUcb::short_of_memory(const Budget& budget) const {
  const auto margin = budget.memory / 16;
  return tree_.bytes() + margin > budget.memory || !tree_.room_for(4 * largest_, budget.memory - margin);
}

// The least explored half of the stages become leaves again.
void MacUcb::recycle() {
  std::vector<std::uint64_t> samples;
  tree_.for_each_expanded([&](StageId id) {
    if (id != root_) samples.push_back(tree_[id].samples);
  });
  if (samples.empty()) return;
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  const auto bar = *middle;
  std::vector<StageId> collapsing;
  tree_.for_each_expanded([&](StageId id) {
    if (id != root_ && tree_[id].samples <= bar) collapsing.push_back(id);
  });
  for (const auto id : collapsing) tree_.collapse(id);
  tree_.sweep(root_);
}

void MacUcb::restart_as_general() {
  misjudged_ = false;
  constexpr float kSpite = 0.25F;  // players who share a constant sum but for exceptions
  payoffs_ = Payoffs(PayoffKind::kGeneral, lanes_->circuit(), 100, kSpite);
  tree_ = PolicyTree(lanes_->circuit().fluent_count(), payoffs_.size());
  bool made = false;
  root_ = tree_.obtain(root_state_.words(), root_depth_, made);
  std::fill_n(tree_.high(root_), payoffs_.size(), payoffs_.most());
}

// Whether one of the role's moves is proven at least as good as all others.
bool MacUcb::decided() const {
  const auto& node = tree_[root_];
  if (!node.expansion || !node.expansion->interest.empty()) return false;
  const auto& expansion = *node.expansion;
  if (expansion.deciders.size() != 1 || expansion.deciders[0] != role_ || expansion.chances > 1) return false;
  float floor = -1;
  StageId best = kNoStage;
  for (const auto child : expansion.children) {
    const float lower = payoffs_.lower(role_, tree_.low(child), tree_.high(child));
    if (lower > floor) {
      floor = lower;
      best = child;
    }
  }
  if (expansion.partial && floor < payoffs_.most()) return false;
  return std::all_of(expansion.children.begin(), expansion.children.end(), [&](StageId child) {
    return child == best || payoffs_.upper(role_, tree_.low(child), tree_.high(child)) <= floor;
  });
}

void MacUcb::work(Run& run) {
  std::unique_lock guard(run.lock);
  const auto end_with = [&](SearchEnd end) {
    if (!run.stopping) run.end = end;
    run.stopping = true;
  };
  while (true) {
    const auto under_way = run.chosen - run.backed;
    if (!run.stopping) {
      if (run.budget.stopped()) {
        end_with(SearchEnd::kStopped);
      } else if (run.budget.out_of_time()) {
        end_with(SearchEnd::kDeadline);
      } else if (run.budget.spent(run.samples)) {
        end_with(SearchEnd::kSimulations);
      } else if (tree_[root_].solved || decided()) {
        end_with(SearchEnd::kSolved);
      }
    }
    if (run.stopping && under_way == 0) {
      run.changed.notify_all();
      return;
    }
    const bool drain = run.stopping || misjudged_ || short_of_memory(run.budget);
    if (!run.stopping && drain && under_way == 0) {
      if (misjudged_) {
        restart_as_general();
      } else {
        recycle();
        if (short_of_memory(run.budget)) end_with(SearchEnd::kSimulations);
      }
      continue;
    }
    if (!drain && under_way < run.pipeline) {
      auto& job = *jobs_[run.chosen % run.pipeline];
      job.seed = mix64(mix64(seed_ ^ runs_ << 32) ^ run.chosen);
      ++run.chosen;
      choose(job);
      if (job.count == 0) {
        job.done = true;
        if (run.busy == 0) end_with(SearchEnd::kSolved);  // nothing left to look at
        continue;
      }
      ++run.busy;
      run.changed.notify_one();
      guard.unlock();
      std::exception_ptr failure;
      try {
        evaluate(job, run.budget);
      } catch (...) {
        failure = std::current_exception();
      }
      guard.lock();
      if (failure) {
        job.complete = false;
        run.failure = failure;
        end_with(SearchEnd::kStopped);
      }
      job.done = true;
      run.changed.notify_all();
      continue;
    }
    auto& job = *jobs_[run.backed % run.pipeline];
    if (!job.done) {
      run.changed.wait(guard);
      continue;
    }
    if (job.count > 0) {
      --run.busy;
      back_up(job);
      if (job.complete)
        for (std::uint32_t l = 0; l < job.count; ++l)
          run.samples += std::max<std::uint64_t>(1, job.leaves[l].playouts);
    }
    ++run.backed;
    run.changed.notify_all();
  }
}

SearchEnd MacUcb::run(const Budget& budget) {
  if (root_ == kNoStage || tree_[root_].solved) return SearchEnd::kSolved;
  seed_ = budget.seed;
  ++runs_;
  const auto threads = std::max(1U, budget.threads);
  Run run(budget, budget.simulations ? std::max(1U, options_.pipeline) : (threads == 1 ? 1 : threads + 1));
  while (jobs_.size() < run.pipeline) jobs_.push_back(std::make_unique<Job>());
  std::vector<std::thread> helpers;
  for (std::uint32_t t = 1; t < std::min(threads, run.pipeline); ++t)
    helpers.emplace_back([&] { work(run); });
  work(run);
  for (auto& helper : helpers) helper.join();
  if (run.failure) std::rethrow_exception(run.failure);
  return run.end;
}

}  // namespace woodstock
