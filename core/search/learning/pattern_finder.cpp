#include "search/learning/pattern_finder.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace woodstock::search::learning {

using circuit::Circuit;
using circuit::Signal;

namespace {

constexpr std::size_t kLeastFluents = 3, kMostFluents = 6;
// Conjunctions of a definition that is multiplied out: four in a row on a board of 20 × 20 are 2 516.
constexpr std::size_t kMostConjunctions = 4096;
// Conjunctions made for all definitions: what cannot be multiplied out must not cost much to find out.
constexpr std::size_t kMostWork = 200'000;
constexpr std::size_t kMostPatterns = 3000;
// Of a circuit: definitions are followed by recursion, and in larger ones there is little time to learn.
constexpr std::uint32_t kMostGates = 200'000;

using Conjunction = std::vector<Signal>;  // ascending
using Disjunction = std::vector<Conjunction>;

class Expansion {
 public:
  explicit Expansion(const Circuit& circuit) : circuit_(circuit) {}

  // A signal as a disjunction of conjunctions of inputs that have to hold, whatever must not; nothing if that
  // is too large.
  const std::optional<Disjunction>& of(Signal signal) {
    if (const auto known = known_.find(signal); known != known_.end()) return known->second;
    auto result = work_ <= kMostWork ? expand(signal) : std::nullopt;
    return known_.emplace(signal, std::move(result)).first->second;
  }

 private:
  std::optional<Disjunction> expand(Signal signal) {
    if (signal == circuit::kFalse) return Disjunction{};
    if (signal == circuit::kTrue) return Disjunction{{}};
    const auto node = circuit::node_of(signal);
    if (!circuit_.is_gate(node) && circuit::complemented(signal)) return Disjunction{{}};
    if (!circuit_.is_gate(node)) return Disjunction{{signal}};
    return circuit::complemented(signal) ? any_of(circuit_.inputs(node)) : all_of(circuit_.inputs(node));
  }

  // Of the complements: the gate is an AND, and its signal complemented.
  std::optional<Disjunction> any_of(std::span<const Signal> inputs) {
    Disjunction result;
    for (const auto input : inputs) {
      const auto& part = of(circuit::negate(input));
      if (!part || result.size() + part->size() > kMostConjunctions || !spend(part->size())) return {};
      result.insert(result.end(), part->begin(), part->end());
    }
    drop_repeated(result);
    return result;
  }

  std::optional<Disjunction> all_of(std::span<const Signal> inputs) {
    Disjunction result{{}};
    for (const auto input : inputs) {
      const auto& part = of(input);
      if (!part || result.size() * part->size() > kMostConjunctions || !spend(result.size() * part->size()))
        return {};
      Disjunction product;
      for (const auto& left : result)
        for (const auto& right : *part)
          if (auto both = put_together(left, right)) product.push_back(std::move(*both));
      drop_repeated(product);
      result = std::move(product);
    }
    return result;
  }

  bool spend(std::size_t conjunctions) {
    work_ += conjunctions;
    return work_ <= kMostWork;
  }

  static void drop_repeated(Disjunction& all) {
    std::ranges::sort(all);
    const auto rest = std::ranges::unique(all);
    all.erase(rest.begin(), rest.end());
  }

  static std::optional<Conjunction> put_together(const Conjunction& left, const Conjunction& right) {
    Conjunction both;
    std::ranges::set_union(left, right, std::back_inserter(both));
    if (both.size() > kMostFluents) return {};  // not a pattern, nor a part of one
    return both;
  }

  const Circuit& circuit_;
  std::unordered_map<Signal, std::optional<Disjunction>> known_;
  std::size_t work_ = 0;
};

bool is_pattern(const Circuit& circuit, const Conjunction& conjunction) {
  return conjunction.size() >= kLeastFluents && std::ranges::all_of(conjunction, [&](Signal signal) {
           return circuit.is_fluent(circuit::node_of(signal));
         });
}

}  // namespace

std::vector<Pattern> find_patterns(const Circuit& circuit) {
  if (circuit.node_count() > kMostGates) return {};
  Expansion expansion(circuit);
  std::set<Signal> outputs{circuit.terminal};
  for (const auto& goal : circuit.goals) outputs.insert(goal.signal);
  std::map<Conjunction, std::vector<Signal>> decides;  // per pattern: the outputs it occurs in
  for (const auto output : outputs)
    if (const auto& expanded = expansion.of(output))
      for (const auto& conjunction : *expanded)
        if (is_pattern(circuit, conjunction)) decides[conjunction].push_back(output);
  if (decides.size() > kMostPatterns) return {};
  std::map<std::pair<std::size_t, std::vector<Signal>>, std::uint32_t> kinds;
  std::vector<Pattern> result;
  for (const auto& [conjunction, where] : decides) {
    const auto kind = kinds.emplace(std::pair(conjunction.size(), where), kinds.size()).first->second;
    auto& pattern = result.emplace_back();
    pattern.kind = static_cast<std::uint32_t>(kind);
    for (const auto signal : conjunction) pattern.fluents.push_back(circuit::node_of(signal) - 1);
  }
  return result;
}

}  // namespace woodstock::search::learning
