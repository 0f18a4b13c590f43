#include "search/mac_ucb/proofs.hpp"

#include <algorithm>
#include <optional>
#include <ranges>

#include "base/thread_time.hpp"
#include "search/mac_ucb/images.hpp"

namespace woodstock::search::mac_ucb {

namespace {

// Whom the others are taken to play against; not said where that is to be seen from their goals.
std::optional<bool> against(PayoffKind kind) {
  if (kind == PayoffKind::kGeneral) return std::nullopt;
  return kind == PayoffKind::kConstantSum;
}

}  // namespace

void Proofs::set_root(const State& state, symmetry::Element frame) {
  root_state_ = state;
  root_frame_ = frame;
  moved_ = true;
  proving_ = sampling_ = 0;
}

// Late, for the sake of searches that never run, and because only a run says how much memory there is.
void Proofs::make_search(std::size_t memory) {
  proof::Options options{.against = against(payoffs_.kind())};
  const auto bytes = [&] { return (std::size_t{2} << options.table_bits) * sizeof(proof::Entry); };
  while (options.table_bits > kFewestProofBits && bytes() > memory / kProofMemory) --options.table_bits;
  search_ = std::make_unique<proof::ProofSearch>(engines_, role_, options);
}

std::vector<std::uint32_t> Proofs::most_looked_at(StageId root) const {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> looks;
  if (const auto& expansion = tree_[root].expansion) {
    const auto stride = expansion->stride(role_), count = expansion->counts[role_];
    const Frames frames{group_, engines_.role_begin};
    for (std::uint32_t m = 0; m < count; ++m) {
      const auto move = frames.before(root_frame_, role_, expansion->move(role_, m * stride));
      if (move >= 0) looks.emplace_back(0, move);
    }
    if (looks.size() == count)
      for (std::uint32_t action = 0; action < expansion->children.size(); ++action)
        looks[action / stride % count].first += tree_[expansion->children[action]].samples;
  }
  std::ranges::stable_sort(looks, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::uint32_t> moves;
  for (const auto& look : looks) moves.push_back(look.second);
  return moves;
}

void Proofs::make_ready(const Budget& budget) {
  if (!search_) {
    make_search(budget.memory);
    moved_ = true;
  }
  if (moved_) search_->set_root(root_state_);
  moved_ = false;
}

void Proofs::note_proving(double begin) {
  const auto seconds = thread_seconds() - begin;
  proving_ += seconds;
  seconds_ += seconds;
}

bool Proofs::refute(const Budget& budget, std::uint32_t move) {
  make_ready(budget);
  if (search_->known_move(move).lost) return false;
  const auto begin = thread_seconds();
  search_->probe(move, budget);
  note_proving(begin);
  return search_->known_move(move).lost;
}

void Proofs::prove(const Budget& budget, StageId root, double seconds_left, double stages_left) {
  make_ready(budget);
  // On a busy machine the clock on the wall says little about who has worked.
  if (!budget.simulations && proving_ > share_ * (proving_ + sampling_) && sampling_ > 0) return;
  const auto spent = static_cast<double>(search_->nodes());
  const double speed = seconds_ > 0 ? spent / seconds_ : 0;
  const double affordable = budget.simulations ? stages_left : speed * seconds_left;
  if (spent > 0 && search_->next_cost() > kProofPatience * affordable) return;
  search_->set_order(most_looked_at(root));
  const auto begin = thread_seconds();
  search_->run(budget);
  note_proving(begin);
}

// The search meets states as they are, the tree may have their canonical forms.
proof::KnownState Proofs::known(StageId id, std::span<const symmetry::Element> frames) const {
  const auto words = tree_.words(id);
  std::vector<std::uint64_t> state, image;
  for (const auto frame : std::views::reverse(frames)) {
    if (frame == symmetry::kIdentity) continue;
    if (state.empty()) state.assign(words.begin(), words.end());
    image.resize(state.size());
    (*group_)[group_->inverse(frame)].map(state, image);
    state.swap(image);
  }
  return search_->known(state.empty() ? words : state);
}

bool Proofs::settle(StageId id, std::span<const symmetry::Element> frames) {
  return search_ && !tree_[id].solved && settle_by(id, known(id, frames));
}

bool Proofs::settle_by(StageId id, const proof::KnownState& shown) {
  auto& node = tree_[id];
  if (node.solved || (!shown.won && !shown.lost)) return false;
  node.verdict = shown.won ? 1 : -1;
  if (payoffs_.size() > 1) return false;
  const auto utility = static_cast<float>((shown.won ? shown.low : shown.high) / kPoints);
  const auto value = payoffs_.opposed(role_) ? payoffs_.sum() - utility : utility;
  *tree_.value(id) = *tree_.low(id) = *tree_.high(id) = value;
  node.solved = true;
  node.length = static_cast<std::uint16_t>(shown.won ? shown.low_within : shown.high_within);
  return true;
}

// The search's table may have forgotten the states after them.
void Proofs::enter_root_moves(StageId root) {
  const auto& expansion = *tree_[root].expansion;
  if (expansion.deciders.size() != 1 || expansion.deciders[0] != role_ || expansion.chances > 1) return;
  const Frames frames{group_, engines_.role_begin};
  for (std::uint32_t action = 0; action < expansion.children.size(); ++action) {
    const auto move = frames.before(root_frame_, role_, expansion.move(role_, action));
    if (move >= 0)
      settle_by(expansion.children[action], search_->known_move(static_cast<std::uint32_t>(move)));
  }
}

// Breadth first; looking costs a small part of what the proofs did.
void Proofs::enter(StageId root) {
  if (!search_ || search_->nodes() == entered_) return;
  const auto most = std::max<std::size_t>(kLeastEntered, (search_->nodes() - entered_) / kEnteredPart);
  entered_ = search_->nodes();
  enter_root_moves(root);
  struct Entered {
    StageId id;
    std::size_t above;
    symmetry::Element frame;
  };
  std::vector<Entered> stages{{root, 0, root_frame_}};
  std::vector<symmetry::Element> frames;
  std::size_t looked = 0;
  for (std::size_t next = 0; next < stages.size() && looked < most; ++next) {
    frames.clear();
    for (auto at = next; group_ != nullptr; at = stages[at].above) {
      frames.insert(frames.begin(), stages[at].frame);
      if (at == 0) break;
    }
    const auto& expansion = *tree_[stages[next].id].expansion;
    for (std::uint32_t action = 0; action < expansion.children.size(); ++action) {
      const auto child = expansion.children[action];
      const auto frame = expansion.frame(action);
      ++looked;
      if (group_ != nullptr) frames.push_back(frame);
      settle(child, frames);
      if (group_ != nullptr) frames.pop_back();
      if (!tree_[child].solved && tree_[child].expansion) stages.push_back({child, next, frame});
    }
  }
  for (const auto& stage : std::views::reverse(stages)) backup_.update(tree_, stage.id);
}

}  // namespace woodstock::search::mac_ucb
