#include "search/mac_ucb/mac_ucb.hpp"

#include <algorithm>
#include <cmath>

#include "search/mac_ucb/job.hpp"
#include "search/mac_ucb/stage_prior.hpp"

namespace woodstock::search::mac_ucb {

using namespace circuit;
using namespace lanes;

MacUcb::MacUcb(std::shared_ptr<const Lanes> lanes, std::uint32_t role, const MacUcbOptions& options,
               ExpanderFactory expanders)
    : lanes_(std::move(lanes)),
      role_(role),
      options_(options),
      expanders_(std::move(expanders)),
      payoffs_(Payoffs::detect(*lanes_, 0)),
      // Outcomes of chance that are solved have no more playouts, so there a mean says nothing.
      backup_(payoffs_, static_cast<float>(options.exploration),
              lanes_->circuit().chance_role() < 0 ? static_cast<float>(options.mix) : 0,
              lanes_->circuit().chance_role() < 0 ? static_cast<float>(options.wide_mix) : 0),
      tree_(lanes_->circuit().fluent_count(), payoffs_.size()) {
  if (role >= lanes_->circuit().role_count()) throw std::out_of_range("no such role");
  if (payoffs_.players().size() > kMostNumbers)
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
  if (breadth_ == 0)
    for (const auto& moves : root_moves_) breadth_ = std::max(breadth_, static_cast<double>(moves.size()));
}

bool MacUcb::short_of_memory(const Budget& budget) const {
  const auto margin = budget.memory / kMemoryMargin;
  const auto jobs = std::max(kJobsToHold, 2 * budget.threads);
  return tree_.bytes() + margin > budget.memory || !tree_.room_for(jobs * largest_, budget.memory - margin);
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

}  // namespace woodstock::search::mac_ucb
