#include "ground/grounder.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <unordered_map>

#include "ground/clingo_library.hpp"

namespace woodstock::ground {
namespace {

// What the observer writes to while clingo grounds.
struct Capture {
  const Clingo& clingo;
  const GroundLimits& limits;
  const std::atomic<bool>* stop;
  std::chrono::steady_clock::time_point deadline;
  GroundProgram program;
  GroundStatus status = GroundStatus::complete;
  std::uint64_t calls = 0;
  std::vector<Literal> scratch{};

  void reserve(std::uint32_t atom) {
    while (program.atom_count() <= atom) program.add_atom({}, false, false);
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

// Gives the captured atoms their names, and their rules' sizes to the result.
class NameReader {
 public:
  NameReader(const Clingo& clingo, Capture& capture, const std::map<std::string, std::string>& names)
      : clingo_(clingo), program_(capture.program), names_to_give_(program_.names_to_give()), names_(names) {
    relation_of_.resize(program_.atom_count());
  }

  // Where the program is not complete, only the sizes are wanted: atoms stay nameless.
  void read(const void* control, const std::set<std::string>& kept_facts, bool complete) {
    const void* atoms = nullptr;
    if (!clingo_.control_symbolic_atoms(control, &atoms)) return;
    std::uint64_t it = 0;
    clingo_.atoms_begin(atoms, nullptr, &it);
    for (bool valid = false; clingo_.atoms_is_valid(atoms, it, &valid) && valid;
         clingo_.atoms_next(atoms, it, &it)) {
      std::uint64_t symbol = 0;
      std::int32_t literal = 0;
      bool fact = false;
      clingo_.atoms_symbol(atoms, it, &symbol);
      clingo_.atoms_literal(atoms, it, &literal);
      clingo_.atoms_is_fact(atoms, it, &fact);
      const auto arguments = arguments_of(symbol);
      const auto relation = relation_named(symbol, static_cast<std::uint32_t>(arguments.size()));
      const auto atom = static_cast<std::uint32_t>(std::max(literal, 0));
      if (atom > 0 && atom < relation_of_.size()) relation_of_[atom] = relation;
      if (complete) give_name(atom, relation, arguments, fact, kept_facts);
    }
  }

  void count_rules(bool by_name_alone, GroundResult& result) const {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> sizes;
    for (std::size_t i = 0; i < program_.rule_count(); ++i) {
      const auto rule = program_.rule(i);
      const auto relation = relation_of_[rule.head];
      if (relation >= sizes.size()) sizes.resize(relation + 1);
      ++sizes[relation].first;
      sizes[relation].second += rule.body.size();
    }
    for (AtomNames::Relation relation = 0; relation < sizes.size(); ++relation) {
      if (sizes[relation].first == 0) continue;
      auto key = names_to_give_.relation_name(relation);
      if (!by_name_alone) key += "/" + std::to_string(names_to_give_.arity(relation));
      auto& [rules, literals] = result.sizes[key];
      rules += sizes[relation].first;
      literals += sizes[relation].second;
    }
  }

 private:
  std::span<const std::uint64_t> arguments_of(std::uint64_t symbol) const {
    const std::uint64_t* arguments = nullptr;
    std::size_t count = 0;
    clingo_.symbol_arguments(symbol, &arguments, &count);
    return {arguments, count};
  }

  std::string name_of(std::uint64_t symbol) const {
    const char* name = nullptr;
    clingo_.symbol_name(symbol, &name);
    const auto known = names_.find(name);
    return known == names_.end() ? std::string(name) : known->second;
  }

  // Atoms come relation by relation, so the last answer is mostly the right one.
  AtomNames::Relation relation_named(std::uint64_t symbol, std::uint32_t arity) {
    const char* name = nullptr;
    clingo_.symbol_name(symbol, &name);
    if (last_name_ != name || names_to_give_.arity(last_relation_) != arity) {
      last_name_ = name;
      last_relation_ = names_to_give_.relation(name_of(symbol), arity);
    }
    return last_relation_;
  }

  void give_name(std::uint32_t atom, AtomNames::Relation relation, std::span<const std::uint64_t> arguments,
                 bool fact, const std::set<std::string>& kept_facts) {
    const auto& name = names_to_give_.relation_name(relation);
    const bool kept = !fact || kept_facts.contains(name);
    if (atom == 0) {  // a fact that clingo gave no number of its own
      if (!kept) return;
      atom = program_.add_atom({}, false, true);
    }
    while (program_.atom_count() <= atom) program_.add_atom({}, false, false);
    // Binding relations did their work while grounding (grounding/decompose.py): they hold wherever they
    // matter.
    if (fact || (!arguments.empty() && name.starts_with("bind;"))) program_.set_fact(atom);
    if (!kept) return;
    texts_of_arguments_.clear();
    for (const auto argument : arguments) texts_of_arguments_.push_back(text_of(argument));
    names_to_give_.set(atom, relation, texts_of_arguments_);
  }

  AtomNames::Text text_of(std::uint64_t symbol) {
    const auto [found, fresh] = texts_.try_emplace(symbol, 0);
    if (fresh) found->second = names_to_give_.text(kif_of(symbol));
    return found->second;
  }

  std::string kif_of(std::uint64_t symbol) const {
    const auto arguments = arguments_of(symbol);
    if (arguments.empty()) return name_of(symbol);
    std::string result = "(" + name_of(symbol);
    for (const auto argument : arguments) result += " " + kif_of(argument);
    return result + ")";
  }

  const Clingo& clingo_;
  GroundProgram& program_;
  AtomNames& names_to_give_;
  const std::map<std::string, std::string>& names_;
  std::vector<AtomNames::Relation> relation_of_;  // per atom; 0: not known
  std::string last_name_;
  AtomNames::Relation last_relation_ = 0;
  std::unordered_map<std::uint64_t, AtomNames::Text> texts_;  // of terms that stand as arguments
  std::vector<AtomNames::Text> texts_of_arguments_;
};

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
                                  std::chrono::duration<double>(limits.seconds)),
                  .program = {}};
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
  NameReader reader(clingo, capture, names);
  reader.read(control, kept_facts, done);
  reader.count_rules(done, result);
  clingo.control_free(control);
#ifdef __GLIBC__
  malloc_trim(0);  // what clingo needed goes back to the system before the next pass asks for more
#endif
  if (done) result.program = std::move(capture.program);
  return result;
}

}  // namespace woodstock::ground
