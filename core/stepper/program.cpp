#include "stepper/program.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "circuit/transition.hpp"

namespace woodstock::stepper {

using namespace circuit;

namespace {

std::vector<std::uint32_t> moves_per_role(const Circuit& circuit) {
  std::vector<std::uint32_t> counts;
  for (std::uint32_t r = 0; r < circuit.role_count(); ++r)
    counts.push_back(circuit.role_begin(r + 1) - circuit.role_begin(r));
  return counts;
}

// Copies the gates that the given signals need into another circuit that shares the inputs; equal gates fall
// together. Returns the image of every node.
std::vector<Signal> imported(const Circuit& from, std::span<const Signal> needed, Circuit& to) {
  std::vector<bool> wanted(from.node_count(), false);
  for (const auto s : needed) wanted[node_of(s)] = true;
  for (auto node = from.node_count(); node-- > from.first_gate();)
    if (wanted[node])
      for (const auto s : from.inputs(node)) wanted[node_of(s)] = true;
  std::vector<Signal> image(from.node_count(), kFalse);
  for (std::uint32_t node = 0; node < from.first_gate(); ++node) image[node] = signal_of(node);
  for (auto node = from.first_gate(); node < from.node_count(); ++node) {
    if (!wanted[node]) continue;
    std::vector<Signal> inputs;
    for (const auto s : from.inputs(node)) inputs.push_back(image[node_of(s)] ^ (s & 1U));
    image[node] = to.all_of(std::move(inputs));
  }
  return image;
}

std::vector<std::uint32_t> role_begins(const Circuit& circuit) {
  std::vector<std::uint32_t> begins;
  for (std::uint32_t r = 0; r <= circuit.role_count(); ++r) begins.push_back(circuit.role_begin(r));
  return begins;
}

std::vector<std::uint32_t> legal_words(const Circuit& circuit) {
  std::vector<std::uint32_t> words{0};
  for (const auto moves : moves_per_role(circuit)) words.push_back(words.back() + (moves + 63) / 64);
  return words;
}

bool has_choice(const Circuit& circuit, std::uint32_t role) {
  return std::ranges::count_if(circuit.legal.begin() + circuit.role_begin(role),
                               circuit.legal.begin() + circuit.role_begin(role + 1),
                               [](Signal s) { return s != kFalse; }) > 1;
}

bool every_role_is_open(const Circuit& circuit) {
  if (std::ranges::count(circuit.legal, kFalse) > 0) return false;
  for (std::uint32_t r = 0; r < circuit.role_count(); ++r)
    if (!has_choice(circuit, r)) return false;
  return true;
}

}  // namespace

// The union of the specialised circuits, and its outputs in the order of the output words.
struct StepperProgram::Wiring {
  Circuit circuit;
  std::vector<Signal> outputs, goals, percepts;
  std::vector<std::uint32_t> kept;
  std::vector<Case> cases;
  std::vector<std::uint64_t> unchanged;
  std::vector<MoveChange> changes;

  Wiring(const Circuit& from, const StepperPlan& plan, std::span<const Circuit> special)
      : circuit(from.fluent_count(), moves_per_role(from), from.chance_role()) {
    for (const auto& each : special) add_case(each, plan);
    for (const auto& goal : from.goals) goals.push_back(goal.signal);
    for (const auto& percept : from.percepts) percepts.push_back(percept.signal);
    std::vector<Signal> rare(goals);
    rare.insert(rare.end(), percepts.begin(), percepts.end());
    const auto image = imported(from, rare, circuit);
    for (auto* signals : {&goals, &percepts})
      for (auto& s : *signals) s = image[node_of(s)] ^ (s & 1U);
    if (plan.keep_goals)
      for (const auto s : goals) kept.push_back(node_of(s));
    for (const auto& change : changes) keep_named(change);
  }

  void keep_named(const MoveChange& change) {
    const auto keep = [&](Signal s) {
      if (node_of(s) < MoveChange::kFirstLocal) kept.push_back(node_of(s));
    };
    for (const auto& [fluent, next] : change.fluents) keep(next);
    for (std::size_t i = 0; i < change.code.size(); i += 1 + change.code[i])
      std::ranges::for_each(std::span(change.code).subspan(i + 1, change.code[i]), keep);
  }

