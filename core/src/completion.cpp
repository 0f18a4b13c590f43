#include "woodstock/completion.hpp"

#include <algorithm>
#include <stdexcept>

namespace woodstock {

Completion::Completion(const GroundProgram& program, std::span<const std::uint32_t> wanted,
                       std::uint64_t literal_limit)
    : kind_(program.atom_count(), AtomKind::derived), bodies_(program.atom_count()) {
  names_.reserve(program.atom_count());
  for (std::uint32_t atom = 0; atom < program.atom_count(); ++atom) names_.push_back(program.name(atom));
  simplify(program);
  sort(wanted, literal_limit);
}

std::string Completion::name(std::uint32_t atom) const { return names_[atom]; }

std::size_t Completion::literal_count() const {
  std::size_t count = 0;
  for (const auto atom : order_)
    for (const auto& body : bodies_[atom]) count += body.size();
  return count;
}

// Constants are propagated to a fixpoint: facts are true, atoms without a rule false, a rule with an empty
// body makes its head true. Bodies are sorted and each occurs once.
void Completion::simplify(const GroundProgram& program) {
  const auto atoms = program.atom_count();
  std::vector<std::uint32_t> pending(program.rule_count()), alive(atoms, 0);
  std::vector<bool> dead(program.rule_count(), false);
  std::vector<std::vector<std::uint32_t>> occurrences(atoms);  // rules by atom in the body
  for (std::size_t i = 0; i < program.rule_count(); ++i) {
    const auto rule = program.rule(i);
    pending[i] = static_cast<std::uint32_t>(rule.body.size());
    ++alive[rule.head];
    for (const auto literal : rule.body)
      occurrences[atom_of(literal)].push_back(static_cast<std::uint32_t>(i));
  }
  std::vector<std::uint32_t> decided;
  const auto decide = [&](std::uint32_t atom, AtomKind kind) {
    if (kind_[atom] != AtomKind::derived) return;
    kind_[atom] = kind;
    decided.push_back(atom);
  };
  for (std::uint32_t atom = 0; atom < atoms; ++atom) {
    if (program.is_fact(atom)) {
      decide(atom, AtomKind::constant_true);
    } else if (program.is_open(atom)) {
      kind_[atom] = AtomKind::input;
    } else if (alive[atom] == 0) {
      decide(atom, AtomKind::constant_false);
    }
  }
  while (!decided.empty()) {
    const auto atom = decided.back();
    decided.pop_back();
    const bool value = kind_[atom] == AtomKind::constant_true;
    for (const auto index : occurrences[atom]) {
      if (dead[index]) continue;
      const auto rule = program.rule(index);
      const bool holds =
          std::ranges::any_of(rule.body, [&](Literal l) { return atom_of(l) == atom && (l > 0) == value; });
      const bool fails =
          std::ranges::any_of(rule.body, [&](Literal l) { return atom_of(l) == atom && (l > 0) != value; });
      if (fails) {
        dead[index] = true;
        if (--alive[rule.head] == 0) decide(rule.head, AtomKind::constant_false);
      } else if (holds && --pending[index] == 0) {
        decide(rule.head, AtomKind::constant_true);
      }
    }
  }
  for (std::size_t i = 0; i < program.rule_count(); ++i) {
    const auto rule = program.rule(i);
    if (dead[i] || kind_[rule.head] != AtomKind::derived) continue;
    std::vector<Literal> body;
    for (const auto literal : rule.body) {
      const auto kind = kind_[atom_of(literal)];
      if (kind == AtomKind::input || kind == AtomKind::derived) body.push_back(literal);
    }
    std::ranges::sort(body);
    body.erase(std::unique(body.begin(), body.end()), body.end());
    const bool contradictory =
        std::ranges::any_of(body, [&](Literal l) { return std::ranges::binary_search(body, -l); });
    if (!contradictory) bodies_[rule.head].push_back(std::move(body));
  }
  for (auto& bodies : bodies_) {
    std::ranges::sort(bodies);
    bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  }
}

// Tarjan's strongly connected components, without recursion: components come out inputs first.
void Completion::sort(std::span<const std::uint32_t> wanted, std::uint64_t literal_limit) {
  constexpr std::uint32_t unseen = 0xffffffff;
  const auto atoms = atom_count();
  std::vector<std::uint32_t> index(atoms, unseen), low(atoms, 0), stack;
  std::vector<bool> on_stack(atoms, false);
  struct Frame {
    std::uint32_t atom;
    std::size_t body = 0, position = 0;
  };
  std::uint32_t counter = 0;
  std::vector<Frame> frames;
  const auto enter = [&](std::uint32_t atom) {
    index[atom] = low[atom] = counter++;
    stack.push_back(atom);
    on_stack[atom] = true;
    frames.push_back({atom});
  };
  for (const auto root : wanted) {
    if (kind_[root] != AtomKind::derived || index[root] != unseen) continue;
    enter(root);
    while (!frames.empty()) {
      auto& frame = frames.back();
      const auto& bodies = bodies_[frame.atom];
      while (frame.body < bodies.size() && frame.position >= bodies[frame.body].size()) {
        ++frame.body;
        frame.position = 0;
      }
      if (frame.body < bodies.size()) {
        const auto child = atom_of(bodies[frame.body][frame.position++]);
        if (kind_[child] != AtomKind::derived) continue;
        if (index[child] == unseen) {
          enter(child);
        } else if (on_stack[child]) {
          low[frame.atom] = std::min(low[frame.atom], index[child]);
        }
        continue;
      }
      const auto atom = frame.atom;
      frames.pop_back();
      if (!frames.empty()) low[frames.back().atom] = std::min(low[frames.back().atom], low[atom]);
      if (low[atom] != index[atom]) continue;
      std::vector<std::uint32_t> component;
      for (std::uint32_t member = unseen; member != atom;) {
        member = stack.back();
        stack.pop_back();
        on_stack[member] = false;
        component.push_back(member);
      }
      const bool cyclic = component.size() > 1 || std::ranges::any_of(bodies_[atom], [&](const auto& body) {
                            return std::ranges::any_of(body, [&](Literal l) { return atom_of(l) == atom; });
                          });
      if (cyclic) {
        unroll(std::move(component), literal_limit);
      } else {
        order_.push_back(atom);
      }
    }
  }
}

// Layer 0 of a recursive component is false everywhere, layer k + 1 applies the rules once to layer k. As
// many layers as atoms reach the least fixpoint. An atom whose definition no longer refers to changing layers
// is final.
void Completion::unroll(std::vector<std::uint32_t> component, std::uint64_t literal_limit) {
  std::ranges::sort(component);
  const auto member = [&](Literal l) { return std::ranges::binary_search(component, atom_of(l)); };
  const auto position = [&](std::uint32_t atom) {
    return static_cast<std::size_t>(std::ranges::lower_bound(component, atom) - component.begin());
  };
  std::uint64_t per_layer = 0;
  for (const auto atom : component)
    for (const auto& body : bodies_[atom]) {
      per_layer += body.size();
      for (const auto literal : body)
        if (literal < 0 && member(literal))
          throw std::runtime_error("the rules are not stratified: " + names_[atom] + " depends on (not " +
                                   names_[atom_of(literal)] + ") and that on " + names_[atom]);
    }
  if (per_layer * component.size() > literal_limit)
    throw std::runtime_error("recursion through " + names_[component[0]] + " and " +
                             std::to_string(component.size() - 1) + " more atoms is too large to unroll");
  // layer[i]: the atom that stands for component[i] in the last layer; -1 while it is false.
  std::vector<std::int64_t> layer(component.size(), -1);
  for (std::size_t k = 1; k <= component.size(); ++k) {
    std::vector<std::int64_t> after(component.size(), -1);
    bool changed = false;
    for (std::size_t i = 0; i < component.size(); ++i) {
      std::vector<std::vector<Literal>> bodies;
      for (const auto& body : bodies_[component[i]]) {
        std::vector<Literal> image;
        bool possible = true;
        for (const auto literal : body) {
          if (!member(literal)) {
            image.push_back(literal);
            continue;
          }
          const auto below = layer[position(atom_of(literal))];
          possible = possible && below >= 0;
          if (possible) image.push_back(literal_of(static_cast<std::uint32_t>(below)));
        }
        if (!possible) continue;
        std::ranges::sort(image);
        bodies.push_back(std::move(image));
      }
      if (bodies.empty()) continue;
      std::ranges::sort(bodies);
      if (layer[i] >= 0 && bodies_[static_cast<std::size_t>(layer[i])] == bodies) {
        after[i] = layer[i];
        continue;
      }
      changed = true;
      const auto fresh = atom_count();
      kind_.push_back(AtomKind::derived);
      names_.push_back(names_[component[i]] + "@" + std::to_string(k));
      bodies_.push_back(std::move(bodies));
      order_.push_back(fresh);
      after[i] = fresh;
    }
    layer = std::move(after);
    if (!changed) break;
  }
  for (std::size_t i = 0; i < component.size(); ++i) {
    const auto atom = component[i];
    if (layer[i] < 0) {
      bodies_[atom].clear();  // never derivable: a disjunction of nothing
    } else {
      bodies_[atom] = {{literal_of(static_cast<std::uint32_t>(layer[i]))}};
    }
    order_.push_back(atom);
  }
}

}  // namespace woodstock
