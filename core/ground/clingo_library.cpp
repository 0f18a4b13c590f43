#include "ground/clingo_library.hpp"

#include <dlfcn.h>

#include <stdexcept>
#include <type_traits>

namespace woodstock::ground {

Clingo::Clingo(const std::string& path) {
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

}  // namespace woodstock::ground
