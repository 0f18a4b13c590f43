#include "search/mac_ucb/proofs.hpp"

#include <algorithm>
#include <optional>

#include "base/thread_time.hpp"

namespace woodstock::search::mac_ucb {

namespace {

// Whom the others are taken to play against; not said where that is to be seen from their goals.
std::optional<bool> against(PayoffKind kind) {
  if (kind == PayoffKind::kGeneral) return std::nullopt;
  return kind == PayoffKind::kConstantSum;
}

}  // namespace

void Proofs::set_root(const State& state) {
  root_state_ = state;
  moved_ = true;
  proving_ = sampling_ = 0;
}

// Late, for the sake of searches that never run, and because only a run says how much memory there is.
void Proofs::make_search(std::size_t memory) {
  proof::ProofOptions options{.against = against(payoffs_.kind())};
  const auto bytes = [&] { return (std::size_t{2} << options.table_bits) * sizeof(proof::Entry); };
  while (options.table_bits > kFewestProofBits && bytes() > memory / kProofMemory) --options.table_bits;
  search_ = std::make_unique<proof::ProofSearch>(engines_, role_, options);
}

std::vector<std::uint32_t> Proofs::most_looked_at(StageId root) const {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> looks;
  if (const auto& expansion = tree_[root].expansion) {
    const auto stride = expansion->stride(role_), count = expansion->counts[role_];
    for (std::uint32_t m = 0; m < count; ++m)
      if (const auto move = expansion->move(role_, m * stride); move >= 0) looks.emplace_back(0, move);
    if (looks.size() == count)
      for (std::uint32_t action = 0; action < expansion->children.size(); ++action)
        looks[action / stride % count].first += tree_[expansion->children[action]].samples;
  }
  std::ranges::stable_sort(looks, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::uint32_t> moves;
  for (const auto& look : looks) moves.push_back(look.second);
  return moves;
}

void Proofs::prove(const Budget& budget, StageId root, double seconds_left, double stages_left) {
  if (!search_) {
    make_search(budget.memory);
    moved_ = true;
  }
  if (moved_) search_->set_root(root_state_);
  moved_ = false;
  // On a busy machine the clock on the wall says little about who has worked.
  if (!budget.simulations && proving_ > share_ * (proving_ + sampling_) && sampling_ > 0) return;
  const auto spent = static_cast<double>(search_->nodes());
  const double speed = seconds_ > 0 ? spent / seconds_ : 0;
  const double affordable = budget.simulations ? stages_left : speed * seconds_left;
  if (spent > 0 && search_->next_cost() > kProofPatience * affordable) return;
  search_->set_order(most_looked_at(root));
  const auto begin = thread_seconds();
  search_->run(budget);
  proving_ += thread_seconds() - begin;
  seconds_ += thread_seconds() - begin;
}

bool Proofs::settle(StageId id) {
  auto& node = tree_[id];
  if (!search_ || node.solved) return false;
  const auto known = search_->known(tree_.words(id));
  if (!known.won && !known.lost) return false;
  node.verdict = known.won ? 1 : -1;
  if (payoffs_.size() > 1) return false;
  const auto utility = static_cast<float>((known.won ? known.low : known.high) / kPoints);
  const auto value = payoffs_.opposed(role_) ? payoffs_.sum() - utility : utility;
  *tree_.value(id) = *tree_.low(id) = *tree_.high(id) = value;
  node.solved = true;
  node.length = static_cast<std::uint16_t>(known.won ? known.low_within : known.high_within);
  return true;
}

// Breadth first; looking costs a small part of what the proofs did.
void Proofs::enter(StageId root) {
  if (!search_ || search_->nodes() == entered_) return;
  const auto most = std::max<std::size_t>(kLeastEntered, (search_->nodes() - entered_) / kEnteredPart);
  entered_ = search_->nodes();
  std::vector<StageId> stages{root};
  std::size_t looked = 0;
  for (std::size_t next = 0; next < stages.size() && looked < most; ++next) {
    const auto& expansion = tree_[stages[next]].expansion;
    for (const auto child : expansion->children) {
      ++looked;
      settle(child);
      if (!tree_[child].solved && tree_[child].expansion) stages.push_back(child);
    }
  }
  for (auto id = stages.rbegin(); id != stages.rend(); ++id) backup_.update(tree_, *id);
}

}  // namespace woodstock::search::mac_ucb
