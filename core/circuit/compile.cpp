#include "circuit/compile.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <queue>
#include <unordered_map>
#include <unordered_set>

#include "circuit/move_sets.hpp"

namespace woodstock::circuit {

using namespace ground;

std::vector<std::uint32_t> GameAtoms::outputs() const {
  std::vector<std::uint32_t> atoms;
  const auto add = [&](std::uint32_t atom) {
    if (atom != kNoAtom) atoms.push_back(atom);
  };
  std::ranges::for_each(legal, add);
  std::ranges::for_each(next, add);
  add(terminal);
  for (const auto& goal : goals) add(goal.atom);
  for (const auto& percept : percepts) add(percept.atom);
  return atoms;
}

namespace {

using Cube = std::vector<Signal>;

// Beyond these a simplification is not worth its cost: fewer implied signals and undistributed cubes are as
// right.
constexpr std::size_t kMostImplied = 1U << 14U;  // by the legality of a move
constexpr std::size_t kMostDistributed = 4096;   // cubes from one

class Compiler {
 public:
  Compiler(const Completion& completion, const GameAtoms& atoms, const Deadline& deadline)
      : completion_(completion),
        atoms_(atoms),
        deadline_(deadline),
        circuit_(static_cast<std::uint32_t>(atoms.fluents.size()), atoms.moves_per_role, atoms.chance_role),
        signal_(completion.atom_count(), kFalse),
        implied_(circuit_.move_count()) {}

  Circuit run() {
    circuit_.initial = atoms_.initial;
    for (std::uint32_t a = 0; a < completion_.atom_count(); ++a)
      if (completion_.kind(a) == AtomKind::constant_true) signal_[a] = kTrue;
    for (std::uint32_t f = 0; f < atoms_.fluents.size(); ++f)
      set_input(atoms_.fluents[f], signal_of(circuit_.fluent_node(f)));
    for (std::uint32_t m = 0; m < atoms_.moves.size(); ++m)
      set_input(atoms_.moves[m], signal_of(circuit_.move_node(m)));
    compile_legality();
    for (const auto atom : completion_.order())
      if (!done_[atom]) define(atom);
    for (std::size_t f = 0; f < atoms_.next.size(); ++f) circuit_.next[f] = output(atoms_.next[f]);
    circuit_.terminal = output(atoms_.terminal);
    for (const auto& goal : atoms_.goals)
      if (const auto s = output(goal.atom); s != kFalse) circuit_.goals.push_back({goal.role, goal.value, s});
    for (const auto& percept : atoms_.percepts)
      if (const auto s = output(percept.atom); s != kFalse)
        circuit_.percepts.push_back({percept.role, percept.percept, s});
    return circuit_.pruned();
  }

 private:
  void set_input(std::uint32_t atom, Signal signal) {
    if (atom != kNoAtom && completion_.kind(atom) == AtomKind::input) signal_[atom] = signal;
  }
  Signal output(std::uint32_t atom) const { return atom == kNoAtom ? kFalse : signal_[atom]; }

  // Legality first: the rest of the circuit relies on what a made move implies.
  void compile_legality() {
    done_.assign(completion_.atom_count(), false);
    std::vector<bool> needed(completion_.atom_count(), false);
    for (const auto atom : atoms_.legal)
      if (atom != kNoAtom) needed[atom] = true;
    const auto& order = completion_.order();
    for (auto it = order.rbegin(); it != order.rend(); ++it)
      if (needed[*it])
        for (const auto body : completion_.bodies(*it))
          for (const auto literal : body) needed[atom_of(literal)] = true;
    for (const auto atom : order)
      if (needed[atom]) define(atom);
    for (std::uint32_t m = 0; m < atoms_.legal.size(); ++m) {
      circuit_.legal[m] = output(atoms_.legal[m]);
      imply(circuit_.legal[m], implied_[m]);
      std::ranges::sort(implied_[m]);
    }
    sets_.emplace(circuit_);
  }

