// The part of clingo's C interface that is used here (clingo.h, version 5.5 and later), bound at run time.
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace woodstock::ground {

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

}  // namespace woodstock::ground
