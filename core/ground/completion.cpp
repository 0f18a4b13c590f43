#include "ground/completion.hpp"

#include <algorithm>
#include <stdexcept>

namespace woodstock::ground {
namespace {

// The numbers of a program's rules, grouped by atoms.
class Grouping {
 public:
  template <class Atoms>  // called with a rule and a function that takes each of its atoms
  Grouping(const GroundProgram& program, std::uint32_t atoms, Atoms atoms_of) : start_(atoms + 1, 0) {
    for (std::size_t i = 0; i < program.rule_count(); ++i)
      atoms_of(program.rule(i), [&](std::uint32_t atom) { ++start_[atom + 1]; });
    for (std::size_t atom = 0; atom < atoms; ++atom) start_[atom + 1] += start_[atom];
    rules_.resize(start_.back());
    auto next = start_;
    for (std::size_t i = 0; i < program.rule_count(); ++i)
      atoms_of(program.rule(i),
               [&](std::uint32_t atom) { rules_[next[atom]++] = static_cast<std::uint32_t>(i); });
  }
  std::span<const std::uint32_t> operator[](std::uint32_t atom) const {
    return {rules_.data() + start_[atom], rules_.data() + start_[atom + 1]};
  }

 private:
  std::vector<std::uint64_t> start_;
  std::vector<std::uint32_t> rules_;
};

}  // namespace

Completion::Completion(const GroundProgram& program, std::span<const std::uint32_t> wanted,
                       std::uint64_t literal_limit)
    : kind_(program.atom_count(), AtomKind::derived),
      definition_(program.atom_count()),
      program_atoms_(program.atoms()) {
  simplify(program);
  sort(wanted, literal_limit);
}

std::string Completion::name(std::uint32_t atom) const {
  const auto known = kind_.size() - fresh_names_.size();
  return atom < known ? program_atoms_->text(atom) : fresh_names_[atom - known];
}

std::size_t Completion::literal_count() const {
  std::size_t count = 0;
  for (const auto atom : order_)
    for (const auto body : bodies(atom)) count += body.size();
  return count;
}

// Each body once, in order.
void Completion::define(std::uint32_t atom, Bodies& bodies) {
  std::ranges::sort(bodies);
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  definition_[atom] = {start_.size() - 1, static_cast<std::uint32_t>(bodies.size())};
  for (const auto& body : bodies) {
    literals_.insert(literals_.end(), body.begin(), body.end());
    start_.push_back(literals_.size());
  }
}

std::uint32_t Completion::add(std::string name) {
  kind_.push_back(AtomKind::derived);
  definition_.emplace_back();
  fresh_names_.push_back(std::move(name));
  return atom_count() - 1;
}

// Constants are propagated to a fixpoint: facts are true, atoms without a rule false, a rule with an empty
// body makes its head true. Bodies are sorted and each occurs once.
void Completion::simplify(const GroundProgram& program) {
  const auto atoms = program.atom_count();
  std::vector<std::uint32_t> pending(program.rule_count()), alive(atoms, 0);
  std::vector<bool> dead(program.rule_count(), false);
  const Grouping occurrences(program, atoms, [](const GroundRule& rule, const auto& give) {
    for (const auto literal : rule.body) give(atom_of(literal));
  });
  const Grouping rules_of(program, atoms, [](const GroundRule& rule, const auto& give) { give(rule.head); });
  for (std::size_t i = 0; i < program.rule_count(); ++i) {
    const auto rule = program.rule(i);
    pending[i] = static_cast<std::uint32_t>(rule.body.size());
    ++alive[rule.head];
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
  Bodies bodies;
  for (std::uint32_t atom = 0; atom < atoms; ++atom) {
    if (kind_[atom] != AtomKind::derived) continue;
    bodies.clear();
    for (const auto index : rules_of[atom]) {
      if (dead[index]) continue;
      std::vector<Literal> body;
      for (const auto literal : program.rule(index).body) {
        const auto kind = kind_[atom_of(literal)];
        if (kind == AtomKind::input || kind == AtomKind::derived) body.push_back(literal);
      }
      std::ranges::sort(body);
      body.erase(std::unique(body.begin(), body.end()), body.end());
      const bool contradictory =
          std::ranges::any_of(body, [&](Literal l) { return std::ranges::binary_search(body, -l); });
      if (!contradictory) bodies.push_back(std::move(body));
    }
    define(atom, bodies);
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
      const auto count = body_count(frame.atom);
      while (frame.body < count && frame.position >= body(frame.atom, frame.body).size()) {
        ++frame.body;
        frame.position = 0;
      }
      if (frame.body < count) {
        const auto child = atom_of(body(frame.atom, frame.body)[frame.position++]);
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
      const bool cyclic = component.size() > 1 || std::ranges::any_of(bodies(atom), [&](Body body) {
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
    for (const auto body : bodies(atom)) {
      per_layer += body.size();
      for (const auto literal : body)
        if (literal < 0 && member(literal))
          throw std::runtime_error("the rules are not stratified: " + name(atom) + " depends on (not " +
                                   name(atom_of(literal)) + ") and that on " + name(atom));
    }
  if (per_layer * component.size() > literal_limit)
    throw std::runtime_error("recursion through " + name(component[0]) + " and " +
                             std::to_string(component.size() - 1) + " more atoms is too large to unroll");
  // layer[i]: the atom that stands for component[i] in the last layer; -1 while it is false.
  std::vector<std::int64_t> layer(component.size(), -1);
  for (std::size_t k = 1; k <= component.size(); ++k) {
    std::vector<std::int64_t> after(component.size(), -1);
    bool changed = false;
    for (std::size_t i = 0; i < component.size(); ++i) {
      Bodies layered;
      for (const auto body : bodies(component[i])) {
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
        layered.push_back(std::move(image));
      }
      if (layered.empty()) continue;
      std::ranges::sort(layered);
      layered.erase(std::unique(layered.begin(), layered.end()), layered.end());
      if (layer[i] >= 0 &&
          std::ranges::equal(bodies(static_cast<std::uint32_t>(layer[i])), layered,
                             [](Body a, const auto& b) { return std::ranges::equal(a, b); })) {
        after[i] = layer[i];
        continue;
      }
      changed = true;
      const auto fresh = add(name(component[i]) + "@" + std::to_string(k));
      define(fresh, layered);
      order_.push_back(fresh);
      after[i] = fresh;
    }
    layer = std::move(after);
    if (!changed) break;
  }
  for (std::size_t i = 0; i < component.size(); ++i) {
    const auto atom = component[i];
    Bodies last;  // a disjunction of nothing where it is never derivable
    if (layer[i] >= 0) last.push_back({literal_of(static_cast<std::uint32_t>(layer[i]))});
    define(atom, last);
    order_.push_back(atom);
  }
}

}  // namespace woodstock::ground
