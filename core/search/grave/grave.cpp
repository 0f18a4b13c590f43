#include "search/grave/grave.hpp"

#include <algorithm>

#include "search/parallel.hpp"

namespace woodstock::search::grave {

Grave::Grave(const Engines& engines, std::uint32_t role, const Options& options)
    : Bandits(engines, role, options),
      ref_(options.ref),
      bias_(options.bias),
      role_begin_(engines.role_begin) {}

void Grave::set_root(const State& state) {
  Bandits::set_root(state);
  reference_ = nullptr;
}

void Grave::prepare_scores(const Path& path, NodeIndex node, std::uint32_t role) {
  first_move_ = role_begin_[role];
  frames_.clear();
  reference_ = nullptr;
  const auto consider = [&](NodeIndex stage) {
    const auto found = tables_.find(stage);
    if (found == tables_.end() || found->second.playouts <= ref_) return false;
    reference_ = &found->second;
    return true;
  };
  if (consider(node)) return;
  for (auto step = path.steps.rbegin(); step != path.steps.rend(); ++step) {
    if (step->frame != symmetry::kIdentity) frames_.push_back(step->frame);
    if (consider(step->node)) return;
  }
}

double Grave::score(const Arm& arm, double value) const {
  if (reference_ == nullptr) return value;
  auto move = first_move_ + arm.move;
  for (const auto frame : frames_) move = tree_.group()->move_back(frame, move);
  const double with = reference_->counts[move];
  if (with == 0) return value;
  const double n = static_cast<double>(arm.visits) * options_.playouts;
  const double beta = with / (with + n + bias_ * with * n);
  return (1 - beta) * value + beta * reference_->sums[move] / with;
}

bool Grave::sample(const Budget& budget) {
  if (!sampler_.sample(starts_, random_, budget, means_, &totals_)) return false;
  for (std::size_t start = 0; start < starts_.size(); ++start) learn(paths_[start], start);
  return true;
}

// Adds the leaf's playouts to the tables of the stages above it. A move made on the way counts for all of
// them.
void Grave::learn(const Path& path, std::size_t start) {
  const std::size_t moves = role_begin_.back();
  const auto playouts = starts_[start].playouts;
  counts_.assign(totals_.counts.begin() + static_cast<std::ptrdiff_t>(start * moves),
                 totals_.counts.begin() + static_cast<std::ptrdiff_t>((start + 1) * moves));
  sums_.assign(totals_.sums.begin() + static_cast<std::ptrdiff_t>(start * moves),
               totals_.sums.begin() + static_cast<std::ptrdiff_t>((start + 1) * moves));
  for (auto step = path.steps.rbegin(); step != path.steps.rend(); ++step) {
    turn_back(step->frame);
    for (std::uint32_t role = 0; role < tree_.role_count(); ++role) {
      const auto move = role_begin_[role] + tree_[step->node].arms[path.arms[step->begin + role]].move;
      counts_[move] = static_cast<float>(playouts);
      sums_[move] = static_cast<float>(means_[start * tree_.role_count() + role] * playouts);
    }
    auto* amaf = table(step->node);
    if (amaf == nullptr) continue;
    amaf->playouts += playouts;
    for (std::size_t move = 0; move < moves; ++move) {
      amaf->counts[move] += counts_[move];
      amaf->sums[move] += sums_[move];
    }
  }
}

// Moves as they are called before a frame.
void Grave::turn_back(symmetry::Element frame) {
  if (frame == symmetry::kIdentity) return;
  for (auto* row : {&counts_, &sums_}) {
    turned_.resize(row->size());
    for (std::uint32_t move = 0; move < turned_.size(); ++move)
      turned_[move] = (*row)[tree_.group()->move(frame, move)];
    row->swap(turned_);
  }
}

// A stage gets its table when it has nearly enough playouts to be a reference.
Grave::Amaf* Grave::table(NodeIndex node) {
  const auto found = tables_.find(node);
  if (found != tables_.end()) return &found->second;
  const bool wanted =
      node == tree_.root() || tree_[node].visits * std::uint64_t{options_.playouts} * 2 > ref_;
  if (!wanted) return nullptr;
  auto& made = tables_[node];
  made.counts.assign(role_begin_.back(), 0);
  made.sums.assign(role_begin_.back(), 0);
  return &made;
}

std::size_t Grave::extra_bytes() const {
  return tables_.size() * (role_begin_.back() * 2 * sizeof(float) + 120);
}

void Grave::recycled(std::size_t memory) {
  tree_.forget_the_freed(tables_);
  while (extra_bytes() > memory / 4 && tables_.size() > 1) {
    std::vector<std::uint32_t> playouts;
    for (const auto& [node, amaf] : tables_) playouts.push_back(amaf.playouts);
    const auto median = playouts.begin() + static_cast<std::ptrdiff_t>(playouts.size() / 2);
    std::ranges::nth_element(playouts, median);
    std::erase_if(tables_, [&, most = *median](const auto& entry) {
      return entry.first != tree_.root() && entry.second.playouts <= most;
    });
  }
}

Kind kind() {
  return Kind::of<Options>(
      "grave", "generalised rapid action value estimation", "Cazenave 2015; Koriche et al. 2017, §5",
      with_bandit_options<Options>({{"ref", &Options::ref, "playouts", 0, kUnbounded,
                                     "playouts a stage needs for its all-moves-as-first statistics"},
                                    {"bias", &Options::bias, "1 / playouts", 0, kUnbounded,
                                     "how soon a move's own mean replaces those statistics"}}),
      one_a_thread<Grave, Options>());
}

}  // namespace woodstock::search::grave