  // What holds where a signal does: itself and, through conjunctions, their inputs.
  void imply(Signal signal, std::vector<Signal>& into) const {
    if (signal <= kTrue) return;
    std::unordered_set<Signal> seen{signal};
    into.push_back(signal);
    for (std::size_t next = 0; next < into.size() && into.size() < kMostImplied; ++next) {
      if (complemented(into[next]) || !circuit_.is_gate(node_of(into[next]))) continue;
      for (const auto input : circuit_.inputs(node_of(into[next])))
        if (input > kTrue && seen.insert(input).second) into.push_back(input);
    }
  }

  void define(std::uint32_t atom) {
    if (deadline_.passed()) throw OutOfTime();
    done_[atom] = true;
    std::vector<Cube> cubes;
    for (const auto body : completion_.bodies(atom)) {
      Cube cube;
      for (const auto literal : body)
        cube.push_back(literal > 0 ? signal_[atom_of(literal)] : negate(signal_[atom_of(literal)]));
      if (distributed(cube) <= kMostDistributed) {
        distribute(std::move(cube), cubes);
      } else if (tidy(cube)) {
        cubes.push_back(std::move(cube));
      }
    }
    std::ranges::sort(cubes);
    cubes.erase(std::unique(cubes.begin(), cubes.end()), cubes.end());
    signal_[atom] = factor(std::move(cubes));
  }

  std::size_t distributed(const Cube& cube) const {
    std::size_t count = 1;
    for (const auto signal : cube) {
      const auto sum = sums_.find(signal);
      if (sum != sums_.end() && (count *= sum->second.size()) > kMostDistributed) break;
    }
    return count;
  }

  // Adds a cube; a literal that is an OR over moves of several roles is multiplied out, role by role, so that
  // the sets of moves of one role meet in one disjunction.
  void distribute(Cube cube, std::vector<Cube>& cubes) {
    for (std::size_t i = 0; i < cube.size(); ++i) {
      const auto sum = sums_.find(cube[i]);
      if (sum == sums_.end()) continue;
      for (const auto part : std::vector<Signal>(sum->second)) {
        auto copy = cube;
        copy[i] = part;
        distribute(std::move(copy), cubes);
      }
      return;
    }
    if (tidy(cube)) cubes.push_back(std::move(cube));
  }

  // Sorts a cube and drops what the moves in it imply; false if it cannot hold in play.
  bool tidy(Cube& cube) const {
    std::ranges::sort(cube);
    cube.erase(std::unique(cube.begin(), cube.end()), cube.end());
    if (!cube.empty() && cube.front() == kFalse) return false;
    if (!cube.empty() && cube.front() == kTrue) cube.erase(cube.begin());
    std::vector<std::uint32_t> moves;
    for (std::size_t i = 0; i < cube.size(); ++i) {
      if (i + 1 < cube.size() && cube[i + 1] == negate(cube[i])) return false;
      if (!complemented(cube[i]) && circuit_.is_move(node_of(cube[i])))
        moves.push_back(node_of(cube[i]) - circuit_.move_node(0));
    }
    for (std::size_t i = 0; i + 1 < moves.size(); ++i)
      if (circuit_.role_of(moves[i]) == circuit_.role_of(moves[i + 1])) return false;
    for (const auto move : moves) {
      const auto& implied = implied_[move];
      for (const auto signal : cube)
        if (std::ranges::binary_search(implied, negate(signal))) return false;
      std::erase_if(cube, [&](Signal s) { return std::ranges::binary_search(implied, s); });
    }
    return true;
  }