  void add_case(const Circuit& special, const StepperPlan& plan) {
    std::vector<std::uint32_t> choosers;
    for (std::uint32_t r = 0; r < special.role_count(); ++r)
      if (has_choice(special, r)) choosers.push_back(r);
    auto& entry = cases.emplace_back();
    std::vector<Signal> image, next = special.next;
    std::vector<std::uint64_t> stays(State::words_for(special.fluent_count()), 0);
    std::optional<Transition> transition;
    if (plan.by_move && choosers.size() <= 1)
      transition = transition_by_move(special, choosers.empty() ? 0 : choosers[0], circuit);
    if (transition) {
      image = std::move(transition->image);
      next = std::move(transition->defaults);
      for (std::uint32_t f = 0; f < next.size(); ++f)
        if (next[f] == signal_of(circuit.fluent_node(f))) {
          stays[f / 64] |= std::uint64_t{1} << f % 64;
          next[f] = kFalse;
        }
      entry.by_move = true;
      entry.chooser = choosers.empty() ? kNone : choosers[0];
      entry.first_change = static_cast<std::uint32_t>(changes.size());
      std::ranges::move(transition->moves, std::back_inserter(changes));
    } else {
      std::vector<Signal> needed(special.legal);
      needed.insert(needed.end(), next.begin(), next.end());
      needed.push_back(special.terminal);
      image = imported(special, needed, circuit);
      for (auto& s : next) s = image[node_of(s)] ^ (s & 1U);
    }
    unchanged.insert(unchanged.end(), stays.begin(), stays.end());

    const auto align = [&] { outputs.resize((outputs.size() + 63) / 64 * 64, kFalse); };
    for (std::uint32_t r = 0; r < special.role_count(); ++r) {
      for (auto m = special.role_begin(r); m < special.role_begin(r + 1); ++m)
        outputs.push_back(image[node_of(special.legal[m])] ^ (special.legal[m] & 1U));
      align();
    }
    outputs.insert(outputs.end(), next.begin(), next.end());
    align();
    outputs.push_back(image[node_of(special.terminal)] ^ (special.terminal & 1U));
    align();
  }
};

std::vector<Circuit> StepperProgram::special_circuits(const Circuit& circuit, const StepperPlan& plan) {
  std::vector<Circuit> special;
  for (const auto valuation : plan.valuations) {
    std::vector<std::pair<std::uint32_t, bool>> fixed;
    for (std::size_t i = 0; i < plan.controls.size(); ++i)
      fixed.emplace_back(circuit.fluent_node(plan.controls[i]), valuation >> i & 1U);
    special.push_back(circuit.specialised(fixed));
  }
  return special;
}

StepperProgram::StepperProgram(const Circuit& circuit, StepperPlan plan)
    : StepperProgram(circuit, plan,
                     plan.controls.empty() && every_role_is_open(circuit)
                         ? Wiring(circuit, plan, std::span(&circuit, 1))  // nothing to specialise
                         : Wiring(circuit, plan, special_circuits(circuit, plan))) {}

StepperProgram::StepperProgram(const Circuit& circuit, StepperPlan plan, std::span<const Circuit> special)
    : StepperProgram(circuit, plan, Wiring(circuit, plan, special)) {}

StepperProgram::StepperProgram(const Circuit& circuit, StepperPlan plan, const Wiring& wiring)
    : fluents_(circuit.fluent_count()),
      role_begin_(role_begins(circuit)),
      initial_(State::of_bytes(circuit.initial)),
      plan_(std::move(plan)),
      cases_(wiring.cases),
      legal_word_(legal_words(circuit)),
      stride_(legal_word_.back() + State::words_for(fluents_) + 1),
      network_(wiring.circuit, wiring.outputs, wiring.kept),
      rare_(wiring.circuit, network_),
      conditional_(wiring.circuit, network_),
      unchanged_(wiring.unchanged),
      goals_(circuit.goals),
      percepts_(circuit.percepts) {
  rare_.add(wiring.goals);
  rare_.add(wiring.percepts);
  rare_.finish();
  add_changes(wiring);
  for (std::uint32_t c = 0; c < cases_.size(); ++c)
    for (std::uint32_t r = 0; r < role_count(); ++r) {
      WordRange range{legal_word(c, r), legal_word(c, r) + legal_word_count(r)};
      const auto empty = [&](std::uint32_t word) {
        const auto* const first = wiring.outputs.data() + std::size_t{word} * 64;
        return std::all_of(first, first + 64, [](Signal s) { return s == kFalse; });
      };
      while (range.begin < range.end && empty(range.begin)) ++range.begin;
      while (range.begin < range.end && empty(range.end - 1)) --range.end;
      open_words_.push_back(range);
    }
}

void StepperProgram::add_changes(const Wiring& wiring) {
  const auto begin = [&] {
    changes_.push_back({static_cast<std::uint32_t>(word_changes_.size()),
                        static_cast<std::uint32_t>(conditional_fluents_.size())});
  };
  for (const auto& change : wiring.changes) {
    begin();
    std::map<std::uint32_t, WordChange> words;
    for (const auto& [fluent, next] : change.fluents) {
      if (node_of(next) != 0) {
        conditional_fluents_.push_back(fluent);
        continue;
      }
      const auto bit = std::uint64_t{1} << fluent % 64;
      auto& word =
          words.try_emplace(fluent / 64, WordChange{fluent / 64, ~std::uint64_t{0}, 0}).first->second;
      word.keep &= ~bit;
      if (next == kTrue) word.set |= bit;
    }
    for (const auto& [number, word] : words) word_changes_.push_back(word);
    conditional_.add(change);
  }
  begin();
  conditional_.finish();
}

std::uint32_t StepperProgram::cases_by_move() const {
  return static_cast<std::uint32_t>(std::ranges::count_if(cases_, &Case::by_move));
}

std::uint32_t StepperProgram::scratch_count() const {
  return std::max(rare_.scratch_count(), conditional_.scratch_count());
}

}  // namespace woodstock::stepper
