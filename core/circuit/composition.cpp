#include "circuit/composition.hpp"

#include <algorithm>
#include <utility>

namespace woodstock::circuit {

namespace {

bool is_disjunction(const Circuit& circuit, Signal signal) {
  return complemented(signal) && circuit.is_gate(node_of(signal));
}

// Whether b holds where a does, as far as a look at the two gates tells. Inputs of gates are sorted.
bool implies(const Circuit& circuit, Signal a, Signal b) {
  if (a == b) return true;
  if (is_disjunction(circuit, b)) {
    const auto ways = circuit.inputs(node_of(b));  // complemented
    if (std::ranges::binary_search(ways, negate(a))) return true;
    if (is_disjunction(circuit, a) && std::ranges::includes(ways, circuit.inputs(node_of(a)))) return true;
    if (!complemented(a) && circuit.is_gate(node_of(a)))
      return std::ranges::any_of(circuit.inputs(node_of(a)),
                                 [&](Signal s) { return std::ranges::binary_search(ways, negate(s)); });
  }
  return !complemented(a) && circuit.is_gate(node_of(a)) &&
         std::ranges::binary_search(circuit.inputs(node_of(a)), b);
}

}  // namespace

Signal conjunction(Circuit& circuit, std::vector<Signal> signals) {
  std::ranges::sort(signals);
  signals.erase(std::unique(signals.begin(), signals.end()), signals.end());
  for (std::size_t i = 0; i < signals.size();) {
    bool follows = false;
    for (std::size_t j = 0; j < signals.size() && !follows; ++j)
      follows = j != i && implies(circuit, signals[j], signals[i]);
    if (follows) {
      signals.erase(signals.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  return circuit.all_of(std::move(signals));
}

Composition::Composition(const Circuit& step, const Circuit& target, std::span<const Signal> wanted,
                         Circuit& to, const Assumptions& assumed, std::size_t limit, Legality legality,
                         std::optional<std::uint32_t> mover)
    : step_(step),
      target_(target),
      to_(to),
      assumed_(assumed),
      wanted_(wanted.begin(), wanted.end()),
      first_target_(step.node_count()),
      needed_(step.node_count() + target.node_count(), false),
      pending_(needed_.size(), false),
      base_(needed_.size(), kFalse),
      left_(limit),
      legality_(legality) {
  mark_wanted(wanted);
  link_users();
  // No move is made: every move that is still an input is false.
  now_ = base_;
  for (std::uint32_t f = 0; f < step.fluent_count(); ++f)
    now_[step.fluent_node(f)] = assumed_.resolved(signal_of(step.fluent_node(f)));
  for (std::uint32_t m = 0; mover && m < step.move_count(); ++m)
    if (step.role_of(m) != *mover) now_[step.move_node(m)] = signal_of(step.move_node(m));
  for (auto node = step.first_gate(); node < needed_.size() && left_ > 0; ++node)
    if (needed_[node]) now_[node] = computed(node);
  base_ = now_;
}

void Composition::mark_wanted(std::span<const Signal> wanted) {
  for (const auto s : wanted) needed_[target_node(node_of(s))] = true;
  for (auto node = target_.node_count(); node-- > 0;) {
    if (!needed_[target_node(node)]) continue;
    if (target_.is_gate(node))
      for (const auto s : target_.inputs(node)) needed_[target_node(node_of(s))] = true;
    if (target_.is_fluent(node)) needed_[node_of(step_.next[node - target_.fluent_node(0)])] = true;
  }
  for (auto node = step_.node_count(); node-- > step_.first_gate();)
    if (needed_[node])
      for (const auto s : step_.inputs(node)) needed_[node_of(s)] = true;
}

void Composition::link_users() {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (auto gate = step_.first_gate(); gate < step_.node_count(); ++gate)
    if (needed_[gate])
      for (const auto s : step_.inputs(gate)) pairs.emplace_back(node_of(s), gate);
  for (std::uint32_t f = 0; f < target_.fluent_count(); ++f)
    if (const auto node = target_node(target_.fluent_node(f)); needed_[node])
      pairs.emplace_back(node_of(step_.next[f]), node);
  for (auto gate = target_.first_gate(); gate < target_.node_count(); ++gate)
    if (needed_[target_node(gate)])
      for (const auto s : target_.inputs(gate))
        pairs.emplace_back(target_node(node_of(s)), target_node(gate));
  user_begin_.assign(needed_.size() + 1, 0);
  users_.resize(pairs.size());
  for (const auto& [node, user] : pairs) ++user_begin_[node + 1];
  for (std::size_t n = 0; n < needed_.size(); ++n) user_begin_[n + 1] += user_begin_[n];
  auto at = user_begin_;
  for (const auto& [node, user] : pairs) users_[at[node]++] = user;
}

Signal Composition::computed(std::uint32_t node) {
  const bool of_target = node >= first_target_;
  if (!of_target)  // `to` has this gate under the same number
    if (const auto known = resolved(signal_of(node)); node_of(known) == 0) return known;
  const auto local = of_target ? node - first_target_ : node;
  if (of_target && target_.is_fluent(local)) return image(step_.next[local - target_.fluent_node(0)], 0);
  if (of_target && !target_.is_gate(local)) return kFalse;
  const auto all = of_target ? target_.inputs(local) : step_.inputs(local);
  left_ -= std::min(left_, all.size());
  std::vector<Signal> inputs;
  for (const auto s : all) {
    const auto input = image(s, of_target ? first_target_ : 0);
    if (input == kTrue) continue;
    if (input == kFalse) return kFalse;
    inputs.push_back(input);
  }
  return resolved(to_.all_of(std::move(inputs)));
}

void Composition::set(std::uint32_t node, Signal image) {
  now_[node] = image;
  changed_.push_back(node);
  for (auto u = user_begin_[node]; u < user_begin_[node + 1]; ++u)
    if (const auto user = users_[u]; !pending_[user]) {
      pending_[user] = true;
      queue_.push(user);
    }
}

std::vector<Signal> Composition::after(std::uint32_t move) {
  legal_ = {};
  legal_.assume(to_, step_.legal[move]);
  set(step_.move_node(move), kTrue);
  if (legality_ == Legality::kEverywhere)
    for (const auto& [node, holds] : legal_.known())
      if (node < first_target_ && needed_[node]) set(node, holds ? kTrue : kFalse);
  while (!queue_.empty()) {
    const auto node = queue_.top();
    queue_.pop();
    pending_[node] = false;
    if (left_ == 0) continue;
    if (const auto image = computed(node); image != base_[node]) set(node, image);
  }
  std::vector<Signal> result;
  for (const auto s : wanted_) result.push_back(image(s, first_target_));
  for (const auto node : changed_) now_[node] = base_[node];
  changed_.clear();
  return result;
}

}  // namespace woodstock::circuit
