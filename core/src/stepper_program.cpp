#include "woodstock/stepper_program.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "woodstock/transition.hpp"

namespace woodstock {

namespace {

std::vector<std::uint32_t> moves_per_role(const Circuit& circuit) {
  std::vector<std::uint32_t> counts;
  for (std::uint32_t r = 0; r < circuit.role_count(); ++r)
    counts.push_back(circuit.role_begin(r + 1) - circuit.role_begin(r));
  return counts;
}

// Copies the gates of one circuit into another that shares its inputs; equal gates fall together.
std::vector<Signal> imported(const Circuit& from, Circuit& to) {
  std::vector<Signal> image(from.node_count());
  for (std::uint32_t node = 0; node < from.first_gate(); ++node) image[node] = signal_of(node);
  for (auto node = from.first_gate(); node < from.node_count(); ++node) {
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

}  // namespace

// The union of the specialised circuits, and its outputs in the order of the output words.
struct StepperProgram::Wiring {
  Circuit circuit;
  std::vector<Signal> outputs, goals, percepts;
  std::vector<std::uint32_t> kept;
  std::vector<Case> cases;
  std::vector<std::uint64_t> unchanged;
  std::vector<std::vector<FluentChange>> changes;

  Wiring(const Circuit& from, const StepperPlan& plan)
      : circuit(from.fluent_count(), moves_per_role(from), from.chance_role()) {
    for (const auto valuation : plan.valuations) {
      std::vector<std::pair<std::uint32_t, bool>> fixed;
      for (std::size_t i = 0; i < plan.controls.size(); ++i)
        fixed.emplace_back(from.fluent_node(plan.controls[i]), valuation >> i & 1U);
      add_case(from.specialised(fixed), plan);
    }
    const auto image = imported(from, circuit);
    for (const auto& goal : from.goals) goals.push_back(image[node_of(goal.signal)] ^ (goal.signal & 1U));
    for (const auto& p : from.percepts) percepts.push_back(image[node_of(p.signal)] ^ (p.signal & 1U));
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
      if (plan.keep_state_gates)
        kept.insert(kept.end(), transition->state_gates.begin(), transition->state_gates.end());
      for (std::uint32_t f = 0; f < next.size(); ++f)
        if (next[f] == signal_of(circuit.fluent_node(f))) {
          stays[f / 64] |= std::uint64_t{1} << f % 64;
          next[f] = kFalse;
        }
      entry.by_move = true;
      entry.chooser = choosers.empty() ? kNone : choosers[0];
      entry.first_change = static_cast<std::uint32_t>(changes.size());
      std::ranges::move(transition->changes, std::back_inserter(changes));
    } else {
      image = imported(special, circuit);
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

StepperProgram::StepperProgram(const Circuit& circuit, StepperPlan plan)
    : StepperProgram(circuit, plan, Wiring(circuit, plan)) {}

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
}

void StepperProgram::add_changes(const Wiring& wiring) {
  const auto begin = [&] {
    changes_.push_back({static_cast<std::uint32_t>(word_changes_.size()),
                        static_cast<std::uint32_t>(conditional_fluents_.size())});
  };
  for (const auto& changes : wiring.changes) {
    begin();
    std::vector<Signal> conditional;
    std::map<std::uint32_t, WordChange> words;
    for (const auto& [fluent, next] : changes) {
      if (node_of(next) != 0) {
        conditional_fluents_.push_back(fluent);
        conditional.push_back(next);
        continue;
      }
      const auto bit = std::uint64_t{1} << fluent % 64;
      auto& word =
          words.try_emplace(fluent / 64, WordChange{fluent / 64, ~std::uint64_t{0}, 0}).first->second;
      word.keep &= ~bit;
      if (next == kTrue) word.set |= bit;
    }
    for (const auto& [number, word] : words) word_changes_.push_back(word);
    conditional_.add(conditional);
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

}  // namespace woodstock