  // Greedy algebraic factoring: the literal in most cubes is divided out, again and again; quotients are
  // factored in turn, and literals with one and the same quotient are joined.
  Signal factor(std::vector<Cube> cubes) {
    if (cubes.empty()) return kFalse;
    if (cubes.size() == 1) return circuit_.all_of(std::move(cubes[0]));
    std::unordered_map<Signal, std::vector<std::uint32_t>> where;
    for (std::uint32_t c = 0; c < cubes.size(); ++c) {
      if (cubes[c].empty()) return kTrue;
      for (const auto s : cubes[c]) where[s].push_back(c);
    }
    std::unordered_map<Signal, std::uint32_t> count;
    using Entry = std::pair<std::uint32_t, Signal>;  // how often, which; ties: the smallest signal
    const auto worse = [](const Entry& a, const Entry& b) {
      return a.first != b.first ? a.first < b.first : a.second > b.second;
    };
    std::priority_queue<Entry, std::vector<Entry>, decltype(worse)> queue(worse);
    for (const auto& [s, list] : where) {
      count[s] = static_cast<std::uint32_t>(list.size());
      if (list.size() > 1) queue.emplace(count[s], s);
    }
    std::vector<bool> taken(cubes.size(), false);
    std::map<Signal, std::vector<Signal>> divisors;  // quotient -> literals it was divided by
    while (!queue.empty()) {
      const auto [times, s] = queue.top();
      queue.pop();
      if (times != count[s]) {
        if (count[s] > 1) queue.emplace(count[s], s);
        continue;
      }
      std::vector<Cube> quotient;
      for (const auto c : where[s]) {
        if (taken[c]) continue;
        taken[c] = true;
        for (const auto other : cubes[c]) --count[other];
        std::erase(cubes[c], s);
        quotient.push_back(std::move(cubes[c]));
      }
      if (quotient.size() > 0) divisors[factor(std::move(quotient))].push_back(s);
    }
    std::vector<Signal> terms;
    for (auto& [quotient, literals] : divisors)
      terms.push_back(circuit_.all_of({quotient, any(std::move(literals))}));
    for (std::uint32_t c = 0; c < cubes.size(); ++c)
      if (!taken[c]) terms.push_back(circuit_.all_of(std::move(cubes[c])));
    return any(std::move(terms));
  }

  // A disjunction. Since a role makes one move, an OR over moves of a role is a set of moves, and so is its
  // complement: sets are united where that takes no more inputs than the signals as they are.
  Signal any(std::vector<Signal> signals) {
    if (!sets_) return circuit_.any_of(std::move(signals));
    std::vector<Signal> result;
    std::map<std::uint32_t, std::vector<Signal>> by_role;
    for (const auto s : signals) {
      if (const auto* set = sets_->set_of(s)) {
        by_role[set->role].push_back(s);
      } else {
        result.push_back(s);
      }
    }
    for (auto& [role, parts] : by_role) {
      MoveSet all{role, {}};
      for (const auto part : parts) {
        const auto* set = sets_->set_of(part);
        all.moves.insert(all.moves.end(), set->moves.begin(), set->moves.end());
      }
      std::ranges::sort(all.moves);
      all.moves.erase(std::unique(all.moves.begin(), all.moves.end()), all.moves.end());
      std::size_t separate = 0;
      for (const auto part : parts) separate += sets_->width(*sets_->set_of(part));
      if (sets_->width(all) <= parts.size() || 2 * sets_->width(all) <= separate || sets_->known(all)) {
        result.push_back(sets_->signal_for(std::move(all)));
      } else {
        result.insert(result.end(), parts.begin(), parts.end());
      }
    }
    const bool only_sets = result.size() > 1 &&
                           std::ranges::all_of(result, [&](Signal s) { return sets_->set_of(s) != nullptr; });
    auto parts = result;
    const auto signal = circuit_.any_of(std::move(result));
    // A part that says all the others say is no sum: it would be multiplied out for ever.
    if (only_sets && signal > kTrue && std::ranges::find(parts, signal) == parts.end())
      sums_.insert_or_assign(signal, std::move(parts));
    return signal;
  }

  const Completion& completion_;
  const GameAtoms& atoms_;
  Deadline deadline_;
  Circuit circuit_;
  std::vector<Signal> signal_;  // per atom
  std::vector<bool> done_;
  std::vector<std::vector<Signal>> implied_;              // per move: what its legality implies
  std::optional<MoveSets> sets_;                          // once legality is known
  std::unordered_map<Signal, std::vector<Signal>> sums_;  // disjunctions of sets of moves, by role
};

}  // namespace

Circuit compile(const Completion& completion, const GameAtoms& atoms, const Deadline& deadline) {
  return Compiler(completion, atoms, deadline).run();
}

}  // namespace woodstock::circuit
