// Clingo's symbols as the terms of a program. Clingo keeps equal symbols once, and equal names at one
// address, so that a look at the number or the address is enough.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "ground/clingo.hpp"
#include "ground/terms.hpp"

namespace woodstock::ground {

class TermReader {
 public:
  // `names` undoes the mangling of symbols: identifier in the text -> name in the game.
  TermReader(const Clingo& clingo, const std::map<std::string, std::string>& names, Terms& terms)
      : clingo_(clingo), names_(names), terms_(terms) {}

  std::uint32_t name(std::uint64_t symbol) {
    const char* spelt = nullptr;
    clingo_.symbol_name(symbol, &spelt);
    const auto [found, fresh] = name_ids_.try_emplace(spelt);
    if (fresh) {
      const auto known = names_.find(spelt);
      found->second = terms_.name_id(known == names_.end() ? std::string(spelt) : known->second);
    }
    return found->second;
  }

  std::span<const std::uint64_t> arguments(std::uint64_t symbol) const {
    const std::uint64_t* arguments = nullptr;
    std::size_t count = 0;
    clingo_.symbol_arguments(symbol, &arguments, &count);
    return {arguments, count};
  }

  // An atom, which comes once.
  TermId atom(std::uint64_t symbol) {
    std::vector<TermId> inner;
    for (const auto argument : arguments(symbol)) inner.push_back(term(argument));
    return terms_.add(name(symbol), inner);
  }

 private:
  TermId term(std::uint64_t symbol) {
    const auto known = known_.find(symbol);
    if (known != known_.end()) return known->second;
    const auto added = atom(symbol);
    known_.emplace(symbol, added);
    return added;
  }

  const Clingo& clingo_;
  const std::map<std::string, std::string>& names_;
  Terms& terms_;
  std::unordered_map<const char*, std::uint32_t> name_ids_;
  std::unordered_map<std::uint64_t, TermId> known_;
};

}  // namespace woodstock::ground
