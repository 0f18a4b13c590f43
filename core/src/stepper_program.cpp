#include "woodstock/stepper_program.hpp"

#include <utility>

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

}  // namespace

// The union of the specialised circuits, and its outputs in the order of the output words.
struct StepperProgram::Wiring {
  Circuit circuit;
  std::vector<Signal> outputs, goals, percepts;

  Wiring(const Circuit& from, const ControlSplit& split)
      : circuit(from.fluent_count(), moves_per_role(from), from.chance_role()) {
    for (const auto valuation : split.valuations) {
      std::vector<std::pair<std::uint32_t, bool>> fixed;
      for (std::size_t i = 0; i < split.controls.size(); ++i)
        fixed.emplace_back(from.fluent_node(split.controls[i]), valuation >> i & 1U);
      if (fixed.empty())
        add_case(from);
      else
        add_case(from.specialised(fixed));
    }
    const auto image = imported(from, circuit);
    for (const auto& goal : from.goals) goals.push_back(image[node_of(goal.signal)] ^ (goal.signal & 1U));
    for (const auto& p : from.percepts) percepts.push_back(image[node_of(p.signal)] ^ (p.signal & 1U));
  }

  void add_case(const Circuit& special) {
    const auto image = imported(special, circuit);
    const auto add = [&](Signal s) { outputs.push_back(image[node_of(s)] ^ (s & 1U)); };
    const auto align = [&] { outputs.resize((outputs.size() + 63) / 64 * 64, kFalse); };
    for (std::uint32_t r = 0; r < special.role_count(); ++r) {
      for (auto m = special.role_begin(r); m < special.role_begin(r + 1); ++m) add(special.legal[m]);
      align();
    }
    for (const auto s : special.next) add(s);
    align();
    add(special.terminal);
    align();
  }
};

StepperProgram::StepperProgram(const Circuit& circuit, ControlSplit split)
    : StepperProgram(circuit, split, Wiring(circuit, split)) {}

StepperProgram::StepperProgram(const Circuit& circuit, ControlSplit split, const Wiring& wiring)
    : fluents_(circuit.fluent_count()),
      role_begin_(role_begins(circuit)),
      initial_(State::of_bytes(circuit.initial)),
      split_(std::move(split)),
      legal_word_(legal_words(circuit)),
      stride_(legal_word_.back() + State::words_for(fluents_) + 1),
      network_(wiring.circuit, wiring.outputs),
      goal_cone_(wiring.circuit, network_, wiring.goals),
      percept_cone_(wiring.circuit, network_, wiring.percepts),
      goals_(circuit.goals),
      percepts_(circuit.percepts) {}

}  // namespace woodstock
