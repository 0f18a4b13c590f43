#include "ground/grounder.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>

#include "ground/clingo.hpp"
#include "ground/term_reader.hpp"

namespace woodstock::ground {
namespace {

// What the observer writes to while clingo grounds.
struct Capture {
  const Clingo& clingo;
  const GroundLimits& limits;
  const std::atomic<bool>* stop;
  std::chrono::steady_clock::time_point deadline;
  GroundProgram program{};
  TermId nameless = program.terms().add(program.terms().name_id(""));
  GroundStatus status = GroundStatus::complete;
  std::uint64_t calls = 0;
  std::vector<Literal> scratch{};

  void reserve(std::uint32_t atom) {
    while (program.atom_count() <= atom) program.add_atom(nameless, false, false);
  }

  bool rule(bool choice, std::span<const std::uint32_t> head, std::span<const std::int32_t> body) {
    if (head.empty()) return true;
    reserve(head[0]);
    if (choice) {
      for (const auto atom : head) {
        reserve(atom);
        program.set_open(atom);
      }
    } else if (body.empty()) {
      program.set_fact(head[0]);
    } else {
      // clingo counts atoms from 1, literals here are atom + 1: number n of clingo is kept as atom n.
      scratch.assign(body.begin(), body.end());
      for (auto& literal : scratch) {
        const auto atom = static_cast<std::uint32_t>(literal < 0 ? -literal : literal);
        reserve(atom);
        literal = literal_of(atom, literal > 0);
      }
      program.add_rule(head[0], scratch);
    }
    return within_limits();
  }

  bool within_limits() {
    if (program.literal_count() > limits.literals) return give_up(GroundStatus::too_many_literals);
    if (program.atom_count() > limits.atoms) return give_up(GroundStatus::too_many_atoms);
    if ((++calls & 1023U) == 0 &&
        ((stop != nullptr && stop->load()) || std::chrono::steady_clock::now() > deadline))
      return give_up(GroundStatus::out_of_time);
    return true;
  }

  bool deeper_than(std::uint64_t symbol, std::uint32_t limit) const {
    const std::uint64_t* arguments = nullptr;
    std::size_t count = 0;
    clingo.symbol_arguments(symbol, &arguments, &count);
    if (count == 0) return false;
    return limit == 0 || std::any_of(arguments, arguments + count, [&](std::uint64_t argument) {
             return deeper_than(argument, limit - 1);
           });
  }

  bool give_up(GroundStatus reason) {
    status = reason;
    return false;
  }
};

template <typename See>
void for_each_atom(const Clingo& clingo, const void* atoms, See see) {
  std::uint64_t it = 0;
  clingo.atoms_begin(atoms, nullptr, &it);
  for (bool valid = false; clingo.atoms_is_valid(atoms, it, &valid) && valid;
       clingo.atoms_next(atoms, it, &it)) {
    std::uint64_t symbol = 0;
    std::int32_t literal = 0;
    bool fact = false;
    clingo.atoms_symbol(atoms, it, &symbol);
    clingo.atoms_literal(atoms, it, &literal);
    clingo.atoms_is_fact(atoms, it, &fact);
    see(symbol, literal, fact);
  }
}

// Facts of a relation are kept if it is named; binding relations did their work while grounding
// (grounding/rewriting/decompose.py): they hold wherever they matter.
struct Relation {
  bool kept, binding;
};

void read_atoms(const Clingo& clingo, void* control, Capture& capture,
                const std::map<std::string, std::string>& names, const std::set<std::string>& kept_facts) {
  const void* atoms = nullptr;
  if (!clingo.control_symbolic_atoms(control, &atoms)) return;
  TermReader reader(clingo, names, capture.program.terms());
  std::vector<std::optional<Relation>> relations;
  const auto relation = [&](std::uint32_t name) {
    if (name >= relations.size()) relations.resize(name + 1);
    auto& found = relations[name];
    const auto& spelt = capture.program.terms().spelt(name);
    if (!found) found = Relation{kept_facts.contains(spelt), spelt.starts_with("bind;")};
    return *found;
  };
  for_each_atom(clingo, atoms, [&](std::uint64_t symbol, std::int32_t literal, bool fact) {
    const auto [kept, binding] = relation(reader.name(symbol));
    if (literal <= 0) {  // a fact that clingo gave no number of its own
      if (kept || !fact) capture.program.add_atom(reader.atom(symbol), false, true);
      return;
    }
    const auto atom = static_cast<std::uint32_t>(literal);
    capture.reserve(atom);
    if (fact || binding) capture.program.set_fact(atom);
    if (kept || !fact) capture.program.set_term(atom, reader.atom(symbol));
  });
}

// Of a program that was given up only the relations of its atoms are wanted, as names.
void read_relations(const Clingo& clingo, void* control, Capture& capture,
                    const std::map<std::string, std::string>& names) {
  const void* atoms = nullptr;
  if (!clingo.control_symbolic_atoms(control, &atoms)) return;
  auto& terms = capture.program.terms();
  TermReader reader(clingo, names, terms);
  std::map<std::pair<std::uint32_t, std::size_t>, TermId> relations;
  for_each_atom(clingo, atoms, [&](std::uint64_t symbol, std::int32_t literal, bool) {
    if (literal <= 0 || static_cast<std::uint32_t>(literal) >= capture.program.atom_count()) return;
    const auto name = reader.name(symbol);
    const auto arity = reader.arguments(symbol).size();
    const auto [found, fresh] = relations.try_emplace({name, arity});
    if (fresh) found->second = terms.add(terms.name_id(terms.spelt(name) + "/" + std::to_string(arity)));
    capture.program.set_term(static_cast<std::uint32_t>(literal), found->second);
  });
}

void count_rules(const GroundProgram& program, GroundResult& result) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> found(program.terms().name_count());
  for (std::size_t i = 0; i < program.rule_count(); ++i) {
    const auto rule = program.rule(i);
    auto& [rules, literals] = found[program.terms().name(program.term(rule.head))];
    ++rules;
    literals += rule.body.size();
  }
  for (std::uint32_t name = 0; name < found.size(); ++name)
    if (found[name].first > 0) result.sizes[program.terms().spelt(name)] = found[name];
}

}  // namespace

