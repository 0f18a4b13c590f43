// Clingo as a library opened by path, called through its C interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace woodstock::ground {

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
  bool (*control_symbolic_atoms)(const void*, const void**);
  bool (*atoms_begin)(const void*, const std::uint64_t*, std::uint64_t*);
  bool (*atoms_is_valid)(const void*, std::uint64_t, bool*);
  bool (*atoms_next)(const void*, std::uint64_t, std::uint64_t*);
  bool (*atoms_symbol)(const void*, std::uint64_t, std::uint64_t*);
  bool (*atoms_literal)(const void*, std::uint64_t, std::int32_t*);
  bool (*atoms_is_fact)(const void*, std::uint64_t, bool*);
  bool (*symbol_name)(std::uint64_t, const char**);
  bool (*symbol_arguments)(std::uint64_t, const std::uint64_t**, std::size_t*);
  const char* (*error_message)();

  explicit Clingo(const std::string& path);  // throws std::runtime_error
};

}  // namespace woodstock::ground
