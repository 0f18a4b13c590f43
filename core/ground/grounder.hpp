// Grounding with clingo, in process, under limits. The library is the one of clingo's Python package: it is
// opened by path and called through its C interface, so that rules arrive here without passing through Python
// and grounding can be stopped while it runs.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ground/program.hpp"

namespace woodstock::ground {

struct GroundLimits {
  double seconds = 60;
  std::uint64_t literals = 60'000'000;
  std::uint64_t atoms = 5'000'000;
  std::uint32_t depth = 100;  // of terms that the text passes through `@shallow`
};

enum class GroundStatus { complete, out_of_time, too_many_literals, too_many_atoms, too_deep, failed };

struct GroundResult {
  GroundStatus status = GroundStatus::failed;
  std::string message;  // clingo's words, where it failed
  GroundProgram program;
  // Rules and literals per head relation ("name/arity"), also of a program that was given up.
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> sizes;
};

// `names` undoes the mangling of symbols: identifier in the text -> name in the game. The text may call
// `@shallow(t)`, which is t, and ends grounding where t is deeper than the limit. Facts are kept of the
// relations named in `kept_facts`: the others have done their work, and there may be millions.
GroundResult ground_text(const std::string& clingo_library, const std::string& text,
                         const std::map<std::string, std::string>& names,
                         const std::set<std::string>& kept_facts, const GroundLimits& limits,
                         const std::atomic<bool>* stop = nullptr);

}  // namespace woodstock::ground