GroundResult ground_text(const std::string& clingo_library, const std::string& text,
                         const std::map<std::string, std::string>& names,
                         const std::set<std::string>& kept_facts, const GroundLimits& limits,
                         const std::atomic<bool>* stop) {
  const Clingo clingo(clingo_library);
  GroundResult result;
  Capture capture{.clingo = clingo,
                  .limits = limits,
                  .stop = stop,
                  .deadline = std::chrono::steady_clock::now() +
                              std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                  std::chrono::duration<double>(limits.seconds))};
  void* control = nullptr;
  const auto log = [](int, const char* message, void* data) {
    auto& words = *static_cast<std::string*>(data);
    if (words.size() < 4000) words += std::string(message) + "\n";
  };
  const char* arguments[] = {"--warn=none"};
  if (!clingo.control_new(arguments, 1, log, &result.message, 20, &control))
    throw std::runtime_error("clingo does not start");
  ClingoObserver observer{};
  observer.rule = [](bool choice, const std::uint32_t* head, std::size_t heads, const std::int32_t* body,
                     std::size_t size, void* data) {
    return static_cast<Capture*>(data)->rule(choice, {head, heads}, {body, size});
  };
  const GroundCallback shallow = [](const void*, const char*, const std::uint64_t* arguments,
                                    std::size_t count, void* data, SymbolCallback give, void* receiver) {
    auto& seen = *static_cast<Capture*>(data);
    if (count != 1) return false;
    if (seen.deeper_than(arguments[0], seen.limits.depth)) return seen.give_up(GroundStatus::too_deep);
    return give(arguments, 1, receiver);
  };
  const ClingoPart base{"base", nullptr, 0};
  const bool done = clingo.control_register_observer(control, &observer, true, &capture) &&
                    clingo.control_add(control, "base", nullptr, 0, text.c_str()) &&
                    clingo.control_ground(control, &base, 1, shallow, &capture);
  if (done) {
    result.status = GroundStatus::complete;
  } else {
    result.status = capture.status == GroundStatus::complete ? GroundStatus::failed : capture.status;
    const char* words = clingo.error_message();
    if (result.status == GroundStatus::failed && words != nullptr) result.message += words;
  }
  if (done)
    read_atoms(clingo, control, capture, names, kept_facts);
  else
    read_relations(clingo, control, capture, names);
  count_rules(capture.program, result);
  clingo.control_free(control);
#ifdef __GLIBC__
  malloc_trim(0);  // what clingo needed goes back to the system before the next pass asks for more
#endif
  if (done) result.program = std::move(capture.program);
  return result;
}

}  // namespace woodstock::ground
