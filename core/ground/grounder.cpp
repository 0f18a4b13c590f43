#include "ground/grounder.hpp"

#include <dlfcn.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace woodstock::ground {
namespace {

// The part of clingo's C interface used here (clingo.h, version 5.5 and later).
struct ClingoPart {
  const char* name;
  const std::uint64_t* params;
  std::size_t size;
};
using SymbolCallback = bool (*)(const std::uint64_t*, std::size_t, void*);
using GroundCallback = bool (*)(const void*, const char*, const std::uint64_t*, std::size_t, void*,
                                SymbolCallback, void*);
struct ClingoObserver {
  bool (*init_program)(bool, void*);
  bool (*begin_step)(void*);
  bool (*end_step)(void*);
  bool (*rule)(bool, const std::uint32_t*, std::size_t, const std::int32_t*, std::size_t, void*);
  void* weight_rule;
  void* minimize;
  void* project;
  bool (*output_atom)(std::uint64_t, std::uint32_t, void*);
  void* rest[11];
};
using Logger = void (*)(int, const char*, void*);

struct Clingo {
  bool (*control_new)(const char* const*, std::size_t, Logger, void*, unsigned, void**);
  void (*control_free)(void*);
  bool (*control_add)(void*, const char*, const char* const*, std::size_t, const char*);
  bool (*control_ground)(void*, const ClingoPart*, std::size_t, GroundCallback, void*);
  bool (*control_register_observer)(void*, const ClingoObserver*, bool, void*);
  bool (*control_symbolic_atoms)(void*, const void**);
  bool (*atoms_begin)(const void*, const std::uint64_t*, std::uint64_t*);
  bool (*atoms_is_valid)(const void*, std::uint64_t, bool*);
  bool (*atoms_next)(const void*, std::uint64_t, std::uint64_t*);
  bool (*atoms_symbol)(const void*, std::uint64_t, std::uint64_t*);
  bool (*atoms_literal)(const void*, std::uint64_t, std::int32_t*);
  bool (*atoms_is_fact)(const void*, std::uint64_t, bool*);
  bool (*symbol_name)(std::uint64_t, const char**);
  bool (*symbol_arguments)(std::uint64_t, const std::uint64_t**, std::size_t*);
  const char* (*error_message)();

  explicit Clingo(const std::string& path) {
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(std::string("cannot open clingo: ") + dlerror());
    const auto bind = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
      if (function == nullptr) throw std::runtime_error(std::string("clingo has no function ") + name);
    };
    bind(control_new, "clingo_control_new");
    bind(control_free, "clingo_control_free");
    bind(control_add, "clingo_control_add");
    bind(control_ground, "clingo_control_ground");
    bind(control_register_observer, "clingo_control_register_observer");
    bind(control_symbolic_atoms, "clingo_control_symbolic_atoms");
    bind(atoms_begin, "clingo_symbolic_atoms_begin");
    bind(atoms_is_valid, "clingo_symbolic_atoms_is_valid");
    bind(atoms_next, "clingo_symbolic_atoms_next");
    bind(atoms_symbol, "clingo_symbolic_atoms_symbol");
    bind(atoms_literal, "clingo_symbolic_atoms_literal");
    bind(atoms_is_fact, "clingo_symbolic_atoms_is_fact");
    bind(symbol_name, "clingo_symbol_name");
    bind(symbol_arguments, "clingo_symbol_arguments");
    bind(error_message, "clingo_error_message");
  }
};

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

std::string name_of(const Clingo& clingo, std::uint64_t symbol,
                    const std::map<std::string, std::string>& names) {
  const char* name = nullptr;
  clingo.symbol_name(symbol, &name);
  const auto known = names.find(name);
  return known == names.end() ? std::string(name) : known->second;
}

std::string kif_of(const Clingo& clingo, std::uint64_t symbol,
                   const std::map<std::string, std::string>& names) {
  const std::uint64_t* arguments = nullptr;
  std::size_t count = 0;
  clingo.symbol_arguments(symbol, &arguments, &count);
  const auto text = name_of(clingo, symbol, names);
  if (count == 0) return text;
  std::string result = "(" + text;
  for (std::size_t i = 0; i < count; ++i) result += " " + kif_of(clingo, arguments[i], names);
  return result + ")";
}

void read_names(const Clingo& clingo, void* control, Capture& capture,
                const std::map<std::string, std::string>& names, const std::set<std::string>& kept_facts,
                GroundResult& result) {
  const void* atoms = nullptr;
  if (!clingo.control_symbolic_atoms(control, &atoms)) return;
  std::vector<std::string> relation(capture.program.atom_count());
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
    if (result.status != GroundStatus::complete) {  // only the sizes are wanted
      if (literal <= 0 || static_cast<std::size_t>(literal) >= relation.size()) continue;
      const std::uint64_t* arguments = nullptr;
      std::size_t count = 0;
      clingo.symbol_arguments(symbol, &arguments, &count);
      relation[static_cast<std::size_t>(literal)] =
          name_of(clingo, symbol, names) + "/" + std::to_string(count);
      continue;
    }
    if (fact && !kept_facts.contains(name_of(clingo, symbol, names))) {
      if (literal > 0) {
        capture.reserve(static_cast<std::uint32_t>(literal));
        capture.program.set_fact(static_cast<std::uint32_t>(literal));
      }
      continue;
    }
    const auto text = kif_of(clingo, symbol, names);
    if (literal <= 0) {  // a fact that clingo gave no number of its own
      capture.program.add_atom(text, false, true);
      continue;
    }
    const auto atom = static_cast<std::uint32_t>(literal);
    capture.reserve(atom);
    capture.program.rename(atom, text);
    // Binding relations did their work while grounding (grounding/decompose.py): they hold wherever they
    // matter.
    if (fact || text.starts_with("(bind;")) capture.program.set_fact(atom);
  }
  for (std::size_t i = 0; i < capture.program.rule_count(); ++i) {
    const auto rule = capture.program.rule(i);
    std::string key;
    if (result.status == GroundStatus::complete) {
      const auto& name = capture.program.name(rule.head);
      key = name.substr(name.starts_with('(') ? 1 : 0, name.find(' ') - (name.starts_with('(') ? 1 : 0));
    } else {
      key = relation[rule.head];
    }
    auto& [rules, literals] = result.sizes[key];
    ++rules;
    literals += rule.body.size();
  }
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
  read_names(clingo, control, capture, names, kept_facts, result);
  clingo.control_free(control);
#ifdef __GLIBC__
  malloc_trim(0);  // what clingo needed goes back to the system before the next pass asks for more
#endif
  if (done) result.program = std::move(capture.program);
  return result;
}

}  // namespace woodstock::ground
