#include "search/mac_ucb/mac_ucb.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "base/random.hpp"
#include "search/drawn_playouts.hpp"
#include "search/playouts.hpp"

namespace woodstock::search::mac_ucb {

using namespace circuit;
using namespace lanes;

MacUcb::MacUcb(std::shared_ptr<const Lanes> lanes, std::uint32_t role, const Options& options,
               ExpanderFactory expanders, EvaluatorFactory evaluators, const Engines* engines,
               std::shared_ptr<const Positions> positions)
    : lanes_(std::move(lanes)),
      role_(role),
      positions_(std::move(positions)),
      options_(options),
      payoffs_(Payoffs::detect(positions_ ? *positions_->lanes() : *lanes_, 0)),
      tree_(lanes_->circuit().fluent_count(), payoffs_.size()),
      workload_(options_),
      backup_(Backup::of(payoffs_, options_, lanes_->circuit().chance_role() >= 0)),
      proofs_(engines != nullptr && options_.proof > 0
                  ? std::make_unique<Proofs>(*engines, role, payoffs_, options_.proof, tree_, backup_)
                  : nullptr),
      selection_(options_, payoffs_, workload_, tree_, backup_),
      evaluation_(options_, payoffs_, lanes_, expanders ? std::move(expanders) : usual_expanders(),
                  evaluators ? std::move(evaluators) : usual_evaluators(), !positions_),
      later_moves_(options_, payoffs_, lanes_->circuit(), tree_),
      harvest_(options_, payoffs_, lanes_->circuit(), workload_, later_moves_, tree_, backup_, proofs_.get()),
      report_(options_, payoffs_, tree_, backup_, role) {
  if (role >= lanes_->circuit().role_count()) throw std::out_of_range("no such role");
  if (payoffs_.players().size() > kMostNumbers)
    throw std::invalid_argument("MAC-UCB is made for at most " + std::to_string(kMostNumbers) + " players");
  lanes_->prepare(static_cast<LanePolicy>(options_.decisive));  // better now than in the first move
}

ExpanderFactory MacUcb::usual_expanders() const {
  if (positions_) return [positions = positions_] { return positions->expander(); };
  return [lanes = lanes_] { return std::make_unique<LaneExpander>(lanes); };
}

EvaluatorFactory MacUcb::usual_evaluators() const {
  return [this]() -> std::unique_ptr<Evaluator> {
    const auto policy = static_cast<LanePolicy>(options_.decisive);
    if (positions_) return std::make_unique<DrawnPlayouts>(positions_, options_.horizon, policy);
    return std::make_unique<Playouts>(lanes_, options_.horizon, policy);
  };
}

std::vector<std::vector<std::int32_t>> MacUcb::legal_at(const State& state) const {
  if (positions_) return legal_at_position(state);
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

std::vector<std::vector<std::int32_t>> MacUcb::legal_at_position(const State& state) const {
  LaneExpansion found;
  positions_->expander()->expand(state.words(), found, options_.stage_limit);
  if (found.terminal) return std::vector<std::vector<std::int32_t>>(lanes_->circuit().role_count());
  const auto shape = shape_of(found, lanes_->circuit(), payoffs_);
  std::vector<std::vector<std::int32_t>> legal;
  auto move = shape->moves.begin();
  for (const auto count : shape->counts) {
    legal.emplace_back(move, move + count);
    move += count;
  }
  return legal;
}

// A root of which nothing is known, in a tree without anything else.
void MacUcb::plant(const State& state) {
  bool made = false;
  root_ = tree_.obtain(state.words(), root_depth_, made);
  root_frame_ = symmetry::kIdentity;
  std::fill_n(tree_.high(root_), payoffs_.size(), payoffs_.most());
}

bool MacUcb::set_symmetry(std::shared_ptr<const symmetry::Canonical> group) {
  group_ = group && !group->trivial() ? std::move(group) : nullptr;
  const auto& circuit = lanes_->circuit();
  Frames frames{group_.get(), {}};
  for (std::uint32_t role = 0; role < circuit.role_count(); ++role)
    frames.role_begin.push_back(circuit.role_begin(role));
  report_.set_frames(std::move(frames));
  later_moves_.set_symmetry(group_.get());
  if (proofs_) proofs_->set_symmetry(group_.get());
  harvest_.benefit() = {};
  tree_.clear();
  root_ = kNoStage;
  return true;
}

// The root, whose moves are known, decides whether stages are canonical. True if that changes.
bool MacUcb::turn_to(const State& state) {
  if (!group_) return false;
  std::vector<std::uint32_t> moves;
  for (std::uint32_t role = 0; role < root_moves_.size(); ++role)
    if (root_moves_[role].size() > 1)
      for (const auto move : root_moves_[role])
        moves.push_back(lanes_->circuit().role_begin(role) + static_cast<std::uint32_t>(move));
  return harvest_.benefit().turn_to(moves.size(), group_->orbits(state.words(), moves));
}

// The stage of a state, or where stages are canonical of its form.
StageId MacUcb::find(const State& state, std::uint32_t depth, symmetry::Element& frame) const {
  frame = symmetry::kIdentity;
  if (!harvest_.benefit().used()) return tree_.find(state.words(), depth);
  std::vector<std::uint64_t> form(state.word_count());
  const auto element = group_->least(state.words(), form);
  const auto canonical = tree_.find(form, depth);
  if (canonical == kNoStage) return tree_.find(state.words(), depth);  // a root that a tree began with
  frame = element;
  return canonical;
}

void MacUcb::set_root(const State& state) {
  StageId found = kNoStage;
  auto frame = symmetry::kIdentity;
  const bool same = root_ != kNoStage && state == root_state_;
  if (!same) root_moves_ = legal_at(state);
  if (!(!same && turn_to(state)) && root_ != kNoStage)
    for (std::uint32_t ahead = 0; ahead <= kAhead && found == kNoStage; ++ahead)
      found = find(state, root_depth_ + ahead, frame);
  if (found != kNoStage && found == root_ && state == root_state_) return;
  root_state_ = state;
  harvest_.forget_depth();
  workload_.forget_time();
  if (found == kNoStage) {
    tree_.clear();
    root_depth_ += root_ == kNoStage ? 0 : 1;
    plant(state);
    const std::vector<std::int32_t> nothing(lanes_->circuit().role_count(), -1);
    const auto here = lanes_->evaluate(state.words(), nothing);
    if (here.terminal[0] || (positions_ && root_moves_[0].empty())) {
      tree_[root_].terminal = tree_[root_].solved = true;
      payoffs_.store(here.goals, tree_.value(root_));
      std::copy_n(tree_.value(root_), payoffs_.size(), tree_.low(root_));
      std::copy_n(tree_.value(root_), payoffs_.size(), tree_.high(root_));
    }
  } else {
    root_ = found;
    root_frame_ = frame;
    root_depth_ = tree_[found].depth;
    tree_.sweep(found);
    reopen(found);
  }
  if (proofs_) proofs_->set_root(state, root_frame_);
  report_.set_root_frame(root_frame_);
  std::size_t most = 0;
  for (const auto& moves : root_moves_) most = std::max(most, moves.size());
  workload_.guess_breadth(static_cast<double>(most));
}

void MacUcb::choose(Job& job) {
  job.scale = workload_.scale();
  job.moves = later_moves_.counted(workload_.breadth());
  job.most = job.moves && later_moves_.suffice() ? options_.least : options_.most;
  job.group = harvest_.benefit().used() ? group_.get() : nullptr;
  selection_.choose(job, root_, batch_);
}

// A proof says that a stage is won, but not by which move: as a root it is looked at again.
void MacUcb::reopen(StageId id) {
  auto& node = tree_[id];
  if (!node.solved || node.terminal) return;
  const auto agrees = [&](StageId child) {
    if (!tree_[child].solved) return false;
    for (std::uint32_t i = 0; i < payoffs_.size(); ++i)
      if (std::abs(tree_.value(child)[i] - tree_.value(id)[i]) > kSame) return false;
    return true;
  };
  if (node.expansion && std::ranges::any_of(node.expansion->children, agrees)) return;
  node.solved = node.exhausted = false;
  node.verdict = 0;
  std::fill_n(tree_.low(id), payoffs_.size(), 0.0F);
  std::fill_n(tree_.high(id), payoffs_.size(), payoffs_.most());
}

SearchEnd MacUcb::run(const Budget& budget) {
  if (root_ == kNoStage || tree_[root_].solved) return SearchEnd::kSolved;
  return proofs_ ? run_in_rounds(budget) : sample(budget);
}

SearchEnd MacUcb::sample(const Budget& budget) {
  seed_ = budget.seed;
  ++runs_;
  workload_.set_timed(!budget.simulations);
  // Threads that need not wait for each other take larger jobs and so meet less often. What all leaves in
  // flight take off a value together stays the same: it drives the search away from where it would go.
  const bool larger = !budget.simulations && budget.threads > 1;
  batch_ = (larger ? kLargerJobs : 1) * options_.batch;
  selection_.set_virtual_loss(
      static_cast<float>(options_.virtual_loss / (larger ? kLargerJobs * budget.threads : 1)));
  return Run(*this, budget, options_.pipeline, mix64(seed_ ^ runs_ << 32), jobs_).execute();
}

SearchReport MacUcb::report() const {
  SearchReport report;
  report.nodes = tree_.size();
  report.stages = harvest_.stages();
  report.depth = harvest_.deepest();
  report.work = workload_.time();
  report.images = harvest_.benefit().hits();
  report.forms = harvest_.benefit().forms();
  report.forms_used = harvest_.benefit().used();
  if (root_ != kNoStage)
    report_.describe(root_, root_moves_[role_], lanes_->circuit().role_count(), seed_, report);
  return report;
}

bool MacUcb::overhaul(const Budget& budget) {
  if (harvest_.misjudged()) {
    restart_as_general();
    return true;
  }
  recycle();
  return !short_of_memory(budget);
}

bool MacUcb::short_of_memory(const Budget& budget) const {
  const auto margin = budget.memory / kMemoryMargin;
  const auto jobs = std::max(kJobsToHold, 2 * budget.threads);
  return tree_.bytes() + margin > budget.memory ||
         !tree_.room_for(jobs * workload_.largest(), budget.memory - margin);
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
  harvest_.forgive();
  payoffs_ = Payoffs(PayoffKind::kGeneral, lanes_->circuit(), 100, kSpite);
  tree_ = PolicyTree(lanes_->circuit().fluent_count(), payoffs_.size());
  plant(root_state_);
  report_.set_root_frame(root_frame_);
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
